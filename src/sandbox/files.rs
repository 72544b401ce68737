//! The files of a program, kept in memory: written once and given to many runs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustix::fs::{MemfdFlags, memfd_create};

use super::folder::WorkFolder;
use super::message::{FileEntry, Listing};

/// An image in memory of the files in a folder.
#[derive(Debug)]
pub struct Files {
    image: OwnedFd,
    entries: Vec<FileEntry>,
    listing: Listing,
}

impl Files {
    /// Creates an image of these files: a relative path, the content, and whether the file is executable.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a [u8], bool)>) -> io::Result<Self> {
        let mut image = File::from(memfd_create("files", MemfdFlags::CLOEXEC)?);
        let mut entries = Vec::new();
        let mut offset = 0;
        for (path, content, executable) in files {
            let length = content.len() as u64;
            image.write_all(content)?;
            let path = path.as_os_str().as_bytes().to_vec();
            entries.push(FileEntry { path, offset, length, executable });
            offset += length;
        }
        let list = serde_json::to_vec(&entries)?;
        image.write_all(&list)?;
        let listing = Listing { offset, length: list.len() as u64 };
        Ok(Self { image: image.into(), entries, listing })
    }

    pub(super) fn image(&self) -> BorrowedFd<'_> {
        self.image.as_fd()
    }

    pub(super) fn listing(&self) -> Listing {
        self.listing
    }

    /// Writes the files into a folder.
    pub(super) fn lay_out(&self, folder: &WorkFolder) -> io::Result<()> {
        let image = File::from(self.image.try_clone()?);
        for entry in &self.entries {
            let mut content = vec![0; usize::try_from(entry.length).map_err(io::Error::other)?];
            image.read_exact_at(&mut content, entry.offset)?;
            folder.write(Path::new(OsStr::from_bytes(&entry.path)), &content, entry.executable)?;
        }
        Ok(())
    }
}

/// The folder of a run, as the program left it.
#[derive(Debug)]
pub struct KeptFolder(pub(super) KeptFolderPlace);

#[derive(Debug)]
pub(super) enum KeptFolderPlace {
    /// A folder on disk.
    Folder(WorkFolder),
    /// A descriptor of a folder whose file system is no longer mounted.
    Descriptor(OwnedFd),
}

impl KeptFolder {
    /// Returns the path where the folder can be read while this value exists.
    pub fn path(&self) -> PathBuf {
        match &self.0 {
            KeptFolderPlace::Folder(folder) => folder.path().to_path_buf(),
            KeptFolderPlace::Descriptor(fd) => {
                PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(fd)))
            }
        }
    }
}
