//! What a check of a Python program leaves for its runs: the code, compiled.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::Language;
use crate::sandbox::Execution;
use crate::submission::{File, Snapshot};

/// Checks and compiles; see there.
pub(super) const COMPILE: &str = include_str!("compile.py");

/// What it imports.
pub(super) const COMPILE_IMPORTS: &[&str] = &["ast", "importlib.util", "marshal", "traceback"];

/// Where it stands among the files of a submission.
pub(super) const COMPILE_PATH: &str = ".yardstick-compile.py";

/// Where the source of the entry waits while its compiled form has its place.
const SOURCE: &str = ".yardstick-source";

/// The entry of a program, compiled.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    content: Vec<u8>,
    /// Whether the program does nothing at its end that could be seen.
    ends_plainly: bool,
    /// Where it was when it was compiled.
    folder: PathBuf,
}

impl Compiled {
    /// What the check printed: one byte, then the compiled entry. Nothing where it warned of something, which
    /// every run is to warn of too.
    pub(super) fn from_check(language: &Language, execution: &Execution) -> Option<Self> {
        let (plainly, content) = execution.stdout.split_first()?;
        (language.warm && execution.stderr.is_empty()).then(|| Self {
            content: content.to_vec(),
            ends_plainly: *plainly == b'p',
            folder: execution.folder.clone(),
        })
    }

    /// The files of a program with this in the place of its entry, and the settings with which a warm
    /// interpreter puts the source back.
    pub(super) fn in_place_of(&self, files: &Snapshot, entry: &str) -> (Snapshot, String) {
        let mut files = files.clone();
        if let Some(source) = files.get(entry.as_ref()).cloned() {
            files.insert(entry.into(), File { content: self.content.clone(), executable: source.executable });
            files.insert(SOURCE.into(), source);
        }
        let settings = json!({
            "imports": [],
            "source": self.folder.join(SOURCE),
            "path": self.folder.join(entry),
            "ends_plainly": self.ends_plainly,
        });
        (files, settings.to_string())
    }
}

/// The settings of a warm interpreter that has imported some modules.
pub(super) fn with_imports(imports: &[&str]) -> String {
    json!({ "imports": imports, "source": Value::Null }).to_string()
}
