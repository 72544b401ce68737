//! The system calls that a process makes before it becomes a program.
//!
//! The list is made only here, so that there is one policy. It is carried out by a process that is about to execute a
//! program, or, in `warm/native/`, by the fork of a warm interpreter.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use libc::{c_long, sock_filter, sock_fprog};
use rustix::process::{Resource, getrlimit};

use super::super::filter;
use super::super::hearing;
use super::super::limits::{DESCRIPTORS, FILE_SIZE, Limits, RESERVED, STACK};
use super::super::processor::Processors;
use super::deny;
use super::warm::wire::{self, Limit};

/// One system call.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) number: c_long,
    pub(super) args: Vec<Arg>,
    pub(super) role: Role,
}

/// The role of a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Role {
    MustSucceed = wire::MUST_SUCCEED,
    /// It returns the listener of the filter that holds the program.
    GivesListener = wire::GIVES_LISTENER,
    /// It installs the same walls if there can be no listener.
    WithoutListener = wire::WITHOUT_LISTENER,
}

/// One argument of a system call.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Number(u64),
    /// A pointer to these bytes.
    Bytes(Vec<u8>),
    /// A pointer to a `struct sock_fprog` with these instructions.
    Filter(Vec<u8>),
    /// The descriptor of the Landlock ruleset.
    Ruleset,
}

/// The walls of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walls {
    /// Only resource limits, and the filter that holds.
    None,
    /// All walls. `own_files`: programs have their own file system, which needs a shorter deny list.
    Full { own_files: bool, landlock: bool, own_user_namespace: bool },
}

/// Returns the steps of a process that is not isolated yet. Its resources are limited after them.
pub(super) fn steps(walls: Walls, processors: Processors) -> Vec<Step> {
    let mut steps = steps_once(walls);
    steps.extend(steps_of_each(walls, processors));
    steps
}

/// Returns the steps that a warm interpreter takes once for all its forks.
pub(super) fn steps_once(walls: Walls) -> Vec<Step> {
    let mut steps = vec![step(libc::SYS_prctl, numbers([libc::PR_SET_NO_NEW_PRIVS as u64, 1, 0, 0, 0]))];
    if let Walls::Full { own_files, .. } = walls {
        steps.extend(deny::filters(own_files).into_iter().map(|filter| install(filter, 0)));
    }
    steps
}

/// Returns the other steps in their order; those about the listener come last.
pub(super) fn steps_of_each(walls: Walls, processors: Processors) -> Vec<Step> {
    // The program starts on the launcher's processor, and may move to any allowed one.
    let choose = |mask: Vec<u8>| {
        step(libc::SYS_sched_setaffinity, [Arg::Number(0), Arg::Number(mask.len() as u64), Arg::Bytes(mask)])
    };
    let mut steps: Vec<Step> = processors.mask().map(choose).into_iter().collect();
    if let Walls::Full { landlock, .. } = walls {
        const VERSION_3: u32 = 0x2008_0522; // _LINUX_CAPABILITY_VERSION_3, capget(2)
        let header = [VERSION_3.to_ne_bytes(), 0_i32.to_ne_bytes()].concat();
        let clear = libc::PR_CAP_AMBIENT_CLEAR_ALL as u64;
        steps.push(step(libc::SYS_prctl, numbers([libc::PR_CAP_AMBIENT as u64, clear, 0, 0, 0])));
        steps.push(step(libc::SYS_capset, [Arg::Bytes(header), Arg::Bytes(vec![0; 24])]));
        // A change of capabilities has closed /proc/self to the process itself (prctl(2), PR_SET_DUMPABLE).
        steps.push(step(libc::SYS_prctl, numbers([libc::PR_SET_DUMPABLE as u64, 1, 0, 0, 0])));
        if landlock {
            steps.push(step(libc::SYS_landlock_restrict_self, [Arg::Ruleset, Arg::Number(0)]));
        }
    }
    let shut_in = walls != Walls::None;
    let last =
        |holding, role, flags| Step { role, ..install(bytes_of(&filter::program(shut_in, holding)), flags) };
    steps.push(last(true, Role::GivesListener, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER));
    steps.push(last(false, Role::WithoutListener, 0));
    steps
}

/// Returns the resource limits of a process inside these walls. They are set after the listener was sent: the number of
/// descriptors that a user may send depends on the limit of open ones (unix(7), SCM_RIGHTS).
pub(super) fn resource_limits(
    limits: &Limits,
    walls: Walls,
    reserves: bool,
    warm_threads: u64,
) -> Vec<Limit> {
    let mut all = all_limits(limits, matches!(walls, Walls::Full { own_user_namespace: true, .. }));
    let allowed = getrlimit(Resource::Nproc).maximum.unwrap_or(libc::RLIM_INFINITY);
    for limit in all.iter_mut().filter(|limit| limit.resource == libc::RLIMIT_NPROC as u64) {
        limit.hard = (limit.hard + warm_threads).min(allowed.max(limit.hard));
        limit.soft = limit.hard;
    }
    // What a program reserves counts as data. What it uses is watched in any case.
    all.retain(|limit| !reserves || limit.resource != libc::RLIMIT_DATA as u64);
    all
}

/// Sets the resource limits of this process; they cannot be raised again.
pub(super) fn limit(limits: &[Limit]) -> io::Result<()> {
    limits.iter().try_for_each(|Limit { resource, soft, hard }| {
        let limit = libc::rlimit { rlim_cur: *soft, rlim_max: *hard };
        // SAFETY: the call reads a structure of our own.
        match unsafe { libc::setrlimit(*resource as _, &raw const limit) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    })
}

fn all_limits(limits: &Limits, own_user_namespace: bool) -> Vec<Limit> {
    // RLIMIT_CPU counts whole seconds. The soft limit ends the program with SIGXCPU if the supervisor does not end it
    // before; the hard limit, one second later, ends a program that ignores that signal.
    let cpu = limits.cpu.saturating_add(hearing::CPU).as_micros().div_ceil(1_000_000);
    let cpu = u64::try_from(cpu).unwrap_or(u64::MAX - 1).max(1);
    // A program may raise its stack limit, as usual, up to our own hard limit.
    let stack = getrlimit(Resource::Stack).maximum.unwrap_or(libc::RLIM_INFINITY);
    let mut resources = vec![
        (libc::RLIMIT_CPU, cpu, cpu + 1),
        (libc::RLIMIT_CORE, 0, 0),
        (libc::RLIMIT_FSIZE, FILE_SIZE, FILE_SIZE),
        (libc::RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS),
        (libc::RLIMIT_STACK, STACK, stack),
        (libc::RLIMIT_DATA, limits.memory + RESERVED, limits.memory + RESERVED),
        (libc::RLIMIT_MEMLOCK, 0, 0),
        (libc::RLIMIT_MSGQUEUE, 0, 0),
    ];
    if own_user_namespace {
        // Without its own user namespace, all other processes of the user would count, too.
        let processes = limits.processes as u64 + TOO_MANY;
        resources.push((libc::RLIMIT_NPROC, processes, processes));
        resources.push((libc::RLIMIT_SIGPENDING, PENDING_SIGNALS, PENDING_SIGNALS));
    }
    // The C libraries define the names of resources with different types.
    let limit = |(resource, soft, hard)| Limit { resource: resource as u64, soft, hard };
    resources.into_iter().map(limit).collect()
}

/// Returns each limited resource, with the hard limit that we ourselves need for it.
pub(in crate::sandbox) fn hard_limits(limits: &Limits, own_user_namespace: bool) -> Vec<(u64, u64)> {
    let limits = all_limits(limits, own_user_namespace).into_iter();
    let stack = libc::RLIMIT_STACK as u64;
    limits.map(|one| (one.resource, if one.resource == stack { one.soft } else { one.hard })).collect()
}

/// How many processes beyond its limit a program can start in a burst, before they are counted and the program is
/// ended. Our own processes are among them: the launcher, its interpreters and the supervisor have the same user id in
/// the same namespace (user_namespaces(7)). Threads of a warm Node are added to the limit, because there are many.
const TOO_MANY: u64 = 64;

/// The number of pending signals of all programs of a launcher, with POSIX timers. The kernel counts them for each user
/// (getrlimit(2), RLIMIT_SIGPENDING).
const PENDING_SIGNALS: u64 = 64;

fn step<const N: usize>(number: c_long, args: [Arg; N]) -> Step {
    Step { number, args: args.into(), role: Role::MustSucceed }
}

fn numbers<const N: usize>(numbers: [u64; N]) -> [Arg; N] {
    numbers.map(Arg::Number)
}

fn install(filter: Vec<u8>, flags: u64) -> Step {
    let mode = Arg::Number(libc::SECCOMP_SET_MODE_FILTER.into());
    step(libc::SYS_seccomp, [mode, Arg::Number(flags), Arg::Filter(filter)])
}

/// Returns instructions as the kernel reads them: `struct sock_filter`, eight bytes each.
pub(super) fn bytes_of(filter: &[sock_filter]) -> Vec<u8> {
    filter
        .iter()
        .flat_map(|one| {
            let [a, b] = one.code.to_ne_bytes();
            let [c, d, e, f] = one.k.to_ne_bytes();
            [a, b, one.jt, one.jf, c, d, e, f]
        })
        .collect()
}

/// Carries out the steps on this process; returns the listener, or `None` where there can be none.
pub(super) fn perform(steps: &[Step], ruleset: Option<BorrowedFd>) -> io::Result<Option<OwnedFd>> {
    let ruleset = ruleset.map_or(-1, |fd| fd.as_raw_fd());
    let mut listener = None;
    for step in steps {
        match step.role {
            Role::MustSucceed => drop(step.perform(ruleset)?),
            Role::WithoutListener if listener.is_some() => {}
            Role::WithoutListener => drop(step.perform(ruleset)?),
            Role::GivesListener => match step.perform(ruleset) {
                // SAFETY: seccomp(2) has just returned this new descriptor.
                Ok(given) => listener = Some(unsafe { OwnedFd::from_raw_fd(given as RawFd) }),
                Err(error)
                    if error.raw_os_error().is_some_and(|errno| wire::NO_LISTENER.contains(&errno)) => {}
                Err(error) => return Err(error),
            },
        }
    }
    Ok(listener)
}

impl Step {
    fn perform(&self, ruleset: RawFd) -> io::Result<c_long> {
        let mut programs = Vec::new(); // Boxed, because pointers to them must stay valid while the vector grows.
        let mut words = [0_u64; 5];
        for (word, arg) in words.iter_mut().zip(&self.args) {
            *word = match arg {
                Arg::Number(number) => *number,
                Arg::Bytes(bytes) => bytes.as_ptr() as u64,
                Arg::Filter(filter) => {
                    let instructions = filter.as_ptr().cast_mut().cast();
                    let program =
                        Box::new(sock_fprog { len: (filter.len() / 8) as u16, filter: instructions });
                    let pointer = &raw const *program as u64;
                    programs.push(program);
                    pointer
                }
                Arg::Ruleset => ruleset as u64,
            };
        }
        let [a, b, c, d, e] = words;
        // SAFETY: the calls are those of `steps`, which read what the pointers point to and write nothing.
        match unsafe { libc::syscall(self.number, a, b, c, d, e) } {
            -1 => Err(io::Error::last_os_error()),
            result => Ok(result),
        }
    }
}

/// Gives up every capability except those for moving into other namespaces, which are kept after an exec.
pub(super) fn keep_only_moving() -> io::Result<()> {
    use rustix::thread::{
        CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities,
    };
    let moving = CapabilitySet::SYS_ADMIN | CapabilitySet::SYS_CHROOT;
    let mut sets = capabilities(None)?;
    sets.inheritable = moving;
    set_capabilities(None, sets)?;
    for one in [CapabilitySet::SYS_ADMIN, CapabilitySet::SYS_CHROOT] {
        configure_capability_in_ambient_set(one, true)?;
    }
    Ok(())
}

/// Borrows a ruleset, if there is one.
pub(super) fn borrowed(ruleset: Option<&OwnedFd>) -> Option<BorrowedFd<'_>> {
    ruleset.map(AsFd::as_fd)
}
