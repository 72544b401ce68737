//! What is kept of one submission.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::sandbox::{Isolation, Limits, Usage};
use crate::trace::{Invalid, Recorded, within};

/// What came of putting one submission through a plan, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the submission; nothing for the reference.
    pub submission: Option<String>,
    /// Of its files.
    pub files: Digest,
    /// How it was made ready.
    pub preparation: Preparation,
    /// What came of it.
    pub outcome: Kept,
}

impl Record {
    /// Whether it says the same, whatever the runs used.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (&self.submission, self.files, &self.preparation)
            == (&other.submission, other.files, &other.preparation)
            && self.outcome.is_like(&other.outcome)
            && self.outcome.limits().eq(other.outcome.limits())
    }
}

/// How a submission was made ready to be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparation {
    /// Stands for everything that decides what comes of it: files, what is asked for, language, versions.
    pub key: Digest,
    /// The names of its languages; none if no file was found.
    pub languages: Vec<String>,
    /// The versions of the tools of those languages, by name.
    pub tools: BTreeMap<String, String>,
}

/// What came of a submission, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// It could not be run.
    Invalid(Invalid),
    /// Its jobs, those that failed through no fault of its own left out.
    Jobs(Vec<KeptJob>),
}

impl Kept {
    fn limits(&self) -> impl Iterator<Item = &Option<Limits>> {
        let jobs = match self {
            Self::Jobs(jobs) => jobs.as_slice(),
            Self::Invalid(_) => &[],
        };
        jobs.iter().map(|job| &job.limits)
    }

    /// Whether the same was done, for whatever price and under whatever limits.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Jobs(one), Self::Jobs(other)) => {
                let done = |job: &KeptJob| (job.key, job.behaviour, job.runs, job.others.clone());
                one.iter().map(done).eq(other.iter().map(done))
            }
            _ => self == other,
        }
    }
}

/// One job, as it is kept: what it did stands in a line of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptJob {
    /// Stands for everything that decides what it does but limits that it stays within: see [`Preparation::key`], and
    /// input and level of isolation.
    pub key: Digest,
    /// Of what it did.
    pub behaviour: Digest,
    /// Of what it did in other runs, where that was something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Digest>,
    /// How many times it was run.
    pub runs: u32,
    /// What the run used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// What kept it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<Isolation>,
    /// What it was allowed, where that is not in its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
}

/// What one job did, in one run or in several.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// In the first run: this is what is graded.
    pub recorded: Recorded,
    /// How many times it was run.
    pub runs: u32,
    /// What it did in runs that were not like the first.
    pub others: Vec<Recorded>,
    /// What it was allowed, where other limits may leave the same.
    pub limits: Option<Limits>,
}

impl Observed {
    /// Whether it did not always do the same.
    pub fn is_flaky(&self) -> bool {
        !self.others.is_empty()
    }

    /// The same, run under these limits.
    #[must_use]
    pub fn under(self, limits: Option<&Limits>) -> Self {
        Self { limits: limits.cloned(), ..self }
    }

    /// Whether it stands for what would be done under these limits.
    pub(super) fn holds(&self, limits: Option<&Limits>) -> bool {
        match (&self.limits, limits) {
            (Some(old), Some(new)) if old != new => {
                // What the other runs used is not kept.
                self.others.is_empty() && within::holds(&self.recorded, old, new)
            }
            (old, new) => old.as_ref() == new,
        }
    }

    /// Adds one more run.
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
