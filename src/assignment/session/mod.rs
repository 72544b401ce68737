//! The languages in which sessions are typed: how their lines are answered, and how their values are written.
//!
//! A value is a value in all of them. What differs is the driver that answers the lines, and how a value, an exception
//! and an expected answer look in text.

mod agreement;
mod contents;
mod incomparable;
mod java;
mod javascript;
mod marked;
mod native;
mod neutral;
mod notation;
mod scanner;
mod vary;

use std::sync::Arc;

use crate::language::{Error, Program};
use crate::python;
use crate::sandbox::Limits;
use crate::submission::Snapshot;
use crate::trace::SessionTrace;

use native::Dialect;

pub use agreement::agree;
pub use incomparable::incomparable;
pub use java::NOT_COMPILED;
pub use native::NOT_DEFINED;
pub use neutral::{Class, Interface, Signature, Type};
pub use neutral::{check as check_neutral, of_python as neutral_of_python, written as written_in};
pub use notation::Notation;
pub use python::{Drivers, Session};
pub use vary::shape;

/// The class name of what a line raises that is none of its language. No class can have this name.
pub const UNREADABLE: &str = "unreadable line";

/// The class name of a value that is too large.
pub const TOO_LARGE: &str = "value too large to compare";

/// The module at whose names a session is typed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Module {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// The file.
    pub file: String,
    /// The language of the lines.
    pub notation: Notation,
    /// The header with which the lines are compiled, in C and C++.
    pub header: Option<String>,
    /// What neutral lines call.
    pub interface: Option<Arc<Interface>>,
}

impl Module {
    /// Creates a module of Python.
    pub fn python(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { file: format!("{name}.py"), name, notation: Notation::Python, header: None, interface: None }
    }

    /// Returns the module of a file; `None` if there are no sessions with such files.
    pub fn of_file(file: &str) -> Option<Self> {
        Self::in_notation(file, Notation::of_file(file)?)
    }

    /// Returns the module of a file in a language.
    pub fn in_notation(file: &str, notation: Notation) -> Option<Self> {
        let (name, _) = file.rsplit_once('.')?;
        Some(Self { name: name.to_owned(), file: file.to_owned(), notation, header: None, interface: None })
    }

    /// Returns what tells a session with this module from others in digests.
    pub fn key(&self) -> String {
        match self.notation {
            Notation::Python => format!("python {} {}", python::VERSION, self.name),
            Notation::JavaScript => format!("javascript {} {}", javascript::VERSION, self.file),
            Notation::Java => format!("java {} {}", java::VERSION, self.file),
            Notation::C | Notation::Cpp => {
                let header = self.header.as_deref().unwrap_or_default();
                format!("{} {} {header}", self.notation.key(), native::VERSION)
            }
            Notation::Neutral => {
                let versions =
                    [neutral::VERSION, python::VERSION, javascript::VERSION, java::VERSION, native::VERSION];
                let interface = self.interface.as_ref().map(|interface| interface.key());
                let header = self.header.as_deref().unwrap_or_default();
                format!("neutral {versions:?} {} {header} {}", self.file, interface.unwrap_or_default())
            }
        }
    }
}

/// Answers sessions with a module of a program, each in a process of its own. The program is a library where the lines are
/// compiled to call it; `supplied` are the instructor's files beside it.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub fn answer(
    program: &Program,
    drivers: &Drivers,
    module: &Module,
    supplied: &Snapshot,
    sessions: &[Session],
    limits: &Limits,
) -> Result<Vec<SessionTrace>, Error> {
    match module.notation {
        Notation::Python => python::answer(program, drivers, &module.name, sessions, limits),
        Notation::JavaScript => javascript::answer(program, &module.file, sessions, limits),
        Notation::Java => java::answer(program, sessions, limits),
        Notation::C => native::answer(program, drivers, (module, Dialect::C), supplied, sessions, limits),
        Notation::Cpp => native::answer(program, drivers, (module, Dialect::Cpp), supplied, sessions, limits),
        Notation::Neutral => neutral::answer(program, drivers, module, supplied, sessions, limits),
    }
}
