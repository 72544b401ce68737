//! The roster: facts about students that their LMS does not provide, such as groups, times and individual due dates.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Arrival, Due, Id, IdKind, Student, Submission, WhichCounts, have_order, name_key};
use crate::untrusted::Untrusted;

/// The facts about some students.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The rows, one for each student.
    pub rows: Vec<RosterRow>,
    /// The sections, each with its due date if that is not the one for everybody.
    pub sections: Vec<(Untrusted, Option<Due>)>,
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
    /// The section of the class that the student is in.
    pub section: Option<Untrusted>,
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
    /// Who stands in the roster and handed in nothing.
    pub absent: Vec<Untrusted>,
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
    /// Two rows are about the same student.
    Same {
        /// The id in the first row.
        one: Untrusted,
        /// The id in the second row.
        other: Untrusted,
    },
    /// A student is in a section of which the roster does not say when it is due, as it does of others.
    NoSection {
        /// The id in the row.
        id: Untrusted,
        /// The section.
        section: Untrusted,
    },
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
            Self::Same { one, other } => {
                let help = "` are the same student\nhelp: keep one of the rows";
                Untrusted::concat(&[&"`", one, &"` and `", other, &help])
            }
            Self::NoSection { id, section } => {
                let help = "`, which has no row of its own\nhelp: add one without `id`, with `section` and `due`; an empty `due` is the date for everybody";
                Untrusted::concat(&[&"`", id, &"` is in the section `", section, &help])
            }
            Self::Ambiguous { id, names } => {
                let help = "\nhelp: write the submission's name, as the table shows it";
                Untrusted::concat(&[&"`", id, &"` may be any of ", &quoted(names), &help])
            }
            Self::WhoseCounts { group, names } => {
                let problem = "` handed in, and not all times are known: ";
                let help = "\nhelp: write into the column `handed_in` when they did, or grade only one of them; with `hand_ins: best` \
                            in the spec, no times are needed";
                Untrusted::concat(&[&"more than one of the group `", group, &problem, &quoted(names), &help])
            }
        }
    }
}

impl Roster {
    /// The due dates of students and of sections.
    pub fn due_dates(&self) -> impl Iterator<Item = &Due> {
        let of_sections = self.sections.iter().filter_map(|(_, due)| due.as_ref());
        self.rows.iter().filter_map(|row| row.due.as_ref()).chain(of_sections)
    }

    /// Adds the facts to the submissions, and joins those of a group: the latest one counts for all members, unless the rule wants to
    /// know the others too.
    ///
    /// # Errors
    ///
    /// When the roster contradicts itself or the submissions; see [`RosterError`].
    pub fn apply(&self, submissions: Vec<Submission>, which: WhichCounts) -> Result<Joined, RosterError> {
        let mut seen = BTreeSet::new();
        if let Some(row) = self.rows.iter().find(|row| !seen.insert(&row.id)) {
            return Err(RosterError::Twice(row.id.clone()));
        }
        let mut seen = BTreeSet::new();
        if let Some((section, _)) = self.sections.iter().find(|(section, _)| !seen.insert(name_key(section)))
        {
            return Err(RosterError::Twice(section.clone()));
        }
        let ids = submissions.iter().flat_map(|one| &one.students).find_map(|student| student.ids.first());
        let kind = ids.map(|id| id.kind);
        let mut known = submissions;
        let mut names = Names::of(&known);
        // Whom each row is about: a student, by the places of the submission and of the student in it.
        let mut told = BTreeMap::<(usize, Option<usize>), &RosterRow>::new();
        let mut absent = Vec::new();
        let mut of_groups = BTreeMap::<&Untrusted, Group>::new();
        for row in &self.rows {
            let found = names.place_of(row, &known)?;
            let section_due = self.due_of_section(row)?;
            if let Some(index) = found {
                let student = row.add_to(&mut known[index], section_due.clone());
                names.add(index, &known[index]);
                if let Some(other) = told.insert((index, student), row) {
                    return Err(RosterError::Same { one: other.id.clone(), other: row.id.clone() });
                }
            }
            if found.is_none() {
                absent.push(row);
            }
            let Some(group) = row.group.as_ref().map(|group| of_groups.entry(group).or_default()) else {
                continue;
            };
            match found {
                Some(index) if !group.handed_in.contains(&index) => group.handed_in.push(index),
                Some(_) => {}
                None => group.others.push(row.student(kind, section_due)),
            }
        }
        of_groups.retain(|_, group| !group.handed_in.is_empty());
        absent.retain(|row| row.group.as_ref().is_none_or(|group| !of_groups.contains_key(group)));
        let absent = absent.into_iter().map(RosterRow::called).collect();
        let mut superseded = BTreeMap::new();
        for (group, Group { handed_in, others }) in of_groups {
            let latest = latest(group, &handed_in, &known, which)?;
            let places = handed_in
                .iter()
                .flat_map(|&index| (0..known[index].students.len()).map(move |student| (index, student)));
            let (in_rows, in_none): (Vec<_>, Vec<_>) =
                places.partition(|(index, student)| told.contains_key(&(*index, Some(*student))));
            let student = |(index, student): (usize, usize)| known[index].students[student].clone();
            // Each row is about somebody else.
            let mut members: Vec<Student> = in_rows.into_iter().map(student).chain(others).collect();
            for student in in_none.into_iter().map(student) {
                match members.iter_mut().find(|member| member.is(&student)) {
                    Some(member) => {
                        member.add_ids(&student.ids);
                        member.extend(student.due.map(|due| *due));
                    }
                    None => members.push(student),
                }
            }
            members.sort();
            known[latest].students = members;
            for index in handed_in.into_iter().filter(|&index| index != latest) {
                let (counts, dropped) = (known[latest].name.clone(), known[index].name.clone());
                superseded.insert(index, (latest, Superseded { group: group.clone(), counts, dropped }));
            }
        }
        let (mut kept, mut others) = (BTreeMap::new(), Vec::new());
        for (index, mut submission) in known.into_iter().enumerate() {
            match superseded.get(&index) {
                None => _ = kept.insert(index, submission),
                Some((latest, _)) if which.needs_all() => {
                    let earlier = std::mem::take(&mut submission.others);
                    others.extend(earlier.into_iter().chain([submission]).map(|one| (*latest, one)));
                }
                Some(_) => {}
            }
        }
        for (latest, other) in others {
            kept.entry(latest).and_modify(|latest: &mut Submission| latest.others.push(other));
        }
        let superseded = superseded.into_values().filter(|_| !which.needs_all()).map(|(_, one)| one);
        Ok(Joined { submissions: kept.into_values().collect(), superseded: superseded.collect(), absent })
    }

    /// Returns the due date of the section that a row names.
    fn due_of_section(&self, row: &RosterRow) -> Result<Option<Box<Due>>, RosterError> {
        let Some(section) = row.section.as_ref().filter(|_| !self.sections.is_empty()) else {
            return Ok(None);
        };
        let found = self.sections.iter().find(|(known, _)| name_key(known) == name_key(section));
        let (id, section) = (row.id.clone(), section.clone());
        found.map(|(_, due)| due.clone().map(Box::new)).ok_or(RosterError::NoSection { id, section })
    }

    /// Tells whether the row provides this name.
    pub fn tells_name(&self, name: &Untrusted) -> bool {
        self.rows.iter().any(|row| row.name.as_ref() == Some(name))
    }
}

/// A group that handed in.
#[derive(Default)]
struct Group {
    /// The places of what its members handed in.
    handed_in: Vec<usize>,
    /// The members who handed in nothing.
    others: Vec<Student>,
}

/// The places of submissions, by what a roster may call them. Names are compared in one form, as people write them.
struct Names {
    names: HashMap<String, BTreeSet<usize>>,
    ids: HashMap<String, BTreeSet<usize>>,
}

impl Names {
    fn of(submissions: &[Submission]) -> Self {
        let mut names = Self { names: HashMap::new(), ids: HashMap::new() };
        for (place, submission) in submissions.iter().enumerate() {
            names.names.entry(name_key(&submission.name)).or_default().insert(place);
            names.add(place, submission);
        }
        names
    }

    /// Adds the ids of the students of a submission.
    fn add(&mut self, place: usize, submission: &Submission) {
        for id in submission.students.iter().flat_map(|student| &student.ids) {
            self.ids.entry(name_key(&id.text)).or_default().insert(place);
        }
    }

    /// Returns the place of the submission that a row is about: the name as it is tells it, or an id, or the name in another form.
    fn place_of(&self, row: &RosterRow, submissions: &[Submission]) -> Result<Option<usize>, RosterError> {
        let named = self.names.get(&name_key(&row.id)).into_iter().flatten().copied();
        let named: Vec<usize> = named.collect();
        if let Some(exact) = named.iter().find(|place| submissions[**place].name == row.id) {
            return Ok(Some(*exact));
        }
        let ids = std::iter::once(&row.id).chain(row.ids.iter().map(|id| &id.text));
        let with_ids = ids.filter_map(|id| self.ids.get(&name_key(id))).flatten().copied();
        let is_theirs = |place: &usize| submissions[*place].students.iter().any(|student| row.is_of(student));
        let by_id: BTreeSet<usize> = with_ids.filter(is_theirs).collect();
        let found = if by_id.is_empty() { named } else { by_id.into_iter().collect() };
        match found.as_slice() {
            [] => Ok(None),
            [place] => Ok(Some(*place)),
            several => Err(RosterError::Ambiguous {
                id: row.id.clone(),
                names: several.iter().map(|&place| submissions[place].name.clone()).collect(),
            }),
        }
    }
}

impl RosterRow {
    /// Returns `Jane Doe (4321)`, for messages.
    fn called(&self) -> Untrusted {
        let name = self.name.as_ref().filter(|name| **name != self.id);
        name.map_or_else(|| self.id.clone(), |name| Untrusted::concat(&[name, &" (", &self.id, &")"]))
    }

    fn is_of(&self, student: &Student) -> bool {
        let is_same = |one: &Untrusted, other: &Untrusted| name_key(one) == name_key(other);
        let is_own = |id: &Id| self.ids.iter().any(|own| own.kind == id.kind && is_same(&own.text, &id.text));
        student.ids.iter().any(|id| is_same(&id.text, &self.id) || is_own(id))
    }

    /// Returns a member of a group who handed in nothing. What the roster calls her is an id only where others have one.
    fn student(&self, kind: Option<IdKind>, section_due: Option<Box<Due>>) -> Student {
        let mut ids = self.ids.clone();
        if let (true, Some(kind)) = (ids.is_empty(), kind) {
            ids.push(Id { kind, text: self.id.clone() });
        }
        let name = self.name.clone().unwrap_or_else(|| self.id.clone());
        Student { due: self.due.clone().map(Box::new), section_due, ..Student::called(name, ids) }
    }

    /// Adds what the row tells to a submission; returns the place of the student whom it is about.
    fn add_to(&self, submission: &mut Submission, section_due: Option<Box<Due>>) -> Option<usize> {
        submission.arrival = submission.arrival.or(self.handed_in);
        if submission.students.is_empty() {
            submission.students.push(Student::called(submission.name.clone(), Vec::new()));
        }
        let alone = submission.students.len() == 1;
        let place = submission.students.iter().position(|student| alone || self.is_of(student));
        let Some(place) = place else {
            // It is about all who handed in.
            for student in &mut submission.students {
                student.extend(self.due.clone());
                student.section_due = section_due.clone();
            }
            return None;
        };
        let student = &mut submission.students[place];
        student.extend(self.due.clone());
        student.section_due = section_due;
        student.add_ids(&self.ids);
        student.name = self.name.clone().unwrap_or_else(|| student.name.clone());
        Some(place)
    }
}

/// Returns the newest submission of a group; any, if times are not known and do not matter.
fn latest(
    group: &Untrusted,
    handed_in: &[usize],
    submissions: &[Submission],
    which: WhichCounts,
) -> Result<usize, RosterError> {
    let times: Vec<Option<Arrival>> = handed_in.iter().map(|&index| submissions[index].arrival).collect();
    match handed_in {
        [only] => Ok(*only),
        _ if have_order(&times) || !which.needs_times() => {
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

    const LATEST: WhichCounts = WhichCounts::Latest;

    fn submission(name: &str, id: &str, at: Option<&str>) -> Submission {
        let arrival = at.map(|at| at.parse().unwrap());
        let students = vec![Student::new(name, IdKind::Lms, id)];
        Submission { arrival, students, ..Submission::at(format!("{name}-{id}"), PathBuf::from(id)) }
    }

    fn row(id: &str, group: &str) -> RosterRow {
        RosterRow { id: id.into(), group: Some(group.into()), ..RosterRow::default() }
    }

    fn roster(rows: &[RosterRow]) -> Roster {
        Roster { rows: rows.to_vec(), sections: Vec::new() }
    }

    fn ids(submission: &Submission) -> Vec<&str> {
        submission.students.iter().map(|student| student.ids[0].text.expose()).collect()
    }

    fn names(submissions: &[Submission]) -> Vec<(&str, Vec<&str>)> {
        submissions.iter().map(|one| (one.name.expose(), ids(one))).collect()
    }

    #[test]
    fn a_group_shares_the_submission_of_one_member() {
        let roster = roster(&[row("1", "red"), row("2", "red"), row("3", "blue")]);
        let known =
            roster.apply(vec![submission("ann", "1", None), submission("cyd", "3", None)], LATEST).unwrap();
        assert_eq!(names(&known.submissions), [("ann-1", vec!["2", "1"]), ("cyd-3", vec!["3"])]);
    }

    #[test]
    fn the_latest_submission_of_a_group_counts_if_all_times_are_known() {
        let roster = roster(&[row("1", "red"), row("2", "red")]);
        let at = |one, other| vec![submission("ann", "1", one), submission("bob", "2", other)];
        let known = roster.apply(at(Some("2026-03-01 10:00"), Some("2026-03-01 09:00")), LATEST).unwrap();
        assert_eq!(names(&known.submissions), [("ann-1", vec!["1", "2"])]);
        let (group, counts, dropped) = ("red".into(), "ann-1".into(), "bob-2".into());
        assert_eq!(known.superseded, [Superseded { group, counts, dropped }]);
        let error = roster.apply(at(Some("2026-03-01 10:00"), None), LATEST).unwrap_err();
        assert!(matches!(error, RosterError::WhoseCounts { .. }), "{error:?}");
    }

    #[test]
    fn an_id_that_two_submissions_have_is_ambiguous() {
        let mut other = submission("bob", "2", None);
        other.students[0].ids.push(Id { kind: IdKind::Login, text: "1".into() });
        let error =
            roster(&[row("1", "red")]).apply(vec![submission("ann", "1", None), other], LATEST).unwrap_err();
        assert_eq!(
            error.sentence(),
            "`1` may be any of `ann-1`, `bob-2`\nhelp: write the submission's name, as the table shows it"
        );
        let twice = roster(&[row("1", "red"), row("1", "blue")]);
        assert_eq!(twice.apply(Vec::new(), LATEST), Err(RosterError::Twice("1".into())));
    }

    #[test]
    fn ids_names_times_and_dates_are_added() {
        let row = RosterRow {
            id: "1".into(),
            name: Some("Ann Lee".into()),
            ids: vec![Id { kind: IdKind::School, text: "0042".into() }],
            handed_in: Some("2026-03-01 10:00 Z".parse().unwrap()),
            due: Some("2026-03-09 10:00 Z".parse().unwrap()),
            ..RosterRow::default()
        };
        let known =
            roster(std::slice::from_ref(&row)).apply(vec![submission("ann", "1", None)], LATEST).unwrap();
        assert_eq!(known.submissions[0].students[0].with_id(), "Ann Lee (1)");
        assert_eq!(known.submissions[0].students[0].id(IdKind::School), Some(&"0042".into()));
        let submission = &known.submissions[0];
        assert_eq!(
            (submission.arrival, submission.students[0].due.as_deref()),
            (row.handed_in, row.due.as_ref())
        );
    }
}
