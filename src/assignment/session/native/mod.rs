//! C and C++: sessions are compiled with the header of a submission, and answered each by a process of its own, which loads
//! the submission as a library.

mod c;
mod clashes;
mod classes;
mod complaints;
mod cpp;
mod declaration;
mod draft;
mod ended;
mod like;
mod line;
mod literal;
mod make;
mod precompiled;
mod show;
mod structs;
mod tokens;

use std::path::Path;

use crate::language::{self, Error, Language, Meaning, Program};
use crate::python::{Drivers, Session};
use crate::sandbox::{Input, Limits};
use crate::submission::Snapshot;
use crate::trace::SessionTrace;

use super::{Module, NOT_COMPILED};
use ended::Cut;
use make::{MadeSession, Settings};

pub use ended::NOT_DEFINED;
pub(super) use like::like;
pub(super) use literal::literal;
pub(super) use show::{is_whole, shown, type_name};
pub(super) use tokens::{Kind, Token, tokens};

/// The number of sessions that are compiled together.
pub(super) const BATCH: usize = 24;

/// The number of the version of what answers them. Traces of another version are not used.
pub(super) const VERSION: u32 = 4;

/// The program that answers one session, and the shared object with its lines.
const ANSWERER: &str = ".yardstick-session";
const OBJECT: &str = ".yardstick-lines.so";

/// The submission as a library.
const LIBRARY: &str = ".yardstick-library.so";

/// C or C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dialect {
    C,
    Cpp,
}

impl Dialect {
    /// The name of the language.
    fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
        }
    }

    fn language(self) -> &'static Language {
        language::find(self.name()).expect("the profiles are part of the program")
    }

    /// The compiler, as a word that is filled in.
    fn compiler(self) -> &'static str {
        match self {
            Self::C => "{gcc}",
            Self::Cpp => "{g++}",
        }
    }

    /// The ending of a unit.
    fn ending(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
        }
    }

    /// The version of the language, as in its profile.
    fn usual_flags(self) -> &'static [&'static str] {
        match self {
            Self::C => &["-std=gnu17", "-D_GNU_SOURCE"],
            Self::Cpp => &["-std=c++20"],
        }
    }

    /// Returns those flags of a submission with which its lines are compiled too. What surrounds lines in C++ needs C++20.
    fn flags_of(self, meaning: &Meaning) -> Vec<String> {
        let is_older = |flag: &str| {
            let version = flag.strip_prefix("-std=").and_then(|standard| standard.split_once("++"));
            let is_known =
                |(_, version): (&str, &str)| matches!(version, "20" | "2a" | "23" | "2b" | "26" | "2c");
            flag == "-ansi" || flag.starts_with("-std=") && !version.is_some_and(is_known)
        };
        let fits = |flag: &&String| self == Self::C || !is_older(flag);
        meaning.flags.iter().filter(fits).cloned().collect()
    }

    /// What is an error in a line, though the compiler might only warn.
    fn strictness(self) -> &'static [&'static str] {
        match self {
            Self::C => &[
                "-Werror=implicit-function-declaration",
                "-Werror=implicit-int",
                "-Werror=int-conversion",
                "-Werror=incompatible-pointer-types",
            ],
            // Each session is a part that can be left out, with its texts.
            Self::Cpp => &["-ffunction-sections", "-fdata-sections", "-fmerge-constants"],
        }
    }

    /// How a session is linked; with a whole source, it needs what the library of the submission would.
    fn linking(self, is_source: bool) -> &'static [&'static str] {
        match self {
            Self::C if is_source => &["-nostdlib", "-lm"],
            Self::C => &["-nostdlib"],
            Self::Cpp => &[],
        }
    }

    /// Whether a file is a source, not a header.
    fn is_source(self, name: &str) -> bool {
        let language = self.language();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        language.owns(ending) && !language.is_header(name)
    }
}

/// Answers sessions, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn answer(
    program: &Program,
    drivers: &Drivers,
    (module, dialect): (&Module, Dialect),
    supplied: &Snapshot,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    let header = module.header.as_deref().unwrap_or_default();
    let is_supplied = supplied.get(Path::new(header)).is_some();
    let files = if is_supplied { supplied } else { program.files() };
    // A source that takes the place of a header is compiled with the lines, and is all that there is.
    let is_source = dialect.is_source(header);
    let meaning = program.meaning();
    let settings = Settings {
        sandbox: program.sandbox(),
        dialect,
        header,
        files,
        is_supplied,
        is_source,
        flags: &dialect.flags_of(meaning),
        define: &meaning.define,
        has_own_time: program.has_own_time(),
    };
    let is_alone = is_source && !needs_others(dialect, header, program.files(), supplied);
    let (tools, made) = (settings.tools()?, settings.made(sessions)?);
    let clashes = drivers.clashes(|| match dialect {
        Dialect::C if !is_source => clashes::of(program, header, &settings),
        Dialect::C | Dialect::Cpp => Ok(Vec::new()),
    })?;
    let answered = sessions.iter().zip(&made).map(|(session, made_session)| {
        let cut = first_cut(made_session, clashes);
        if made_session.object.content.is_empty() {
            return Ok(ended::not_begun(cut.as_ref(), program.files()));
        }
        let mut files = vec![
            (ANSWERER.to_owned(), tools.answerer.clone()),
            (OBJECT.to_owned(), made_session.object.clone()),
        ];
        if is_alone || program.files().get(Path::new(LIBRARY)).is_none() {
            files.push((LIBRARY.to_owned(), tools.library.clone()));
        }
        let program = program.with_files(files.iter())?;
        let stop = cut.as_ref().map_or(-1, |cut| i64::try_from(cut.line).unwrap_or(-1));
        let args = [format!("./{OBJECT}"), stop.to_string(), drivers.filling().to_string()];
        let input = Input { lines: session.stdin.to_vec(), final_newline: true, terminal: false };
        let execution = program.run_to_answer(&args, &input, limits)?;
        Ok(ended::trace(&execution, session.lines.len(), cut.as_ref()))
    });
    answered.collect()
}

/// Tells whether a source needs the library besides: sources are supplied that it does not include.
fn needs_others(dialect: Dialect, source: &str, files: &Snapshot, supplied: &Snapshot) -> bool {
    let text = files.get(Path::new(source)).map_or(&[][..], |file| &file.content);
    let names = supplied.iter().filter_map(|(path, _)| path.to_str());
    names.into_iter().any(|name| dialect.is_source(name) && !language::includes(text, name))
}

/// Returns what keeps a session from its end: a line that cannot be compiled, or one that calls a function which the submission
/// defines in another way than the header declares it.
fn first_cut(session: &MadeSession, clashes: &[(String, String)]) -> Option<Cut> {
    let clash = session.lines.iter().enumerate().find_map(|(line, read)| {
        let (_, reason) = clashes.iter().find(|(name, _)| read.names.contains(name))?;
        Some(Cut { line, class: NOT_COMPILED, message: reason.clone() })
    });
    [session.cut.clone(), clash].into_iter().flatten().min_by_key(|cut| cut.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_our_files_are_reserved() {
        for name in [ANSWERER, OBJECT, LIBRARY] {
            assert!(crate::submission::limits::is_reserved(name.as_ref()), "{name}");
        }
    }
}
