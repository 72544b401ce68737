//! Whether a spec catches and charges what its `audit:` says, and accepts its own reference.

use yardstick_reference::{Bugs, Reference};

use super::{Audit, perverted};
use crate::compare;
use crate::plan::Plan;
use crate::spec::Spec;

/// What a spec does otherwise than it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Drift {
    /// The reference itself does not get through.
    #[error(
        "the reference is not accepted in `{0}`: no submission can be right there\n\
         help: correct what the scenario expects, or the reference"
    )]
    ReferenceRefused(String),
    /// Something survives that the spec does not name.
    #[error(
        "`{id}` survives: {about}\n\
         help: `yardstick suggest` finds a scenario that catches it; or name it under `audit: {{survives: …}}` and \
         say why"
    )]
    Survives {
        /// What.
        id: String,
        /// What it does.
        about: String,
    },
    /// Something is caught, and costs no points, and the spec does not name it.
    #[error(
        "`{id}` is caught, and costs no points: {about}\n\
         help: give a scenario that catches it a weight; or name it under `audit: {{uncharged: …}}` and say why"
    )]
    Uncharged {
        /// What.
        id: String,
        /// What it does.
        about: String,
    },
    /// The spec says that something costs no points, and it is not caught, or does.
    #[error(
        "the spec says that `{0}` is caught and costs no points, but that is not so\n\
         help: remove it from `audit: {{uncharged: …}}`"
    )]
    NotUncharged(String),
    /// The spec says that something survives, and it is caught.
    #[error(
        "the spec says that `{0}` survives, but it is caught\nhelp: remove it from `audit: {{survives: …}}`"
    )]
    Caught(String),
    /// The spec names something that is not there.
    #[error(
        "`{0}` stands in `audit:`, but no wrong program has that name\nhelp: remove it from `survives` or `uncharged`"
    )]
    Unknown(String),
}

impl Audit {
    /// What is not as the spec says; without an `audit:` of the spec everything may survive.
    pub fn drift(&self, spec: &Spec) -> Vec<Drift> {
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

/// The names of the jobs in which a built-in reference is not accepted itself.
pub(super) fn refused(plan: &Plan, reference: &dyn Reference) -> Vec<String> {
    let is_refused = |job: &&crate::plan::Job| {
        perverted(reference, Bugs::NONE, &job.expected)
            .is_some_and(|recorded| !compare::accepts(&job.expected, &recorded, &plan.spec.limits))
    };
    plan.jobs.iter().filter(is_refused).map(|job| plan.full_name(job)).collect()
}
