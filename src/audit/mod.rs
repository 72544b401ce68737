//! Whether the scenarios of a spec catch the wrong programs that students write.
//!
//! A wrong program is put through the plan like a submission, and its traces are judged like one's: a difference that
//! the spec forgives is not caught. Nothing is run for that where the reference is built in.

mod drift;
mod exercised;
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

pub use drift::Drift;
pub use exercised::FeatureKind;
pub use family::Family;
pub use fixtures::{FixturesError, wrongly_graded};
pub use json::AUDIT_SCHEMA;
pub use mutants::{MutantAudit, NeverRun, USUAL_MUTANTS, of_mutants};
pub use set::Set;
pub use silence::passed_in_silence;
pub use subset::{Subset, smallest_subset};
pub use suggest::{Advice, Advised, advise};
pub use suggest_mutants::advise_on_mutants;
pub use target::{Equivalent, Target, bugs_of, equivalents_of, perverted};

/// What the scenarios of a spec catch.
#[derive(Debug)]
pub struct Audit {
    /// The key of the assignment.
    pub assignment: String,
    /// What its targets are, in a word: `bug` or `mutant`.
    pub what: &'static str,
    /// What should be caught.
    pub targets: Vec<Target>,
    /// What no scenario could catch, as far as it is known.
    pub equivalents: Vec<Equivalent>,
    /// The scenarios that can catch something, in the order of the spec.
    pub scenarios: Vec<AuditedScenario>,
    /// How many targets of each family are caught.
    pub families: Vec<Family>,
    /// What is caught, by numbers of targets.
    pub caught: Set,
    /// What is caught by a scenario that is worth something.
    pub charged: Set,
    /// The fewest scenarios that catch as much.
    pub smallest: Subset,
    /// Which features of the assignment are exercised, as far as the reference tells.
    pub features: Vec<FeatureKind>,
    /// The names of the jobs in which the reference itself is not accepted.
    pub refused: Vec<String>,
}

/// What one scenario catches.
#[derive(Debug)]
pub struct AuditedScenario {
    /// Its name, with the group's.
    pub name: String,
    /// How many lines are typed.
    pub inputs: usize,
    /// What it is worth.
    pub points: Points,
    /// Numbers of targets.
    pub catches: Set,
    /// Numbers of targets that no other scenario catches.
    pub alone: Set,
}

impl Audit {
    /// Puts every bug of a built-in reference through a plan.
    pub fn of_bugs(plan: &Plan, reference: &dyn Reference) -> Self {
        let audit = Self::new(plan, "bug", bugs_of(reference), |job| {
            let expected = &plan.jobs[job].expected;
            let is_caught = |bug| {
                perverted(reference, Bugs::NONE.with(bug), expected)
                    .is_some_and(|recorded| !compare::accepts(expected, &recorded, &plan.spec.limits))
            };
            let bugs = reference.noticeable().into_iter().enumerate();
            bugs.filter(|(_, bug)| is_caught(bug)).map(|(number, _)| number).collect()
        });
        let (features, refused) = (exercised::exercised(plan, reference), drift::refused(plan, reference));
        Self { features, refused, equivalents: equivalents_of(reference), ..audit }
    }

    /// Sums up what each job of a plan catches.
    pub fn new(
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
            what,
            targets,
            scenarios,
            caught,
            charged,
        }
    }

    /// What is not caught, the most common first.
    pub fn survivors(&self) -> Vec<&Target> {
        let targets = self.targets.iter().enumerate();
        let mut survivors: Vec<&Target> =
            targets.filter(|(number, _)| !self.caught.contains(*number)).map(|(_, target)| target).collect();
        survivors.sort_by_key(|target| std::cmp::Reverse(target.common));
        survivors
    }

    /// What is caught, and costs no points.
    pub fn uncharged(&self) -> Vec<&Target> {
        self.caught.without(&self.charged).iter().map(|number| &self.targets[number]).collect()
    }

    /// How much is caught if what is common counts more, in percent.
    pub fn weighted_percent(&self) -> usize {
        let weight = |number: usize| usize::from(self.targets[number].common);
        let all: usize = (0..self.targets.len()).map(weight).sum();
        percent(self.caught.iter().map(weight).sum(), all)
    }

    /// How much is caught, in percent.
    pub fn percent(&self) -> usize {
        percent(self.caught.len(), self.targets.len())
    }

    /// Whether a scenario is needed to catch what is caught.
    pub fn is_needed(&self, scenario: usize) -> bool {
        !self.scenarios[scenario].alone.is_empty()
    }
}

/// A part of a whole in percent, rounded down, so that 100 means all.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

/// How many lines a job types, if it runs something that could be wrong.
fn inputs(plan: &Plan, job: usize) -> Option<usize> {
    match &plan.jobs[job].expected {
        Expected::Run(task, _) => Some(task.input.lines.len()),
        Expected::Session(task, _) => Some(task.lines.len() + task.stdin.len()),
        Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => None,
    }
}
