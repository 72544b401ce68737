//! How far a result agrees with what is expected, for those who look for the nearest of many expectations.

use super::{accepts, accepts_output, ending, event_difference, session, table, text};
use crate::plan::{Expected, ExpectedOutput};
use crate::sandbox::Limits;
use crate::spec::Comparison;
use crate::trace::{Recorded, Trace};

/// Everything agrees.
pub const WHOLE: f64 = 1.0;

/// The most that counts for a result that is not accepted.
const ALMOST: f64 = 0.999;

/// Returns the share of a result that agrees with what is expected before the first difference: [`WHOLE`] if it is
/// accepted.
pub fn agreement(expected: &Expected, recorded: &Recorded, limits: &Limits) -> f64 {
    match (expected, recorded) {
        (Expected::Run(task, run), Recorded::Run(trace)) => {
            let of_outputs = run.outputs.iter().map(|output| of_output(output, &task.comparison, trace));
            let share = of_outputs.fold(0.0, f64::max);
            let ends_well = || {
                ending::ended(run.exit, trace, limits).is_none()
                    && ending::stderr_complaint(&run.stderr, &trace.stderr).is_none()
            };
            if share >= WHOLE && !ends_well() { ALMOST } else { share }
        }
        (Expected::Session(task, accepted), Recorded::Session(trace)) => {
            session::agreement(task, accepted, trace)
        }
        _ if accepts(expected, recorded, limits) => WHOLE,
        _ => 0.0,
    }
}

fn of_output(output: &ExpectedOutput, comparison: &Comparison, trace: &Trace) -> f64 {
    match (output, comparison) {
        (ExpectedOutput::Trace { trace: expected, .. }, _) if expected.stdout == trace.stdout => WHOLE,
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            let [same, all] = event_difference::same_events(patterns, expected, trace);
            share(same, all)
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Table(table)) => {
            let [same, all] = table::same_rows(table, expected, trace);
            if accepts_output(output, comparison, trace) { WHOLE } else { share(same, all).min(ALMOST) }
        }
        _ if accepts_output(output, comparison, trace) => WHOLE,
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            let [at, _] = text::parting(relaxations, expected, trace);
            share(at, expected.stdout.len().max(trace.stdout.len())).min(ALMOST)
        }
        (ExpectedOutput::Pattern(_), _) => 0.0,
    }
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { WHOLE } else { part as f64 / all as f64 }
}
