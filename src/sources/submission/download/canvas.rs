//! Canvas: `doejane_LATE_4321_98765_hello.py`, all files of all students side by side.
//!
//! The parts are the sortable name with letters and digits only, a mark of lateness, the user's number, the
//! attachment's number and the file's name (instructure/canvas-lms, `lib/content_zipper.rb`). There is no time.

use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::{Content, Entry};
use crate::submission::{IdKind, Student};

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?:(?P<name>.+?)_)??(?:(?P<late>LATE)_)?(?P<user>\d+|anon_[0-9A-Za-z]+)_(?:(?P<att>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)$",
    )
});

/// The longest name that can be used, in bytes. File systems allow 255, and the student chose the end of the name.
const LONGEST_NAME: usize = 240;

/// Parses a name.
pub(super) fn entry(path: &str) -> Option<Entry> {
    // If students are anonymous, the mark of lateness may be inside the replacement of the name.
    let usual = path.strip_prefix("anon_LATE_").map(|rest| format!("LATE_anon_{rest}"));
    let parts = NAME.captures(usual.as_deref().unwrap_or(path)).filter(|_| !path.contains('/'))?;
    let user = &parts["user"];
    let name = parts.name("name").map_or(user, |name| name.as_str());
    let content = match (parts.name("file"), parts.name("kind")) {
        (Some(file), _) => Content::File(PathBuf::from(file.as_str())),
        (None, kind) => Content::Text(PathBuf::from(format!("{}.html", kind?.as_str()))),
    };
    // Canvas finds the student and the attachment by the first two numbers; the rest of the name is free.
    let kept = &path[..path.floor_char_boundary(LONGEST_NAME)];
    let returns_as = parts.name("att").map(|_| format!("{kept}.txt"));
    Some(Entry {
        students: vec![Student::new(name, IdKind::Lms, user)],
        arrival: None,
        marked_late: parts.name("late").is_some(),
        undated: None,
        content,
        returns_as,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn names_are_split_into_student_number_lateness_and_file() {
        for (path, name, user, late, file) in [
            ("doejane_4321_98765_hello.py", "doejane", "4321", false, "hello.py"),
            ("doejane_LATE_4321_98765_hello.py", "doejane", "4321", true, "hello.py"),
            ("doejane_4321_98765_hello-1.py", "doejane", "4321", false, "hello-1.py"),
            ("doejane_4321_98765_my_1_2_file.py", "doejane", "4321", false, "my_1_2_file.py"),
            ("müllerjörg_7_8_a b.py", "müllerjörg", "7", false, "a b.py"),
            ("anon_aB3xY_98765_hello.py", "anon_aB3xY", "anon_aB3xY", false, "hello.py"),
            ("anon_LATE_aB3xY_98765_hello.py", "anon_aB3xY", "anon_aB3xY", true, "hello.py"),
            ("LATE_anon_aB3xY_98765_hello.py", "anon_aB3xY", "anon_aB3xY", true, "hello.py"),
            ("team_red_12_34_hello.py", "team_red", "12", false, "hello.py"),
            ("4321_98765_hello.py", "4321", "4321", false, "hello.py"),
            ("doejane_4321_text.html", "doejane", "4321", false, "text.html"),
            ("doejane_LATE_4321_link.html", "doejane", "4321", true, "link.html"),
        ] {
            let entry = entry(path).unwrap_or_else(|| panic!("{path}"));
            let (Content::File(found) | Content::Text(found)) = &entry.content else { panic!("{path}") };
            assert_eq!(found, Path::new(file), "{path}");
            assert_eq!(
                (&entry.students[0].name, entry.students[0].id(IdKind::Lms)),
                (&name.into(), Some(&user.into()))
            );
            assert_eq!(entry.marked_late, late, "{path}");
        }
    }

    #[test]
    fn other_names_are_not_recognized_as_canvas() {
        for path in ["hello.py", "doejane_4321_hello.py", "doejane/4321_98765_hello.py", "4321_text.txt", ""]
        {
            assert!(entry(path).is_none(), "{path}");
        }
    }

    #[test]
    fn feedback_goes_back_under_the_numbers_of_a_file_and_not_of_a_text() {
        let returns_as = |path| entry(path).unwrap().returns_as;
        assert_eq!(returns_as("doejane_4321_98765_hello.py").unwrap(), "doejane_4321_98765_hello.py.txt");
        assert_eq!(returns_as("doejane_4321_text.html"), None);
        let long = format!("doejane_4321_98765_{}.py", "é".repeat(118));
        assert!((200..255).contains(&returns_as(&long).unwrap().len()));
    }
}
