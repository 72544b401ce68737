//! Watches the files of a submission and its spec, and says when they change.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::args::Args;
use crate::cli::Error;
use crate::cli::terminal;
use crate::sandbox::{self, Alarm};

/// If nothing happens for this long, an editor that saves in several steps has finished.
const QUIET: Duration = Duration::from_millis(10);
/// The longest time to wait until an editor has finished.
const PATIENCE: Duration = Duration::from_millis(50);

/// The reason why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wake {
    /// A file of the submission changed.
    Submission,
    /// The spec changed, or a file beside it.
    Spec,
    /// Somebody pressed Ctrl-C.
    Stopped,
}

/// The watch over the files.
pub(super) struct Eyes {
    woken: Receiver<Wake>,
    alarm: Arc<Alarm>,
    _watcher: RecommendedWatcher,
}

impl Eyes {
    /// Watches the folder of the submission and the folder of the spec. Watching only the files is not enough, because
    /// editors replace files with new ones.
    pub(super) fn open(args: &Args) -> Result<Self, Error> {
        let fail = |path: &Path, error: notify::Error| {
            let why = match error.kind {
                notify::ErrorKind::Io(error) => error.to_string(),
                notify::ErrorKind::MaxFilesWatch => "the system watches no more files".to_owned(),
                other => format!("{other:?}"),
            };
            Error::Usage(format!(
                "cannot watch `{}`: {why}\nhelp: check it without `--watch`",
                path.display()
            ))
        };
        let (sender, woken) = mpsc::channel();
        let submission = Watched::of(&args.path)?;
        let spec = Path::new(&args.spec).is_file().then(|| Watched::of(Path::new(&args.spec))).transpose()?;
        let (mine, specs) = (submission.clone(), spec.as_ref().map(|spec| spec.folder.clone()));
        let alarm = Arc::new(Alarm::new()?);
        let (to_us, raised) = (sender.clone(), alarm.clone());
        let handler = move |event: notify::Result<notify::Event>| {
            if let Some(wake) = event.ok().and_then(|event| meaning(&event, &mine, specs.as_deref())) {
                // The alarm is raised first, so that a message always follows a raised alarm.
                raised.raise();
                // If nobody listens any more, the message is not needed.
                let _ = to_us.send(wake);
            }
        };
        let mut watcher = notify::recommended_watcher(handler).map_err(|error| fail(&args.path, error))?;
        if let Some(spec) = &spec {
            let watched = watcher.watch(&spec.folder, RecursiveMode::NonRecursive);
            watched.map_err(|error| fail(&spec.folder, error))?;
        }
        let mode =
            if submission.file.is_none() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        watcher.watch(&submission.folder, mode).map_err(|error| fail(&submission.folder, error))?;
        tell_of_interrupt(sender);
        Ok(Self { woken, alarm, _watcher: watcher })
    }

    /// The alarm, which is raised as soon as something changes, until [`Eyes::wait`] returns.
    pub(super) fn alarm(&self) -> Arc<Alarm> {
        self.alarm.clone()
    }

    /// Waits until files have changed and no more changes come, and returns the reason. Prints a line if it has to wait.
    pub(super) fn wait(&self, args: &Args) -> Result<Wake, Error> {
        if !self.alarm.is_raised() {
            let mut out = terminal::out();
            let dim = anstyle::Style::new().dimmed();
            writeln!(out, "\n{dim}watching {}; Ctrl-C ends{dim:#}", args.path.display())?;
            out.flush()?;
        }
        if sandbox::interrupted() {
            return Ok(Wake::Stopped);
        }
        let mut wake = self.woken.recv().unwrap_or(Wake::Stopped);
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            match self.woken.recv_timeout(QUIET) {
                Ok(more) => wake = wake.max(more),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        // The alarm is silenced only now. If it is raised again, a message follows, so that a raised alarm never stays
        // without a message.
        self.alarm.silence();
        Ok(wake)
    }
}

/// A folder that is watched, and the file in it if only that one matters.
#[derive(Clone, Debug)]
struct Watched {
    folder: PathBuf,
    file: Option<PathBuf>,
}

impl Watched {
    fn of(path: &Path) -> Result<Self, Error> {
        let fail = |error| Error::Usage(format!("cannot watch `{}`: {error}", path.display()));
        let path = path.canonicalize().map_err(fail)?;
        Ok(match path.parent() {
            Some(folder) if !path.is_dir() => Self { folder: folder.to_path_buf(), file: Some(path.clone()) },
            _ => Self { folder: path, file: None },
        })
    }

    fn has(&self, path: &Path) -> bool {
        self.file.as_ref().map_or_else(|| path.starts_with(&self.folder), |file| path == file)
    }
}

/// The meaning of an event; `None` if a file was only read, or if the file is a temporary one of an editor or an
/// interpreter.
fn meaning(event: &notify::Event, submission: &Watched, specs: Option<&Path>) -> Option<Wake> {
    let is_change = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    let paths = event.paths.iter().filter(|path| is_change && !is_left_lying_about(path));
    let meanings = paths.filter_map(|path| {
        if submission.has(path) {
            Some(Wake::Submission)
        } else {
            specs.filter(|folder| path.parent() == Some(folder)).map(|_| Wake::Spec)
        }
    });
    meanings.max()
}

fn is_left_lying_about(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_bytecode = path.components().any(|part| part.as_os_str() == "__pycache__");
    is_bytecode || name.starts_with('.') || name.ends_with('~') || name == "4913"
}

/// Starts a thread that waits for Ctrl-C and sends a message then, so that all reasons arrive in one place.
fn tell_of_interrupt(sender: Sender<Wake>) {
    std::thread::spawn(move || {
        sandbox::wait_for_interrupt();
        let _ = sender.send(Wake::Stopped);
    });
}
