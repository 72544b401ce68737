//! The grader's launchers: as many as there are runs at a time, each used again and again.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command as Process, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::alarm::Alarm;
use super::dialogue::Dialogue;
use super::files::{Files, Remains, RemainsOf};
use super::folder::WorkFolder;
use super::group::{Group, Groups};
use super::level::{Isolation, Level, Unavailable};
use super::message::{Canary, Request, Setup, Told, Wanted, Welcome, receive, room, send};
use super::outer::{TooLow, allow_descriptors, too_low};
use super::process::{self, Asked, Place, Purpose};
use super::processor::Stay;
use super::users::{NoRange, UserIds};
use super::{Command, Error, Execution, Input, Limits, interrupted, launcher};

/// A way to run programs at one level of isolation. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    alarm: Option<Arc<Alarm>>,
}

#[derive(Debug)]
struct Shared {
    level: Level,
    isolation: Isolation,
    /// Of which launchers take one each.
    users: UserIds,
    /// The id that the first launcher took, if it did.
    own_user: Option<u32>,
    executable: PathBuf,
    warm: bool,
    /// In which launchers are, where there can be any.
    groups: Option<Arc<Groups>>,
    /// Launchers without work, by the folders of tools that they can see.
    idle: Mutex<HashMap<Vec<PathBuf>, Vec<Launcher>>>,
}

/// How a sandbox is to be opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The executable that becomes the launcher: `yardstick` itself.
    pub executable: PathBuf,
    /// Whether programs may be forks of a warm interpreter, where there can be one.
    pub warm: bool,
}

impl Default for Opening {
    fn default() -> Self {
        Self { executable: "/proc/self/exe".into(), warm: true }
    }
}

impl Sandbox {
    /// Starts a launcher at this level, to see that it can be had.
    ///
    /// # Errors
    ///
    /// With the reason and the remedy when it cannot.
    pub fn open(level: Level, opening: &Opening) -> Result<Self, OpenError> {
        allow_descriptors();
        let users = UserIds::from_environment()?;
        let groups = if level == Level::None { None } else { Groups::find() };
        let (launcher, isolation) = Launcher::start(level, &opening.executable, &[], users, groups.as_ref())?;
        if let Some(too_low) = too_low(isolation, &Limits::default()) {
            return Err(too_low.into());
        }
        if !isolation.files {
            WorkFolder::remove_those_left_behind();
        }
        let own_user = launcher.user;
        let idle = Mutex::new(HashMap::from([(Vec::new(), vec![launcher])]));
        let executable = opening.executable.clone();
        let shared =
            Shared { level, isolation, users, own_user, executable, warm: opening.warm, groups, idle };
        Ok(Self { shared: Arc::new(shared), alarm: None })
    }

    /// The same, with runs that stop when the alarm is raised.
    #[must_use]
    pub fn heeding(&self, alarm: Arc<Alarm>) -> Self {
        Self { shared: self.shared.clone(), alarm: Some(alarm) }
    }

    /// Whether nothing more is to be run: somebody pressed Ctrl-C, or raised the alarm.
    pub fn is_stopped(&self) -> bool {
        interrupted() || self.alarm.as_ref().is_some_and(|alarm| alarm.is_raised())
    }

    /// What keeps programs in.
    pub fn isolation(&self) -> Isolation {
        self.shared.isolation
    }

    /// The id of a user that no other launcher has, if each has one.
    pub fn own_user(&self) -> Option<u32> {
        self.shared.own_user
    }

    /// Whether launchers are in control groups.
    pub(super) fn has_groups(&self) -> bool {
        self.shared.groups.is_some()
    }

    /// Whether programs can be forks of a warm interpreter.
    pub fn is_warm(&self) -> bool {
        self.shared.warm && self.shared.isolation.files
    }

    /// Starts the warm interpreter of a program, which takes a while, and does not wait for it.
    ///
    /// # Errors
    ///
    /// When no launcher can be started or asked.
    pub fn start_ahead(&self, command: &Command) -> Result<(), Error> {
        let launcher = self.launcher(&command.tools)?;
        let asked = process::ask_ahead(&launcher, command);
        self.put_back(&command.tools, launcher);
        asked
    }

    /// Runs a program on some input until it ends or reaches a limit; then nothing of it is left running.
    ///
    /// # Errors
    ///
    /// Only what is no fault of the program: it could not be started, or the system refused a call.
    pub fn run(&self, command: &Command, input: &Input, limits: &Limits) -> Result<Execution, Error> {
        self.execute(command, input, limits, Purpose::Run).map(|(execution, _)| execution)
    }

    /// The same, and the folder as the program left it.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub fn run_and_keep(
        &self,
        command: &Command,
        input: &Input,
        limits: &Limits,
    ) -> Result<(Execution, Remains), Error> {
        let (execution, remains) = self.execute(command, input, limits, Purpose::Keep)?;
        let lost =
            || Error::System { what: "keep the folder of the run", source: io::ErrorKind::NotFound.into() };
        Ok((execution, remains.ok_or_else(lost)?))
    }

    /// Has canaries try to get out.
    pub(super) fn run_canaries(
        &self,
        canaries: &[Canary],
        input: &Input,
        limits: &Limits,
    ) -> Result<Execution, Error> {
        let files = Files::new([]).map_err(|source| Error::System { what: "make a folder", source })?;
        let command = Command {
            program: "canary".into(),
            args: Vec::new(),
            env: Vec::new(),
            files: Arc::new(files),
            tools: Vec::new(),
            channel: false,
            warm: None,
        };
        self.execute(&command, input, limits, Purpose::Try(canaries)).map(|(execution, _)| execution)
    }

    fn execute(
        &self,
        command: &Command,
        input: &Input,
        limits: &Limits,
        purpose: Purpose,
    ) -> Result<(Execution, Option<Remains>), Error> {
        if let Some(too_low) = too_low(self.shared.isolation, limits) {
            return Err(too_low.into());
        }
        let launcher = self.launcher(&command.tools)?;
        let folder = if self.shared.isolation.files { None } else { Some(work_folder(command, &launcher)?) };
        launcher.bound_memory(limits, purpose);
        let stay = Stay::begin();
        let place = Place { folder: folder.as_ref().map(WorkFolder::path), processor: stay.processor() };
        let asked = Asked { command, place, limits, purpose };
        let dialogue = Dialogue::start(&launcher, &asked, input, self.alarm.as_deref())?;
        let conducted = dialogue.conduct();
        drop(stay);
        // One whose group was full has lost processes, of its own maybe.
        if !launcher.has_exceeded() && matches!(conducted, Ok(_) | Err(Error::Interrupted)) {
            self.put_back(&command.tools, launcher);
        }
        let (mut execution, kept) = conducted?;
        execution.isolation = self.shared.isolation;
        let remains = match folder {
            Some(folder) => matches!(purpose, Purpose::Keep).then_some(RemainsOf::Folder(folder)),
            None => kept.map(RemainsOf::Descriptor),
        };
        Ok((execution, remains.map(Remains)))
    }

    fn launcher(&self, tools: &[PathBuf]) -> Result<Launcher, Error> {
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(launcher) = idle.get_mut(tools).and_then(Vec::pop) {
            return Ok(launcher);
        }
        drop(idle);
        let Shared { level, users, executable, groups, .. } = &*self.shared;
        let (launcher, _) = Launcher::start(*level, executable, tools, *users, groups.as_ref())?;
        Ok(launcher)
    }

    /// A launcher whose run came to its end is used again; any other is dropped, and so ends.
    fn put_back(&self, tools: &[PathBuf], launcher: Launcher) {
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.entry(tools.to_vec()).or_default().push(launcher);
    }
}

/// A folder on disk with the program's files, where it has no file system of its own.
fn work_folder(command: &Command, launcher: &Launcher) -> Result<WorkFolder, Error> {
    let failed = |source| Error::System { what: "write the files of a run", source };
    let folder = WorkFolder::new().map_err(failed)?;
    command.files.lay_out(&folder).map_err(failed)?;
    if let Some(user) = launcher.user {
        folder.give_to(user).map_err(failed)?;
    }
    Ok(folder)
}

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// This machine refuses it.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The grader itself was started under a limit that is too low.
    #[error(transparent)]
    TooLow(#[from] TooLow),
    /// The environment names no user ids that launchers could have.
    #[error(transparent)]
    NoRange(#[from] NoRange),
    /// The launcher cannot be executed.
    #[error("cannot start `{}`, which runs programs: {source}\nhelp: /proc must be mounted, and the executable be there", executable.display())]
    Start {
        /// What was to be executed.
        executable: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A fault of ours.
    #[error("cannot start the launcher of programs: {0}")]
    Fault(#[from] io::Error),
}

/// A launcher, as the grader holds it. Dropping it ends it and what it runs.
#[derive(Debug)]
pub(super) struct Launcher {
    level: Level,
    /// The id of the user that it has become, if that is another than the grader.
    pub(super) user: Option<u32>,
    process: Child,
    control: Option<OwnedFd>,
    /// What it was told to remember.
    told: RefCell<Vec<Wanted>>,
    /// What bounds its memory and that of its programs. Dropped when it has ended.
    pub(super) group: Option<Group>,
}

impl Launcher {
    fn start(
        level: Level,
        executable: &std::path::Path,
        tools: &[PathBuf],
        users: UserIds,
        groups: Option<&Arc<Groups>>,
    ) -> Result<(Self, Isolation), OpenError> {
        let (control, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(io::Error::from)?;
        let process = Process::new(executable)
            .arg0(launcher::NAME)
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| OpenError::Start { executable: executable.to_path_buf(), source })?;
        let (group, entrance) = groups.and_then(|groups| groups.new_group().ok()).unzip();
        let mut launcher =
            Self { level, user: None, process, control: Some(control), told: RefCell::default(), group };
        let setup = Setup { level, tools: tools.to_vec(), users };
        let entrance: Vec<_> = entrance.iter().map(AsFd::as_fd).collect();
        send(launcher.control(), &setup, &entrance)?;
        match receive::<Welcome>(launcher.control(), &mut room())? {
            Some((Welcome::Ready { isolation, user }, _)) => {
                launcher.user = user;
                Ok((launcher, isolation))
            }
            Some((Welcome::Refused { what, errno }, _)) => Err(unavailable(level, &what, errno).into()),
            None => Err(io::Error::other("it ended without a word").into()),
        }
    }

    fn control(&self) -> BorrowedFd<'_> {
        self.control.as_ref().expect("it is open until the drop").as_fd()
    }

    /// How it is told what is to be run: with a file system of its own, the same is run again and again.
    pub(super) fn tell(&self, wanted: Wanted) -> Told {
        if self.level != Level::Strict {
            return Told::Once(wanted);
        }
        let mut told = self.told.borrow_mut();
        if let Some(number) = told.iter().position(|one| *one == wanted) {
            return Told::Again(number);
        }
        told.push(wanted.clone());
        Told::First(wanted)
    }

    /// Bounds what its group may hold during a run.
    fn bound_memory(&self, limits: &Limits, purpose: Purpose) {
        match (&self.group, purpose) {
            (Some(group), Purpose::Try([Canary::FillSockets(bytes)])) => group.allow_more(bytes / 4),
            (Some(group), _) => group.allow(limits),
            (None, _) => {}
        }
    }

    /// Whether the kernel ended processes in its group during the run, because together they held too much.
    pub(super) fn has_exceeded(&self) -> bool {
        self.group.as_ref().is_some_and(Group::was_exceeded)
    }

    pub(super) fn ask(&self, request: &Request, fds: &[BorrowedFd]) -> io::Result<()> {
        let sent = send(self.control(), request, fds);
        if sent.is_err() && matches!(request.wanted, Told::First(_)) {
            self.told.borrow_mut().pop();
        }
        sent
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.control = None;
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a refusal means and what can be done about it.
fn unavailable(level: Level, what: &str, errno: i32) -> Unavailable {
    let error = io::Error::from_raw_os_error(errno);
    let reason = format!("cannot {what}: {error}");
    let weaker = match level {
        Level::Strict => "`--sandbox standard` needs only Landlock (Linux 5.13)",
        Level::Standard | Level::None => "`--sandbox none` needs nothing, and shuts nothing in",
    };
    let remedy = match (what, errno) {
        ("make namespaces", libc::ENOSPC | libc::EUSERS) => {
            "the system allows no user namespaces: `sysctl user.max_user_namespaces=10000` allows them"
        }
        ("make namespaces", libc::EPERM) => {
            "a container or the system refuses user namespaces: start the container with \
             `--security-opt seccomp=unconfined`, or `sysctl kernel.unprivileged_userns_clone=1`"
        }
        ("map the user into its namespace" | "make mounts private" | "mount a file system of its own", _) => {
            "the system restricts user namespaces (Ubuntu 24.04 does): \
             `sysctl kernel.apparmor_restrict_unprivileged_userns=0` lifts that"
        }
        ("mount /proc", _) => {
            "a container hides parts of /proc: start it with `--security-opt systempaths=unconfined`"
        }
        ("use Landlock", _) => {
            "the kernel has no Landlock: Linux 5.13 and later have it, unless it is switched off"
        }
        _ => "`yardstick doctor` shows what this machine has",
    };
    Unavailable { level, reason, remedy: format!("{remedy}; {weaker}") }
}
