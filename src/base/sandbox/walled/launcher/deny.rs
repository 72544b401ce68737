//! The system calls that programs may not make, because namespaces and Landlock do not cover them.
//!
//! Only the calls that the table (`table.rs`) lists as needed are allowed. A call of a newer kernel that is not in the
//! table gets the error of a kernel without it. A refused call gets an ordinary error, so that libraries use something
//! else.

use libc::{c_long, sock_filter};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::entry::bytes_of;
use super::machine;
use super::table::{CALLS, Class, HIGHEST};

/// The flags of clone(2) that create namespaces, and CLONE_PARENT, which would make the new process a child of our own
/// process that does not expect it.
const UNUSUAL_CLONES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_PARENT) as u64;

/// The requests of ioctl(2) that type at a terminal (asm-generic/ioctls.h). The C libraries define them with different
/// types.
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541C;

/// The schedule of ordinary threads, as an argument of sched_setscheduler(2).
const ORDINARY: u64 = libc::SCHED_OTHER as u64;

/// Returns the filters of a level as instructions for the kernel. `own_files`: programs have their own file system.
pub(super) fn filters(own_files: bool) -> Vec<Vec<u8>> {
    let mut refused = vec![
        (libc::SYS_clone, each_bit(UNUSUAL_CLONES)),
        (libc::SYS_ioctl, vec![when(1, TIOCSTI), when(1, TIOCLINUX)]),
        (libc::SYS_socket, if own_files { unusual_families() } else { Vec::new() }),
        // Limits and priorities of other processes: the supervisor has the same user id.
        (libc::SYS_prlimit64, vec![unless(0, 0)]),
        (libc::SYS_setpriority, vec![unless(0, libc::PRIO_PROCESS as u64), unless(1, 0)]),
        (libc::SYS_sched_setscheduler, vec![unless(1, ORDINARY)]),
    ];
    refused.extend(machine::refused());
    // Mono gives each of its threads the schedule that it has, and complains on standard output where it must not.
    let mut feigned = vec![
        (libc::SYS_setsockopt, larger_buffers()),
        (libc::SYS_sched_setscheduler, vec![when(1, ORDINARY)]),
    ];
    feigned.extend(machine::feigned());
    vec![by_number(own_files), filter(refused, libc::EPERM), filter(feigned, 0)]
}

/// `offsetof(struct seccomp_data, nr)` (seccomp(2)).
const NUMBER: u32 = 0;

/// Builds the filter that decides by the number of a call alone. The numbers of another architecture mean other calls;
/// the other filters end a program that uses them.
fn by_number(own_files: bool) -> Vec<u8> {
    let mut runs: Vec<_> = (0..=HIGHEST + 1).map(|number| (number, answer(number, own_files))).collect();
    runs.dedup_by_key(|(_, answer)| *answer);
    let mut program = vec![statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, NUMBER)];
    program.extend(search(&runs));
    bytes_of(&program)
}

/// Returns the answer to a call, whatever its arguments.
fn answer(number: u32, own_files: bool) -> u32 {
    let error = |errno: i32| libc::SECCOMP_RET_ERRNO | errno as u32;
    let call = CALLS.iter().find(|call| call.number() == Some(number));
    match call.map(|call| call.class) {
        Some(Class::Needed | Class::Waiting | Class::Judged) => libc::SECCOMP_RET_ALLOW,
        Some(Class::Attributes) if own_files => libc::SECCOMP_RET_ALLOW,
        Some(Class::Attributes | Class::Advice) => error(0),
        Some(
            Class::Processes
            | Class::Keys
            | Class::Kernel
            | Class::Mounts
            | Class::Uncounted
            | Class::Shared
            | Class::Machine
            | Class::Priorities,
        ) => error(libc::EPERM),
        Some(Class::Absent) | None => error(libc::ENOSYS),
    }
}

/// Builds a binary search for the last range that begins at or below the number in the accumulator. Each range is its
/// first number and its answer.
fn search(runs: &[(u32, u32)]) -> Vec<sock_filter> {
    let (low, high) = runs.split_at(runs.len() / 2);
    match (low, high) {
        ([], [(_, answer)]) => vec![statement(libc::BPF_RET | libc::BPF_K, *answer)],
        _ => {
            let (first, low, high) = (high[0].0, search(low), search(high));
            let over = u8::try_from(low.len()).expect("half of the table is no longer than a jump");
            let code = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
            let jump = sock_filter { code, jt: over, jf: 0, k: first };
            [vec![jump], low, high].concat()
        }
    }
}

const fn statement(code: u32, value: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k: value }
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

/// A rule that matches if the argument has this value.
fn when(argument: u8, value: u64) -> SeccompRule {
    rule(argument, SeccompCmpOp::Eq, value)
}

/// A rule that matches if the argument has another value.
fn unless(argument: u8, value: u64) -> SeccompRule {
    rule(argument, SeccompCmpOp::Ne, value)
}

fn rule(argument: u8, comparison: SeccompCmpOp, value: u64) -> SeccompRule {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .expect("a rule that does not depend on input")
}

/// Rules that match if the first argument has any of these bits.
fn each_bit(bits: u64) -> Vec<SeccompRule> {
    (0..32)
        .map(|shift| 1_u64 << shift)
        .filter(|bit| bits & bit != 0)
        .map(|bit| rule(0, SeccompCmpOp::MaskedEq(bit), bit))
        .collect()
}

/// Rules for larger socket buffers, which no memory limit counts. Such calls seem to succeed: the kernel, too, gives
/// less than requested without an error (socket(7), SO_SNDBUF).
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

/// Rules for sockets that are neither local nor IP sockets, because the network namespace does not cover all of them.
fn unusual_families() -> Vec<SeccompRule> {
    let usual = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6].map(|family| family as u64);
    let conditions = usual.map(|family| {
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family)
            .expect("a condition that does not depend on input")
    });
    vec![SeccompRule::new(conditions.into()).expect("a rule that does not depend on input")]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answer of the filter to a number, as the kernel would compute it.
    fn carried_out(program: &[sock_filter], number: u32) -> u32 {
        let mut at = 0;
        loop {
            let one = &program[at];
            if u32::from(one.code) == libc::BPF_RET | libc::BPF_K {
                return one.k;
            }
            at += 1 + usize::from(if number >= one.k { one.jt } else { one.jf });
        }
    }

    #[test]
    fn each_number_gets_the_answer_of_its_class_and_unknown_ones_are_not_implemented() {
        for own_files in [true, false] {
            let runs: Vec<_> = (0..=HIGHEST + 1).map(|number| (number, answer(number, own_files))).collect();
            let mut shorter = runs.clone();
            shorter.dedup_by_key(|(_, answer)| *answer);
            let program = search(&shorter);
            for (number, answer) in runs {
                assert_eq!(carried_out(&program, number), answer, "{number}");
            }
            let absent = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
            for number in [HIGHEST + 1, 1000, 0x4000_0000, u32::MAX] {
                assert_eq!(carried_out(&program, number), absent, "{number}");
            }
        }
    }

    #[test]
    fn attributes_can_be_set_only_in_a_file_system_of_its_own() {
        for name in ["fchmod", "setxattr", "setxattrat", "removexattrat", "file_setattr"] {
            let number =
                CALLS.iter().find(|call| call.name == name).and_then(super::super::table::Call::number);
            assert_eq!(answer(number.unwrap(), true), libc::SECCOMP_RET_ALLOW, "{name}");
            assert_eq!(answer(number.unwrap(), false), libc::SECCOMP_RET_ERRNO, "{name}");
        }
    }
}
