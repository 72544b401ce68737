//! The filter of a process that only computes.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// Takes every system call from this process but those for reading its input, writing its result and getting memory.
pub(super) fn only_compute() -> io::Result<()> {
    apply_filter(&filter()?).map_err(io::Error::other)
}

/// Builds the filter. A refused call fails with an ordinary error.
fn filter() -> io::Result<BpfProgram> {
    let when = |argument, operator, value| -> io::Result<SeccompRule> {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value);
        SeccompRule::new(vec![condition.map_err(io::Error::other)?]).map_err(io::Error::other)
    };
    let is = |argument, value| when(argument, SeccompCmpOp::Eq, value);
    let without = |argument, bit: u64| when(argument, SeccompCmpOp::MaskedEq(bit), 0);
    let runnable = libc::PROT_EXEC as u64;
    let mut allowed: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::from([
        (libc::SYS_read, vec![is(0, 0)?]),
        (libc::SYS_write, vec![is(0, 1)?]),
        (libc::SYS_mmap, vec![without(2, runnable)?]),
        (libc::SYS_mprotect, vec![without(2, runnable)?]),
    ]);
    for call in [
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_getrandom,
        libc::SYS_sigaltstack,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ] {
        allowed.insert(call, Vec::new());
    }
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let architecture = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let filter =
        SeccompFilter::new(allowed, refused, SeccompAction::Allow, architecture).map_err(io::Error::other)?;
    BpfProgram::try_from(filter).map_err(io::Error::other)
}
