//! The work plan: what is graded, by which tools, and how it is cut into shards. Its files are written once and never changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Error, Which};
use crate::digest::Digest;
use crate::results::{Listed, Manifest, put_whole};
use crate::submission::{Pack, Place, Submission};
use crate::system;

/// The version of the files: it increases when a key changes its meaning or is removed.
const VERSION: u32 = 1;

/// The file that says what is asked. It is written last, so whoever finds it finds everything else.
const PLAN: &str = "plan.json";

/// The file with one line for each submission.
const SUBMISSIONS: &str = "submissions.jsonl";

/// A work plan.
#[derive(Clone, Debug)]
pub(crate) struct WorkPlan {
    folder: PathBuf,
    head: Head,
    submissions: Vec<Planned>,
}

/// `plan.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    version: u32,
    /// The digest of what is graded. Results belong to it, however they were cut.
    plan: Digest,
    /// The digest of how it is cut.
    layout: Digest,
    /// The number of shards.
    shards: usize,
    /// The number of submissions.
    submissions: usize,
    /// The version of yardstick.
    yardstick: String,
    /// The versions of the tools, by their names.
    tools: BTreeMap<String, String>,
    /// Whether the files of the submissions are in the plan.
    packed: bool,
    /// How long one worker will probably need for the longest shard, in seconds.
    seconds: u64,
    /// What is asked of each submission, and of the results.
    asked: Manifest,
}

/// One line of `submissions.jsonl`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Planned {
    /// The number of its shard; `None` if it was graded when the rest was cut again.
    pub(super) shard: Option<usize>,
    /// How long it will probably keep one worker.
    pub(super) milliseconds: u64,
    /// The submission, with the digest of its files.
    pub(super) submission: Listed,
}

/// What decides the two digests of a plan.
pub(super) struct Content {
    pub(super) tools: BTreeMap<String, String>,
    pub(super) packed: bool,
    pub(super) shards: usize,
    pub(super) asked: Manifest,
    pub(super) submissions: Vec<Planned>,
}

impl WorkPlan {
    /// Makes a work plan of which nothing is written yet.
    pub(super) fn new(folder: &Path, content: Content) -> Self {
        let Content { tools, packed, shards, asked, submissions } = content;
        let yardstick = env!("CARGO_PKG_VERSION").to_owned();
        let mut loads = vec![0; shards];
        for one in &submissions {
            if let Some(shard) = one.shard {
                loads[shard] += one.milliseconds;
            }
        }
        let seconds = loads.into_iter().max().unwrap_or(0).div_ceil(1000);
        let plan = what(&yardstick, &tools, &asked, &submissions);
        let layout = cut(shards, packed, &submissions);
        let head = Head {
            version: VERSION,
            plan,
            layout,
            shards,
            submissions: submissions.len(),
            yardstick,
            tools,
            packed,
            seconds,
            asked,
        };
        Self { folder: folder.to_path_buf(), head, submissions }
    }

    /// Reads a work plan.
    ///
    /// # Errors
    ///
    /// When there is none, or it is of another version, or was edited, or cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(PLAN);
        let text = match system::read(&path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(Error::NoPlan(folder.to_path_buf()));
            }
            text => text.map_err(Error::file(&path))?,
        };
        let edited = |path: &Path, reason: String| Error::Edited { path: path.into(), reason: reason.into() };
        #[derive(Deserialize)]
        struct Versions {
            version: u32,
            yardstick: String,
        }
        let versions: Versions =
            serde_json::from_slice(&text).map_err(|error| edited(&path, error.to_string()))?;
        if (versions.version, versions.yardstick.as_str()) != (VERSION, env!("CARGO_PKG_VERSION")) {
            return Err(Error::OtherVersion { folder: folder.to_path_buf(), theirs: versions.yardstick });
        }
        let head: Head = serde_json::from_slice(&text).map_err(|error| edited(&path, error.to_string()))?;
        let path = folder.join(SUBMISSIONS);
        let text = system::read(&path).map_err(Error::file(&path))?;
        let mut submissions: Vec<Planned> = Vec::with_capacity(head.submissions);
        for (number, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let one = serde_json::from_slice(line);
            submissions.push(one.map_err(|error| edited(&path, format!("line {}: {error}", number + 1)))?);
        }
        if submissions.len() != head.submissions {
            let reason =
                format!("it has {} submissions, and the plan {}", submissions.len(), head.submissions);
            return Err(edited(&path, reason));
        }
        if submissions.iter().any(|one| one.shard.is_some_and(|shard| shard >= head.shards)) {
            return Err(edited(
                &path,
                format!("a submission is in a shard that a plan of {} lacks", head.shards),
            ));
        }
        let is_whole = what(&head.yardstick, &head.tools, &head.asked, &submissions) == head.plan
            && cut(head.shards, head.packed, &submissions) == head.layout
            && head.asked.spec.is_intact();
        if !is_whole {
            return Err(edited(&folder.join(PLAN), "its digests are not those of its content".to_owned()));
        }
        Ok(Self { folder: folder.to_path_buf(), head, submissions })
    }

    /// Writes the files, the one that makes it a plan last.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(super) fn write(&self) -> Result<(), Error> {
        let path = self.folder.join(SUBMISSIONS);
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(fs::File::create_new(&path)?);
            for one in &self.submissions {
                serde_json::to_writer(&mut file, one)?;
                file.write_all(b"\n")?;
            }
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        };
        write().map_err(Error::file(&path))?;
        let path = self.folder.join(PLAN);
        let mut text = serde_json::to_vec_pretty(&self.head).expect("a plan has nothing that JSON has not");
        text.push(b'\n');
        put_whole(&path, &text, 0o666).map_err(Error::file(&path))
    }

    /// The digest of what is graded.
    pub(crate) fn id(&self) -> Digest {
        self.head.plan
    }

    /// The digest of how it is cut.
    pub(super) fn layout(&self) -> Digest {
        self.head.layout
    }

    /// The number of shards.
    pub(crate) fn shards(&self) -> usize {
        self.head.shards
    }

    /// The number of submissions.
    pub(crate) fn len(&self) -> usize {
        self.submissions.len()
    }

    /// How long one worker will probably need for the longest shard, in seconds.
    pub(crate) fn seconds(&self) -> u64 {
        self.head.seconds
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder with the traces of the reference.
    pub(crate) fn traces(&self) -> PathBuf {
        traces_in(&self.folder)
    }

    /// The versions of the tools, by their names.
    pub(crate) fn tools(&self) -> &BTreeMap<String, String> {
        &self.head.tools
    }

    /// Whether the files of the submissions are in the plan.
    pub(super) fn is_packed(&self) -> bool {
        self.head.packed
    }

    /// What is asked, without the submissions.
    pub(crate) fn asked(&self) -> &Manifest {
        &self.head.asked
    }

    /// What is asked, with all submissions and the digests of their files: what a results folder says that has all of them.
    pub(crate) fn manifest(&self) -> Manifest {
        let listed = self.submissions.iter().map(|one| one.submission.clone()).collect();
        self.head.asked.clone().of_submissions(listed)
    }

    /// The submissions, in the order of a report.
    pub(super) fn planned(&self) -> &[Planned] {
        &self.submissions
    }

    /// The shards that these submissions are in.
    pub(crate) fn shards_of(&self, numbers: &[usize]) -> BTreeSet<usize> {
        numbers.iter().filter_map(|number| self.submissions[*number].shard).collect()
    }

    /// The number of submissions of a shard.
    pub(crate) fn count(&self, which: Which) -> usize {
        self.submissions.iter().filter(|one| which.has(one.shard)).count()
    }

    /// The numbers of the submissions of a shard, the longest first.
    pub(super) fn numbers(&self, which: Which) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            (0..self.len()).filter(|number| which.has(self.submissions[*number].shard)).collect();
        numbers.sort_by_key(|number| std::cmp::Reverse(self.submissions[*number].milliseconds));
        numbers
    }

    /// The submissions of a shard with their numbers, the longest first, where their files are.
    ///
    /// # Errors
    ///
    /// When a pack cannot be opened.
    pub(super) fn submissions(&self, which: Which) -> Result<Vec<(usize, Submission)>, Error> {
        let mut packs = BTreeMap::new();
        let mut all = Vec::new();
        for number in self.numbers(which) {
            let Planned { shard, submission: listed, .. } = &self.submissions[number];
            let mut submission = listed.submission(listed.path.clone());
            if let Some(shard) = shard.filter(|_| self.is_packed()) {
                let path = pack(&self.folder, shard);
                let pack = match packs.entry(shard) {
                    std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
                    std::collections::btree_map::Entry::Vacant(new) => {
                        new.insert(Pack::open(&path).map_err(Error::file(&path))?)
                    }
                };
                submission.place = Place::Packed(pack.submission(number));
            }
            all.push((number, submission));
        }
        Ok(all)
    }
}

/// The folder with the traces of the reference in a plan.
pub(super) fn traces_in(folder: &Path) -> PathBuf {
    folder.join("traces")
}

/// The file with the submissions of a shard.
pub(super) fn pack(folder: &Path, shard: usize) -> PathBuf {
    folder.join("packed").join(format!("{shard:05}.zip"))
}

/// The digest of what is graded: neither where files are nor how they are cut.
fn what(
    yardstick: &str,
    tools: &BTreeMap<String, String>,
    asked: &Manifest,
    submissions: &[Planned],
) -> Digest {
    let each = submissions.iter().map(|one| {
        let mut listed = one.submission.clone();
        (listed.path, listed.members) = (PathBuf::new(), None);
        Digest::of_values(&[&listed])
    });
    let each: Vec<Digest> = each.collect();
    let each = Digest::of_parts(each.iter().map(Digest::as_bytes));
    Digest::of_values(&[&"what", &VERSION, &yardstick, tools, asked, &each])
}

/// The digest of how it is cut.
fn cut(shards: usize, packed: bool, submissions: &[Planned]) -> Digest {
    let each = submissions.iter().map(|one| {
        let path = one.submission.path.as_os_str().as_encoded_bytes();
        let numbers = format!("{:?} {}", one.shard, one.milliseconds);
        Digest::of_parts([numbers.as_bytes(), path])
    });
    let each: Vec<Digest> = each.collect();
    let each = Digest::of_parts(each.iter().map(Digest::as_bytes));
    Digest::of_values(&[&"cut", &shards, &packed, &each])
}
