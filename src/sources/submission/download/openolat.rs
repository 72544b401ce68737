//! OpenOlat: `Doe_Jane_jdoe/2_submissions/hello.py`, also below a folder of the task.
//!
//! Last name, first name and user name, in which blanks are `_` and signs beyond ASCII are left out; or a group's name and number. The
//! folders of the steps are numbered: what was handed in once more, after corrections, lies in `4_revisions_1`
//! (OpenOLAT/OpenOLAT, `GTACourseNode.java`, `archiveNodeData`). There is no time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::{Content, Entry};
use crate::submission::{Id, IdKind, Student};
use crate::untrusted::Untrusted;

/// A file below the folder of a student. Folders of the same names below that are the student's own.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?P<above>[^/]+/)??(?P<folder>(?P<name>[^/]+)_(?P<user>[^/_]+))/(?P<step>\d+)_(?P<kind>task|submissions|corrections|revisions|assessment)(?:_\d+)?/(?P<file>.+)$",
    )
});

/// What lies beside the folders of students: the table of results, and sample solutions.
static BESIDE: LazyLock<Regex> =
    LazyLock::new(|| super::pattern(r"^(?:[^/]+/)?(?:[^/]+\.xlsx|solutions/.+)$"));

/// What the folder of a task begins with that groups hand in.
const OF_GROUPS: &str = "grouptask_";

/// Whether a path begins with the folder of a student.
pub(super) fn is_below_student(path: &str) -> bool {
    NAME.captures(path).is_some_and(|parts| parts.name("above").is_none())
}

/// Parses the paths of all files together: of several times that somebody handed in, the last one counts.
///
/// # Errors
///
/// When it holds several tasks, whose files nothing keeps apart.
pub(super) fn entries(paths: &[&str]) -> Result<Vec<Option<Entry>>, Untrusted> {
    let parsed: Vec<_> = paths.iter().map(|path| NAME.captures(path)).collect();
    let mut last = BTreeMap::<String, u32>::new();
    let mut folders = BTreeMap::<String, BTreeSet<String>>::new();
    let mut tasks = BTreeSet::new();
    for parts in parsed.iter().flatten() {
        let Some(step) = step(parts) else { continue };
        let known = last.entry(parts["folder"].to_owned()).or_insert(step);
        *known = step.max(*known);
        folders.entry(parts["user"].to_owned()).or_default().insert(parts["folder"].to_owned());
        tasks.insert(parts.name("above").map_or("", |above| above.as_str().trim_end_matches('/')));
    }
    if last.is_empty() {
        return Ok(vec![None; paths.len()]);
    }
    if let [one, other, ..] = tasks.into_iter().collect::<Vec<_>>()[..] {
        let told = "` are two tasks: grade each from a folder of its own";
        return Err(Untrusted::concat(&[&"`", &one, &"` and `", &other, &told]));
    }
    let entry = |(path, parts): (&&str, Option<regex::Captures>)| {
        let Some(parts) = parts else { return BESIDE.is_match(path).then(Entry::of_nobody) };
        if step(&parts).is_none_or(|step| step != last[&parts["folder"]]) {
            return Some(Entry::of_nobody());
        }
        let user = &parts["user"];
        let is_of_group = parts.name("above").is_some_and(|above| above.as_str().starts_with(OF_GROUPS));
        // A user name may hold a `_`, too. Where several folders end alike, what stands behind their last one is nobody's.
        let is_user = !is_of_group && folders[user].len() == 1;
        let student = match (is_of_group, is_user) {
            (true, _) => {
                Student::called(words(&parts["name"]), vec![Id { kind: IdKind::Lms, text: user.into() }])
            }
            (false, true) => student(&parts["name"], user),
            (false, false) => Student::called(words(&parts["folder"]), Vec::new()),
        };
        Some(Entry {
            students: vec![student],
            content: Content::File(PathBuf::from(&parts["file"])),
            returns_as: is_user.then(|| format!("{user}/feedback.txt")),
            ..Entry::of_nobody()
        })
    };
    Ok(paths.iter().zip(parsed).map(entry).collect())
}

/// The number of the step, if something was handed in there.
fn step(parts: &regex::Captures) -> Option<u32> {
    let is_handed_in = ["submissions", "revisions"].contains(&&parts["kind"]);
    parts["step"].parse().ok().filter(|_| is_handed_in)
}

/// Of two words, the first one is the last name. Of more, nothing tells where it ends.
fn student(name: &str, user: &str) -> Student {
    let name = match name.split('_').collect::<Vec<_>>()[..] {
        [last, first] if !last.is_empty() && !first.is_empty() => format!("{first} {last}"),
        _ => words(name),
    };
    Student::called(name, vec![Id { kind: IdKind::Login, text: user.into() }])
}

fn words(name: &str) -> String {
    name.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
