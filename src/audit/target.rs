//! The targets of an audit, and their behaviour in a job.

use yardstick_reference::{Bugs, Reference};

use crate::plan::Expected;
use crate::trace::{Recorded, answered, played};

/// A wrong program that the scenarios of a spec should catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The name: the id of a bug, or the place that a mutant changes.
    pub id: String,
    /// The name of the family.
    pub family: String,
    /// One sentence about what it does wrong.
    pub about: String,
    /// How common it is among students' programs, from 1 (rare) to 3 (common).
    pub common: u8,
}

/// A bug that no input shows when it is alone: it is no target, because nothing can catch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equivalent {
    /// The name.
    pub id: String,
    /// One sentence about why no input shows it.
    pub reason: String,
}

/// Returns the bugs of a reference that no input shows.
pub(crate) fn equivalents_of(reference: &dyn Reference) -> Vec<Equivalent> {
    let equivalent = |one: &yardstick_reference::Equivalent| Equivalent {
        id: one.bug.id.to_owned(),
        reason: one.reason.to_owned(),
    };
    reference.equivalents().iter().map(equivalent).collect()
}

/// Returns the other bugs of a reference as targets.
pub(crate) fn bugs_of(reference: &dyn Reference) -> Vec<Target> {
    let target = |bug: &yardstick_reference::Bug| Target {
        id: bug.id.to_owned(),
        family: bug.family.to_owned(),
        about: bug.about.to_owned(),
        common: bug.common,
    };
    reference.noticeable().into_iter().map(target).collect()
}

/// Plays a job with a reference that has bugs; `None` if the job runs no program and no session.
pub fn with_bugs(reference: &dyn Reference, bugs: Bugs, expected: &Expected) -> Option<Recorded> {
    match expected {
        Expected::Run(task, _) => {
            Some(Recorded::Run(played(reference, &task.args, &task.input.lines, &bugs.into()).trace))
        }
        Expected::Session(task, _) => {
            let trace = answered(reference, &task.module.name, &task.sources(), &task.stdin, &bugs.into());
            Some(Recorded::Session(trace))
        }
        Expected::Rule(_)
        | Expected::Package(_)
        | Expected::Tests(_)
        | Expected::UnitTest(..)
        | Expected::Manual(_) => None,
    }
}
