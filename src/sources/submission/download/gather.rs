//! Collects the files of each student under the names that the student gave them: the latest attempt, and the others if one of them may
//! count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::classroom::Clones;
use super::classroom50::Owners;
use super::listing::Source;
use super::{Content, Download, Entry, Lms, Parts, ilias, moodle, numbered};
use crate::submission::{Arrival, Error, HandIn, Id, IdKind, Place, Student, Submission, WhichCounts};
use crate::untrusted::{Text, Untrusted};

/// Returns the submissions of a download, one for each student or group.
///
/// # Errors
///
/// In words, when a student handed in more than once and it is unknown what came last, although that decides.
pub(super) fn gather(
    path: &Path,
    lms: Lms,
    named: impl Iterator<Item = (Entry, Source)>,
    passed_over: Vec<Untrusted>,
    hand_in: &HandIn,
    which: WhichCounts,
) -> Result<(Download, Vec<Submission>), Untrusted> {
    // Whoever has no id is known by the name. Moodle's number may be that of a team and of a participant, and OpenOlat's user name the end
    // of a longer one.
    let mut of_students = BTreeMap::<(Vec<Id>, Vec<Untrusted>), Vec<(Entry, Source)>>::new();
    for (entry, source) in named.filter(|(entry, _)| !entry.students.is_empty()) {
        let ids = entry.students.iter().flat_map(|student| student.ids.iter().cloned()).collect();
        let is_named =
            |student: &&Student| student.ids.is_empty() || matches!(lms, Lms::Moodle | Lms::OpenOlat);
        let named = entry.students.iter().filter(is_named);
        let key = (ids, named.map(|student| student.name.clone()).collect());
        of_students.entry(key).or_default().push((entry, source));
    }
    if which.needs_times()
        && let Some([one, other, ..]) =
            of_students.values().map(|all| undated(all)).find(|names| names.len() > 1).as_deref()
    {
        return Err(format!(
            "nothing tells which of `{one}` and `{other}` was handed in last: their dates are in no \
            language that is known; with `hand_ins: best` in the spec, no dates are needed"
        )
        .into());
    }
    let of_students: Vec<_> = of_students.into_values().map(attempts).collect();
    let handed_in_again = of_students.iter().filter(|attempts| attempts.len() > 1).count();
    let numbered = of_students.into_iter().enumerate();
    let submissions: Vec<Submission> = numbered
        .filter_map(|(number, mut attempts)| {
            let latest = submission(lms, attempts.pop()?, hand_in);
            // Students chose the names; only the numbers guarantee that no two paths are equal.
            let place = format!("{}#{number}", latest.name.expose().replace('/', "_"));
            let others =
                attempts.into_iter().filter(|_| which.needs_all()).zip(1..).map(|(attempt, earlier)| {
                    let path = path.join(format!("{place}-{earlier}"));
                    Submission { path, ..submission(lms, attempt, hand_in) }
                });
            Some(Submission { others: others.collect(), path: path.join(&place), ..latest })
        })
        .collect();
    let download = Download {
        path: path.to_path_buf(),
        lms,
        students: submissions.iter().map(|submission| submission.students.len()).sum(),
        marked_late: submissions.iter().filter(|submission| submission.marked_late).count(),
        handed_in_again,
        passed_over,
    };
    Ok((download, submissions))
}

/// Returns the attempts of a student, if the times of some of them are unknown.
fn undated(all: &[(Entry, Source)]) -> Vec<String> {
    let mut names: Vec<String> = all.iter().filter_map(|(entry, _)| entry.undated.clone()).collect();
    let dated = all.iter().find(|(entry, _)| entry.arrival.is_some()).map(|(entry, _)| entry);
    if !names.is_empty() {
        names.extend(dated.and_then(|entry| entry.returns_as.clone()));
    }
    names.sort();
    names.dedup();
    names
}

/// Returns the files of each attempt of one student, or of a group, the latest attempt at the end.
fn attempts(all: Vec<(Entry, Source)>) -> Vec<Vec<(Entry, Source)>> {
    let mut attempts = BTreeMap::<(Option<Arrival>, Option<String>), Vec<(Entry, Source)>>::new();
    for (entry, source) in all {
        attempts.entry((entry.arrival, entry.undated.clone())).or_default().push((entry, source));
    }
    attempts.into_values().collect()
}

/// Returns one attempt of one student, or of a group.
fn submission(lms: Lms, mut all: Vec<(Entry, Source)>, hand_in: &HandIn) -> Submission {
    let has_file = all.iter().any(|(entry, _)| matches!(entry.content, Content::File(_)));
    let mut parts: Vec<(PathBuf, Source)> = Vec::new();
    for (entry, source) in &all {
        match &entry.content {
            Content::File(file) => parts.push((file.clone(), source.clone())),
            Content::Text(file) if !has_file => parts.push((file.clone(), source.clone())),
            Content::Text(_) | Content::None => {}
        }
    }
    let numbering = match lms {
        Lms::Canvas => Some(numbered::CANVAS),
        Lms::Ilias => Some(numbered::ILIAS),
        _ => None,
    };
    let mut is_late = false;
    if let Some(numbering) = numbering {
        let (mut paths, sources): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        is_late = lms == Lms::Ilias && ilias::without_lateness(&mut paths, hand_in);
        parts = numbered::original_names(paths, numbering, hand_in).into_iter().zip(sources).collect();
    }
    let mut known = BTreeSet::new();
    let returns_as = all.iter().filter_map(|(entry, _)| entry.returns_as.as_ref());
    let mut returns_as: Vec<Untrusted> =
        returns_as.filter(|path| known.insert(*path)).map(|path| harmless(path).into()).collect();
    // Only of ILIAS, several are those of several members of a team; elsewhere they are those of several files.
    returns_as.truncate(if lms == Lms::Ilias { all.len() } else { 1 });
    let marked_late = is_late || all.iter().any(|(entry, _)| entry.marked_late);
    let (Entry { students, arrival, .. }, _) = all.swap_remove(0);
    Submission {
        place: Place::Download(Parts(parts)),
        arrival,
        marked_late,
        returns_as,
        ..Submission::at(name(&students), PathBuf::new())
    }
    .by(students)
}

/// Returns `doejane-4321`, or `Ann Lee + Rick Roe` for a group.
fn name(students: &[Student]) -> Untrusted {
    let one = |student: &Student| match student.ids.first() {
        Some(id) if id.text != student.name => Untrusted::concat(&[&student.name, &"-", &id.text]),
        Some(_) | None => student.name.clone(),
    };
    Untrusted::join(students.iter().map(one), " + ")
}

impl Submission {
    /// Makes it a team's. Moodle takes back a page for each member, under the member's name and number.
    pub fn be_of_team(&mut self, members: Vec<Student>) {
        let of_team = self.returns_as.first().and_then(|path| path.expose().split_once(moodle::MARK));
        let page = |member: &Student| {
            let name = harmless(member.name.expose()).replace(['_', '/'], " ");
            let number = member.id(IdKind::Lms)?.expose();
            Some(format!("{name}_{number}{}{}", moodle::MARK, of_team?.1).into())
        };
        self.returns_as = members.iter().filter_map(page).collect();
        self.students = members;
    }
}

/// Returns a path that leads nowhere else on any system that may unpack it.
fn harmless(path: &str) -> String {
    path.chars().map(|c| if c.is_control() || "\\:*?\"<>|".contains(c) { '_' } else { c }).collect()
}

/// Returns the submissions of a classroom on GitHub; other files are an error unless they may be skipped.
pub(super) fn of_clones(
    path: &Path,
    lms: Lms,
    found: Clones,
    pass_over: bool,
) -> Result<(Download, Vec<Submission>), Error> {
    if let (Some(stray), false) = (found.strays.first(), pass_over) {
        let (path, stray, known) = (path.to_path_buf(), stray.as_str().into(), found.clones.len());
        return Err(Error::Stray { path, lms, stray, known });
    }
    let submission = |(Owners { students, are_late }, clone): (Owners, PathBuf)| Submission {
        marked_late: are_late,
        ..Submission::at(name(&students), clone).by(students)
    };
    let submissions: Vec<Submission> = found.clones.into_iter().map(submission).collect();
    let download = Download {
        path: path.to_path_buf(),
        lms,
        students: submissions.iter().map(|submission| submission.students.len()).sum(),
        marked_late: submissions.iter().filter(|submission| submission.marked_late).count(),
        handed_in_again: 0,
        passed_over: found.strays.into_iter().map(Untrusted::from).collect(),
    };
    Ok((download, submissions))
}
