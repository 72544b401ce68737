//! How far a result agrees with what is expected, for those who look for the nearest of many expectations.

use super::{accepts, accepts_output, event_difference, session, text};
use crate::plan::{Expected, ExpectedOutput};
use crate::sandbox::Limits;
use crate::spec::Comparison;
use crate::trace::{Recorded, Trace};

/// Everything agrees.
pub(crate) const WHOLE: f64 = 1.0;

/// The most that counts for a result that is not accepted.
const ALMOST: f64 = 0.999;

/// Returns the share of a result that agrees with what is expected before the first difference: [`WHOLE`] if it is
/// accepted.
pub(crate) fn agreement(expected: &Expected, recorded: &Recorded, limits: &Limits) -> f64 {
    if accepts(expected, recorded, limits) {
        return WHOLE;
    }
    let share = match (expected, recorded) {
        (Expected::Run(task, run), Recorded::Run(trace)) => {
            let of_outputs = run.outputs.iter().map(|output| of_output(output, &task.comparison, trace));
            of_outputs.fold(0.0, f64::max)
        }
        (Expected::Session(task, accepted), Recorded::Session(trace)) => {
            session::agreement(task, accepted, trace)
        }
        _ => 0.0,
    };
    share.min(ALMOST)
}

fn of_output(output: &ExpectedOutput, comparison: &Comparison, trace: &Trace) -> f64 {
    if accepts_output(output, comparison, trace) {
        return WHOLE;
    }
    match (output, comparison) {
        (ExpectedOutput::Pattern(_), _) => 0.0,
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Text(relaxations)) => {
            let [at, _] = text::parting(relaxations, expected, trace);
            share(at, expected.stdout.len().max(trace.stdout.len()))
        }
        (ExpectedOutput::Trace { trace: expected, .. }, Comparison::Events(patterns)) => {
            let [same, all] = event_difference::same_events(patterns, expected, trace);
            share(same, all)
        }
    }
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { WHOLE } else { part as f64 / all as f64 }
}
