//! The disk space of a program, and whether its folder shows that it is used up.
//!
//! From outside, no error of a program can be seen, and its own messages prove nothing. But a full file system, or a
//! file of the largest size, can be seen by everybody. If a program has no file system of its own, its folder is
//! searched from time to time.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::super::inside;
use super::super::limits::{FILE_SIZE, NAMES};
use super::root;

use crate::resource::Resource;

/// The number of files of ours that a program may hold until it ends: the native module with which a fresh interpreter starts, and the
/// folder in which it lay, which the kernel keeps with it. They have no names any more then, but take space.
const HELD: u64 = 2;

/// Tells whether the file system of a program that has ended was full: no bytes left, or no files left. What it held open of ours has
/// become free since then.
pub(super) fn full() -> Option<Resource> {
    let room = rustix::fs::statvfs(root::HOME).ok()?;
    let block = room.f_frsize.max(1);
    let native = inside::FILES.iter().find(|(name, _)| name.ends_with(".so"));
    let held = native.map_or(0, |(_, content)| content.len() as u64);
    if room.f_bfree <= held.div_ceil(block) {
        return Some(Resource::Disk);
    }
    (room.f_ffree <= HELD).then_some(Resource::Files)
}

/// The contents of a folder, as far as it was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    /// Disk space in bytes; holes in files take no space.
    pub(super) bytes: u64,
    /// The number of files and folders.
    pub(super) names: u64,
    /// Whether a file has the largest allowed size.
    pub(super) largest: bool,
}

impl Contents {
    /// Searches a folder.
    pub(super) fn of(folder: &Path) -> Self {
        let mut contents = Self::default();
        let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                // For a link this is the metadata of the link itself, so nothing outside the folder is read.
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

    /// Returns the limit that the contents exceed.
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
    fn a_file_of_the_largest_size_is_found_in_any_subfolder() {
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
    fn one_file_or_byte_over_the_limit_exceeds_it() {
        let contents = Contents { bytes: 100, names: NAMES, largest: false };
        assert_eq!(contents.exceeds(100), None);
        assert_eq!(contents.exceeds(99), Some(Resource::Disk));
        assert_eq!(Contents { names: NAMES + 1, ..contents }.exceeds(100), Some(Resource::Files));
    }
}
