//! The pool of launchers: one for each parallel run, each used many times.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::alarm::Alarm;
use super::dialogue::Dialogue;
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
use super::users::UserIds;
use super::{Command, Error, Execution, Given, Input, Limits, SandboxOptions};

/// The launchers of one isolation level.
#[derive(Debug)]
pub(in super::super) struct Pool {
    level: Level,
    isolation: Isolation,
    /// The range of user ids; each launcher takes one.
    users: UserIds,
    /// The user id of the first launcher, if it has its own.
    own_user: Option<u32>,
    executable: PathBuf,
    /// The control groups of the launchers, where they can be created.
    groups: Option<Arc<Groups>>,
    /// The idle launchers, by the tool folders that they can see.
    idle: Mutex<HashMap<Vec<PathBuf>, Vec<LauncherHandle>>>,
}

impl Pool {
    /// Starts the first launcher, to check that the level is possible.
    ///
    /// # Errors
    ///
    /// With the reason and the remedy, if the level is not possible.
    pub(in super::super) fn open(level: Level, options: &SandboxOptions) -> Result<Self, OpenError> {
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
        Ok(Self { level, isolation, users, own_user, executable, groups, idle })
    }

    /// Returns the walls around programs.
    pub(in super::super) fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Returns the user id of the first launcher, if launchers have their own user ids.
    pub(in super::super) fn own_user(&self) -> Option<u32> {
        self.own_user
    }

    /// Tells whether launchers are in control groups.
    pub(super) fn has_groups(&self) -> bool {
        self.groups.is_some()
    }

    /// Starts the warm interpreter of a program, and does not wait for it.
    ///
    /// # Errors
    ///
    /// When no launcher can be started or asked.
    pub(in super::super) fn start_ahead(&self, command: &Command) -> Result<(), Error> {
        let launcher = self.launcher(&command.tools)?;
        let asked = ask_ahead(&launcher, command);
        self.put_back(&command.tools, launcher);
        asked
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
        self.carry_out(&command, Given::Lines(input), limits, Purpose::Try(canaries), None)
            .map(|(execution, _)| execution)
    }

    /// Runs a program until it ends or reaches a limit. Afterwards none of its processes is left.
    pub(in super::super) fn execute(
        &self,
        command: &Command,
        given: Given,
        limits: &Limits,
        keeps_folder: bool,
        alarm: Option<&Alarm>,
    ) -> Result<(Execution, Option<KeptFolder>), Error> {
        let purpose = if keeps_folder { Purpose::Keep } else { Purpose::Run };
        self.carry_out(command, given, limits, purpose, alarm)
    }

    fn carry_out(
        &self,
        command: &Command,
        given: Given,
        limits: &Limits,
        purpose: Purpose,
        alarm: Option<&Alarm>,
    ) -> Result<(Execution, Option<KeptFolder>), Error> {
        if let Some(too_low) = too_low(self.isolation, limits) {
            return Err(too_low.into());
        }
        let launcher = self.launcher(&command.tools)?;
        let folder = if self.isolation.files { None } else { Some(work_folder(command, &launcher)?) };
        bound_memory(&launcher, limits, purpose);
        let cpu = PinnedCpu::pin_this_thread();
        let place = Place { folder: folder.as_ref().map(WorkFolder::path), processor: cpu.processor() };
        let parameters = RunParameters { command, place, limits, purpose };
        let dialogue = Dialogue::start(&launcher, &parameters, given, alarm)?;
        let conducted = dialogue.conduct();
        drop(cpu);
        // A group that reached its bound has lost processes, perhaps the launcher's own.
        if !launcher.has_exceeded() && matches!(conducted, Ok(_) | Err(Error::Interrupted)) {
            self.put_back(&command.tools, launcher);
        }
        let (mut execution, kept) = conducted?;
        execution.isolation = self.isolation;
        let kept_folder = match folder {
            Some(folder) => matches!(purpose, Purpose::Keep).then_some(KeptFolderPlace::Folder(folder)),
            None => kept.map(KeptFolderPlace::Descriptor),
        };
        Ok((execution, kept_folder.map(KeptFolder)))
    }

    fn launcher(&self, tools: &[PathBuf]) -> Result<LauncherHandle, Error> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(launcher) = idle.get_mut(tools).and_then(Vec::pop) {
            return Ok(launcher);
        }
        drop(idle);
        let Self { level, users, executable, groups, .. } = self;
        let (launcher, _) = LauncherHandle::start(*level, executable, tools, *users, groups.as_ref())?;
        Ok(launcher)
    }

    /// Makes a launcher available again after its run has finished. A launcher that is not put back is dropped, and
    /// ends.
    fn put_back(&self, tools: &[PathBuf], launcher: LauncherHandle) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.entry(tools.to_vec()).or_default().push(launcher);
    }
}

/// Creates a folder on disk with the program's files, for programs without their own file system.
fn work_folder(command: &Command, launcher: &LauncherHandle) -> Result<WorkFolder, Error> {
    let failed = |source| Error::System { what: "write the files of a run", source };
    let folder = WorkFolder::new().map_err(failed)?;
    command.files.lay_out(&folder).map_err(failed)?;
    if let Some(user) = launcher.user {
        give(folder.path(), user).map_err(failed)?;
    }
    Ok(folder)
}

/// Makes another user the owner of a folder and of everything in it.
fn give(folder: &Path, id: u32) -> io::Result<()> {
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        std::os::unix::fs::lchown(&path, Some(id), Some(id))?;
        if path.symlink_metadata()?.is_dir() {
            for entry in fs::read_dir(&path)? {
                waiting.push(entry?.path());
            }
        }
    }
    Ok(())
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
