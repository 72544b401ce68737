//! Keeps a second grader out of a folder of traces.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use super::StoreError;
use crate::system::host_name;

/// The lock of a folder, held by this process until it ends.
///
/// It keeps people from grading twice at the same time. The files do not depend on it: on a file system without locks,
/// every grader still writes a file of its own.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of a folder of traces.
    pub(super) fn take(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("lock");
        let failed = |source| StoreError::Write { path: path.clone(), source: Arc::new(source) };
        // Others may have put a link there, and what is written would go to its target.
        if fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file()) {
            let source = io::Error::new(io::ErrorKind::InvalidInput, "it is not a file: remove it");
            return Err(failed(source));
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut file = options.open(&path).map_err(failed)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let holder = holder.lines().next().filter(|line| line.starts_with("process "));
            let holder = holder.map(|holder| format!(" ({holder})")).unwrap_or_default();
            let folder = folder.parent().unwrap_or(folder).to_path_buf();
            return Err(StoreError::InUse { folder, holder });
        }
        // Only for the message above.
        let _ = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "process {} on {}", std::process::id(), host_name()));
        Ok(Self { file })
    }
}

impl Drop for Lock {
    /// Lets go of the lock itself: to close the file is not enough while a child that was just forked still holds a copy of
    /// its descriptor, which lasts until it becomes another program (`man 2 flock`).
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}
