//! Interpreters that are started once and forked for every run.
//!
//! A warm interpreter stands just before the first line of the program: its start is nine tenths of the time of a small
//! program. `sitecustomize` (`warm.py`), which Python imports at the end of its start (Python's library reference,
//! `site`), makes it wait when it is about to open its program file. `native/`, which is compiled separately, makes the
//! forks: each one enters the namespaces of its run, isolates itself, and continues as if nothing had happened.
//!
//! A warm Node (`node.cjs`, `node/`) waits before it looks at the program. It is started when its command line is needed for the
//! third time, and tries itself whether a fork of it works. If not, programs are started as if there were none.

mod calls;
#[cfg(clippy)]
mod native;
#[cfg(clippy)]
mod node;
#[cfg_attr(not(clippy), expect(dead_code, reason = "some of it is only for `native`"))]
pub(super) mod wire;

#[cfg(clippy)]
use super::super::inside::ask;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::FdFlags;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal};

use super::super::message::{CommandLine, send_bytes};
use super::super::processor::Processors;
use super::super::{Goal, WarmSettings};
use super::cell::{Descriptors, LauncherContext, walls};
use super::{entry, process, root};

/// The number of interpreters that are kept for programs with different command lines or environments.
const KEPT: usize = 4;

/// A Node is kept warm when it is needed for the third time: to start it and to try it takes as long as two or three runs.
const TIMES: usize = 3;

/// The number of threads of a Node, or somewhat more.
const THREADS: u64 = 8;

/// The number of command lines of Node that are remembered.
const REMEMBERED: usize = 64;

/// The time for the start and the trial of a Node.
const PATIENCE: Duration = Duration::from_secs(10);

/// The warm interpreters; the one that was used last is at the end.
#[derive(Default)]
pub(super) struct Interpreters {
    warm: VecDeque<Interpreter>,
    /// How often Node was needed with a command line, or that forks of it do not work.
    asked: Vec<(CommandLine, Asked)>,
}

/// What is known of a command line of Node that has no warm one.
#[derive(Clone, Copy)]
enum Asked {
    Times(usize),
    Cold,
}

/// A running interpreter.
pub(super) struct Interpreter {
    /// The command line with which it was started; it cannot change any more.
    command_line: CommandLine,
    process: Pid,
    control: OwnedFd,
    /// The processor to which it is pinned, if it is.
    place: Option<usize>,
    /// The other ends of its standard streams, which must stay open.
    _streams: Vec<OwnedFd>,
}

impl Interpreters {
    /// Returns the interpreter for a program, and starts it if necessary; `None` for programs without one.
    pub(super) fn of(
        &mut self,
        context: &LauncherContext,
        command_line: &CommandLine,
        place: Option<usize>,
    ) -> io::Result<Option<&Interpreter>> {
        let Some(settings) = command_line.settings.as_ref().filter(|_| context.isolation.files) else {
            return Ok(None);
        };
        if let Some(index) =
            self.warm.iter().position(|one| one.command_line == *command_line && one.is_alive())
        {
            let found = self.warm.remove(index).expect("an index of its own");
            self.warm.push_back(found);
        } else {
            if matches!(settings, WarmSettings::Node) && !self.is_worth_while(command_line) {
                return Ok(None);
            }
            if self.warm.len() == KEPT {
                self.warm.pop_front();
            }
            let started = Interpreter::start(context, command_line.clone(), settings)?;
            if matches!(settings, WarmSettings::Node) && !started.says_that_it_is_ready() {
                self.asked.push((command_line.clone(), Asked::Cold));
                return Ok(None);
            }
            self.warm.push_back(started);
            context.warm_threads.set(self.threads());
        }
        let found = self.warm.back_mut();
        Ok(found.map(|found| {
            found.move_to(place, context.processors);
            &*found
        }))
    }

    /// Returns how many threads the warm Nodes have.
    fn threads(&self) -> u64 {
        self.warm.iter().filter(|one| one.is_node()).count() as u64 * THREADS
    }

    /// Tells whether to start a warm Node with this command line.
    fn is_worth_while(&mut self, command_line: &CommandLine) -> bool {
        let Some(index) = self.asked.iter().position(|(one, _)| one == command_line) else {
            if self.asked.len() == REMEMBERED {
                self.asked.remove(0);
            }
            self.asked.push((command_line.clone(), Asked::Times(1)));
            return false;
        };
        match &mut self.asked[index].1 {
            Asked::Cold => return false,
            Asked::Times(times) if *times + 1 < TIMES => {
                *times += 1;
                return false;
            }
            Asked::Times(_) => {}
        }
        self.asked.remove(index);
        true
    }
}

/// The descriptors that a fork of an interpreter needs for a run.
pub(super) struct RunFds<'a> {
    /// The namespaces of the run.
    pub(super) processes: BorrowedFd<'a>,
    pub(super) mounts: BorrowedFd<'a>,
    /// The Landlock rules, if there are any.
    pub(super) ruleset: Option<BorrowedFd<'a>>,
    /// The pipe on which the interpreter reports the end of its fork.
    pub(super) ended: BorrowedFd<'a>,
    pub(super) limits: &'a [wire::Limit],
}

impl Interpreter {
    fn is_node(&self) -> bool {
        matches!(self.command_line.settings, Some(WarmSettings::Node))
    }

    /// Returns the part of a memory limit up to which a fork is believed to keep it. A fork of Node shares pages that a Node that
    /// starts maps in, and collects garbage earlier. So it is ended at three quarters of the limit, and what counts is the program
    /// as it is started anew.
    pub(super) fn believed_memory(&self, limit: u64) -> u64 {
        if self.is_node() { limit / 4 * 3 } else { limit }
    }

    /// Asks for a fork that enters the namespaces of a run and runs the program there.
    pub(super) fn inject(&self, run_fds: &RunFds, fds: &Descriptors, goal: Goal) -> io::Result<()> {
        let mut given = vec![run_fds.processes, run_fds.mounts, run_fds.ended];
        given.extend([&fds.handover, &fds.stdin, &fds.stdout, &fds.stderr].map(AsFd::as_fd));
        given.extend(fds.channel.as_ref().map(AsFd::as_fd));
        given.extend(run_fds.ruleset);
        let with = |flag: u64, there: bool| if there { flag } else { 0 };
        let flags = with(wire::WITH_CHANNEL, fds.channel.is_some())
            | with(wire::WITH_RULESET, run_fds.ruleset.is_some())
            | with(wire::PLAINLY, goal == Goal::EndPlainly)
            | with(wire::CHECK, goal == Goal::Check);
        let limits = run_fds.limits.iter().flat_map(|limit| [limit.resource, limit.soft, limit.hard]);
        let words = [flags, run_fds.limits.len() as u64].into_iter().chain(limits);
        let asked: Vec<u8> = words.flat_map(u64::to_ne_bytes).collect();
        send_bytes(self.control.as_fd(), &asked, &given)
    }

    fn start(
        context: &LauncherContext,
        command_line: CommandLine,
        settings: &WarmSettings,
    ) -> io::Result<Self> {
        let (control, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        // Pipes, because the program's own streams will be pipes.
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let (stdin, stdout, stderr) = (pipe()?, pipe()?, pipe()?);
        let Some(process) = process::fork()? else {
            let failed = (|| -> io::Result<()> {
                let mut given = vec![&stdin.0, &stdout.1, &stderr.1];
                if matches!(settings, WarmSettings::Python(_)) {
                    given.push(&theirs);
                }
                let given: Result<Vec<OwnedFd>, _> =
                    given.into_iter().map(process::copy_to_high_fd).collect();
                let high = process::copy_to_high_fd(&theirs)?;
                process::arrange(&given?)?;
                context.processors.keep(None, None); // It starts while other programs run.
                own_folder(match settings {
                    WarmSettings::Python(_) => command_line.args.first(),
                    WarmSettings::Node => command_line.args.last(), // Its options have no values.
                })?;
                process::reset_signals();
                entry::keep_only_moving()?;
                let mut env = command_line.env.clone();
                match settings {
                    WarmSettings::Python(_) => env.push(format!("PYTHONPATH={}", root::WARM).into_bytes()),
                    WarmSettings::Node => {
                        // Under another number it would take that of a descriptor of Node.
                        rustix::io::fcntl_setfd(&high, FdFlags::empty())?;
                        let library = format!("{}/node.node", root::WARM);
                        env.push(format!("LD_PRELOAD={library}").into_bytes());
                        env.push(format!("NODE_OPTIONS=--require={}/node.cjs", root::WARM).into_bytes());
                        env.push(format!("YARDSTICK_CONTROL={}", high.as_raw_fd()).into_bytes());
                    }
                }
                // Otherwise each fork would look up every function that no earlier fork has called.
                env.push(b"LD_BIND_NOW=1".to_vec());
                let program = Path::new(OsStr::from_bytes(&command_line.program));
                Err(process::execute(program, &command_line.args, &env))
            })();
            process::leave(if failed.is_ok() { 0 } else { 127 });
        };
        let walls = walls(context.isolation, context.isolation.landlock > 0);
        let (once, each) = (entry::steps_once(walls), entry::steps_of_each(walls, context.processors));
        if let WarmSettings::Python(settings) = settings {
            send_bytes(control.as_fd(), settings.as_bytes(), &[])?;
        }
        send_bytes(control.as_fd(), &calls::packet(&once, &each), &[])?;
        Ok(Self { command_line, process, control, place: None, _streams: vec![stdin.1, stdout.0, stderr.0] })
    }

    /// Waits until a Node has tried a fork of itself, and tells whether that worked.
    fn says_that_it_is_ready(&self) -> bool {
        let patience = Timespec { tv_sec: PATIENCE.as_secs() as _, tv_nsec: 0 };
        let mut said = [PollFd::new(&self.control, PollFlags::IN)];
        let mut byte = [0];
        matches!(poll(&mut said, Some(&patience)), Ok(1))
            && matches!(rustix::io::read(&self.control, &mut byte), Ok(1))
            && byte == [wire::READY]
    }

    /// Pins the interpreter to a processor, or lets it use all allowed ones.
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

/// Gives this process its own folder at the path where programs run, and enters it.
///
/// The folder contains an empty file in place of the program: Python looks for the file before it opens it, and the trial of a
/// Node runs it.
fn own_folder(program: Option<&Vec<u8>>) -> io::Result<()> {
    process::patiently(|| process::unshare(libc::CLONE_NEWNS))?;
    root::tmpfs(Path::new(root::FOLDER), "mode=755")?;
    std::env::set_current_dir(root::FOLDER)?;
    let program = program.map(|name| Path::new(OsStr::from_bytes(name)));
    // Any other argument is an option, and the next one is not a file.
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
    fn forks_enter_the_folder_of_the_run() {
        assert_eq!(wire::FOLDER.to_bytes(), root::FOLDER.as_bytes());
    }
}
