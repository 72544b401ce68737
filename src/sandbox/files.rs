//! The files that a program finds in its folder, in memory: written once, given to many runs.

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

/// An image of a folder.
#[derive(Debug)]
pub struct Files {
    image: OwnedFd,
    entries: Vec<FileEntry>,
    listing: Listing,
}

impl Files {
    /// Takes files: relative paths, contents, and whether they are executable.
    ///
    /// # Errors
    ///
    /// When memory is short.
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

    /// Writes them into a folder.
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

/// A folder as a program left it.
#[derive(Debug)]
pub struct Remains(pub(super) RemainsOf);

#[derive(Debug)]
pub(super) enum RemainsOf {
    /// On disk.
    Folder(WorkFolder),
    /// In a file system that is gone but for this descriptor.
    Descriptor(OwnedFd),
}

impl Remains {
    /// Where it can be read, as long as this is kept.
    pub fn path(&self) -> PathBuf {
        match &self.0 {
            RemainsOf::Folder(folder) => folder.path().to_path_buf(),
            RemainsOf::Descriptor(fd) => {
                PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(fd)))
            }
        }
    }
}
