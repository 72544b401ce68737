//! What a program ran out of, as far as its folder shows when it is over.
//!
//! No error that a program met can be seen from outside, and what it says about one is only a claim. But a file
//! system that is full, or a file that is as large as one may be, is there for everybody to see.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::message::RanOut;
use super::entry::FILE_SIZE;
use super::root;

/// The most names that are looked at: where there is no file system of its own, a folder may hold any number.
const LOOKED_AT: usize = 10_000;

/// Whether the file system that a program has to itself is full: of bytes, or of names.
pub(super) fn full() -> Option<RanOut> {
    let room = rustix::fs::statvfs(root::HOME).ok()?;
    match (room.f_bfree, room.f_ffree) {
        (0, _) => Some(RanOut::Bytes),
        (_, 0) => Some(RanOut::Names),
        _ => None,
    }
}

/// Whether a file below a folder is as large as one may be. To be asked when nobody changes it any more.
pub(super) fn has_largest_file(folder: &Path) -> Option<RanOut> {
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            // Of a link this tells about the link itself: nothing outside is looked at.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_file() && metadata.len() >= FILE_SIZE {
                return Some(RanOut::FileSize);
            }
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            if seen == LOOKED_AT {
                return None;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with_file_of(size: u64) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::File::create(folder.path().join("a/b/large")).unwrap().set_len(size).unwrap();
        folder
    }

    #[test]
    fn a_file_of_the_largest_size_is_found_wherever_it_lies_and_a_smaller_one_is_none() {
        assert_eq!(has_largest_file(folder_with_file_of(FILE_SIZE).path()), Some(RanOut::FileSize));
        assert_eq!(has_largest_file(folder_with_file_of(FILE_SIZE - 1).path()), None);
    }

    #[test]
    fn links_are_not_followed() {
        let (here, elsewhere) = (folder_with_file_of(1), folder_with_file_of(FILE_SIZE));
        std::os::unix::fs::symlink(elsewhere.path(), here.path().join("folder")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("a/b/large"), here.path().join("file")).unwrap();
        assert_eq!(has_largest_file(here.path()), None);
    }
}
