//! The system calls that reach resources which all programs of the machine share, and which no namespace separates.
//!
//! An argument tells whether a call is one of them. A call that no program of a course needs is refused; a call that
//! only asks for speed seems to succeed.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

/// A condition on an argument, counted from 0, and on some of its bits.
struct ArgumentMatch {
    argument: u8,
    bits: u64,
    value: u64,
}

const fn equal(argument: u8, value: u64) -> ArgumentMatch {
    ArgumentMatch { argument, bits: u32::MAX as u64, value }
}

const fn bit(argument: u8, bit: u64) -> ArgumentMatch {
    ArgumentMatch { argument, bits: bit, value: bit }
}

/// `PR_SCHED_CORE`, prctl(2): stops the other half of a processor core.
const SCHED_CORE: u64 = 62;
/// `PR_SET_MEMORY_MERGE`, prctl(2): has the same effect as `MADV_MERGEABLE`.
const SET_MEMORY_MERGE: u64 = 67;

/// The calls that are refused with EPERM.
const REFUSED: &[(c_long, ArgumentMatch)] = &[
    // A program must not learn which files other programs access.
    (libc::SYS_fcntl, equal(1, libc::F_NOTIFY as u64)),
    (libc::SYS_fcntl, equal(1, libc::F_SETLEASE as u64)),
    // Huge pages are reserved for the whole machine, and do not count as memory of a process.
    (libc::SYS_mmap, bit(3, libc::MAP_HUGETLB as u64)),
    (libc::SYS_prctl, equal(0, SCHED_CORE)),
];

/// The calls that seem to succeed, and do nothing.
const FEIGNED: &[(c_long, ArgumentMatch)] = &[
    // Pages that are moved to the disk or merged with those of other processes are not counted either.
    (libc::SYS_madvise, equal(2, libc::MADV_PAGEOUT as u64)),
    (libc::SYS_madvise, equal(2, libc::MADV_MERGEABLE as u64)),
    (libc::SYS_prctl, equal(0, SET_MEMORY_MERGE)),
];

/// The number of bytes that a pipe holds that nobody has changed (pipe(7)).
pub(in super::super) fn size_of_pipes() -> i64 {
    16 * rustix::param::page_size() as i64
}

/// Returns the rules for the refused calls.
pub(super) fn refused() -> impl Iterator<Item = (c_long, Vec<SeccompRule>)> {
    let mut rules = rules(REFUSED);
    rules.entry(libc::SYS_fcntl).or_default().push(larger_pipe());
    rules.into_iter()
}

/// A rule for pipes that are made larger: the memory of all pipes of a user is limited together (pipe(7),
/// /proc/sys/fs/pipe-user-pages-soft). That one is made smaller is feigned (`filter.rs`), because the time at which it
/// succeeds would depend on the grader, which reads it.
fn larger_pipe() -> SeccompRule {
    let is = |argument, length, comparison, value| {
        SeccompCondition::new(argument, length, comparison, value)
            .expect("a condition that does not depend on input")
    };
    let sets = is(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, libc::F_SETPIPE_SZ as u64);
    let more = is(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Gt, size_of_pipes() as u64);
    SeccompRule::new(vec![sets, more]).expect("a rule that does not depend on input")
}

/// Returns the rules for the calls that seem to succeed.
pub(super) fn feigned() -> impl Iterator<Item = (c_long, Vec<SeccompRule>)> {
    rules(FEIGNED).into_iter()
}

fn rules(matches: &[(c_long, ArgumentMatch)]) -> BTreeMap<c_long, Vec<SeccompRule>> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    for (call, ArgumentMatch { argument, bits, value }) in matches {
        let comparison = SeccompCmpOp::MaskedEq(*bits);
        let rule = SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, comparison, *value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
            .expect("a rule that does not depend on input");
        rules.entry(*call).or_default().push(rule);
    }
    rules
}
