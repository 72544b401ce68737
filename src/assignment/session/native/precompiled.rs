//! The headers of C++, compiled once and not again for each submission: most of the time of a unit goes into them.

use std::path::{Path, PathBuf};

use super::cpp::PREFIX;
use super::make::{CODE, Settings};
use crate::language::{self, Error};
use crate::submission::{File, Snapshot};

/// Lays out the beginning of a unit, unless it was compiled because it is needed often: then returns the folder in which it is.
///
/// # Errors
///
/// When the sandbox fails, or a tool is missing.
pub(super) fn supply(
    settings: &Settings,
    prefix: String,
    files: &mut Snapshot,
) -> Result<Option<PathBuf>, Error> {
    let prefix = File { content: prefix.into_bytes(), executable: false };
    let mut own = Snapshot::default();
    own.insert(PREFIX.into(), prefix.clone());
    // Under this name a compiler looks for it.
    let name = format!("{PREFIX}.gch");
    let dialect = settings.dialect;
    let command = [&[dialect.compiler()], CODE, &settings.flags(), dialect.strictness()].concat();
    let command = [command, vec!["-x", "c++-header", "-o", &name, PREFIX]].concat();
    let command: Vec<String> = command.into_iter().map(str::to_owned).collect();
    let made = language::make_once(settings.sandbox, dialect.language(), &command, own, &[PREFIX, &name])?;
    if made.is_none() {
        files.insert(PREFIX.into(), prefix);
    }
    Ok(made.as_deref().and_then(Path::parent).map(Path::to_path_buf))
}
