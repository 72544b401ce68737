//! Limits that the grader itself was started under (`ulimit -H`). Where one is lower than what programs are given, no
//! program can be started as it should be, and none that hits it could be judged.

use std::fmt;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitySet, capabilities};

use super::level::{Isolation, Level};
use super::{Limits, launcher};

/// A limit of the grader that is lower than what programs are given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the limit `ulimit -H{letter}` of this shell is {allowed}, and programs are given {needed}\n\
     help: `ulimit -H` cannot be raised again: start from a shell, a container or a job in which `ulimit -H{letter}` \
     says `unlimited`"
)]
pub struct TooLow {
    letter: char,
    allowed: Amount,
    needed: Amount,
}

/// What `ulimit` counts, in its units and in ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Amount {
    value: u64,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Bytes, which `ulimit` counts in KiB.
    Bytes,
    /// Seconds.
    Seconds,
    /// Things, in the plural.
    Count(&'static str),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.unit {
            Unit::Bytes => write!(f, "{} KiB", self.value / 1024),
            Unit::Seconds => write!(f, "{} s", self.value),
            Unit::Count(things) => write!(f, "{} {things}", self.value),
        }
    }
}

/// The first limit that is too low for a program with these limits, if one is.
pub(super) fn too_low(isolation: Isolation, limits: &Limits) -> Option<TooLow> {
    // Only who is shut in gives the right to raise limits away.
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
        Some(TooLow { letter, allowed: amount(allowed), needed: amount(*needed) })
    })
}

/// Allows this process, and the launchers that it starts, as many descriptors as it may have. A user's descriptors that
/// are under way between processes are held against this number (unix(7), SCM_RIGHTS): with a low one, a program that
/// leaves many of them under way would keep us from handing any over.
pub(super) fn allow_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    // Whoever may not is told by the first descriptor that cannot be handed over.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// The letters by which `ulimit` knows resources, and what it counts.
const NAMES: [(u64, Resource, char, Unit); 6] = [
    (libc::RLIMIT_FSIZE as u64, Resource::Fsize, 'f', Unit::Bytes),
    (libc::RLIMIT_DATA as u64, Resource::Data, 'd', Unit::Bytes),
    (libc::RLIMIT_STACK as u64, Resource::Stack, 's', Unit::Bytes),
    (libc::RLIMIT_CPU as u64, Resource::Cpu, 't', Unit::Seconds),
    (libc::RLIMIT_NOFILE as u64, Resource::Nofile, 'n', Unit::Count("files")),
    (libc::RLIMIT_NPROC as u64, Resource::Nproc, 'u', Unit::Count("processes")),
];
