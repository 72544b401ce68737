//! Names of the C library that a submission claims for itself, although tests that are compiled with it use them.
//!
//! A harness and a submission are one program: whoever defines `__assert_fail` decides what comes of every `assert`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex::Regex;

use super::symbols::Symbols;
use super::warnings::Warning;
use crate::submission::Snapshot;
use crate::system;
use crate::untrusted::Untrusted;

/// The files of the library, beside what loads a program.
const LIBRARIES: [&str; 3] = ["libc.so.6", "libm.so.6", "libpthread.so.0"];

/// Words of the language, and macros of the library, that mean something in every test.
const WORDS: [&str; 20] = [
    "assert", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "goto",
    "return", "int", "char", "double", "float", "long", "struct", "sizeof",
];

/// The names of a library that were read before.
static READ: Mutex<BTreeMap<PathBuf, Arc<BTreeSet<String>>>> = Mutex::new(BTreeMap::new());

/// The names that the C library defines for a program; `None` if that cannot be told.
pub(super) fn library_of(program: &Symbols) -> Option<Arc<BTreeSet<String>>> {
    let loader = program.interpreter.as_ref()?.canonicalize().ok()?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = read.get(&loader) {
        return Some(known.clone());
    }
    let beside = LIBRARIES.iter().map(|name| loader.with_file_name(name));
    // The library of musl loads programs itself.
    let files = beside.chain([loader.clone()]).filter_map(|path| system::read(&path).ok());
    let names: BTreeSet<String> = files.flat_map(|file| Symbols::of(&file).defined).collect();
    let names = Arc::new(names);
    read.insert(loader, names.clone());
    Some(names)
}

/// What was compiled for tests and a submission that make one program.
pub(super) struct Compiled<'a> {
    /// What the submission's sources became.
    pub(super) theirs: Vec<Symbols>,
    /// What the sources of the tests became.
    pub(super) own: Vec<Symbols>,
    /// The names of the C library.
    pub(super) library: &'a BTreeSet<String>,
    /// The functions that the assignment asks for.
    pub(super) asked: &'a BTreeSet<String>,
    /// The files of the tests.
    pub(super) files: &'a Snapshot,
}

impl Compiled<'_> {
    /// Returns why a submission is refused; `None` if it takes nothing from the tests.
    pub(super) fn refusal(&self) -> Option<Untrusted> {
        let is_defined = |name: &String| self.own.iter().any(|one| one.defined.contains(name));
        let is_used = |name: &&String| self.own.iter().any(|one| one.needed.contains(*name));
        let is_claimed = |name: &&String| {
            self.library.contains(*name)
                && !is_defined(name)
                && !self.asked.contains(*name)
                && !self.declares(name)
        };
        let mut claimed = self.theirs.iter().flat_map(|one| &one.defined);
        if let Some(name) = claimed.find(|name| is_used(name) && is_claimed(name)) {
            return Some(said("your program", name, "of the C library"));
        }
        // A header of the submission can define it for the tests alone.
        let mut hidden = self.own.iter().flat_map(|one| &one.own);
        let name = hidden.find(|name| is_claimed(name) && !self.defines(name))?;
        Some(said("a header of your program", name, "of the C library"))
    }

    /// What is told of the names of the C library that a submission claims and no test uses; `handed_in` are its files.
    pub(super) fn remarks(&self, handed_in: &Snapshot) -> Vec<Warning> {
        let is_defined_by_tests = |name: &str| self.own.iter().any(|one| one.defined.contains(name));
        let claimed: BTreeSet<&str> =
            self.theirs.iter().flat_map(|one| &one.defined).map(String::as_str).collect();
        let is_told = |name: &&str| {
            self.library.contains(*name)
                && !is_defined_by_tests(name)
                && !self.asked.contains(*name)
                && !self.declares(name)
        };
        let told = claimed.into_iter().filter(is_told);
        told.filter_map(|name| {
            let (file, line) = defined_at(name, handed_in)?;
            let message = format!(
                "the C library has a `{name}` too, and may call yours: rename it, or make it `static`"
            );
            Some(Warning { file: file.into(), line, column: None, message: message.into(), is_ours: true })
        })
        .collect()
    }

    /// Tells whether the tests say themselves that the submission has this function: they declare it.
    fn declares(&self, name: &str) -> bool {
        self.has(&format!(r"(?m)^(?:extern\s+)?[A-Za-z_][\w \t*]*[\s*]{name}\s*\([^;{{}}]*\)\s*;"))
    }

    fn defines(&self, name: &str) -> bool {
        self.has(&format!(r"\b{name}\s*\([^;{{}}]*\)\s*\{{"))
    }

    fn has(&self, pattern: &str) -> bool {
        let Ok(pattern) = Regex::new(pattern) else { return false };
        self.files.iter().any(|(_, file)| pattern.is_match(&String::from_utf8_lossy(&file.content)))
    }
}

/// Where a function is defined, as far as its text tells: the file, and the number of the line from 1.
fn defined_at(name: &str, files: &Snapshot) -> Option<(String, usize)> {
    let definition = Regex::new(&format!(r"\b{}\s*\([^;{{}}]*\)\s*\{{", regex::escape(name))).ok()?;
    files.iter().find_map(|(path, file)| {
        let text = String::from_utf8_lossy(&file.content);
        let at = definition.find(&text)?.start();
        Some((path.display().to_string(), text[..at].matches('\n').count() + 1))
    })
}

fn said(who: &str, name: &str, what: &str) -> Untrusted {
    let name: Untrusted = name.to_owned().into();
    Untrusted::concat(&[
        &format!("{who} defines `"),
        &name,
        &format!("`, a name {what} that the tests use: give it another name"),
    ])
}

/// The names of the functions that sources define: those that an assignment asks for, if the sources are its reference.
pub fn defined_in(files: &Snapshot) -> BTreeSet<String> {
    static DEFINITION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b([A-Za-z_]\w*)\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*\{").expect("a pattern")
    });
    let texts = files.iter().map(|(_, file)| String::from_utf8_lossy(&file.content).into_owned());
    let found = texts.flat_map(|text| {
        DEFINITION.captures_iter(&text).map(|found| found[1].to_owned()).collect::<Vec<_>>()
    });
    found.filter(|name| !WORDS.contains(&name.as_str())).collect()
}

/// Whether sources of tests include a file that is not theirs.
pub(super) fn includes_others(files: &Snapshot) -> bool {
    static INCLUDED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"(?m)^\s*#\s*include\s*(?:"([^"]+)"|[^<"\s])"#).expect("a pattern"));
    files.iter().any(|(_, file)| {
        let text = String::from_utf8_lossy(&file.content);
        INCLUDED
            .captures_iter(&text)
            .any(|found| found.get(1).is_none_or(|name| files.get(Path::new(name.as_str())).is_none()))
    })
}

/// Returns why a submission is refused for what its headers make of the tests; `None` if they leave them alone. `text` is a
/// source of the tests, preprocessed with its macros, and `asked` has the functions that the assignment asks for.
pub(super) fn refused_header(
    text: &str,
    files: &Snapshot,
    library: &BTreeSet<String>,
    asked: &BTreeSet<String>,
) -> Option<Untrusted> {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"^# \d+ "((?:[^"\\]|\\.)*)"(.*)$"#).expect("a pattern"));
    static RENAMES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:asm|__asm|__asm__)\b|^\s*#pragma\s+(?:redefine_extname|weak)\b").expect("a pattern")
    });
    let own_text: Vec<_> = files.iter().map(|(_, file)| String::from_utf8_lossy(&file.content)).collect();
    let is_said = |name: &str| {
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        own_text.iter().any(|text| {
            let mut found = text.match_indices(name);
            found.any(|(at, _)| {
                !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
            })
        })
    };
    let mut is_theirs = false;
    for line in text.lines() {
        if let Some(mark) = MARK.captures(line) {
            let path = Path::new(&mark[1]);
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let name = name.strip_prefix(super::options::UNIT).unwrap_or(name);
            let is_own = files.get(Path::new(name)).is_some() || name.starts_with('<');
            is_theirs = !path.is_absolute() && !is_own && !mark[1].is_empty();
        } else if is_theirs {
            let named = line.strip_prefix("#define ").or_else(|| line.strip_prefix("#undef "));
            let name = named.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
            let is_defined = line.starts_with("#define ");
            if name == Some("NDEBUG") && is_defined && is_said("assert") {
                let reason = "a header of your program defines `NDEBUG`, which switches off every `assert` of the tests: take that out";
                return Some(reason.into());
            }
            if let Some(name) = name.filter(|name| is_defined && asked.contains(*name) && is_said(name)) {
                let name: Untrusted = name.to_owned().into();
                let what = "`, which the tests call, as a macro: write a function";
                return Some(Untrusted::concat(&[&"a header of your program defines `", &name, &what]));
            }
            if let Some(name) = name.filter(|name| library.contains(*name) || WORDS.contains(name))
                && is_said(name)
            {
                return Some(said("a header of your program", name, "of the language or its library"));
            }
            if RENAMES.is_match(line) {
                return Some(
                    "a header of your program gives functions other names for the linker: take that out"
                        .into(),
                );
            }
        }
    }
    None
}
