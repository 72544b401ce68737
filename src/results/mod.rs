//! The results folder: everything that a mark rests on, so that it can be computed again without running
//! anything.
//!
//! ```text
//! yardstick-results/
//!   grading.json      what was asked: spec, submissions, level of isolation
//!   traces/           what every program did
//!   results.json  grades.csv  feedback/     what follows from these two
//! ```

mod bundle;
mod changes;
mod fields;
mod folder;
mod hand_back;
mod manifest;
mod merge;
mod pages;
mod recompute;
mod shard;
mod verify;
mod whole;
mod whole_file;

use std::path::PathBuf;
use std::sync::Arc;

use crate::gradebook;
use crate::plan;
use crate::spec::{Defects, LoadError};
use crate::submission;
use crate::trace::StoreError;

pub use bundle::{Bundled, bundle};
pub use changes::{Change, Changes, Standings, Way};
pub use fields::Field;
pub use folder::ResultsFolder;
pub use hand_back::{HandBack, HandedBack};
pub use manifest::{Asked, Listed, Manifest, SpecCopy};
pub use merge::{MergeError, merge};
pub use recompute::{Recomputed, recompute};
pub use shard::{Shard, ShardError};
pub use verify::{Finding, verify};
pub use whole::Lack;
pub use whole_file::{put_whole, write_whole};

/// Why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be written.
    #[error("cannot write to `{}`: {source}\nhelp: choose another folder with `--out`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The folder holds no results.
    #[error(
        "`{}` holds no results: there is no {}\nhelp: name the folder that `yardstick grade` wrote",
        folder.display(),
        if folder.exists() { format!("`{missing}` in it") } else { "such folder".to_owned() }
    )]
    NoResults {
        /// The folder.
        folder: PathBuf,
        /// The file that every folder with results has.
        missing: &'static str,
    },
    /// What was asked for is not what was written.
    #[error(
        "`{}` is damaged: its checksum is wrong\n\
         help: grade again with the same command; what is known is not run again",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Something was not graded yet.
    #[error(
        "`{}` is not complete: {count} of {all} submissions are not graded, the first is `{first}`\n\
         help: grade again with the same command; what is graded is not run again",
        folder.display()
    )]
    Incomplete {
        /// The results folder.
        folder: PathBuf,
        /// How many are missing.
        count: usize,
        /// Of how many.
        all: usize,
        /// One of them.
        first: String,
    },
    /// A mark does not follow from what is there.
    #[error(
        "`{}` lacks something that its results need\n{}\n\
         help: grade again with the same command; what is known is not run again",
        folder.display(),
        whole::lines(.lacks)
    )]
    Lacking {
        /// The results folder.
        folder: PathBuf,
        /// What is not there.
        lacks: Vec<Lack>,
    },
    /// There is no such submission in the results.
    #[error("there is no submission `{name}` in `{}`{help}", folder.display())]
    NoSubmission {
        /// The results folder.
        folder: PathBuf,
        /// What was asked for.
        name: String,
        /// What may have been meant.
        help: String,
    },
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The spec that was kept is wrong.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
    /// There is no spec.
    #[error(transparent)]
    Spec(#[from] LoadError),
    /// There is no plan.
    #[error(transparent)]
    Plan(#[from] plan::Error),
    /// A submission cannot be read.
    #[error(transparent)]
    Submission(#[from] submission::Error),
    /// The gradebook that was kept cannot be filled any more.
    #[error("cannot fill the gradebook that was kept: {0}")]
    Gradebook(#[from] gradebook::Error),
    /// A zip file cannot be written or read.
    #[error("cannot use the zip file `{}`: {source}", path.display())]
    Zip {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: Arc<zip::result::ZipError>,
    },
}
