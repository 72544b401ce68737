//! Second readings of a handout, which a reference can follow.

/// A second way to read a sentence of the handout, which an instructor may accept.
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name in specs: `full-stop`.
    pub id: &'static str,
    /// One sentence about what a program with this reading does.
    pub about: &'static str,
}

/// The readings that a reference follows instead of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings(Vec<&'static str>);

impl Readings {
    /// Tells whether this reading is followed.
    pub fn follow(&self, reading: &Reading) -> bool {
        self.0.contains(&reading.id)
    }
}

impl<'a> FromIterator<&'a Reading> for Readings {
    fn from_iter<I: IntoIterator<Item = &'a Reading>>(readings: I) -> Self {
        Self(readings.into_iter().map(|reading| reading.id).collect())
    }
}
