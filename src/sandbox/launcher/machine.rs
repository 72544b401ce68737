//! Calls that reach something which all programs of the machine share: other namespaces do not part it.
//!
//! They are told apart by an argument. Refused is what no program of a course needs; what only asks for speed is
//! answered as if it had been done.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

/// The argument that tells, counted from 0, and which bits of it.
struct Told {
    argument: u8,
    bits: u64,
    value: u64,
}

const fn equal(argument: u8, value: u64) -> Told {
    Told { argument, bits: u32::MAX as u64, value }
}

const fn bit(argument: u8, bit: u64) -> Told {
    Told { argument, bits: bit, value: bit }
}

/// `PR_SCHED_CORE`, prctl(2): has the other half of a processor stand still.
const SCHED_CORE: u64 = 62;
/// `PR_SET_MEMORY_MERGE`, prctl(2): as `MADV_MERGEABLE`.
const SET_MEMORY_MERGE: u64 = 67;

/// Refused with EPERM.
const REFUSED: &[(c_long, Told)] = &[
    // The memory of all pipes of a user is limited together (pipe(7), /proc/sys/fs/pipe-user-pages-soft).
    (libc::SYS_fcntl, equal(1, libc::F_SETPIPE_SZ as u64)),
    // Who accesses which file of the system is the business of nobody else.
    (libc::SYS_fcntl, equal(1, libc::F_NOTIFY as u64)),
    (libc::SYS_fcntl, equal(1, libc::F_SETLEASE as u64)),
    // Large pages are reserved for the whole machine, and are not counted as memory of a process.
    (libc::SYS_mmap, bit(3, libc::MAP_HUGETLB as u64)),
    (libc::SYS_prctl, equal(0, SCHED_CORE)),
];

/// Answered as if it had been done.
const FEIGNED: &[(c_long, Told)] = &[
    // Pages that go to the disk, or are merged with those of other processes, are not counted either.
    (libc::SYS_madvise, equal(2, libc::MADV_PAGEOUT as u64)),
    (libc::SYS_madvise, equal(2, libc::MADV_MERGEABLE as u64)),
    (libc::SYS_prctl, equal(0, SET_MEMORY_MERGE)),
];

/// The rules about calls that are refused.
pub(super) fn refused() -> impl Iterator<Item = (c_long, Vec<SeccompRule>)> {
    rules(REFUSED)
}

/// The rules about calls that are answered as if they had been done.
pub(super) fn feigned() -> impl Iterator<Item = (c_long, Vec<SeccompRule>)> {
    rules(FEIGNED)
}

fn rules(told: &[(c_long, Told)]) -> impl Iterator<Item = (c_long, Vec<SeccompRule>)> {
    let mut rules: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    for (call, Told { argument, bits, value }) in told {
        let comparison = SeccompCmpOp::MaskedEq(*bits);
        let rule = SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, comparison, *value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
            .expect("a rule that does not depend on input");
        rules.entry(*call).or_default().push(rule);
    }
    rules.into_iter()
}
