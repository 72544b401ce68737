//! The reductions for late submissions.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::civil::Date;

use crate::points::Percent;
use crate::submission::Due;

/// The reductions for late submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatePolicy {
    /// When submissions are due, unless a student has another date.
    pub due: Option<Due>,
    /// What the spec says, where another date was asked for.
    pub overruled: Option<Due>,
    /// The reduction for each day that has begun.
    pub per_day: Percent,
    /// The points of which the reduction is a share.
    pub of: LateShare,
    /// A submission that is late by at most this is not late.
    pub grace: Duration,
    /// Whether days are counted from the end of that time, and not from the due date.
    pub from_grace: bool,
    /// The largest reduction.
    pub cap: Percent,
    /// What is handed in so long after the due date, or later, earns nothing.
    pub cut_off: Option<Duration>,
    /// The dates that do not count, on the clock of the due date.
    pub free_days: BTreeSet<Date>,
    /// The number of days for which nothing is deducted from a student in all assignments of a course together.
    pub budget: Option<u32>,
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

impl LatePolicy {
    /// Takes the date that was asked for, if one was: it goes before that of the spec.
    pub fn heed(&mut self, asked: Option<&Due>) {
        if let Some(asked) = asked {
            let written = self.due.replace(asked.clone());
            self.overruled = written.filter(|written| written != asked);
        }
    }

    /// The sentence that says which date counts and why, where the spec and who graded say different ones.
    pub fn contradiction(&self) -> Option<String> {
        let (due, written) = (self.due.as_ref()?, self.overruled.as_ref()?);
        Some(format!(
            "submissions are due at {due}, because `--due` said so; the {written} of the spec counts once \
             they are graded without `--due`"
        ))
    }
}

/// Lateness reduces nothing.
impl Default for LatePolicy {
    fn default() -> Self {
        Self {
            due: None,
            overruled: None,
            per_day: Percent::ZERO,
            of: LateShare::Max,
            grace: Duration::ZERO,
            from_grace: false,
            cap: Percent::ALL,
            cut_off: None,
            free_days: BTreeSet::new(),
            budget: None,
        }
    }
}
