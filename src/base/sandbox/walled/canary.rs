//! Canaries: our own processes that try to escape, before any student's program is run.
//!
//! A wall that the kernel offers may not hold here: a container, a policy or a bug may have switched it off. So every
//! wall is tested.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use super::message::Canary;
use super::pool::Pool;
use super::{CanaryResult, Error, Exit, Input, Limits};
use crate::resource::Resource;
use crate::system;

/// The memory limit of the canary that fills memory, in bytes: more than a new process uses, but small, because filling
/// it takes longer than all other canaries together.
const MEMORY: u64 = 4 << 20;

/// The bytes that the canary for kernel memory sends: the most that one process can have in sockets. A control group
/// ends it at a quarter of that.
const SOCKET_BYTES: u64 = 32 << 20;

impl Pool {
    /// Tests every wall. At the level `none`, most attempts succeed.
    ///
    /// # Errors
    ///
    /// When a canary could not be prepared or run.
    pub(in super::super) fn try_walls(&self) -> Result<Vec<CanaryResult>, Error> {
        let failed = |source| Error::System { what: "plant a canary", source };
        let targets = CanaryTargets::new().map_err(failed)?;
        let (attempts, canaries): (Vec<_>, Vec<_>) = targets.canaries().into_iter().unzip();
        let (together, alone): (Vec<_>, Vec<_>) =
            canaries.into_iter().partition(|canary| !matches!(canary, Canary::FillMemory(_)));
        let mut held = match self.hold_together(&together)? {
            Some(held) => held,
            // The process of all canaries was disturbed: run each of them alone.
            None => together.iter().map(|canary| self.holds(canary)).collect::<Result<_, _>>()?,
        };
        for canary in &alone {
            held.push(self.holds(canary)?);
        }
        Ok(attempts.into_iter().zip(held).map(|(attempt, held)| CanaryResult { attempt, held }).collect())
    }

    /// Tests whether a control group limits the kernel memory of programs. This test costs a launcher.
    ///
    /// # Errors
    ///
    /// When the canary could not be run.
    pub(in super::super) fn bounds_kernel_memory(&self) -> Result<bool, Error> {
        Ok(self.has_groups() && self.holds(&Canary::FillSockets(SOCKET_BYTES))?)
    }

    /// Tests several canaries in one process and tells which of them were held; `None` if the process did not finish.
    fn hold_together(&self, canaries: &[Canary]) -> Result<Option<Vec<bool>>, Error> {
        let Exit::Code(escaped) = self.try_out(canaries)? else { return Ok(None) };
        let is_held = |(place, canary): (usize, &Canary)| match canary {
            Canary::LeaveDaemon(name) => escaped & 1 << place == 0 && !is_left(name),
            _ => escaped & 1 << place == 0,
        };
        Ok(Some(canaries.iter().enumerate().map(is_held).collect()))
    }

    fn holds(&self, canary: &Canary) -> Result<bool, Error> {
        let exit = self.try_out(std::slice::from_ref(canary))?;
        Ok(match canary {
            Canary::FillMemory(_) | Canary::FillSockets(_) => exit == Exit::Exceeded(Resource::Memory),
            Canary::LeaveDaemon(name) => exit == Exit::Code(0) && !is_left(name),
            _ => !matches!(exit, Exit::Code(escaped) if escaped != 0),
        })
    }

    fn try_out(&self, canaries: &[Canary]) -> Result<Exit, Error> {
        // All other limits are the defaults: a canary that failed because of a lower limit would seem to be held.
        let memory = match canaries {
            [Canary::FillMemory(_)] => MEMORY,
            _ => Limits::default().memory,
        };
        let limits = Limits { memory, wall: Duration::from_secs(5), ..Limits::default() };
        Ok(self.run_canaries(canaries, &Input::default(), &limits)?.exit)
    }
}

/// The file that canaries try to read and to write.
const FILE: &str = "secret";

/// The targets that the canaries try to reach.
struct CanaryTargets {
    folder: tempfile::TempDir,
    tcp: TcpListener,
    name: String,
    /// A process name that no other process has.
    daemon: String,
    _abstract_socket: UnixListener,
}

impl CanaryTargets {
    fn new() -> io::Result<Self> {
        let folder = system::private_folder("yardstick-canary-", &system::temporary_folder())?;
        // Everybody may read and write the file, so only the walls are in the way. Nobody else may put anything into the
        // folder, and it is opened last: a link in it would lead what is written to a file of ours.
        let file = system::open_file(false).open(folder.path().join(FILE))?;
        io::Write::write_all(&mut &file, b"a secret\n")?;
        file.set_permissions(fs::Permissions::from_mode(0o666))?;
        system::allow(folder.path(), 0o755)?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let abstract_socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        // At most 15 bytes (prctl(2), PR_SET_NAME), and different for every grader and every test.
        static COUNT: AtomicU16 = AtomicU16::new(0);
        let daemon = format!("ys{:x}-{:x}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Ok(Self { folder, tcp, name, daemon, _abstract_socket: abstract_socket })
    }

    fn canaries(&self) -> [(&'static str, Canary); 7] {
        let port = self.tcp.local_addr().map_or(0, |address| address.port());
        [
            ("read a file of the user", Canary::Read(self.folder.path().join(FILE))),
            ("write where the user may", Canary::Write(self.folder.path().join(FILE))),
            ("connect to a server on this machine", Canary::Connect(port)),
            ("connect to a socket without a file", Canary::ConnectAbstract(self.name.clone())),
            ("signal the grader", Canary::Signal(std::process::id() as i32)),
            ("leave a daemon behind", Canary::LeaveDaemon(self.daemon.clone())),
            ("use more memory than it may", Canary::FillMemory(2 * MEMORY)),
        ]
    }
}

/// Tells whether a process with this name exists.
fn is_left(name: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut names = processes.filter_map(|process| fs::read(process.path().join("comm")).ok());
    names.any(|comm| comm.trim_ascii_end() == name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link there would lead what is written, by root perhaps, to any file.
    #[test]
    fn everybody_may_write_the_file_of_the_canaries_and_nobody_else_its_folder() {
        let targets = CanaryTargets::new().unwrap();
        let mode = |path: &std::path::Path| path.symlink_metadata().unwrap().permissions().mode() & 0o7777;
        let file = targets.folder.path().join(FILE);
        assert_eq!((mode(targets.folder.path()), mode(&file)), (0o755, 0o666));
        for (attempt, canary) in targets.canaries() {
            if let Canary::Read(path) | Canary::Write(path) = canary {
                assert_eq!(path, file, "{attempt}");
            }
        }
        // It was made by a call that fails where there is something already, be it a link.
        let again = system::open_file(false).open(&file).unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
    }
}
