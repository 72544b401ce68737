//! What a spec takes off for lateness.

use std::time::Duration;

use crate::points::Percent;
use crate::submission::Due;

/// What is taken off for lateness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatePolicy {
    /// When submissions are due, unless a student has a date of their own.
    pub due: Option<Due>,
    /// For each day that has begun.
    pub per_day: Percent,
    /// Of what.
    pub of: LateShare,
    /// Who is late by no more than this is not late.
    pub grace: Duration,
    /// The most that is taken off.
    pub cap: Percent,
}

/// What a share for lateness is a share of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LateShare {
    /// Of what can be earned without bonus.
    #[default]
    Max,
    /// Of what was earned.
    Earned,
}

/// Nothing is taken off.
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
