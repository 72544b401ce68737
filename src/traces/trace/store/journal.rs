//! Writes a file of traces, to which one writer only appends.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::line::Line;
use crate::digest::Digest;
use crate::system;

/// The file name extension of files of traces.
pub(super) const ENDING: &str = "traces";

/// A file of traces that is being written. It exists from its first line on.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    origin: Option<Origin>,
    shared: Arc<Shared>,
    syncer: Mutex<Option<JoinHandle<()>>>,
}

/// Where the lines of a journal come from, if several graders write into one folder.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The name of the file, which no other grader uses.
    pub(super) file: String,
    /// The digest of the work plan.
    pub(super) work_plan: Digest,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    file: Option<Arc<File>>,
    path: PathBuf,
    /// The number of bytes in the file.
    length: u64,
    /// Whether something is not on the disk yet.
    dirty: bool,
    finished: bool,
    /// The first error. Nothing is written after it, because the last line may be incomplete.
    failed: Option<Arc<io::Error>>,
}

impl Journal {
    /// Creates a journal that will make its file in a folder.
    pub(super) fn new(folder: &Path, origin: Option<Origin>) -> Self {
        Self { folder: folder.to_path_buf(), origin, shared: Arc::default(), syncer: Mutex::new(None) }
    }

    /// Returns the number of bytes that were written.
    pub(super) fn length(&self) -> u64 {
        self.shared.lock().length
    }

    /// Appends lines: all of them, or none that can be read. They reach the disk a moment later.
    pub(super) fn append(&self, lines: &[Line]) -> Result<(), Failure> {
        let mut state = self.shared.lock();
        if state.failed.is_none()
            && let Err(error) = self.write(&mut state, lines)
        {
            state.failed = Some(Arc::new(error));
        }
        state.dirty = true;
        self.shared.changed.notify_one();
        state.result()
    }

    fn write(&self, state: &mut State, lines: &[Line]) -> io::Result<()> {
        let mut bytes = Vec::new();
        if state.file.is_none() {
            let (path, file) = match &self.origin {
                None => create(&self.folder)?,
                Some(origin) => create_named(&self.folder, &origin.file)?,
            };
            state.path = path;
            state.file = Some(Arc::new(file));
            bytes.extend(Line::FIRST.encode());
            bytes.extend(self.origin.iter().flat_map(|origin| Line::WorkPlan(origin.work_plan).encode()));
            let shared = self.shared.clone();
            let syncer = std::thread::Builder::new().name("journal".into()).spawn(move || shared.sync())?;
            *self.syncer.lock().unwrap_or_else(PoisonError::into_inner) = Some(syncer);
        }
        bytes.extend(lines.iter().flat_map(Line::encode));
        let mut file = state.file.as_deref().expect("it was just made");
        file.write_all(&bytes)?;
        state.length += bytes.len() as u64;
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.shared.lock().finished = true;
        self.shared.changed.notify_one();
        if let Some(syncer) = self.syncer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = syncer.join();
        }
        self.shared.lock().result()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes everything that has gathered to the disk, so that no other thread waits for it.
    fn sync(&self) {
        let mut state = self.lock();
        loop {
            while !state.dirty && !state.finished {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let Some(file) = state.file.clone().filter(|_| state.dirty && state.failed.is_none()) else {
                return;
            };
            state.dirty = false;
            drop(state);
            let synced = file.sync_data();
            state = self.lock();
            if let Err(error) = synced {
                state.failed.get_or_insert(Arc::new(error));
            }
        }
    }
}

impl State {
    fn result(&self) -> Result<(), Failure> {
        match &self.failed {
            None => Ok(()),
            Some(source) => Err(Failure { path: self.path.clone(), source: source.clone() }),
        }
    }
}

/// A failure to store results.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) path: PathBuf,
    pub(super) source: Arc<io::Error>,
}

/// Creates a new file, numbered after the existing ones. The random part of its name separates two writers on file
/// systems where one does not see the other's new file at once.
fn create(folder: &Path) -> io::Result<(PathBuf, File)> {
    let last = names(folder)?.iter().filter_map(|name| number(name)).max();
    let prefix = format!("{:04}-", last.unwrap_or(0) + 1);
    let mut builder = tempfile::Builder::new();
    system::permissions(0o666).map(|permissions| builder.permissions(permissions));
    let file = builder.prefix(&prefix).suffix(&format!(".{ENDING}")).tempfile_in(folder)?;
    let (file, path) = file.keep().map_err(|error| error.error)?;
    // The folder as the user named it, because messages contain the path.
    let path = folder.join(path.file_name().unwrap_or_default());
    // The name must survive a power failure, too.
    system::keep_names(folder)?;
    Ok((path, file))
}

/// Creates a new file with this name.
fn create_named(folder: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    let path = folder.join(name);
    let file = File::create_new(&path)?;
    system::keep_names(folder)?;
    Ok((path, file))
}

/// Returns the names of the files of traces in a folder, in the order in which they were made.
pub(super) fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // What is no file is refused where it is read.
        let is_read = entry.file_type()?.is_file() || system::is_special(&entry.path());
        if is_read && Path::new(&name).extension().is_some_and(|ending| ending == ENDING) {
            names.push(name);
        }
    }
    names.sort_by_cached_key(|name| (number(name), name.clone()));
    Ok(names)
}

/// Returns the number at the start of the name of a file of traces.
fn number(name: &str) -> Option<u64> {
    u64::from(name.split_once('-')?.0.parse::<u32>().ok()?).into()
}
