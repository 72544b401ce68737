//! Interpreters that are started once and forked for every run.
//!
//! A warm interpreter stands just before the first line of the program: its start is nine tenths of the
//! time of a small program. `sitecustomize` (`warm.py`), which Python imports at the end of its start (Python's library
//! reference, `site`), has it wait when it is about to open the file that it was started with. `native/`, compiled
//! apart, makes the forks: each steps into the namespaces of its run, shuts itself in, and goes on as if nothing had
//! happened.

mod calls;
#[cfg(clippy)]
mod native;
#[cfg_attr(not(clippy), expect(dead_code, reason = "some of it is only for `native`"))]
pub(super) mod wire;

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal};

use super::super::Goal;
use super::super::message::{Wanted, send_bytes};
use super::super::processor::Processors;
use super::cell::{Descriptors, Surroundings, walls};
use super::{entry, process, root};

/// What the interpreter begins with, and the native half of that: files by their names.
pub(super) const FILES: [(&str, &[u8]); 2] = [
    ("sitecustomize.py", include_bytes!("warm.py")),
    ("_yardstick.abi3.so", include_bytes!(concat!(env!("OUT_DIR"), "/_yardstick.so"))),
];

/// How many are kept for programs that differ in their command line, environment or limits.
const KEPT: usize = 4;

/// Warm interpreters, the one that was used last at the end.
#[derive(Default)]
pub(super) struct Interpreters {
    warm: VecDeque<Interpreter>,
}

/// An interpreter that is started.
pub(super) struct Interpreter {
    /// What it cannot change any more.
    wanted: Wanted,
    process: Pid,
    control: OwnedFd,
    /// The processor where it is to be, if it is not to be everywhere.
    place: Option<usize>,
    /// Ends of the pipes that it has as standard streams: it must find them open.
    _streams: Vec<OwnedFd>,
}

impl Interpreters {
    /// The one that can run a program, started if it is not there yet; nothing for programs that are started anew.
    pub(super) fn of(
        &mut self,
        surroundings: &Surroundings,
        wanted: &Wanted,
        place: Option<usize>,
    ) -> io::Result<Option<&Interpreter>> {
        let Some(settings) = wanted.settings.as_ref().filter(|_| surroundings.isolation.files) else {
            return Ok(None);
        };
        if let Some(index) = self.warm.iter().position(|one| one.wanted == *wanted && one.is_alive()) {
            let found = self.warm.remove(index).expect("an index of its own");
            self.warm.push_back(found);
        } else {
            if self.warm.len() == KEPT {
                self.warm.pop_front();
            }
            self.warm.push_back(Interpreter::start(surroundings, wanted.clone(), settings)?);
        }
        let found = self.warm.back_mut();
        Ok(found.map(|found| {
            found.move_to(place, surroundings.processors);
            &*found
        }))
    }
}

/// Where a fork of an interpreter goes, and how it ends.
pub(super) struct Doors<'a> {
    /// The namespaces of the run.
    pub(super) processes: BorrowedFd<'a>,
    pub(super) mounts: BorrowedFd<'a>,
    /// The rules of Landlock, if there are any.
    pub(super) ruleset: Option<BorrowedFd<'a>>,
    /// Where the interpreter is to write how its fork ended.
    pub(super) ended: BorrowedFd<'a>,
    pub(super) limits: &'a [wire::Limit],
}

impl Interpreter {
    /// Has a fork step into the namespaces of a run and run the program there.
    pub(super) fn inject(&self, doors: &Doors, fds: &Descriptors, goal: Goal) -> io::Result<()> {
        let mut given = vec![doors.processes, doors.mounts, doors.ended];
        given.extend([&fds.handover, &fds.stdin, &fds.stdout, &fds.stderr].map(AsFd::as_fd));
        given.extend(fds.channel.as_ref().map(AsFd::as_fd));
        given.extend(doors.ruleset);
        let with = |flag: u64, there: bool| if there { flag } else { 0 };
        let flags = with(wire::WITH_CHANNEL, fds.channel.is_some())
            | with(wire::WITH_RULESET, doors.ruleset.is_some())
            | with(wire::PLAINLY, goal == Goal::EndPlainly)
            | with(wire::CHECK, goal == Goal::Check);
        let limits = doors.limits.iter().flat_map(|limit| [limit.resource, limit.soft, limit.hard]);
        let words = [flags, doors.limits.len() as u64].into_iter().chain(limits);
        let asked: Vec<u8> = words.flat_map(u64::to_ne_bytes).collect();
        send_bytes(self.control.as_fd(), &asked, &given)
    }

    fn start(surroundings: &Surroundings, wanted: Wanted, settings: &str) -> io::Result<Self> {
        let (control, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        // As pipes, because that is what the program's own will be.
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let (stdin, stdout, stderr) = (pipe()?, pipe()?, pipe()?);
        let Some(process) = process::fork(0)? else {
            let failed = (|| -> io::Result<()> {
                let given = [&stdin.0, &stdout.1, &stderr.1, &theirs];
                let given: Result<Vec<OwnedFd>, _> = given.into_iter().map(process::out_of_the_way).collect();
                process::arrange(&given?)?;
                surroundings.processors.keep(None, None); // It begins while others run.
                own_folder(wanted.args.first())?;
                process::reset_signals();
                entry::keep_only_moving()?;
                let mut env = wanted.env.clone();
                env.push([b"PYTHONPATH=", root::WARM.as_bytes()].concat());
                // Or every fork would look up the functions that no earlier one has called.
                env.push(b"LD_BIND_NOW=1".to_vec());
                let program = Path::new(OsStr::from_bytes(&wanted.program));
                Err(process::execute(program, &wanted.args, &env))
            })();
            process::leave(if failed.is_ok() { 0 } else { 127 });
        };
        let walls = walls(surroundings.isolation, surroundings.isolation.landlock > 0);
        let (once, each) = (entry::steps_once(walls), entry::steps_of_each(walls, surroundings.processors));
        send_bytes(control.as_fd(), settings.as_bytes(), &[])?;
        send_bytes(control.as_fd(), &calls::packet(&once, &each), &[])?;
        Ok(Self { wanted, process, control, place: None, _streams: vec![stdin.1, stdout.0, stderr.0] })
    }

    /// Has it run on this processor, or on all that there are.
    fn move_to(&mut self, place: Option<usize>, processors: Processors) {
        if self.place != place {
            self.place = place;
            processors.keep(Some(self.process), place);
        }
    }

    fn is_alive(&self) -> bool {
        let waited = rustix::process::waitpid(Some(self.process), rustix::process::WaitOptions::NOHANG);
        matches!(waited, Ok(None))
    }
}

/// Gives this process a folder of its own where those of programs are, and enters it.
///
/// It holds an empty file in the place of the program: Python wants to know where that is before it opens it.
fn own_folder(program: Option<&Vec<u8>>) -> io::Result<()> {
    process::unshare(libc::CLONE_NEWNS)?;
    root::tmpfs(Path::new(root::FOLDER), "mode=755")?;
    std::env::set_current_dir(root::FOLDER)?;
    let program = program.map(|name| Path::new(OsStr::from_bytes(name)));
    // Anything else is an option, and what follows is no file.
    if let Some(program) =
        program.filter(|name| name.is_relative() && !name.as_os_str().as_bytes().starts_with(b"-"))
    {
        if let Some(folder) = program.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(program, b"")?;
    }
    Ok(())
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        if self.is_alive() {
            let _ = rustix::process::kill_process(self.process, Signal::KILL);
            let _ = process::wait_for(self.process);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forks_step_into_the_folder_of_the_run() {
        assert_eq!(wire::FOLDER.to_bytes(), root::FOLDER.as_bytes());
    }
}
