//! Explores a program: generated scenarios are tried on it, beside the reference, and the shortest that differ are told.

use super::desk::{Lying, Refusal, nonsense};
use crate::explore::{self, DEFAULT_SEED, NoGround};
use crate::plan::Plan;
use crate::report::{GradedScenario, Visible};
use crate::run::Ready;
use crate::sandbox::Sandbox;

/// The most scenarios that are generated: somebody waits.
const COUNT: usize = 200;

/// The most differences that are looked into.
const MOST: usize = 4;

/// What came of it.
pub(super) struct Explored {
    /// The number of scenarios that were tried.
    pub(super) generated: usize,
    /// The number of those in which the program differs from the reference.
    pub(super) differing: usize,
    /// The shortest scenario of each kind of difference, each with why the handout may leave it open.
    pub(super) shortest: Vec<(GradedScenario, Option<String>)>,
}

/// Tries generated scenarios on a submission.
pub(super) fn explored(sandbox: &Sandbox, lying: &Lying, place: usize) -> Result<Explored, Refusal> {
    let spec = lying.spec()?;
    let submission = lying.handed_in(place)?;
    let (ground, tested) =
        explore::ground(&spec, sandbox, DEFAULT_SEED, Some(COUNT)).map_err(|none| match none {
            NoGround::Nothing(why) => nonsense(why),
            NoGround::Reference { entry, why } => {
                nonsense(format!("the reference `{entry}` cannot be handed in: {}", Visible::lines(&why)))
            }
            NoGround::Fault(fault) => Refusal::Fault(fault.0),
        })?;
    let fault = |fault: crate::run::Fault| Refusal::Fault(fault.0);
    let ready = Ready::new(sandbox, &Plan::of_jobs(&spec, Vec::new()), &submission).map_err(fault)?;
    let ready = ready.map_err(|invalid| nonsense(Visible::lines(&invalid.reason()).to_string()))?;
    let found = explore::explore(&*ground, &ready, &tested, MOST).map_err(fault)?;
    let shortest = found.disagreements.iter().map(|disagreement| {
        let shown = GradedScenario::explored(&*ground, disagreement, found.generated);
        (shown, ground.unusual(&disagreement.generated))
    });
    Ok(Explored { generated: found.generated, differing: found.disagreeing, shortest: shortest.collect() })
}
