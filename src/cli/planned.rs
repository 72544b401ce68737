//! What a spec asks of submissions, if it can be asked: a reference that does not do the same twice is no measure.

use super::Error;
use crate::compare;
use crate::plan::{Means, Plan};
use crate::spec::Spec;

/// The plan of a spec, whose reference always does the same.
pub(super) fn planned<'spec>(
    means: &Means,
    spec: &'spec Spec,
    only: Option<&str>,
) -> Result<Plan<'spec>, Error> {
    let plan = Plan::new(means, spec, only)?;
    for (place, other) in &plan.others {
        let job = &plan.jobs[*place];
        if !compare::accepts(&job.expected, other, &spec.limits) {
            let judgement = compare::judge(&job.expected, other, &spec.limits);
            let what = judgement.reasons.into_iter().next().unwrap_or_default();
            let help = "leave chance and the clock out of it, such as by `random.seed(1)`; or compare by `events` only what \
                        does not depend on them";
            return Err(Error::Usage(format!(
                "the reference does not always do the same in `{}`\nin a second run: {what}\nhelp: {help}",
                plan.full_name(job)
            )));
        }
    }
    Ok(plan)
}

/// Says which scenarios a program earns points in that prints nothing.
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
            crate::report::Visible::new(first)
        );
    }
}
