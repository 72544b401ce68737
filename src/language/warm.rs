//! What a check of a Python program leaves for its runs: the code, compiled.

use serde_json::{Value, json};

use super::Language;
use crate::sandbox::{Execution, Goal, Warm};
use crate::submission::{File, Snapshot};

/// Checks and compiles; see there.
pub(super) const COMPILE: &str = include_str!("compile.py");

/// Where it stands among the files of a submission.
pub(super) const COMPILE_PATH: &str = ".yardstick-compile.py";

/// Where the source of the entry waits while its compiled form has its place.
pub(super) const SOURCE: &str = ".yardstick-source";

/// The entry of a program, compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    content: Vec<u8>,
    /// Whether the program does nothing at its end that could be seen.
    ends_plainly: bool,
}

impl Compiled {
    /// What the check printed: one byte, then the compiled entry. Nothing where it warned of something, which
    /// every run is to warn of too.
    pub(super) fn from_check(language: &Language, execution: &Execution) -> Option<Self> {
        let (plainly, content) = execution.stdout.split_first()?;
        (language.warm && execution.stderr.is_empty())
            .then(|| Self { content: content.to_vec(), ends_plainly: *plainly == b'p' })
    }

    /// The files of a program with this in the place of its entry, and what a warm interpreter is to do with it, which
    /// puts the source back.
    pub(super) fn in_place_of(&self, files: &Snapshot, entry: &str) -> (Snapshot, Goal) {
        let mut files = files.clone();
        if let Some(source) = files.get(entry.as_ref()).cloned() {
            files.insert(entry.into(), File { content: self.content.clone(), executable: source.executable });
            files.insert(SOURCE.into(), source);
        }
        (files, if self.ends_plainly { Goal::EndPlainly } else { Goal::Run })
    }
}

/// The settings of a warm interpreter that checks a program with these files, the first of which is its entry, and then
/// runs it.
pub(super) fn settings_of(files: &[&str]) -> String {
    json!({
        "modules": {},
        "check": { "source": COMPILE, "names": files },
        "source": SOURCE,
        "path": files.first(),
    })
    .to_string()
}

/// A program of ours that a Python interpreter runs, and a warm one has compiled.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The name of its module.
    pub name: &'static str,
    /// The program: it calls its `main` if it is the main module, and then takes the folder off the search path
    /// before it imports anything.
    pub source: &'static str,
    /// Whether descriptor 3 is a way back to us.
    pub channel: bool,
}

impl Script {
    /// By a warm interpreter that has compiled it and imported what it imports.
    pub(super) fn warm(&self) -> Warm {
        let settings =
            json!({ "modules": { self.name: self.source }, "check": Value::Null, "source": Value::Null });
        Warm { settings: settings.to_string(), goal: Goal::Run }
    }

    /// What starts it in a fork of such an interpreter.
    pub(super) fn start(&self) -> String {
        format!("import sys\nsys.modules['{}'].main()\n", self.name)
    }
}
