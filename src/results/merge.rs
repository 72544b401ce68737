//! Joins results that were graded apart.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Error, HandedBack, Manifest, Pages, ResultsFolder, recompute};
use crate::report::Report;
use crate::trace::{Kept, Store};

/// Why parts cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// Results cannot be read or written.
    #[error(transparent)]
    Results(#[from] Error),
    /// A folder is no part of anything.
    #[error("`{}` is not a part: it was graded without `--shard`", .0.display())]
    NoPart(PathBuf),
    /// Parts were not asked for the same.
    #[error("`{}` and `{}` are parts of different gradings: {what} differ", one.display(), other.display())]
    Different {
        /// A folder.
        one: PathBuf,
        /// Another.
        other: PathBuf,
        /// What is not the same, in the plural.
        what: &'static str,
    },
    /// Two folders hold the same part.
    #[error("part {shard} is there twice: `{}` and `{}`\nhelp: name one of them", one.display(), other.display())]
    Twice {
        /// `0/8`
        shard: String,
        /// A folder.
        one: PathBuf,
        /// Another.
        other: PathBuf,
    },
    /// Not every part is there.
    #[error("{} of {of} parts are missing: {}\nhelp: grade with `--shard {}/{of}`", .missing.len(), list(.missing), .missing[0])]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
        /// How many parts there are.
        of: usize,
    },
    /// The same submission did different things.
    #[error("`{submission}` is not the same in `{}` and `{}`: {what}", one.display(), other.display())]
    Conflict {
        /// Its name.
        submission: String,
        /// A folder.
        one: PathBuf,
        /// Another.
        other: PathBuf,
        /// What differs.
        what: String,
    },
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

struct Part {
    path: PathBuf,
    manifest: Manifest,
    store: Store,
}

/// Joins parts into a folder: what one machine would have left there.
///
/// # Errors
///
/// When a part is missing, incomplete, there twice, or does not go with the others; and when something cannot be
/// read or written.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<(Report, HandedBack), MergeError> {
    let mut parts = BTreeMap::<usize, Part>::new();
    for path in paths {
        let (folder, manifest) = ResultsFolder::open(path)?;
        let shard = manifest.shard.ok_or_else(|| MergeError::NoPart(path.clone()))?;
        if let Some(first) = parts.values().next() {
            same_grading(first, path, &manifest)?;
        }
        if let Some(known) = parts.get(&shard.index) {
            let (one, other) = (known.path.clone(), path.clone());
            return Err(MergeError::Twice { shard: shard.to_string(), one, other });
        }
        complete(path, &manifest)?;
        let store = Store::read(&folder.traces()).map_err(Error::from)?;
        parts.insert(shard.index, Part { path: path.clone(), manifest, store });
    }
    let Some(first) = parts.values().next() else {
        return Err(MergeError::Missing { missing: vec![0], of: 1 });
    };
    let of = first.manifest.shard.map_or(1, |shard| shard.of);
    let missing: Vec<usize> = (0..of).filter(|index| !parts.contains_key(index)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { missing, of });
    }
    same_circumstances(&parts)?;

    let mut manifest = first.manifest.clone();
    manifest.shard = None;
    let folder = ResultsFolder::create(out)?;
    let store = Store::open(&folder.traces()).map_err(Error::from)?;
    for (place, listed) in manifest.submissions.iter_mut().enumerate() {
        let part = &parts[&(place % of)];
        listed.clone_from(&part.manifest.submissions[place]);
        store.adopt(&part.store, Some(&listed.name)).map_err(Error::from)?;
    }
    store.adopt(&first.store, None).map_err(Error::from)?;
    store.finish().map_err(Error::from)?;
    drop(store);

    folder.write_manifest(&manifest)?;
    let store = Store::read(&folder.traces()).map_err(Error::from)?;
    let report = recompute(&manifest, manifest.spec.spec()?, &store)?.report;
    let pages = Pages::new(&manifest);
    folder.write_all(&report, &pages)?;
    let handed_back = folder.hand_back(&manifest, &report, &pages)?;
    Ok((report, handed_back))
}

/// What was asked for must be the same but for the part.
fn same_grading(first: &Part, path: &Path, manifest: &Manifest) -> Result<(), MergeError> {
    let (one, other) = (&first.manifest, manifest);
    let list = |manifest: &Manifest| -> Vec<String> {
        manifest.submissions.iter().map(|listed| listed.name.clone()).collect()
    };
    let what = if one.yardstick != other.yardstick {
        "versions of yardstick"
    } else if one.spec.digest != other.spec.digest {
        "specs"
    } else if one.only != other.only {
        "the selected scenarios"
    } else if one.repeat != other.repeat {
        "numbers of runs"
    } else if one.isolation.level != other.isolation.level {
        "levels of isolation"
    } else if one.marks() != other.marks() {
        "marks that were given by hand"
    } else if one.hand_back != other.hand_back {
        "downloads, columns or gradebooks"
    } else if one.shard.map(|shard| shard.of) != other.shard.map(|shard| shard.of) {
        "numbers of parts"
    } else if list(one) != list(other) {
        "lists of submissions"
    } else {
        return Ok(());
    };
    Err(MergeError::Different { one: first.path.clone(), other: path.to_path_buf(), what })
}

fn complete(path: &Path, manifest: &Manifest) -> Result<(), Error> {
    let missing: Vec<&str> = manifest
        .own()
        .filter(|(_, listed)| listed.files.is_none())
        .map(|(_, listed)| &*listed.name)
        .collect();
    match missing.first() {
        None => Ok(()),
        Some(first) => Err(Error::Incomplete {
            folder: path.to_path_buf(),
            count: missing.len(),
            all: manifest.own().count(),
            first: (*first).to_owned(),
        }),
    }
}

/// Everything was run with tools of the same version, and the reference did the same everywhere.
fn same_circumstances(parts: &BTreeMap<usize, Part>) -> Result<(), MergeError> {
    let mut tools = BTreeMap::<&str, (&str, &Path)>::new();
    let mut reference = None::<(&Part, &Kept)>;
    for part in parts.values() {
        let own = part.manifest.own().filter_map(|(_, listed)| part.store.record(Some(&listed.name)));
        for record in own.chain(part.store.record(None)) {
            for (tool, version) in &record.preparation.tools {
                let (known, path) = *tools.entry(tool).or_insert((version, &part.path));
                if known != version {
                    return Err(MergeError::Conflict {
                        submission: record.submission.clone().unwrap_or_else(|| "the reference".to_owned()),
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
                    submission: "the reference".to_owned(),
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
