//! Inputs that are worth trying on a reference: they are drawn towards goals of the rules, and written as tokens.
//!
//! The drawing may use the board, a plan and a deck of goals; only the resulting tokens are kept. Any part of a list of
//! tokens is an input again, so an input can be shortened without knowing the rules.

mod arena;
mod calls;
mod game;
mod goal;
mod likeness;
mod plan;
mod random;
mod replay;
mod script;
mod turns;
mod word;

pub use random::Random;

pub(crate) use arena::Arena;
pub(crate) use calls::{Asked, BoardCall, Call, list_of};
pub(crate) use game::{DropGame, Size};
pub(crate) use plan::Move;
pub(crate) use script::{Script, Step};
pub(crate) use word::{Effect, Word};

/// A subject of an assignment: one of its programs, or one of its functions.
pub trait Subject: Sync {
    /// Returns the name: `the game`, `has_won`.
    fn name(&self) -> String;

    /// Returns the number of tokens; smaller tokens are more readable.
    fn tokens(&self) -> usize;

    /// Tells whether the handout leaves the behaviour of these tokens open: then they are no trial for students.
    fn is_open(&self, _tokens: &[usize]) -> bool {
        false
    }

    /// Draws the tokens of one trial. `round` counts the drawn trials, so that every goal gets its turn.
    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize>;

    /// Returns the number of lines before those of the tokens.
    fn opening(&self) -> usize {
        0
    }

    /// Returns the trial of some tokens.
    fn trial(&self, tokens: &[usize]) -> Trial;

    /// Returns shorter trials that may show the same difference, guided by the result of these tokens; the shortest
    /// first.
    fn shorter(&self, _tokens: &[usize], _random: &mut Random) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Returns the tokens without some that belong together, so that the others keep their meaning. There are several
    /// sorts of such deletions, the most promising first, and in each those of late tokens first; `None` if there is no
    /// such sort.
    fn thinned(&self, _sort: usize, _tokens: &[usize]) -> Option<Vec<Vec<usize>>> {
        None
    }

    /// Returns the same trial with other columns: mirrored, moved, exchanged.
    fn relabelled(&self, _tokens: &[usize]) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Returns tokens to append so that the program ends.
    fn ending(&self, _tokens: &[usize], _random: &mut Random) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the features that can be exercised, in the order of a report.
    fn features(&self) -> Vec<Feature> {
        Vec::new()
    }

    /// Returns the features that a run exercises; `None` if it is no run of this subject.
    fn exercised(&self, _args: &[String], _lines: &[String]) -> Option<Vec<Feature>> {
        None
    }
}

/// One generated input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trial {
    /// A run of the program.
    Run {
        /// The command line arguments.
        args: Vec<String>,
        /// The input lines; the input may end before the program does.
        lines: Vec<String>,
    },
    /// A session.
    Session {
        /// The module whose names the session uses.
        module: String,
        /// The Python lines.
        lines: Vec<String>,
        /// The lines that `input()` returns.
        stdin: Vec<String>,
    },
}

/// A feature that the rules of an assignment distinguish: a winning line, a kind of refused input, an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// The kind: `winning lines`.
    pub kind: &'static str,
    /// The name: `horizontal, row 0, columns 4 to 7`.
    pub name: String,
}
