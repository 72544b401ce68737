//! What looks at the files of a submission and its spec, and tells when they change.

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

/// An editor that saves in several steps is done when so long nothing more happens.
const QUIET: Duration = Duration::from_millis(10);
/// So long is waited for that, at the most.
const PATIENCE: Duration = Duration::from_millis(50);

/// What ends the wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wake {
    /// A file of the submission changed.
    Submission,
    /// The spec changed, or a file beside it.
    Spec,
    /// Somebody pressed Ctrl-C.
    Stopped,
}

/// What looks at the files.
pub(super) struct Eyes {
    woken: Receiver<Wake>,
    alarm: Arc<Alarm>,
    _watcher: RecommendedWatcher,
}

impl Eyes {
    /// Looks at the folder of the submission and at that of the spec: editors put new files in the place of old ones,
    /// so that looking at the files themselves is not enough.
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
                // First the alarm: whoever sees it raised will be told why.
                raised.raise();
                // When nobody listens any more, nothing is to be told.
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

    /// Raised as soon as something changes, until [`Eyes::wait`] has told of it.
    pub(super) fn alarm(&self) -> Arc<Alarm> {
        self.alarm.clone()
    }

    /// Says that it waits, if it has to, and gives back what to do next when files have changed and are quiet again.
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
        // Only now: whoever raises it again has yet to tell us why, so that it is never raised with nothing to wait for.
        self.alarm.silence();
        Ok(wake)
    }
}

/// What is looked at: a folder, and whether only one file of it counts.
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

/// What an event is to us: reading a file is nothing, nor is what editors and interpreters leave lying about.
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

/// Waits for Ctrl-C elsewhere, so that there is one place to wait for everything.
fn tell_of_interrupt(sender: Sender<Wake>) {
    std::thread::spawn(move || {
        sandbox::wait_for_interrupt();
        let _ = sender.send(Wake::Stopped);
    });
}
