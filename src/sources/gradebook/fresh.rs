//! Makes a new table of marks: the smallest one that an LMS accepts, for instructors who have not exported a gradebook.

use super::{Filled, Mark, Remark};
use crate::points::Points;
use crate::submission::{IdKind, Lms};
use crate::untrusted::{Text, Untrusted};

/// A table for an LMS with a column of this title; `None` if the LMS accepts no such tables. A student without the id
/// that the LMS wants is left out, and a remark says so.
pub fn fresh(lms: Lms, title: &str, marks: &[Mark], max: Points) -> Option<Filled> {
    let (header, kind): (Vec<String>, IdKind) = match lms {
        Lms::Canvas => (vec!["Student".into(), "ID".into(), "Section".into(), title.into()], IdKind::Lms),
        Lms::Moodle => {
            let columns = [
                "Identifier",
                "Full name",
                "Grade",
                "Maximum Grade",
                "Last modified (grade)",
                "Feedback comments",
            ];
            (columns.map(str::to_owned).to_vec(), IdKind::Lms)
        }
        Lms::Brightspace => {
            let kind = if has(marks, IdKind::School) { IdKind::School } else { IdKind::Login };
            let key = if kind == IdKind::School { "OrgDefinedId" } else { "Username" };
            (vec![key.into(), format!("{title} Points Grade"), "End-of-Line Indicator".into()], kind)
        }
        Lms::Blackboard => (vec!["Username".into(), title.into()], IdKind::Login),
        Lms::Sakai => {
            let columns = ["Display ID", "ID", "Last Name", "First Name", "grade"];
            (columns.map(str::to_owned).to_vec(), IdKind::Login)
        }
        // Its lines have no header, and may be parted by commas, which nothing in them may hold.
        Lms::OpenOlat => (Vec::new(), IdKind::Login),
        Lms::Gradescope | Lms::GitHubClassroom | Lms::Classroom50 | Lms::Ilias => return None,
    };
    let are_teams = match lms {
        // Where some folders have no number, teams handed in, and the other numbers may be those of teams, too.
        Lms::Moodle => !marks.iter().all(|mark| mark.student.id(kind).is_some()),
        // The number is the group's.
        Lms::Sakai => has(marks, IdKind::Lms),
        _ => false,
    };
    if !has(marks, kind) || are_teams {
        return None;
    }
    let mut remarks = Vec::new();
    let mut rows = Vec::new();
    for mark in marks {
        match (mark.student.id(kind), mark.points) {
            (None, _) => remarks.push(Remark::NotFound(mark.student.clone())),
            (_, None) => remarks.push(Remark::NoMark(mark.student.clone())),
            (Some(id), Some(points)) => rows.push(row(lms, mark, id, points, max)),
        }
    }
    let possible = ["    Points Possible".to_owned(), String::new(), String::new(), max.to_string()];
    let second = (lms == Lms::Canvas).then_some(possible.to_vec());
    // Sakai's marks begin in the fourth line.
    let above = (lms == Lms::Sakai).then(|| [vec![inert(title), "Points".to_owned()], vec![String::new()]]);
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let header = Some(&header).filter(|header| !header.is_empty());
    for row in above.iter().flatten().chain(header).chain(&second).chain(&rows) {
        writer.write_record(row).ok()?;
    }
    Some(Filled { content: writer.into_inner().ok()?, marks: rows.len(), remarks })
}

fn has(marks: &[Mark], kind: IdKind) -> bool {
    marks.iter().any(|mark| mark.student.id(kind).is_some())
}

fn row(lms: Lms, mark: &Mark, id: &Untrusted, points: Points, max: Points) -> Vec<String> {
    let (name, points) = (inert(mark.student.name.expose()), points.to_string());
    let id = id.expose();
    match lms {
        Lms::Sakai => {
            let (last, first) = name.split_once(", ").unwrap_or((&name, ""));
            vec![inert(id), inert(id), last.to_owned(), inert(first), points]
        }
        Lms::Canvas => vec![name, inert(id), String::new(), points],
        Lms::Moodle => {
            let participant = format!("Participant {id}");
            let (max, comment) = (max.to_string(), inert(&mark.comment));
            vec![participant, name, points, max, "-".to_owned(), comment]
        }
        Lms::Brightspace => vec![format!("#{id}"), points, "#".to_owned()],
        Lms::Blackboard
        | Lms::Gradescope
        | Lms::GitHubClassroom
        | Lms::Classroom50
        | Lms::Ilias
        | Lms::OpenOlat => {
            vec![inert(id), points]
        }
    }
}

/// A text that no spreadsheet reads as a formula (OWASP, "CSV Injection").
fn inert(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::{Id, Student};

    fn text(lms: Lms, student: &Student, points: Option<&str>) -> Option<String> {
        let points = points.map(|points| points.parse().unwrap());
        let mark = Mark { student: student.clone(), points, comment: "=1<br>well done".to_owned() };
        let filled = fresh(lms, "Homework 1", &[mark], Points::whole(100))?;
        Some(String::from_utf8(filled.content).unwrap())
    }

    #[test]
    fn each_lms_gets_the_columns_that_it_needs() {
        let of = |lms| {
            let ids = [(IdKind::Lms, "4321"), (IdKind::Login, "jdoe"), (IdKind::School, "0042")];
            // At Sakai, only groups have numbers.
            let ids = ids.into_iter().filter(|(kind, _)| lms != Lms::Sakai || *kind != IdKind::Lms);
            let ids = ids.map(|(kind, text)| Id { kind, text: text.into() });
            text(lms, &Student::called("Doe, Jane", ids.collect()), Some("87.5"))
        };
        insta::assert_snapshot!(of(Lms::Canvas).unwrap(), @r#"
        Student,ID,Section,Homework 1
            Points Possible,,,100
        "Doe, Jane",4321,,87.5
        "#);
        insta::assert_snapshot!(of(Lms::Moodle).unwrap(), @r#"
        Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments
        Participant 4321,"Doe, Jane",87.5,100,-,'=1<br>well done
        "#);
        insta::assert_snapshot!(of(Lms::Brightspace).unwrap(), @"
        OrgDefinedId,Homework 1 Points Grade,End-of-Line Indicator
        #0042,87.5,#
        ");
        insta::assert_snapshot!(of(Lms::Blackboard).unwrap(), @"
        Username,Homework 1
        jdoe,87.5
        ");
        insta::assert_snapshot!(of(Lms::Sakai).unwrap(), @r#"
        Homework 1,Points
        ""
        Display ID,ID,Last Name,First Name,grade
        jdoe,jdoe,Doe,Jane,87.5
        "#);
        assert_eq!(of(Lms::Gradescope), None);
    }

    #[test]
    fn there_is_no_table_where_nobody_has_the_id_that_it_needs() {
        assert_eq!(text(Lms::Brightspace, &Student::new("Jane Doe", IdKind::Lms, "1"), Some("1")), None);
    }

    #[test]
    fn there_is_no_table_for_moodle_where_teams_handed_in() {
        let of = |student: Student| Mark { student, points: "1".parse().ok(), comment: String::new() };
        let team = of(Student::new("Team Red", IdKind::Lms, "77"));
        let others = of(Student::called("Default group", Vec::new()));
        assert!(fresh(Lms::Moodle, "Homework 1", std::slice::from_ref(&team), Points::whole(1)).is_some());
        assert_eq!(fresh(Lms::Moodle, "Homework 1", &[team, others], Points::whole(1)), None);
    }

    #[test]
    fn a_name_is_no_formula() {
        let hostile = Student::new("=cmd|' /C calc'!A0", IdKind::Lms, "7");
        assert!(text(Lms::Canvas, &hostile, Some("1")).unwrap().contains("\n'=cmd|' /C calc'!A0,7,,1\n"));
    }
}
