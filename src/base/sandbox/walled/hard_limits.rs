//! The hard limits of the grader itself (`ulimit -H`). If one is lower than a limit of programs, no program can be
//! started correctly, and a program that reaches it cannot be judged.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitySet, capabilities};

use super::hard_limit::{Amount, HardLimitTooLow, Unit};
use super::level::{Isolation, Level};
use super::{Limits, launcher};

/// Returns the first hard limit that is too low for a program with these limits.
pub(super) fn too_low(isolation: Isolation, limits: &Limits) -> Option<HardLimitTooLow> {
    // An unisolated program may raise its limits if the grader may. An isolated program loses that right.
    let may_raise =
        || capabilities(None).is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_RESOURCE));
    if isolation.level == Level::None && may_raise() {
        return None;
    }
    let needed = launcher::hard_limits(limits, isolation.processes);
    NAMES.into_iter().find_map(|(raw, resource, letter, unit)| {
        let (_, needed) = needed.iter().find(|(name, _)| *name == raw)?;
        let allowed = getrlimit(resource).maximum.filter(|allowed| allowed < needed)?;
        let amount = |value| Amount { value, unit };
        Some(HardLimitTooLow { letter, allowed: amount(allowed), needed: amount(*needed) })
    })
}

/// Raises the limit on descriptors of this process and its launchers to the hard limit. Descriptors that a user sends
/// between processes count against this number (unix(7), SCM_RIGHTS): with a low limit, a program that sends many
/// descriptors would stop us from sending any.
pub(super) fn allow_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    // If this fails, the first descriptor that cannot be sent reports it.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// The letters of `ulimit` for resources, with their units.
const NAMES: [(u64, Resource, char, Unit); 6] = [
    (libc::RLIMIT_FSIZE as u64, Resource::Fsize, 'f', Unit::Bytes),
    (libc::RLIMIT_DATA as u64, Resource::Data, 'd', Unit::Bytes),
    (libc::RLIMIT_STACK as u64, Resource::Stack, 's', Unit::Bytes),
    (libc::RLIMIT_CPU as u64, Resource::Cpu, 't', Unit::Seconds),
    (libc::RLIMIT_NOFILE as u64, Resource::Nofile, 'n', Unit::Count("files")),
    (libc::RLIMIT_NPROC as u64, Resource::Nproc, 'u', Unit::Count("processes")),
];
