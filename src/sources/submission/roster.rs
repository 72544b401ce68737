//! The roster: facts about students that their LMS does not provide, such as groups, times and individual due dates.

use std::collections::{BTreeMap, BTreeSet};

use super::{Arrival, Due, Id, IdKind, Student, Submission};
use crate::untrusted::Untrusted;

/// The facts about some students.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The rows, one for each student.
    pub rows: Vec<RosterRow>,
}

/// The facts about one student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterRow {
    /// The key of the student: an id of the LMS, or the name of the submission.
    pub id: Untrusted,
    /// The full name, if the LMS does not provide it.
    pub name: Option<Untrusted>,
    /// More ids, which a gradebook may use for the student.
    pub ids: Vec<Id>,
    /// The group, if the student shares a submission with others.
    pub group: Option<Untrusted>,
    /// When the student handed in, if the LMS does not provide it.
    pub handed_in: Option<Arrival>,
    /// When it was due for this student.
    pub due: Option<Due>,
}

/// Submissions with the facts of a roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The submissions, one for each group and each student without a group.
    pub submissions: Vec<Submission>,
    /// The submissions that do not count.
    pub superseded: Vec<Superseded>,
}

/// A submission of a group after which another member handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superseded {
    /// The group.
    pub group: Untrusted,
    /// The name of the submission that counts.
    pub counts: Untrusted,
    /// The name of the one that does not count.
    pub dropped: Untrusted,
}

/// A roster that does not fit the submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterError {
    /// Two rows have the same id.
    Twice(Untrusted),
    /// A row fits more than one submission.
    Ambiguous {
        /// The id in the row.
        id: Untrusted,
        /// The names of the submissions.
        names: Vec<Untrusted>,
    },
    /// Several members of a group handed in, and it is unknown who was last.
    WhoseCounts {
        /// The group.
        group: Untrusted,
        /// The names of the submissions.
        names: Vec<Untrusted>,
    },
}

impl RosterError {
    /// The error in words, with what to do about it.
    pub fn sentence(&self) -> Untrusted {
        let quoted = |names: &[Untrusted]| {
            Untrusted::join(names.iter().map(|name| Untrusted::concat(&[&"`", name, &"`"])), ", ")
        };
        match self {
            Self::Twice(id) => {
                Untrusted::concat(&[&"`", id, &"` stands in it twice\nhelp: keep one of the rows"])
            }
            Self::Ambiguous { id, names } => {
                let help = "\nhelp: write the submission's name, as the table shows it";
                Untrusted::concat(&[&"`", id, &"` may be any of ", &quoted(names), &help])
            }
            Self::WhoseCounts { group, names } => {
                let problem = "` handed in, and not all times are known: ";
                let help =
                    "\nhelp: write into the column `handed_in` when they did, or grade only one of them";
                Untrusted::concat(&[&"more than one of the group `", group, &problem, &quoted(names), &help])
            }
        }
    }
}

impl Roster {
    /// Adds the facts to the submissions, and joins those of a group: the latest one counts for all members.
    ///
    /// # Errors
    ///
    /// When the roster contradicts itself or the submissions; see [`RosterError`].
    pub fn apply(&self, submissions: Vec<Submission>) -> Result<Joined, RosterError> {
        let mut seen = BTreeSet::new();
        if let Some(row) = self.rows.iter().find(|row| !seen.insert(&row.id)) {
            return Err(RosterError::Twice(row.id.clone()));
        }
        let mut of_groups = BTreeMap::<&Untrusted, Vec<usize>>::new();
        let mut known = submissions;
        for row in &self.rows {
            let found = self.place_of(row, &known)?;
            if let Some(index) = found {
                row.add_to(&mut known[index]);
            }
            if let (Some(group), Some(index)) = (&row.group, found) {
                let members = of_groups.entry(group).or_default();
                if !members.contains(&index) {
                    members.push(index);
                }
            }
        }
        let mut superseded = BTreeMap::new();
        for (group, handed_in) in of_groups {
            let latest = latest(group, &handed_in, &known)?;
            let mut members: Vec<Student> =
                handed_in.iter().flat_map(|&index| known[index].students.clone()).collect();
            let is_new = |row: &&RosterRow| !members.iter().any(|student| row.is_of(student));
            let others = self.rows.iter().filter(|row| row.group.as_ref() == Some(group)).filter(is_new);
            let others: Vec<Student> = others.map(RosterRow::student).collect();
            members.extend(others);
            members.sort();
            members.dedup();
            known[latest].students = members;
            for index in handed_in.into_iter().filter(|&index| index != latest) {
                let (counts, dropped) = (known[latest].name.clone(), known[index].name.clone());
                superseded.insert(index, Superseded { group: group.clone(), counts, dropped });
            }
        }
        let kept = known.into_iter().enumerate().filter(|(index, _)| !superseded.contains_key(index));
        let submissions = kept.map(|(_, submission)| submission).collect();
        Ok(Joined { submissions, superseded: superseded.into_values().collect() })
    }

    /// Tells whether the row provides this name.
    pub fn tells_name(&self, name: &Untrusted) -> bool {
        self.rows.iter().any(|row| row.name.as_ref() == Some(name))
    }

    fn place_of(&self, row: &RosterRow, submissions: &[Submission]) -> Result<Option<usize>, RosterError> {
        let named = submissions.iter().position(|submission| submission.name == row.id);
        let is_theirs =
            |submission: &Submission| submission.students.iter().any(|student| row.is_of(student));
        let by_id: Vec<usize> =
            (0..submissions.len()).filter(|&index| is_theirs(&submissions[index])).collect();
        match (named, by_id.as_slice()) {
            (Some(index), _) => Ok(Some(index)),
            (None, [index]) => Ok(Some(*index)),
            (None, []) => Ok(None),
            (None, several) => Err(RosterError::Ambiguous {
                id: row.id.clone(),
                names: several.iter().map(|&index| submissions[index].name.clone()).collect(),
            }),
        }
    }
}

impl RosterRow {
    fn is_of(&self, student: &Student) -> bool {
        student.ids.iter().any(|id| id.text == self.id || self.ids.contains(id))
    }

    /// Returns a member of a group who handed in nothing.
    fn student(&self) -> Student {
        let mut ids = self.ids.clone();
        if ids.is_empty() {
            ids.push(Id { kind: IdKind::Lms, text: self.id.clone() });
        }
        Student { name: self.name.clone().unwrap_or_else(|| self.id.clone()), ids }
    }

    fn add_to(&self, submission: &mut Submission) {
        submission.arrival = submission.arrival.or(self.handed_in);
        submission.due = self.due.clone().or_else(|| submission.due.take());
        if submission.students.is_empty() {
            submission.students.push(Student { name: submission.name.clone(), ids: Vec::new() });
        }
        let alone = submission.students.len() == 1;
        let mut students = submission.students.iter_mut();
        if let Some(student) = students.find(|student| alone || self.is_of(student)) {
            student
                .ids
                .extend(self.ids.iter().filter(|id| !student.ids.contains(id)).cloned().collect::<Vec<_>>());
            student.name = self.name.clone().unwrap_or_else(|| student.name.clone());
        }
    }
}

/// Returns the newest submission of a group.
fn latest(group: &Untrusted, handed_in: &[usize], submissions: &[Submission]) -> Result<usize, RosterError> {
    let times: Vec<Option<Arrival>> = handed_in.iter().map(|&index| submissions[index].arrival).collect();
    let all_alike = times.iter().all(|time| matches!(time, Some(Arrival::At(_))))
        || times.iter().all(|time| matches!(time, Some(Arrival::Clock(_))));
    match handed_in {
        [only] => Ok(*only),
        _ if all_alike => {
            Ok(handed_in.iter().copied().max_by_key(|&index| submissions[index].arrival).unwrap_or_default())
        }
        _ => Err(RosterError::WhoseCounts {
            group: group.clone(),
            names: handed_in.iter().map(|&index| submissions[index].name.clone()).collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted::Text;
    use std::path::PathBuf;

    fn submission(name: &str, id: &str, at: Option<&str>) -> Submission {
        let arrival = at.map(|at| at.parse().unwrap());
        let students = vec![Student::new(name, IdKind::Lms, id)];
        Submission { arrival, students, ..Submission::at(format!("{name}-{id}"), PathBuf::from(id)) }
    }

    fn row(id: &str, group: &str) -> RosterRow {
        RosterRow { id: id.into(), group: Some(group.into()), ..RosterRow::default() }
    }

    fn ids(submission: &Submission) -> Vec<&str> {
        submission.students.iter().map(|student| student.ids[0].text.expose()).collect()
    }

    fn names(submissions: &[Submission]) -> Vec<(&str, Vec<&str>)> {
        submissions.iter().map(|one| (one.name.expose(), ids(one))).collect()
    }

    #[test]
    fn a_group_shares_the_submission_of_one_member() {
        let roster = Roster { rows: vec![row("1", "red"), row("2", "red"), row("3", "blue")] };
        let known = roster.apply(vec![submission("ann", "1", None), submission("cyd", "3", None)]).unwrap();
        assert_eq!(names(&known.submissions), [("ann-1", vec!["2", "1"]), ("cyd-3", vec!["3"])]);
    }

    #[test]
    fn the_latest_submission_of_a_group_counts_if_all_times_are_known() {
        let roster = Roster { rows: vec![row("1", "red"), row("2", "red")] };
        let at = |one, other| vec![submission("ann", "1", one), submission("bob", "2", other)];
        let known = roster.apply(at(Some("2026-03-01 10:00"), Some("2026-03-01 09:00"))).unwrap();
        assert_eq!(names(&known.submissions), [("ann-1", vec!["1", "2"])]);
        let (group, counts, dropped) = ("red".into(), "ann-1".into(), "bob-2".into());
        assert_eq!(known.superseded, [Superseded { group, counts, dropped }]);
        let error = roster.apply(at(Some("2026-03-01 10:00"), None)).unwrap_err();
        assert!(matches!(error, RosterError::WhoseCounts { .. }), "{error:?}");
    }

    #[test]
    fn an_id_that_two_submissions_have_is_ambiguous() {
        let mut other = submission("bob", "2", None);
        other.students[0].ids.push(Id { kind: IdKind::Login, text: "1".into() });
        let error = Roster { rows: vec![row("1", "red")] }
            .apply(vec![submission("ann", "1", None), other])
            .unwrap_err();
        assert_eq!(
            error.sentence(),
            "`1` may be any of `ann-1`, `bob-2`\nhelp: write the submission's name, as the table shows it"
        );
        let twice = Roster { rows: vec![row("1", "red"), row("1", "blue")] };
        assert_eq!(twice.apply(Vec::new()), Err(RosterError::Twice("1".into())));
    }

    #[test]
    fn ids_names_times_and_dates_are_added() {
        let row = RosterRow {
            id: "1".into(),
            name: Some("Ann Lee".into()),
            ids: vec![Id { kind: IdKind::School, text: "0042".into() }],
            handed_in: Some("2026-03-01 10:00 Z".parse().unwrap()),
            due: Some("2026-03-09 10:00 Z".parse().unwrap()),
            group: None,
        };
        let known = Roster { rows: vec![row.clone()] }.apply(vec![submission("ann", "1", None)]).unwrap();
        assert_eq!(known.submissions[0].students[0].with_id(), "Ann Lee (1)");
        assert_eq!(known.submissions[0].students[0].id(IdKind::School), Some(&"0042".into()));
        assert_eq!((known.submissions[0].arrival, &known.submissions[0].due), (row.handed_in, &row.due));
    }
}
