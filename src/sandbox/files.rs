//! The files of a program, kept in memory: written once and given to many runs.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use super::folder::WorkFolder;
#[cfg(target_os = "linux")]
use super::walled::Image;
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

#[cfg(not(target_os = "linux"))]
mod in_memory {
    use std::io;
    use std::path::{Path, PathBuf};

    /// The files of a program.
    #[derive(Debug)]
    pub(in super::super) struct Image(Vec<(PathBuf, Vec<u8>, bool)>);

    impl Image {
        #[expect(clippy::unnecessary_wraps, reason = "where it is a descriptor, there may be none left")]
        pub(in super::super) fn new<'a>(
            files: impl IntoIterator<Item = (&'a Path, &'a [u8], bool)>,
        ) -> io::Result<Self> {
            let kept = |(path, content, executable): (&Path, &[u8], bool)| {
                (path.to_path_buf(), content.to_vec(), executable)
            };
            Ok(Self(files.into_iter().map(kept).collect()))
        }

        pub(in super::super) fn each(
            &self,
            mut then: impl FnMut(&Path, &[u8], bool) -> io::Result<()>,
        ) -> io::Result<()> {
            self.0.iter().try_for_each(|(path, content, executable)| then(path, content, *executable))
        }
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
