//! What is worth trying on a reference: inputs that are drawn towards goals of the rules, and written as tokens.
//!
//! Whoever draws may look at the board, at a plan, at a deck of goals; what is kept is only the tokens that came of it.
//! Any part of a list of tokens is a trial again, so it can be made shorter without knowing the rules.

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

/// Something of an assignment that can be tried: one of its programs, or one of its functions.
pub trait Subject: Sync {
    /// What it is: `the game`, `has_won`.
    fn name(&self) -> String;

    /// How many tokens there are; the smaller one is the more readable.
    fn tokens(&self) -> usize;

    /// Whether the handout leaves open what comes of these tokens: then they are no trial for students.
    fn is_open(&self, _tokens: &[usize]) -> bool {
        false
    }

    /// Draws the tokens of one trial. `round` counts the trials that were drawn, so that every goal gets its turn.
    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize>;

    /// So many lines of a trial stand before those of its tokens.
    fn opening(&self) -> usize {
        0
    }

    /// What tokens stand for.
    fn trial(&self, tokens: &[usize]) -> Trial;

    /// Other trials that may show the same and are shorter, guided by what these tokens come to; the shortest first.
    fn shorter(&self, _tokens: &[usize], _random: &mut Random) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The same trial without tokens that belong together, so that the others stand for what they stood for. There are
    /// several sorts of such ways, the most promising first and in each those that leave out late tokens; `None` when
    /// there is no such sort.
    fn thinned(&self, _sort: usize, _tokens: &[usize]) -> Option<Vec<Vec<usize>>> {
        None
    }

    /// The same with other columns in the place of some: mirrored, moved, exchanged.
    fn relabelled(&self, _tokens: &[usize]) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// What to append to bring a program to its end.
    fn ending(&self, _tokens: &[usize], _random: &mut Random) -> Vec<usize> {
        Vec::new()
    }

    /// The features that can be exercised, in the order of a report.
    fn features(&self) -> Vec<Feature> {
        Vec::new()
    }

    /// The features that a run exercises; `None` if the run is none of this subject.
    fn exercised(&self, _args: &[String], _lines: &[String]) -> Option<Vec<Feature>> {
        None
    }
}

/// One generated input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trial {
    /// A run of the program.
    Run {
        /// Its command line arguments.
        args: Vec<String>,
        /// The lines that are typed; the input may end before the program does.
        lines: Vec<String>,
    },
    /// A session.
    Session {
        /// The module whose names are in it.
        module: String,
        /// What is typed at Python.
        lines: Vec<String>,
        /// The lines that `input()` gives.
        stdin: Vec<String>,
    },
}

/// Something that the rules of an assignment tell apart: a winning line, a kind of refused input, an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// What it is one of: `winning lines`.
    pub kind: &'static str,
    /// Which one: `horizontal, row 0, columns 4 to 7`.
    pub name: String,
}
