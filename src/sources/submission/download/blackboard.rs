//! Blackboard: `Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_chapter 13.pdf`.
//!
//! The parts are the assignment, the username, the time of the attempt without zone, and the file. For each attempt
//! there is also a `.txt`, a receipt in which Blackboard repeats this in words. A download may contain every attempt.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use jiff::civil::DateTime;
use regex::{Captures, Regex};

use super::listing::Listed;
use super::{Content, Entry};
use crate::submission::{Arrival, IdKind, Student};
use crate::untrusted::Text;

/// The text before the first `_attempt_` with a time is Blackboard's, whatever name a student gave to a file.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    super::pattern(r"^(?P<asg>.+?)_(?P<user>[^_]+)_attempt_(?P<ts>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)$")
});

/// The students in the receipts of a download, by the names of their attempts.
pub(super) type Receipts = HashMap<String, Student>;

/// The largest part of a receipt that is read, in bytes: it contains what the student typed into Blackboard, too.
const MOST_RECEIPT: u64 = 1 << 20;

/// Reads the receipts of a download.
pub(super) fn receipts(files: &[Listed]) -> Receipts {
    let receipt = |file: &Listed| {
        let parts = NAME.captures(&file.path).filter(|parts| parts.name("file").is_none())?;
        let attempt = &file.path[..parts.name("ts")?.end()];
        let content = file.source.read(MOST_RECEIPT).ok()?.content;
        let student = student(&String::from_utf8_lossy(&content))?;
        // The name of the file is Blackboard's, whatever a student wrote into the receipt.
        let user = student.id(IdKind::Login)?.expose();
        let end = format!("_{user}_attempt_{}", &parts["ts"]);
        attempt.ends_with(&end).then(|| (attempt.to_owned(), student))
    };
    files.iter().filter_map(receipt).collect()
}

/// Reads `Name: Jane Doe (jdoe3)`, the first line of a receipt in any language.
fn student(receipt: &str) -> Option<Student> {
    let first = receipt.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty())?;
    let (_, whole) = first.split_once([':', '：'])?;
    let (name, user) = whole.trim().strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let (name, user) = (name.trim(), user.trim());
    (!name.is_empty() && !user.is_empty()).then(|| Student::new(name, IdKind::Login, user))
}

/// Parses all names together, because an assignment and a username may contain `_`, and the assignment is the same in
/// all names.
pub(super) fn entries(paths: &[&str], receipts: &Receipts) -> Vec<Option<Entry>> {
    let matched: Vec<Option<Captures>> =
        paths.iter().map(|path| NAME.captures(path).filter(|_| !path.contains('/'))).collect();
    let heads =
        || matched.iter().flatten().map(|parts| &parts[0][..parts.name("ts").map_or(0, |ts| ts.start())]);
    let told = receipts.iter().filter_map(|(attempt, student)| {
        let (head, _) = attempt.rsplit_once("_attempt_")?;
        Some(head.len() - student.id(IdKind::Login)?.expose().len())
    });
    let assignment = told.min().unwrap_or_else(|| common_start(heads()));
    matched.iter().map(|parts| entry(parts.as_ref()?, assignment, receipts)).collect()
}

fn entry(parts: &Captures, assignment: usize, receipts: &Receipts) -> Option<Entry> {
    let at = DateTime::strptime("%Y-%m-%d-%H-%M-%S", &parts["ts"]).ok()?;
    let attempt = &parts[0][..parts.name("ts")?.end()];
    let student = match receipts.get(attempt) {
        Some(student) => student.clone(),
        None => {
            let user = parts[0].get(assignment..parts.name("user")?.end()).unwrap_or(&parts["user"]);
            Student::new(user, IdKind::Login, user)
        }
    };
    let content = parts.name("file").map(|file| Content::File(PathBuf::from(file.as_str())));
    Some(Entry {
        students: vec![student],
        arrival: Some(Arrival::Clock(at)),
        marked_late: false,
        undated: None,
        content: content.unwrap_or(Content::None),
        returns_as: Some(format!("{attempt}_feedback.txt")),
    })
}

/// Returns how many bytes of `Chapter 13 Problems_jdoe3_attempt_` are the assignment and its `_`: the common start of
/// all names, up to the last `_` before a username.
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
    use crate::untrusted::Untrusted;
    use std::path::Path;

    fn one(path: &str) -> Option<Entry> {
        entries(&[path], &Receipts::new()).remove(0)
    }

    #[test]
    fn names_are_split_into_student_time_and_file() {
        let entry = one("Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_chapter 13.pdf").unwrap();
        assert_eq!(entry.students, [Student::new("jdoe3", IdKind::Login, "jdoe3")]);
        assert_eq!(entry.arrival, Some(Arrival::Clock("2014-04-30T21:02:38".parse().unwrap())));
        assert_eq!(entry.content, Content::File(PathBuf::from("chapter 13.pdf")));
        let back = "Chapter 13 Problems_jdoe3_attempt_2014-04-30-21-02-38_feedback.txt";
        assert_eq!(entry.returns_as.unwrap(), back);
    }

    #[test]
    fn the_receipt_of_an_attempt_is_no_submitted_file() {
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
    fn a_username_with_an_underscore_is_found_by_comparing_names() {
        let paths = [
            "Lab_1_j_doe_attempt_2014-04-30-21-02-38_a.py",
            "Lab_1_roe_attempt_2014-04-30-21-02-38_a.py",
            "Lab_1_ray_attempt_2014-04-30-21-02-38_a.py",
        ];
        let users: Vec<Untrusted> = entries(&paths, &Receipts::new())
            .into_iter()
            .map(|entry| entry.unwrap().students[0].name.clone())
            .collect();
        assert_eq!(users, ["j_doe", "roe", "ray"]);
    }

    #[test]
    fn a_receipt_names_its_student_in_any_language() {
        let jane = Student::new("Jane (J.) Doe", IdKind::Login, "j_doe");
        for receipt in [
            "Name: Jane (J.) Doe (j_doe)\r\nAssignment: Lab_1\r\n",
            "\u{feff}Nom : Jane (J.) Doe (j_doe)\nExercice : Lab_1\n",
            "Nombre: Jane (J.) Doe (j_doe)\n",
            "名前： Jane (J.) Doe（j_doe）\n",
        ] {
            assert_eq!(student(receipt), Some(jane.clone()), "{receipt}");
        }
        assert_eq!(student("Dear Sir or Madam\n"), None);
        assert_eq!(student(""), None);
        // Nobody else has a file of the same assignment here, so only the receipt shows where the username begins.
        let paths =
            ["Lab_1_j_doe_attempt_2014-04-30-21-02-38_a.py", "Lab_1_r_roe_attempt_2014-04-30-21-02-38_a.py"];
        let receipts = Receipts::from([("Lab_1_j_doe_attempt_2014-04-30-21-02-38".to_owned(), jane.clone())]);
        let students: Vec<Student> =
            entries(&paths, &receipts).into_iter().map(|entry| entry.unwrap().students[0].clone()).collect();
        assert_eq!(students, [jane, Student::new("r_roe", IdKind::Login, "r_roe")]);
    }

    #[test]
    fn other_names_are_not_recognized_as_blackboard() {
        for path in
            ["hello.py", "Lab_jdoe_attempt_2014-04-30_a.py", "Lab_jdoe_attempt_2014-13-30-21-02-38_a.py"]
        {
            assert!(one(path).is_none(), "{path}");
        }
    }
}
