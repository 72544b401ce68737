//! The launcher: one of our own processes, which runs programs for the grader, one after the other.
//!
//! It is the same executable, started again. It has one thread, so it may fork and isolate itself, and it never had the
//! data of the grader. The grader sends it requests over a socket on descriptor 0. When the socket is closed, the
//! launcher ends with everything that it started.

mod canary;
mod cell;
mod delay;
mod deny;
mod enclosure;
mod entry;
mod idle;
mod machine;
mod memory;
mod need;
mod process;
mod room;
mod root;
mod ruleset;
mod shared;
mod supervise;
mod table;
mod trail;
mod tree;
mod user;
mod warm;

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::process::WaitOptions;

use super::group;
use super::level::Isolation;
use super::message::{CommandMessage, Request, Setup, SetupReply, receive, room, send};
use super::processor::Processors;

use cell::{Descriptors, LauncherContext, RunRequest};
use enclosure::Entered;
use process::Stack;
use warm::Interpreters;

pub(super) use entry::hard_limits;
pub(super) use machine::size_of_pipes;
pub(super) use root::{FOLDER, TEMPORARY};
pub(super) use supervise::{TIME_IS_UP, end_of};
pub(super) use warm::wire::{UNWATCHED, WATCHED};

/// The process name under which the executable becomes a launcher.
pub(super) const NAME: &str = "yardstick-launcher";

/// The reason why a launcher cannot isolate itself.
pub(super) struct Refusal {
    what: String,
    errno: i32,
}

impl Refusal {
    fn new(what: &str, error: &io::Error) -> Self {
        Self { what: what.to_owned(), errno: error.raw_os_error().unwrap_or(libc::EIO) }
    }
}

/// Becomes a launcher if this process was started as one. Must be called before anything else.
pub fn become_launcher_if_asked() {
    if std::env::args_os().next().is_some_and(|name| name == NAME) {
        let _ = launch();
        process::leave(0)
    }
}

fn launch() -> io::Result<()> {
    let control = process::copy_to_high_fd(&io::stdin().as_fd().try_clone_to_owned()?)?;
    // Programs must not get descriptors that the grader's parent left open, and their descriptor tables must not grow
    // by them.
    process::close_all_but(&[
        io::stdin().as_fd(),
        io::stdout().as_fd(),
        io::stderr().as_fd(),
        control.as_fd(),
    ]);
    let nothing = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    shared::pages_may_be_large(); // Asked now, while the setting can still be read.
    let Some((setup, entrance)) = receive::<Setup>(&control, &mut room())? else { return Ok(()) };
    for entrance in entrance {
        let _ = group::enter(&entrance.into()); // If this fails, `doctor` tells that the kernel memory has no bound.
    }
    match enclosure::enter(&setup, &control) {
        Ok(Entered { isolation, user }) => {
            prefer_for_oom_kill();
            send(control.as_fd(), &SetupReply::Ready { isolation, user }, &[])?;
            serve(&control, &setup, isolation)
        }
        Err(Refusal { what, errno }) => send(control.as_fd(), &SetupReply::Refused { what, errno }, &[]),
    }
}

/// Makes the kernel end a program and not the grader when the machine has no memory left (proc(5), oom_score_adj).
fn prefer_for_oom_kill() {
    const SOONER: &str = "500";
    let _ = std::fs::write("/proc/self/oom_score_adj", SOONER); // If this fails, the kernel chooses the process.
}

/// Serves requests until the grader closes the socket.
fn serve(control: &OwnedFd, setup: &Setup, isolation: Isolation) -> io::Result<()> {
    let (tools, processors) = (&setup.tools, Processors::own());
    let context =
        LauncherContext { isolation, tools, processors, warm_threads: Cell::default(), stack: Stack::new()? };
    let mut place = None;
    let mut interpreters = Interpreters::default();
    let mut known_command_lines = Vec::new();
    let mut room = room();
    while let Some((request, fds)) = receive::<Request>(control, &mut room)? {
        let command_line = match &request.command_line {
            CommandMessage::Once(command_line) => command_line,
            CommandMessage::First(command_line) => {
                known_command_lines.push(command_line.clone());
                command_line
            }
            CommandMessage::Again(number) => &known_command_lines[*number],
        };
        if request.ahead {
            let _ = interpreters.of(&context, command_line, None); // The run that needs the interpreter will report an error.
            continue;
        }
        let Some(fds) = Descriptors::from(fds) else { continue };
        if request.processor != place {
            place = request.processor;
            processors.keep(None, place);
        }
        let interpreter = match interpreters.of(&context, command_line, place) {
            Ok(interpreter) => interpreter,
            Err(error) => {
                cell::tell_not_started(&fds, "start the interpreter", &error);
                continue;
            }
        };
        let run = RunRequest { command_line, request: &request };
        let Some(supervisor) = cell::run(&context, run, fds, interpreter) else { continue };
        // Any other process that ended was an orphan, and its namespace stays until someone waits for it.
        while rustix::process::wait(WaitOptions::empty())?.is_some_and(|(ended, _)| ended != supervisor) {}
    }
    Ok(())
}
