//! What the instructor wrote: the spec of an assignment, checked and ready to be planned.
//!
//! [`Spec::load`] reads a shipped spec or a file. Every complaint shows the line it is about. A spec
//! knows what is expected only where it says so itself; the rest is the reference's business.

mod addition;
mod append;
mod check;
mod comparison;
mod diagnostic;
mod document;
mod late;
mod pattern;
mod plain;
mod quantity;
mod schema;
mod shipped;
mod task;
mod yaml;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use yardstick_reference::{Reading, Reference};

use crate::language::Language;
use crate::points::{Points, Sixths};
use crate::sandbox::Limits;
use crate::submission::{HandIn, Snapshot};

pub use addition::{AddedTask, Addition, Worth};
pub use append::AppendError;
pub use comparison::{
    AnswerComparison, Comparison, EventCompare, EventPattern, Extent, PrintedComparison, Relaxation, Repeat,
    ValueRelaxation,
};
pub use diagnostic::{Defects, Diagnostic, Source};
pub use late::{LatePolicy, LateShare};
pub use pattern::Pattern;
pub use plain::{list, plain};
pub use schema::schema;
pub use shipped::{Shipped, shipped};
pub use task::{
    Effect, Hidden, PackageTask, RuleTask, RunTask, SessionLine, SessionTask, Task, TestsTask, WrongProgram,
};

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
    /// What is taken off for lateness.
    pub late: LatePolicy,
    /// In the order of the file.
    pub groups: Vec<Group>,
    /// What its scenarios must catch, where it says so.
    pub audit: Option<AuditTerms>,
    /// The text, for complaints that come up later.
    pub source: Source,
    /// The files that stand beside it and are part of it, by their paths from its folder.
    pub beside: BTreeMap<String, Vec<u8>>,
}

/// What the scenarios of a spec must catch: everything that is tried, but for what it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditTerms {
    /// What no scenario catches, by its name, and why that is right.
    pub survives: BTreeMap<String, String>,
    /// What only scenarios catch that are worth nothing, by its name, and why that is right.
    pub uncharged: BTreeMap<String, String>,
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

/// Something to put a submission through, and what it must do.
#[derive(Debug)]
pub struct Scenario {
    /// Its name, unique in the group.
    pub name: String,
    /// What to do.
    pub task: Task,
    /// What it is worth.
    pub points: Points,
    /// The same before it was rounded, where that is a third or a sixth.
    pub sixths: Option<Sixths>,
    /// What it means to fail it.
    pub effect: Effect,
    /// What of it students are not to see.
    pub hidden: Hidden,
    /// Shown when the scenario is lost.
    pub hint: Option<String>,
    /// Where its name stands in the spec, in bytes.
    pub place: Range<usize>,
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
    #[error("no spec `{name}`: it is neither a file nor the key of a shipped spec\nhelp: {help}")]
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

/// Reads a file that stands beside a spec, by its relative path; or says why it cannot.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Reads any YAML, as strictly as a spec.
///
/// # Errors
///
/// When it is not what is asked for; the message says why.
pub fn read_yaml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    yaml::read(text)
}

/// The largest spec that is read, in bytes.
const MOST_BYTES: u64 = 4 << 20;

impl Spec {
    /// The files that are checked or built together with the entry, where they are of its language.
    pub fn sources(&self) -> Vec<String> {
        let files = &self.hand_in.files;
        let supplied = self.supplied.iter().map(|(path, _)| path.display().to_string());
        files.iter().cloned().chain(supplied.filter(|name| !files.contains(name))).collect()
    }

    /// Reads a spec: a file, or a shipped one by its key.
    ///
    /// # Errors
    ///
    /// When there is no such spec, or something is wrong with it.
    pub fn load(name: &str) -> Result<Self, LoadError> {
        if let Some(shipped) = shipped().iter().find(|shipped| shipped.key == name) {
            let name = format!("specs/{name}.yaml");
            return Ok(Self::parse(&name, shipped.text.to_owned(), &|path| shipped.supplied(path))?);
        }
        let path = Path::new(name);
        if !path.exists() {
            return Err(LoadError::NotFound { name: name.to_owned(), help: near_misses(path) });
        }
        let text = read_text(path)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let source = Source { name: name.to_owned(), text };
        Ok(check::check(source, &|file| std::fs::read(folder.join(file)).map_err(|error| error.to_string()))?)
    }

    /// Reads a spec from its text. `read_file` gives the files that stand beside it, by their relative paths, or
    /// says why it cannot.
    ///
    /// # Errors
    ///
    /// When something is wrong with it.
    pub fn parse(name: &str, text: String, read_file: ReadFile) -> Result<Self, Box<Defects>> {
        check::check(Source { name: name.to_owned(), text }, read_file)
    }

    /// A complaint about one of its scenarios that comes up only later.
    pub fn defect(&self, diagnostic: Diagnostic) -> Box<Defects> {
        Box::new(Defects { source: self.source.clone(), diagnostics: vec![diagnostic] })
    }
}

/// What may have been meant by the name of a spec that is not there: a file beside it, or a shipped spec.
fn near_misses(path: &Path) -> String {
    let name = path.to_string_lossy();
    let looks_like_a_file = path.extension().is_some() || name.contains('/');
    if !looks_like_a_file {
        return diagnostic::suggest(&name, shipped().iter().map(|shipped| shipped.key));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let beside: Vec<String> = beside
        .map(|entry| path.with_file_name(entry.file_name()))
        .filter(|file| file.extension().is_some_and(|ending| ending == "yaml" || ending == "yml"))
        .map(|file| file.display().to_string())
        .collect();
    if beside.is_empty() {
        return "there is no such file; `yardstick specs` lists the shipped specs".to_owned();
    }
    diagnostic::suggest(&name, beside.iter().map(String::as_str))
}

fn read_text(path: &Path) -> Result<String, LoadError> {
    let unreadable = |reason: String| LoadError::Unreadable { path: path.to_path_buf(), reason };
    let metadata = path.metadata().map_err(|error| unreadable(error.to_string()))?;
    if !metadata.is_file() {
        return Err(unreadable(
            "it is not a file\nhelp: the spec comes first, then the submissions".to_owned(),
        ));
    }
    if metadata.len() > MOST_BYTES {
        return Err(unreadable(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        unreadable(format!("line {line} is not UTF-8\nhelp: save the file as UTF-8"))
    })
}
