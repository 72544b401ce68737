//! How much of what is handed in is taken, and what never is.

use std::ffi::OsStr;

/// The most files that a submission may hold.
pub(super) const MOST_FILES: usize = 2_000;
/// The most bytes that a submission may hold.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// The deepest that its folders may be nested.
pub(super) const MOST_DEPTH: usize = 32;

/// The most files that a download of all submissions may hold.
pub(super) const MOST_DOWNLOAD_FILES: usize = 200_000;

/// What systems, editors and interpreters leave behind and no student means to hand in. A stale
/// `.pyc` once gave a wrong program full marks.
pub(super) fn is_junk(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let junk =
        ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".git", ".idea", ".vscode"];
    junk.contains(&&*name) || name.ends_with(".pyc") || name.ends_with(".pyo") || name.starts_with("._")
}
