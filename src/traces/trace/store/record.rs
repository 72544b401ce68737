//! The stored record of one submission.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::sandbox::{Isolation, Limits, Usage};
use crate::trace::{Heard, Invalid, Recorded, within};
use crate::untrusted::Untrusted;

/// The stored result of one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the submission; `None` for the reference.
    pub submission: Option<Untrusted>,
    /// The digest of its files.
    pub files: Digest,
    /// The preparation.
    pub preparation: Preparation,
    /// The digest of its sources, which are on a line of their own; `None` if there are none, or they are not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Digest>,
    /// The result.
    pub outcome: StoredOutcome,
}

impl Record {
    /// Tells whether two records of a submission say that it did the same, whatever that cost.
    pub fn behaves_like(&self, other: &Self) -> bool {
        let (one, other) = match (&self.outcome, &other.outcome) {
            (StoredOutcome::Jobs(one), StoredOutcome::Jobs(other)) => (one, other),
            (one, other) => return one == other,
        };
        // How often a loop was run before it was inferred from other runs depends on which run ended first.
        let done = |job: &StoredJob| (job.key, job.behaviour, job.others.clone());
        one.iter().map(done).eq(other.iter().map(done))
    }

    /// Tells whether two records are equal except for the cost of the runs.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (&self.submission, self.files, &self.preparation, self.sources)
            == (&other.submission, other.files, &other.preparation, other.sources)
            && self.outcome.is_like(&other.outcome)
            && self.outcome.limits().eq(other.outcome.limits())
    }
}

/// The preparation of a submission for running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparation {
    /// A digest of everything that decides the result: files, required names, language, versions.
    pub key: Digest,
    /// The names of its languages; empty if no file was found.
    pub languages: Vec<String>,
    /// The versions of the tools of those languages, by name.
    pub tools: BTreeMap<String, String>,
}

/// The result of a submission, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredOutcome {
    /// It could not be run.
    Invalid(Invalid),
    /// Its jobs, without those that failed through no fault of its own.
    Jobs(Vec<StoredJob>),
}

impl StoredOutcome {
    fn limits(&self) -> impl Iterator<Item = &Option<Limits>> {
        let jobs = match self {
            Self::Jobs(jobs) => jobs.as_slice(),
            Self::Invalid(_) => &[],
        };
        jobs.iter().map(|job| &job.limits)
    }

    /// Tells whether the behaviour is equal; cost and limits may differ.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Jobs(one), Self::Jobs(other)) => {
                let done = |job: &StoredJob| (job.key, job.behaviour, job.runs, job.others.clone());
                one.iter().map(done).eq(other.iter().map(done))
            }
            _ => self == other,
        }
    }
}

/// One stored job. Its behaviour is on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredJob {
    /// A digest of everything that decides the behaviour, except limits that it stays within: the key of the
    /// preparation, the input and the isolation level.
    pub key: Digest,
    /// The digest of its behaviour.
    pub behaviour: Digest,
    /// The digests of the behaviours of other runs that differed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Digest>,
    /// The number of runs; 0 if the result was inferred from the run of another job.
    pub runs: u32,
    /// Where the program was when its time was up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<Box<Heard>>,
    /// The resources that the run used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// The walls of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<Isolation>,
    /// The limits of the run, if the key does not contain them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
}

/// The result of one job, in one run or in several.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The result of the first run, which is graded.
    pub recorded: Recorded,
    /// The number of runs; 0 if the result was inferred from the run of another job.
    pub runs: u32,
    /// The results of runs that differed from the first.
    pub others: Vec<Recorded>,
    /// The limits of the run, if the result may also hold under others.
    pub limits: Option<Limits>,
}

impl Observed {
    /// Tells whether the runs differed.
    pub fn is_flaky(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns the same result with these limits.
    #[must_use]
    pub fn under(self, limits: Option<&Limits>) -> Self {
        Self { limits: limits.cloned(), ..self }
    }

    /// Tells whether the result also holds under these limits.
    pub(super) fn holds(&self, limits: Option<&Limits>) -> bool {
        match (&self.limits, limits) {
            (Some(old), Some(new)) if old != new => {
                // The cost of the other runs is not stored.
                self.others.is_empty() && within::holds(&self.recorded, old, new)
            }
            (old, new) => old.as_ref() == new,
        }
    }

    /// Adds the result of one more run.
    pub fn add(&mut self, recorded: Recorded) {
        self.runs += 1;
        if !recorded.behaves_like(&self.recorded) {
            self.others.push(recorded);
        }
    }
}

impl From<Recorded> for Observed {
    fn from(recorded: Recorded) -> Self {
        Self { recorded, runs: 1, others: Vec::new(), limits: None }
    }
}
