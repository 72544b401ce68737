//! Evidence: what a submission did, in scenarios of the spec and in generated ones.

use std::borrow::Cow;

use crate::explore::Generated;
use crate::resource::Resource;
use crate::sandbox::Exit;
use crate::spec::Task;
use crate::trace::{Recorded, SessionEnd, SessionTrace, Trace};

/// What a submission did in one task.
pub(super) struct Evidence<'a> {
    asked: Asked<'a>,
    /// What it did.
    pub(super) recorded: Cow<'a, Recorded>,
}

/// What a submission was asked to do.
pub(super) enum Asked<'a> {
    /// A scenario of the spec, by the index of its job.
    Scenario(usize, &'a Task),
    /// A generated scenario.
    Generated(Generated, Box<Task>),
}

impl<'a> Evidence<'a> {
    /// The evidence of a scenario of the spec.
    pub(super) fn of_scenario(job: usize, task: &'a Task, recorded: &'a Recorded) -> Self {
        Self { asked: Asked::Scenario(job, task), recorded: Cow::Borrowed(recorded) }
    }

    /// The evidence of a generated scenario.
    pub(super) fn of_generated(generated: Generated, task: Task, recorded: Recorded) -> Self {
        Self { asked: Asked::Generated(generated, Box::new(task)), recorded: Cow::Owned(recorded) }
    }

    /// Returns the task.
    pub(super) fn task(&self) -> &Task {
        match &self.asked {
            Asked::Scenario(_, task) => task,
            Asked::Generated(_, task) => task,
        }
    }

    /// Returns the index of the job, if it is a scenario of the spec.
    pub(super) fn job(&self) -> Option<usize> {
        match &self.asked {
            Asked::Scenario(job, _) => Some(*job),
            Asked::Generated(..) => None,
        }
    }

    /// Returns the generated scenario, if it is one.
    pub(super) fn generated(&self) -> Option<&Generated> {
        match &self.asked {
            Asked::Scenario(..) => None,
            Asked::Generated(generated, _) => Some(generated),
        }
    }

    /// Tells whether the submission had to be stopped there after all of its time.
    pub(super) fn used_up_its_time(&self) -> bool {
        matches!(
            &*self.recorded,
            Recorded::Run(Trace { exit: Exit::Exceeded(Resource::Cpu | Resource::Wall), .. })
                | Recorded::Session(SessionTrace {
                    end: SessionEnd::Exceeded(Resource::Cpu | Resource::Wall),
                    ..
                })
        )
    }

    /// Returns the number of lines that are typed.
    pub(super) fn length(&self) -> usize {
        match self.task() {
            Task::Run(task) => task.input.lines.len(),
            Task::Session(task) => task.lines.len() + task.stdin.len(),
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => 0,
        }
    }
}
