//! Sakai: `Homework 1/Doe, Jane(jdoe)/Submission attachment(s)/hello.py`, or, without folders,
//! `Homework 1/Doe, Jane(jdoe)_Submission attachment(s)_hello.py`.
//!
//! The name in parentheses is the username. Beside the folder of the attachments, whose name is translated, lies `timestamp.txt` with the
//! moment; a group's folder has the group's number in parentheses, and `members.txt` (sakaiproject/sakai,
//! `AssignmentServiceImpl.java`, `zipSubmissions` and `zipGroupSubmissions`).

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use regex::{Captures, Regex};

use super::listing::Listed;
use super::{Content, Entry};
use crate::submission::{Arrival, Id, IdKind, Student};

/// The folder of a student, or of a group.
static FOLDER: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?:(?P<name>[^/]*?,[^/]*)\((?P<user>[^()/]+)\)|(?P<team>[^/]+) \((?P<number>[0-9a-f-]{36})\))$",
    )
});

/// A member of a group: `Doe, Jane(jdoe)`.
static MEMBER: LazyLock<Regex> =
    LazyLock::new(|| super::pattern(r"^\s*(?P<name>.*?)\((?P<user>[^()]+)\)\s*$"));

/// A sign that Sakai writes by its number: `&#252;`.
static SIGN: LazyLock<Regex> = LazyLock::new(|| super::pattern(r"&#(\d{1,7});"));

/// A file in a download without folders.
static FLAT: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(r"^(?P<folder>[^/]*?,[^/]*?\([^()/]+\))_(?:Submission attachment\(s\)_(?P<file>.+)|.*)$")
});

/// What Sakai itself writes into the folder of a student.
const OWN: [&str; 4] = ["timestamp.txt", "comments.txt", "feedbackText.html", "members.txt"];

/// The folder of the attachments in English.
const ATTACHMENTS: &str = "Submission attachment(s)/";

/// What the folder with the files of whoever marks begins with.
const FEEDBACK: &str = "Feedback";

/// What the name of a text that was typed into Sakai ends with.
const TEXT: &str = "_submissionText.html";

/// The largest of Sakai's own files that is read, in bytes.
const MOST: u64 = 1 << 20;

/// Whether a folder may be that of one student.
pub(super) fn is_a_students(folder: &str) -> bool {
    FOLDER.is_match(folder)
}

/// Parses the names of all files together: only a folder in which Sakai wrote when it was handed in tells that they are Sakai's.
pub(super) fn entries(files: &[Listed]) -> Vec<Option<Entry>> {
    let nothing = || vec![None; files.len()];
    let own = |name: &'static str| {
        files.iter().filter_map(move |file| {
            let (folder, rest) = file.path.split_once('/')?;
            let content =
                (rest == name && FOLDER.is_match(folder)).then(|| file.source.read(MOST).ok())??.content;
            Some((folder, String::from_utf8_lossy(&content).into_owned()))
        })
    };
    let moments: HashMap<&str, Arrival> =
        own("timestamp.txt").filter_map(|(folder, text)| Some((folder, moment(&text)?))).collect();
    let members: HashMap<&str, Vec<Student>> =
        own("members.txt").map(|(folder, text)| (folder, members_of(&text))).collect();
    let is_flat =
        files.iter().any(|file| FLAT.captures(&file.path).is_some_and(|parts| parts.name("file").is_some()));
    // The folder of the attachments is the only one but that of feedback, in any language.
    let attachments = |file: &Listed| {
        let (folder, rest) = file.path.split_once('/').filter(|(folder, _)| FOLDER.is_match(folder))?;
        let inside = rest.split_once('/')?.0;
        (!inside.starts_with(FEEDBACK)).then(|| (folder.to_owned(), inside.to_owned()))
    };
    let attachments: BTreeSet<String> =
        files.iter().filter_map(attachments).map(|(_, inside)| inside).collect();
    if moments.is_empty() && !is_flat || attachments.len() > 1 {
        return nothing();
    }
    files.iter().map(|file| entry(&file.path, &moments, &members)).collect()
}

fn entry(
    path: &str,
    moments: &HashMap<&str, Arrival>,
    members: &HashMap<&str, Vec<Student>>,
) -> Option<Entry> {
    let Some((folder, rest)) = path.split_once('/') else {
        return flat(path).or_else(|| is_of_the_class(path).then(Entry::of_nobody));
    };
    let parts = FOLDER.captures(folder)?;
    let returns_as = rest.starts_with(ATTACHMENTS).then(|| page_in(folder));
    let content = match rest.split_once('/') {
        Some((inside, _)) if inside.starts_with(FEEDBACK) => return Some(Entry::of_nobody()),
        Some((_, file)) => Content::File(PathBuf::from(file)),
        None if OWN.contains(&rest) => return Some(Entry::of_nobody()),
        None if rest.ends_with(TEXT) => Content::Text(PathBuf::from(rest)),
        None => return None,
    };
    // Each member has the number of the group, by which the group has its row in `grades.csv`.
    let of_group = |number: &str| -> Option<Vec<Student>> {
        let members = members.get(folder).filter(|members| !members.is_empty())?;
        let number = Id { kind: IdKind::Lms, text: number.into() };
        let member = |member: &Student| {
            let ids = member.ids.iter().chain([&number]).cloned().collect();
            Student { ids, ..member.clone() }
        };
        Some(members.iter().map(member).collect())
    };
    let students = match parts.name("team") {
        None => vec![student(&parts)],
        Some(team) => {
            of_group(&parts["number"]).unwrap_or_else(|| vec![Student::called(team.as_str(), Vec::new())])
        }
    };
    Some(Entry { students, arrival: moments.get(folder).copied(), content, returns_as, ..Entry::of_nobody() })
}

/// Where Sakai looks for the page of a student, below a folder with any name, if its language is English: in others, that folder is
/// called otherwise, and Sakai passes over what lies in this one (`AssignmentAction.java`, `uploadAll_parseZipFile`).
fn page_in(folder: &str) -> String {
    format!("assignment/{folder}/Feedback Attachment(s)/feedback.txt")
}

/// Parses the name of a file in a download without folders.
fn flat(path: &str) -> Option<Entry> {
    let parts = FLAT.captures(path)?;
    let Some(file) = parts.name("file") else { return Some(Entry::of_nobody()) };
    let student = student(&FOLDER.captures(&parts["folder"])?);
    let content = Content::File(PathBuf::from(file.as_str()));
    let returns_as = Some(page_in(&parts["folder"]));
    Some(Entry { students: vec![student], content, returns_as, ..Entry::of_nobody() })
}

/// Whether a file beside the folders is Sakai's: the marks, or notes about the students.
fn is_of_the_class(path: &str) -> bool {
    ["grades.csv", "grades.xls", "grades.xlsx"].contains(&path) || path.ends_with(".html")
}

/// The student whom a name and a username tell.
fn student(parts: &Captures) -> Student {
    let name = SIGN.replace_all(&parts["name"], |sign: &Captures| {
        let sign = sign[1].parse().ok().and_then(char::from_u32).filter(|sign| !sign.is_control());
        sign.map(String::from).unwrap_or_default()
    });
    let (name, user) = (name.trim().trim_end_matches(',').trim(), &parts["user"]);
    Student::new(if name.is_empty() { user } else { name }, IdKind::Login, user)
}

fn members_of(text: &str) -> Vec<Student> {
    text.split("; ").filter_map(|member| MEMBER.captures(member)).map(|parts| student(&parts)).collect()
}

/// Reads a moment as Sakai writes it, `2026-03-01T20:00:00Z`, and before version 12 `20260301200000000`, in UTC.
fn moment(text: &str) -> Option<Arrival> {
    let text = text.trim();
    let digits = || {
        let (seconds, _) = text.split_at_checked(14).filter(|_| text.len() == 17)?;
        DateTime::strptime("%Y%m%d%H%M%S", seconds).ok()?.to_zoned(TimeZone::UTC).ok()
    };
    text.parse::<Timestamp>().ok().or_else(|| Some(digits()?.timestamp())).map(Arrival::At)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_all_versions_are_read() {
        let at = |text: &str| moment(text).map(|at| at.in_zone(&TimeZone::UTC).to_string());
        for text in ["2026-03-01T20:00:05Z\n", "2026-03-01T21:00:05+01:00", "20260301200005123"] {
            assert_eq!(at(text).as_deref(), Some("2026-03-01T20:00:05+00:00[UTC]"), "{text}");
        }
        for text in ["", "yesterday", "2026030120000", "20261301200005123", "ä0260301200005123"] {
            assert_eq!(at(text), None, "{text}");
        }
    }

    #[test]
    fn members_of_a_group_are_told_by_name_and_username() {
        let members = members_of("Doe, Jane(jdoe); M&#252;ller, Jan(jm); ,(nobody); broken");
        let names: Vec<_> = members.iter().map(|one| (one.name.clone(), one.ids[0].text.clone())).collect();
        let named = |name: &str, user: &str| (name.into(), user.into());
        assert_eq!(
            names,
            [named("Doe, Jane", "jdoe"), named("Müller, Jan", "jm"), named("nobody", "nobody")]
        );
    }
}
