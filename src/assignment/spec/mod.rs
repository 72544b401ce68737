//! The spec of an assignment, which the instructor wrote: checked, and ready to be planned.
//!
//! [`Spec::load`] reads a shipped spec or a file. Every complaint shows the line it is about. A spec contains only the
//! expectations that it states itself; all others come from the reference.

mod addition;
mod also;
mod amend;
mod append;
mod beside;
mod check;
mod checker;
mod comparison;
mod diagnostic;
mod document;
mod exercise;
mod late;
mod leeway;
mod node;
mod number;
mod passing;
mod pattern;
mod plain;
mod quantity;
mod schema;
mod scoring;
mod shipped;
mod surrounded;
mod task;
mod tolerance;
mod valueless;
mod without;
mod yaml;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use yardstick_reference::{Reading, Reference};

use crate::language::{BuildOptions, Language, Languages, Surroundings};
use crate::points::{Points, Sixths};
use crate::sandbox::Limits;
use crate::submission::{Due, HandIn, Snapshot, WhichCounts, is_open};
use crate::system;

use beside::{OnDisk, Unlisted};

pub use addition::{AddedTask, Addition, Worth};
pub use also::AlsoOutput;
pub use amend::{AmendError, AmendedList, Amendment};
pub use append::AppendError;
pub use beside::{Beside, ReadFile, listed};
pub use checker::OutputChecker;
pub use comparison::{
    AnswerComparison, EventCompare, EventPattern, Extent, Order, PrintedComparison, Repeat, TableComparison,
    ValueRelaxation,
};
pub use comparison::{Comparison, Relaxation};
pub use diagnostic::{Defects, Diagnostic, Source};
pub use exercise::{Exercise, FurtherProgram, ProgramName};
pub use late::{LatePolicy, LateShare};
pub use leeway::{Got, Leeway};
pub use number::Number;
pub use passing::Passing;
pub use pattern::{Pattern, TYPED};
pub use plain::{comment, list, plain};
pub use schema::schema;
pub use scoring::Scoring;
pub use shipped::Shipped;
pub use shipped::shipped;
pub use task::{
    Effect, OwnMutants, PackageTask, RuleTask, RunTask, SessionLine, SessionTask, TestsTask, UnitTestTask,
    WrongProgram,
};
pub use task::{Hidden, Task};
pub use tolerance::Tolerance;
pub use yaml::read_value;

/// The spec of an assignment.
#[derive(Debug)]
pub struct Spec {
    /// The key of the assignment.
    pub assignment: String,
    /// Its name for people.
    pub title: String,
    /// The files that are handed in.
    pub hand_in: HandIn,
    /// The files that the grader puts beside every submission; they replace files with the same names.
    pub supplied: Snapshot,
    /// The language of the program, if the spec states it.
    pub language: Option<&'static Language>,
    /// How the program is built, where that is not as usual.
    pub build: BuildOptions,
    /// The languages of its files.
    pub languages: Languages,
    /// The source of the expected output.
    pub reference: Option<ReferenceSource>,
    /// Second readings of the handout that are accepted too.
    pub readings: Vec<&'static Reading>,
    /// The limits of one run.
    pub limits: Limits,
    /// What a lost scenario costs.
    pub scoring: Scoring,
    /// The reductions for late submissions.
    pub late: LatePolicy,
    /// Which hand-in counts, if a student or a group handed in several times.
    pub which_counts: WhichCounts,
    /// The programs beside that of the whole hand-in.
    pub further_programs: Vec<FurtherProgram>,
    /// The exercises that groups test.
    pub exercises: Vec<Exercise>,
    /// The groups, in the order of the file.
    pub groups: Vec<Group>,
    /// The wrong programs that may survive its scenarios, if the spec states them.
    pub audit: Option<AuditTerms>,
    /// The text, for complaints that are found later.
    pub source: Source,
    /// The other files that belong to the spec, by their paths from its folder.
    pub beside: BTreeMap<String, Vec<u8>>,
    /// Whether references of the instructor are known by the names of their files alone, because the spec is for where these have
    /// no content: only what they did is known there.
    pub conceals_references: bool,
}

/// The exceptions of an audit: the scenarios of a spec must catch everything else that is tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditTerms {
    /// Wrong programs that no scenario catches, by name, each with the reason why that is right.
    pub survives: BTreeMap<String, String>,
    /// Wrong programs that only scenarios without points catch, by name, each with the reason why that is right.
    pub uncharged: BTreeMap<String, String>,
}

/// The source of the expected output.
#[derive(Clone)]
pub enum ReferenceSource {
    /// A built-in reference.
    BuiltIn(&'static dyn Reference),
    /// The instructor's program: its files, and the one that is run.
    Program {
        /// The files, named as they are beside the spec.
        files: Snapshot,
        /// The first of the files.
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
    /// The name; `None` for a scenario outside of groups, which is a group of its own.
    pub name: Option<String>,
    /// Whether the points come on top of the maximum.
    pub bonus: bool,
    /// Which of its scenarios must be accepted for points.
    pub passing: Passing,
    /// The groups that must be passed for points, by their indexes: all stand before it.
    pub after: Vec<usize>,
    /// The exercise that it tests, by its index; `None` for the program of the whole hand-in.
    pub exercise: Option<usize>,
    /// What its runs find if their scenarios say nothing else.
    pub usual: Surroundings,
    /// The scenarios; at least one.
    pub scenarios: Vec<Scenario>,
}

impl Group {
    /// Returns the most points that its scenarios can earn.
    pub fn points(&self) -> Points {
        self.passing.most(self.scenarios.iter().map(|scenario| scenario.points))
    }
}

/// One test of a submission, and what it must do.
#[derive(Debug)]
pub struct Scenario {
    /// Its name, unique in the group.
    pub name: String,
    /// Its name for students, if its own name would tell them what is hidden.
    pub alias: Option<String>,
    /// The task.
    pub task: Task,
    /// The points.
    pub points: Points,
    /// The points before they were rounded, if they are a multiple of a sixth.
    pub sixths: Option<Sixths>,
    /// The effect of a failed rule or package check.
    pub effect: Effect,
    /// The part that students do not see.
    pub hidden: Hidden,
    /// The hint that is shown when the scenario is lost.
    pub hint: Option<String>,
    /// The place of its name in the spec, in bytes.
    pub place: Range<usize>,
}

/// The expectation of a run.
#[derive(Debug, Default)]
pub struct Expectation {
    /// The accepted standard outputs, if the spec states them; otherwise the reference's output.
    pub stdout: Option<Vec<AcceptedOutput>>,
    /// What is accepted besides.
    pub also: Vec<AcceptedOutput>,
    /// The exit code; otherwise the reference's.
    pub exit: Option<ExpectedExit>,
    /// The expected standard error.
    pub stderr: ExpectedStderr,
    /// What it must leave, by paths.
    pub files: Vec<ExpectedFile>,
}

impl Expectation {
    /// Returns the text that the spec states as the expected output, if it is one text.
    pub fn answer(&self) -> Option<&[u8]> {
        match self.stdout.as_deref()? {
            [AcceptedOutput::Text(text)] => Some(text.as_bytes()),
            _ => None,
        }
    }
}

/// What a program must leave at a path.
#[derive(Clone, Debug)]
pub struct ExpectedFile {
    /// The path in its folder.
    pub path: String,
    /// What must be there.
    pub content: ExpectedContent,
    /// How the content is compared.
    pub comparison: Comparison,
}

/// What must be at a path.
#[derive(Clone, Debug)]
pub enum ExpectedContent {
    /// Nothing.
    Absent,
    /// A file with this content.
    Bytes(Vec<u8>),
    /// A file with text that is like this.
    Like(Pattern),
    /// What the reference leaves there. The expectation of a plan has its content instead.
    Reference,
}

/// One accepted output.
#[derive(Clone, Debug)]
pub enum AcceptedOutput {
    /// Exactly this text.
    Text(String),
    /// Any text that matches this pattern.
    Pattern(Pattern),
}

/// The accepted exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedExit {
    /// This code.
    Code(i32),
    /// Any code except 0.
    NonZero,
    /// Any code.
    Any,
    /// None: the program asks for a line after the last one. How it ends then does not count.
    Waiting,
}

/// The accepted standard error.
#[derive(Clone, Debug, Default)]
pub enum ExpectedStderr {
    /// Any text.
    #[default]
    Ignored,
    /// No text.
    Empty,
    /// Exactly this text.
    Text(String),
    /// Any text that is like this.
    Like(Pattern),
}

/// The reason why a spec could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is neither a shipped spec nor a file with this name.
    #[error("no spec `{name}`: it is neither a file nor the key of a shipped spec\nhelp: {help}")]
    NotFound {
        /// The requested name.
        name: String,
        /// The known names.
        help: String,
    },
    /// A file cannot be read.
    #[error("cannot read the spec `{}`: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The spec has defects.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
}

/// Reads any YAML as strictly as a spec.
///
/// # Errors
///
/// When the text does not have this type; the message explains it.
pub fn read_yaml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    yaml::read(text)
}

/// The largest size of a spec, in bytes.
const MOST_BYTES: u64 = 4 << 20;

impl Spec {
    /// Tells whether the reference can show mistakes by their names.
    pub fn has_named_bugs(&self) -> bool {
        matches!(&self.reference, Some(ReferenceSource::BuiltIn(reference)) if !reference.bugs().is_empty())
    }

    /// Whether anything is hidden until everybody's time is over.
    pub fn hides_until_due(&self) -> bool {
        let mut scenarios = self.groups.iter().flat_map(|group| &group.scenarios);
        scenarios.any(|scenario| scenario.hidden == Hidden::AfterDue)
    }

    /// Shows what is hidden until everybody's time is over, if it is over at a moment and nobody has more than until this date.
    pub fn reveal(&mut self, latest: Option<&Due>, at: Timestamp) {
        if !self.late.is_over(latest, at) {
            return;
        }
        let scenarios = self.groups.iter_mut().flat_map(|group| &mut group.scenarios);
        for scenario in scenarios.filter(|scenario| scenario.hidden == Hidden::AfterDue) {
            scenario.hidden = Hidden::Nothing;
        }
    }

    /// Returns the files that are checked or built together with the entry, if they are in its language. A program of one group
    /// is no part of that of another.
    pub fn sources(&self) -> Vec<String> {
        let files = &self.hand_in.files;
        let is_program = |name: &String| self.further_programs.iter().any(|program| program.entry == *name);
        let is_source =
            |name: &String| !files.contains(name) && !is_program(name) && *name != self.hand_in.entry;
        let supplied = self.supplied.iter().map(|(path, _)| path.display().to_string());
        // What matches a name with wildcards is known only when files are handed in.
        let named = files.iter().filter(|name| !is_open(name)).cloned();
        named.chain(supplied.filter(is_source)).collect()
    }

    /// Loads a spec: a file, or a shipped one by its key.
    ///
    /// # Errors
    ///
    /// When there is no such spec, or when it has defects.
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
        Ok(check::check(source, &OnDisk(folder))?)
    }

    /// Parses the text of a spec. `read_file` reads the files next to it, by their relative paths.
    ///
    /// # Errors
    ///
    /// When the spec has defects.
    pub fn parse(name: &str, text: String, read_file: ReadFile) -> Result<Self, Box<Defects>> {
        Self::parse_beside(name, text, &Unlisted(read_file))
    }

    /// Parses the text of a spec that lies beside these files.
    ///
    /// # Errors
    ///
    /// When the spec has defects.
    pub fn parse_beside(name: &str, text: String, files: &dyn Beside) -> Result<Self, Box<Defects>> {
        check::check(Source { name: name.to_owned(), text }, files)
    }

    /// Creates a defect that was found only after the spec was loaded.
    pub fn defect(&self, diagnostic: Diagnostic) -> Box<Defects> {
        Box::new(Defects { source: self.source.clone(), diagnostics: vec![diagnostic] })
    }
}

/// Suggests similar names for a spec that was not found: a file next to it, or a shipped spec.
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
    system::reject_special(&metadata).map_err(|error| unreadable(error.to_string()))?;
    if metadata.is_dir() {
        return Err(unreadable(
            "it is a folder, not a file\nhelp: the spec comes first, then the submissions".to_owned(),
        ));
    }
    if metadata.len() > MOST_BYTES {
        return Err(unreadable(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    let bytes = system::read(path).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        unreadable(format!("line {line} is not UTF-8\nhelp: save the file as UTF-8"))
    })
}
