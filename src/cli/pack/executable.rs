//! The executable that is packed, and the systems on which it can run.

use std::path::{Path, PathBuf};

use regex::bytes::{Captures, Regex};

use crate::cli::Error;
use crate::system;

/// The second number of a version of the GNU C library, such as 35 for `2.35`.
pub(super) type Glibc = u32;

/// An executable that is copied to another machine.
pub(super) struct Executable {
    pub(super) content: Vec<u8>,
}

impl Executable {
    /// Reads this program, or another build of it.
    pub(super) fn read(other: Option<&Path>) -> Result<Self, Error> {
        let path = other.map_or_else(std::env::current_exe, |path| Ok(PathBuf::from(path)))?;
        let unusable =
            |why: String| Error::Usage(format!("cannot pack the executable `{}`: {why}", path.display()));
        let content = system::read(&path).map_err(|error| unusable(error.to_string()))?;
        if !content.starts_with(b"\x7fELF") {
            return Err(unusable(
                "it is not a program for Linux\nhelp: name a build of yardstick".to_owned(),
            ));
        }
        Ok(Self { content })
    }

    /// The newest version of the GNU C library that it needs; `None` if it is linked statically.
    ///
    /// The program contains the names of versions as text (`GLIBC_2.34`), which the dynamic linker reads.
    pub(super) fn glibc(&self) -> Option<Glibc> {
        let name = Regex::new(r"GLIBC_2\.([0-9]{1,3})").expect("a pattern of our own");
        let version = |found: Captures| std::str::from_utf8(&found[1]).ok()?.parse().ok();
        name.captures_iter(&self.content).filter_map(version).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_that_is_asked_for_is_found() {
        let glibc = |content: &[u8]| Executable { content: content.to_vec() }.glibc();
        assert_eq!(glibc(b"\x7fELF..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0"), Some(34));
        assert_eq!(glibc(b"\x7fELF..GLIBC_PRIVATE\0GLIBC_2.\0"), None);
    }
}
