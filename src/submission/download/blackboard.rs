//! Blackboard: `Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_chapter 13.pdf`.
//!
//! The parts are the assignment, the username, the time of the attempt without zone, and the file; beside them lies
//! one `.txt` for each attempt, in which Blackboard says the same in words. Every attempt may be there.

use std::path::PathBuf;
use std::sync::LazyLock;

use jiff::civil::DateTime;
use regex::{Captures, Regex};

use super::{Content, Entry};
use crate::submission::{Arrival, IdKind, Student};

/// What stands before the first `_attempt_` with a time is Blackboard's, whatever a student calls a file.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(r"^(?P<asg>.+?)_(?P<user>[^_]+)_attempt_(?P<ts>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)$")
});

/// What names say: all together, because an assignment and a username may hold `_`, and the assignment is the same
/// in all of them.
pub(super) fn entries(paths: &[&str]) -> Vec<Option<Entry>> {
    let matched: Vec<Option<Captures>> =
        paths.iter().map(|path| NAME.captures(path).filter(|_| !path.contains('/'))).collect();
    let heads =
        || matched.iter().flatten().map(|parts| &parts[0][..parts.name("ts").map_or(0, |ts| ts.start())]);
    let assignment = common_start(heads());
    matched.iter().map(|parts| entry(parts.as_ref()?, assignment)).collect()
}

fn entry(parts: &Captures, assignment: usize) -> Option<Entry> {
    let user = &parts[0][assignment..parts.name("user")?.end()];
    let at = DateTime::strptime("%Y-%m-%d-%H-%M-%S", &parts["ts"]).ok()?;
    let attempt = &parts[0][..parts.name("ts")?.end()];
    let content = parts.name("file").map(|file| Content::File(PathBuf::from(file.as_str())));
    Some(Entry {
        students: vec![Student::new(user, IdKind::Login, user)],
        arrival: Some(Arrival::Clock(at)),
        marked_late: false,
        content: content.unwrap_or(Content::None),
        returns_as: Some(format!("{attempt}_feedback.txt")),
    })
}

/// How many bytes of `Chapter 13 Problems_jdoe3_attempt_` are the assignment and its `_`: what all heads share, up to
/// the last `_` before a username.
fn common_start<'a>(mut heads: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = heads.next() else { return 0 };
    let user_end = |head: &str| head.len() - "_attempt_".len();
    let mut shared = user_end(first);
    for head in heads {
        let same = first.bytes().zip(head.bytes()).take_while(|(one, other)| one == other).count();
        shared = shared.min(same).min(user_end(head));
    }
    first.as_bytes()[..shared].iter().rposition(|byte| *byte == b'_').map_or(0, |place| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn one(path: &str) -> Option<Entry> {
        entries(&[path]).remove(0)
    }

    #[test]
    fn names_fall_into_student_time_and_file() {
        let entry = one("Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_chapter 13.pdf").unwrap();
        assert_eq!(entry.students, [Student::new("jdoe3", IdKind::Login, "jdoe3")]);
        assert_eq!(entry.arrival, Some(Arrival::Clock("2014-04-30T21:02:38".parse().unwrap())));
        assert_eq!(entry.content, Content::File(PathBuf::from("chapter 13.pdf")));
        let back = "Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_feedback.txt";
        assert_eq!(entry.returns_as.unwrap(), back);
    }

    #[test]
    fn the_text_of_an_attempt_is_not_the_students() {
        let entry = one("Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38.txt").unwrap();
        assert_eq!(entry.content, Content::None);
    }

    #[test]
    fn the_first_attempt_in_a_name_counts() {
        let path = "Lab_jdoe_attempt_2014-04-30-21-02-38_x_roe_attempt_2015-01-01-00-00-00_a.py";
        let entry = one(path).unwrap();
        assert_eq!(entry.students[0].name, "jdoe");
        let Content::File(file) = entry.content else { panic!() };
        assert_eq!(file, Path::new("x_roe_attempt_2015-01-01-00-00-00_a.py"));
    }

    #[test]
    fn a_username_with_an_underscore_is_told_by_the_names_of_others() {
        let paths = [
            "Lab_1_j_doe_attempt_2014-04-30-21-02-38_a.py",
            "Lab_1_roe_attempt_2014-04-30-21-02-38_a.py",
            "Lab_1_ray_attempt_2014-04-30-21-02-38_a.py",
        ];
        let users: Vec<String> =
            entries(&paths).into_iter().map(|entry| entry.unwrap().students[0].name.clone()).collect();
        assert_eq!(users, ["j_doe", "roe", "ray"]);
    }

    #[test]
    fn other_names_are_not_of_blackboard() {
        for path in
            ["hello.py", "Lab_jdoe_attempt_2014-04-30_a.py", "Lab_jdoe_attempt_2014-13-30-21-02-38_a.py"]
        {
            assert!(one(path).is_none(), "{path}");
        }
    }
}
