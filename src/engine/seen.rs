//! What the attempts so far say: which submissions are done, and which were being graded when a grader died.
//!
//! This is a summary of small files. The records themselves decide: merging reads every one of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::attempt::{ATTEMPTS, Begin, Done, Event, TRACES, goes_on};
use super::{Error, WorkPlan};

use crate::system;

/// What all attempts in a folder of results say.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The attempts of this plan, in the order of their names.
    pub(super) attempts: Vec<SeenAttempt>,
    /// The number of attempts of other plans.
    pub(super) foreign: usize,
}

/// What one attempt says.
#[derive(Debug)]
pub(super) struct SeenAttempt {
    pub(super) begin: Begin,
    /// The submissions that it finished, and whose records are there.
    pub(super) done: Vec<Done>,
    /// The submissions that it began and did not finish.
    pub(super) open: Vec<usize>,
    /// The submissions whose files were not those of the plan.
    pub(super) changed: Vec<usize>,
    pub(super) state: State,
    /// Its file of traces.
    pub(super) traces: PathBuf,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It goes on.
    Running,
    /// It said that it ended, as it does also when it is asked to stop or has no room.
    Over,
    /// It ended without a word.
    Lost,
}

impl Seen {
    /// Reads what the attempts in a folder of results say. A folder that does not exist has none.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or has attempts of other plans and none of this one.
    pub(crate) fn read(results: &Path, work: &WorkPlan) -> Result<Self, Error> {
        let folder = results.join(ATTEMPTS);
        let mut paths = Vec::new();
        match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Error::file(folder)(error)),
            Ok(entries) => {
                for entry in entries {
                    let path = entry.map_err(Error::file(&folder))?.path();
                    if path.extension().is_some_and(|ending| ending == "jsonl") {
                        paths.push(path);
                    }
                }
            }
        }
        paths.sort();
        let read = |path: &PathBuf| SeenAttempt::read(results, path, work.len());
        let all: Vec<Option<SeenAttempt>> = paths.par_iter().map(read).collect::<Result<_, _>>()?;
        let (own, foreign): (Vec<_>, Vec<_>) =
            all.into_iter().flatten().partition(|attempt| attempt.begin.plan == work.id());
        match foreign.first() {
            Some(other) if own.is_empty() => Err(Error::OtherPlan {
                folder: results.to_path_buf(),
                theirs: other.begin.plan.to_string(),
                ours: work.id().to_string(),
            }),
            _ => Ok(Self { attempts: own, foreign: foreign.len() }),
        }
    }

    /// Returns how often each submission was finished.
    pub(super) fn times_done(&self, work: &WorkPlan) -> Vec<u32> {
        let mut times = vec![0; work.len()];
        let done = self.attempts.iter().flat_map(|attempt| &attempt.done);
        done.for_each(|done| times[done.submission] += 1);
        times
    }

    /// Returns how many graders died while they graded each submission.
    pub(super) fn deaths(&self, work: &WorkPlan) -> Vec<u32> {
        let mut deaths = vec![0; work.len()];
        let lost = self.attempts.iter().filter(|attempt| attempt.state == State::Lost);
        lost.flat_map(|attempt| &attempt.open).for_each(|submission| deaths[*submission] += 1);
        deaths
    }
}

impl SeenAttempt {
    /// Reads one file; `None` if not even its first line was written.
    fn read(results: &Path, path: &Path, all: usize) -> Result<Option<Self>, Error> {
        // Asked first: what is written until the file is read counts too.
        let runs = goes_on(path);
        let text = system::read(path).map_err(Error::file(path))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let traces = results.join(TRACES).join(format!("{stem}.traces"));
        let there = fs::metadata(&traces).map_or(0, |metadata| metadata.len());
        // A line that was cut off or damaged says nothing.
        let mut events = text.split_inclusive(|byte| *byte == b'\n').filter_map(|line| {
            line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice::<Event>(line).ok())
        });
        let Some(Event::Begin(begin)) = events.next() else { return Ok(None) };
        let state = if runs { State::Running } else { State::Lost };
        let mut seen = Self { begin, done: Vec::new(), open: Vec::new(), changed: Vec::new(), state, traces };
        for event in events {
            match event {
                Event::Start(submission) if submission < all => {
                    if !seen.open.contains(&submission) {
                        seen.open.push(submission);
                    }
                }
                Event::Done(done) if done.submission < all => {
                    seen.open.retain(|open| *open != done.submission);
                    if done.written <= there {
                        seen.done.push(done);
                    }
                }
                Event::Stopped => seen.state = State::Over,
                Event::Changed(submission) if submission < all => seen.changed.push(submission),
                Event::Running | Event::Begin(_) | Event::Start(_) | Event::Changed(_) | Event::Done(_) => {}
            }
        }
        Ok(Some(seen))
    }
}
