//! The files of a program as bytes, where there are no launchers that read them from a descriptor.

use std::io;
use std::path::{Path, PathBuf};

/// The files in a folder.
#[derive(Debug)]
pub(in crate::sandbox) struct Image(Vec<(PathBuf, Vec<u8>, bool)>);

impl Image {
    /// Keeps these files: a relative path, the content, and whether the file is executable.
    #[expect(clippy::unnecessary_wraps, reason = "where it is a descriptor, there may be none left")]
    pub(super) fn new<'a>(files: impl IntoIterator<Item = (&'a Path, &'a [u8], bool)>) -> io::Result<Self> {
        let kept = |(path, content, executable): (&Path, &[u8], bool)| {
            (path.to_path_buf(), content.to_vec(), executable)
        };
        Ok(Self(files.into_iter().map(kept).collect()))
    }

    /// Does something with each file.
    pub(super) fn each(&self, mut then: impl FnMut(&Path, &[u8], bool) -> io::Result<()>) -> io::Result<()> {
        self.0.iter().try_for_each(|(path, content, executable)| then(path, content, *executable))
    }
}
