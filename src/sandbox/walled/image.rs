//! The files of a program in one descriptor, from which a launcher reads them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, memfd_create};

use super::message::{FileEntry, Listing};

/// An image in memory of the files in a folder.
#[derive(Debug)]
pub(in super::super) struct Image {
    image: OwnedFd,
    entries: Vec<FileEntry>,
    listing: Listing,
}

impl Image {
    /// Creates an image of these files: a relative path, the content, and whether the file is executable.
    pub(in super::super) fn new<'a>(
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

    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.image.as_fd()
    }

    pub(super) fn listing(&self) -> Listing {
        self.listing
    }

    /// Does something with each file.
    pub(in super::super) fn each(
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
