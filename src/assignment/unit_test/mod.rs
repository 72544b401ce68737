//! The instructor's tests, which are run together with a submission, in its interpreter.
//!
//! A test runs in a process of its own, with the files that belong to it and the source of no other test. What came of it
//! is told in one record. It repeats a key that only this process and the grader know.

mod decode;
mod fault;
mod junit;
mod own_tests;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use yardstick_reference::Raised;

use crate::digest::{Digest, Part};
use crate::language::{self, Error, Program};
use crate::python::{self, Drivers, Requests};
use crate::sandbox::Limits;
use crate::submission::Snapshot;
use crate::trace::{CaseOutcome, SessionEnd, TestCase, UnitTestTrace};
use crate::untrusted::Untrusted;

pub use fault::fault;
pub use junit::NOT_COMPILED;
pub use own_tests::{CompiledTests, compile_own_tests};

/// The texts that the driver executes to run tests, as modules of one package. Each imports from those before it.
const RUNNER: [(&str, &str); 13] = [
    ("state", include_str!("runner/state.py")),
    ("seals", include_str!("runner/seals.py")),
    ("sources", include_str!("runner/sources.py")),
    ("watch", include_str!("runner/watch.py")),
    ("memory", include_str!("runner/memory.py")),
    ("compared", include_str!("runner/compared.py")),
    ("keeper", include_str!("runner/keeper.py")),
    ("cases", include_str!("runner/cases.py")),
    ("loading", include_str!("runner/loading.py")),
    ("by_unittest", include_str!("runner/by_unittest.py")),
    ("by_pytest", include_str!("runner/by_pytest.py")),
    ("stand_ins", include_str!("runner/stand_ins.py")),
    ("main", include_str!("runner/main.py")),
];

/// The number of tests for one driver.
pub const BATCH: usize = 24;

/// What finds and runs tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Framework {
    /// `unittest`, which is part of Python.
    Unittest,
    /// `pytest`, which must be installed.
    Pytest,
    /// JUnit 4 or 5, whose libraries lie beside the tests.
    Junit,
}

impl Framework {
    /// Returns the word for it in specs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unittest => "unittest",
            Self::Pytest => "pytest",
            Self::Junit => "junit",
        }
    }

    /// Returns the language of its tests, by its name in specs.
    pub fn language(self) -> &'static str {
        match self {
            Self::Unittest | Self::Pytest => "python",
            Self::Junit => "java",
        }
    }
}

/// A test of the instructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTest {
    /// What runs it.
    pub framework: Framework,
    /// Its name, with those of the classes around it: `TestSquare`, `test_side`.
    pub path: Vec<String>,
    /// The package of its class, in Java; otherwise empty.
    pub package: String,
    /// The file in which it stands, or its class.
    pub file: String,
    /// The file in which it stands, if its class has it from another file.
    pub origin: Option<String>,
    /// The files that are laid out for it, by their paths. There is no other test in them.
    pub files: Snapshot,
    /// What students are asked to write.
    pub asked: Asked,
}

/// What an assignment asks for, as far as its spec tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The names of classes in Java.
    pub classes: Vec<String>,
    /// Whether there are no others: those of a reference are all.
    pub is_whole: bool,
    /// The paths of files; none if any file may be handed in.
    pub files: Vec<String>,
}

impl UnitTest {
    /// Returns its name in one word: `TestSquare.test_side`.
    pub fn name(&self) -> String {
        self.path.join(".")
    }

    /// Returns a digest of everything that decides what it does.
    pub fn digest(&self) -> Digest {
        let runner = match self.framework {
            Framework::Unittest | Framework::Pytest => RUNNER.map(|(_, text)| text).concat(),
            Framework::Junit => junit::SOURCES.to_owned(),
        };
        let origin = self.origin.as_deref().unwrap_or_default();
        let asked = if self.asked.is_whole { "all" } else { "some" };
        let parts: [&dyn Part; 10] = [
            &"unit test",
            &self.framework.word(),
            &self.path,
            &self.file,
            &origin,
            &self.files.digest(),
            &runner,
            &self.asked.classes,
            &asked,
            &self.asked.files,
        ];
        Digest::of_values(&parts)
    }
}

/// Runs tests of one framework with a program, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub fn run(
    program: &Program,
    drivers: &Drivers,
    tests: &[&UnitTest],
    limits: &Limits,
) -> Result<Vec<UnitTestTrace>, Error> {
    let Some(framework) = tests.first().map(|test| test.framework) else { return Ok(Vec::new()) };
    let keys: Vec<String> = tests.iter().map(|_| random_key()).collect();
    if framework == Framework::Junit {
        return junit::run(program, tests, &keys, limits);
    }
    let each = tests.iter().zip(&keys).map(|(test, key)| {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let files: BTreeMap<String, String> =
            test.files.iter().map(|(path, file)| (text(path), STANDARD.encode(&file.content))).collect();
        json!({ "key": key, "test": test.path, "file": test.file, "origin": test.origin, "files": files, "asked": test.asked.files })
    });
    let requests = Requests {
        head: json!({ "module": "test", "framework": framework.word(), "runner": RUNNER }),
        each: each.collect(),
        read: &|index, written: &[u8], end| decode::record(written, &keys[index], end),
        goes_on: &|_: &UnitTestTrace| true,
    };
    python::carry_out(program, drivers, &requests, limits)
}

/// Returns the trace of a test whose program is missing or cannot be built, for this reason.
pub fn not_built(reason: Untrusted) -> UnitTestTrace {
    let raised = Raised { class: NOT_COMPILED.into(), message: reason };
    let case = TestCase { outcome: CaseOutcome::Error, raised: Some(raised), ..TestCase::default() };
    UnitTestTrace { cases: vec![case], ..UnitTestTrace::silent(SessionEnd::Code(0)) }
}

/// Returns the version of pytest that the interpreter of Python has, if it has it.
pub fn pytest_version() -> Option<Untrusted> {
    let (_, program) = language::find("python")?.tools().next()?;
    let asked = Command::new(program.ok()?)
        .args(["-c", "import pytest; print(pytest.__version__)"])
        .current_dir("/")
        .stdin(Stdio::null())
        .output();
    let output = asked.ok().filter(|output| output.status.success())?;
    Some(Untrusted::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Returns a word that nobody can guess. The standard library draws the keys of its hash tables from the system.
fn random_key() -> String {
    let drawn = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", drawn(), drawn())
}
