//! What a spec should catch, and what it does in a job.

use yardstick_reference::{Bugs, Reference};

use crate::plan::Expected;
use crate::trace::{Recorded, answered, played};

/// A wrong program that the scenarios of a spec should catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name: the id of a bug, or where a mutant differs.
    pub id: String,
    /// What it has to do with.
    pub family: String,
    /// What it does wrong, in one sentence.
    pub about: String,
    /// How many programs are like it, from 1 (a few) to 3 (many).
    pub common: u8,
}

/// A bug that no input shows as long as it is alone: no target, and nobody's to catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalent {
    /// Its name.
    pub id: String,
    /// Why nobody can see it, in one sentence.
    pub reason: String,
}

/// The bugs of a reference that no input shows.
pub fn equivalents_of(reference: &dyn Reference) -> Vec<Equivalent> {
    let equivalent = |one: &yardstick_reference::Equivalent| Equivalent {
        id: one.bug.id.to_owned(),
        reason: one.reason.to_owned(),
    };
    reference.equivalents().iter().map(equivalent).collect()
}

/// Every bug of a reference that some input shows, as a target.
pub fn bugs_of(reference: &dyn Reference) -> Vec<Target> {
    let target = |bug: &yardstick_reference::Bug| Target {
        id: bug.id.to_owned(),
        family: bug.family.to_owned(),
        about: bug.about.to_owned(),
        common: bug.common,
    };
    reference.noticeable().into_iter().map(target).collect()
}

/// What a reference with bugs does in a job; nothing, if that is no matter of programs.
pub fn perverted(reference: &dyn Reference, bugs: Bugs, expected: &Expected) -> Option<Recorded> {
    match expected {
        Expected::Run(task, _) => {
            Some(Recorded::Run(played(reference, &task.args, &task.input.lines, &bugs.into()).trace))
        }
        Expected::Session(task, _) => {
            let trace = answered(reference, &task.module, &task.sources(), &task.stdin, &bugs.into());
            Some(Recorded::Session(trace))
        }
        Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => None,
    }
}
