//! How long submissions took the last time.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::Error;
use super::attempt::{ATTEMPTS, Event};
use crate::results::ResultsFolder;
use crate::submission::Submission;
use crate::system;
use crate::trace::{Store, StoreError};
use crate::untrusted::Untrusted;

/// What one run of a scenario takes where nothing is known, in milliseconds: about 17 for the sandbox, and 43 for an interpreter
/// with a small program.
const USUAL_RUN: u64 = 60;

/// How long submissions took, by their names.
#[derive(Debug, Default)]
pub(crate) struct Timings(HashMap<Untrusted, u64>);

/// A line of a file that tells how long one submission took.
#[derive(Debug, Deserialize)]
struct Line {
    name: Untrusted,
    milliseconds: u64,
}

impl Timings {
    /// Reads them from what is left of an earlier grading: the folder into which shards were graded, any results folder, or a
    /// file with one JSON object a line.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or tells nothing.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let wrong = |reason: String| Error::Timings { path: path.to_path_buf(), reason };
        let told = if path.is_file() || system::is_special(path) {
            of_file(path).map_err(wrong)?
        } else if path.join(ATTEMPTS).is_dir() {
            of_attempts(&path.join(ATTEMPTS)).map_err(|error| wrong(error.to_string()))?
        } else {
            of_traces(path).map_err(|error| wrong(error.to_string()))?
        };
        if told.is_empty() { Err(wrong("nothing in it tells that".to_owned())) } else { Ok(Self(told)) }
    }

    /// Returns how long each submission will probably take, in milliseconds: as long as the last time, or as long as most of
    /// the others, or what so many scenarios usually take.
    pub(crate) fn of(&self, submissions: &[Submission], scenarios: usize) -> Vec<u64> {
        let known = submissions.iter().map(|one| self.0.get(&one.name).copied());
        let known: Vec<Option<u64>> = known.collect();
        let mut all: Vec<u64> = known.iter().flatten().copied().collect();
        all.sort_unstable();
        let usual = all.get(all.len() / 2).copied().unwrap_or(USUAL_RUN * scenarios as u64);
        known.into_iter().map(|time| time.unwrap_or(usual)).collect()
    }
}

fn of_file(path: &Path) -> Result<HashMap<Untrusted, u64>, String> {
    let text = system::read(path).map_err(|error| error.to_string())?;
    let lines = text.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    let told = lines.map(|(number, line)| {
        let line: Line =
            serde_json::from_slice(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        Ok((line.name, line.milliseconds))
    });
    told.collect()
}

/// The newest time of each submission; a line that cannot be read tells nothing.
fn of_attempts(folder: &Path) -> io::Result<HashMap<Untrusted, u64>> {
    let mut told = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let text = system::read(&entry?.path())?;
        for line in text.split(|byte| *byte == b'\n') {
            if let Ok(Event::Done(done)) = serde_json::from_slice(line) {
                told.insert(done.name, done.milliseconds);
            }
        }
    }
    Ok(told)
}

/// What the runs of each submission took on the clock.
fn of_traces(folder: &Path) -> Result<HashMap<Untrusted, u64>, StoreError> {
    let store = Store::read(&ResultsFolder::traces_in(folder))?;
    let times = store.times().into_iter();
    Ok(times.map(|(name, time)| (name, u64::try_from(time.as_millis()).unwrap_or(u64::MAX))).collect())
}
