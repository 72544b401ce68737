//! Computes what lateness costs.

use std::cmp::Reverse;
use std::fmt;

use jiff::Zoned;

use super::max_points;
use crate::plan::Plan;
use crate::points::{Percent, Points};
use crate::spec::LateShare;
use crate::submission::{Due, Student, Submission, shown};

/// The lateness of a submission, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// The time when it was due, if that is known.
    pub due: Option<Due>,
    /// The time when it was handed in, if that is known.
    pub handed_in: Option<Zoned>,
    /// Whether the LMS calls it late.
    pub marked_late: bool,
    /// The number of days that have begun after the due date and count; 0 within the grace period.
    pub days: u32,
    /// When everything was over, if it was handed in after that.
    pub over: Option<Zoned>,
    /// What of the budget of the course covers these days, if there is one.
    pub budget: Option<Budget>,
    /// The share that is deducted, and the points of which it is a share, if they may be known.
    pub share: Option<(Percent, Option<Points>)>,
    /// The points that are deducted: never more than were earned.
    pub deducted: Points,
}

/// The days of the course for which nothing is deducted from a student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many are taken here.
    pub taken: u32,
    /// How many are left after that.
    pub left: u32,
}

/// Computes the lateness of a submission: for whoever of its students has most time, and, where that is not the same for all, for
/// each of them. `None` is who has no due date and whom the LMS does not call late.
///
/// A date of one's own takes nothing away: it counts where it is later than the one for everybody, or for the section; and so does
/// what somebody `gave` a student.
pub fn lateness<'g>(
    plan: &Plan,
    submission: &Submission,
    gave: &dyn Fn(&Student) -> Option<&'g Due>,
    earned: Option<Points>,
) -> (Option<Lateness>, Vec<Option<Lateness>>) {
    let (for_all, own) = (plan.spec.late.due.as_ref(), submission.due.as_ref());
    let students = submission.known_students();
    // Of whom nothing else is known, the date of the hand-in is all.
    let alone = submission.students.is_empty().then(|| own.or(for_all));
    let each = students.iter().map(|one| {
        let until = alone.unwrap_or_else(|| one.until(for_all).max(own));
        (until.max(gave(one)), Reverse(one.days_taken))
    });
    let each: Vec<(Option<&Due>, Reverse<u32>)> = each.collect();
    // Whoever has no due date is never late.
    let never = each.iter().find(|(due, _)| due.is_none());
    let most = never.or(each.iter().max()).copied().unwrap_or_default();
    let until = |(due, Reverse(taken))| lateness_until(plan, submission, earned, due, taken);
    let is_same = each.iter().all(|one| *one == most);
    (until(most), if is_same { Vec::new() } else { each.into_iter().map(until).collect() })
}

fn lateness_until(
    plan: &Plan,
    submission: &Submission,
    earned: Option<Points>,
    due: Option<&Due>,
    days_taken: u32,
) -> Option<Lateness> {
    let policy = &plan.spec.late;
    if due.is_none() && !submission.marked_late {
        return None;
    }
    let mut lateness = Lateness {
        due: due.cloned(),
        handed_in: None,
        marked_late: submission.marked_late,
        days: 0,
        over: None,
        budget: None,
        share: None,
        deducted: Points::ZERO,
    };
    if let (Some(due), Some(arrival)) = (due, submission.arrival) {
        let handed_in = due.on_its_clock(arrival);
        lateness.days = policy.days_late(due, &handed_in);
        let end = policy.end(due);
        lateness.over = end.filter(|end| handed_in.timestamp().as_second() > end.timestamp().as_second());
        lateness.handed_in = Some(handed_in);
    }
    lateness.budget = policy.budget.map(|days| {
        let before = days.saturating_sub(days_taken);
        // What comes when everything is over takes nothing of it.
        let taken = if lateness.over.is_some() { 0 } else { lateness.days.min(before) };
        Budget { taken, left: before - taken }
    });
    let covered = lateness.budget.map_or(0, |budget| budget.taken);
    let percent = match lateness.over {
        Some(_) => Percent::ALL,
        None => policy.per_day.times(lateness.days - covered).min(policy.cap),
    };
    if percent > Percent::ZERO {
        let earned = earned.unwrap_or_default();
        let whole = match policy.of {
            LateShare::Max if lateness.over.is_none() => max_points(plan),
            LateShare::Max | LateShare::Earned => earned,
        };
        lateness.share = Some((percent, Some(whole)));
        lateness.deducted = percent.of(whole).min(earned);
    }
    Some(lateness)
}

impl Lateness {
    /// The same for whoever must not know all points: what is deducted would tell them.
    #[must_use]
    pub fn without_points(&self) -> Self {
        let share = self.share.map(|(percent, _)| (percent, None));
        Self { share, deducted: Points::ZERO, ..self.clone() }
    }

    /// Whether the reader should be told: it is late, or the time is not known.
    pub fn is_worth_telling(&self) -> bool {
        self.days > 0 || self.over.is_some() || self.handed_in.is_none()
    }
}

/// The lateness in one sentence.
impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some(handed_in) = &self.handed_in else {
            let known = if self.marked_late { "It is marked as late, but when" } else { "When" };
            let end = if self.marked_late { ", is not known" } else { " is not known" };
            return write!(f, "{known} it was handed in{end}: nothing is deducted for lateness.");
        };
        write!(f, "Handed in at {}, ", shown(handed_in))?;
        if let Some(over) = &self.over {
            return write!(f, "after {}: nothing counts any more.", shown(over));
        }
        let counted = |days| if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        let covered = match self.budget.filter(|_| self.days > 0) {
            None => String::new(),
            Some(Budget { taken: 0, .. }) => ", and nothing is left of the budget of the course".to_owned(),
            Some(Budget { taken, left }) if taken == self.days => {
                let days = counted(taken);
                return write!(
                    f,
                    "{days} late: the budget of the course covers that, and has {} left.",
                    counted(left)
                );
            }
            Some(Budget { taken, .. }) => format!(", of which the budget of the course covers {taken}"),
        };
        let late = format!("{} late{covered}", counted(self.days));
        match (&self.share, self.days) {
            (_, 0) => write!(f, "in time."),
            (None, _) => write!(f, "{late}: nothing is deducted."),
            (Some((percent, None)), _) => {
                write!(f, "{late}: {percent} is deducted from the mark.")
            }
            (Some((percent, Some(whole))), _) => {
                write!(f, "{late}: {percent} of {}", whole.counted())?;
                if percent.of(*whole) > self.deducted {
                    write!(f, ", but no more than was earned")?;
                }
                let verb = if self.deducted == Points::whole(1) { "point is" } else { "points are" };
                write!(f, ": {} {verb} deducted.", self.deducted)
            }
        }
    }
}
