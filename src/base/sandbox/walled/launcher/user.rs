//! The user of a launcher and its programs: one of its own, if possible.
//!
//! Root takes another id, which nobody else has. The administrator can give ids to other users (`/etc/subuid`);
//! newuidmap(1) brings them into a user namespace. Programs then always see [`NOBODY`].

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};

use libc::c_int;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Gid, Uid, getegid, geteuid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::super::users::UserIds;
use super::{Refusal, process};

/// The id that a program with its own user sees: `nobody`, by the convention of the kernel's overflow id (proc(5),
/// /proc/sys/kernel/overflowuid).
pub(super) const NOBODY: u32 = 65534;

/// The number of ids that are tried before one is taken that another launcher may have.
const TRIES: u64 = 64;

/// The claim on an id that no other launcher of this machine has while the claim lives.
pub(super) struct Claim {
    pub(super) id: u32,
    /// A socket whose name stands for the id; the name ends with the process (unix(7), abstract sockets).
    _lock: Option<UnixListener>,
}

impl Claim {
    /// Claims an id for a process of root; `None` for other users, and if this namespace has no other ids. Must be
    /// called before the process enters namespaces, in which it could not see the claims of others.
    pub(super) fn of_root(ids: UserIds) -> Option<Self> {
        if !geteuid().is_root() {
            return None;
        }
        let ids = ids.within(&fs::read_to_string("/proc/self/uid_map").ok()?)?;
        let start = RandomState::new().build_hasher().finish() >> 1;
        let claim = |id: u32| {
            let name = SocketAddr::from_abstract_name(format!("yardstick-user-{id}"));
            name.and_then(|name| UnixListener::bind_addr(&name))
                .ok()
                .map(|lock| Self { id, _lock: Some(lock) })
        };
        let candidates = (start..start + TRIES.min(ids.count())).map(|place| ids.at(place));
        candidates.clone().find_map(claim).or(Some(Self { id: ids.at(start), _lock: None }))
    }
}

/// Changes this process from root to another user; it cannot change back.
pub(super) fn become_user(id: u32) -> Result<(), Refusal> {
    let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
    set_thread_groups(&[]).map_err(refused("give up the groups of root"))?;
    set_thread_res_gid(gid, gid, gid).map_err(refused("give up the group of root"))?;
    set_thread_res_uid(uid, uid, uid).map_err(refused("give up being root"))?;
    open_proc_to_itself()
}

/// Opens /proc/self to the process again: a change of user closes it, and the ids of the next namespace are written
/// there (prctl(2), PR_SET_DUMPABLE).
fn open_proc_to_itself() -> Result<(), Refusal> {
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable)
        .map_err(refused("open /proc/self to itself"))
}

/// Enters new namespaces with a user namespace that owns them. The user has there the id `inside`, or the same id as
/// outside.
pub(super) fn unshare(namespaces: c_int, inside: Option<u32>) -> Result<(), Refusal> {
    let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
    process::unshare(libc::CLONE_NEWUSER | namespaces)
        .map_err(|error| Refusal::new("make namespaces", &error))?;
    write_map("setgroups", "deny")?;
    write_map("uid_map", &format!("{} {uid} 1", inside.unwrap_or(uid)))?;
    write_map("gid_map", &format!("{} {gid} 1", inside.unwrap_or(gid)))
}

fn write_map(file: &str, text: &str) -> Result<(), Refusal> {
    fs::write(format!("/proc/self/{file}"), text)
        .map_err(|error| Refusal::new("map the user into its namespace", &error))
}

/// A user id that the administrator has given to this user.
pub(super) struct Subordinate {
    id: u32,
}

/// The tool that brings given ids into a user namespace: newuidmap(1).
const NEWUIDMAP: &str = "/usr/bin/newuidmap";

impl Subordinate {
    /// Chooses an id for a process that is not root; `None` if there is none.
    pub(super) fn of_user() -> Option<Self> {
        let uid = geteuid();
        if uid.is_root() || !Path::new(NEWUIDMAP).exists() {
            return None;
        }
        let names = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let given = fs::read_to_string("/etc/subuid").ok()?;
        let (first, count) = given_to(uid.as_raw(), &names, &given)?;
        // Another process of the user may have the same id; that is no worse than the user's own id.
        let place = RandomState::new().build_hasher().finish() % u64::from(count);
        Some(Self { id: first + place as u32 })
    }

    /// Enters new namespaces with a user namespace that owns them and contains the user and this id, which is
    /// [`NOBODY`] there. Returns the id; `None` if the tool refuses, and then only the user itself is in the namespace.
    pub(super) fn unshare(&self, namespaces: c_int) -> Result<Option<u32>, Refusal> {
        let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
        let io = |error: io::Error| Refusal::new("map the user into its namespace", &error);
        let (end, begin) = pipe_with(PipeFlags::CLOEXEC).map_err(refused("make a pipe"))?;
        let this = std::process::id().to_string();
        // Another id can be mapped only from outside, by a process that existed before.
        let Some(helper) = process::fork().map_err(io)? else {
            drop(begin);
            let _ = rustix::io::read(&end, &mut [0; 1]);
            let ids = [uid, uid, 1, NOBODY, self.id, 1].map(|number| number.to_string());
            let nowhere = || Stdio::null();
            let mut tool = Command::new(NEWUIDMAP);
            tool.arg(this).args(ids).stdin(nowhere()).stdout(nowhere()).stderr(nowhere());
            process::leave(i32::from(!tool.status().is_ok_and(|status| status.success())));
        };
        let unshared = process::unshare(libc::CLONE_NEWUSER | namespaces);
        drop(begin);
        let mapped = process::wait_for(helper).map_err(io)? == 0;
        unshared.map_err(|error| Refusal::new("make namespaces", &error))?;
        write_map("setgroups", "deny")?;
        write_map("gid_map", &format!("{gid} {gid} 1"))?;
        if !mapped {
            write_map("uid_map", &format!("{uid} {uid} 1"))?;
        }
        Ok(mapped.then_some(self.id))
    }

    /// Changes this process to that user; it keeps its rights in the user namespace (capabilities(7)).
    pub(super) fn become_it() -> Result<(), Refusal> {
        let uid = Uid::from_raw(NOBODY);
        set_thread_res_uid(uid, uid, uid).map_err(refused("become a user of its own"))?;
        open_proc_to_itself()
    }
}

/// Returns the first id of the longest range that a user was given, and the length of that range (subuid(5)).
fn given_to(uid: u32, names: &str, given: &str) -> Option<(u32, u32)> {
    let number = uid.to_string();
    let name = names.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1) == Some(&number)).then_some(name)
    });
    let ranges = given.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let owner = fields.next().filter(|owner| Some(*owner) == name || *owner == number)?;
        let (first, count) = (fields.next()?.trim().parse().ok()?, fields.next()?.trim().parse().ok()?);
        (!owner.is_empty() && count > 0).then_some((first, count))
    });
    ranges.max_by_key(|(_, count)| *count)
}

fn refused(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Refusal {
    move |errno| Refusal::new(what, &errno.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_given_ids_by_name_or_by_number() {
        let names = "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\n";
        assert_eq!(given_to(1000, names, "bob:100000:65536\nada:165536:65536\n"), Some((165_536, 65_536)));
        assert_eq!(given_to(1000, "", "1000:200000:10\n1000:300000:20\n"), Some((300_000, 20)));
        assert_eq!(given_to(1001, names, "ada:165536:65536\n"), None);
        assert_eq!(given_to(1000, names, "ada:165536:0\nada\n"), None);
    }
}
