//! Writes all of a file or nothing: nobody ever reads half of it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// How the names of files begin that are not written to their ends yet.
pub(super) const UNFINISHED: &str = ".unfinished-";

/// Writes a file beside its place first, then puts it there, readable for all whom the umask allows. One that holds
/// these bytes already is left alone.
///
/// # Errors
///
/// When it cannot be written; what was there before is there still.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut content = Vec::new();
    write(&mut content)?;
    if holds(path, &content) { Ok(()) } else { put_whole(path, &content, 0o666) }
}

/// Whether a file that is no link holds these bytes, and no others.
fn holds(path: &Path, content: &[u8]) -> bool {
    let is_alike = |found: fs::Metadata| found.is_file() && found.len() == content.len() as u64;
    fs::symlink_metadata(path).is_ok_and(is_alike) && fs::read(path).is_ok_and(|found| found == content)
}

/// The same for bytes that are already there, with the permissions that the umask leaves of `mode`; whatever is there
/// is replaced.
///
/// # Errors
///
/// As for [`write_whole`].
pub fn put_whole(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    let mut file =
        tempfile::Builder::new().prefix(UNFINISHED).permissions(permissions).tempfile_in(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}
