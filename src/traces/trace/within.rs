//! Decides whether a result under some limits also holds under others, so that the job need not be run again.
//!
//! A program never learns how much of a limit is left, except for memory, processes and disk space, where it may be
//! refused more and continue. Its resource use varies between runs, so it must be clearly below a lower limit.

use super::{Recorded, SessionTrace, Trace};
use crate::resource::Resource;
use crate::sandbox::{Amount, Exit, Limits};
use crate::trace::{Import, SessionEnd};

/// At most one part in this number of a lower limit may have been used.
const PARTS: u32 = 2;

/// Tells whether a result under the limits `old` holds under `new`.
pub(super) fn holds(recorded: &Recorded, old: &Limits, new: &Limits) -> bool {
    old == new
        || match recorded {
            Recorded::Run(trace) => run_holds(trace, old, new),
            Recorded::Session(trace) => session_holds(trace, old, new),
            Recorded::UnitTest(trace) => end_holds(trace.end, old, new),
            // The ends of these programs are not recorded.
            Recorded::Tests(_) => false,
            // Nothing was run.
            Recorded::Rule(_) | Recorded::Package(_) | Recorded::Manual | Recorded::NotRun(_) => true,
        }
}

/// The change of a limit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Same,
    Raised,
    Lowered,
}

impl Change {
    fn of(resource: Resource, old: &Limits, new: &Limits) -> Self {
        match new.of(resource).cmp(&old.of(resource)) {
            std::cmp::Ordering::Equal => Self::Same,
            std::cmp::Ordering::Greater => Self::Raised,
            std::cmp::Ordering::Less => Self::Lowered,
        }
    }
}

fn run_holds(trace: &Trace, old: &Limits, new: &Limits) -> bool {
    let enough = enough(trace);
    let is_clearly_within =
        |resource| enough.iter().any(|(known, amount)| *known == resource && *amount <= new.of(resource));
    let exceeded = |resource| trace.exit == Exit::Exceeded(resource);
    // A program that is endless is so under any limits, if they let it come to the proof.
    let ended_by_itself = matches!(trace.exit, Exit::Code(_) | Exit::Endless);
    (ended_by_itself || Resource::settable().any(exceeded))
        && Resource::settable().all(|resource| match Change::of(resource, old, new) {
            Change::Same => true,
            Change::Raised if exceeded(resource) => false,
            // The program may have been refused something, and have ended by itself.
            Change::Raised => !resource.facts().may_refuse || trace.exit == Exit::Code(0),
            Change::Lowered => exceeded(resource) || is_clearly_within(resource),
        })
}

/// Returns amounts with which a run behaves the same, where they are known; the numbers of processes and files are not
/// recorded.
fn enough(trace: &Trace) -> [(Resource, Amount); 4] {
    let used = trace.usage;
    let printed = trace.stdout.len().max(trace.stderr.len()) as u64;
    [
        (Resource::Cpu, Amount::Time(used.cpu * PARTS)),
        (Resource::Wall, Amount::Time(used.wall * PARTS)),
        (Resource::Memory, Amount::Bytes(used.memory.saturating_mul(PARTS.into()))),
        // The output is graded, so this number is exact.
        (Resource::Output, Amount::Bytes(printed + 1)),
    ]
}

/// The cost of a session is not recorded, and a refused resource changes an answer.
fn session_holds(trace: &SessionTrace, old: &Limits, new: &Limits) -> bool {
    trace.import != Import::Unknown && end_holds(trace.end, old, new)
}

fn end_holds(end: SessionEnd, old: &Limits, new: &Limits) -> bool {
    // Only the driver limits the output of a session.
    let is_limited = |resource: &Resource| *resource != Resource::Output;
    let told = match end {
        SessionEnd::Code(_) => true,
        SessionEnd::Exceeded(resource) => is_limited(&resource) && !resource.facts().may_refuse,
        SessionEnd::Signal(_) | SessionEnd::Malformed => false,
    };
    let exceeded = |resource| end == SessionEnd::Exceeded(resource);
    told && Resource::settable().filter(is_limited).all(|resource| match Change::of(resource, old, new) {
        Change::Same => true,
        Change::Raised => !resource.facts().may_refuse && !exceeded(resource),
        Change::Lowered => !resource.facts().may_refuse && exceeded(resource),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::sandbox::{AmountMut, Usage};

    /// A program that always uses the same resources, and its result.
    #[derive(Clone, Debug)]
    struct Program {
        cpu: u64,
        wall: u64,
        memory: u64,
        output: u64,
    }

    impl Program {
        fn run(&self, limits: &Limits) -> Recorded {
            let (cpu, wall) = (Duration::from_millis(self.cpu), Duration::from_millis(self.wall));
            let exit = if cpu > limits.cpu {
                Exit::Exceeded(Resource::Cpu)
            } else if wall > limits.wall {
                Exit::Exceeded(Resource::Wall)
            } else if self.memory > limits.memory {
                Exit::Exceeded(Resource::Memory)
            } else if self.output > limits.output {
                Exit::Exceeded(Resource::Output)
            } else {
                Exit::Code(0)
            };
            let printed = vec![b'x'; self.output.min(limits.output) as usize];
            let usage = Usage { cpu, wall, memory: self.memory.min(limits.memory) };
            Recorded::Run(Trace { exit, usage, ..Trace::of_output(printed) })
        }
    }

    fn exit(recorded: &Recorded) -> Exit {
        let Recorded::Run(trace) = recorded else { unreachable!("only runs are tried here") };
        trace.exit
    }

    /// Returns limits with these amounts: milliseconds, bytes or numbers.
    fn limits_of(amounts: &[u64]) -> Limits {
        let mut limits = Limits::default();
        for (resource, amount) in Resource::settable().zip(amounts) {
            match limits.amount_mut(resource).unwrap() {
                AmountMut::Time(time) => *time = Duration::from_millis(*amount),
                AmountMut::Bytes(bytes) => *bytes = *amount,
                AmountMut::Count(count) => *count = *amount as usize,
            }
        }
        limits
    }

    fn amounts() -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::vec(1..40_u64, Resource::settable().count())
    }

    /// Limits, some of which are often equal.
    fn limits() -> impl Strategy<Value = Limits> {
        (amounts(), 1..4_usize, 1..4_u64).prop_map(|(amounts, processes, disk)| Limits {
            processes,
            disk,
            ..limits_of(&amounts)
        })
    }

    fn program() -> impl Strategy<Value = Program> {
        (1..40_u64, 1..40_u64, 1..40_u64, 0..40_u64).prop_map(|(cpu, wall, memory, output)| Program {
            cpu,
            wall,
            memory,
            output,
        })
    }

    proptest! {
        #[test]
        fn a_result_that_holds_is_the_same_even_with_half_as_much_more_use(
            program in program(), old in limits(), new in limits(), more in 100..150_u64,
        ) {
            let before = program.run(&old);
            if holds(&before, &old, &new) {
                // By how much a limit was exceeded is unknown.
                let ended = exit(&before) == Exit::Code(0);
                let lowered = |old: u64, new: u64, used: u64| if ended && new < old { used * more / 100 } else { used };
                let again = Program {
                    cpu: lowered(old.cpu.as_millis() as u64, new.cpu.as_millis() as u64, program.cpu),
                    wall: lowered(old.wall.as_millis() as u64, new.wall.as_millis() as u64, program.wall),
                    memory: lowered(old.memory, new.memory, program.memory),
                    ..program
                };
                prop_assert_eq!(exit(&again.run(&new)), exit(&before));
            }
        }

        #[test]
        fn a_normal_end_holds_when_limits_are_raised(program in program(), old in amounts(), more in amounts()) {
            let raised: Vec<u64> = old.iter().zip(&more).map(|(old, more)| old + more).collect();
            let (old, raised) = (limits_of(&old), limits_of(&raised));
            let before = program.run(&old);
            prop_assert!(holds(&before, &old, &old));
            prop_assert_eq!(holds(&before, &old, &raised), exit(&before) == Exit::Code(0));
        }

        #[test]
        fn an_exceeded_limit_holds_when_it_is_lowered_and_not_when_it_is_raised(
            program in program(), old in amounts(), other in 1..40_u64,
        ) {
            let before = program.run(&limits_of(&old));
            let Exit::Exceeded(resource) = exit(&before) else { return Ok(()) };
            let at = Resource::settable().position(|one| one == resource).unwrap();
            let mut new = old.clone();
            new[at] = other;
            prop_assert_eq!(holds(&before, &limits_of(&old), &limits_of(&new)), other <= old[at]);
        }

        #[test]
        fn the_numbers_of_processes_and_files_are_never_guessed(program in program(), old in limits(), new in limits()) {
            let new = Limits { processes: old.processes - 1, ..new };
            prop_assert!(!holds(&program.run(&old), &old, &new));
        }
    }

    #[test]
    fn a_program_that_failed_may_have_been_refused_memory() {
        let old = Limits::default();
        let new = Limits { memory: old.memory * 2, ..old.clone() };
        let failed = Recorded::Run(Trace { exit: Exit::Code(1), ..Trace::of_output(Vec::new()) });
        assert!(!holds(&failed, &old, &new));
        assert!(holds(&failed, &old, &Limits { cpu: old.cpu * 2, ..old.clone() }));
    }

    #[test]
    fn a_session_that_ended_by_itself_holds_with_more_time_and_not_with_less() {
        let old = Limits::default();
        let (more, less) =
            (Limits { cpu: old.cpu * 2, ..old.clone() }, Limits { cpu: old.cpu / 2, ..old.clone() });
        let session = |end| {
            let import = Import::Done;
            Recorded::Session(SessionTrace {
                import,
                answers: Vec::new(),
                raised_at: Vec::new(),
                end,
                typed_at: None,
                checked: None,
            })
        };
        for (end, under_more, under_less) in [
            (SessionEnd::Code(0), true, false),
            (SessionEnd::Exceeded(Resource::Cpu), false, true),
            (SessionEnd::Exceeded(Resource::Wall), true, false),
            (SessionEnd::Exceeded(Resource::Memory), false, false),
        ] {
            assert_eq!(holds(&session(end), &old, &more), under_more, "{end:?}");
            assert_eq!(holds(&session(end), &old, &less), under_less, "{end:?}");
        }
    }
}
