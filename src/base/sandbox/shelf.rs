//! Files of ours that programs may read and not change: what a tool made once, because many need it.
//!
//! They lie in one folder on disk, which a [`Command`](super::Command) names among its tools. No file of a submission is
//! ever put there.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::files::KeptFolder;
use super::folder::WorkFolder;
use crate::digest::Digest;
use crate::system::allow;

/// The folder in which the folder of a shelf is made. Programs have a `/tmp` of their own, and would not see it there.
pub(super) const PLACE: &str = "/var/tmp";

/// How often something is needed before it is made.
const FEW: usize = 2;

/// The number of characters of a key in the name of a folder.
const KEY_LENGTH: usize = 12;

/// What is known of something that may be made.
#[derive(Clone, Debug)]
enum State {
    /// It was needed this often.
    Needed(usize),
    /// Somebody makes it.
    BeingMade,
    /// It was made: the path of its first file. `None` if it cannot be made.
    Made(Option<PathBuf>),
}

/// The files that are shared, by what they were made of.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    known: Mutex<HashMap<Digest, State>>,
    folder: Mutex<Option<WorkFolder>>,
}

impl Shelf {
    /// Returns the path of the first of some files, if they are there. Who needs them for the third time makes them, and
    /// until then everybody does without; `is_now` does not wait for that. `make` returns the folder in which they are, or nothing if they cannot be made.
    pub(super) fn find<E>(
        &self,
        key: Digest,
        names: &[&str],
        is_now: bool,
        make: impl FnOnce() -> Result<Option<KeptFolder>, E>,
    ) -> Result<Option<PathBuf>, E> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let state = known.entry(key).or_insert(State::Needed(0));
        match state {
            State::Made(path) => return Ok(path.clone()),
            State::BeingMade => return Ok(None),
            State::Needed(times) if *times < FEW && !is_now => {
                *times += 1;
                return Ok(None);
            }
            State::Needed(_) => *state = State::BeingMade,
        }
        drop(known);
        let made = make();
        // Without room on the disk there are no such files, as if they could not be made.
        let folder = made.as_ref().ok().and_then(Option::as_ref);
        let path = folder.and_then(|folder| self.put(key, names, &folder.path()).ok());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(key, State::Made(path.clone()));
        made.map(|_| path)
    }

    /// Copies files into a folder of their own, and returns the path of the first.
    fn put(&self, key: Digest, names: &[&str], from: &Path) -> io::Result<PathBuf> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            none => {
                WorkFolder::remove_abandoned_in(Path::new(PLACE));
                none.insert(WorkFolder::new_in(Path::new(PLACE))?)
            }
        };
        let own = folder.path().join(&key.to_string()[..KEY_LENGTH]);
        fs::create_dir(&own)?;
        for name in names {
            let made = from.join(name);
            if !made.symlink_metadata()?.is_file() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            fs::copy(made, own.join(name))?;
            allow(&own.join(name), 0o444)?;
        }
        // Programs may run as another user.
        allow(&own, 0o755)?;
        allow(folder.path(), 0o755)?;
        let first = names.first().ok_or(io::ErrorKind::InvalidInput)?;
        Ok(own.join(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::files::KeptFolderPlace;

    const NAMES: &[&str] = &["first", "second"];

    /// A folder as a tool leaves it.
    fn made(content: &str) -> Result<Option<KeptFolder>, ()> {
        let folder = WorkFolder::new().unwrap();
        folder.write(Path::new("first"), content.as_bytes(), false).unwrap();
        folder.write(Path::new("second"), b"", false).unwrap();
        Ok(Some(KeptFolder(KeptFolderPlace::Folder(folder))))
    }

    fn never() -> Result<Option<KeptFolder>, ()> {
        unreachable!("it is made once, and not before it is needed often")
    }

    #[test]
    fn what_is_needed_for_the_fourth_time_is_made_once() {
        let (shelf, key) = (Shelf::default(), Digest::of(b"key"));
        for _ in 0..FEW {
            assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
        }
        let path = shelf.find(key, NAMES, false, || made("once")).unwrap().expect("it was made");
        assert_eq!(fs::read(&path).unwrap(), b"once");
        assert_eq!(shelf.find(key, NAMES, false, never), Ok(Some(path.clone())));
        assert!(path.with_file_name("second").exists());
        drop(shelf);
        assert!(!path.exists(), "the folder is removed with its shelf");
    }

    #[test]
    fn what_is_needed_now_is_made_at_once() {
        let (shelf, key) = (Shelf::default(), Digest::of(b"key"));
        let path = shelf.find(key, NAMES, true, || made("now")).unwrap().expect("it was made");
        assert_eq!(shelf.find(key, NAMES, false, never), Ok(Some(path)));
    }

    #[test]
    fn what_cannot_be_made_is_not_tried_again() {
        for unmade in [Ok(None), Err("stopped")] {
            let (shelf, key) = (Shelf::default(), Digest::of(b"key"));
            for _ in 0..FEW {
                assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
            }
            let expected = if unmade.is_ok() { Ok(None) } else { Err("stopped") };
            assert_eq!(shelf.find(key, NAMES, false, || unmade), expected);
            assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
        }
    }

    #[test]
    fn a_link_in_the_place_of_a_file_is_not_followed() {
        let (shelf, key) = (Shelf::default(), Digest::of(b"key"));
        for _ in 0..FEW {
            assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
        }
        let linked = || {
            let folder = WorkFolder::new().unwrap();
            std::os::unix::fs::symlink("/etc/passwd", folder.path().join("first")).unwrap();
            Ok::<_, ()>(Some(KeptFolder(KeptFolderPlace::Folder(folder))))
        };
        assert_eq!(shelf.find(key, NAMES, false, linked), Ok(None));
    }

    #[test]
    fn others_do_without_while_it_is_made() {
        let (shelf, key) = (Shelf::default(), Digest::of(b"key"));
        for _ in 0..FEW {
            assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
        }
        let path = shelf.find(key, NAMES, false, || {
            assert_eq!(shelf.find(key, NAMES, false, never), Ok(None));
            made("once")
        });
        assert_eq!(fs::read(path.unwrap().unwrap()).unwrap(), b"once");
    }
}
