//! The languages in which sessions are typed: how their lines are answered, and how their values are written.
//!
//! A value is a value in all of them. What differs is the driver that answers the lines, and how a value, an exception
//! and an expected answer look in text.

mod agreement;
mod java;
mod javascript;
mod marked;
mod notation;
mod scanner;

use crate::language::{Error, Program};
use crate::python;
use crate::sandbox::Limits;
use crate::trace::SessionTrace;

pub(crate) use agreement::agree;
pub(crate) use java::NOT_COMPILED;
pub(crate) use notation::Notation;
pub(crate) use python::{Drivers, Session};

/// The class name of what a line raises that is none of its language. No class can have this name.
pub(crate) const UNREADABLE: &str = "unreadable line";

/// The class name of a value that is too large.
pub(crate) const TOO_LARGE: &str = "value too large to compare";

/// The module at whose names a session is typed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Module {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// The file.
    pub file: String,
    /// The language of the lines.
    pub notation: Notation,
}

impl Module {
    /// Creates a module of Python.
    pub(crate) fn python(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { file: format!("{name}.py"), name, notation: Notation::Python }
    }

    /// Returns the module of a file; `None` if there are no sessions with such files.
    pub(crate) fn of_file(file: &str) -> Option<Self> {
        let notation = Notation::of_file(file)?;
        let (name, _) = file.rsplit_once('.')?;
        Some(Self { name: name.to_owned(), file: file.to_owned(), notation })
    }

    /// Returns what tells a session with this module from others in digests: of Python only the name, as ever.
    pub(crate) fn key(&self) -> String {
        match self.notation {
            Notation::Python => self.name.clone(),
            Notation::JavaScript => format!("javascript {} {}", javascript::VERSION, self.file),
            Notation::Java => format!("java {} {}", java::VERSION, self.file),
        }
    }
}

/// Answers sessions with a module of a program, each in a process of its own.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub(crate) fn answer(
    program: &Program,
    drivers: &Drivers,
    module: &Module,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    match module.notation {
        Notation::Python => python::answer(program, drivers, &module.name, sessions, limits),
        Notation::JavaScript => javascript::answer(program, &module.file, sessions, limits),
        Notation::Java => java::answer(program, sessions, limits),
    }
}
