//! The pool of launchers: one for each parallel run, each used many times.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::alarm::Alarm;
use super::conversation::{Conversation, Wires};
use super::dialogue::{Dialogue, Given};
use super::error::OpenError;
use super::files::{Files, KeptFolder, KeptFolderPlace};
use super::folder::WorkFolder;
use super::group::Groups;
use super::handle::LauncherHandle;
use super::hard_limits::{allow_descriptors, too_low};
use super::level::{Isolation, Level};
use super::message::Canary;
use super::parameters::{Place, Purpose, RunParameters, ask_ahead};
use super::processor::PinnedCpu;
use super::shelf::Shelf;
use super::users::UserIds;
use super::{Command, Error, Execution, Input, Limits, interrupted};
use crate::digest::Digest;

/// A sandbox, which runs programs at one isolation level. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    alarm: Option<Arc<Alarm>>,
}

#[derive(Debug)]
struct Shared {
    level: Level,
    isolation: Isolation,
    /// The range of user ids; each launcher takes one.
    users: UserIds,
    /// The user id of the first launcher, if it has its own.
    own_user: Option<u32>,
    executable: PathBuf,
    warm: bool,
    /// The control groups of the launchers, where they can be created.
    groups: Option<Arc<Groups>>,
    /// The idle launchers, by the tool folders that they can see.
    idle: Mutex<HashMap<Vec<PathBuf>, Vec<LauncherHandle>>>,
    /// The files of ours that programs may read.
    shelf: Shelf,
}

/// The options for opening a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The executable that becomes the launcher: `yardstick` itself.
    pub executable: PathBuf,
    /// Whether programs may be forks of a warm interpreter.
    pub warm: bool,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self { executable: "/proc/self/exe".into(), warm: true }
    }
}

impl Sandbox {
    /// Opens a sandbox, and starts its first launcher to check that the level is possible.
    ///
    /// # Errors
    ///
    /// With the reason and the remedy, if the level is not possible.
    pub fn open(level: Level, options: &SandboxOptions) -> Result<Self, OpenError> {
        allow_descriptors();
        let users = UserIds::from_environment()?;
        let groups = if level == Level::None { None } else { Groups::find() };
        let (launcher, isolation) =
            LauncherHandle::start(level, &options.executable, &[], users, groups.as_ref())?;
        if let Some(too_low) = too_low(isolation, &Limits::default()) {
            return Err(too_low.into());
        }
        if !isolation.files {
            WorkFolder::remove_abandoned();
        }
        let own_user = launcher.user;
        let idle = Mutex::new(HashMap::from([(Vec::new(), vec![launcher])]));
        let executable = options.executable.clone();
        let (warm, shelf) = (options.warm, Shelf::default());
        let shared = Shared { level, isolation, users, own_user, executable, warm, groups, idle, shelf };
        Ok(Self { shared: Arc::new(shared), alarm: None })
    }

    /// Returns the same sandbox, with runs that stop when the alarm is raised.
    #[must_use]
    pub fn with_alarm(&self, alarm: Arc<Alarm>) -> Self {
        Self { shared: self.shared.clone(), alarm: Some(alarm) }
    }

    /// Tells whether runs are stopped: by Ctrl-C or by the alarm.
    pub fn is_stopped(&self) -> bool {
        interrupted() || self.alarm.as_ref().is_some_and(|alarm| alarm.is_raised())
    }

    /// Returns the executable that becomes a launcher.
    pub(super) fn executable(&self) -> &Path {
        &self.shared.executable
    }

    /// Returns the walls around programs.
    pub fn isolation(&self) -> Isolation {
        self.shared.isolation
    }

    /// Returns the user id of the first launcher, if launchers have their own user ids.
    pub fn own_user(&self) -> Option<u32> {
        self.shared.own_user
    }

    /// Tells whether launchers are in control groups.
    pub(super) fn has_groups(&self) -> bool {
        self.shared.groups.is_some()
    }

    /// Tells whether programs can be forks of a warm interpreter.
    pub fn is_warm(&self) -> bool {
        self.shared.warm && self.shared.isolation.files
    }

    /// Returns the path of the first of some files of ours that are made once, if many need them; until then there are none.
    /// Programs whose tools have its folder among them can read them. No byte of a submission may be in them.
    ///
    /// # Errors
    ///
    /// When they cannot be made.
    pub(crate) fn find_on_shelf<E>(
        &self,
        key: Digest,
        names: &[&str],
        make: impl FnOnce() -> Result<Option<KeptFolder>, E>,
    ) -> Result<Option<PathBuf>, E> {
        self.shared.shelf.find(key, names, make)
    }

    /// Starts the warm interpreter of a program, and does not wait for it.
    ///
    /// # Errors
    ///
    /// When no launcher can be started or asked.
    pub fn start_ahead(&self, command: &Command) -> Result<(), Error> {
        let launcher = self.launcher(&command.tools)?;
        let asked = ask_ahead(&launcher, command);
        self.put_back(&command.tools, launcher);
        asked
    }

    /// Runs a program on some input until it ends or reaches a limit. Afterwards none of its processes is left.
    ///
    /// # Errors
    ///
    /// Only for failures that are not the program's fault: it could not be started, or the system refused a call.
    pub fn run(&self, command: &Command, input: &Input, limits: &Limits) -> Result<Execution, Error> {
        self.execute(command, Given::Lines(input), limits, Purpose::Run).map(|(execution, _)| execution)
    }

    /// Runs a program as [`Sandbox::run`] does, and returns also the folder as the program left it.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub fn run_and_keep_folder(
        &self,
        command: &Command,
        input: &Input,
        limits: &Limits,
    ) -> Result<(Execution, KeptFolder), Error> {
        let executed = self.execute(command, Given::Lines(input), limits, Purpose::Keep)?;
        Self::with_folder(executed)
    }

    fn with_folder(executed: (Execution, Option<KeptFolder>)) -> Result<(Execution, KeptFolder), Error> {
        let lost =
            || Error::System { what: "keep the folder of the run", source: io::ErrorKind::NotFound.into() };
        let (execution, kept_folder) = executed;
        Ok((execution, kept_folder.ok_or_else(lost)?))
    }

    /// Runs a program on any bytes, which it is given at once, as [`Sandbox::run_and_keep_folder`] does.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub fn run_on_bytes(
        &self,
        command: &Command,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(Execution, KeptFolder), Error> {
        let executed = self.execute(command, Given::Bytes(bytes), limits, Purpose::Keep)?;
        Self::with_folder(executed)
    }

    /// Runs two programs that talk with each other, each in a cell of its own and under its own limits. The folder of the
    /// partner is kept, and that of the program if asked for.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub(crate) fn converse(
        &self,
        (program, limits, keeps_folder): (&Command, &Limits, bool),
        (partner, partner_limits): (&Command, &Limits),
    ) -> Result<Conversation, Error> {
        let wires = Wires::new().map_err(|source| Error::System { what: "make an event", source })?;
        let [side, other] = wires.sides();
        std::thread::scope(|scope| {
            let partner = scope.spawn(|| {
                let ended = self.execute(partner, Given::Other(other), partner_limits, Purpose::Keep);
                other.end();
                Self::with_folder(ended?)
            });
            let purpose = if keeps_folder { Purpose::Keep } else { Purpose::Run };
            let ended = self.execute(program, Given::Other(side), limits, purpose);
            let how = side.end();
            let partner = partner.join().unwrap_or(Err(Error::SupervisorLost));
            Conversation::of(&wires, ended, partner, how)
        })
    }

    /// Runs canaries.
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
            reserves: false,
            prove: false,
            warm: None,
        };
        self.execute(&command, Given::Lines(input), limits, Purpose::Try(canaries))
            .map(|(execution, _)| execution)
    }

    fn execute(
        &self,
        command: &Command,
        given: Given,
        limits: &Limits,
        purpose: Purpose,
    ) -> Result<(Execution, Option<KeptFolder>), Error> {
        if let Some(too_low) = too_low(self.shared.isolation, limits) {
            return Err(too_low.into());
        }
        let launcher = self.launcher(&command.tools)?;
        let folder = if self.shared.isolation.files { None } else { Some(work_folder(command, &launcher)?) };
        bound_memory(&launcher, limits, purpose);
        let cpu = PinnedCpu::pin_this_thread();
        let place = Place { folder: folder.as_ref().map(WorkFolder::path), processor: cpu.processor() };
        let parameters = RunParameters { command, place, limits, purpose };
        let dialogue = Dialogue::start(&launcher, &parameters, given, self.alarm.as_deref())?;
        let conducted = dialogue.conduct();
        drop(cpu);
        // A group that reached its bound has lost processes, perhaps the launcher's own.
        if !launcher.has_exceeded() && matches!(conducted, Ok(_) | Err(Error::Interrupted)) {
            self.put_back(&command.tools, launcher);
        }
        let (mut execution, kept) = conducted?;
        execution.isolation = self.shared.isolation;
        let kept_folder = match folder {
            Some(folder) => matches!(purpose, Purpose::Keep).then_some(KeptFolderPlace::Folder(folder)),
            None => kept.map(KeptFolderPlace::Descriptor),
        };
        Ok((execution, kept_folder.map(KeptFolder)))
    }

    fn launcher(&self, tools: &[PathBuf]) -> Result<LauncherHandle, Error> {
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(launcher) = idle.get_mut(tools).and_then(Vec::pop) {
            return Ok(launcher);
        }
        drop(idle);
        let Shared { level, users, executable, groups, .. } = &*self.shared;
        let (launcher, _) = LauncherHandle::start(*level, executable, tools, *users, groups.as_ref())?;
        Ok(launcher)
    }

    /// Makes a launcher available again after its run has finished. A launcher that is not put back is dropped, and
    /// ends.
    fn put_back(&self, tools: &[PathBuf], launcher: LauncherHandle) {
        let mut idle = self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.entry(tools.to_vec()).or_default().push(launcher);
    }
}

/// Creates a folder on disk with the program's files, for programs without their own file system.
fn work_folder(command: &Command, launcher: &LauncherHandle) -> Result<WorkFolder, Error> {
    let failed = |source| Error::System { what: "write the files of a run", source };
    let folder = WorkFolder::new().map_err(failed)?;
    command.files.lay_out(&folder).map_err(failed)?;
    if let Some(user) = launcher.user {
        folder.give_to(user).map_err(failed)?;
    }
    Ok(folder)
}

/// Sets the bound of the launcher's control group for a run. The canary that fills sockets gets a quarter of what it
/// sends, so that the kernel must end it.
fn bound_memory(launcher: &LauncherHandle, limits: &Limits, purpose: Purpose) {
    match (&launcher.group, purpose) {
        (Some(group), Purpose::Try([Canary::FillSockets(bytes)])) => group.set_bound_above_use(bytes / 4),
        (Some(group), _) => group.set_bound_for(limits),
        (None, _) => {}
    }
}
