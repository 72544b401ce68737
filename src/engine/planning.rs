//! Makes a work plan: reads every submission once, deals them to shards, and writes down what is asked.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::work_plan::{Content, Planned, pack};
use super::{Error, WorkPlan, balanced};
use crate::digest::Digest;
use crate::results::Manifest;
use crate::submission::{Packer, Place, Snapshot, Submission, TakeError};

/// What a work plan is asked for.
pub(crate) struct Asked<'a> {
    /// The submissions, in the order of a report.
    pub(crate) submissions: &'a [Submission],
    /// What is asked of them, with the same submissions.
    pub(crate) manifest: Manifest,
    /// The versions of the tools, by their names.
    pub(crate) tools: BTreeMap<String, String>,
    /// How long each submission will probably keep one worker.
    pub(crate) milliseconds: Vec<u64>,
    /// The number of shards.
    pub(crate) shards: usize,
    /// Whether the files of the submissions are put into the plan.
    pub(crate) packed: bool,
}

/// Makes sure that a new plan can be written into a folder, and makes the folder.
///
/// # Errors
///
/// When there is something in it, or it cannot be written to.
pub(crate) fn make_room(folder: &Path) -> Result<(), Error> {
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(Error::NotEmpty(folder.to_path_buf()));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::file(folder)(error)),
    }
    fs::create_dir_all(folder).map_err(Error::file(folder))
}

/// Makes a work plan, and writes it into a folder in which there is room.
///
/// # Errors
///
/// When a submission cannot be read, or the plan cannot be written.
pub(crate) fn plan(folder: &Path, asked: Asked) -> Result<WorkPlan, Error> {
    let Asked { submissions, mut manifest, tools, milliseconds, shards, packed } = asked;
    let dealt = balanced(&milliseconds, shards);
    let digests = if packed {
        packed_digests(folder, submissions, &dealt, shards)?
    } else {
        submissions.par_iter().map(digest).collect::<Result<Vec<_>, _>>()?
    };
    let listed = std::mem::take(&mut manifest.submissions);
    let each = listed.into_iter().zip(digests).zip(dealt).zip(milliseconds);
    let planned = each.map(|(((mut submission, files), shard), milliseconds)| {
        submission.files = Some(files);
        Planned { shard: Some(shard), milliseconds, submission }
    });
    let submissions = planned.collect();
    let work = WorkPlan::new(folder, Content { tools, packed, shards, asked: manifest, submissions });
    work.write()?;
    Ok(work)
}

fn digest(submission: &Submission) -> Result<Digest, Error> {
    let digest = submission.digest();
    digest.map_err(|error| Error::Unreadable { name: submission.name.clone(), reason: error.message() })
}

/// Packs the submissions of each shard, and returns the digests of all.
fn packed_digests(
    folder: &Path,
    submissions: &[Submission],
    dealt: &[usize],
    shards: usize,
) -> Result<Vec<Digest>, Error> {
    let mut of_shards = vec![Vec::new(); shards];
    dealt.iter().enumerate().for_each(|(number, shard)| of_shards[*shard].push(number));
    let packs = of_shards.par_iter().enumerate().map(|(shard, numbers)| {
        write_pack(folder, shard, numbers.iter().map(|number| (*number, &submissions[*number])))
    });
    let mut digests = vec![None; submissions.len()];
    for (number, digest) in packs.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        digests[number] = Some(digest);
    }
    Ok(digests.into_iter().map(|digest| digest.expect("every submission is in a shard")).collect())
}

/// Writes the pack of one shard, and returns the digests of its submissions with their numbers.
pub(super) fn write_pack<'a>(
    folder: &Path,
    shard: usize,
    submissions: impl Iterator<Item = (usize, &'a Submission)>,
) -> Result<Vec<(usize, Digest)>, Error> {
    let path = pack(folder, shard);
    fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(Error::file(&path))?;
    let mut packer = Packer::create(&path).map_err(Error::file(&path))?;
    let mut digests = Vec::new();
    for (number, submission) in submissions {
        let taken = match Snapshot::take(submission) {
            Ok(snapshot) => Ok(snapshot),
            Err(TakeError::Problem(problem)) => Err(problem),
            Err(TakeError::Fault(fault)) => {
                let reason = crate::submission::Error::from(fault).message();
                return Err(Error::Unreadable { name: submission.name.clone(), reason });
            }
        };
        let digest = taken.as_ref().map_or_else(crate::submission::Problem::digest, Snapshot::digest);
        packer.add(number, &taken).map_err(Error::file(&path))?;
        digests.push((number, digest));
    }
    packer.finish().map_err(Error::file(&path))?;
    Ok(digests)
}

/// Tells whether submissions can be found again by their paths alone. Those of a download are among those of others.
pub(crate) fn have_paths(submissions: &[Submission]) -> bool {
    submissions.iter().all(|submission| submission.place == Place::Path)
}
