//! Writes a file completely or not at all: nobody ever reads half of it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::system;

/// The beginning of the names of files that are not completely written yet.
pub(super) const UNFINISHED: &str = ".unfinished-";

/// Writes a file under another name first and then renames it. The umask decides who may read it. A file that already
/// has this content is not touched.
///
/// # Errors
///
/// When it cannot be written. Then the old file is still there.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut content = Vec::new();
    write(&mut content)?;
    if holds(path, &content) { Ok(()) } else { put_whole(path, &content, 0o666) }
}

/// Whether there is a regular file, not a link, with exactly this content.
fn holds(path: &Path, content: &[u8]) -> bool {
    let is_alike = |found: fs::Metadata| found.is_file() && found.len() == content.len() as u64;
    fs::symlink_metadata(path).is_ok_and(is_alike) && system::read(path).is_ok_and(|found| found == content)
}

/// Writes these bytes in the same way, and always replaces an existing file. The permissions are those that the umask
/// leaves of `mode`.
///
/// # Errors
///
/// As for [`write_whole`].
pub(crate) fn put_whole(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    system::permissions(mode).map(|permissions| builder.permissions(permissions));
    let mut file = builder.prefix(UNFINISHED).tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}
