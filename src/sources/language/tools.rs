//! Finds interpreters and compilers, each once.

use std::collections::HashMap;
use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::Language;
use super::java_release::version_of_java;
use super::search::{self, Way};
use crate::digest::Digest;
use crate::system;

/// How to find one tool.
#[derive(Clone, Debug, Deserialize)]
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
    /// What stands before its version where the file `release` of a JDK tells it: a compiler takes a third of a second to say it.
    released: Option<String>,
    /// The folders that it reads besides the system's programs, if they exist.
    #[serde(default)]
    folders: Vec<PathBuf>,
    /// Whether nothing is known of the tool but its name, not even how it prints its version.
    #[serde(skip)]
    is_unknown: bool,
}

impl Default for Tool {
    fn default() -> Self {
        Self {
            ask: Vec::new(),
            then: None,
            version: say_version(),
            released: None,
            folders: Vec::new(),
            is_unknown: false,
        }
    }
}

impl Tool {
    /// A tool of which only the name is known.
    pub(super) fn unknown() -> Self {
        Self { is_unknown: true, ..Self::default() }
    }

    #[cfg(test)]
    pub(super) fn is_unknown(&self) -> bool {
        self.is_unknown
    }
}

/// The arguments with which most tools print their version.
const WAYS_TO_ASK: [&str; 4] = ["--version", "-version", "-v", "version"];

fn say_version() -> Vec<String> {
    vec!["--version".to_owned()]
}

/// A tool is missing.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ToolError {
    /// The tool is not on the search path.
    #[error(
        "`{tool}` is needed to run {language} and is not on the search path: install it{}, or add its folder to PATH",
        from_packages(packages, *last_debian)
    )]
    Missing {
        /// The name of the tool.
        tool: String,
        /// The name of the language.
        language: String,
        /// The packages that contain it.
        packages: Vec<String>,
        /// The last version of Debian that has them, if later ones have them no more.
        last_debian: Option<u32>,
    },
    /// A page has no such tool.
    #[error(
        "{language} cannot be checked in a browser: a page runs only Python; check it on your computer instead"
    )]
    NotInPage {
        /// The name of the language.
        language: String,
    },
    /// There is only the stand-in of the Microsoft Store.
    #[error(
        "`{}` is no {language}, but a stand-in that leads to the Microsoft Store: install {language} from its own site or from the \
         Store; if it is installed, switch the stand-in off in the settings of Windows under \"App execution aliases\"",
        program.display()
    )]
    StandIn {
        /// The stand-in.
        program: PathBuf,
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

fn from_packages(packages: &[String], last_debian: Option<u32>) -> String {
    if packages.is_empty() || !cfg!(target_os = "linux") {
        return String::new();
    }
    let last = last_debian.map(|version| format!("; {version} is the last Debian that has them"));
    format!(" (`apt-get install {}` on Debian and Ubuntu{})", packages.join(" "), last.unwrap_or_default())
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

/// Finds a tool. Languages that share a tool find it in the same way.
pub(super) fn find(name: &str, tool: &Tool, language: &Language) -> Result<Found, ToolError> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_with(HashMap::new);
    let found = found.entry(name.to_owned()).or_insert_with(|| resolve(name, tool, language)).clone();
    // Another language may have looked for it before.
    found.map_err(|error| match error {
        ToolError::Missing { tool, .. } => missing(&tool, language),
        other @ (ToolError::Broken { .. } | ToolError::NotInPage { .. } | ToolError::StandIn { .. }) => other,
    })
}

fn missing(tool: &str, language: &Language) -> ToolError {
    let (tool, packages) = (tool.to_owned(), language.ubuntu.clone());
    ToolError::Missing { tool, language: language.title.clone(), packages, last_debian: language.last_debian }
}

/// Returns the version of a tool: the first line of its answer.
pub(super) fn version(name: &str, tool: &Tool, language: &Language) -> Result<String, ToolError> {
    let mut known = VERSIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    if let Some(version) = known.get(name) {
        return Ok(version.clone());
    }
    let found = find(name, tool, language)?;
    let ask = || match tool.is_unknown {
        true => guessed_version(&found.program),
        false => ask_tool(&found.program, &tool.version).map(first_line),
    };
    let broken = |error: io::Error| ToolError::Broken { tool: name.to_owned(), reason: error.to_string() };
    let released = || Some(format!("{}{}", tool.released.as_ref()?, version_of_java(&found.program)?));
    let version = found.version.clone().or_else(released).map_or_else(ask, Ok).map_err(broken)?;
    known.insert(name.to_owned(), version.clone());
    Ok(version)
}

/// The first line of an answer. Some tools print it on standard error.
fn first_line(output: Output) -> String {
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// Returns what stands for the version of a tool of which nothing is known: what it says to one of the usual questions, or a
/// digest of the program.
fn guessed_version(program: &Path) -> io::Result<String> {
    for way in WAYS_TO_ASK {
        let output = ask_tool(program, &[way.to_owned()])?;
        let is_answer = output.status.success();
        let said = first_line(output);
        if is_answer && !said.is_empty() {
            return Ok(said);
        }
    }
    Ok(format!("digest {}", Digest::of(&system::read(program)?)))
}

/// Finds an interpreter that the page has around this module. A variable of the environment is its version.
#[cfg(target_family = "wasm")]
fn resolve(name: &str, _: &Tool, language: &Language) -> Result<Found, ToolError> {
    let version = env::var(format!("YARDSTICK_{}", name.to_uppercase())).ok();
    let version = version.ok_or_else(|| ToolError::NotInPage { language: language.title.clone() })?;
    Ok(Found { program: name.into(), folders: Vec::new(), version: Some(version), cold: false })
}

#[cfg(not(target_family = "wasm"))]
fn resolve(name: &str, tool: &Tool, language: &Language) -> Result<Found, ToolError> {
    let ways = ways(name);
    if tool.ask.is_empty() {
        let path = ways.into_iter().next().ok_or_else(|| missing(name, language))?.program;
        let said: Vec<PathBuf> = tool.folders.iter().filter(|folder| folder.is_dir()).cloned().collect();
        return Ok(Found { folders: needed(&path, &said), program: path, version: None, cold: false });
    }
    let mut first = None;
    // Elsewhere than on Windows the first one is the one that its user would start, even if it does not work.
    for way in if cfg!(windows) { &ways[..] } else { &ways[..ways.len().min(1)] } {
        match ask_for_real(name, tool, way, language) {
            Ok(found) => return Ok(found),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| missing(name, language)))
}

/// Asks a tool where the real one is.
fn ask_for_real(name: &str, tool: &Tool, way: &Way, language: &Language) -> Result<Found, ToolError> {
    let broken =
        |code: Option<i32>, said: &str, reason: String| match search::is_stand_in(&way.program, code, said) {
            true => ToolError::StandIn { program: way.program.clone(), language: language.title.clone() },
            false => ToolError::Broken { tool: name.to_owned(), reason },
        };
    let args = [&way.before[..], &tool.ask].concat();
    let output = ask_tool(&way.program, &args).map_err(|error| broken(None, "", error.to_string()))?;
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = answer.lines().find_map(|line| line.strip_prefix(VERSION)).map(str::to_owned);
    let cold = answer.lines().any(|line| line == COLD);
    let paths = answer.lines().filter(|line| !line.starts_with(VERSION) && *line != COLD);
    let lines: Vec<PathBuf> = paths.map(PathBuf::from).collect();
    let first = lines.first().cloned().unwrap_or_default();
    let real = tool.then.as_ref().map_or_else(|| first.clone(), |then| first.join(then));
    if output.status.success() && system::is_program(&real) {
        let rest = if tool.then.is_some() { &lines[..] } else { &lines[1..] };
        Ok(Found { folders: needed(&real, rest), program: real, version, cold })
    } else {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let silent =
            || format!("asked where the real one is, it ended with {} and told nothing", output.status);
        let first_paragraph = said.split("\n\n").next().unwrap_or_default();
        let reason = if said.is_empty() { silent() } else { first_paragraph.to_owned() };
        Err(broken(output.status.code(), &said, reason))
    }
}

/// Runs a tool and returns its answer. The working directory is the root: version managers read files of the current
/// folder, which may be a submission's.
fn ask_tool(program: &Path, args: &[String]) -> io::Result<Output> {
    Command::new(program).args(args).current_dir("/").stdin(Stdio::null()).output()
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
    system::open_to_read(&real).and_then(|mut file| file.read_exact(&mut head)).ok()?;
    let is_plain = head == *b"\x7fELF" && SYSTEM.iter().any(|system| real.starts_with(system));
    is_plain.then(|| Found { folders: needed(&program, &[]), program, version: None, cold: false })
}

fn on_search_path(name: &str) -> Option<PathBuf> {
    ways(name).into_iter().next().map(|way| way.program)
}

/// Returns the ways to start a tool, the best first.
fn ways(name: &str) -> Vec<Way> {
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    let found = search::ways(name, &system::names_of_program(name), &folders, system::is_program);
    let absolute = |way: Way| Some(Way { program: std::path::absolute(way.program).ok()?, ..way });
    found.into_iter().filter_map(absolute).collect()
}
