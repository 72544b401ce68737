//! What the instructor wrote: the spec of an assignment, checked and ready to be planned.
//!
//! [`Spec::load`] reads a shipped spec or a file. Every complaint shows the line it is about. A spec
//! knows what is expected only where it says so itself; the rest is the reference's business.

mod check;
mod diagnostic;
mod document;
mod pattern;
mod quantity;
mod schema;
mod shipped;
mod yaml;

use std::ops::Range;
use std::path::{Path, PathBuf};

use regex::Regex;
use yardstick_reference::{Reading, Reference};

use crate::language::Language;
use crate::points::Points;
use crate::sandbox::{Input, Limits};
use crate::submission::{HandIn, Snapshot};

pub use diagnostic::{Defects, Diagnostic, Source};
pub use pattern::Pattern;
pub use schema::schema;
pub use shipped::shipped;

/// The spec of an assignment.
#[derive(Debug)]
pub struct Spec {
    /// The key of the assignment.
    pub assignment: String,
    /// Its name for people.
    pub title: String,
    /// What is handed in.
    pub hand_in: HandIn,
    /// Files that are laid beside every submission, in the place of any of the same name.
    pub supplied: Snapshot,
    /// The language of the program, where the spec says it.
    pub language: Option<&'static Language>,
    /// Where what is expected comes from.
    pub reference: Option<ReferenceSource>,
    /// Second readings of the handout that are accepted too.
    pub readings: Vec<&'static Reading>,
    /// What one run may use.
    pub limits: Limits,
    /// In the order of the file.
    pub groups: Vec<Group>,
    /// The text, for complaints that come up later.
    pub source: Source,
}

/// Where what is expected comes from.
pub enum ReferenceSource {
    /// A built-in reference.
    BuiltIn(&'static dyn Reference),
    /// A program of the instructor's: its files, and the one that is run.
    Program {
        /// Named as beside the spec.
        files: Snapshot,
        /// The first of them.
        entry: String,
    },
}

impl std::fmt::Debug for ReferenceSource {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::BuiltIn(reference) => write!(f, "BuiltIn({})", reference.key()),
            Self::Program { entry, .. } => write!(f, "Program({entry})"),
        }
    }
}

/// Scenarios that share points.
#[derive(Debug)]
pub struct Group {
    /// `None` for a scenario outside of groups, which is a group of its own.
    pub name: Option<String>,
    /// Whether the points come on top of the maximum.
    pub bonus: bool,
    /// At least one.
    pub scenarios: Vec<Scenario>,
}

impl Group {
    /// What its scenarios are worth together.
    pub fn points(&self) -> Points {
        self.scenarios.iter().map(|scenario| scenario.points).sum()
    }
}

/// One run of the program, and what it must do.
#[derive(Debug)]
pub struct Scenario {
    /// Its name, unique in the group.
    pub name: String,
    /// Command line arguments.
    pub args: Vec<String>,
    /// The lines that are typed.
    pub input: Input,
    /// What it is worth.
    pub points: Points,
    /// How outputs are compared.
    pub comparison: Comparison,
    /// What is expected.
    pub expectation: Expectation,
    /// Shown when the scenario is lost.
    pub hint: Option<String>,
    /// Where its name stands in the spec, in bytes.
    pub place: Range<usize>,
}

/// How outputs are compared.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// As text, after these relaxations, in this order; byte by byte where there are none.
    Text(Vec<Relaxation>),
    /// As sequences of events.
    Events(Vec<EventPattern>),
}

/// One difference that does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relaxation {
    /// Blanks, tabs and carriage returns at the ends of lines.
    TrailingBlanks,
    /// Lines with nothing but blanks.
    BlankLines,
    /// Whether the last line ends with a newline.
    FinalNewline,
    /// Upper and lower case.
    Case,
    /// ASCII punctuation.
    Punctuation,
    /// How many blanks stand together.
    RunsOfBlanks,
    /// Numbers that differ by no more than this, absolutely or relative to the larger.
    Numbers(f64),
}

impl Relaxation {
    /// The word in a spec.
    pub fn word(self) -> &'static str {
        match self {
            Self::TrailingBlanks => "trailing-blanks",
            Self::BlankLines => "blank-lines",
            Self::FinalNewline => "final-newline",
            Self::Case => "case",
            Self::Punctuation => "punctuation",
            Self::RunsOfBlanks => "runs-of-blanks",
            Self::Numbers(_) => "numbers",
        }
    }

    /// What is ignored, after `only … differ`.
    pub fn title(self) -> &'static str {
        match self {
            Self::TrailingBlanks => "blanks at the ends of lines",
            Self::BlankLines => "blank lines",
            Self::FinalNewline => "the newline at the end",
            Self::Case => "upper and lower case",
            Self::Punctuation => "punctuation marks",
            Self::RunsOfBlanks => "the numbers of blanks",
            Self::Numbers(_) => "numbers, by very little,",
        }
    }
}

/// A pattern that picks events out of a transcript.
#[derive(Clone, Debug)]
pub struct EventPattern {
    /// The name of the event.
    pub name: String,
    /// In multi-line mode.
    pub regex: Regex,
    /// How far a match reaches.
    pub extent: Extent,
    /// What of the event counts.
    pub compare: EventCompare,
    /// Whether neighbouring events that are equal count once.
    pub once: bool,
}

/// How far one event reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A match inside one line.
    Line,
    /// Matches on neighbouring lines.
    Lines,
    /// A match that may span lines.
    Block,
}

/// What of an event counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventCompare {
    /// Only that it happened.
    Name,
    /// What its groups captured, without regard to case.
    Captures,
    /// What it matched, without blanks at the ends of lines.
    Text,
    /// Nothing.
    Ignored,
}

/// What a run must do.
#[derive(Debug, Default)]
pub struct Expectation {
    /// Standard outputs that are accepted, where the spec says it; else what the reference prints.
    pub stdout: Option<Vec<AcceptedOutput>>,
    /// The exit code; where the spec does not say, the reference's.
    pub exit: Option<ExpectedExit>,
    /// Standard error.
    pub stderr: ExpectedStderr,
}

/// One accepted output.
#[derive(Clone, Debug)]
pub enum AcceptedOutput {
    /// This text.
    Text(String),
    /// Any text of this pattern.
    Pattern(Pattern),
}

/// Exit codes that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedExit {
    /// This one.
    Code(i32),
    /// Any but 0.
    NonZero,
    /// Any.
    Any,
}

/// What may stand on standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExpectedStderr {
    /// Anything.
    #[default]
    Ignored,
    /// Nothing.
    Empty,
    /// This text, among others.
    Contains(String),
}

/// Why there is no spec.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is neither a shipped spec nor a file of this name.
    #[error("no spec `{name}`: it is neither a file nor the key of a shipped spec\n{help}")]
    NotFound {
        /// What was asked for.
        name: String,
        /// What there is.
        help: String,
    },
    /// A file cannot be read.
    #[error("cannot read the spec `{}`: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The spec is wrong.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
}

/// The largest spec that is read, in bytes.
const MOST_BYTES: u64 = 4 << 20;

impl Spec {
    /// Reads a spec: a file, or a shipped one by its key.
    ///
    /// # Errors
    ///
    /// When there is no such spec, or something is wrong with it.
    pub fn load(name: &str) -> Result<Self, LoadError> {
        if let Some(shipped) = shipped().iter().find(|shipped| shipped.key == name) {
            let source = Source { name: format!("specs/{name}.yaml"), text: shipped.text.to_owned() };
            return Ok(check::check(source, &|path| shipped.supplied(path))?);
        }
        let path = Path::new(name);
        if !path.exists() {
            let help = diagnostic::suggest(name, shipped().iter().map(|shipped| shipped.key));
            return Err(LoadError::NotFound { name: name.to_owned(), help: format!("help: {help}") });
        }
        let text = read_text(path)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let source = Source { name: name.to_owned(), text };
        Ok(check::check(source, &|file| std::fs::read(folder.join(file)).map_err(|error| error.to_string()))?)
    }

    /// A complaint about one of its scenarios that comes up only later.
    pub fn defect(&self, diagnostic: Diagnostic) -> Box<Defects> {
        Box::new(Defects { source: self.source.clone(), diagnostics: vec![diagnostic] })
    }
}

fn read_text(path: &Path) -> Result<String, LoadError> {
    let unreadable = |reason: String| LoadError::Unreadable { path: path.to_path_buf(), reason };
    let metadata = path.metadata().map_err(|error| unreadable(error.to_string()))?;
    if !metadata.is_file() {
        return Err(unreadable("it is not a file".to_owned()));
    }
    if metadata.len() > MOST_BYTES {
        return Err(unreadable(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|error| unreadable(format!("it is not UTF-8 (byte {})", error.utf8_error().valid_up_to())))
}
