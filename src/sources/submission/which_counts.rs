//! Which hand-in counts where a student or a group handed in several times.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{Arrival, Submission};
use crate::untrusted::Untrusted;

/// The rule about which of several hand-ins counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhichCounts {
    /// The latest one. Only this one is graded.
    #[default]
    Latest,
    /// The one with the most points before deductions for lateness; of equals, the latest.
    Best,
    /// The one with the most points after deductions for lateness; of equals, the latest.
    BestAfterDeductions,
    /// The latest one that is not late; the latest one if all are late.
    LatestInTime,
    /// The first one.
    First,
}

/// The place of a hand-in among all of one student or group, which is a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneOfSeveral {
    /// The name of the series.
    pub series: Untrusted,
    /// The number of the hand-in, from 1, in the order of time as far as times are known.
    pub number: usize,
    /// The number of all hand-ins of the series.
    pub count: usize,
}

impl WhichCounts {
    /// The word in a spec.
    pub fn word(self) -> &'static str {
        match self {
            Self::Latest => "latest",
            Self::Best => "best",
            Self::BestAfterDeductions => "best-after-deductions",
            Self::LatestInTime => "latest-in-time",
            Self::First => "first",
        }
    }

    /// The one that counts, in words.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Latest => "the latest",
            Self::Best => "the best",
            Self::BestAfterDeductions => "the best after deductions for lateness",
            Self::LatestInTime => "the latest that is in time",
            Self::First => "the first",
        }
    }

    /// Whether it must be known which one came before which.
    pub fn needs_times(self) -> bool {
        matches!(self, Self::Latest | Self::LatestInTime | Self::First)
    }

    /// Whether it depends on what each one earns.
    pub fn needs_points(self) -> bool {
        matches!(self, Self::Best | Self::BestAfterDeductions)
    }

    /// Whether each one is graded, and not only the latest.
    pub fn needs_all(self) -> bool {
        self != Self::Latest
    }
}

/// Whether times tell what came before what: all are known, and by clocks that can be compared.
pub fn have_order(arrivals: &[Option<Arrival>]) -> bool {
    arrivals.iter().all(|time| matches!(time, Some(Arrival::At(_))))
        || arrivals.iter().all(|time| matches!(time, Some(Arrival::Clock(_))))
}

/// Returns every hand-in as a submission of its own, with the students of the one that it stands beside.
pub fn each_hand_in(submissions: Vec<Submission>) -> Vec<Submission> {
    let mut taken: HashSet<Untrusted> = submissions.iter().map(|one| one.name.clone()).collect();
    let mut all = Vec::with_capacity(submissions.len());
    for mut latest in submissions {
        let mut series = std::mem::take(&mut latest.others);
        if series.is_empty() {
            all.push(latest);
            continue;
        }
        let (name, students, due) = (latest.name.clone(), latest.students.clone(), latest.due.clone());
        series.push(latest);
        let arrivals: Vec<Option<Arrival>> = series.iter().map(|one| one.arrival).collect();
        if have_order(&arrivals) {
            series.sort_by_key(|one| one.arrival);
        }
        let count = series.len();
        for (one, number) in series.into_iter().zip(1..) {
            let plain = Untrusted::concat(&[&one.name, &format!(" hand-in {number}")]);
            let again = (2..).map(|again| Untrusted::concat(&[&plain, &format!(" ({again})")]));
            let own = std::iter::once(plain.clone()).chain(again).find(|own| taken.insert(own.clone()));
            all.push(Submission {
                name: own.unwrap_or(plain),
                one_of: Some(OneOfSeveral { series: name.clone(), number, count }),
                students: students.clone(),
                due: due.clone(),
                ..one
            });
        }
    }
    all
}

/// Returns how many students or groups handed in, however often each did.
pub fn count_of_series(submissions: &[Submission]) -> usize {
    submissions.iter().filter(|one| one.one_of.as_ref().is_none_or(|one| one.number == one.count)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted::Text;
    use std::path::PathBuf;

    fn submission(name: &str, time: Option<&str>) -> Submission {
        Submission {
            arrival: time.map(|time| time.parse().unwrap()),
            ..Submission::at(name, PathBuf::from("x"))
        }
    }

    fn names(submissions: Vec<Submission>) -> Vec<String> {
        let told = |one: Submission| format!("{} {:?}", one.name.expose(), one.arrival.is_some());
        each_hand_in(submissions).into_iter().map(told).collect()
    }

    #[test]
    fn hand_ins_are_numbered_in_the_order_of_time_if_all_times_are_known() {
        let times = ["2026-03-02 10:00", "2026-03-10 09:00", "2026-03-01 10:00"];
        let [one, other, latest] = times.map(|time| submission("ann", Some(time)));
        let arrivals = [&latest, &one, &other].map(|one| one.arrival);
        let series = Submission { others: vec![one, other], ..latest };
        let all = each_hand_in(vec![series, submission("bob", None)]);
        assert_eq!([0, 1, 2].map(|place| all[place].arrival), arrivals);
        let told = all[2].one_of.clone().unwrap();
        assert_eq!((told.series.expose(), told.number, told.count), ("ann", 3, 3));
        assert_eq!(all[3].one_of, None);
        assert_eq!(count_of_series(&all), 2);

        let series =
            Submission { others: vec![submission("ann", None)], ..submission("ann", Some(times[0])) };
        assert_eq!(names(vec![series]), ["ann hand-in 1 false", "ann hand-in 2 true"]);
    }

    #[test]
    fn no_hand_in_has_the_name_of_another_submission() {
        let series = Submission { others: vec![submission("ann", None)], ..submission("ann", None) };
        let all = names(vec![series, submission("ann hand-in 1", None)]);
        assert_eq!(all, ["ann hand-in 1 (2) false", "ann hand-in 2 false", "ann hand-in 1 false"]);
    }
}
