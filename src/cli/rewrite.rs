//! Writes a changed spec back into its file.

use std::fs;
use std::path::Path;

use super::Error;
use crate::results::put_whole;
use crate::spec::Spec;

/// Writes the text of a spec completely or not at all. If the file is a symbolic link, its target is written.
pub(super) fn put_spec(path: &Path, spec: &Spec) -> Result<(), Error> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let fail = |source| Error::File { path: path.to_path_buf(), source };
    put_whole(&target, spec.source.text.as_bytes(), 0o666).map_err(fail)
}
