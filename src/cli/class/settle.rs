//! Settles with the gradebook whose each submission is, when it came and when it was due.

use crate::cli::notes::Notes;
use crate::gradebook::{Gradebook, Whose};
use crate::spec::Spec;
use crate::submission::{IdKind, Roster, Student, Submission};
use crate::untrusted::Untrusted;

/// Gives submissions what the gradebook knows of their students, and tells where it contradicts the download. What a roster says is
/// kept.
pub(super) fn settle(
    gradebook: &Gradebook,
    roster: &Roster,
    spec: &Spec,
    submissions: &mut [Submission],
) -> Vec<Notes> {
    let mut another = Vec::new();
    let mut drafts = Vec::new();
    let mut of_groups = Vec::new();
    for submission in &mut *submissions {
        if let [student] = submission.students.as_mut_slice()
            && !roster.tells_name(&student.name)
        {
            match gradebook.whose(student) {
                Whose::TheirOwn => {}
                Whose::Team(members) => submission.be_of_team(members),
                Whose::Group(name) => of_groups.push(Untrusted::concat(&[
                    &"`",
                    &student.name,
                    &"` has the number of ",
                    &name,
                    &" and another name: it seems to be a group's, of whom nobody else gets a mark; `--roster` tells the members",
                ])),
                Whose::Another(name) => {
                    another.push(is_of_another(student, &name));
                    student.ids.retain(|id| id.kind != IdKind::Lms);
                    // Moodle would give the page to whoever has the number.
                    submission.returns_as.clear();
                    submission.others.iter_mut().for_each(|other| other.returns_as.clear());
                }
            }
        }
        let mut known = Vec::new();
        for student in &mut submission.students {
            let Some(mut of_student) = gradebook.known(student) else { continue };
            let until = of_student.until.zip(spec.late.due.as_ref());
            student.extend(until.and_then(|(until, due)| due.at(until)));
            if let Some(name) = of_student.name.take().filter(|_| !roster.tells_name(&student.name)) {
                student.name = name;
            }
            known.push(of_student);
        }
        if submission.arrival.is_none() {
            submission.arrival = known.iter().filter_map(|one| one.arrival).max();
        }
        if known.iter().any(|one| one.is_draft) {
            let what = "` a draft that was not submitted; it is graded all the same";
            drafts.push(Untrusted::concat(&[
                &"the gradebook calls the hand-in of `",
                &submission.name,
                &what,
            ]));
        }
    }
    vec![
        Notes {
            together: format!(
                "{} hand-ins seem to be those of groups, of which one member has a mark; `--roster` tells the members",
                of_groups.len()
            ),
            each: of_groups,
        },
        Notes {
            together: format!(
                "{} have the number of somebody else in the gradebook: nobody gets these marks and pages",
                another.len()
            ),
            each: another,
        },
        Notes {
            together: format!(
                "the gradebook calls {} hand-ins drafts that were not submitted; they are graded all the same",
                drafts.len()
            ),
            each: drafts,
        },
    ]
}

fn is_of_another(student: &Student, name: &Untrusted) -> Untrusted {
    let number = student.id(IdKind::Lms).cloned().unwrap_or_default();
    Untrusted::concat(&[
        &"`",
        &student.name,
        &"` has the number ",
        &number,
        &", which is that of ",
        name,
        &" in the gradebook: nobody gets this mark and this page. If it is a team, export the worksheet with its column `Group`",
    ])
}
