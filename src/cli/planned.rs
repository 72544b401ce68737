//! Makes the plan of a spec. The reference must do the same in every run, or nothing could be compared with it.

use super::Error;
use crate::compare;
use crate::plan::{Plan, ReferenceRunner};
use crate::report::Visible;
use crate::spec::Spec;

/// The plan of a spec.
///
/// # Errors
///
/// When there is no plan, or the reference does different things in different runs.
pub(super) fn planned<'spec>(
    reference_runner: &ReferenceRunner,
    spec: &'spec Spec,
    only: Option<&str>,
) -> Result<Plan<'spec>, Error> {
    let plan = Plan::new(reference_runner, spec, only)?;
    for (place, other) in &plan.others {
        let job = &plan.jobs[*place];
        if !compare::accepts(&job.expected, other, plan.limits(job)) {
            let judgement = compare::judge(&job.expected, other, plan.limits(job));
            let what = judgement.reasons.into_iter().next().unwrap_or_default();
            let help = "fix chance with `seed: 1` in the spec, and the time with `clock: 2026-03-01T12:00:00`; or compare by `events` \
                        only what does not depend on them";
            return Err(Error::Usage(format!(
                "the reference does not always do the same in `{}`\nin a second run: {}\nhelp: {help}",
                plan.full_name(job),
                Visible::new(&what)
            )));
        }
    }
    Ok(plan)
}

/// Warns of scenarios in which a program that prints nothing earns points.
pub(super) fn warn_of_silence(plan: &Plan) {
    let silent = crate::audit::passed_in_silence(plan);
    if let Some(first) = silent.first() {
        let more = match silent.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        anstream::eprintln!(
            "warning: a program that prints nothing earns points in `{}`{more}\nhelp: let the scenario ask for something \
             that is printed, or give it no points",
            Visible::new(first)
        );
    }
}
