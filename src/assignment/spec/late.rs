//! The reductions for late submissions.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, Timestamp, Zoned};

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

    /// The number of days that have begun and count; 0 within the grace period. Days go from a time on the clock to the same on the next
    /// date, however long they are.
    pub fn days_late(&self, due: &Due, handed_in: &Zoned) -> u32 {
        if handed_in.timestamp().as_second() <= due.moment().timestamp().as_second() {
            return 0;
        }
        let (from, to) = (due.moment().datetime(), handed_in.datetime());
        let between = |from: DateTime, to: DateTime| from.duration_until(to).as_secs().max(0);
        // The last second of the date before is not free, and the due date may be that.
        let before = |date: Date| date.to_datetime(Time::midnight()).saturating_sub(Span::new().seconds(1));
        let free = self.free_days.iter().map(|date| {
            let end = date.tomorrow().unwrap_or(Date::MAX);
            between(from.max(before(*date)), to.min(before(end)))
        });
        // A clock that was put back may show an earlier time.
        let late = between(from, to).max(1) - free.sum::<i64>();
        let grace = i64::try_from(self.grace.as_secs()).unwrap_or(i64::MAX);
        if late <= grace {
            return 0;
        }
        let counted = if self.from_grace { late - grace } else { late };
        u32::try_from((counted + 86_399) / 86_400).unwrap_or(u32::MAX)
    }

    /// When everything is over, on the clock of the due date, if it ever is.
    pub fn end(&self, due: &Due) -> Option<Zoned> {
        let end = due.moment().datetime().checked_add(self.cut_off?).ok()?;
        end.to_zoned(due.moment().time_zone().clone()).ok()
    }

    /// Whether everybody's time is over at a moment, if nobody has more than until this date: nobody hands in in time any more, and where
    /// it ends altogether, nobody hands in.
    pub fn is_over(&self, latest: Option<&Due>, at: Timestamp) -> bool {
        let Some(due) = self.due.as_ref() else { return false };
        let due = due.max(latest.unwrap_or(due));
        let now = at.to_zoned(due.moment().time_zone().clone());
        self.days_late(due, &now) > 0 && self.end(due).is_none_or(|end| end < now)
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
        let policy = LatePolicy {
            due: Some("2026-03-01 12:00 +00:00".parse().unwrap()),
            grace: Duration::from_secs(7200),
            free_days: BTreeSet::from(["2026-03-02".parse().unwrap()]),
            ..LatePolicy::default()
        };
        let is_over = |at: &str| policy.is_over(None, at.parse().unwrap());
        assert!(
            !is_over("2026-03-01T13:59:00Z") && is_over("2026-03-01T15:00:00Z"),
            "who has grace is in time"
        );
    }
}
