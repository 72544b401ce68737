//! How a launcher isolates itself before it runs anything, and gives up being root.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use libc::c_int;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{PidfdFlags, Signal, geteuid, pidfd_open};

use super::super::level::Level;
use super::user::{self, NOBODY};
use super::{Refusal, process, root, ruleset};
use crate::sandbox::level::Isolation;
use crate::sandbox::walled::message::Setup;

/// The namespaces that all programs of a launcher share. Each program has its own namespaces for processes and mounts
/// besides.
const SHARED: c_int = libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS | libc::CLONE_NEWPID;

/// The state of an isolated launcher.
pub(super) struct Entered {
    pub(super) isolation: Isolation,
    /// The launcher's own user id outside its namespaces, if it has one.
    pub(super) user: Option<u32>,
}

/// Isolates this process. Where there is a process namespace, the function returns in the first process of that
/// namespace; the original process waits for it and never returns.
pub(super) fn enter(setup: &Setup, control: &OwnedFd) -> Result<Entered, Refusal> {
    let claim = (setup.level != Level::None).then(|| user::Claim::of_root(setup.users)).flatten();
    let own = claim.as_ref().map(|claim| claim.id);
    let entered = match setup.level {
        Level::Strict => strict(setup, control, own),
        Level::Standard => standard(control, own),
        Level::None | Level::Plain | Level::Browser => {
            become_subreaper().map(|()| Entered { isolation: Isolation::NONE, user: None })
        }
    };
    std::mem::forget(claim); // The id stays claimed as long as this process lives.
    entered
}

fn strict(setup: &Setup, control: &OwnedFd, own: Option<u32>) -> Result<Entered, Refusal> {
    // As root first, because only root can enter every folder in which a tool may be.
    let as_root = geteuid().is_root() && process::unshare(SHARED | libc::CLONE_NEWNS).is_ok();
    let mut subordinate = None;
    if !as_root {
        subordinate = leave_user(own, SHARED | libc::CLONE_NEWNS)?;
    }
    become_first_process(control)?;
    root::build(&setup.tools)?;
    if as_root {
        leave_user(own, libc::CLONE_NEWNS)?;
    }
    share_out_inotify();
    if subordinate.is_some() {
        user::Subordinate::become_it()?;
    }
    die_with_parent()?;
    let isolation = Isolation {
        level: Level::Strict,
        files: true,
        processes: true,
        network: true,
        landlock: ruleset::version(),
        system_calls: true,
    };
    Ok(Entered { isolation, user: own.or(subordinate) })
}

fn standard(control: &OwnedFd, own: Option<u32>) -> Result<Entered, Refusal> {
    if geteuid().is_root() {
        user::become_user(own.unwrap_or(NOBODY))?;
    }
    let landlock = ruleset::version();
    if landlock == 0 {
        return Err(Refusal::new("use Landlock", &io::Error::from_raw_os_error(libc::ENOSYS)));
    }
    let apart = user::unshare(SHARED, own.map(|_| NOBODY)).is_ok();
    if apart {
        become_first_process(control)?;
        share_out_inotify();
    } else {
        become_subreaper()?;
    }
    let isolation = Isolation {
        level: Level::Standard,
        files: false,
        processes: apart,
        network: apart,
        landlock,
        system_calls: true,
    };
    Ok(Entered { isolation, user: own })
}

/// Changes to the user of programs, in new namespaces of that user. Returns the id of another user in them, if there is
/// one.
fn leave_user(own: Option<u32>, namespaces: c_int) -> Result<Option<u32>, Refusal> {
    if geteuid().is_root() {
        user::become_user(own.unwrap_or(NOBODY))?;
        return user::unshare(namespaces, Some(NOBODY)).map(|()| None);
    }
    match user::Subordinate::of_user() {
        Some(subordinate) => subordinate.unshare(namespaces),
        None => user::unshare(namespaces, None).map(|()| None),
    }
}

/// The kernel allows few inotify(7) instances for each user and user namespace: 128 for all programs of a user
/// together. So the programs of this namespace get only a part. If the file cannot be written, the kernel's limit
/// stays.
fn share_out_inotify() {
    const INSTANCES: &str = "8";
    const WATCHES: &str = "512";
    let _ = fs::write("/proc/sys/user/max_inotify_instances", INSTANCES);
    let _ = fs::write("/proc/sys/user/max_inotify_watches", WATCHES);
}

fn become_subreaper() -> Result<(), Refusal> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
        .map_err(refused("become a subreaper"))
}

/// Makes this process die with its parent. A change of user resets this, so it must be set again (prctl(2),
/// PR_SET_PDEATHSIG).
fn die_with_parent() -> Result<(), Refusal> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(refused("be ended with its parent"))
}

/// Forks the first process of the new process namespace. The parent stays outside and ends it when the grader ends; if
/// the parent itself ends, the child gets a signal.
fn become_first_process(control: &OwnedFd) -> Result<(), Refusal> {
    let Some(first) = process::fork().map_err(|error| Refusal::new("fork", &error))? else {
        return die_with_parent();
    };
    if let Ok(ended) = pidfd_open(first, PidfdFlags::empty()) {
        process::close_all_but(&[control.as_fd(), ended.as_fd()]);
        let gone = PollFd::new(control, PollFlags::empty()); // The end of the other side is always reported (poll(2), POLLHUP).
        while poll(&mut [gone.clone(), PollFd::new(&ended, PollFlags::IN)], None).is_err() {}
    }
    let _ = rustix::process::kill_process(first, Signal::KILL);
    let _ = process::wait_for(first);
    process::leave(0);
}

fn refused(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Refusal {
    move |errno| Refusal::new(what, &errno.into())
}
