//! The differences between two reports of the same class.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;

use super::Error;
use crate::points::Points;
use crate::report::{Graded, GradedScenario, Report, Visible};
use crate::score::Lateness;
use crate::system;
use crate::untrusted::Untrusted;

/// The file with the results of a class.
const RESULTS: &str = "results.json";

/// The parts of a `results.json` that are compared.
#[derive(Debug, Deserialize)]
pub(crate) struct Standings {
    submissions: Vec<Submission>,
}

#[derive(Debug, Deserialize)]
struct Submission {
    name: Untrusted,
    points: Option<String>,
    late: Option<Late>,
    students: Vec<Student>,
    problem: Option<Untrusted>,
    scenarios: Vec<Scenario>,
    hand_ins: Option<HandIns>,
}

/// The hand-ins of which a submission is the one that counts.
#[derive(Debug, Deserialize)]
struct HandIns {
    /// The name of the series.
    of: Untrusted,
}

/// A student, with what she has for herself where the members of a group have different due dates.
#[derive(Debug, Deserialize)]
struct Student {
    name: Untrusted,
    points: Option<String>,
    late: Option<Late>,
}

#[derive(Debug, Deserialize)]
struct Late {
    deducted: String,
    sentence: Untrusted,
}

#[derive(Debug, Deserialize)]
struct Scenario {
    group: Option<Untrusted>,
    name: Untrusted,
    verdict: String,
    points: Option<String>,
    max_points: String,
    reasons: Vec<Untrusted>,
}

/// The differences between two reports.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The number of submissions with the same points and verdicts in both.
    pub unchanged: usize,
    /// The other submissions, in the order of their names.
    pub changed: Vec<Change>,
}

/// The changes of one submission.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The name of the submission.
    pub name: Untrusted,
    /// The points before; `None` if the submission was not there or not graded.
    pub before: Option<Points>,
    /// The points now.
    pub after: Option<Points>,
    /// The same of each of its students.
    pub of_students: Vec<[Option<Points>; 2]>,
    /// The name of each scenario whose verdict or points changed, with a sentence about the change. The name is empty if
    /// the sentence is about the whole submission.
    pub why: Vec<(Untrusted, Untrusted)>,
}

/// The direction in which the points of a submission changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// More than before.
    Up,
    /// Fewer.
    Down,
    /// The same number, with other verdicts.
    Sideways,
    /// Not known: it has no points now, or had none before.
    Unknown,
}

impl Submission {
    /// The name under which it is found again, whichever hand-in counts.
    fn whose(&self) -> &Untrusted {
        self.hand_ins.as_ref().map_or(&self.name, |hand_ins| &hand_ins.of)
    }
}

impl Scenario {
    fn of(graded: &GradedScenario) -> Self {
        Self {
            group: graded.group.as_deref().map(Untrusted::from),
            name: (*graded.name).into(),
            verdict: graded.verdict.words().to_owned(),
            points: graded.points.map(|points| points.to_string()),
            max_points: graded.max_points.to_string(),
            reasons: graded.reasons.iter().map(|reason| Visible::new(reason).to_string().into()).collect(),
        }
    }
}

impl Late {
    fn of(lateness: &Lateness) -> Self {
        Self { deducted: lateness.deducted.to_string(), sentence: lateness.to_string().into() }
    }
}

impl Student {
    fn of(graded: &Graded, place: usize) -> Self {
        let name = graded.students[place].name.clone();
        let own = (!graded.members.is_empty()).then(|| graded.of_student(place));
        let points = own.and_then(|(points, _)| points).map(|points| points.to_string());
        Self { name, points, late: own.and_then(|(_, lateness)| lateness).map(Late::of) }
    }
}

impl Standings {
    /// Reads the `results.json` of a results folder.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it is not a `results.json`.
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(RESULTS);
        let fail = |reason: String| Error::Read { path: path.clone(), reason: reason.into() };
        let text = system::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                Error::NoResults { folder: folder.to_path_buf(), missing: RESULTS }
            }
            _ => fail(error.to_string()),
        })?;
        Self::parse(&text).map_err(|error| fail(error.to_string()))
    }

    /// The standings in a report: what `results.json` would say.
    pub(crate) fn of(report: &Report) -> Self {
        let submission = |graded: &Graded| Submission {
            name: graded.name.clone(),
            points: graded.points.map(|points| points.to_string()),
            late: graded.lateness.as_ref().map(Late::of),
            students: (0..graded.students.len()).map(|place| Student::of(graded, place)).collect(),
            problem: graded.problem.as_ref().map(|problem| Visible::lines(problem).to_string().into()),
            scenarios: graded.scenarios.iter().map(Scenario::of).collect(),
            hand_ins: graded.hand_ins.as_ref().map(|hand_ins| HandIns { of: hand_ins.series.clone() }),
        };
        Self { submissions: report.submissions.iter().map(submission).collect() }
    }

    fn by_name(&self) -> BTreeMap<&Untrusted, &Submission> {
        self.submissions.iter().map(|submission| (submission.whose(), submission)).collect()
    }

    /// Reads the text of a `results.json`.
    ///
    /// # Errors
    ///
    /// When it is not the text of a `results.json`.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text)
    }
}

impl Change {
    /// The direction in which the points changed.
    pub(crate) fn way(&self) -> Way {
        let of = |[before, after]: [Option<Points>; 2]| match (before, after) {
            (Some(before), Some(after)) if after > before => Way::Up,
            (Some(before), Some(after)) if after < before => Way::Down,
            (Some(_), Some(_)) => Way::Sideways,
            _ => Way::Unknown,
        };
        let whole = of([self.before, self.after]);
        // Of a group, only some may have another mark. Who loses one is more urgent.
        let each: Vec<Way> = self.of_students.iter().copied().map(of).collect();
        let of_some = [Way::Down, Way::Up].into_iter().find(|way| each.contains(way));
        of_some.filter(|_| whole == Way::Sideways).unwrap_or(whole)
    }
}

impl Changes {
    /// Compares the submissions of two reports.
    pub(crate) fn between(before: &Standings, after: &Standings) -> Self {
        let (old, new) = (before.by_name(), after.by_name());
        let mut all: Vec<&Untrusted> = old.keys().chain(new.keys()).copied().collect();
        all.sort();
        all.dedup();
        let mut changes = Self::default();
        for name in all {
            let (one, other) = (old.get(name).copied(), new.get(name).copied());
            let points = |one: Option<&Submission>| one?.points.as_ref()?.parse().ok();
            let change = Change {
                name: name.clone(),
                before: points(one),
                after: points(other),
                of_students: of_students(one, other),
                why: why(one, other),
            };
            if change.why.is_empty() && change.before == change.after {
                changes.unchanged += 1;
            } else {
                changes.changed.push(change);
            }
        }
        changes
    }

    /// The number of submissions whose points changed in this direction.
    pub(crate) fn count(&self, way: Way) -> usize {
        self.changed.iter().filter(|change| change.way() == way).count()
    }
}

fn of_students(before: Option<&Submission>, after: Option<&Submission>) -> Vec<[Option<Points>; 2]> {
    let pair = before.zip(after);
    pair.map_or_else(Vec::new, |(one, other)| moved(one, other).map(|one| [one.earlier, one.now]).collect())
}

fn why(before: Option<&Submission>, after: Option<&Submission>) -> Vec<(Untrusted, Untrusted)> {
    let of_all = |sentence: Untrusted| (Untrusted::default(), sentence);
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (None, Some(_)) => return vec![of_all("it was not there before".into())],
        (_, None) => return vec![of_all("it is no longer there".into())],
    };
    if before.problem != after.problem {
        let problem =
            |submission: &Submission| submission.problem.clone().unwrap_or("nothing was wrong".into());
        return vec![of_all(Untrusted::concat(&[&problem(before), &" → ", &problem(after)]))];
    }
    let mut why = Vec::new();
    if before.name != after.name {
        let said =
            Untrusted::concat(&[&"another hand-in counts: `", &before.name, &"` → `", &after.name, &"`"]);
        why.push(of_all(said));
    }
    let old: BTreeMap<Untrusted, &Scenario> =
        before.scenarios.iter().map(|scenario| (scenario.full_name(), scenario)).collect();
    for scenario in &after.scenarios {
        let name = scenario.full_name();
        match old.get(&name) {
            None => why.push((name, Untrusted::concat(&[&"is new: ", &scenario.worth()]))),
            Some(known) if known.verdict == scenario.verdict && known.worth() == scenario.worth() => {}
            Some(known) => {
                let reason = scenario.reasons.first().map(|reason| Untrusted::concat(&[&": ", reason]));
                let (before, after) = (known.worth(), scenario.worth());
                let sentence = Untrusted::concat(&[&before, &" → ", &after, &reason.unwrap_or_default()]);
                why.push((name, sentence));
            }
        }
    }
    why.extend(of_lateness(before, after).into_iter().map(of_all));
    let kept: Vec<Untrusted> = after.scenarios.iter().map(Scenario::full_name).collect();
    let gone = old.iter().filter(|(name, _)| !kept.contains(name));
    why.extend(
        gone.map(|(name, known)| (name.clone(), Untrusted::concat(&[&"is gone: it was ", &known.worth()]))),
    );
    why
}

/// A student of two reports, with what she has in each.
struct Moved<'s> {
    student: &'s Student,
    known: Option<&'s Student>,
    earlier: Option<Points>,
    now: Option<Points>,
}

/// The students of a submission, before and after.
fn moved<'s>(before: &'s Submission, after: &'s Submission) -> impl Iterator<Item = Moved<'s>> {
    let number = |points: Option<&String>| points?.parse().ok();
    after.students.iter().enumerate().map(move |(place, student)| {
        let known = before.students.get(place).filter(|known| known.name == student.name);
        let earlier = known.and_then(|known| known.points.as_ref()).or(before.points.as_ref());
        let now = student.points.as_ref().or(after.points.as_ref());
        Moved { student, known, earlier: number(earlier), now: number(now) }
    })
}

/// What is said about lateness now, if something else is deducted for it than before.
fn of_lateness(before: &Submission, after: &Submission) -> Vec<Untrusted> {
    let deducted =
        |late: &Option<Late>| late.as_ref().map_or_else(|| "0".to_owned(), |late| late.deducted.clone());
    let is_same = deducted(&before.late) == deducted(&after.late);
    let none = || "nothing is deducted for lateness".into();
    let mut said = Vec::new();
    for Moved { student, known, earlier, now } in moved(before, after) {
        let is_own = student.late.is_some() || known.is_some_and(|known| known.late.is_some());
        if is_own && (!is_same || earlier != now) {
            let late = student.late.as_ref().or(after.late.as_ref());
            let sentence = late.map_or_else(none, |late| late.sentence.clone());
            let marks = earlier.zip(now).filter(|(earlier, now)| earlier != now);
            let marks = marks.map_or_else(String::new, |(earlier, now)| format!("{earlier} → {now}. "));
            said.push(Untrusted::concat(&[&student.name, &": ", &marks, &sentence]));
        }
    }
    if said.is_empty() && !is_same {
        said.push(after.late.as_ref().map_or_else(none, |late| late.sentence.clone()));
    }
    said
}

impl Scenario {
    fn full_name(&self) -> Untrusted {
        self.group
            .as_ref()
            .map_or_else(|| self.name.clone(), |group| Untrusted::concat(&[group, &" / ", &self.name]))
    }

    fn worth(&self) -> Untrusted {
        let points = self.points.as_deref().unwrap_or("–");
        format!("{} ({points}/{})", self.verdict, self.max_points).into()
    }
}
