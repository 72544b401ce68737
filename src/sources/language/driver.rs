//! Programs of ours that an interpreter runs beside a submission's files, and that answer on descriptor 3.

/// A driver: a file that is put beside the files of a program.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    /// The path of the file.
    pub path: &'static str,
    /// Its content.
    pub source: &'static str,
    /// The arguments of the interpreter, behind those of the language.
    pub args: &'static [&'static str],
}
