//! Looks through a file of traces without keeping it in memory: what it has of which submission, and where.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::line::{Line, payload};
use super::record::Preparation;
use crate::digest::Digest;
use crate::system;
use crate::trace::Record;
use crate::untrusted::Untrusted;

/// What one line of a file of traces is.
#[derive(Debug)]
pub enum Scanned {
    /// Everything after it was graded by this work plan.
    WorkPlan(Digest),
    /// A record, of which only the most important things are read.
    Record(Box<Glimpse>),
    /// The newest record of this submission that stands before it is not trusted.
    Disbelieved(Untrusted),
    /// A behaviour, or sources, with this digest.
    Behaviour(Digest),
    /// Something else.
    Other,
    /// A line that is cut off or damaged: nothing of it counts.
    Damaged,
    /// The first line of a file that is not one of traces. Nothing of it counts.
    Foreign,
}

/// The most important things of a record.
#[derive(Debug, Deserialize)]
pub struct Glimpse {
    /// The name of the submission; `None` for the reference.
    pub submission: Option<Untrusted>,
    /// The digest of its files.
    pub files: Digest,
    /// The preparation.
    pub preparation: Preparation,
    #[serde(default)]
    sources: Option<Digest>,
    outcome: Outcome,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Invalid(IgnoredAny),
    Jobs(Vec<Job>),
}

#[derive(Debug, Deserialize)]
struct Job {
    behaviour: Digest,
    #[serde(default)]
    others: Vec<Digest>,
}

impl Glimpse {
    /// Returns the number of jobs in the record; `None` if the submission could not be run.
    pub fn jobs(&self) -> Option<usize> {
        match &self.outcome {
            Outcome::Invalid(_) => None,
            Outcome::Jobs(jobs) => Some(jobs.len()),
        }
    }

    /// Returns the digests of the behaviours and sources without which the record says nothing.
    pub fn needs(&self) -> impl Iterator<Item = &Digest> {
        let jobs = match &self.outcome {
            Outcome::Invalid(_) => &[],
            Outcome::Jobs(jobs) => jobs.as_slice(),
        };
        jobs.iter().flat_map(|job| std::iter::once(&job.behaviour).chain(&job.others)).chain(&self.sources)
    }
}

/// Looks through a file, and tells `line` of each of its lines in turn: its bytes with the newline, and what it is.
///
/// # Errors
///
/// When the file cannot be read, or `line` fails.
pub fn scan<E: From<io::Error>>(
    path: &Path,
    mut line: impl FnMut(&[u8], Scanned) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = BufReader::with_capacity(1 << 18, system::open_to_read(path)?);
    let mut bytes = Vec::new();
    for number in 0.. {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let Some(content) = bytes.strip_suffix(b"\n") else {
            line(&bytes, Scanned::Damaged)?;
            break;
        };
        if number == 0 && !Line::decode(content).is_ok_and(|first| first.is_first()) {
            return line(&bytes, Scanned::Foreign);
        }
        line(&bytes, look(content))?;
    }
    Ok(())
}

/// Returns the work plan by which a file was graded; `None` if its first lines do not say that.
///
/// # Errors
///
/// When the file cannot be read.
pub fn work_plan_of(path: &Path) -> io::Result<Option<Digest>> {
    let mut lines = BufReader::new(system::open_to_read(path)?).split(b'\n');
    let first = lines.next().transpose()?.unwrap_or_default();
    let second = lines.next().transpose()?.unwrap_or_default();
    let is_first = Line::decode(&first).is_ok_and(|first| first.is_first());
    Ok(match Line::decode(&second) {
        Ok(Line::WorkPlan(digest)) if is_first => Some(digest),
        _ => None,
    })
}

/// Returns the whole record that stands on a line, which may have its newline.
pub fn record_of(line: &[u8]) -> Option<Record> {
    match Line::decode(line.strip_suffix(b"\n").unwrap_or(line)) {
        Ok(Line::Record(record)) => Some(record),
        _ => None,
    }
}

fn look(content: &[u8]) -> Scanned {
    let Some(payload) = payload(content) else { return Scanned::Damaged };
    if let Some(json) = payload.strip_prefix(b"submission ") {
        return serde_json::from_slice(json).map_or(Scanned::Damaged, Scanned::Record);
    }
    if let Some(rest) = payload.strip_prefix(b"behaviour ") {
        let digest =
            rest.split(|byte| *byte == b' ').next().and_then(|digest| std::str::from_utf8(digest).ok());
        return digest.and_then(|digest| digest.parse().ok()).map_or(Scanned::Damaged, Scanned::Behaviour);
    }
    match Line::decode(content) {
        Ok(Line::WorkPlan(digest)) => Scanned::WorkPlan(digest),
        Ok(Line::Disbelieved(name)) => Scanned::Disbelieved(name),
        Ok(_) => Scanned::Other,
        Err(_) => Scanned::Damaged,
    }
}
