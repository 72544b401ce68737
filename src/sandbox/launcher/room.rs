//! The room that the files of a program take: whether it is used up, as far as its folder shows.
//!
//! No error that a program met can be seen from outside, and what it says about one is only a claim. But a file
//! system that is full, or a file that is as large as one may be, is there for everybody to see. Where a program has
//! no file system of its own, its folder is looked through now and then.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::super::limits::{FILE_SIZE, NAMES};
use super::root;
use crate::resource::Resource;

/// Whether the file system that a program has to itself is full: of bytes, or of names.
pub(super) fn full() -> Option<Resource> {
    let room = rustix::fs::statvfs(root::HOME).ok()?;
    match (room.f_bfree, room.f_ffree) {
        (0, _) => Some(Resource::Disk),
        (_, 0) => Some(Resource::Files),
        _ => None,
    }
}

/// What lies in a folder, as far as it was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    /// On the disk, in bytes: holes in files take no room.
    pub(super) bytes: u64,
    /// Files and folders.
    pub(super) names: u64,
    /// Whether a file is as large as one may be.
    pub(super) largest: bool,
}

impl Contents {
    /// Looks through a folder.
    pub(super) fn of(folder: &Path) -> Self {
        let mut contents = Self::default();
        let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                // Of a link this tells about the link itself: nothing outside is looked at.
                let Ok(metadata) = entry.metadata() else { continue };
                contents.bytes += metadata.blocks() * 512; // stat(2), st_blocks
                contents.names += 1;
                contents.largest |= metadata.is_file() && metadata.len() >= FILE_SIZE;
                if metadata.is_dir() {
                    folders.push(entry.path());
                }
                if contents.names > NAMES {
                    return contents;
                }
            }
        }
        contents
    }

    /// What there is more of than may be.
    pub(super) fn exceeds(self, disk: u64) -> Option<Resource> {
        match self {
            _ if self.bytes > disk => Some(Resource::Disk),
            _ if self.names > NAMES => Some(Resource::Files),
            _ => None,
        }
    }
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
        assert!(Contents::of(folder_with_file_of(FILE_SIZE).path()).largest);
        assert!(!Contents::of(folder_with_file_of(FILE_SIZE - 1).path()).largest);
    }

    #[test]
    fn links_are_not_followed() {
        let (here, elsewhere) = (folder_with_file_of(1), folder_with_file_of(FILE_SIZE));
        std::os::unix::fs::symlink(elsewhere.path(), here.path().join("folder")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("a/b/large"), here.path().join("file")).unwrap();
        let contents = Contents::of(here.path());
        assert_eq!((contents.names, contents.largest), (5, false));
    }

    #[test]
    fn one_more_than_there_may_be_is_too_much() {
        let contents = Contents { bytes: 100, names: NAMES, largest: false };
        assert_eq!(contents.exceeds(100), None);
        assert_eq!(contents.exceeds(99), Some(Resource::Disk));
        assert_eq!(Contents { names: NAMES + 1, ..contents }.exceeds(100), Some(Resource::Files));
    }
}
