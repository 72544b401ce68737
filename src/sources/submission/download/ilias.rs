//! ILIAS: `Doe_Jane_jdoe_4713/hello.py`, and of teams `Team 12/Doe_Jane_jdoe_4713/hello.py`.
//!
//! The number is the user's. What came after the deadline has `Late Submission - ` before its name, translated, and a name that is there twice
//! a number behind it, `hello (2).py` (ILIAS-eLearning/ILIAS, `components/ILIAS/Exercise/Submission/SubmissionManager.php`). There is no time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::numbered::{ILIAS, first_name};
use super::{Content, Entry};
use crate::submission::{HandIn, Id, IdKind, Student};

/// The number of a user is that of an object of the whole system: it has some digits, unlike those that people give to groups.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?:(?P<team>[^/]+ \d+)/)?(?P<folder>(?P<last>\p{L}[^/_]*)_(?P<first>\p{L}[^/_]*)_(?P<login>[^/]+)_(?P<id>\d{3,}))/(?P<file>.+)$",
    )
});

/// What stands between the words for lateness and the name of a file.
const MARK: &str = " - ";

/// Whether a folder may be that of one student.
pub(super) fn is_a_students(folder: &str) -> bool {
    NAME.is_match(&format!("{folder}/x"))
}

/// Parses the paths of all files together: who handed in for a team is told by the folder of the team.
pub(super) fn entries(paths: &[&str]) -> Vec<Option<Entry>> {
    let mut teams = BTreeMap::<&str, Vec<Student>>::new();
    let parsed: Vec<_> = paths.iter().map(|path| NAME.captures(path)).collect();
    let student = |parts: &regex::Captures| {
        let ids = [(IdKind::Lms, "id"), (IdKind::Login, "login")];
        let ids = ids.map(|(kind, part)| Id { kind, text: parts[part].into() });
        Student::called(format!("{} {}", &parts["first"], &parts["last"]), ids.into())
    };
    for parts in parsed.iter().flatten() {
        let Some(team) = parts.name("team") else { continue };
        let (members, student) = (teams.entry(team.as_str()).or_default(), student(parts));
        if !members.contains(&student) {
            members.push(student);
        }
    }
    let entry = |parts: regex::Captures| {
        let team = parts.name("team").map(|team| teams[team.as_str()].clone());
        Entry {
            students: team.unwrap_or_else(|| vec![student(&parts)]),
            content: Content::File(PathBuf::from(&parts["file"])),
            returns_as: Some(format!("multi_feedback/{}/feedback.txt", &parts["folder"])),
            ..Entry::of_nobody()
        }
    };
    parsed.into_iter().map(|parts| parts.map(entry)).collect()
}

/// Takes the words for lateness off the names of files, and returns whether there were any. In whatever language they are, a wanted name stands
/// behind them.
pub(super) fn without_lateness(paths: &mut [PathBuf], hand_in: &HandIn) -> bool {
    let split = |path: &PathBuf| {
        let (words, name) = path.to_str()?.split_once(MARK)?;
        Some((words.to_owned(), name.to_owned()))
    };
    let is_wanted = |name: &str| {
        let name = first_name(name, ILIAS).unwrap_or_else(|| name.to_owned());
        hand_in.names().any(|wanted| wanted == name) || hand_in.is_matched(&name)
    };
    let late = paths.iter().filter_map(split).find(|(_, name)| is_wanted(name));
    let Some((words, _)) = late else { return false };
    for path in &mut *paths {
        if let Some((_, name)) = split(path).filter(|(own, _)| *own == words) {
            *path = PathBuf::from(name);
        }
    }
    true
}
