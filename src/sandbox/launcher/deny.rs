//! System calls that are refused to programs: what namespaces and Landlock do not cover.
//!
//! A deny list, because a list of what Python, Java, a compiler and their libraries need does not stay
//! true. What is refused gets an ordinary error, so that libraries fall back to something else.

use libc::{c_long, sock_filter};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::entry::bytes_of;
use super::machine;

/// Refused whatever the arguments, with EPERM.
const REFUSED: &[c_long] = &[
    // Looking into other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // Keyrings belong to the user, not to a namespace (keyrings(7)).
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Large parts of the kernel behind one call.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // The machine allows all programs together only so many (proc(5), /proc/sys/fs/aio-max-nr).
    libc::SYS_io_setup,
    // Namespaces and mounts. Not setns(2), by which warm interpreters move: it takes a capability that no
    // program has.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    // Memory that no limit counts.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Files without their paths; watching files.
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    // Locks on shared system files tell one program about another.
    libc::SYS_flock,
    // The machine as a whole.
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_settimeofday,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_personality,
    libc::SYS_vmsplice,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    libc::SYS_mbind,
    libc::SYS_set_mempolicy,
    libc::SYS_mknodat,
    // Priorities are shared with other runs; so are processors, which the filter of each run refuses to choose.
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_ioprio_set,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
];

/// Work for the disk and the page cache of the whole machine: a program is told that it was done. Its own files are in
/// memory, or are forgotten after the run.
const DONE_FOR_NOBODY: &[c_long] =
    &[libc::SYS_sync, libc::SYS_syncfs, libc::SYS_fadvise64, libc::SYS_readahead];

/// Changes of names, times and owners, which Landlock does not see (landlock(7)): without a file system of
/// its own a program is told that they were made, and nothing happens; honest ones only copy files.
const FEIGNED: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Flags of clone(2) that make namespaces, and the one that makes a child of the parent: of a process of
/// ours, that is, which knows nothing of it.
const UNUSUAL_CLONES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_PARENT) as u64;

/// Requests of ioctl(2) that type at a terminal (asm-generic/ioctls.h): the C libraries do not agree on their type.
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541C;

/// The filters of a level with, or without, a file system of its own, as instructions of the kernel.
pub(super) fn filters(own_files: bool) -> Vec<Vec<u8>> {
    let mut refused: Vec<(c_long, Vec<SeccompRule>)> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    refused.push((libc::SYS_clone, each_bit(UNUSUAL_CLONES)));
    refused.push((libc::SYS_ioctl, vec![when(1, TIOCSTI), when(1, TIOCLINUX)]));
    refused.push((libc::SYS_socket, if own_files { unusual_families() } else { Vec::new() }));
    // Limits and priorities of other processes: the supervisor is the same user.
    refused.push((libc::SYS_prlimit64, vec![unless(0, 0)]));
    refused.push((libc::SYS_setpriority, vec![unless(0, libc::PRIO_PROCESS as u64), unless(1, 0)]));
    refused.extend(machine::refused());
    let mut feigned = vec![(libc::SYS_setsockopt, larger_buffers())];
    feigned.extend(machine::feigned());
    feigned.extend(DONE_FOR_NOBODY.iter().map(|call| (*call, Vec::new())));
    if !own_files {
        feigned.extend(FEIGNED.iter().map(|call| (*call, Vec::new())));
    }
    vec![filter(refused, libc::EPERM), filter(feigned, 0)]
}

fn filter(rules: Vec<(c_long, Vec<SeccompRule>)>, errno: i32) -> Vec<u8> {
    let architecture = std::env::consts::ARCH.try_into().expect("an architecture that the filter knows");
    let rules = rules.into_iter().collect();
    let refusal = SeccompAction::Errno(errno as u32);
    let program: BpfProgram = SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture)
        .and_then(TryInto::try_into)
        .expect("a filter that does not depend on input");
    let instruction =
        |one: &seccompiler::sock_filter| sock_filter { code: one.code, jt: one.jt, jf: one.jf, k: one.k };
    bytes_of(&program.iter().map(instruction).collect::<Vec<_>>())
}

/// When this argument has this value.
fn when(argument: u8, value: u64) -> SeccompRule {
    rule(argument, SeccompCmpOp::Eq, value)
}

/// When this argument has another value.
fn unless(argument: u8, value: u64) -> SeccompRule {
    rule(argument, SeccompCmpOp::Ne, value)
}

fn rule(argument: u8, comparison: SeccompCmpOp, value: u64) -> SeccompRule {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .expect("a rule that does not depend on input")
}

/// When the first argument has any of these bits.
fn each_bit(bits: u64) -> Vec<SeccompRule> {
    (0..32)
        .map(|shift| 1_u64 << shift)
        .filter(|bit| bits & bit != 0)
        .map(|bit| rule(0, SeccompCmpOp::MaskedEq(bit), bit))
        .collect()
}

/// Larger buffers for a socket, which no limit of memory counts; the kernel, too, gives less than it is asked
/// for without a word (socket(7), SO_SNDBUF).
fn larger_buffers() -> Vec<SeccompRule> {
    [libc::SO_SNDBUF, libc::SO_RCVBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUFFORCE]
        .map(|option| {
            let is = |argument, value: libc::c_int| {
                SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value as u64)
                    .expect("a condition that does not depend on input")
            };
            SeccompRule::new(vec![is(1, libc::SOL_SOCKET), is(2, option)])
                .expect("a rule that does not depend on input")
        })
        .into()
}

/// Sockets that are neither local nor of the internet: the network namespace does not cover all of them.
fn unusual_families() -> Vec<SeccompRule> {
    let usual = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6].map(|family| family as u64);
    let conditions = usual.map(|family| {
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family)
            .expect("a condition that does not depend on input")
    });
    vec![SeccompRule::new(conditions.into()).expect("a rule that does not depend on input")]
}
