//! The tasks of scenarios.

use std::ops::Range;
use std::sync::Arc;

use super::Expectation;
use super::checker::OutputChecker;
use super::comparison::{AnswerComparison, Comparison};
use super::leeway::{Got, Leeway};
use crate::language::Surroundings;
use crate::points::Points;
use crate::rules::{Grammar, Rule};
use crate::sandbox::Input;
use crate::session::Module;
use crate::submission::{File, Snapshot};
use crate::unit_test::UnitTest;

/// The task of a scenario.
#[derive(Debug)]
pub enum Task {
    /// Run the program.
    Run(RunTask),
    /// Call its functions.
    Session(SessionTask),
    /// Check its source against a rule.
    Rule(RuleTask),
    /// Check how it was handed in.
    Package(PackageTask),
    /// Run its own tests.
    Tests(TestsTask),
    /// Run a test of the instructor with it.
    UnitTest(UnitTestTask),
    /// Mark by hand what the text says.
    Manual(String),
}

impl Task {
    /// Returns what its run finds besides the program; nothing is looked at afterwards.
    pub fn surroundings(&self) -> Surroundings {
        match self {
            Self::Run(task) => task.surroundings.unasked(),
            Self::Session(task) => task.surroundings.unasked(),
            Self::Rule(_) | Self::Package(_) | Self::Tests(_) | Self::UnitTest(_) | Self::Manual(_) => {
                Surroundings::default()
            }
        }
    }
}

/// One run of the program.
#[derive(Debug)]
pub struct RunTask {
    /// Command line arguments.
    pub args: Vec<String>,
    /// The lines of input.
    pub input: Input,
    /// The files of this run.
    pub surroundings: Surroundings,
    /// How outputs are compared, unless a checker judges them.
    pub comparison: Comparison,
    /// The program that judges the output in place of the comparison.
    pub checker: Option<Arc<OutputChecker>>,
    /// The expectation.
    pub expectation: Expectation,
}

impl RunTask {
    /// Tells whether the program talks with a partner.
    pub fn talks(&self) -> bool {
        self.checker.as_ref().is_some_and(|checker| checker.talks)
    }

    /// Tells whether what the program is given depends on what it prints: then no run is the answer for another one.
    pub fn has_own_course(&self) -> bool {
        self.checker.as_ref().is_some_and(|checker| checker.talks || checker.passes > 1)
    }
}

/// One session with the program's functions.
#[derive(Debug)]
pub struct SessionTask {
    /// The module whose names the session uses, with the language of the lines.
    pub module: Module,
    /// The lines, with their expected answers where the spec states them.
    pub lines: Vec<SessionLine>,
    /// The lines that `input()` returns.
    pub stdin: Vec<String>,
    /// Its environment and its clock.
    pub surroundings: Surroundings,
    /// How answers are compared, unless a checker judges them.
    pub comparison: AnswerComparison,
    /// The program that judges what the session shows in the place of the comparison.
    pub checker: Option<Arc<OutputChecker>>,
}

/// One line of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// A statement or an expression, with its continuation lines.
    pub source: String,
    /// The text under the prompt in the spec, as the prompt would show it; empty if there is none.
    pub shown: String,
    /// How `doctest` compares this text, if the line is an example of a doctest.
    pub leeway: Option<Leeway>,
    /// The place of the line in the spec, in bytes.
    pub place: Range<usize>,
}

impl SessionLine {
    /// Tells whether this is an example of a doctest, and `doctest` accepts what it shows.
    pub fn is_accepted_by_doctest(&self, got: Got) -> bool {
        !self.shown.is_empty() && self.leeway.is_some_and(|leeway| leeway.accepts(&self.shown, got))
    }
}

impl SessionTask {
    /// Returns the source of each line.
    pub fn sources(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.source.clone()).collect()
    }

    /// Returns the text under the prompts, as a checker is given it; `None` if there is none.
    pub fn answer(&self) -> Option<String> {
        let shown = self.lines.iter().map(|line| line.shown.as_str()).filter(|shown| !shown.is_empty());
        let shown: Vec<&str> = shown.collect();
        (!shown.is_empty()).then(|| shown.join("\n") + "\n")
    }
}

/// A rule about a source file.
#[derive(Debug)]
pub struct RuleTask {
    /// The file.
    pub file: String,
    /// The rule.
    pub rule: Rule,
}

/// A check of how a submission was handed in.
#[derive(Debug)]
pub struct PackageTask {
    /// The required name of the zip file.
    pub archive: String,
}

/// The submission's own tests, which are run on our programs.
#[derive(Clone, Debug)]
pub struct TestsTask {
    /// The file with the tests.
    pub file: String,
    /// The language of the tests and of our programs: Python, Java or JavaScript.
    pub language: Grammar,
    /// The file name that our programs get beside the tests.
    pub program: String,
    /// The files that the tests need besides, such as the libraries of JUnit, by their paths from the spec's folder.
    pub needed: Snapshot,
    /// A program that must pass every test. It has no comments and the same size as the wrong ones.
    pub correct: File,
    /// Programs that must fail some test.
    pub wrong: Vec<WrongProgram>,
    /// What may be wrong programs too; `None` if the spec asks for none. A plan has made its choice, and has put it among the
    /// others.
    pub mutants: Option<OwnMutants>,
}

/// Mutants of the right program, of which those are wrong programs that something of the spec shows.
#[derive(Clone, Debug)]
pub struct OwnMutants {
    /// The most that are chosen.
    pub wanted: usize,
    /// Those to choose from, in the order of the program.
    pub candidates: Vec<WrongProgram>,
    /// The place in the spec.
    pub place: Range<usize>,
}

/// A program with a bug that tests should find.
#[derive(Clone, Debug)]
pub struct WrongProgram {
    /// The bug, in a sentence.
    pub about: String,
    /// The program.
    pub file: File,
}

/// A test of the instructor.
#[derive(Clone, Debug)]
pub struct UnitTestTask {
    /// The test.
    pub test: UnitTest,
    /// The most points that it gives itself, if it gives a part.
    pub most: Option<Points>,
    /// What students are told instead of what went wrong.
    pub told_instead: Option<String>,
}

/// The part of a scenario that students do not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing is hidden.
    #[default]
    Nothing,
    /// What is expected is hidden; input, verdict, points and hint are shown, and what the submission itself did.
    Expected,
    /// Input, expected output and difference are hidden; the verdict, the points and the hint are shown.
    Details,
    /// The result is hidden too, until the grades are published; the name and the possible points are shown.
    Result,
    /// As the result, until everybody's time is over. Then nothing is.
    AfterDue,
    /// The whole scenario is hidden.
    Everything,
}

impl Hidden {
    /// Whether students do not see the result.
    pub fn hides_result(self) -> bool {
        matches!(self, Self::Result | Self::AfterDue | Self::Everything)
    }

    /// Returns the word that files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Expected => "expected",
            Self::Details => "details",
            Self::Result => "result",
            Self::AfterDue => "after due",
            Self::Everything => "everything",
        }
    }
}

/// The effect of a failed rule or package check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The points of the scenario are lost.
    Points,
    /// Only a warning.
    Warning,
    /// Nothing else of the submission is graded.
    Gate,
}
