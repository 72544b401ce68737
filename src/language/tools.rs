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
    /// Arguments with which the tool says where the real one is.
    #[serde(default)]
    ask: Vec<String>,
    /// What to append to its answer.
    #[serde(default)]
    then: Option<String>,
    /// Arguments with which the tool says its version, if its first answer does not.
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

/// A tool, and what it needs.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Its absolute path.
    pub(super) program: PathBuf,
    /// Folders without which it does not run, besides the system's own.
    pub(super) folders: Vec<PathBuf>,
    /// Its version, if it said that too.
    version: Option<String>,
    /// Whether it said that it cannot be kept warm.
    pub(super) cold: bool,
}

/// How a line of an answer begins that tells the version.
const VERSION: &str = "version ";

/// The line of an answer that says that the interpreter is none that can be kept warm.
const COLD: &str = "cold";

static FOUND: Mutex<Option<HashMap<String, Result<Found, ToolError>>>> = Mutex::new(None);

static VERSIONS: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

/// Where a tool is.
pub(super) fn find(name: &str, tool: &Tool, language: &str) -> Result<Found, ToolError> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_with(HashMap::new);
    found.entry(name.to_owned()).or_insert_with(|| resolve(name, tool, language)).clone()
}

/// The version of a tool: the first line of what it says about it.
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
        // Some say it on standard error.
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

/// What a tool says. It is asked at the top of the file system: version managers would heed files of the folder that the
/// grader stands in, which may be a submission's.
fn ask_tool(program: &Path, args: &[String]) -> io::Result<Output> {
    Command::new(program).args(args).current_dir("/").output()
}

/// Folders that a program needs: those that it said, and those in which it and what it links to are
/// installed, without the system's own, which every program sees.
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

/// Where the system's own programs are.
const SYSTEM: [&str; 5] = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/// Where a tool is, if that can be told without asking it: a program of the system's own that is no script of a version
/// manager. Nothing else is known of it then.
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
