//! Folders that nobody keeps: made for their owner alone, and removed whatever was left in them.
//!
//! They lie where everybody may write. Who may write into one could put a link where a file of ours is about to be written,
//! and who may read one reads solutions. So they are closed from the start, whatever the umask says, and removing one never
//! leaves it through a link.

use std::io;
use std::path::Path;

use super::permissions;

/// Makes an empty folder inside another one that only this user can enter. Dropping it removes it.
///
/// # Errors
///
/// When it cannot be made.
pub fn private_folder(prefix: &str, place: &Path) -> io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    permissions(0o700).map(|permissions| builder.permissions(permissions));
    builder.prefix(prefix).tempdir_in(place)
}

/// The beginning of the names that folders get while they are removed.
const REMOVED: &str = ".yardstick-removes-";

/// Removes a folder and its contents, without recursion and without long paths.
///
/// A program can leave a tree of thousands of nested folders, on which `remove_dir_all` runs out of descriptors or of
/// stack. Here each folder is first moved up beside the others, so that no path is longer than two names below `top`.
///
/// # Errors
///
/// When `top` is no folder, or something in it cannot be removed.
pub fn remove_folder(top: &Path) -> io::Result<()> {
    removal::empty(top)?;
    std::fs::remove_dir(top)
}

#[cfg(unix)]
mod removal {
    use std::ffi::{CStr, CString};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, openat, renameat, statat, unlinkat};
    use rustix::path::Arg;

    /// Removes everything in a folder. Names are looked up in folders that are open, and no link is followed: the folder
    /// may belong to somebody who changes it meanwhile.
    pub(super) fn empty(top: &Path) -> io::Result<()> {
        let top = open(CWD, top)?;
        let (mut waiting, mut moved) = (vec![], 0);
        empty_one(&top, None, &mut waiting, &mut moved)?;
        while let Some(name) = waiting.pop() {
            let folder = open(top.as_fd(), &name)?;
            empty_one(&folder, Some(&top), &mut waiting, &mut moved)?;
            unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
        }
        Ok(())
    }

    /// Removes the files of a folder, and lists the folders, after they were moved into `top`.
    fn empty_one(
        folder: &OwnedFd,
        top: Option<&OwnedFd>,
        waiting: &mut Vec<CString>,
        moved: &mut u64,
    ) -> io::Result<()> {
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            if !is_folder(folder, name, entry.file_type())? {
                unlinkat(folder, name, AtFlags::empty())?;
                continue;
            }
            let Some(top) = top else {
                waiting.push(name.to_owned());
                continue;
            };
            // Moving a folder changes the folder itself, too, so it must be open to its owner.
            drop(open(folder.as_fd(), name)?);
            *moved += 1;
            let place = CString::new(format!("{}{moved}", super::REMOVED))?;
            renameat(folder, name, top, &place)?;
            waiting.push(place);
        }
        Ok(())
    }

    fn is_folder(folder: &OwnedFd, name: &CStr, listed: FileType) -> io::Result<bool> {
        if listed != FileType::Unknown {
            return Ok(listed == FileType::Directory);
        }
        let status = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(FileType::from_raw_mode(status.st_mode) == FileType::Directory)
    }

    /// Opens a folder, and lets its owner do everything in it.
    fn open(at: BorrowedFd, name: impl Arg + Copy) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = match openat(at, name, flags, Mode::empty()) {
            Err(rustix::io::Errno::ACCESS) => {
                unlock(at, name)?;
                openat(at, name, flags, Mode::empty())?
            }
            opened => opened?,
        };
        // A folder of another user is emptied as far as that is possible.
        let _ = fchmod(&opened, Mode::RWXU);
        Ok(opened)
    }

    /// Lets the owner of a folder open it.
    #[cfg(target_os = "linux")]
    fn unlock(at: BorrowedFd, name: impl Arg + Copy) -> io::Result<()> {
        use std::os::fd::AsRawFd;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = openat(at, name, flags, Mode::empty())?;
        // A descriptor of this kind has no permissions to change, but a name that leads nowhere else (open(2), O_PATH).
        Ok(rustix::fs::chmod(format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn unlock(at: BorrowedFd, name: impl Arg + Copy) -> io::Result<()> {
        Ok(rustix::fs::chmodat(at, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)?)
    }
}

#[cfg(not(unix))]
mod removal {
    use std::fs;
    use std::io;
    use std::path::Path;

    use super::super::allow;

    /// Removes everything in a folder. Temporary folders are the user's own here, so nobody else changes it.
    pub(super) fn empty(top: &Path) -> io::Result<()> {
        let mut waiting = vec![top.to_path_buf()];
        let mut moved = 0_u64;
        while let Some(folder) = waiting.pop() {
            let _ = allow(&folder, 0o700);
            let mut found = Vec::new();
            for entry in fs::read_dir(&folder)?.flatten() {
                if entry.file_type()?.is_dir() {
                    moved += 1;
                    let place = top.join(format!("{}{moved}", super::REMOVED));
                    if folder == top {
                        found.push(entry.path());
                    } else {
                        // Moving a folder changes the folder itself, too.
                        let _ = allow(&entry.path(), 0o700);
                        fs::rename(entry.path(), &place)?;
                        found.push(place);
                    }
                } else {
                    fs::remove_file(entry.path())?;
                }
            }
            if folder != top {
                fs::remove_dir(&folder)?;
            }
            waiting.extend(found);
        }
        Ok(())
    }
}
