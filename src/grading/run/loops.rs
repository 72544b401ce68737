//! Infers that a program never ends from an earlier run in which it did not.
//!
//! A program gets a line of input when it asks for one, and until then it does the same in every run. So if it used up its
//! processor time or printed too much after it had read some lines, it does so in every scenario with the same arguments
//! and files whose input begins with these lines. Such a scenario is not run: its result is that of the run, and the number of its runs is 0.
//!
//! One run is not enough: a program that is only slow may need a little more than the limit once, and a little less the
//! next time. One that was proved to be endless is so in every run, and one that prints too much prints it in every run:
//! neither is a matter of time.

use std::sync::{Mutex, PoisonError};

use super::Fault;
use crate::plan::{Expected, Plan};
use crate::resource::Resource;
use crate::sandbox::{Exit, Input, Limits};
use crate::spec::RunTask;
use crate::trace::{Observed, Recorded};

/// After this number of runs that used up their time in the same loop the others are inferred.
const ENOUGH: usize = 2;

/// The runs of one submission that were stopped.
#[derive(Debug, Default)]
pub(super) struct Loops<'plan>(Mutex<Vec<Loop<'plan>>>);

/// What a job runs.
#[derive(Clone, Copy, Debug)]
struct Ran<'plan> {
    task: &'plan RunTask,
    /// The program, by its index in the spec.
    program: usize,
    limits: &'plan Limits,
}

#[derive(Debug)]
struct Loop<'plan> {
    ran: Ran<'plan>,
    observed: Observed,
}

impl<'plan> Loops<'plan> {
    /// Returns the inferred result of a job, if it need not be run.
    pub(super) fn infer(&self, plan: &'plan Plan, job: usize) -> Option<Observed> {
        let ran = ran(plan, job)?;
        let loops = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        enough(loops.iter(), &ran).map(Loop::inferred)
    }

    /// Keeps the result of a job, if others can be inferred from it.
    pub(super) fn add(&self, plan: &'plan Plan, job: usize, observed: &Observed) {
        let Some(ran) = ran(plan, job) else { return };
        if lines_before_loop(observed).is_some() {
            let one = Loop { ran, observed: observed.clone() };
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(one);
        }
    }
}

impl Loop<'_> {
    /// Tells whether the program would have been stopped there as well.
    fn leads(&self, ran: &Ran) -> bool {
        let (own, task) = (self.ran.task, ran.task);
        let Some(lines) = lines_before_loop(&self.observed) else { return false };
        // The last line of an input may lack its newline.
        let are_whole = |input: &Input| input.final_newline || lines.len() < input.lines.len();
        let (one, other) = (&own.input, &task.input);
        (self.ran.program, self.ran.limits) == (ran.program, ran.limits)
            && (&own.args, &own.surroundings) == (&task.args, &task.surroundings)
            && one.terminal == other.terminal
            && are_whole(one)
            && are_whole(other)
            && other.lines.iter().take(lines.len()).eq(lines.iter().copied())
    }

    /// Whether how long it was run made no difference.
    fn is_certain(&self) -> bool {
        matches!(&self.observed.recorded, Recorded::Run(trace) if trace.exit != Exit::Exceeded(Resource::Cpu))
    }

    fn inferred(&self) -> Observed {
        Observed { runs: 0, ..self.observed.clone() }
    }
}

/// Returns one of the loops that lead to this task, if there are enough.
fn enough<'a, 'plan>(mut loops: impl Iterator<Item = &'a Loop<'plan>>, ran: &Ran) -> Option<&'a Loop<'plan>>
where
    'plan: 'a,
{
    let first = loops.find(|one| one.leads(ran))?;
    (first.is_certain() || loops.filter(|one| one.leads(ran)).count() + 1 >= ENOUGH).then_some(first)
}

/// Makes the results independent of the order in which jobs were run: of all with the same loop, the first in the plan
/// are those that were run, and the others are inferred from the very first.
pub(super) fn in_order_of_plan(plan: &Plan, results: &mut [(usize, Result<Observed, Fault>)]) {
    let mut first: Vec<Loop> = Vec::new();
    results.sort_by_key(|(job, _)| *job);
    for (job, result) in results {
        let (Some(ran), Ok(observed)) = (ran(plan, *job), result) else { continue };
        if lines_before_loop(observed).is_none() {
            continue;
        }
        match enough(first.iter(), &ran) {
            Some(one) => *observed = one.inferred(),
            None => {
                observed.runs = 1;
                first.push(Loop { ran, observed: observed.clone() });
            }
        }
    }
}

/// Returns the lines that a program had read when it was stopped; `None` if it was not, or if that is not known.
fn lines_before_loop(observed: &Observed) -> Option<Vec<&String>> {
    let Recorded::Run(trace) = &observed.recorded else { return None };
    let dialogue = trace.dialogue.as_ref().filter(|dialogue| dialogue.asked_beyond_end.is_none())?;
    let is_stopped = matches!(trace.exit, Exit::Endless | Exit::Exceeded(Resource::Cpu | Resource::Output));
    (is_stopped && observed.runs <= 1).then(|| dialogue.typed.iter().map(|(_, line)| line).collect())
}

fn ran<'plan>(plan: &'plan Plan, job: usize) -> Option<Ran<'plan>> {
    let job = &plan.jobs[job];
    match &job.expected {
        // What a partner says does not follow from the input.
        Expected::Run(task, _) if !task.talks() => {
            Some(Ran { task, program: plan.spec.program_of(job.group), limits: plan.limits(job) })
        }
        _ => None,
    }
}
