//! Second readings of a handout, and which of them a reference is asked to follow.

/// A second way to read a sentence of the handout, which an instructor may accept.
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name in a spec: `full-stop`.
    pub id: &'static str,
    /// What a program does that reads the handout so, in one sentence.
    pub about: &'static str,
}

/// The readings that a reference is asked to follow instead of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings(Vec<&'static str>);

impl Readings {
    /// Whether this reading is to be followed.
    pub fn follow(&self, reading: &Reading) -> bool {
        self.0.contains(&reading.id)
    }
}

impl<'a> FromIterator<&'a Reading> for Readings {
    fn from_iter<I: IntoIterator<Item = &'a Reading>>(readings: I) -> Self {
        Self(readings.into_iter().map(|reading| reading.id).collect())
    }
}
