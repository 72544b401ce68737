//! How much of what is handed in is taken, and what never is.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The most files that a submission may hold.
pub(super) const MOST_FILES: usize = 2_000;
/// The most bytes that a submission may hold.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// The deepest that its folders may be nested.
pub(super) const MOST_DEPTH: usize = 32;
/// The most folders that it may have.
pub(super) const MOST_FOLDERS: usize = 2_000;
/// The most bytes that the name of a file or folder may have: file systems take no longer ones.
pub(super) const LONGEST_NAME: usize = 255;
/// The most bytes that the path of a file may have.
pub(super) const LONGEST_PATH: usize = 1_024;

/// The most files that a download of all submissions may hold.
pub(super) const MOST_DOWNLOAD_FILES: usize = 200_000;

/// Whether a grader gives such a name to files of its own, which lie beside those of a submission.
pub fn is_reserved(name: &OsStr) -> bool {
    name.as_bytes().starts_with(b".yardstick-") || name == "yardstick-program"
}

/// What systems, editors and interpreters leave behind and no student means to hand in. A stale
/// `.pyc` once gave a wrong program full marks.
pub(super) fn is_junk(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let junk =
        ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".git", ".idea", ".vscode"];
    junk.contains(&&*name) || name.ends_with(".pyc") || name.ends_with(".pyo") || name.starts_with("._")
}
