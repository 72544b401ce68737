//! The sandbox: it runs programs on one of its backends, the walled one or the one that shuts nothing in.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::alarm::Alarm;
use super::conversation::{Conversation, Relay, Side, Wires};
use super::error::OpenError;
use super::files::KeptFolder;
#[cfg(not(target_family = "wasm"))]
use super::folder::WorkFolder;
#[cfg(target_family = "wasm")]
use super::host::Host as Open;
#[cfg(not(target_os = "linux"))]
use super::level::Unavailable;
use super::level::{Isolation, Level};
#[cfg(not(target_family = "wasm"))]
use super::plain::Plain as Open;
use super::shelf::Shelf;
#[cfg(target_os = "linux")]
use super::walled::Pool;
use super::{Command, Error, Execution, Input, Limits, interrupted};
use crate::digest::Digest;

/// A sandbox, which runs programs at one isolation level. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox {
    backend: Backend,
    warm: bool,
    executable: PathBuf,
    /// The files of ours that programs may read.
    shelf: Arc<Shelf>,
    alarm: Option<Arc<Alarm>>,
}

/// What runs the programs.
#[derive(Clone, Debug)]
enum Backend {
    /// Launchers with walls around them.
    #[cfg(target_os = "linux")]
    Walled(Arc<Pool>),
    /// What shuts nothing in: a child process, or in a module the page around it.
    Open(Open),
}

/// The options for opening a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The executable that becomes a launcher, and that computes: `yardstick` itself.
    pub executable: PathBuf,
    /// Whether programs may be forks of a warm interpreter.
    pub warm: bool,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        let executable = match cfg!(target_os = "linux") {
            // It stays the same if the file is replaced.
            true => "/proc/self/exe".into(),
            false => std::env::current_exe().unwrap_or_else(|_| "yardstick".into()),
        };
        Self { executable, warm: true }
    }
}

/// The input of a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given<'a> {
    /// Lines, each of which is handed over when the program asks for it.
    Lines(&'a Input),
    /// Bytes, which are handed over at once.
    Bytes(&'a [u8]),
    /// What another program says, as soon as it says it.
    Other(Side<'a>),
}

/// The result of the probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The program got everything that it needs.
    Passed,
    /// Something is missing, which the text describes.
    Failed(String),
    /// The probe was stopped, or the machine was too busy for it.
    Inconclusive,
}

/// The result of one canary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanaryResult {
    /// The attempt in words, such as `read a file of the user`.
    pub attempt: &'static str,
    /// Whether the wall held.
    pub held: bool,
}

impl Sandbox {
    /// Opens a sandbox with walls, and starts its first launcher to check that the level is possible.
    ///
    /// # Errors
    ///
    /// With the reason and the remedy, if the level is not possible.
    #[cfg(target_os = "linux")]
    pub fn open(level: Level, options: &SandboxOptions) -> Result<Self, OpenError> {
        Ok(Self::on(Backend::Walled(Arc::new(Pool::open(level, options)?)), options))
    }

    /// Refuses: on this system there are no walls.
    ///
    /// # Errors
    ///
    /// Always.
    #[cfg(not(target_os = "linux"))]
    pub fn open(level: Level, _: &SandboxOptions) -> Result<Self, OpenError> {
        Err(Unavailable {
            level,
            reason: "programs are shut in on Linux only".to_owned(),
            remedy: "`--runner plain` runs them as you would yourself, and shuts nothing in".to_owned(),
        }
        .into())
    }

    /// Opens the plain runner, which every system has and which shuts nothing in.
    #[cfg(not(target_family = "wasm"))]
    pub fn plain(options: &SandboxOptions) -> Self {
        WorkFolder::remove_abandoned();
        Self::on(Backend::Open(Open::of_system()), &SandboxOptions { warm: false, ..options.clone() })
    }

    /// Opens the backend that asks the page around this module.
    #[cfg(target_family = "wasm")]
    pub fn host() -> Self {
        let options = SandboxOptions { executable: PathBuf::new(), warm: false };
        Self::on(Backend::Open(Open::of_system()), &options)
    }

    fn on(backend: Backend, options: &SandboxOptions) -> Self {
        let SandboxOptions { executable, warm } = options.clone();
        Self { backend, warm, executable, shelf: Arc::default(), alarm: None }
    }

    /// Returns the same sandbox, with runs that stop when the alarm is raised.
    #[must_use]
    pub fn with_alarm(&self, alarm: Arc<Alarm>) -> Self {
        Self { alarm: Some(alarm), ..self.clone() }
    }

    /// Tells whether runs are stopped: by Ctrl-C or by the alarm.
    pub fn is_stopped(&self) -> bool {
        interrupted() || self.alarm.as_ref().is_some_and(|alarm| alarm.is_raised())
    }

    /// Returns the executable that becomes a launcher.
    pub(super) fn executable(&self) -> &Path {
        &self.executable
    }

    /// Returns the walls around programs.
    pub fn isolation(&self) -> Isolation {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.isolation(),
            Backend::Open(_) => Open::ISOLATION,
        }
    }

    /// Returns the user id of the first launcher, if launchers have their own user ids.
    pub fn own_user(&self) -> Option<u32> {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.own_user(),
            Backend::Open(_) => None,
        }
    }

    /// Tells whether programs can be forks of a warm interpreter.
    pub fn is_warm(&self) -> bool {
        self.warm && self.isolation().files
    }

    /// Tells whether a driver of ours can fork and write to us on descriptor 3. If not, it has a process for each request, and a
    /// side file.
    pub fn has_forks(&self) -> bool {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(_) => true,
            Backend::Open(open) => open.has_forks(),
        }
    }

    /// Lets canaries try every wall. At the level `none`, most attempts succeed; the plain runner has no wall to try.
    ///
    /// # Errors
    ///
    /// When a canary could not be prepared or run.
    pub fn try_walls(&self) -> Result<Vec<CanaryResult>, Error> {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.try_walls(),
            Backend::Open(_) => Ok(Vec::new()),
        }
    }

    /// Tests whether a control group limits the kernel memory of programs. This test costs a launcher.
    ///
    /// # Errors
    ///
    /// When the canary could not be run.
    pub fn bounds_kernel_memory(&self) -> Result<bool, Error> {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.bounds_kernel_memory(),
            Backend::Open(_) => Ok(false),
        }
    }

    /// Runs a program that reads its lines and uses everything that programs may use. Under the plain runner a program gets
    /// what the system has.
    pub fn probe(&self) -> Probe {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.probe(),
            Backend::Open(_) => Probe::Passed,
        }
    }

    /// Starts the warm interpreter of a program, and does not wait for it.
    ///
    /// # Errors
    ///
    /// When no launcher can be started or asked.
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
    pub fn start_ahead(&self, command: &Command) -> Result<(), Error> {
        match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.start_ahead(command),
            Backend::Open(_) => Ok(()),
        }
    }

    /// Returns the path of the first of some files of ours that are made once, if many need them or `is_now`; until then there are
    /// none.
    /// Programs whose tools have its folder among them can read them. No byte of a submission may be in them.
    ///
    /// # Errors
    ///
    /// When they cannot be made.
    pub fn find_on_shelf<E>(
        &self,
        key: Digest,
        names: &[&str],
        is_now: bool,
        make: impl FnOnce() -> Result<Option<KeptFolder>, E>,
    ) -> Result<Option<PathBuf>, E> {
        self.shelf.find(key, names, is_now, make)
    }

    /// Runs a program on some input until it ends or reaches a limit. Afterwards none of its processes is left.
    ///
    /// # Errors
    ///
    /// Only for failures that are not the program's fault: it could not be started, or the system refused a call.
    pub fn run(&self, command: &Command, input: &Input, limits: &Limits) -> Result<Execution, Error> {
        self.execute(command, Given::Lines(input), limits, Keep::Nothing).map(|(execution, _)| execution)
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
        let executed = self.execute(command, Given::Lines(input), limits, Keep::Folder)?;
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
        let executed = self.execute(command, Given::Bytes(bytes), limits, Keep::Folder)?;
        Self::with_folder(executed)
    }

    /// Runs two programs that talk with each other, each in a cell of its own and under its own limits. The folder of the
    /// partner is kept, and that of the program if asked for.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::run`].
    pub fn converse(
        &self,
        (program, limits, keeps_folder): (&Command, &Limits, bool),
        (partner, partner_limits, relay): (&Command, &Limits, Relay),
    ) -> Result<Conversation, Error> {
        let wires = Wires::new(relay).map_err(|source| Error::System { what: "make an event", source })?;
        let [side, other] = wires.sides();
        let time_up = Instant::now() + limits.wall;
        std::thread::scope(|scope| {
            let partner = scope.spawn(|| {
                let ended = self.execute(partner, Given::Other(other), partner_limits, Keep::Folder);
                other.end(time_up);
                Self::with_folder(ended?)
            });
            let purpose = if keeps_folder { Keep::Folder } else { Keep::Nothing };
            let ended = self.execute(program, Given::Other(side), limits, purpose);
            let how = side.end(time_up);
            let partner = partner.join().unwrap_or(Err(Error::SupervisorLost));
            Conversation::of(&wires, ended, partner, how)
        })
    }

    fn execute(
        &self,
        command: &Command,
        given: Given,
        limits: &Limits,
        keep: Keep,
    ) -> Result<(Execution, Option<KeptFolder>), Error> {
        let alarm = self.alarm.as_deref();
        let (execution, folder) = match &self.backend {
            #[cfg(target_os = "linux")]
            Backend::Walled(pool) => pool.execute(command, given, limits, keep == Keep::Folder, alarm)?,
            Backend::Open(open) => {
                let (execution, folder) = open.execute(command, given, limits, alarm)?;
                (execution, Some(folder))
            }
        };
        Ok((execution, folder.filter(|_| keep == Keep::Folder)))
    }
}

/// What is kept of a run besides its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    Nothing,
    /// The folder as the program left it.
    Folder,
}
