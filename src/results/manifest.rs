//! `grading.json`, the manifest: what was asked for when a folder of submissions was graded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Error, HandBack, Shard};
use crate::decisions::Id;
use crate::digest::Digest;
use crate::points::Points;
use crate::report::Earlier;
use crate::sandbox::Isolation;
use crate::score::Marks;
use crate::spec::{Beside, Spec, listed};
use crate::submission::{Arrival, Due, Member, OneOfSeveral, Place, Student, Submission, known_students};
use crate::trace::{Record, Store};
use crate::untrusted::Untrusted;

/// The version of the file: it increases when a key changes its meaning or is removed.
const VERSION: u32 = 1;

/// The record of one grading: its options, its spec and its submissions. The report follows from the manifest and the
/// traces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub(super) version: u32,
    /// The checksum of everything else in the file, so that damage is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) checksum: Option<Digest>,
    /// The version of yardstick: its references and rules decide the results too.
    pub yardstick: String,
    /// The spec at that time.
    pub spec: SpecCopy,
    /// The pattern of the scenarios that were asked for; `None` for all scenarios.
    pub only: Option<String>,
    /// The number of runs of each scenario.
    pub repeat: u32,
    /// The isolation under which the programs ran.
    pub isolation: Isolation,
    /// The part of the submissions that was graded here; `None` for all submissions.
    pub shard: Option<Shard>,
    /// Whether pages for browsers were asked for.
    pub html: bool,
    /// The number of hints about each mistake, if submissions were diagnosed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<u8>,
    /// The earlier gradings that the class is compared with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Earlier>,
    /// The due date that was asked for (`--due`): that of the spec stands in the spec.
    pub due: Option<Due>,
    /// The latest date of anybody, if somebody has a date of her own, whether she handed in or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<Due>,
    /// When the results were written that follow from it, if that matters: dates may have passed since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<Timestamp>,
    /// The settings for the files that go back to the LMS; `None` if no files may go back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_back: Option<HandBack>,
    /// Points that were given by hand for a work plan. Those that were given for a results folder are decisions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<GivenMark>,
    /// The decisions of people that the results follow from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) decisions: Vec<Id>,
    /// All submissions, including those of other parts, in the order of the report.
    pub submissions: Vec<Listed>,
}

/// The request to grade submissions: the manifest without the results of grading.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The spec.
    pub spec: SpecCopy,
    /// The pattern of the scenarios; `None` for all scenarios.
    pub only: Option<String>,
    /// The number of runs of each scenario.
    pub repeat: u32,
    /// The isolation under which the programs run.
    pub isolation: Isolation,
    /// The part of the submissions; `None` for all submissions.
    pub shard: Option<Shard>,
    /// Whether pages for browsers are wanted.
    pub html: bool,
    /// The number of hints about each mistake, if submissions are to be diagnosed.
    pub hints: Option<u8>,
    /// The earlier gradings that the class is compared with.
    pub history: Vec<Earlier>,
    /// The due date, if `--due` says one.
    pub due: Option<Due>,
    /// The latest date of anybody, if somebody has a date of her own.
    pub latest: Option<Due>,
    /// The settings for the files that go back to the LMS.
    pub hand_back: HandBack,
    /// All submissions, including those of other parts, in the order of the report.
    pub submissions: &'a [Submission],
}

/// A spec with the files that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecCopy {
    /// The name of the spec on the command line.
    pub name: String,
    /// The digest of its text and of the files beside it.
    pub digest: Digest,
    /// The YAML text.
    text: String,
    /// The files beside it.
    beside: BTreeMap<String, Content>,
    /// Whether it depends on dates what students see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) dated: bool,
}

/// One submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The name of the submission in the report.
    pub name: Untrusted,
    /// The path of the submission; in a bundle, its path in the bundle.
    #[serde(with = "as_bytes")]
    pub path: PathBuf,
    /// Where its files lie in a download, which is the folder of its path; `None` if they lie at its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) members: Option<Vec<Member>>,
    /// The digest of its files; `None` if it was not graded, or not graded here.
    pub files: Option<Digest>,
    /// The students who handed it in, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) students: Vec<Student>,
    /// The time when it was handed in, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) arrival: Option<Arrival>,
    /// A due date of all of them, where each of them is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) due: Option<Due>,
    /// Whether the LMS calls it late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) marked_late: bool,
    /// The paths under which the LMS takes its page back.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "one_or_several")]
    pub(super) returns_as: Vec<Untrusted>,
    /// Its place among all hand-ins of the same students, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) one_of: Option<OneOfSeveral>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenMark {
    submission: Untrusted,
    scenario: String,
    points: String,
}

/// The bytes of a file, readable where they are text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content(#[serde(with = "crate::bytes")] pub(super) Vec<u8>);

/// A single text stands by itself.
mod one_or_several {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::untrusted::Untrusted;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        One(Untrusted),
        Several(Vec<Untrusted>),
    }

    pub(super) fn serialize<S: Serializer>(all: &[Untrusted], serializer: S) -> Result<S::Ok, S::Error> {
        match all {
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Untrusted>, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::One(one) => vec![one],
            Written::Several(several) => several,
        })
    }
}

/// Paths need not be UTF-8.
mod as_bytes {
    use std::path::{Path, PathBuf};

    use serde::{Deserializer, Serializer};

    use crate::bytes;
    use crate::system::name_of;

    pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        bytes::serialize(path.as_os_str().as_encoded_bytes(), serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        Ok(name_of(bytes::deserialize(deserializer)?).into())
    }
}

impl GivenMark {
    /// The points of these marks.
    pub(super) fn points(marks: &[Self]) -> Marks {
        let of = |mark: &Self| {
            let points: Points = mark.points.parse().ok()?;
            Some(((mark.submission.clone(), mark.scenario.clone()), points))
        };
        marks.iter().filter_map(of).collect()
    }

    /// All marks, in the order of submissions and scenarios.
    fn all(marks: &Marks) -> Vec<Self> {
        let each = marks.iter().map(|((submission, scenario), points)| Self {
            submission: submission.clone(),
            scenario: scenario.clone(),
            points: points.to_string(),
        });
        let mut all: Vec<Self> = each.collect();
        all.sort_by(|one, other| (&one.submission, &one.scenario).cmp(&(&other.submission, &other.scenario)));
        all
    }
}

impl Listed {
    /// Its students. Where none are known, its name stands for one.
    pub(super) fn known_students(&self) -> Cow<'_, [Student]> {
        known_students(&self.students, || self.one_of.as_ref().map_or(&self.name, |one_of| &one_of.series))
    }

    /// A submission of which nothing is known yet.
    fn not_graded(submission: &Submission) -> Self {
        // A later command may be started in another folder.
        let path = std::path::absolute(&submission.path).unwrap_or_else(|_| submission.path.clone());
        let members = match &submission.place {
            Place::Download(parts) => submission.path.parent().map(|download| parts.members(download)),
            Place::Path | Place::Packed(_) => None,
        };
        let Submission { name, students, arrival, due, marked_late, returns_as, one_of, .. } =
            submission.clone();
        Self { name, path, members, files: None, students, arrival, due, marked_late, returns_as, one_of }
    }

    /// The record of the submission in the store, if it is about the files that were graded.
    pub fn record<'a>(&self, store: &'a Store) -> Option<&'a Record> {
        store.record(Some(&self.name)).filter(|record| self.files == Some(record.files))
    }

    /// Whether both are of the same students; where no students are known, whether they have the same name.
    pub(crate) fn is_of_same_students(&self, other: &Self) -> bool {
        if self.students.is_empty() || other.students.is_empty() {
            return self.name == other.name;
        }
        let is_same = |one: &Student, other: &Student| (&one.name, &one.ids) == (&other.name, &other.ids);
        self.students.iter().any(|student| other.students.iter().any(|other| is_same(student, other)))
    }

    /// The submission, as if it were at this path.
    pub(crate) fn submission(&self, path: PathBuf) -> Submission {
        Submission {
            students: self.students.clone(),
            arrival: self.arrival,
            due: self.due.clone(),
            marked_late: self.marked_late,
            one_of: self.one_of.clone(),
            ..Submission::at(self.name.clone(), path)
        }
    }
}

impl SpecCopy {
    /// Copies a spec; `name` is its name on the command line.
    pub fn of(name: &str, spec: &Spec) -> Self {
        let text = spec.source.text.clone();
        let beside = spec.beside.iter().map(|(path, bytes)| (path.clone(), Content(bytes.clone()))).collect();
        let (digest, dated) = (spec_digest(spec), spec.hides_until_due());
        Self { name: name.to_owned(), digest, text, beside, dated }
    }

    /// Reads the spec from the copy.
    ///
    /// # Errors
    ///
    /// When this version of yardstick does not accept it.
    pub fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::parse_beside(&self.name, self.text.clone(), self)?)
    }

    /// Whether the text and the files still have this digest.
    pub fn is_intact(&self) -> bool {
        let beside = self.beside.iter().map(|(path, content)| (path, &content.0));
        digest(&self.text, beside) == self.digest
    }
}

impl Beside for SpecCopy {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let content = self.beside.get(path).map(|content| content.0.clone());
        content.ok_or_else(|| "it was not kept".to_owned())
    }

    fn files(&self, folder: &str, with_folders: bool) -> Result<Vec<String>, String> {
        Ok(listed(self.beside.keys(), folder, with_folders))
    }
}

/// The digest of the text of a spec and the files beside it.
fn spec_digest(spec: &Spec) -> Digest {
    digest(&spec.source.text, spec.beside.iter())
}

fn digest<'a>(text: &str, beside: impl Iterator<Item = (&'a String, &'a Vec<u8>)>) -> Digest {
    let beside = beside.flat_map(|(path, bytes)| [path.as_bytes(), bytes.as_slice()]);
    Digest::of_parts(std::iter::once(text.as_bytes()).chain(beside))
}

impl Manifest {
    /// The manifest before anything is graded.
    pub fn new(asked: Asked) -> Self {
        let Asked {
            spec,
            only,
            repeat,
            isolation,
            shard,
            html,
            hints,
            history,
            due,
            latest,
            hand_back,
            submissions,
        } = asked;
        Self {
            version: VERSION,
            checksum: None,
            yardstick: env!("CARGO_PKG_VERSION").to_owned(),
            spec,
            only,
            repeat,
            isolation,
            shard,
            html,
            hints,
            history,
            due,
            latest,
            written: None,
            hand_back: Some(hand_back),
            marks: Vec::new(),
            decisions: Vec::new(),
            submissions: submissions.iter().map(Listed::not_graded).collect(),
        }
    }

    /// The manifest with the digests of the files that were graded here.
    #[must_use]
    pub(super) fn of_files(mut self, files: Vec<Option<Digest>>) -> Self {
        let own: Vec<usize> = self.own().map(|(place, _)| place).collect();
        for (place, files) in own.into_iter().zip(files) {
            self.submissions[place].files = files;
        }
        self
    }

    /// The manifest with points that were given by hand.
    #[must_use]
    pub(crate) fn with_marks(self, marks: &Marks) -> Self {
        Self { marks: GivenMark::all(marks), ..self }
    }

    /// The manifest with these submissions.
    #[must_use]
    pub(crate) fn of_submissions(self, submissions: Vec<Listed>) -> Self {
        Self { submissions, ..self }
    }

    /// The manifest with another spec.
    #[must_use]
    pub(super) fn by(self, spec: SpecCopy) -> Self {
        Self { spec, ..self }
    }

    /// The manifest of all parts together, with the submissions of all parts.
    #[must_use]
    pub(super) fn joined(&self, submissions: Vec<Listed>) -> Self {
        Self { shard: None, submissions, ..self.clone() }
    }

    /// The manifest of only one submission, or of all hand-ins of a student, from which nothing goes back to the LMS. It is no class to
    /// compare with others.
    #[must_use]
    pub(super) fn of_one(&self, hand_ins: Vec<Listed>) -> Self {
        let is_own = |mark: &&GivenMark| hand_ins.iter().any(|listed| listed.name == mark.submission);
        let marks = self.marks.iter().filter(is_own).cloned().collect();
        let submissions = hand_ins.into_iter().map(|listed| Listed { returns_as: Vec::new(), ..listed });
        Self {
            shard: None,
            hand_back: None,
            history: Vec::new(),
            marks,
            submissions: submissions.collect(),
            ..self.clone()
        }
    }

    /// Whether a file has the version of this yardstick. A file that is no manifest at all counts as one of this version:
    /// the error comes later, when it is read.
    pub(super) fn is_known(text: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        serde_json::from_slice(text).map_or(true, |Version { version }| version == VERSION)
    }

    /// The manifest with the checksum of its present content.
    #[must_use]
    pub(super) fn sealed(&self) -> Self {
        let plain = Self { checksum: None, ..self.clone() };
        Self { checksum: Some(Digest::of_values(&[&plain])), ..plain }
    }

    /// Whether its checksum is right. A manifest without a checksum counts as right.
    pub(super) fn is_whole(&self) -> bool {
        self.checksum.is_none() || self.checksum == self.sealed().checksum
    }

    /// The points that were given by hand for a work plan.
    pub fn marks(&self) -> Marks {
        GivenMark::points(&self.marks)
    }

    /// The submissions that are graded here, each with its place among all.
    pub fn own(&self) -> impl Iterator<Item = (usize, &Listed)> {
        let is_own = |index: &usize| self.shard.is_none_or(|shard| shard.has(*index));
        self.submissions.iter().enumerate().filter(move |(index, _)| is_own(index))
    }
}
