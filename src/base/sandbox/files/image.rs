//! The files of a program in one descriptor, from which a launcher reads them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, memfd_create};
use serde::{Deserialize, Serialize};

/// An image in memory of the files in a folder.
#[derive(Debug)]
pub(in crate::sandbox) struct Image {
    image: OwnedFd,
    entries: Vec<FileEntry>,
    listing: Listing,
}

impl Image {
    /// Creates an image of these files: a relative path, the content, and whether the file is executable.
    pub(in crate::sandbox) fn new<'a>(
        files: impl IntoIterator<Item = (&'a Path, &'a [u8], bool)>,
    ) -> io::Result<Self> {
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

    pub(in crate::sandbox) fn descriptor(&self) -> BorrowedFd<'_> {
        self.image.as_fd()
    }

    pub(in crate::sandbox) fn listing(&self) -> Listing {
        self.listing
    }

    /// Does something with each file.
    pub(in crate::sandbox) fn each(
        &self,
        mut then: impl FnMut(&Path, &[u8], bool) -> io::Result<()>,
    ) -> io::Result<()> {
        let image = File::from(self.image.try_clone()?);
        self.entries.iter().try_for_each(|entry| {
            let mut content = vec![0; usize::try_from(entry.length).map_err(io::Error::other)?];
            image.read_exact_at(&mut content, entry.offset)?;
            then(Path::new(OsStr::from_bytes(&entry.path)), &content, entry.executable)
        })
    }
}

/// The place of the file list in an image, in bytes. The list is JSON; for thousands of files it would not fit into a
/// packet.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::sandbox) struct Listing {
    pub(in crate::sandbox) offset: u64,
    pub(in crate::sandbox) length: u64,
}

/// One file of an image.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::sandbox) struct FileEntry {
    /// The path relative to the folder. It may be no UTF-8.
    pub(in crate::sandbox) path: Vec<u8>,
    /// The start of the content in the image, in bytes.
    pub(in crate::sandbox) offset: u64,
    pub(in crate::sandbox) length: u64,
    pub(in crate::sandbox) executable: bool,
}
