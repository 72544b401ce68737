//! The trusted implementations with which submissions are compared, one module for each assignment.
//!
//! A reference plays the program of its assignment: it asks for lines and prints typed events with exact text. It also
//! answers sessions: typed Python lines, evaluated here with its own functions and classes. On request it follows other
//! readings of the handout, or shows named bugs. It knows nothing of specs, files, processes or points.

mod bug;
mod byu_connect_four;
mod byu_connect_four_plus;
mod carleton_connect4;
mod console;
mod lines;
mod michigan_connect_n;
mod python;
mod reading;
mod session;
#[cfg(test)]
mod testing;
mod trial;
mod umass_connect4;
mod uq_connect4ish;

pub use bug::{Bug, Bugs, Equivalent};
pub use console::{Console, EndOfInput, Event, Host, Printed, Turn};
pub use reading::{Reading, Readings};
pub use session::{Answer, Raised, SessionError, State, Value, in_base, integer, literal};
pub use trial::{Feature, Random, Subject, Trial};

/// One trusted implementation.
pub trait Reference: Sync {
    /// Returns the key that specs use: `byu-connect-four`.
    fn key(&self) -> &'static str;

    /// Returns a short description.
    fn title(&self) -> &'static str;

    /// Returns the second readings of the handout that it can follow.
    fn readings(&self) -> &'static [Reading] {
        &[]
    }

    /// Returns the bugs that it can show, in any combination.
    fn bugs(&self) -> &'static [Bug] {
        &[]
    }

    /// Returns the bugs that no input shows when they are alone.
    fn equivalents(&self) -> &'static [Equivalent] {
        &[]
    }

    /// Returns the bugs that some input shows.
    fn noticeable(&self) -> Vec<&'static Bug> {
        let equivalents = self.equivalents();
        let is_equivalent = |bug: &&Bug| equivalents.iter().any(|one| one.bug.id == bug.id);
        self.bugs().iter().filter(|bug| !is_equivalent(bug)).collect()
    }

    /// Returns the subjects for generated input: its programs and its functions.
    fn subjects(&self) -> &'static [&'static dyn Subject] {
        &[]
    }

    /// Returns the modules for sessions, such as `connect4`; empty if it answers no sessions.
    fn modules(&self) -> &'static [&'static str] {
        &[]
    }

    /// Answers typed Python lines, in a fresh namespace with the names of `module`.
    ///
    /// # Errors
    ///
    /// When a line needs Python that the reference does not support.
    fn session(
        &self,
        module: &str,
        _lines: &[String],
        _stdin: &[String],
        _deviations: &Deviations,
    ) -> Result<Vec<Answer>, SessionError> {
        let message = format!("the reference answers no sessions with `{module}`");
        Err(SessionError { line: 0, message, is_endless: false })
    }

    /// Plays the program until it ends or asks for a line that is not there.
    ///
    /// `args` are its command line arguments, without the program's name.
    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop>;
}

/// The reason why a program stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asked for a line and there was none.
    EndOfInput,
    /// It cannot be started with these arguments; the text describes the right ones.
    Usage(String),
    /// A bug made it crash, with this exception.
    Crashed(Raised),
    /// A bug makes it print the same text for ever; only the beginning was printed.
    Endless,
}

impl Stop {
    /// Creates a crash with an exception of this class.
    pub(crate) fn crash(class: &str, message: impl Into<String>) -> Self {
        Self::Crashed(Raised { class: class.to_owned(), message: message.into() })
    }
}

impl From<EndOfInput> for Stop {
    fn from(_: EndOfInput) -> Self {
        Self::EndOfInput
    }
}

/// The differences of a program from the plain reference; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deviations {
    /// The second readings that it follows.
    pub readings: Readings,
    /// Its bugs.
    pub bugs: Bugs,
}

impl From<Readings> for Deviations {
    fn from(readings: Readings) -> Self {
        Self { readings, ..Self::default() }
    }
}

impl From<Bugs> for Deviations {
    fn from(bugs: Bugs) -> Self {
        Self { bugs, ..Self::default() }
    }
}

/// Returns every reference, in the order of their keys.
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

/// Returns the reference with this key.
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
            let ask = |module| reference.session(module, &lines, &[], &Deviations::default());
            for &module in reference.modules() {
                assert_eq!(ask(module).unwrap()[0].value, Some(Value::Int("2".to_owned())), "{module}");
            }
            assert!(ask("connect5").is_err());
        }
        let answering = all().iter().filter(|reference| !reference.modules().is_empty());
        assert_eq!(answering.count(), 4);
    }
}
