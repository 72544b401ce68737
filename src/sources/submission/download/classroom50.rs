//! Classroom 50: clones as those of a GitHub Classroom, `cs-hello-jdoe`, and beside them `scores.csv`, which tells whose they are.
//!
//! `gh teacher download` writes a row for each time that somebody handed in, the newest first. Who shares the repository of another one has
//! rows, too, whose review is of that repository (foundation50/classroom50, `cli/gh-teacher/internal/download/download.go`).

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::submission::{Id, IdKind, Student};

/// The file beside the clones.
pub(super) const SCORES: &str = "scores.csv";

/// The largest such file that is read, in bytes.
pub(super) const MOST: u64 = 16 << 20;

/// What the file tells of each student, of the newest hand-in only.
#[derive(Debug)]
pub(super) struct Scores(Vec<Row>);

#[derive(Debug, Deserialize)]
struct Row {
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    review_url: String,
    late: String,
}

/// Whose a clone is.
#[derive(Debug)]
pub(super) struct Owners {
    pub(super) students: Vec<Student>,
    /// Whether Classroom 50 calls it late.
    pub(super) are_late: bool,
}

impl Scores {
    /// Reads the file; `None` if it is another one of that name.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut known = BTreeSet::new();
        let rows: Vec<Row> = csv::Reader::from_reader(bytes).deserialize().collect::<Result<_, _>>().ok()?;
        let is_new = |row: &Row| !row.username.is_empty() && known.insert(row.username.to_lowercase());
        Some(Self(rows.into_iter().filter(is_new).collect()))
    }

    /// Returns how many bytes of the names of clones are the assignment and its `-`; `None` if they end with the names of no students.
    pub(super) fn assignment(&self, clones: &[&str]) -> Option<usize> {
        let mut found = BTreeMap::<usize, usize>::new();
        for clone in clones.iter().map(|clone| clone.to_lowercase()) {
            for row in &self.0 {
                let ends = clone.strip_suffix(&format!("-{}", row.username.to_lowercase()));
                *found.entry(ends.map_or(0, |before| before.len() + 1)).or_default() += 1;
            }
        }
        found
            .into_iter()
            .filter(|(length, _)| *length > 0)
            .max_by_key(|(_, count)| *count)
            .map(|(length, _)| length)
    }

    /// Returns whose the clone of a user is: the user's, and of those who have no clone and share it.
    pub(super) fn owners(&self, clone: &str, user: &str, users: &BTreeSet<String>) -> Owners {
        let own = self.0.iter().find(|row| row.username.eq_ignore_ascii_case(user));
        let shares = |row: &&Row| {
            !users.contains(&row.username.to_lowercase())
                && row.review_url.split('/').any(|part| part.eq_ignore_ascii_case(clone))
        };
        let owner = own.map_or_else(|| Student::new(user, IdKind::GitHub, user), Row::student);
        let others = self.0.iter().filter(shares).map(Row::student);
        Owners {
            students: [owner].into_iter().chain(others).collect(),
            are_late: own.is_some_and(|row| row.late == "true"),
        }
    }
}

impl Row {
    fn student(&self) -> Student {
        let name = [self.first_name.trim(), self.last_name.trim()].join(" ");
        let name = Some(name.trim()).filter(|name| !name.is_empty()).unwrap_or(&self.username);
        let ids = [(IdKind::GitHub, &self.username), (IdKind::Email, &self.email)].into_iter();
        let ids = ids.filter(|(_, text)| !text.is_empty());
        Student::called(name, ids.map(|(kind, text)| Id { kind, text: text.as_str().into() }).collect())
    }
}

impl Owners {
    /// Of whom nothing is told but the name on GitHub.
    pub(super) fn of(user: &str) -> Self {
        Self { students: vec![Student::new(user, IdKind::GitHub, user)], are_late: false }
    }
}
