//! The launcher: a process of our own that runs programs, one after the other, on behalf of the grader.
//!
//! It is the same executable, started anew: it has one thread, so it may fork and shut itself in, and it
//! has never seen what the grader knows. The grader talks to it over a socket on descriptor 0, and when
//! that ends, so does the launcher with everything that it started.

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
mod tree;
mod user;
mod warm;

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::process::WaitOptions;

use super::group;
use super::level::Isolation;
use super::message::{Request, Setup, Told, Welcome, receive, room, send};
use super::processor::Processors;

use cell::{Descriptors, Order, Surroundings};
use enclosure::Entered;
use process::Stack;
use warm::Interpreters;

pub(super) use entry::hard_limits;
pub(super) use root::{FOLDER, TEMPORARY};
pub(super) use supervise::end_of;
pub(super) use warm::wire::{UNWATCHED, WATCHED};

/// The name under which the executable is a launcher.
pub(super) const NAME: &str = "yardstick-launcher";

/// Why a launcher cannot shut itself in.
pub(super) struct Refusal {
    what: String,
    errno: i32,
}

impl Refusal {
    fn new(what: &str, error: &io::Error) -> Self {
        Self { what: what.to_owned(), errno: error.raw_os_error().unwrap_or(libc::EIO) }
    }
}

/// Becomes a launcher if this process was started as one. To be called before anything else.
pub fn become_launcher_if_asked() {
    if std::env::args_os().next().is_some_and(|name| name == NAME) {
        let _ = launch();
        process::leave(0)
    }
}

fn launch() -> io::Result<()> {
    let control = process::out_of_the_way(&io::stdin().as_fd().try_clone_to_owned()?)?;
    // What the grader's own parent left open is not for programs, nor may it make their tables of descriptors larger.
    process::close_all_but(&[
        io::stdin().as_fd(),
        io::stdout().as_fd(),
        io::stderr().as_fd(),
        control.as_fd(),
    ]);
    let nothing = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    shared::pages_may_be_large(); // While it can be seen.
    let Some((setup, entrance)) = receive::<Setup>(&control, &mut room())? else { return Ok(()) };
    for entrance in entrance {
        let _ = group::enter(&entrance.into()); // Where it cannot, `doctor` says that nothing bounds the memory.
    }
    match enclosure::enter(&setup, &control) {
        Ok(Entered { isolation, user }) => {
            offer_to_the_oom_killer();
            send(control.as_fd(), &Welcome::Ready { isolation, user }, &[])?;
            serve(&control, &setup, isolation)
        }
        Err(Refusal { what, errno }) => send(control.as_fd(), &Welcome::Refused { what, errno }, &[]),
    }
}

/// When the memory of the machine is used up, a program is to be ended and not its grader (proc(5), oom_score_adj).
fn offer_to_the_oom_killer() {
    const SOONER: &str = "500";
    let _ = std::fs::write("/proc/self/oom_score_adj", SOONER); // Where it cannot be written, the kernel chooses.
}

/// Runs what is asked for until nobody asks any more.
fn serve(control: &OwnedFd, setup: &Setup, isolation: Isolation) -> io::Result<()> {
    let (tools, processors) = (&setup.tools, Processors::own());
    let surroundings = Surroundings { isolation, tools, processors, stack: Stack::new()? };
    let mut place = None;
    let mut interpreters = Interpreters::default();
    let mut remembered = Vec::new();
    let mut room = room();
    while let Some((request, fds)) = receive::<Request>(control, &mut room)? {
        let wanted = match &request.wanted {
            Told::Once(wanted) => wanted,
            Told::First(wanted) => {
                remembered.push(wanted.clone());
                wanted
            }
            Told::Again(number) => &remembered[*number],
        };
        if request.ahead {
            let _ = interpreters.of(&surroundings, wanted, None); // Whoever needs it will be told.
            continue;
        }
        let Some(fds) = Descriptors::from(fds) else { continue };
        if request.processor != place {
            place = request.processor;
            processors.keep(None, place);
        }
        let interpreter = match interpreters.of(&surroundings, wanted, place) {
            Ok(interpreter) => interpreter,
            Err(error) => {
                cell::tell_not_started(&fds, "start the interpreter", &error);
                continue;
            }
        };
        let supervisor = cell::run(&surroundings, Order { wanted, request: &request }, fds, interpreter)?;
        // Whatever else ended is a process that has lost its parent, and keeps its namespace until it is
        // waited for.
        while rustix::process::wait(WaitOptions::empty())?.is_some_and(|(ended, _)| ended != supervisor) {}
    }
    Ok(())
}
