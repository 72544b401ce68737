//! How a launcher shuts itself in before it runs anything, and gives up being root.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use libc::c_int;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Gid, PidfdFlags, Signal, Uid, getegid, geteuid, pidfd_open};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::super::level::Level;
use super::{Refusal, process, root, ruleset};
use crate::sandbox::level::Isolation;
use crate::sandbox::message::Setup;

/// The user and group that a grader started by root runs programs as: `nobody`, by the convention of the
/// kernel's overflow id (proc(5), /proc/sys/kernel/overflowuid).
pub(in crate::sandbox) const NOBODY: u32 = 65534;

/// Namespaces of the launcher, which every program of it shares; each has its own for processes and mounts
/// besides.
const SHARED: c_int = libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS | libc::CLONE_NEWPID;

/// Goes in. Comes back in a process that is the first one of its pid namespace, where there is one; the
/// process that went in waits for that one and never comes back.
pub(super) fn enter(setup: &Setup, control: &OwnedFd) -> Result<Isolation, Refusal> {
    match setup.level {
        Level::Strict => strict(setup, control),
        Level::Standard => standard(control),
        Level::None => {
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(refused("become a subreaper"))?;
            Ok(Isolation::NONE)
        }
    }
}

fn strict(setup: &Setup, control: &OwnedFd) -> Result<Isolation, Refusal> {
    // As root first, because only root may look into every folder that a tool can be in.
    let as_root = geteuid().is_root() && process::unshare(SHARED | libc::CLONE_NEWNS).is_ok();
    if !as_root {
        drop_root()?;
        unshare_as_user(SHARED | libc::CLONE_NEWNS)?;
    }
    become_first_process(control)?;
    root::build(&setup.tools)?;
    if as_root {
        drop_root()?;
        unshare_as_user(libc::CLONE_NEWNS)?;
        die_with_parent()?;
    }
    let landlock = ruleset::version();
    Ok(Isolation {
        level: Level::Strict,
        files: true,
        processes: true,
        network: true,
        landlock,
        system_calls: true,
    })
}

fn standard(control: &OwnedFd) -> Result<Isolation, Refusal> {
    drop_root()?;
    let landlock = ruleset::version();
    if landlock == 0 {
        return Err(Refusal::new("use Landlock", &io::Error::from_raw_os_error(libc::ENOSYS)));
    }
    let apart = unshare_as_user(SHARED).is_ok();
    if apart {
        become_first_process(control)?;
    } else {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
            .map_err(refused("become a subreaper"))?;
    }
    Ok(Isolation {
        level: Level::Standard,
        files: false,
        processes: apart,
        network: apart,
        landlock,
        system_calls: true,
    })
}

/// To be said again after a change of user, which forgets it (prctl(2), PR_SET_PDEATHSIG).
fn die_with_parent() -> Result<(), Refusal> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(refused("be ended with its parent"))
}

/// From root to nobody, for good. Does nothing for anybody else.
fn drop_root() -> Result<(), Refusal> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let (uid, gid) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    set_thread_groups(&[]).map_err(refused("give up the groups of root"))?;
    set_thread_res_gid(gid, gid, gid).map_err(refused("give up the group of root"))?;
    set_thread_res_uid(uid, uid, uid).map_err(refused("give up being root"))?;
    // A change of user closes /proc/self, where the ids of the next namespace are written (prctl(2)).
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable)
        .map_err(refused("open /proc/self to itself"))
}

/// New namespaces with a user namespace that owns them, in which the user has the id that it has outside.
fn unshare_as_user(namespaces: c_int) -> Result<(), Refusal> {
    let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
    process::unshare(libc::CLONE_NEWUSER | namespaces)
        .map_err(|error| Refusal::new("make namespaces", &error))?;
    let write = |file: &str, text: String| {
        fs::write(format!("/proc/self/{file}"), text)
            .map_err(|error| Refusal::new("map the user into its namespace", &error))
    };
    write("setgroups", "deny".into())?;
    write("uid_map", format!("{uid} {uid} 1"))?;
    write("gid_map", format!("{gid} {gid} 1"))
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
