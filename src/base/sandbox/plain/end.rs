//! Decides how a run ended.

use std::time::Duration;

use super::super::{Exit, Limits};
use super::child::Ended;
use super::usage::Used;
use crate::resource::Resource;

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    By(Resource),
    Interrupted,
}

/// Returns the limit that a program has exceeded, if it has.
pub(super) fn exceeded(used: &Used, clock: Duration, limits: &Limits) -> Option<Resource> {
    match used {
        _ if used.cpu > limits.cpu => Some(Resource::Cpu),
        _ if used.memory > limits.memory => Some(Resource::Memory),
        _ if used.processes > limits.processes => Some(Resource::Processes),
        // The clock stands still while the program waits for a processor.
        _ if clock > limits.wall + used.delay => Some(Resource::Wall),
        _ => None,
    }
}

/// Returns how a run ended.
pub(super) fn exit(ended: &Ended, stopped: Option<Stopped>, overflowed: bool, limits: &Limits) -> Exit {
    if overflowed {
        return Exit::Exceeded(Resource::Output);
    }
    if let Some(Stopped::By(resource)) = stopped {
        return Exit::Exceeded(resource);
    }
    if ended.used.cpu > limits.cpu {
        return Exit::Exceeded(Resource::Cpu);
    }
    ended.exit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_waits_for_a_processor_is_not_idle() {
        let limits = Limits::default();
        let used = |delay: u64| Used { delay: Duration::from_secs(delay), ..Used::default() };
        let clock = limits.wall + Duration::from_secs(5);
        assert_eq!(exceeded(&used(0), clock, &limits), Some(Resource::Wall));
        assert_eq!(exceeded(&used(6), clock, &limits), None);
    }

    #[test]
    fn what_was_used_up_first_is_told_first() {
        let limits = Limits::default();
        let used = Used { cpu: limits.cpu * 2, memory: limits.memory * 2, ..Used::default() };
        assert_eq!(exceeded(&used, limits.wall * 2, &limits), Some(Resource::Cpu));
    }
}
