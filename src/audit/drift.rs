//! Compares a spec's audit with its `audit:` key, and checks that the reference itself is accepted.

use yardstick_reference::{Bugs, Reference};

use super::{Audit, with_bugs};
use crate::compare;
use crate::plan::Plan;
use crate::spec::Spec;

/// A difference between a spec's audit and what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Drift {
    /// The reference itself is not accepted.
    #[error(
        "the reference is not accepted in `{0}`: no submission can be right there\n\
         help: correct what the scenario expects, or the reference"
    )]
    ReferenceRefused(String),
    /// A wrong program survives that the spec does not name.
    #[error(
        "`{id}` survives: {about}\n\
         help: `yardstick suggest` finds a scenario that catches it; or name it under `audit: {{survives: …}}` and \
         say why"
    )]
    Survives {
        /// The name of the wrong program.
        id: String,
        /// A sentence about its mistake.
        about: String,
    },
    /// A wrong program is caught without losing points, and the spec does not name it.
    #[error(
        "`{id}` is caught, and costs no points: {about}\n\
         help: give a scenario that catches it a weight; or name it under `audit: {{uncharged: …}}` and say why"
    )]
    Uncharged {
        /// The name of the wrong program.
        id: String,
        /// A sentence about its mistake.
        about: String,
    },
    /// The spec names a wrong program as caught without losing points, but it survives or loses points.
    #[error(
        "the spec says that `{0}` is caught and costs no points, but that is not so\n\
         help: remove it from `audit: {{uncharged: …}}`"
    )]
    NotUncharged(String),
    /// The spec names a wrong program as a survivor, but it is caught.
    #[error(
        "the spec says that `{0}` survives, but it is caught\nhelp: remove it from `audit: {{survives: …}}`"
    )]
    Caught(String),
    /// The spec names a wrong program that does not exist.
    #[error(
        "`{0}` stands in `audit:`, but no wrong program has that name\nhelp: remove it from `survives` or `uncharged`"
    )]
    Unknown(String),
}

impl Audit {
    /// Returns the differences from the spec; without an `audit:` key, every wrong program may survive.
    pub(crate) fn drift(&self, spec: &Spec) -> Vec<Drift> {
        let mut drift: Vec<Drift> = self.refused.iter().cloned().map(Drift::ReferenceRefused).collect();
        let Some(terms) = &spec.audit else { return drift };
        for target in self.survivors() {
            if !terms.survives.contains_key(&target.id) {
                drift.push(Drift::Survives { id: target.id.clone(), about: target.about.clone() });
            }
        }
        for target in self.uncharged() {
            if !terms.uncharged.contains_key(&target.id) {
                drift.push(Drift::Uncharged { id: target.id.clone(), about: target.about.clone() });
            }
        }
        let number_of = |id: &String| self.targets.iter().position(|target| target.id == *id);
        for id in terms.survives.keys() {
            match number_of(id) {
                None => drift.push(Drift::Unknown(id.clone())),
                Some(number) if self.caught.contains(number) => drift.push(Drift::Caught(id.clone())),
                Some(_) => {}
            }
        }
        for id in terms.uncharged.keys() {
            match number_of(id) {
                None => drift.push(Drift::Unknown(id.clone())),
                Some(number) if self.caught.contains(number) && !self.charged.contains(number) => {}
                Some(_) => drift.push(Drift::NotUncharged(id.clone())),
            }
        }
        drift
    }
}

/// Returns the names of the jobs in which a built-in reference is not accepted.
pub(super) fn refused(plan: &Plan, reference: &dyn Reference) -> Vec<String> {
    let is_refused = |job: &&crate::plan::Job| {
        with_bugs(reference, Bugs::NONE, &job.expected)
            .is_some_and(|recorded| !compare::accepts(&job.expected, &recorded, plan.limits(job)))
    };
    plan.jobs.iter().filter(is_refused).map(|job| plan.full_name(job)).collect()
}
