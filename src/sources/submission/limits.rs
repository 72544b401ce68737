//! Limits on submissions, and files that are never taken.

use std::ffi::OsStr;

/// The largest number of files in a submission.
pub(super) const MOST_FILES: usize = 2_000;
/// The largest size of a submission, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;
/// The deepest nesting of folders.
pub(super) const MOST_DEPTH: usize = 32;
/// The largest number of folders.
pub(super) const MOST_FOLDERS: usize = 2_000;
/// The largest length of the name of a file or folder, in bytes; file systems allow no more.
pub(super) const LONGEST_NAME: usize = 255;
/// The largest length of the path of a file, in bytes.
pub(super) const LONGEST_PATH: usize = 1_024;

/// The largest number of files in a download.
pub(super) const MOST_DOWNLOAD_FILES: usize = 200_000;

/// Tells whether the grader uses this name for its own files, which are put beside those of a submission.
pub fn is_reserved(name: &OsStr) -> bool {
    let is_program = name == "yardstick-program" || name == "yardstick-program.exe";
    is_program || name.as_encoded_bytes().starts_with(b".yardstick-")
}

/// Tells whether a file was left behind by a system, an editor or an interpreter, and not meant to be handed in. An old
/// `.pyc` once gave a wrong program full marks.
pub(super) fn is_junk(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let junk =
        ["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".git", ".idea", ".vscode"];
    junk.contains(&&*name) || name.ends_with(".pyc") || name.ends_with(".pyo") || name.starts_with("._")
}
