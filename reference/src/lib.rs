//! The trusted implementations that submissions are compared with, one module per assignment.
//!
//! A reference plays its assignment's program: it asks for lines and prints typed events whose text
//! is exact. It also answers sessions: lines of typed Python, evaluated here against its own functions
//! and classes. On demand it deviates: it follows other readings of the handout, or shows named bugs.
//! It knows nothing of specs, files, processes or points.

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
pub use session::{Answer, Raised, SessionError, State, Value, literal};
pub use trial::{Feature, Random, Subject, Trial};

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

    /// The wrong behaviours that it can be told to show, any number of them together.
    fn bugs(&self) -> &'static [Bug] {
        &[]
    }

    /// Those of its bugs that no input shows when they are alone.
    fn equivalents(&self) -> &'static [Equivalent] {
        &[]
    }

    /// The bugs that some input shows.
    fn noticeable(&self) -> Vec<&'static Bug> {
        let equivalents = self.equivalents();
        let is_equivalent = |bug: &&Bug| equivalents.iter().any(|one| one.bug.id == bug.id);
        self.bugs().iter().filter(|bug| !is_equivalent(bug)).collect()
    }

    /// What of it can be tried with generated input: its programs and its functions.
    fn subjects(&self) -> &'static [&'static dyn Subject] {
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
        _deviations: &Deviations,
    ) -> Result<Vec<Answer>, SessionError> {
        let message = format!("the reference answers no sessions with `{module}`");
        Err(SessionError { line: 0, message })
    }

    /// Plays the program until it ends or asks for a line that is not there.
    ///
    /// `args` are its command line arguments, without the program's name.
    fn play(&self, args: &[String], deviations: &Deviations, console: &mut Console) -> Result<(), Stop>;
}

/// Why a program stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It asked for a line and there was none.
    EndOfInput,
    /// It cannot be started with these arguments; the text says what it takes.
    Usage(String),
    /// A bug made it crash, with this exception.
    Crashed(Raised),
    /// A bug makes it print the same for ever; what was printed is only the beginning.
    Endless,
}

impl Stop {
    /// A crash with an exception of this class.
    pub(crate) fn crash(class: &str, message: impl Into<String>) -> Self {
        Self::Crashed(Raised { class: class.to_owned(), message: message.into() })
    }
}

impl From<EndOfInput> for Stop {
    fn from(_: EndOfInput) -> Self {
        Self::EndOfInput
    }
}

/// The ways in which a program differs from the plain reference; by default there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deviations {
    /// Sentences of the handout that it reads in the second way.
    pub readings: Readings,
    /// What it does wrong.
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
