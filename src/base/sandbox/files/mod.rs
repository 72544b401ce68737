//! The files of a program, kept in memory: written once and given to many runs.

#[cfg(target_os = "linux")]
mod image;
#[cfg(not(target_os = "linux"))]
mod in_memory;

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use super::folder::WorkFolder;
#[cfg(target_os = "linux")]
use image::Image;
#[cfg(target_os = "linux")]
pub(super) use image::{FileEntry, Listing};
#[cfg(not(target_os = "linux"))]
use in_memory::Image;

/// The files in a folder.
#[derive(Debug)]
pub struct Files(pub(super) Image);

impl Files {
    /// Keeps these files: a relative path, the content, and whether the file is executable.
    ///
    /// # Errors
    ///
    /// When the system has no memory left.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a [u8], bool)>) -> io::Result<Self> {
        Image::new(files).map(Self)
    }

    /// Writes the files into a folder.
    pub(super) fn lay_out(&self, folder: &WorkFolder) -> io::Result<()> {
        self.0.each(|path, content, executable| folder.write(path, content, executable))
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
    #[cfg(target_os = "linux")]
    Descriptor(OwnedFd),
}

impl KeptFolder {
    /// Returns the path where the folder can be read while this value exists.
    pub fn path(&self) -> PathBuf {
        match &self.0 {
            KeptFolderPlace::Folder(folder) => folder.path().to_path_buf(),
            #[cfg(target_os = "linux")]
            KeptFolderPlace::Descriptor(fd) => PathBuf::from(format!("/proc/self/fd/{}", fd.as_raw_fd())),
        }
    }
}
