//! Finds interpreters and compilers, each once.

use std::collections::HashMap;
use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

/// How to find one tool.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    /// Arguments with which the tool says where the real one is.
    #[serde(default)]
    ask: Vec<String>,
    /// What to append to its answer.
    #[serde(default)]
    then: Option<String>,
}

/// A tool is not there.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ToolError {
    /// It is not on the search path.
    #[error(
        "`{tool}` is needed to run {language} and is not on the search path: install it, or add its folder to PATH"
    )]
    Missing {
        /// The tool's name.
        tool: String,
        /// The language's title.
        language: String,
    },
    /// It is there and does not say where the real one is.
    #[error("`{tool}` is on the search path and does not work: {reason}")]
    Broken {
        /// The tool's name.
        tool: String,
        /// What went wrong.
        reason: String,
    },
}

static FOUND: Mutex<Option<HashMap<String, Result<PathBuf, ToolError>>>> = Mutex::new(None);

/// The absolute path of a tool.
pub(super) fn find(name: &str, tool: &Tool, language: &str) -> Result<PathBuf, ToolError> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_with(HashMap::new);
    found.entry(name.to_owned()).or_insert_with(|| resolve(name, tool, language)).clone()
}

fn resolve(name: &str, tool: &Tool, language: &str) -> Result<PathBuf, ToolError> {
    let missing = || ToolError::Missing { tool: name.to_owned(), language: language.to_owned() };
    let path = on_search_path(name).ok_or_else(missing)?;
    if tool.ask.is_empty() {
        return Ok(path);
    }
    let broken = |reason: String| ToolError::Broken { tool: name.to_owned(), reason };
    let output = Command::new(&path).args(&tool.ask).output().map_err(|error| broken(error.to_string()))?;
    let answer = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned();
    let real =
        tool.then.as_ref().map_or_else(|| PathBuf::from(&answer), |then| Path::new(&answer).join(then));
    if output.status.success() && is_executable(&real) {
        Ok(real)
    } else {
        Err(broken(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }
}

fn on_search_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
