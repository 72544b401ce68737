//! How a driver of ours writes to us besides standard output.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::folder::WorkFolder;
use super::limits::CHANNEL;
use crate::system;

/// The variable of the environment by which the tests try the way of Windows on another system.
const TRIED: &str = "YARDSTICK_SIDE_FILES";

/// How a driver writes to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// On descriptor 3. Where a system passes descriptors on, it can fork, too.
    Descriptor,
    /// To a side file.
    SideFile,
}

impl Channel {
    /// Returns the channel that this system has.
    pub(super) fn of_system() -> Self {
        match cfg!(windows) || std::env::var_os(TRIED).is_some() {
            true => Self::SideFile,
            false => Self::Descriptor,
        }
    }
}

/// A side file, in a folder of its own. A driver may put other files beside it, which are removed with it.
#[derive(Debug)]
pub(super) struct SideFile {
    path: PathBuf,
    _folder: WorkFolder,
}

impl SideFile {
    /// The variable of the environment with its path.
    pub(super) const VARIABLE: &'static str = "YARDSTICK_SIDE";

    pub(super) fn new() -> io::Result<Self> {
        let folder = WorkFolder::new()?;
        let path = folder.path().join("answers");
        File::create_new(&path)?;
        Ok(Self { path, _folder: folder })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether more was written than is read.
    pub(super) fn has_overflowed(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|metadata| metadata.len() > CHANNEL as u64)
    }

    /// Returns what was written.
    pub(super) fn read(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // What a program has removed, or replaced by something else than a file, says nothing.
        let _ = system::open_to_read(&self.path)
            .and_then(|file| file.take(CHANNEL as u64).read_to_end(&mut bytes));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_file_is_read_and_goes_with_what_lies_beside_it() {
        let side = SideFile::new().unwrap();
        let path = side.path().to_path_buf();
        fs::write(&path, b"{}\n").unwrap();
        fs::write(path.with_file_name("printed"), b"x").unwrap();
        assert_eq!((side.read(), side.has_overflowed()), (b"{}\n".to_vec(), false));
        fs::remove_file(&path).unwrap();
        assert_eq!((side.read(), side.has_overflowed()), (Vec::new(), false));
        drop(side);
        assert!(!path.parent().unwrap().exists());
    }
}
