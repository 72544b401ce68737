//! The trusted implementations that submissions are compared with, one module per assignment.
//!
//! A reference plays its assignment's program: it asks for lines and prints typed events whose text
//! is exact. It also answers sessions: lines of typed Python, evaluated here against its own functions
//! and classes. It knows nothing of specs, files, processes or points.

mod byu_connect_four;
mod byu_connect_four_plus;
mod carleton_connect4;
mod console;
mod lines;
mod michigan_connect_n;
mod session;
#[cfg(test)]
mod testing;
mod umass_connect4;
mod uq_connect4ish;

pub use console::{Console, EndOfInput, Event, Host, Printed, Turn};
pub use session::{Answer, Raised, SessionError, Value};

/// One trusted implementation.
pub trait Reference: Sync {
    /// The key that a spec names it by: `byu-connect-four`.
    fn key(&self) -> &'static str;

    /// What it plays, in a few words.
    fn title(&self) -> &'static str;

    /// The places where the handout can be read in a second way.
    fn readings(&self) -> &'static [Reading] {
        &[]
    }

    /// The modules that it answers sessions with, such as `connect4`; none if it answers none.
    fn modules(&self) -> &'static [&'static str] {
        &[]
    }

    /// Answers lines of typed Python, in a fresh namespace that holds the names of `module`.
    ///
    /// # Errors
    ///
    /// When a line is beyond the Python that a reference understands.
    fn session(
        &self,
        module: &str,
        _lines: &[String],
        _stdin: &[String],
        _readings: &Readings,
    ) -> Result<Vec<Answer>, SessionError> {
        let message = format!("the reference answers no sessions with `{module}`");
        Err(SessionError { line: 0, message })
    }

    /// Plays the program until it ends or asks for a line that is not there.
    ///
    /// `args` are its command line arguments, without the program's name.
    fn play(&self, args: &[String], readings: &Readings, console: &mut Console) -> Result<(), Stop>;
}

/// Why a program stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asked for a line and there was none.
    EndOfInput,
    /// It cannot be started with these arguments; the text says what it takes.
    Usage(String),
}

impl From<EndOfInput> for Stop {
    fn from(_: EndOfInput) -> Self {
        Self::EndOfInput
    }
}

/// A second way to read a sentence of the handout, which an instructor may accept.
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name in a spec: `full-stop`.
    pub id: &'static str,
    /// What a program does that reads the handout so, in one sentence.
    pub about: &'static str,
}

/// The readings that a reference is asked to follow instead of its own.
#[derive(Clone, Debug, Default)]
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

/// Every reference, in the order of their keys.
pub fn all() -> &'static [&'static dyn Reference] {
    &[
        &byu_connect_four::ByuConnectFour,
        &byu_connect_four_plus::ByuConnectFourPlus,
        &carleton_connect4::CarletonConnect4,
        &michigan_connect_n::MichiganConnectN,
        &umass_connect4::UmassConnect4,
        &uq_connect4ish::UqConnect4ish,
    ]
}

/// The reference with this key.
pub fn find(key: &str) -> Option<&'static dyn Reference> {
    all().iter().copied().find(|reference| reference.key() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_listed_in_the_order_of_their_keys() {
        assert!(all().is_sorted_by_key(|reference| reference.key()));
        assert_eq!(all().len(), 6);
    }

    #[test]
    fn every_reference_is_found_by_its_key_and_no_other() {
        for reference in all() {
            assert_eq!(find(reference.key()).map(Reference::title), Some(reference.title()));
        }
        assert!(find("connect-fuor").is_none());
    }

    #[test]
    fn every_module_of_a_reference_can_be_asked_and_no_other() {
        let lines = ["1 + 1".to_owned()];
        for reference in all() {
            let ask = |module| reference.session(module, &lines, &[], &Readings::default());
            for &module in reference.modules() {
                assert_eq!(ask(module).unwrap()[0].value, Some(Value::Int("2".to_owned())), "{module}");
            }
            assert!(ask("connect5").is_err());
        }
        let answering = all().iter().filter(|reference| !reference.modules().is_empty());
        assert_eq!(answering.count(), 4);
    }
}
