//! How a launcher shuts itself in before it runs anything, and gives up being root.

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
use crate::sandbox::message::Setup;

/// Namespaces of the launcher, which every program of it shares; each has its own for processes and mounts
/// besides.
const SHARED: c_int = libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS | libc::CLONE_NEWPID;

/// What a launcher has become.
pub(super) struct Entered {
    pub(super) isolation: Isolation,
    /// The id outside of a user of its own, if it has one.
    pub(super) user: Option<u32>,
}

/// Goes in. Comes back in a process that is the first one of its pid namespace, where there is one; the
/// process that went in waits for that one and never comes back.
pub(super) fn enter(setup: &Setup, control: &OwnedFd) -> Result<Entered, Refusal> {
    let claim = (setup.level != Level::None).then(|| user::Claim::of_root(setup.users)).flatten();
    let own = claim.as_ref().map(|claim| claim.id);
    let entered = match setup.level {
        Level::Strict => strict(setup, control, own),
        Level::Standard => standard(control, own),
        Level::None => become_subreaper().map(|()| Entered { isolation: Isolation::NONE, user: None }),
    };
    std::mem::forget(claim); // The id is taken for as long as this process lives.
    entered
}

fn strict(setup: &Setup, control: &OwnedFd, own: Option<u32>) -> Result<Entered, Refusal> {
    // As root first, because only root may look into every folder that a tool can be in.
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

/// From whoever this process is to the user that programs are, in new namespaces of that user's; gives the id of a user
/// that is in there besides.
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

/// Of what the kernel counts for each user in each user namespace, inotify(7) instances are few: 128 for all programs of
/// a user together. So the programs of this namespace get a part. Where it cannot be written, the kernel's limit is left.
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

/// To be said again after a change of user, which forgets it (prctl(2), PR_SET_PDEATHSIG).
fn die_with_parent() -> Result<(), Refusal> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(refused("be ended with its parent"))
}

/// The child becomes the first process of the pid namespace that was made. The parent stays outside to see
/// that it ends: when the grader does, or when it does itself, which the child is told by a signal.
fn become_first_process(control: &OwnedFd) -> Result<(), Refusal> {
    let Some(first) = process::fork(0).map_err(|error| Refusal::new("fork", &error))? else {
        return die_with_parent();
    };
    if let Ok(ended) = pidfd_open(first, PidfdFlags::empty()) {
        process::close_all_but(&[control.as_fd(), ended.as_fd()]);
        let gone = PollFd::new(control, PollFlags::empty()); // Its end is always told (poll(2), POLLHUP).
        while poll(&mut [gone.clone(), PollFd::new(&ended, PollFlags::IN)], None).is_err() {}
    }
    let _ = rustix::process::kill_process(first, Signal::KILL);
    let _ = process::wait_for(first);
    process::leave(0);
}

fn refused(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Refusal {
    move |errno| Refusal::new(what, &errno.into())
}
