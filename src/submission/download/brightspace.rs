//! Brightspace: `13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM/hello.py`, or the same with ` - ` before the file.
//!
//! The first number is the user's, the second the submission's; the time has no colon and no zone. Every attempt
//! is there, each under its own time.

use std::path::PathBuf;
use std::sync::LazyLock;

use jiff::civil::DateTime;
use regex::Regex;

use super::{Content, Entry};
use crate::submission::{Arrival, IdKind, Student};

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(
        r"^(?P<uid>\d+)-(?P<sub>\d+) - (?P<name>.+?) - (?P<date>[A-Z][a-z]{2} \d{1,2}, \d{4} \d{3,4} [AP]M)(?: - (?P<file>.+))?$",
    )
});

/// What a path says.
pub(super) fn entry(path: &str) -> Option<Entry> {
    if path == "index.html" {
        return Some(Entry::of_nobody());
    }
    let (top, inside) = path.split_once('/').map_or((path, None), |(top, rest)| (top, Some(rest)));
    let parts = NAME.captures(top)?;
    let (file, returns_as) = match (inside, parts.name("file")) {
        (Some(inside), None) => (inside, format!("{top}/feedback.txt")),
        (None, Some(file)) => (file.as_str(), format!("{}feedback.txt", &top[..file.start()])),
        _ => return None,
    };
    Some(Entry {
        students: vec![Student::new(&parts["name"], IdKind::Lms, &parts["uid"])],
        arrival: Some(Arrival::Clock(time(&parts["date"])?)),
        marked_late: false,
        content: Content::File(PathBuf::from(file)),
        returns_as: Some(returns_as),
    })
}

/// `Mar 29, 2018 1205 PM`; `905 AM` has three digits.
fn time(text: &str) -> Option<DateTime> {
    let (day, clock) = text.rsplit_once(' ').and_then(|(rest, half)| {
        let (day, digits) = rest.rsplit_once(' ')?;
        Some((day, format!("{digits:0>4} {half}")))
    })?;
    DateTime::strptime("%b %d, %Y %I%M %p", format!("{day} {clock}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn paths_fall_into_student_time_and_file_with_and_without_folders() {
        for (path, name, uid, at, file, returns_as) in [
            (
                "13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM - CBrown - Homework 6.zip",
                "Charlie Brown",
                "13394",
                "2018-03-29T12:05:00",
                "CBrown - Homework 6.zip",
                "13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM - feedback.txt",
            ),
            (
                "152711-351765 - John Doe - May 18, 2025 1224 PM/src/hello.py",
                "John Doe",
                "152711",
                "2025-05-18T12:24:00",
                "src/hello.py",
                "152711-351765 - John Doe - May 18, 2025 1224 PM/feedback.txt",
            ),
            (
                "1-2 - Ann - Lee - Jan 1, 2026 905 AM - a.py",
                "Ann - Lee",
                "1",
                "2026-01-01T09:05:00",
                "a.py",
                "1-2 - Ann - Lee - Jan 1, 2026 905 AM - feedback.txt",
            ),
            (
                "1-2 - Ann - Jan 1, 2026 1230 AM - Jan 2, 2026 900 AM - a.py",
                "Ann",
                "1",
                "2026-01-01T00:30:00",
                "Jan 2, 2026 900 AM - a.py",
                "1-2 - Ann - Jan 1, 2026 1230 AM - feedback.txt",
            ),
        ] {
            let entry = entry(path).unwrap_or_else(|| panic!("{path}"));
            let Content::File(found) = &entry.content else { panic!("{path}") };
            assert_eq!(found, Path::new(file), "{path}");
            assert_eq!(
                (entry.students[0].name.as_str(), entry.students[0].id(IdKind::Lms)),
                (name, Some(uid))
            );
            assert_eq!(entry.arrival, Some(Arrival::Clock(at.parse().unwrap())), "{path}");
            assert_eq!(entry.returns_as.unwrap(), returns_as);
        }
    }

    #[test]
    fn other_paths_are_not_of_brightspace() {
        for path in [
            "hello.py",
            "13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM",
            "1-2 - Ann - Foo 29, 2018 1205 PM - a.py",
            "1-2 - Ann - Feb 30, 2018 1205 PM - a.py",
            "1-2 - Ann - Mar 29, 2018 1305 PM - a.py",
        ] {
            assert!(entry(path).is_none(), "{path}");
        }
    }
}
