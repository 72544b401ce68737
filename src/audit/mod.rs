//! Audits a spec: checks which wrong programs its scenarios catch.
//!
//! A wrong program is put through the plan like a submission, and its traces are judged in the same way: a difference
//! that the spec accepts is not caught. If the reference is built in, no process is run.

mod drift;
mod exercised;
mod expecting;
mod family;
mod fixtures;
mod json;
mod mutants;
mod page;
mod set;
mod silence;
mod subset;
mod suggest;
mod suggest_mutants;
mod table;
mod target;

use rayon::prelude::*;
use yardstick_reference::{Bugs, Reference};

use crate::compare;
use crate::plan::{Expected, Plan};
use crate::points::Points;
use crate::untrusted::Untrusted;

pub(crate) use exercised::FeatureKind;
pub(crate) use family::Family;
pub(crate) use fixtures::{FixturesError, wrongly_graded};
pub(crate) use json::AUDIT_SCHEMA;
pub(crate) use mutants::{
    DEFAULT_MUTANTS, Like, can_be_changed, changeable_languages, like_submission, of_mutants,
};
pub(crate) use set::Set;
pub use silence::passed_in_silence;
pub(crate) use subset::{Subset, smallest_subset};
pub(crate) use suggest::{Advice, AuditAdvice, advise};
pub(crate) use suggest_mutants::advise_on_mutants;
pub use target::with_bugs;
pub(crate) use target::{Equivalent, Target, bugs_of, equivalents_of};

/// The audit of a spec.
#[derive(Debug)]
pub(crate) struct Audit {
    /// The key of the assignment.
    pub assignment: String,
    /// The kind of the targets: `bug` or `mutant`.
    pub what: &'static str,
    /// The wrong programs that should be caught.
    pub targets: Vec<Target>,
    /// The bugs that no scenario could catch, as far as it is known.
    pub equivalents: Vec<Equivalent>,
    /// The scenarios that can catch something, in the order of the spec.
    pub scenarios: Vec<AuditedScenario>,
    /// The number of caught targets of each family.
    pub families: Vec<Family>,
    /// The numbers of the caught targets.
    pub caught: Set,
    /// The numbers of the targets that a scenario with points catches.
    pub charged: Set,
    /// The smallest set of scenarios that catches the same targets.
    pub smallest: Subset,
    /// The exercised features of the assignment, as far as the reference reports them.
    pub features: Vec<FeatureKind>,
    /// The names of the jobs in which the reference itself is not accepted.
    pub refused: Vec<String>,
    /// The number of mutants that cannot be built, and are no targets.
    pub not_built: usize,
    /// The mutants of which something of ours failed.
    pub unjudged: Vec<Unjudged>,
}

/// A mutant about which a scenario says nothing, because something of ours failed there: a checker that ends in its own error.
#[derive(Debug)]
pub(crate) struct Unjudged {
    /// The id of the mutant.
    pub id: String,
    /// What failed.
    pub reason: Untrusted,
    /// Whether another scenario catches it. If none does, it is no target.
    pub is_caught: bool,
}

/// The catches of one scenario.
#[derive(Debug)]
pub(crate) struct AuditedScenario {
    /// The name, with the group's.
    pub name: String,
    /// The number of lines of input.
    pub inputs: usize,
    /// The points.
    pub points: Points,
    /// The numbers of the caught targets.
    pub catches: Set,
    /// The numbers of the targets that no other scenario catches.
    pub alone: Set,
}

impl Audit {
    /// Puts every bug of a built-in reference through a plan.
    pub(crate) fn of_bugs(plan: &Plan, reference: &dyn Reference) -> Self {
        let audit = Self::new(plan, "bug", bugs_of(reference), |job| {
            let job = &plan.jobs[job];
            let expected = &job.expected;
            let is_caught = |bug| {
                with_bugs(reference, Bugs::NONE.with(bug), expected)
                    .is_some_and(|recorded| !compare::accepts(expected, &recorded, plan.limits(job)))
            };
            let bugs = reference.noticeable().into_iter().enumerate();
            bugs.filter(|(_, bug)| is_caught(bug)).map(|(number, _)| number).collect()
        });
        let (features, refused) = (exercised::exercised(plan, reference), drift::refused(plan, reference));
        Self { features, refused, equivalents: equivalents_of(reference), ..audit }
    }

    /// Creates an audit from the catches of each job of a plan.
    pub(crate) fn new(
        plan: &Plan,
        what: &'static str,
        targets: Vec<Target>,
        catches: impl Fn(usize) -> Set + Sync,
    ) -> Self {
        let of_programs: Vec<usize> =
            (0..plan.jobs.len()).filter(|&job| inputs(plan, job).is_some()).collect();
        let catches: Vec<Set> = of_programs.par_iter().map(|&job| catches(job)).collect();
        let mut caught = Set::default();
        catches.iter().for_each(|set| caught.add(set));
        let catchers = |target| catches.iter().filter(|set| set.contains(target)).count();
        let only: Set = caught.iter().filter(|&target| catchers(target) == 1).collect();
        let scenarios: Vec<AuditedScenario> = of_programs
            .iter()
            .zip(&catches)
            .map(|(&job, set)| AuditedScenario {
                name: plan.full_name(&plan.jobs[job]),
                inputs: inputs(plan, job).unwrap_or_default(),
                points: plan.jobs[job].scenario.points,
                catches: set.clone(),
                alone: set.iter().filter(|&target| only.contains(target)).collect(),
            })
            .collect();
        let mut charged = Set::default();
        let counting = scenarios.iter().filter(|scenario| scenario.points > Points::ZERO);
        counting.for_each(|scenario| charged.add(&scenario.catches));
        let weighed: Vec<(Set, usize)> =
            scenarios.iter().map(|scenario| (scenario.catches.clone(), scenario.inputs)).collect();
        Self {
            assignment: plan.spec.assignment.clone(),
            families: Family::all(&targets, &caught),
            smallest: smallest_subset(&weighed),
            equivalents: Vec::new(),
            features: Vec::new(),
            refused: Vec::new(),
            not_built: 0,
            unjudged: Vec::new(),
            what,
            targets,
            scenarios,
            caught,
            charged,
        }
    }

    /// Returns the targets that are not caught, the most common first.
    pub(crate) fn survivors(&self) -> Vec<&Target> {
        let targets = self.targets.iter().enumerate();
        let mut survivors: Vec<&Target> =
            targets.filter(|(number, _)| !self.caught.contains(*number)).map(|(_, target)| target).collect();
        survivors.sort_by_key(|target| std::cmp::Reverse(target.common));
        survivors
    }

    /// Returns the targets that are caught without losing points.
    pub(crate) fn uncharged(&self) -> Vec<&Target> {
        self.caught.without(&self.charged).iter().map(|number| &self.targets[number]).collect()
    }

    /// Returns how much is caught, in percent, with common targets counting more.
    pub(crate) fn weighted_percent(&self) -> usize {
        let weight = |number: usize| usize::from(self.targets[number].common);
        let all: usize = (0..self.targets.len()).map(weight).sum();
        percent(self.caught.iter().map(weight).sum(), all)
    }

    /// Returns how many targets are caught, in percent.
    pub(crate) fn percent(&self) -> usize {
        percent(self.caught.len(), self.targets.len())
    }
}

/// Returns a part in percent, rounded down, so that 100 means all.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

/// Returns the number of input lines of a job, if the job runs something that could be wrong.
fn inputs(plan: &Plan, job: usize) -> Option<usize> {
    match &plan.jobs[job].expected {
        Expected::Run(task, _) => Some(task.input.lines.len()),
        Expected::Session(task, _) => Some(task.lines.len() + task.stdin.len()),
        Expected::UnitTest(..) => Some(1),
        Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => None,
    }
}
