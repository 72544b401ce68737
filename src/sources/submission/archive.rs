//! Reads a zip file into memory, under limits that hold for any archive.

use std::io::{Cursor, Read};

use zip::read::Config;
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

use super::limits::{MOST_BYTES, MOST_DEPTH, MOST_FILES, is_junk};
use super::{File, Problem, Snapshot, shortened};
use crate::untrusted::Untrusted;

/// Reads the files of an archive, without folders, links, devices and junk.
pub(super) fn read(content: &[u8]) -> Result<Snapshot, Problem> {
    if let Some(format) = other_format(content) {
        return Err(Problem::archive(format!(
            "it is a {format} file; make it with the system's own zip program"
        )));
    }
    if content.is_empty() {
        return Err(Problem::archive("it is empty"));
    }
    if !content.starts_with(b"PK") {
        return Err(Problem::archive("it is not a zip file, although its name says so"));
    }
    let broken = |error: ZipError| match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Problem::archive("it needs a password: hand it in without one")
        }
        error => Problem::archive(format!("it is damaged ({error})")),
    };
    // Counted before they are listed, because an archive may have a million of them.
    if ZipIterable::try_new(Cursor::new(content), Config::default()).map_err(broken)?.len() > MOST_FILES {
        return Err(Problem::too_many_files());
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(content)).map_err(broken)?;
    if archive.has_duplicate_names() {
        return Err(Problem::archive("two files in it have the same name"));
    }
    let mut snapshot = Snapshot::default();
    let mut left = MOST_BYTES;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(broken)?;
        let shown = shortened(&String::from_utf8_lossy(entry.name_raw()).into_owned().into());
        // `None` for a name that leads out of the archive, such as `../x`, or contains a NUL byte.
        let path = entry.enclosed_name().filter(|path| !path.as_os_str().is_empty());
        let path = path.ok_or_else(|| {
            Problem::archive(Untrusted::concat(&[&"`", &shown, &"` cannot be the name of a file"]))
        })?;
        if !is_regular(&entry) || path.components().any(|part| is_junk(part.as_os_str())) {
            continue;
        }
        if path.components().count() > MOST_DEPTH {
            return Err(Problem::too_deep());
        }
        let mut content = Vec::new();
        let read = entry.by_ref().take(left + 1).read_to_end(&mut content);
        read.map_err(|error| Problem::archive(Untrusted::concat(&[&"`", &shown, &format!("`: {error}")])))?;
        left = left.checked_sub(content.len() as u64).ok_or_else(Problem::too_many_bytes)?;
        let executable = entry.unix_mode().is_some_and(|mode| mode & 0o100 != 0);
        if snapshot.get(&path).is_some() {
            return Err(Problem::archive(Untrusted::concat(&[&"`", &shown, &"` is in it twice"])));
        }
        snapshot.insert(path, File { content, executable });
    }
    Ok(snapshot)
}

/// Returns the names in an archive, as they stand there; none if it cannot be read or has too many.
pub(super) fn names(content: &[u8]) -> Vec<String> {
    let count = ZipIterable::try_new(Cursor::new(content), Config::default()).map(|listed| listed.len());
    let is_listed = count.is_ok_and(|count| count <= MOST_FILES);
    let archive = is_listed.then(|| zip::ZipArchive::new(Cursor::new(content)).ok()).flatten();
    let names = archive.iter().flat_map(zip::ZipArchive::file_names);
    names.filter_map(Result::ok).map(std::borrow::Cow::into_owned).collect()
}

/// The bits of a mode that tell the kind of a file, and the kinds that are no files: a device for characters and one for blocks, a
/// pipe and a socket (inode(7)). They are the same in archives of every system.
const KIND: u32 = 0o170_000;
const SPECIAL: [u32; 4] = [0o020_000, 0o060_000, 0o010_000, 0o140_000];

/// Tells whether an entry is a file with its own contents.
fn is_regular<R: Read>(entry: &zip::read::ZipFile<R>) -> bool {
    let kind = entry.unix_mode().map(|mode| mode & KIND);
    entry.is_file() && !kind.is_some_and(|kind| SPECIAL.contains(&kind))
}

/// Returns the real format of an archive: archives of another kind are often just renamed.
fn other_format(content: &[u8]) -> Option<&'static str> {
    let formats: [(&[u8], &str); 4] =
        [(b"Rar!", "rar"), (b"7z\xBC\xAF", "7z"), (b"\x1F\x8B", "gzip"), (b"BZh", "bzip2")];
    formats.iter().find(|(magic, _)| content.starts_with(magic)).map(|(_, format)| *format)
}
