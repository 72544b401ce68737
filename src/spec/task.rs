//! What scenarios do with a submission.

use std::ops::Range;

use super::Expectation;
use super::comparison::{AnswerComparison, Comparison};
use crate::rules::Rule;
use crate::sandbox::Input;
use crate::submission::File;

/// What a scenario does with a submission.
#[derive(Debug)]
pub enum Task {
    /// Run the program.
    Run(RunTask),
    /// Call its functions.
    Session(SessionTask),
    /// Look at its source.
    Rule(RuleTask),
    /// Look at how it was handed in.
    Package(PackageTask),
    /// Run its own tests.
    Tests(TestsTask),
    /// Have somebody look at it; the text says at what.
    Manual(String),
}

/// One run of the program.
#[derive(Debug)]
pub struct RunTask {
    /// Command line arguments.
    pub args: Vec<String>,
    /// The lines that are typed.
    pub input: Input,
    /// How outputs are compared.
    pub comparison: Comparison,
    /// What is expected.
    pub expectation: Expectation,
}

/// One session with the program's functions.
#[derive(Debug)]
pub struct SessionTask {
    /// The module whose names are in it, without `.py`.
    pub module: String,
    /// What is typed, with what must come of it where the spec says so.
    pub lines: Vec<SessionLine>,
    /// The lines that `input()` gives.
    pub stdin: Vec<String>,
    /// How answers are compared.
    pub comparison: AnswerComparison,
}

/// One line of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// A statement or an expression, its continuation lines included.
    pub source: String,
    /// What stands under the prompt in the spec, as Python would show it; empty if nothing does.
    pub shown: String,
    /// Where it stands in the spec, in bytes.
    pub place: Range<usize>,
}

impl SessionTask {
    /// What is typed.
    pub fn sources(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.source.clone()).collect()
    }
}

/// A look at a source file.
#[derive(Debug)]
pub struct RuleTask {
    /// The file.
    pub file: String,
    /// What it must obey.
    pub rule: Rule,
}

/// A look at how a submission was handed in.
#[derive(Debug)]
pub struct PackageTask {
    /// The name that its zip file must have.
    pub archive: String,
}

/// The submission's own tests, run on programs of ours.
#[derive(Debug)]
pub struct TestsTask {
    /// The file with the tests.
    pub file: String,
    /// The name under which our programs are laid beside it.
    pub program: String,
    /// A program that every test must pass. Like the wrong ones it has no comments, and is of the same size.
    pub correct: File,
    /// Programs that some test must fail.
    pub wrong: Vec<WrongProgram>,
}

/// A program with a bug that tests should find.
#[derive(Debug)]
pub struct WrongProgram {
    /// The bug, in a sentence.
    pub about: String,
    /// The program.
    pub file: File,
}

/// What of a scenario students are not to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing is hidden.
    #[default]
    Nothing,
    /// What is typed, what is expected and where they part: the verdict, the points and the hint are shown.
    Details,
    /// Its result too, until the grades are published: only that it is there, and what it is worth.
    Result,
    /// That it is there.
    Everything,
}

impl Hidden {
    /// The word for it, in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Details => "details",
            Self::Result => "result",
            Self::Everything => "everything",
        }
    }
}

/// What it means to fail a rule or a package check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Its points are lost.
    Points,
    /// Nothing but a warning.
    Warning,
    /// Nothing else is graded.
    Gate,
}
