//! The reductions for late submissions.

use std::time::Duration;

use crate::points::Percent;
use crate::submission::Due;

/// The reductions for late submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatePolicy {
    /// When submissions are due, unless a student has another date.
    pub due: Option<Due>,
    /// The reduction for each day that has begun.
    pub per_day: Percent,
    /// The points of which the reduction is a share.
    pub of: LateShare,
    /// A submission that is late by at most this is not late.
    pub grace: Duration,
    /// The largest reduction.
    pub cap: Percent,
}

/// The points of which a reduction is a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LateShare {
    /// The points that can be earned without bonus.
    #[default]
    Max,
    /// The points that were earned.
    Earned,
}

/// Lateness reduces nothing.
impl Default for LatePolicy {
    fn default() -> Self {
        Self {
            due: None,
            per_day: Percent::ZERO,
            of: LateShare::Max,
            grace: Duration::ZERO,
            cap: Percent::ALL,
        }
    }
}
