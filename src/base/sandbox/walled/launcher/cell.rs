//! One run: its supervisor, its folder and its program.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, mount, mount_bind};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::super::files::{FileEntry, Listing};
use super::super::level::{Isolation, Level};
use super::super::limits::NAMES;
use super::super::message::{CommandLine, Report, Request, send_bytes};
use super::super::processor::Processors;
use super::entry::{self, Walls};
use super::process::Stack;
use super::ruleset::{Reach, ruleset};
use super::supervise::{Main, Supervision, tell};
use super::tree::Scope;
use super::warm::{Interpreter, RunFds, wire};
use super::{canary, process, root};

/// The descriptors of a run, in the order in which the grader sends them.
pub(in crate::sandbox) struct Descriptors {
    pub(in crate::sandbox) stdin: OwnedFd,
    pub(in crate::sandbox) stdout: OwnedFd,
    pub(in crate::sandbox) stderr: OwnedFd,
    /// The pipe for the reports of the supervisor.
    pub(in crate::sandbox) report: OwnedFd,
    /// The pipe whose end tells the supervisor to stop the run.
    pub(in crate::sandbox) lifeline: OwnedFd,
    /// The socket on which the listener of the filter is sent, and the folder if it is to be kept.
    pub(in crate::sandbox) handover: OwnedFd,
    /// The contents of the program's files.
    pub(in crate::sandbox) image: OwnedFd,
    /// Descriptor 3 of the program.
    pub(in crate::sandbox) channel: Option<OwnedFd>,
}

impl Descriptors {
    pub(super) fn from(fds: Vec<OwnedFd>) -> Option<Self> {
        let mut fds = fds.into_iter();
        let mut next = || fds.next();
        Some(Self {
            stdin: next()?,
            stdout: next()?,
            stderr: next()?,
            report: next()?,
            lifeline: next()?,
            handover: next()?,
            image: next()?,
            channel: next(),
        })
    }
}

/// A request with the command line that it names.
#[derive(Clone, Copy)]
pub(super) struct RunRequest<'a> {
    pub(super) command_line: &'a CommandLine,
    pub(super) request: &'a Request,
}

/// The settings that all runs of a launcher share.
pub(super) struct LauncherContext<'a> {
    pub(super) isolation: Isolation,
    pub(super) tools: &'a [PathBuf],
    /// The processors on which programs may run.
    pub(super) processors: Processors,
    /// The number of threads of warm interpreters, which the kernel counts together with those of programs.
    pub(super) warm_threads: Cell<u64>,
    /// The stack of the supervisor; there is one supervisor at a time.
    pub(super) stack: Stack,
}

/// The reason why a program could not be started: the action that failed, and the error.
type Failure = (&'static str, io::Error);

fn at(what: &'static str) -> impl Fn(io::Error) -> Failure {
    move |error| (what, error)
}

/// Runs a program: a supervisor starts it, or has a warm interpreter start it, and watches it until it ends. Returns
/// the process id of the supervisor, for which the caller must wait, unless none could be started, which is reported.
pub(super) fn run(
    context: &LauncherContext,
    request: RunRequest,
    fds: Descriptors,
    interpreter: Option<&Interpreter>,
) -> Option<Pid> {
    let namespaces = match (context.isolation.files, context.isolation.processes) {
        (true, _) => libc::CLONE_NEWPID | libc::CLONE_NEWNS,
        (false, true) => libc::CLONE_NEWPID,
        (false, false) => 0,
    };
    let mut fds = Some(fds);
    let started = process::patiently(|| {
        process::run_in_vfork_child(namespaces, &context.stack, || {
            if let Some(fds) = fds.take() {
                supervise(context, request, fds, interpreter);
            }
        })
    });
    if let (Err(error), Some(fds)) = (&started, &fds) {
        tell_not_started(fds, "make the namespaces of a run", error);
    }
    started.ok()
}

/// Starts and watches the program; runs in the supervisor.
fn supervise(
    context: &LauncherContext,
    request: RunRequest,
    fds: Descriptors,
    interpreter: Option<&Interpreter>,
) {
    let prepared = (|| {
        let _ = rustix::process::setsid();
        if !context.isolation.processes {
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(|errno| ("become a subreaper", errno.into()))?;
        }
        let folder = lay_out(context, request.request, &fds)?;
        let main = match interpreter {
            Some(interpreter) => inject(context, request.request, &fds, &folder, interpreter)?,
            None => fork(context, request, &fds, &folder)?,
        };
        Ok((main, folder))
    })();
    match prepared {
        Ok((main, folder)) => {
            let scope = if context.isolation.files { Scope::Namespace } else { Scope::Descendants };
            // The other descriptors belong to the program, and the supervisor must see when the program closes them.
            let Descriptors { report, lifeline, .. } = fds;
            let mut limits = request.request.limits.clone();
            limits.memory = interpreter.map_or(limits.memory, |one| one.believed_memory(limits.memory));
            Supervision::new(main, scope, folder).conduct(&limits, &lifeline, &report);
        }
        Err((what, error)) => tell_not_started(&fds, what, &error),
    }
}

/// Reports why the program was not started.
pub(super) fn tell_not_started(fds: &Descriptors, what: &str, error: &io::Error) {
    let errno = error.raw_os_error().unwrap_or(libc::EIO);
    tell(&fds.report, &Report::NotStarted { what: what.into(), errno });
}

/// Returns the folder with the files of the program: in a file system of its own, or made by the grader.
fn lay_out(context: &LauncherContext, request: &Request, fds: &Descriptors) -> Result<PathBuf, Failure> {
    let folder = match &request.folder {
        Some(folder) => folder.clone(),
        None => own_folder(request, &fds.image)?,
    };
    if request.keep {
        let opened = fs::File::open(&folder).map_err(at("open the folder"))?;
        send_bytes(fds.handover.as_fd(), b"folder", &[opened.as_fd()]).map_err(at("hand over the folder"))?;
    }
    debug_assert_eq!(request.folder.is_none(), context.isolation.level == Level::Strict);
    Ok(folder)
}

fn own_folder(request: &Request, image: &OwnedFd) -> Result<PathBuf, Failure> {
    let room = format!("mode=755,size={},nr_inodes={NAMES}", request.limits.disk);
    root::tmpfs(Path::new(root::HOME), &room).map_err(at("mount a folder of its own"))?;
    for folder in [root::FOLDER, root::TEMPORARY, root::SHARED_MEMORY] {
        fs::DirBuilder::new().mode(0o755).create(folder).map_err(at("make the folder"))?;
    }
    // A folder that is a mount point cannot be moved away.
    mount_bind(root::FOLDER, root::FOLDER).map_err(|errno| ("bind the folder", errno.into()))?;
    // Shows only processes that may be traced, so not the supervisor (proc(5), hidepid).
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, c"hidepid=ptraceable")
        .map_err(|errno| ("mount /proc", errno.into()))?;
    let folder = PathBuf::from(root::FOLDER);
    let image = fs::File::from(image.try_clone().map_err(at("copy a descriptor"))?);
    for file in listed(&image, request.files).map_err(at("read the list of files"))? {
        let path = folder.join(OsStr::from_bytes(&file.path));
        let mut content = vec![0; file.length as usize];
        image.read_exact_at(&mut content, file.offset).map_err(at("read the files of the program"))?;
        if let Some(parent) = path.parent().filter(|parent| *parent != folder) {
            fs::DirBuilder::new().recursive(true).mode(0o755).create(parent).map_err(at("make a folder"))?;
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        let written = fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(&path);
        written
            .and_then(|mut written| io::Write::write_all(&mut written, &content))
            .map_err(at("write a file of the program"))?;
    }
    Ok(folder)
}

/// Reads the list of files in an image.
fn listed(image: &fs::File, listing: Option<Listing>) -> io::Result<Vec<FileEntry>> {
    let Some(Listing { offset, length }) = listing else { return Ok(Vec::new()) };
    let mut list = vec![0; length as usize];
    image.read_exact_at(&mut list, offset)?;
    Ok(serde_json::from_slice(&list)?)
}

/// Asks a warm interpreter to fork into the namespaces of this run.
fn inject(
    context: &LauncherContext,
    request: &Request,
    fds: &Descriptors,
    folder: &Path,
    interpreter: &Interpreter,
) -> Result<Main, Failure> {
    let door = |name| fs::File::open(format!("/proc/self/ns/{name}")).map_err(at("open its namespaces"));
    let (processes, mounts) = (door("pid")?, door("mnt")?);
    let rules = rules(context, folder)?;
    let (end, ended) = pipe_with(PipeFlags::CLOEXEC).map_err(|errno| ("make a pipe", errno.into()))?;
    let run_fds = RunFds {
        processes: processes.as_fd(),
        mounts: mounts.as_fd(),
        ruleset: entry::borrowed(rules.as_ref()),
        ended: ended.as_fd(),
        limits: &entry::resource_limits(
            &request.limits,
            walls(context.isolation, rules.is_some()),
            request.reserves,
            context.warm_threads.get(),
        ),
    };
    interpreter.inject(&run_fds, fds, request.goal).map_err(at("ask the interpreter for a fork"))?;
    Ok(Main::Injected(end))
}

/// Forks this process and starts the program in the child.
fn fork(
    context: &LauncherContext,
    request: RunRequest,
    fds: &Descriptors,
    folder: &Path,
) -> Result<Main, Failure> {
    let rules = match context.isolation.level {
        Level::None => None,
        _ => rules(context, folder)?,
    };
    let child = process::fork().map_err(at("fork"))?;
    let Some(child) = child else {
        let (what, error) = execute(context, request, fds, folder, rules.as_ref());
        tell_not_started(fds, what, &error);
        process::leave(0) // The filter may hold an end with another code, and nobody would let it continue.
    };
    let ended =
        pidfd_open(child, PidfdFlags::empty()).map_err(|errno| ("watch the program", errno.into()))?;
    Ok(Main::Child(child, ended))
}

/// Returns the Landlock rules for the program.
fn rules(context: &LauncherContext, folder: &Path) -> Result<Option<OwnedFd>, Failure> {
    let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
    let (read, write) = if context.isolation.files {
        (paths(&["/"]), paths(&[root::HOME, "/dev", "/proc"]))
    } else {
        let mut read = paths(root::SYSTEM);
        read.extend(paths(&["/etc/passwd", "/etc/localtime"]));
        read.extend(root::configuration(Path::new("/")));
        read.extend(context.tools.iter().cloned());
        let mut write =
            paths(&["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm"]);
        write.push(folder.to_path_buf());
        (read, write)
    };
    ruleset(&Reach { read: &read, write: &write }).map_err(|error| ("make the rules of Landlock", error))
}

/// Executes the program in this process; returns only if that fails.
fn execute(
    context: &LauncherContext,
    request: RunRequest,
    fds: &Descriptors,
    folder: &Path,
    rules: Option<&OwnedFd>,
) -> Failure {
    let RunRequest { command_line, request } = request;
    let became = (|| -> Result<std::convert::Infallible, Failure> {
        let _ = rustix::process::setsid(); // A process group of its own: `kill(0, …)` must not reach the supervisor.
        let handover = process::copy_to_high_fd(&fds.handover).map_err(at("copy a descriptor"))?;
        let rules = rules.map(process::copy_to_high_fd).transpose().map_err(at("copy a descriptor"))?;
        let standard = [Some(&fds.stdin), Some(&fds.stdout), Some(&fds.stderr), fds.channel.as_ref()];
        let standard: Result<Vec<OwnedFd>, _> =
            standard.into_iter().flatten().map(process::copy_to_high_fd).collect();
        let standard = standard.map_err(at("copy a descriptor"))?;
        let _report = process::copy_to_high_fd(&fds.report).map_err(at("copy a descriptor"))?;
        process::arrange(&standard).map_err(at("arrange descriptors"))?;
        std::env::set_current_dir(folder).map_err(at("enter the folder"))?;
        let walls = walls(context.isolation, rules.is_some());
        let steps = entry::steps(walls, context.processors);
        process::reset_signals();
        let listener =
            entry::perform(&steps, entry::borrowed(rules.as_ref())).map_err(at("shut the program in"))?;
        let (byte, handed) = match &listener {
            Some(listener) => (wire::WATCHED, vec![listener.as_fd()]),
            None => (wire::UNWATCHED, Vec::new()),
        };
        send_bytes(handover.as_fd(), &[byte], &handed).map_err(at("hand over the listener"))?;
        std::mem::forget(listener); // Closed by exec. If it were closed earlier, every read would fail.
        let warm_threads = context.warm_threads.get();
        entry::limit(&entry::resource_limits(&request.limits, walls, request.reserves, warm_threads))
            .map_err(at("limit the program"))?;
        if !request.canaries.is_empty() {
            canary::try_out(&request.canaries);
        }
        let program = folder.join(OsStr::from_bytes(&command_line.program));
        Err(("execute", process::execute(&program, &command_line.args, &command_line.env)))
    })();
    match became {
        Err(failure) => failure,
        Ok(never) => match never {},
    }
}

/// Returns the walls of an isolation level.
pub(super) fn walls(isolation: Isolation, landlock: bool) -> Walls {
    match isolation.level {
        Level::None | Level::Plain | Level::Browser => Walls::None,
        Level::Standard | Level::Strict => {
            Walls::Full { own_files: isolation.files, landlock, own_user_namespace: isolation.processes }
        }
    }
}
