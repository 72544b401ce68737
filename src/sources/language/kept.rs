//! What is kept of a user between two commands: files in `yardstick` in `XDG_CACHE_HOME` or `~/.cache` (`LOCALAPPDATA` on Windows). Whatever cannot
//! be kept is made again.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::system;

/// Returns the place of a file, if there is a folder for such.
pub(super) fn place(name: &str) -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CACHE_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".cache")))
        .or_else(|| absolute("LOCALAPPDATA"))?;
    Some(folder.join("yardstick").join(name))
}

/// Writes a file, whole or not at all.
pub(super) fn write(place: &Path, content: &[u8]) -> io::Result<()> {
    place.parent().map_or(Ok(()), system::make_folder)?;
    let other = place.with_extension(format!("{}.new", std::process::id()));
    let _ = fs::remove_file(&other);
    system::own_file(false).open(&other)?.write_all(content)?;
    fs::rename(&other, place)
}

/// Bytes that were made of something, kept under a name until they are made of something else.
///
/// What is made runs beside submissions and decides: nothing is taken that another user can have written.
pub struct Kept {
    place: Option<PathBuf>,
    /// What they are made of.
    of: Digest,
}

impl Kept {
    /// Returns the place of such bytes.
    pub fn new(name: &str, of: Digest) -> Self {
        Self { place: place(&format!("made/{name}")), of }
    }

    /// Returns the bytes, if they are there as they were written.
    pub fn read(&self) -> Option<Vec<u8>> {
        let place = self.place.as_deref()?;
        let is_ours = |about: io::Result<fs::Metadata>| about.is_ok_and(|about| system::is_only_ours(&about));
        if !is_ours(place.parent()?.symlink_metadata()) || !is_ours(place.symlink_metadata()) {
            return None;
        }
        let content = system::read(place).ok()?;
        let (head, made) = content.split_at_checked(self.head(&[]).len())?;
        (head == self.head(made)).then(|| made.to_vec())
    }

    /// Keeps the bytes. If that cannot be, they are made again the next time.
    pub fn write(&self, made: &[u8]) {
        let Some(place) = &self.place else { return };
        let _ = write(place, &[self.head(made).as_slice(), made].concat());
    }

    /// What stands before the bytes.
    fn head(&self, made: &[u8]) -> Vec<u8> {
        format!("{}\n", Digest::of_parts([self.of.as_bytes(), made])).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_taken_as_they_were_written_and_of_what_they_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |of: &str| Kept {
            place: Some(folder.path().join("made").join("some")),
            of: Digest::of(of.as_bytes()),
        };
        assert_eq!(kept("one").read(), None);
        kept("one").write(b"made\n of one");
        assert_eq!(kept("one").read().as_deref(), Some(&b"made\n of one"[..]));
        assert_eq!(kept("two").read(), None);
        kept("two").write(b"");
        assert_eq!((kept("one").read(), kept("two").read().as_deref()), (None, Some(&b""[..])));
        let place = kept("two").place.unwrap();
        let whole = fs::read(&place).unwrap();
        for changed in [&whole[1..], &whole[..whole.len() - 1], &[whole.as_slice(), b"x"].concat(), b""] {
            fs::write(&place, changed).unwrap();
            assert_eq!(kept("two").read(), None);
        }
        fs::write(&place, &whole).unwrap();
        assert!(kept("two").read().is_some());
        #[cfg(unix)]
        for (path, mode) in [(place.as_path(), 0o620), (place.parent().unwrap(), 0o777)] {
            let before = path.metadata().unwrap().permissions();
            system::allow(path, mode).unwrap();
            assert_eq!(kept("two").read(), None, "others may have written it");
            fs::set_permissions(path, before).unwrap();
        }
        #[cfg(unix)]
        {
            let other = folder.path().join("other");
            fs::rename(&place, &other).unwrap();
            std::os::unix::fs::symlink(&other, &place).unwrap();
            assert_eq!(kept("two").read(), None, "a link is no file of ours");
        }
    }
}
