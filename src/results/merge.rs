//! Joins results that were graded apart.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::fields::differing;
use super::whole::{lacks, lines};
use super::{Error, Field, HandedBack, Lack, Manifest, Recomputed, ResultsFolder, Shard, recompute};
use crate::decisions::adopt;
use crate::report::{Report, Visible};
use crate::trace::{Store, StoredOutcome};
use crate::untrusted::Untrusted;

/// Why parts cannot be joined.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// Results cannot be read or written.
    #[error(transparent)]
    Results(#[from] Error),
    /// The results in a folder are not a part of a grading.
    #[error("`{}` is not a part: it was graded without `--shard`", .0.display())]
    NoPart(PathBuf),
    /// The parts belong to different gradings.
    #[error(
        "`{}` and `{}` are parts of different gradings\n{}\nhelp: grade both with the same spec, submissions and options",
        one.display(),
        other.display(),
        lines(.fields)
    )]
    Different {
        /// A folder.
        one: PathBuf,
        /// Another folder.
        other: PathBuf,
        /// The fields that differ.
        fields: Vec<Field>,
    },
    /// A part lacks something that its results need.
    #[error(
        "the part `{}` lacks something that its results need\n{}\n\
         help: grade it again with the same command; what is known is not run again",
        part.display(),
        lines(.lacks)
    )]
    Lacking {
        /// The folder.
        part: PathBuf,
        /// The things that are missing.
        lacks: Vec<Lack>,
    },
    /// More than one of these errors.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\nand: "))]
    Several(Vec<MergeError>),
    /// Two folders hold the same part.
    #[error("part {shard} is there twice: `{}` and `{}`\nhelp: name one of them", one.display(), other.display())]
    Twice {
        /// The part, such as `0/8`.
        shard: String,
        /// A folder.
        one: PathBuf,
        /// Another folder.
        other: PathBuf,
    },
    /// Some parts are missing.
    #[error("{} of {of} parts are missing: {}\nhelp: grade with `--shard {}/{of}`", .missing.len(), list(.missing), .missing[0])]
    Missing {
        /// The numbers of the missing parts.
        missing: Vec<usize>,
        /// The number of all parts.
        of: usize,
    },
    /// The same thing differs between two parts, such as the version of a tool.
    #[error("`{}` is not the same in `{}` and `{}`: {what}", Visible::new(.submission), one.display(), other.display())]
    Conflict {
        /// The name of the submission.
        submission: Untrusted,
        /// A folder.
        one: PathBuf,
        /// Another folder.
        other: PathBuf,
        /// The difference in words.
        what: String,
    },
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

struct Part {
    path: PathBuf,
    folder: ResultsFolder,
    shard: Shard,
    store: Store,
}

/// Joins parts into one results folder, which is the same as if one machine had graded everything.
///
/// # Errors
///
/// When a part is missing, incomplete, damaged, there twice, or of another grading; and when something cannot be read or
/// written. All parts are checked before anything is written, and all errors are reported together.
pub(crate) fn merge(paths: &[PathBuf], out: &Path) -> Result<(Report, HandedBack), MergeError> {
    let whole = paths.iter().filter_map(|path| ResultsFolder::open(path).ok());
    let whole: Vec<ResultsFolder> = whole.filter(|folder| folder.manifest().shard.is_none()).collect();
    if whole.len() == paths.len() && whole.len() > 1 {
        return copies(&whole, out);
    }
    let parts = all_or_errors(paths.iter().map(|path| Part::read(path)))?;
    if let [first, others @ ..] = parts.as_slice() {
        all_or_errors(others.iter().map(|other| same_grading(first, other)))?;
    }
    let parts = in_order(parts)?;
    all_or_errors(parts.values().map(Part::is_whole))?;
    same_circumstances(&parts)?;
    let Some(first) = parts.values().next() else {
        return Err(MergeError::Missing { missing: vec![0], of: 1 });
    };
    let of = first.shard.of;

    let part_of = |place: usize| &parts[&(place % of)];
    let all = 0..first.manifest().submissions.len();
    let submissions = all.map(|place| part_of(place).manifest().submissions[place].clone()).collect();
    adopt_decisions(parts.values().map(|part| &part.folder), out)?;
    let folder = ResultsFolder::create(out, first.manifest().joined(submissions))?;
    let manifest = folder.manifest();
    let store = Store::open(&folder.traces()).map_err(Error::from)?;
    for (place, listed) in manifest.submissions.iter().enumerate() {
        store.adopt(&part_of(place).store, Some(&listed.name)).map_err(Error::from)?;
    }
    store.adopt(&first.store, None).map_err(Error::from)?;
    store.finish().map_err(Error::from)?;
    drop(store);

    folder.write_manifest()?;
    let store = Store::read(&folder.traces()).map_err(Error::from)?;
    let Recomputed { report, lost, .. } = recompute(&folder, manifest.spec.spec()?, &store)?;
    if !lost.is_empty() {
        // Every part was complete, so the files that were just written are damaged.
        let lacks = vec![Lack::Traces(lost, store.damage().to_vec())];
        return Err(Error::Lacking { folder: out.to_path_buf(), lacks }.into());
    }
    let handed_back = folder.write_all(&report)?;
    Ok((report, handed_back))
}

/// Joins copies of one grading, each with the decisions of other people.
fn copies(folders: &[ResultsFolder], out: &Path) -> Result<(Report, HandedBack), MergeError> {
    let (first, others) = folders.split_first().expect("there are several");
    all_or_errors(others.iter().map(|other| same_copy(first, other)))?;
    adopt_decisions(folders.iter(), out)?;
    let folder = ResultsFolder::create(out, first.manifest().clone())?;
    let store = Store::open(&folder.traces()).map_err(Error::from)?;
    let all = Store::read(&first.traces()).map_err(Error::from)?;
    let own = folder.manifest().own().map(|(_, listed)| Some(&listed.name));
    own.chain([None]).try_for_each(|name| store.adopt(&all, name)).map_err(Error::from)?;
    store.finish().map_err(Error::from)?;
    drop(store);
    folder.write_manifest()?;
    let store = Store::read(&folder.traces()).map_err(Error::from)?;
    let Recomputed { report, lost, .. } = recompute(&folder, folder.manifest().spec.spec()?, &store)?;
    if !lost.is_empty() {
        let lacks = vec![Lack::Traces(lost, all.damage().to_vec())];
        return Err(Error::Lacking { folder: first.path().to_path_buf(), lacks }.into());
    }
    let handed_back = folder.write_all(&report)?;
    Ok((report, handed_back))
}

/// Makes sure that two folders hold the same grading of the same files.
fn same_copy(one: &ResultsFolder, other: &ResultsFolder) -> Result<(), MergeError> {
    let mut fields = differing(one.manifest(), other.manifest());
    let files =
        |folder: &ResultsFolder| folder.manifest().own().map(|(_, listed)| listed.files).collect::<Vec<_>>();
    if fields.is_empty() && files(one) != files(other) {
        fields.push(Field::said("the files that were graded", "those of the first", "others"));
    }
    if fields.is_empty() {
        return Ok(());
    }
    Err(MergeError::Different { one: one.path().to_path_buf(), other: other.path().to_path_buf(), fields })
}

/// Brings together what people decided in several folders.
fn adopt_decisions<'a>(
    mut folders: impl Iterator<Item = &'a ResultsFolder>,
    out: &Path,
) -> Result<(), MergeError> {
    let into = ResultsFolder::decisions_in(out);
    let failed = |source| Error::Write { path: into.clone(), source };
    Ok(folders.try_for_each(|folder| adopt(&folder.decisions(), &into)).map_err(failed)?)
}

impl Part {
    fn read(path: &Path) -> Result<Self, MergeError> {
        let folder = ResultsFolder::open(path)?;
        let shard = folder.manifest().shard.ok_or_else(|| MergeError::NoPart(path.to_path_buf()))?;
        let store = Store::read(&folder.traces()).map_err(Error::from)?;
        Ok(Self { path: path.to_path_buf(), folder, shard, store })
    }

    fn manifest(&self) -> &Manifest {
        self.folder.manifest()
    }

    /// Makes sure that every mark of the part follows from its traces.
    fn is_whole(&self) -> Result<(), MergeError> {
        let lacks = lacks(&self.folder, &self.store)?;
        if lacks.is_empty() { Ok(()) } else { Err(MergeError::Lacking { part: self.path.clone(), lacks }) }
    }
}

/// All values, or all errors.
fn all_or_errors<T>(each: impl Iterator<Item = Result<T, MergeError>>) -> Result<Vec<T>, MergeError> {
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for one in each {
        match one {
            Ok(one) => all.push(one),
            Err(error) => errors.push(error),
        }
    }
    match errors.len() {
        0 => Ok(all),
        1 => Err(errors.remove(0)),
        _ => Err(MergeError::Several(errors)),
    }
}

/// The parts by their numbers, if each part is there exactly once.
fn in_order(all: Vec<Part>) -> Result<BTreeMap<usize, Part>, MergeError> {
    let of = all.first().map_or(1, |part| part.shard.of);
    let mut parts = BTreeMap::<usize, Part>::new();
    for part in all {
        if let Some(known) = parts.get(&part.shard.index) {
            let (one, other) = (known.path.clone(), part.path);
            return Err(MergeError::Twice { shard: part.shard.to_string(), one, other });
        }
        parts.insert(part.shard.index, part);
    }
    let missing: Vec<usize> = (0..of).filter(|index| !parts.contains_key(index)).collect();
    if missing.is_empty() { Ok(parts) } else { Err(MergeError::Missing { missing, of }) }
}

/// Makes sure that two parts belong to the same grading.
fn same_grading(one: &Part, other: &Part) -> Result<(), MergeError> {
    let fields = differing(one.manifest(), other.manifest());
    if fields.is_empty() {
        return Ok(());
    }
    Err(MergeError::Different { one: one.path.clone(), other: other.path.clone(), fields })
}

/// Makes sure that all parts used the same versions of tools, and that the reference did the same in all of them.
fn same_circumstances(parts: &BTreeMap<usize, Part>) -> Result<(), MergeError> {
    let mut tools = BTreeMap::<&str, (&str, &Path)>::new();
    let mut reference = None::<(&Part, &StoredOutcome)>;
    for part in parts.values() {
        let own = part.manifest().own().filter_map(|(_, listed)| listed.record(&part.store));
        for record in own.chain(part.store.record(None)) {
            for (tool, version) in &record.preparation.tools {
                let (known, path) = *tools.entry(tool).or_insert((version, &part.path));
                if known != version {
                    return Err(MergeError::Conflict {
                        submission: record.submission.clone().unwrap_or_else(|| "the reference".into()),
                        one: path.to_path_buf(),
                        other: part.path.clone(),
                        what: format!("{tool} is `{known}` there and `{version}` here"),
                    });
                }
            }
        }
        let Some(record) = part.store.record(None) else { continue };
        match reference {
            None => reference = Some((part, &record.outcome)),
            Some((known, outcome)) if !outcome.is_like(&record.outcome) => {
                return Err(MergeError::Conflict {
                    submission: "the reference".into(),
                    one: known.path.clone(),
                    other: part.path.clone(),
                    what: "its traces differ".to_owned(),
                });
            }
            Some(_) => {}
        }
    }
    Ok(())
}
