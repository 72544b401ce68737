//! The reductions for late submissions.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::Timestamp;
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

    /// Whether everybody's time is over at a moment, if nobody has more than until this date: nobody hands in any more, or not in time.
    pub fn is_over(&self, latest: Option<&Due>, at: Timestamp) -> bool {
        let Some(due) = self.due.as_ref() else { return false };
        let end = due.max(latest.unwrap_or(due)).moment().timestamp();
        let end = end.checked_add(self.cut_off.unwrap_or_default()).unwrap_or(Timestamp::MAX);
        end < at
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_when_nobody_hands_in_any_more() {
        let is_over = |due: Option<&str>, latest: Option<&str>, cut_off: u64, at: &str| {
            let date = |text: &str| text.parse::<Due>().unwrap();
            let cut_off = Some(Duration::from_secs(cut_off * 86_400)).filter(|time| !time.is_zero());
            let policy = LatePolicy { due: due.map(date), cut_off, ..LatePolicy::default() };
            policy.is_over(latest.map(date).as_ref(), at.parse().unwrap())
        };
        let (due, later) = (Some("2026-03-01 12:00 +00:00"), Some("2026-03-05 12:00 +00:00"));
        assert!(!is_over(due, None, 0, "2026-03-01T12:00:59Z"));
        assert!(is_over(due, None, 0, "2026-03-01T12:01:00Z"));
        assert!(
            !is_over(due, later, 0, "2026-03-02T12:00:00Z") && is_over(due, later, 0, "2026-03-06T12:00:00Z")
        );
        assert!(
            is_over(later, due, 0, "2026-03-06T12:00:00Z") && !is_over(later, due, 0, "2026-03-04T12:00:00Z")
        );
        assert!(
            !is_over(due, None, 3, "2026-03-04T12:00:00Z") && is_over(due, None, 3, "2026-03-04T12:01:00Z")
        );
        assert!(!is_over(None, due, 0, "2026-03-06T12:00:00Z"), "nobody knows when");
    }
}
