//! Brightspace: `13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM/hello.py`, or the same with ` - ` before the file.
//!
//! The pair of numbers shows that it is Brightspace's: the first number is the user's. The date is in the language of
//! the person who downloaded it; its time has no colon and no zone. Every attempt is included, each with its own time.

use std::path::PathBuf;

use super::{Content, Entry, clock};
use crate::submission::{Arrival, IdKind, Student};

/// The separator between the parts of a name.
const BETWEEN: &str = " - ";

/// Parses a path.
pub(super) fn entry(path: &str) -> Option<Entry> {
    if path == "index.html" {
        return Some(Entry::of_nobody());
    }
    let (top, inside) = path.split_once('/').map_or((path, None), |(top, rest)| (top, Some(rest)));
    let (numbers, rest) = top.split_once(BETWEEN)?;
    let user = pair(numbers)?;
    let parts: Vec<&str> = rest.split(BETWEEN).collect();
    // A name comes first, even if it looks like a date.
    let mut dates = (1..parts.len()).filter(|place| clock::is_date(parts[*place]));
    let date = match inside {
        Some(_) => dates.next_back().filter(|place| place + 1 == parts.len())?,
        None => dates.next().filter(|place| place + 1 < parts.len())?,
    };
    let name = parts[..date].join(BETWEEN);
    let attempt = [&[numbers], &parts[..=date]].concat().join(BETWEEN);
    let (file, returns_as) = match inside {
        Some(inside) => (inside.to_owned(), format!("{attempt}/feedback.txt")),
        None => (parts[date + 1..].join(BETWEEN), format!("{attempt}{BETWEEN}feedback.txt")),
    };
    let time = clock::read(parts[date]);
    (!name.is_empty() && !file.is_empty()).then(|| Entry {
        students: vec![Student::new(&name, IdKind::Lms, user)],
        arrival: time.map(Arrival::Clock),
        marked_late: false,
        undated: time.is_none().then_some(attempt),
        content: Content::File(PathBuf::from(file)),
        returns_as: Some(returns_as),
    })
}

/// Returns the first of the two numbers in `13394-80551`.
fn pair(numbers: &str) -> Option<&str> {
    let (user, submission) = numbers.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(user) && is_number(submission)).then_some(user)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn paths_are_split_into_student_time_and_file_with_and_without_folders() {
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
                (&entry.students[0].name, entry.students[0].id(IdKind::Lms)),
                (&name.into(), Some(&uid.into()))
            );
            assert_eq!(entry.arrival, Some(Arrival::Clock(at.parse().unwrap())), "{path}");
            assert_eq!(entry.returns_as.unwrap(), returns_as);
        }
    }

    #[test]
    fn other_paths_are_not_recognized_as_brightspace() {
        for path in [
            "hello.py",
            "13394-80551 - Charlie Brown - Mar 29, 2018 1205 PM",
            "13394-80551 - Charlie Brown/hello.py",
            "13394-80551 - Mar 29, 2018 1205 PM/hello.py",
            "13394 - Charlie Brown - Mar 29, 2018 1205 PM/hello.py",
        ] {
            assert!(entry(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_date_that_cannot_be_read_is_still_recognized_as_a_date() {
        for date in ["Foo 29, 2018 1205 PM", "Feb 30, 2018 1205 PM", "3.5.2025 1224", "18 พฤษภาคม 2568 1224"]
        {
            for path in [format!("1-2 - Ann - {date} - a.py"), format!("1-2 - Ann - {date}/a.py")] {
                let entry = entry(&path).unwrap_or_else(|| panic!("{path}"));
                assert_eq!((entry.arrival, &entry.students[0].name), (None, &"Ann".into()));
                assert_eq!(entry.undated.unwrap(), format!("1-2 - Ann - {date}"));
            }
        }
    }
}
