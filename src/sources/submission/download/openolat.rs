//! OpenOlat: `Doe_Jane_jdoe/2_submissions/hello.py`, also below a folder of the task.
//!
//! Last name, first name and user name, in which blanks are `_` and signs beyond ASCII are left out; or a group's name and number. The
//! folders of the steps are numbered: what was handed in once more, after corrections, lies in `4_revisions_1`
//! (OpenOLAT/OpenOLAT, `GTACourseNode.java`, `archiveNodeData`). There is no time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::{Content, Entry};
use crate::submission::{Id, IdKind, Student};

/// A file below the folder of a student. Folders of the same names below that are the student's own.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?P<above>[^/]+/)??(?P<folder>(?P<name>[^/]+)_(?P<user>[^/_]+))/(?P<step>\d+)_(?P<kind>task|submissions|corrections|revisions|assessment)(?:_\d+)?/(?P<file>.+)$",
    )
});

/// What lies beside the folders of students: the table of results, and sample solutions.
static BESIDE: LazyLock<Regex> =
    LazyLock::new(|| super::pattern(r"^(?:[^/]+/)?(?:[^/]+\.xlsx|solutions/.+)$"));

/// Whether a path begins with the folder of a student.
pub(super) fn is_below_student(path: &str) -> bool {
    NAME.captures(path).is_some_and(|parts| parts.name("above").is_none())
}

/// Parses the paths of all files together: of several times that somebody handed in, the last one counts.
pub(super) fn entries(paths: &[&str]) -> Vec<Option<Entry>> {
    let parsed: Vec<_> = paths.iter().map(|path| NAME.captures(path)).collect();
    // Whose it is, and which step, if it was handed in.
    let step = |parts: &regex::Captures| {
        let is_handed_in = ["submissions", "revisions"].contains(&&parts["kind"]);
        let step = parts["step"].parse::<u32>().ok().filter(|_| is_handed_in)?;
        Some((parts["folder"].to_owned(), step))
    };
    let mut last = BTreeMap::new();
    for (folder, step) in parsed.iter().flatten().filter_map(step) {
        let known = last.entry(folder).or_insert(step);
        *known = step.max(*known);
    }
    if last.is_empty() {
        return vec![None; paths.len()];
    }
    let entry = |(path, parts): (&&str, Option<regex::Captures>)| {
        let Some(parts) = parts else { return BESIDE.is_match(path).then(Entry::of_nobody) };
        let is_last = step(&parts).is_some_and(|(folder, step)| last[&folder] == step);
        Some(match is_last {
            false => Entry::of_nobody(),
            true => Entry {
                students: vec![student(&parts["name"], &parts["user"])],
                content: Content::File(PathBuf::from(&parts["file"])),
                returns_as: Some(format!("{}/feedback.txt", &parts["user"])),
                ..Entry::of_nobody()
            },
        })
    };
    paths.iter().zip(parsed).map(entry).collect()
}

/// Of two words, the first one is the last name. Of more, nothing tells where it ends.
fn student(name: &str, user: &str) -> Student {
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    let name = match words[..] {
        [last, first] => format!("{first} {last}"),
        _ => words.join(" "),
    };
    Student::called(name, vec![Id { kind: IdKind::Login, text: user.into() }])
}
