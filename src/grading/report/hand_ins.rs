//! What is told about the hand-ins of a student who handed in several times, and which of them counts.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::Graded;
use crate::compare::Verdict;
use crate::points::Points;
use crate::score::{Contender, which_counts};
use crate::submission::{Arrival, WhichCounts, have_order, shown};
use crate::untrusted::Untrusted;

/// The hand-ins of one student or group, as they are told where the one that counts is.
#[derive(Clone, Debug)]
pub struct HandIns {
    /// The name of the series.
    pub series: Untrusted,
    /// The rule about which one counts.
    pub rule: WhichCounts,
    /// Which one counts and why, in a sentence.
    pub sentence: String,
    /// Those that are graded here, in the order of time as far as times are known.
    pub all: Vec<OneHandIn>,
}

/// What is told of one of several hand-ins.
#[derive(Clone, Debug)]
pub struct OneHandIn {
    /// Its name.
    pub name: Untrusted,
    /// When it came, if that is known.
    pub handed_in: Option<String>,
    /// What it earned after the deduction for lateness, if that is known and may be.
    pub points: Option<Points>,
    /// What was deducted for lateness.
    pub deducted: Points,
    /// Whether it counts.
    pub counts: bool,
}

impl HandIns {
    /// The same for whoever must not know all points.
    #[must_use]
    pub(super) fn without_points(&self) -> Self {
        let all = self.all.iter().cloned();
        let all = all.map(|one| OneHandIn { points: None, deducted: Points::ZERO, ..one });
        Self { all: all.collect(), ..self.clone() }
    }
}

/// Separates what counts from the hand-ins in whose place another one counts. Those that count tell which others there are.
pub(super) fn separated(rule: WhichCounts, mut graded: Vec<Graded>) -> (Vec<Graded>, Vec<Graded>) {
    let mut series = BTreeMap::<Untrusted, Vec<usize>>::new();
    for (place, one) in graded.iter().enumerate() {
        if let Some(one_of) = &one.one_of {
            series.entry(one_of.series.clone()).or_default().push(place);
        }
    }
    if series.is_empty() {
        return (graded, Vec::new());
    }
    for (name, mut places) in series {
        places.sort_by_key(|place| graded[*place].one_of.as_ref().map(|one_of| one_of.number));
        let all: Vec<&Graded> = places.iter().map(|place| &graded[*place]).collect();
        let contenders: Vec<Contender> = all.iter().map(|one| one.contender()).collect();
        let counts = which_counts(rule, &contenders);
        let told = HandIns {
            series: name,
            rule,
            sentence: sentence(rule, &all, &contenders, counts),
            all: all.iter().enumerate().map(|(place, one)| one.told(place == counts)).collect(),
        };
        graded[places[counts]].hand_ins = Some(Box::new(told));
    }
    graded.into_iter().partition(|one| one.one_of.is_none() || one.hand_ins.is_some())
}

impl Graded {
    /// What decides whether it counts.
    fn contender(&self) -> Contender {
        let is_to_be_marked = self.scenarios.iter().any(|one| one.verdict == Verdict::ToBeMarked);
        let late = self.lateness.as_ref();
        let is_over = late.is_some_and(|late| late.over.is_some());
        let is_marked = late.is_some_and(|late| late.handed_in.is_none() && late.marked_late);
        let is_late = is_over || is_marked || late.is_some_and(|late| late.days > 0);
        let points = self.points.filter(|_| !is_to_be_marked);
        // What came when everything was over is worth nothing, whatever it does.
        let deducted = if is_over { Points::ZERO } else { self.deducted() };
        Contender { earned: points.map(|points| (points + deducted, points)), is_late }
    }

    fn deducted(&self) -> Points {
        self.lateness.as_ref().map_or(Points::ZERO, |lateness| lateness.deducted)
    }

    fn told(&self, counts: bool) -> OneHandIn {
        let (name, handed_in) = (self.name.clone(), self.handed_in());
        OneHandIn { name, handed_in, points: self.points, deducted: self.deducted(), counts }
    }

    /// When it came, on the clock of its due date if it has one.
    fn handed_in(&self) -> Option<String> {
        let on_clock = self.lateness.as_ref().and_then(|lateness| lateness.handed_in.as_ref());
        on_clock.map(shown).or_else(|| {
            Some(match self.arrival? {
                Arrival::At(moment) => shown(&moment.to_zoned(TimeZone::UTC)),
                Arrival::Clock(clock) => clock.strftime("%Y-%m-%d %H:%M").to_string(),
            })
        })
    }
}

/// The words for the numbers of the first hand-ins.
const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// Says which hand-in counts and why: `3 hand-ins: the best counts, which is the second, of 2026-03-01 10:00.`
fn sentence(rule: WhichCounts, all: &[&Graded], contenders: &[Contender], counts: usize) -> String {
    let one_of = all[counts].one_of.as_ref();
    let (number, count) = one_of.map_or((counts + 1, all.len()), |one_of| (one_of.number, one_of.count));
    let head = format!("{count} hand-ins");
    if all.len() < count {
        let are = if all.len() == 1 { "is" } else { "are" };
        return format!(
            "{head}, of which {} {are} graded here: which one counts is told when all are.",
            all.len()
        );
    }
    let arrivals: Vec<Option<Arrival>> = all.iter().map(|one| one.arrival).collect();
    let ordinal = number.checked_sub(1).and_then(|place| ORDINALS.get(place));
    let which = match ordinal.filter(|_| have_order(&arrivals)) {
        Some(ordinal) => format!("the {ordinal}"),
        None => format!("hand-in {number}"),
    };
    let of = all[counts].handed_in().map_or_else(String::new, |time| format!(", of {time}"));
    let phrase = rule.phrase();
    if rule.needs_points() && contenders[counts].earned.is_none() {
        let missing = if all[counts].points.is_none() { "not graded" } else { "still to be marked by hand" };
        return format!(
            "{head}: {phrase} counts, but which one that is, is not known: {which}{of}, is {missing}."
        );
    }
    if rule == WhichCounts::LatestInTime && contenders[counts].is_late {
        return format!("{head}: none of them is in time, so the latest counts{of}.");
    }
    match rule {
        WhichCounts::Latest | WhichCounts::First => format!("{head}: {phrase} counts{of}."),
        WhichCounts::Best | WhichCounts::BestAfterDeductions | WhichCounts::LatestInTime => {
            format!("{head}: {phrase} counts, which is {which}{of}.")
        }
    }
}
