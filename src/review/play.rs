//! Plays a program further: it is run again from the start, in the sandbox, on other lines of input, beside the reference.

use super::desk::{Lying, Refusal, absent, nonsense};
use crate::language::Surroundings;
use crate::plan::{Expected, Plan, ReferenceRunner};
use crate::report::{Detail, GradedScenario, Grading, View};
use crate::run::{Outcome, Ready};
use crate::sandbox::Sandbox;
use crate::score::Marks;
use crate::spec::{AddedTask, Addition, Spec, Worth};
use crate::trace::Store;

/// The most lines that may be typed.
const MOST_LINES: usize = 10_000;

/// The name of the scenario that is played. No spec has one of this name.
const NAME: &str = "played in a review";

/// What a program is played with.
#[derive(Debug)]
pub(super) struct Play {
    /// The place of the submission.
    pub(super) place: usize,
    /// The place of the scenario that it begins with, whose arguments it gets.
    pub(super) scenario: usize,
    /// The lines that are typed.
    pub(super) lines: Vec<String>,
}

/// Runs the program, and judges what it did as a scenario of the same group would.
pub(super) fn played(sandbox: &Sandbox, lying: &Lying, play: &Play) -> Result<GradedScenario, Refusal> {
    if play.lines.len() > MOST_LINES {
        return Err(nonsense(format!("more than {MOST_LINES} lines are not played")));
    }
    lying.at(play.place)?;
    let spec = lying.spec()?;
    let Begun { group, args, surroundings } = begun(&spec, lying, play.scenario)?;
    let addition = Addition {
        group,
        comment: Vec::new(),
        name: NAME.to_owned(),
        worth: Worth::Nothing,
        task: AddedTask::Run { args, lines: play.lines.clone(), exit: None },
        surroundings,
        hint: None,
    };
    let spec = spec.with_scenarios(&[addition]).map_err(|error| nonsense(error.to_string()))?;
    let store = Store::empty();
    let runner = ReferenceRunner { sandbox: Some(sandbox), store: &store };
    let plan = Plan::new(&runner, &spec, Some(NAME)).map_err(crate::results::Error::from)?;
    let submission = lying.handed_in(play.place)?;
    let (sources, ready) =
        Ready::with_sources(sandbox, &plan, &submission).map_err(|fault| Refusal::Fault(fault.0))?;
    let outcome = match ready {
        Ok(ready) => Outcome::Ran(ready.observe(&plan)),
        Err(invalid) => Outcome::Invalid(invalid),
    };
    let view = View::of_all(Detail::of_pages(true));
    let grading = Grading::begin(&plan, Marks::new(), sandbox.isolation(), view);
    let graded = grading.keep(&submission, &sources, &outcome);
    graded.scenarios.into_iter().next().ok_or_else(|| nonsense("nothing was played"))
}

/// What is taken over from the scenario that is begun with.
struct Begun {
    group: usize,
    args: Vec<String>,
    surroundings: Surroundings,
}

fn begun(spec: &Spec, lying: &Lying, scenario: usize) -> Result<Begun, Refusal> {
    let only = lying.folder().manifest().only.as_deref();
    let runner = ReferenceRunner { sandbox: None, store: lying.store() };
    let plan = Plan::new(&runner, spec, only).map_err(crate::results::Error::from)?;
    let job = plan.jobs.get(scenario).ok_or_else(|| absent("there is no such scenario"))?;
    match &job.expected {
        Expected::Run(task, _) if !task.has_own_course() && task.surroundings.is_text() => {
            Ok(Begun { group: job.group, args: task.args.clone(), surroundings: task.surroundings.unasked() })
        }
        _ => Err(nonsense(
            "only a scenario that types lines into a program, beside files of text, can be played further",
        )),
    }
}
