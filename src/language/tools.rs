//! Finds interpreters and compilers, each once.

use std::collections::HashMap;
use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

/// How to find one tool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    /// The arguments with which the tool prints the path of the real one.
    #[serde(default)]
    ask: Vec<String>,
    /// The text to append to that path.
    #[serde(default)]
    then: Option<String>,
    /// The arguments with which the tool prints its version, if its first answer does not contain it.
    #[serde(default = "say_version")]
    version: Vec<String>,
}

impl Default for Tool {
    fn default() -> Self {
        Self { ask: Vec::new(), then: None, version: say_version() }
    }
}

fn say_version() -> Vec<String> {
    vec!["--version".to_owned()]
}

/// A tool is missing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ToolError {
    /// The tool is not on the search path.
    #[error(
        "`{tool}` is needed to run {language} and is not on the search path: install it, or add its folder to PATH"
    )]
    Missing {
        /// The name of the tool.
        tool: String,
        /// The name of the language.
        language: String,
    },
    /// The tool exists but does not print the path of the real one.
    #[error("`{tool}` is on the search path and does not work: {reason}")]
    Broken {
        /// The name of the tool.
        tool: String,
        /// The error.
        reason: String,
    },
}

/// A tool that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Its absolute path.
    pub(super) program: PathBuf,
    /// The folders that it needs, besides the system's.
    pub(super) folders: Vec<PathBuf>,
    /// Its version, if it printed that too.
    version: Option<String>,
    /// Whether it said that it cannot be kept warm.
    pub(super) cold: bool,
}

/// The start of the line of an answer that contains the version.
const VERSION: &str = "version ";

/// The line of an answer that means that the interpreter cannot be kept warm.
const COLD: &str = "cold";

static FOUND: Mutex<Option<HashMap<String, Result<Found, ToolError>>>> = Mutex::new(None);

static VERSIONS: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// Finds a tool.
pub(super) fn find(name: &str, tool: &Tool, language: &str) -> Result<Found, ToolError> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_with(HashMap::new);
    found.entry(name.to_owned()).or_insert_with(|| resolve(name, tool, language)).clone()
}

/// Returns the version of a tool: the first line of its answer.
pub(super) fn version(name: &str, tool: &Tool, language: &str) -> Result<String, ToolError> {
    let mut known = VERSIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    if let Some(version) = known.get(name) {
        return Ok(version.clone());
    }
    let found = find(name, tool, language)?;
    let ask = || {
        let output = ask_tool(&found.program, &tool.version);
        let output =
            output.map_err(|error| ToolError::Broken { tool: name.to_owned(), reason: error.to_string() })?;
        // Some tools print it on standard error.
        let said = [output.stdout, output.stderr].concat();
        Ok(String::from_utf8_lossy(&said).lines().next().unwrap_or_default().trim().to_owned())
    };
    let version = found.version.clone().map_or_else(ask, Ok)?;
    known.insert(name.to_owned(), version.clone());
    Ok(version)
}

fn resolve(name: &str, tool: &Tool, language: &str) -> Result<Found, ToolError> {
    let missing = || ToolError::Missing { tool: name.to_owned(), language: language.to_owned() };
    let path = on_search_path(name).ok_or_else(missing)?;
    if tool.ask.is_empty() {
        return Ok(Found { folders: needed(&path, &[]), program: path, version: None, cold: false });
    }
    let broken = |reason: String| ToolError::Broken { tool: name.to_owned(), reason };
    let output = ask_tool(&path, &tool.ask).map_err(|error| broken(error.to_string()))?;
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = answer.lines().find_map(|line| line.strip_prefix(VERSION)).map(str::to_owned);
    let cold = answer.lines().any(|line| line == COLD);
    let paths = answer.lines().filter(|line| !line.starts_with(VERSION) && *line != COLD);
    let lines: Vec<PathBuf> = paths.map(PathBuf::from).collect();
    let first = lines.first().cloned().unwrap_or_default();
    let real = tool.then.as_ref().map_or_else(|| first.clone(), |then| first.join(then));
    if output.status.success() && is_executable(&real) {
        let rest = if tool.then.is_some() { &lines[..] } else { &lines[1..] };
        Ok(Found { folders: needed(&real, rest), program: real, version, cold })
    } else {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let silent =
            || format!("asked where the real one is, it ended with {} and told nothing", output.status);
        Err(broken(if said.is_empty() { silent() } else { said }))
    }
}

/// Runs a tool and returns its answer. The working directory is the root: version managers read files of the current
/// folder, which may be a submission's.
fn ask_tool(program: &Path, args: &[String]) -> io::Result<Output> {
    Command::new(program).args(args).current_dir("/").output()
}

/// Returns the folders that a program needs: those of its answer, and those in which it and its links are installed,
/// without the system's own, which every program sees.
fn needed(program: &Path, said: &[PathBuf]) -> Vec<PathBuf> {
    let installed = |program: &Path| program.parent().and_then(Path::parent).map(Path::to_path_buf);
    let real = program.canonicalize().ok();
    let own = [Some(program), real.as_deref()].into_iter().flatten().filter_map(installed);
    let mut folders: Vec<PathBuf> = said
        .iter()
        .cloned()
        .chain(own)
        .flat_map(|folder| [folder.canonicalize().unwrap_or_else(|_| folder.clone()), folder])
        .filter(|folder| !SYSTEM.iter().any(|system| folder.starts_with(system)) && folder.parent().is_some())
        .collect();
    folders.sort();
    folders.dedup();
    folders
}

/// The folders of the system's own programs.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/// Finds a tool without asking it, if it is a program of the system and not a script of a version manager. Nothing else
/// is known of it then.
pub(super) fn at_once(name: &str) -> Option<Found> {
    let program = on_search_path(name)?;
    let real = program.canonicalize().ok()?;
    let mut head = [0; 4];
    File::open(&real).and_then(|mut file| file.read_exact(&mut head)).ok()?;
    let is_plain = head == *b"\x7fELF" && SYSTEM.iter().any(|system| real.starts_with(system));
    is_plain.then(|| Found { folders: needed(&program, &[]), program, version: None, cold: false })
}

fn on_search_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut files = env::split_paths(&path).map(|folder| folder.join(name));
    std::path::absolute(files.find(|file| is_executable(file))?).ok()
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
