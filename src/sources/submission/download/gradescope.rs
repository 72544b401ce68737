//! Gradescope: `submission_123456/hello.py`, and `submission_metadata.yml` with the submitters and the times.
//!
//! Several submitters are a group: they share the submission.

use std::collections::HashMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::listing::Listed;
use super::{Content, Entry};
use crate::submission::{Arrival, Id, IdKind, Student};
use crate::untrusted::{Text, Untrusted};

/// The file with the metadata.
const METADATA: &str = "submission_metadata.yml";
/// The largest part of it that is read, in bytes: it contains the past results of every student, too.
const MOST_METADATA: u64 = 256 << 20;

/// The metadata of one submission; Ruby wrote the keys.
#[derive(Debug, Deserialize)]
struct Metadata {
    #[serde(rename = ":submitters", default)]
    submitters: Vec<Submitter>,
    #[serde(rename = ":created_at", default)]
    created_at: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Submitter {
    #[serde(rename = ":name", default)]
    name: Option<String>,
    #[serde(rename = ":sid", default)]
    sid: Option<String>,
    #[serde(rename = ":email", default)]
    email: Option<String>,
}

/// Parses the paths of a download with its metadata; `None` if there are no metadata.
///
/// # Errors
///
/// In words, when there are metadata that cannot be read.
pub(super) fn entries(files: &[Listed]) -> Result<Option<Vec<Option<Entry>>>, Untrusted> {
    let Some(metadata) = files.iter().find(|file| file.path == METADATA) else { return Ok(None) };
    let about = |what: &str, error: &dyn Text| Untrusted::concat(&[&format!("`{METADATA}`{what}"), error]);
    let content = metadata.source.read(MOST_METADATA).map_err(|error| about(": ", &error.message()))?;
    let text = String::from_utf8(content.content).map_err(|_| about(" is not UTF-8", &""))?;
    let submissions = read(&text).map_err(|error| about(" is not as Gradescope writes it: ", &error))?;
    Ok(Some(files.iter().map(|file| entry(&file.path, &submissions)).collect()))
}

fn read(text: &str) -> Result<HashMap<String, Metadata>, Untrusted> {
    let options = serde_yaml::options! {
        with_snippet: false,
        // Enough for a class of a thousand with all past results.
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_events: 50_000_000,
            max_nodes: 50_000_000,
            max_total_scalar_bytes: 256 * 1024 * 1024,
        },
    };
    serde_yaml::from_str_with_options(text, options).map_err(|error| error.to_string().into())
}

fn entry(path: &str, submissions: &HashMap<String, Metadata>) -> Option<Entry> {
    if path == METADATA {
        return Some(Entry::of_nobody());
    }
    let (folder, file) = path.split_once('/')?;
    let metadata = submissions.get(folder)?;
    let mut students: Vec<Student> = metadata.submitters.iter().map(|one| student(one, folder)).collect();
    students.sort();
    if students.is_empty() {
        students.push(Student::new(folder, IdKind::Lms, folder));
    }
    Some(Entry {
        students,
        arrival: metadata.created_at.as_deref().and_then(time),
        marked_late: false,
        undated: None,
        content: Content::File(PathBuf::from(file)),
        returns_as: None,
    })
}

fn student(submitter: &Submitter, folder: &str) -> Student {
    let ids = [(IdKind::School, &submitter.sid), (IdKind::Email, &submitter.email)];
    let ids = ids.into_iter().filter_map(|(kind, text)| {
        text.clone().filter(|text| !text.is_empty()).map(|text| Id { kind, text: text.into() })
    });
    let name = submitter.name.as_deref().unwrap_or(folder);
    Student::called(name, ids.collect())
}

/// Parses `2023-09-21 10:11:12.123 Z`, as Ruby writes a time in YAML.
fn time(text: &str) -> Option<Arrival> {
    let mut words = text.split_whitespace();
    let (day, clock) = (words.next()?, words.next()?);
    let zone = words.next().unwrap_or_default();
    format!("{day}T{clock}{zone}").parse().ok().map(Arrival::At)
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA_OF_TWO: &str = "---\n\
        submission_1001:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '0042'\n    :email: jane@example.edu\n  \
        :created_at: 2023-09-21 10:11:12.123 Z\n  :score: 5.0\n  :results:\n    tests:\n    - score: 1\n  \
        :history:\n  - :created_at: 2023-09-20 10:11:12.123 Z\n    :score: 4.0\n\
        submission_1002:\n  :submitters:\n  - :name: Roe, Rick\n    :sid: 0043\n    :email: rick@example.edu\n  \
        - :name: Ann Lee\n    :sid:\n    :email: ann@example.edu\n  :created_at: 2023-09-21 23:59:59 -07:00\n";

    #[test]
    fn metadata_contain_students_and_times() {
        let submissions = read(METADATA_OF_TWO).unwrap();
        let one = entry("submission_1001/src/hello.py", &submissions).unwrap();
        assert_eq!(one.students[0].id(IdKind::School), Some(&"0042".into()));
        assert_eq!(one.arrival, Some(Arrival::At("2023-09-21T10:11:12.123Z".parse().unwrap())));
        assert_eq!(one.content, Content::File(PathBuf::from("src/hello.py")));
        let group = entry("submission_1002/hello.py", &submissions).unwrap();
        assert_eq!(
            (&group.students[0].name, &group.students[1].name),
            (&"Ann Lee".into(), &"Roe, Rick".into())
        );
        assert_eq!(group.students[0].id(IdKind::School), None);
        assert_eq!(group.students[1].id(IdKind::School), Some(&"0043".into()));
        assert_eq!(group.arrival, Some(Arrival::At("2023-09-22T06:59:59Z".parse().unwrap())));
    }

    #[test]
    fn files_without_metadata_have_no_known_student() {
        let submissions = read(METADATA_OF_TWO).unwrap();
        for path in ["hello.py", "submission_9/hello.py", "other/submission_1001/hello.py"] {
            assert!(entry(path, &submissions).is_none(), "{path}");
        }
    }
}
