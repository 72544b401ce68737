//! Whether what a job did under some limits is what it would do under others: then it need not be run again.
//!
//! A program never learns how much of a limit is left, but for memory, processes and room in files, of which it may be
//! refused more and go on. What it used is not the same in every run, so it must be clearly within a lower limit.

use super::{Recorded, SessionTrace, Trace};
use crate::sandbox::{Exit, Limits};
use crate::trace::{Import, SessionEnd};

/// Of a lower limit, at most one part in so many may have been used.
const PARTS: u32 = 2;

/// Whether what was done under the limits `old` stands for what would be done under `new`.
pub(super) fn holds(recorded: &Recorded, old: &Limits, new: &Limits) -> bool {
    old == new
        || match recorded {
            Recorded::Run(trace) => run_holds(trace, old, new),
            Recorded::Session(trace) => session_holds(trace, old, new),
            // Nothing tells how these programs ended.
            Recorded::Tests(_) => false,
            // Nothing was run.
            Recorded::Rule(_) | Recorded::Package(_) | Recorded::Manual | Recorded::NotRun(_) => true,
        }
}

/// One limit, and what a run says about it.
struct Limit {
    change: Change,
    /// How a run ends that exceeds it.
    exceeded: Exit,
    /// Whether it is known that the new limit would not have been exceeded.
    is_clearly_within: bool,
    /// Whether a program may have been refused something, and have ended by itself.
    may_refuse: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Same,
    Raised,
    Lowered,
}

impl Change {
    fn of<T: Ord>(old: &T, new: &T) -> Self {
        match new.cmp(old) {
            std::cmp::Ordering::Equal => Self::Same,
            std::cmp::Ordering::Greater => Self::Raised,
            std::cmp::Ordering::Less => Self::Lowered,
        }
    }
}

fn run_holds(trace: &Trace, old: &Limits, new: &Limits) -> bool {
    let Limits { cpu, wall, memory, output, processes, disk } = old;
    let used = trace.usage;
    let printed = trace.stdout.len().max(trace.stderr.len());
    let limit = |change, exceeded, is_clearly_within, may_refuse| Limit {
        change,
        exceeded,
        is_clearly_within,
        may_refuse,
    };
    let limits = [
        limit(Change::of(cpu, &new.cpu), Exit::CpuExceeded, used.cpu * PARTS <= new.cpu, false),
        limit(Change::of(wall, &new.wall), Exit::WallExceeded, used.wall * PARTS <= new.wall, false),
        limit(
            Change::of(memory, &new.memory),
            Exit::MemoryExceeded,
            used.memory.saturating_mul(PARTS.into()) <= new.memory,
            true,
        ),
        // What was printed is what is graded, and no estimate.
        limit(Change::of(output, &new.output), Exit::OutputExceeded, printed < new.output, false),
        // How many there were is not kept.
        limit(Change::of(processes, &new.processes), Exit::ProcessesExceeded, false, true),
        limit(Change::of(disk, &new.disk), Exit::DiskExceeded, false, true),
    ];
    let ended_by_itself = matches!(trace.exit, Exit::Code(_));
    let ended_by_one_of_these = limits.iter().any(|limit| limit.exceeded == trace.exit);
    (ended_by_itself || ended_by_one_of_these)
        && limits.iter().all(|limit| match limit.change {
            Change::Same => true,
            Change::Raised if limit.exceeded == trace.exit => false,
            Change::Raised => !limit.may_refuse || trace.exit == Exit::Code(0),
            Change::Lowered => limit.exceeded == trace.exit || limit.is_clearly_within,
        })
}

/// Of a session it is not kept what it used, and what it was refused is an answer.
fn session_holds(trace: &SessionTrace, old: &Limits, new: &Limits) -> bool {
    // Nothing limits what a session prints but the driver itself.
    let Limits { cpu, wall, memory, output: _, processes, disk } = old;
    let told = match trace.end {
        SessionEnd::Code(_) | SessionEnd::TimeExceeded | SessionEnd::IdleExceeded => true,
        SessionEnd::Signal(_)
        | SessionEnd::MemoryExceeded
        | SessionEnd::FileSizeExceeded
        | SessionEnd::DiskExceeded
        | SessionEnd::FilesExceeded
        | SessionEnd::DescriptorsExceeded
        | SessionEnd::OutputExceeded
        | SessionEnd::ProcessesExceeded
        | SessionEnd::Malformed => false,
    };
    let times = [
        (Change::of(cpu, &new.cpu), SessionEnd::TimeExceeded),
        (Change::of(wall, &new.wall), SessionEnd::IdleExceeded),
    ];
    told && trace.import != Import::Unknown
        && (memory, processes, disk) == (&new.memory, &new.processes, &new.disk)
        && times.into_iter().all(|(change, exceeded)| match change {
            Change::Same => true,
            Change::Raised => trace.end != exceeded,
            Change::Lowered => trace.end == exceeded,
        })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::sandbox::Usage;

    /// A program that always uses the same, and what becomes of it.
    #[derive(Clone, Debug)]
    struct Program {
        cpu: u64,
        wall: u64,
        memory: u64,
        output: usize,
    }

    impl Program {
        fn run(&self, limits: &Limits) -> Recorded {
            let (cpu, wall) = (Duration::from_millis(self.cpu), Duration::from_millis(self.wall));
            let exit = if cpu > limits.cpu {
                Exit::CpuExceeded
            } else if wall > limits.wall {
                Exit::WallExceeded
            } else if self.memory > limits.memory {
                Exit::MemoryExceeded
            } else if self.output > limits.output {
                Exit::OutputExceeded
            } else {
                Exit::Code(0)
            };
            let printed = vec![b'x'; self.output.min(limits.output)];
            let usage = Usage { cpu, wall, memory: self.memory.min(limits.memory) };
            Recorded::Run(Trace { exit, usage, ..Trace::of_output(printed) })
        }
    }

    fn exit(recorded: &Recorded) -> Exit {
        let Recorded::Run(trace) = recorded else { unreachable!("only runs are tried here") };
        trace.exit
    }

    fn limits() -> impl Strategy<Value = Limits> {
        (1..40_u64, 1..40_u64, 1..40_u64, 1..40_usize, 1..4_usize, 1..4_u64).prop_map(
            |(cpu, wall, memory, output, processes, disk)| Limits {
                cpu: Duration::from_millis(cpu),
                wall: Duration::from_millis(wall),
                memory,
                output,
                processes,
                disk,
            },
        )
    }

    fn program() -> impl Strategy<Value = Program> {
        (1..40_u64, 1..40_u64, 1..40_u64, 0..40_usize).prop_map(|(cpu, wall, memory, output)| Program {
            cpu,
            wall,
            memory,
            output,
        })
    }

    proptest! {
        #[test]
        fn what_holds_ends_alike_even_if_half_as_much_more_is_used(
            program in program(), old in limits(), new in limits(), more in 100..150_u64,
        ) {
            let before = program.run(&old);
            if holds(&before, &old, &new) {
                // What exceeded a limit is over it by nobody knows how little.
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
        fn what_ended_well_holds_under_whatever_is_raised(program in program(), old in limits(), more in limits()) {
            let raised = Limits {
                cpu: old.cpu + more.cpu,
                wall: old.wall + more.wall,
                memory: old.memory + more.memory,
                output: old.output + more.output,
                processes: old.processes + more.processes,
                disk: old.disk + more.disk,
            };
            let before = program.run(&old);
            prop_assert!(holds(&before, &old, &old));
            prop_assert_eq!(holds(&before, &old, &raised), exit(&before) == Exit::Code(0));
        }

        #[test]
        fn what_exceeded_a_limit_holds_under_a_lower_one_and_not_under_a_higher(
            program in program(), old in limits(), other in limits(),
        ) {
            let before = program.run(&old);
            let new = match exit(&before) {
                Exit::CpuExceeded => Limits { cpu: other.cpu, ..old.clone() },
                Exit::WallExceeded => Limits { wall: other.wall, ..old.clone() },
                Exit::MemoryExceeded => Limits { memory: other.memory, ..old.clone() },
                Exit::OutputExceeded => Limits { output: other.output, ..old.clone() },
                _ => return Ok(()),
            };
            let is_raised = new.cpu > old.cpu || new.wall > old.wall || new.memory > old.memory || new.output > old.output;
            prop_assert_eq!(holds(&before, &old, &new), !is_raised);
        }

        #[test]
        fn how_many_processes_and_files_there_were_is_never_guessed(program in program(), old in limits(), new in limits()) {
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
    fn a_session_that_ended_by_itself_needs_no_more_time_and_may_need_more_than_less() {
        let old = Limits::default();
        let (more, less) =
            (Limits { cpu: old.cpu * 2, ..old.clone() }, Limits { cpu: old.cpu / 2, ..old.clone() });
        let session = |end| {
            let import = Import::Done;
            Recorded::Session(SessionTrace { import, answers: Vec::new(), raised_at: Vec::new(), end })
        };
        for (end, under_more, under_less) in [
            (SessionEnd::Code(0), true, false),
            (SessionEnd::TimeExceeded, false, true),
            (SessionEnd::IdleExceeded, true, false),
            (SessionEnd::MemoryExceeded, false, false),
        ] {
            assert_eq!(holds(&session(end), &old, &more), under_more, "{end:?}");
            assert_eq!(holds(&session(end), &old, &less), under_less, "{end:?}");
        }
    }
}
