//! What one attempt to grade a shard says about itself, line by line. Only this attempt writes into its file.
//!
//! Nothing here decides a mark: the records of submissions are in the file of traces of the same name.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::system;
use crate::untrusted::Untrusted;

/// The folder of these files among the results.
pub(super) const ATTEMPTS: &str = "attempts";

/// The folder of the files of traces among the results.
pub(super) const TRACES: &str = "traces";

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Event {
    /// The attempt began.
    Begin(Begin),
    /// The submission with this number in the plan is being graded.
    Start(usize),
    /// A submission has a record.
    Done(Done),
    /// The files of the submission with this number are not those of the plan.
    Changed(usize),
    /// The second line, as long as the attempt goes on, and if it ends without a word.
    Running,
    /// The second line afterwards. It has the same length, and is written over the other one: that is possible where there is
    /// no room for one more line.
    Stopped,
}

/// What an attempt is, and where it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Begin {
    /// What is graded.
    pub(super) plan: Digest,
    /// How it was cut.
    pub(super) layout: Digest,
    /// The number of the shard; `None` for all of them.
    pub(super) shard: Option<usize>,
    /// The name of the machine.
    pub(super) host: String,
    /// The id of the process there.
    pub(super) process: u32,
    /// The variables in which the engine says which job this is.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) job: BTreeMap<String, String>,
}

/// A submission has a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    /// Its number in the plan.
    pub(super) submission: usize,
    /// Its name, by which a later plan finds it.
    pub(super) name: Untrusted,
    /// How long it kept one worker.
    pub(super) milliseconds: u64,
    /// The length of the file of traces with its record: a shorter one was cut off.
    pub(super) written: u64,
}

/// The variables that say which job of an engine this is, for people who look for its output.
const JOB: [&str; 9] = [
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_RESTART_COUNT",
    "HQ_JOB_ID",
    "HQ_TASK_ID",
    "HQ_INSTANCE_ID",
    "PARALLEL_SEQ",
    "JOB_COMPLETION_INDEX",
    "CI_JOB_ID",
];

impl Begin {
    /// Describes an attempt of this process.
    pub(super) fn here(plan: Digest, layout: Digest, shard: Option<usize>) -> Self {
        let job = JOB.iter().filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
        Self {
            plan,
            layout,
            shard,
            host: system::host_name(),
            process: std::process::id(),
            job: job.collect(),
        }
    }
}

/// An attempt that goes on in this process.
#[derive(Debug)]
pub(crate) struct Attempt {
    path: PathBuf,
    file: Mutex<File>,
    /// Where the second line begins.
    second_line: u64,
}

impl Attempt {
    /// Begins an attempt: makes its file, which no other attempt has or will have.
    ///
    /// # Errors
    ///
    /// When it cannot be made or written.
    pub(super) fn begin(results: &Path, begin: Begin) -> io::Result<Self> {
        let folder = results.join(ATTEMPTS);
        fs::create_dir_all(&folder)?;
        let shard = begin.shard.map_or_else(|| "all".to_owned(), |shard| format!("{shard:05}"));
        let is_plain = |sign: &char| sign.is_ascii_alphanumeric() || *sign == '-';
        let host: String = begin.host.chars().filter(is_plain).take(40).collect();
        let mut builder = tempfile::Builder::new();
        system::permissions(0o666).map(|permissions| builder.permissions(permissions));
        // A number of the engine would not do: Slurm starts a job a second time under all the same numbers if its controller
        // was killed.
        let prefix = format!("shard-{shard}.{host}.");
        let file = builder.prefix(&prefix).suffix(".jsonl").rand_bytes(10).tempfile_in(&folder)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        // It tells others that this attempt goes on. Where files cannot be locked, it counts as lost when it is not finished.
        let _ = file.lock();
        let path = folder.join(path.file_name().unwrap_or_default());
        let mut attempt = Self { path, file: Mutex::new(file), second_line: 0 };
        attempt.second_line = attempt.say(&Event::Begin(begin))?;
        attempt.say(&Event::Running)?;
        system::keep_names(&folder)?;
        Ok(attempt)
    }

    /// The name of its files, without their endings.
    pub(super) fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one line at once, and returns its length.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn say(&self, event: &Event) -> io::Result<u64> {
        let line = line(event)?;
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)?;
        Ok(line.len() as u64)
    }

    /// Waits until everything that was said is on the disk.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).sync_all()
    }
}

impl Drop for Attempt {
    /// Says that the attempt did not end because of what it was grading, if so.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let at = SeekFrom::Start(self.second_line);
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        // If even that is not possible, it counts like an attempt whose machine was lost.
        let _ = line(&Event::Stopped).and_then(|line| file.seek(at).and_then(|_| file.write_all(&line)));
        let _ = file.sync_all();
        let _ = file.unlock();
    }
}

fn line(event: &Event) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    Ok(line)
}

/// Tells whether somebody is still writing this file.
pub(super) fn goes_on(path: &Path) -> bool {
    let file = system::open_to_read(path);
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_line_can_be_written_over() {
        assert_eq!(line(&Event::Running).unwrap().len(), line(&Event::Stopped).unwrap().len());
    }
}
