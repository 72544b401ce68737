//! Checks, builds and starts programs of each language: the commands are data in `profiles.yaml`, and run in the
//! sandbox.

mod aid;
mod claimed;
mod class_file;
mod clock;
mod complaint;
mod driver;
mod fidelity;
mod forking;
mod headers;
mod included;
mod interpreter;
mod interrupted;
mod java_release;
mod kept;
mod makefile;
mod notebook;
mod options;
mod own;
mod package_line;
mod program;
mod reach;
mod recode;
mod sanitizer;
mod search;
mod seeding;
mod sighting;
mod stack;
mod surroundings;
mod symbols;
mod thread_dump;
mod tools;
mod warm;
mod warnings;
mod watched;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use aid::{Aid, Aids};
pub use claimed::defined_in;
pub use class_file::name_after_class;
pub use driver::Driver;
pub use fidelity::{Fidelity, distrusted};
pub use included::includes;
pub use java_release::about_java;
pub use kept::Kept;
pub use makefile::{MakeGoal, is_compiled, makefiles};
pub use notebook::{
    CodeCell, CodeCells, code as code_of_notebook, convert as convert_notebooks, is_notebook, module_file,
    of_code as notebook_of_code,
};
pub use options::{BuildKey, BuildOptions, Meaning, Runtime};
pub use own::Languages;
pub use own::{Definition, WORDS};
pub use package_line::{LeftOutLine, Packages, class_of, leave_out_packages, package_of, packages_in};
pub use program::{
    Prepared, Program, Question, STOPPED, make, make_once, prepare, prepare_ahead, prepare_library,
};
pub use reach::OutOfReach;
pub use recode::source_text;
pub use seeding::Seeding;
pub use surroundings::{GivenFile, Surroundings};
pub use tools::ToolError;
pub use warm::Script;
pub use warnings::Warning;

/// One language, as `profiles.yaml` describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The key in a spec: `python`.
    pub name: String,
    /// The name in a sentence: `Python`.
    pub title: String,
    extensions: Vec<String>,
    #[serde(default)]
    tools: BTreeMap<String, tools::Tool>,
    /// The Ubuntu packages that contain its tools.
    #[serde(default)]
    pub ubuntu: Vec<String>,
    /// The last version of Debian that has all of these packages, if later ones have them no more.
    #[serde(default)]
    last_debian: Option<u32>,
    #[serde(default)]
    check: Vec<String>,
    /// The smallest program there is, with which its tools are tried; `None` if it is not known.
    #[serde(default)]
    smallest: Option<String>,
    /// A regular expression for what is in the file that is run, and in no other source of the program.
    #[serde(default)]
    pub main: Option<String>,
    /// The word for its usual standard, which is left out for a program that is valid only in a later one of the compiler.
    #[serde(default)]
    standard: Option<String>,
    #[serde(default)]
    build: Vec<String>,
    /// Compiles each source of a program by itself, to see what names are in it.
    #[serde(default)]
    objects: Vec<String>,
    /// Writes a source of the instructor with what it includes, and with all macros.
    #[serde(default)]
    preprocessed: Vec<String>,
    /// Builds a library that sessions call.
    #[serde(default)]
    library: Vec<String>,
    run: Vec<String>,
    /// What its tools make once to be faster, by name.
    #[serde(default)]
    aids: BTreeMap<String, Aid>,
    /// What a spec may add to how its programs are built.
    #[serde(default)]
    options: options::Accepted,
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// Texts that are laid beside its programs, by name.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Files of a hand-in that are settings for the tools of its author: here they would be in the way.
    #[serde(default)]
    without: Vec<String>,
    /// The folders that its build leaves and no run needs.
    #[serde(default)]
    leftovers: Vec<String>,
    /// Whether its programs show a prompt before they wait for input, even if standard output is a pipe.
    #[serde(default)]
    flushes: bool,
    /// Whether it prints real numbers with all their digits, the last of which differ between right programs.
    #[serde(default)]
    pub has_near_reals: bool,
    /// Which interpreter is kept warm, if that is possible; `None` if it cannot be.
    warm: Option<warm::Kind>,
    /// How its random numbers are fixed; `None` if they cannot be.
    pub seeding: Option<Seeding>,
    /// Whether the clock of its programs can be set.
    #[serde(default)]
    pub clock: bool,
    /// Whether its compiler takes nothing but UTF-8, in which not every source is.
    #[serde(default)]
    recodes: bool,
    /// Whether its interpreter takes the line ends of Windows for a part of the lines.
    #[serde(default)]
    needs_plain_lines: bool,
    /// How a source refers to other sources; `None` if a program is one file.
    pub others: Option<Others>,
    /// The endings of files that belong to sources.
    #[serde(default)]
    pub headers: Vec<String>,
}

/// How a source refers to another source of the same language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// It imports the name, without the ending.
    Import,
    /// It includes the file, or a header with its name, in quotes.
    Include,
    /// It uses the class with its name.
    Class,
    /// It contains the path in quotes, with or without the ending.
    Path,
}

impl Language {
    /// Returns the versions of its tools, by name.
    ///
    /// # Errors
    ///
    /// When a tool is missing or does not work.
    pub fn versions(&self) -> Result<BTreeMap<String, String>, ToolError> {
        let version = |(name, tool): (&String, _)| Ok((name.clone(), tools::version(name, tool, self)?));
        self.tools.iter().map(version).collect()
    }

    /// Tells whether a file is a header of its programs.
    pub fn is_header(&self, name: &str) -> bool {
        let ending = Path::new(name).extension();
        ending.is_some_and(|ending| self.headers.iter().any(|header| ending.eq_ignore_ascii_case(header)))
    }

    /// Tells whether files with this ending belong to its programs.
    pub fn owns(&self, ending: &str) -> bool {
        self.extensions.iter().chain(&self.headers).any(|own| own == ending)
    }

    /// Returns its tools with their paths.
    pub fn tools(&self) -> impl Iterator<Item = (&str, Result<std::path::PathBuf, ToolError>)> {
        self.tools
            .iter()
            .map(|(name, tool)| (name.as_str(), tools::find(name, tool, self).map(|found| found.program)))
    }
}

/// What the program knows of each language.
const PROFILES: &str = include_str!("profiles.yaml");

/// Returns all languages. Most grading needs the first alone, and each takes time to read.
pub fn all() -> impl Iterator<Item = &'static Language> {
    type Document = (&'static str, OnceLock<Vec<Language>>);
    static DOCUMENTS: LazyLock<Vec<Document>> =
        LazyLock::new(|| PROFILES.split("\n---\n").map(|text| (text, OnceLock::new())).collect());
    let read = |text: &str| serde_yaml::from_str(text).expect("the profiles are part of the program");
    DOCUMENTS.iter().flat_map(move |(text, languages)| languages.get_or_init(|| read(text)))
}

/// Returns the language with this name.
pub fn find(name: &str) -> Option<&'static Language> {
    all().find(|language| language.name == name)
}

/// Tells whether the language of a file is known, without reading what else is known of it.
pub fn is_known(name: &str) -> bool {
    let lists = PROFILES.lines().filter_map(|line| line.strip_prefix("  extensions: [")?.strip_suffix(']'));
    let mut known = lists.flat_map(|list| list.split(", "));
    let ending = Path::new(name).extension();
    ending.is_none_or(|ending| known.any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Tells whether a file is a header of some language.
pub fn is_header(name: &str) -> bool {
    // What a language takes for a source may be a header of it too, and of no other.
    of_file(name)
        .map_or_else(|| all().any(|language| language.is_header(name)), |language| language.is_header(name))
}

/// Returns the language of a file, by the ending of its name; a file without an ending counts as an executable.
pub fn of_file(name: &str) -> Option<&'static Language> {
    match Path::new(name).extension() {
        None => find("executable"),
        Some(extension) => all()
            .find(|language| language.extensions.iter().any(|known| extension.eq_ignore_ascii_case(known))),
    }
}

/// The reason why a submission could not be prepared or run. It is not the student's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An interpreter or compiler is missing.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] crate::sandbox::Error),
    /// A file of the submission had to be executed, and the system does not accept it as a program. This is a problem
    /// for its author to fix.
    #[error("{0}")]
    NoProgram(String),
    /// A tool lies where programs may not go.
    #[error(transparent)]
    OutOfReach(#[from] OutOfReach),
    /// The random numbers of a program cannot be fixed.
    #[error(
        "a `seed` has no effect here: {0}\nhelp: leave it out, or compare only what does not depend on chance"
    )]
    Unseeded(&'static str),
    /// What a spec adds to the command of a compiler keeps even the smallest program from being built.
    #[error("no {language} program can be built with what the spec adds: {complaint}\nhelp: {help}")]
    Options {
        /// The language.
        language: String,
        /// What the compiler says.
        complaint: String,
        /// What to do.
        help: String,
    },
    /// Even the smallest program cannot be checked, built or run.
    #[error(
        "no {language} program can be checked, built or run on this machine: {complaint}\n\
         help: look at what its tools say when you call them (`yardstick doctor` says where they are), and install what they miss"
    )]
    Unable {
        /// The language.
        language: String,
        /// The first line of what its tools say.
        complaint: String,
    },
    /// The clock of a program cannot be set.
    #[error(
        "a `clock` has no effect here: it can only be set for programs that load the library of C when they start\n\
         help: leave it out, or compare only what does not depend on the time"
    )]
    Unset,
    /// Sessions in this language need what only Linux has.
    #[error(
        "sessions in {0} are answered on Linux only: what is handed in is loaded there as a library\n\
         help: grade them on Linux; what is typed in Python, JavaScript and Java is answered here too"
    )]
    OnLinuxOnly(String),
    /// Compilers of Windows bring no sanitizers.
    #[error(
        "programs in {0} cannot be run under sanitizers on Windows\n\
         help: grade them on Linux, or leave `runtime: sanitized` out"
    )]
    NotSanitized(String),
    /// What answers sessions, or runs tests, cannot be built.
    #[error("what answers the sessions or runs the tests cannot be built: {0}")]
    NotMade(String),
    /// The folder of a run or a build cannot be written or read.
    #[error("the files of a run cannot be written or read: {0}")]
    Folder(#[source] std::io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Grammar;

    #[test]
    fn the_names_of_our_own_files_are_reserved() {
        let built = all().flat_map(|language| &language.run).filter_map(|word| word.strip_prefix("./"));
        let ours = built.filter(|name| !name.starts_with('{')).chain([
            warm::COMPILE_PATH,
            warm::SOURCE,
            warm::SCRIPT,
        ]);
        for name in ours {
            assert!(crate::submission::limits::is_reserved(name.as_ref()), "{name}");
        }
    }

    /// The page about languages.
    const PAGE: &str = include_str!("../../../docs/languages.md");

    #[test]
    fn the_page_about_languages_says_of_each_what_its_profile_says() {
        let listed =
            |names: Vec<String>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let told = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
        for language in all() {
            let mark = format!("| `{}` |", language.name);
            let row = PAGE.lines().find(|line| line.contains(&mark)).unwrap_or_else(|| panic!("{mark}"));
            let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let endings = language.extensions.iter().map(|ending| format!(".{ending}")).collect();
            let first = language.extensions.first();
            let has_rules = first.is_some_and(|ending| Grammar::of_file(&format!("a.{ending}")).is_some());
            let expected = [
                language.title.clone(),
                format!("`{}`", language.name),
                listed(endings),
                listed(language.tools.keys().cloned().collect()),
                listed(language.ubuntu.clone()),
                told(language.flushes),
                told(language.seeding.is_some()),
                told(has_rules),
            ];
            assert_eq!(columns[..8], expected, "{}", language.name);
        }
        // The other tables have fewer columns.
        let rows = PAGE.lines().filter(|line| line.matches('|').count() == 10 && line.contains('`'));
        assert_eq!(rows.count(), all().count() + 1, "with the heading");
    }

    #[test]
    fn a_header_is_one_whatever_language_it_is_of() {
        for language in all() {
            for ending in language.headers.iter().chain(&language.extensions) {
                let name = format!("a.{ending}");
                assert_eq!(is_header(&name), all().any(|language| language.is_header(&name)), "{name}");
            }
        }
        for name in all().flat_map(|language| &language.extensions).map(|ending| format!("a.{ending}")) {
            assert!(is_known(&name) && is_known(&name.to_uppercase()), "{name}");
        }
        assert!(is_known("Makefile") && !is_known("a.h") && !is_known("a.docx"));
        assert!(is_header("a.h") && is_header("A.HPP") && !is_header("a.c") && !is_header("h"));
    }

    #[test]
    fn the_ending_of_a_file_decides_its_language() {
        let language = |file| of_file(file).map(|language| language.name.as_str());
        assert_eq!(language("program.py"), Some("python"));
        assert_eq!(language("Program.JAVA"), Some("java"));
        assert_eq!(language("program"), Some("executable"));
        assert_eq!(language("program.docx"), None);
    }
}
