//! The compiled code of a Python program, which its check leaves for its runs.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Language;
use crate::resource::Resource;
use crate::sandbox::{self, Command, Execution, Exit, Goal, Warm, WarmSettings};
use crate::submission::{File, Snapshot};

/// The program that checks and compiles; its own comments describe it.
pub(super) const COMPILE: &str = include_str!("compile.py");

/// Its path among the files of a submission.
pub(super) const COMPILE_PATH: &str = ".yardstick-compile.py";

/// The path of the entry's source while the compiled entry is in its place.
pub(super) const SOURCE: &str = ".yardstick-source";

/// The path of a script of ours that stands in a file, and the Python code that starts it as if it stood in the command.
pub(super) const SCRIPT: &str = ".yardstick-script.py";
pub(super) const START_FROM_FILE: &str = "import os; file = open('.yardstick-script.py', encoding='utf-8'); text = file.read(); file.close(); \
     os.remove('.yardstick-script.py'); exec(compile(text, '<string>', 'exec'))";

/// The folder of the files that look at a program in a fresh interpreter, which removes it at its start.
const PROVER: &str = ".yardstick";

/// The variable of the environment by which the interpreter finds them.
pub(super) const PROVER_VARIABLE: [&str; 2] = ["PYTHONPATH", PROVER];

/// Returns the files of a program with those that look at it.
pub(super) fn with_prover(files: &Snapshot) -> Snapshot {
    let mut files = files.clone();
    for (name, content) in sandbox::START_FILES {
        files.insert(Path::new(PROVER).join(name), File { content: content.to_vec(), executable: false });
    }
    files
}

/// The interpreters that can be kept warm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Python,
    Node,
}

/// How forks of a warm Node run a program.
pub(super) const BY_NODE: Warm = Warm { settings: WarmSettings::Node, goal: Goal::Run };

/// Tells whether a run says too little about a program, because it was a fork of a warm Node that did not end well, or could not
/// be made (`None`). A fork is not wholly what a Node is that starts anew, and nobody must lose by that: what counts then is
/// what the program does in such a one.
///
/// A loop that never ends is the program's own, and would take its time twice.
pub(super) fn is_doubtful(command: &Command, execution: Option<&Execution>) -> bool {
    let by_node = command.warm.as_ref().is_some_and(|warm| warm.settings == WarmSettings::Node);
    let ended_well = match execution.map(|execution| execution.exit) {
        Some(Exit::Code(code)) => code == 0,
        Some(Exit::Endless) => true,
        Some(Exit::Exceeded(resource)) => resource == Resource::Cpu,
        Some(Exit::Signal(_)) | None => false,
    };
    by_node && !ended_well
}

/// The compiled entry of a program.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    content: Vec<u8>,
    /// Whether the end of the program does nothing that can be observed.
    ends_plainly: bool,
}

impl Compiled {
    /// Reads the output of the check: one byte, then the compiled entry. `None` if the check printed a warning, because
    /// every run must print it, too.
    pub(super) fn from_check(language: &Language, execution: &Execution) -> Option<Self> {
        let (plainly, content) = execution.stdout.split_first()?;
        (language.warm == Some(Kind::Python) && execution.stderr.is_empty())
            .then(|| Self { content: content.to_vec(), ends_plainly: *plainly == b'p' })
    }

    /// Returns the files of a program with the compiled entry in place of the source, and the goal of the warm
    /// interpreter, which puts the source back.
    pub(super) fn in_place_of(&self, files: &Snapshot, entry: &str) -> (Snapshot, Goal) {
        let mut files = files.clone();
        if let Some(source) = files.get(entry.as_ref()).cloned() {
            files.insert(entry.into(), File { content: self.content.clone(), executable: source.executable });
            files.insert(SOURCE.into(), source);
        }
        (files, if self.ends_plainly { Goal::EndPlainly } else { Goal::Run })
    }
}

/// Returns the settings of a warm Python that checks a program with these files, the first of which is its entry,
/// and then runs it.
pub(super) fn settings_of(files: &[&str]) -> WarmSettings {
    let settings = json!({
        "modules": {},
        "check": { "source": COMPILE, "names": files },
        "source": SOURCE,
        "path": files.first(),
        "endless": sandbox::PROVES_LOOPS,
    });
    WarmSettings::Python(settings.to_string())
}

/// A program of ours that a Python interpreter runs; a warm one has compiled it already.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The name of its module.
    pub name: &'static str,
    /// The program. If it is the main module, it calls its `main`, and removes the folder from the search path before
    /// it imports anything.
    pub source: &'static str,
    /// Whether it writes to us on descriptor 3.
    pub channel: bool,
}

impl Script {
    /// Returns how a warm interpreter runs it, which has compiled it and imported its modules.
    pub(super) fn warm(&self) -> Warm {
        let settings = json!({ "modules": { self.name: self.source }, "check": Value::Null, "source": Value::Null, "endless": false });
        Warm { settings: WarmSettings::Python(settings.to_string()), goal: Goal::Run }
    }

    /// Returns the Python code that starts it in a fork of such an interpreter.
    pub(super) fn start(&self) -> String {
        format!("import sys\nsys.modules['{}'].main()\n", self.name)
    }
}
