//! What every page needs, whatever the assignment: this program as a module, and an interpreter.

use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::system::{self, MODULE};

/// The module.
const YARDSTICK: &str = "yardstick.wasm";

/// The files of Pyodide, as its package holds them.
const PYODIDE: [&str; 5] =
    ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

/// The contents of the files.
pub(super) struct Kit {
    pub(super) module: Vec<u8>,
    pub(super) python: Vec<(&'static str, Vec<u8>)>,
    /// The interpreter, for people: `Python 3.13 (Pyodide 0.28)`.
    pub(super) interpreter: String,
}

impl Kit {
    /// Reads the kit in a folder, or that beside this program.
    pub(super) fn open(folder: Option<&Path>) -> Result<Self, Error> {
        let folder = folder.map_or_else(beside_this_program, Path::to_path_buf);
        let read = |name: &str| {
            system::read(&folder.join(name)).map_err(|error| {
                Error::Usage(format!(
                    "cannot read `{}`: {error}\nhelp: name the kit of this version by `--kit`; `{MADE_BY}` makes it",
                    folder.join(name).display()
                ))
            })
        };
        let module = read(YARDSTICK)?;
        if memchr::memmem::find(&module, MODULE.as_bytes()).is_none() {
            return Err(Error::Usage(format!(
                "`{}` is not {MODULE}\nhelp: take the kit of this version, or make it: `{MADE_BY}`",
                folder.join(YARDSTICK).display()
            )));
        }
        let python =
            PYODIDE.iter().map(|name| Ok((*name, read(name)?))).collect::<Result<Vec<_>, Error>>()?;
        let lock: serde_json::Value = python
            .iter()
            .find(|(name, _)| name.ends_with("lock.json"))
            .and_then(|(_, text)| serde_json::from_slice(text).ok())
            .unwrap_or_default();
        let said = |key: &str| lock["info"][key].as_str().unwrap_or("of some version").to_owned();
        let interpreter = format!("Python {} (Pyodide)", said("python"));
        Ok(Self { module, python, interpreter })
    }
}

/// The command that makes a kit from the sources.
const MADE_BY: &str = ".ci/portable web";

fn beside_this_program() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let beside = program.parent().unwrap_or(Path::new("")).join("web");
    let shared = beside.with_file_name("../share/yardstick/web");
    if shared.is_dir() { shared } else { beside }
}
