//! Writes all of a file or nothing: nobody ever reads half of it.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// How the names of files begin that are not written to their ends yet.
pub(super) const UNFINISHED: &str = ".unfinished-";

/// Writes a file beside its place first, then puts it there, readable for all whom the umask allows.
///
/// # Errors
///
/// When it cannot be written; what was there before is there still.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write_with(path, 0o666, write)
}

/// The same for bytes that are already there, with the permissions that the umask leaves of `mode`.
///
/// # Errors
///
/// As for [`write_whole`].
pub fn put_whole(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    write_with(path, mode, |out| out.write_all(content))
}

fn write_with(
    path: &Path,
    mode: u32,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
    let file = tempfile::Builder::new().prefix(UNFINISHED).permissions(permissions).tempfile_in(folder)?;
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner()?.persist(path)?;
    Ok(())
}
