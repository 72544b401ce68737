//! Moodle: `Jane Doe_12345_assignsubmission_file_/hello.py`, or the same without folders.
//!
//! The number is the participant's: `Participant 12345` in the grading worksheet. Where teams hand in, it is the team's, and
//! those without a team have none, `Default group_assignsubmission_file_/hello.py` (moodle/moodle,
//! `mod/assign/classes/downloader.php`). There is no time.

use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::{Content, Entry};
use crate::submission::{IdKind, Student};

/// What stands behind name and number.
pub(super) const MARK: &str = "_assignsubmission_";

/// Moodle writes a blank for every `_` of a name. So the number before the first such word is Moodle's, whatever name a
/// student gave to a file.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?P<name>[^_/]+)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>file|onlinetext)_?(?:/|_|$)",
    )
});

/// Parses a path.
pub(super) fn entry(path: &str) -> Option<Entry> {
    let parts = NAME.captures(path)?;
    let in_folder = parts[0].ends_with('/');
    let rest = &path[parts[0].len()..];
    let folder = if in_folder { &path[..parts[0].len()] } else { "" };
    let (file, prefix) = match rest {
        "" => return None,
        // Without folders, the mark ends with one `_` before the name of the file.
        _ if folder.is_empty() => (rest, parts[0].to_owned()),
        _ => (rest, folder.to_owned()),
    };
    let content = match &parts["kind"] {
        "file" => Content::File(PathBuf::from(file)),
        _ => Content::Text(PathBuf::from(file)),
    };
    let prefix = prefix.replace("_assignsubmission_onlinetext_", "_assignsubmission_file_");
    Some(Entry {
        students: vec![match parts.name("id") {
            Some(id) => Student::new(&parts["name"], IdKind::Lms, id.as_str()),
            None => Student::called(&parts["name"], Vec::new()),
        }],
        arrival: None,
        marked_late: false,
        undated: None,
        content,
        returns_as: Some(format!("{prefix}feedback.txt")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn paths_are_split_into_student_number_and_file_with_and_without_folders() {
        for (path, name, id, file, returns_as) in [
            (
                "Jane Doe_12345_assignsubmission_file_/hello.py",
                "Jane Doe",
                "12345",
                "hello.py",
                "Jane Doe_12345_assignsubmission_file_/feedback.txt",
            ),
            (
                "Jane Doe_12345_assignsubmission_file/src/hello.py",
                "Jane Doe",
                "12345",
                "src/hello.py",
                "Jane Doe_12345_assignsubmission_file/feedback.txt",
            ),
            (
                "Jane Doe_12345_assignsubmission_file_hello.py",
                "Jane Doe",
                "12345",
                "hello.py",
                "Jane Doe_12345_assignsubmission_file_feedback.txt",
            ),
            (
                "Jane Doe_12345_assignsubmission_onlinetext_/onlinetext.html",
                "Jane Doe",
                "12345",
                "onlinetext.html",
                "Jane Doe_12345_assignsubmission_file_/feedback.txt",
            ),
            (
                "Participant_77_assignsubmission_file_/a.py",
                "Participant",
                "77",
                "a.py",
                "Participant_77_assignsubmission_file_/feedback.txt",
            ),
            (
                "Default group_assignsubmission_file_/a.py",
                "Default group",
                "",
                "a.py",
                "Default group_assignsubmission_file_/feedback.txt",
            ),
            (
                "Default group_assignsubmission_file_Jane Doe_5_assignsubmission_file_a.py",
                "Default group",
                "",
                "Jane Doe_5_assignsubmission_file_a.py",
                "Default group_assignsubmission_file_feedback.txt",
            ),
        ] {
            let entry = entry(path).unwrap_or_else(|| panic!("{path}"));
            let (Content::File(found) | Content::Text(found)) = &entry.content else { panic!("{path}") };
            assert_eq!(found, Path::new(file), "{path}");
            assert_eq!(
                (&entry.students[0].name, entry.students[0].id(IdKind::Lms)),
                (&name.into(), Some(id).filter(|id| !id.is_empty()).map(Into::into).as_ref())
            );
            assert_eq!(entry.returns_as.unwrap(), returns_as);
        }
    }

    #[test]
    fn a_file_named_like_another_students_folder_stays_with_its_own_student() {
        for path in [
            "Jane Doe_1_assignsubmission_file_/Rick Roe_2_assignsubmission_file_/hello.py",
            "Jane Doe_1_assignsubmission_file_Rick Roe_2_assignsubmission_file_hello.py",
        ] {
            assert_eq!(entry(path).unwrap().students[0].id(IdKind::Lms), Some(&"1".into()), "{path}");
        }
    }

    #[test]
    fn other_paths_are_not_recognized_as_moodle() {
        for path in ["hello.py", "Jane Doe_x_assignsubmission_file_/a.py", "Jane Doe_1_file_/a.py"] {
            assert!(entry(path).is_none(), "{path}");
        }
        assert!(entry("src/Jane Doe_1_assignsubmission_file_/a.py").is_none());
    }
}
