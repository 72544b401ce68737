//! Hints for the author of a submission: they follow from a diagnosis.

use crate::compare::Verdict;
use crate::diagnose::{Effort, Examiner, Finding, Sandboxed};
use crate::explore::GenerationContext;
use crate::plan::Plan;
use crate::report::{Graded, GradedScenario, Role};
use crate::run::{Outcome, Ready};
use crate::spec::{Hidden, ReferenceSource};
use crate::trace::Recorded;

/// Returns a graded submission with so many hints about each mistake that is known. Hints are only help: without a
/// reference that knows bugs, or if something goes wrong, there are none.
pub fn with_hints(
    graded: Graded,
    hints: u8,
    plan: &Plan,
    outcome: &Outcome,
    ready: impl FnOnce() -> Option<Ready>,
) -> Graded {
    let Some(ReferenceSource::BuiltIn(reference)) = &plan.spec.reference else { return graded };
    let Outcome::Ran(observed) = outcome else { return graded };
    let is_open = |scenario: &GradedScenario| {
        scenario.is_lost() && scenario.hidden == Hidden::Nothing && scenario.role == Role::Tested
    };
    // A loop explains itself, and to run it again and again would take long.
    let never_ends =
        |scenario: &GradedScenario| matches!(scenario.verdict, Verdict::EndlessLoop | Verdict::Exceeded(_));
    if graded.scenarios.iter().any(never_ends) {
        return graded;
    }
    let is_worth_it = hints > 0 && !reference.bugs().is_empty() && graded.scenarios.iter().any(is_open);
    let Some(ready) = is_worth_it.then(ready).flatten() else { return graded };
    let recorded: Vec<Option<&Recorded>> =
        observed.iter().map(|one| one.as_ref().ok().map(|observed| &observed.recorded)).collect();
    let context = GenerationContext::new(plan.spec, *reference);
    let oracle = Sandboxed { context: &context, ready: &ready };
    match Examiner::new(&context, plan).examine(&recorded, &oracle, Effort::QUICK) {
        Ok(Finding::Diagnosed(diagnosis)) => graded.with_mistakes(plan, &diagnosis, hints.into()),
        Ok(Finding::Unsteady | Finding::Nothing) | Err(_) => graded,
    }
}
