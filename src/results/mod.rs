//! The results folder: everything that a mark follows from, so that it can be computed again without running anything.
//!
//! ```text
//! yardstick-results/
//!   grading.json      the manifest: what was asked for, such as the spec and the submissions
//!   traces/           what every program did
//!   results.json  grades.csv  feedback/     what follows from these two
//! ```

mod budget;
mod bundle;
mod changes;
mod earlier;
mod fields;
mod folder;
mod hand_back;
mod handed_in;
mod manifest;
mod marks;
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
use crate::report::Visible;
use crate::spec::{AmendError, Defects, LoadError};
use crate::submission::{self, WhichCounts};
use crate::trace::StoreError;
use crate::untrusted::Untrusted;

pub(crate) use budget::DaysTaken;
pub(crate) use bundle::bundle;
pub(crate) use changes::{Changes, Standings, Way};
pub(crate) use earlier::earlier;
pub(crate) use fields::Field;
pub use folder::ResultsFolder;
pub(crate) use hand_back::{HandBack, HandedBack};
pub(crate) use handed_in::HandedIn;
pub(crate) use manifest::{Asked, Listed, Manifest, SpecCopy};
pub(crate) use marks::Revised;
pub(crate) use merge::{MergeError, merge};
pub use recompute::recompute;
pub(crate) use recompute::{Recomputed, outputs_of, recompute_for, recompute_one};
pub use shard::Shard;
pub(crate) use shard::ShardError;
pub use verify::verify;
pub(crate) use whole::Lack;
pub(crate) use whole_file::{put_whole, write_whole};

/// The reasons why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be written.
    #[error("cannot write to `{}`: {source}\nhelp: choose another folder with `--out`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`: {}", path.display(), Visible::lines(.reason))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason, which may quote the file.
        reason: Untrusted,
    },
    /// The folder contains no results.
    #[error(
        "`{}` holds no results: there is no {}\nhelp: name the folder that `yardstick grade` wrote",
        folder.display(),
        if folder.exists() { format!("`{missing}` in it") } else { "such folder".to_owned() }
    )]
    NoResults {
        /// The folder.
        folder: PathBuf,
        /// A file that every results folder has, and that is missing.
        missing: &'static str,
    },
    /// The manifest is damaged.
    #[error(
        "`{}` is damaged: its checksum is wrong\n\
         help: grade again with the same command; what is known is not run again",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Some submissions were not graded yet.
    #[error(
        "`{}` is not complete: {count} of {all} submissions are not graded, the first is `{}`\n\
         help: grade again with the same command; what is graded is not run again",
        folder.display(),
        Visible::new(.first)
    )]
    Incomplete {
        /// The results folder.
        folder: PathBuf,
        /// The number of submissions that were not graded.
        count: usize,
        /// The number of all submissions.
        all: usize,
        /// The first of them.
        first: Untrusted,
    },
    /// The results do not follow from the files in the folder.
    #[error(
        "`{}` lacks something that its results need\n{}\n\
         help: grade again with the same command; what is known is not run again",
        folder.display(),
        whole::lines(.lacks)
    )]
    Lacking {
        /// The results folder.
        folder: PathBuf,
        /// The things that are missing.
        lacks: Vec<Lack>,
    },
    /// Results cannot be compared with those of another assignment.
    #[error(
        "`{}` holds results of the assignment `{theirs}`, and this is `{ours}`\n\
         help: name results of `{ours}`, or leave it out",
        folder.display()
    )]
    OtherAssignment {
        /// The folder of the earlier results.
        folder: PathBuf,
        /// The assignment of the earlier results.
        theirs: String,
        /// The assignment that is graded.
        ours: String,
    },
    /// What was decided about another assignment would count for this one.
    #[error(
        "`{}` holds decisions about the assignment `{theirs}`, and this is `{ours}`\n\
         help: grade into another folder with `--out`",
        folder.display()
    )]
    OtherDecisions {
        /// The folder.
        folder: PathBuf,
        /// The assignment that they are about.
        theirs: String,
        /// The assignment that is graded.
        ours: String,
    },
    /// Earlier results cannot be compared with.
    #[error(
        "cannot compare with `{}`: {why}\n\
         help: grade it again with this version of yardstick, or leave out that `--history`",
        folder.display()
    )]
    Incomparable {
        /// The folder of the earlier results.
        folder: PathBuf,
        /// The reason.
        why: Box<Error>,
    },
    /// Only the latest hand-ins were graded, and another one may count now.
    #[error(
        "`{}` was graded by the latest hand-in of each student alone, and `hand_ins: {}` asks for the others, too\n\
         help: grade again with this spec; what is known is not run again",
        folder.display(),
        rule.word()
    )]
    OnlyLatest {
        /// The results folder.
        folder: PathBuf,
        /// The rule about which hand-in counts.
        rule: WhichCounts,
    },
    /// It is not known which of several hand-ins came first.
    #[error(
        "nothing tells which hand-in of `{}` came first, as `hand_ins: {}` must know: not all times are known\n\
         help: choose `hand_ins: best` in the spec, which needs no times",
        Visible::new(.series),
        rule.word()
    )]
    NoOrder {
        /// The name of the series.
        series: Untrusted,
        /// The rule about which hand-in counts.
        rule: WhichCounts,
    },
    /// Two results folders of a course are of one assignment.
    #[error(
        "`{}` and `{}` both hold results of the assignment `{assignment}`\n\
         help: leave only one of them in the folder that `--course` names",
        one.display(),
        other.display()
    )]
    Twice {
        /// One of them.
        one: PathBuf,
        /// The other one.
        other: PathBuf,
        /// The key of the assignment.
        assignment: String,
    },
    /// What was graded cannot be graded once more.
    #[error(
        "the files of `{}` are not where they were when `{}` was graded, or are others\n\
         help: put them back, or leave out that folder",
        Visible::new(.name),
        folder.display()
    )]
    FilesGone {
        /// The results folder.
        folder: PathBuf,
        /// The name of the submission.
        name: Untrusted,
    },
    /// There is no such submission in the results.
    #[error("there is no submission `{name}` in `{}`{}", folder.display(), did_you_mean(.meant.as_ref()))]
    NoSubmission {
        /// The results folder.
        folder: PathBuf,
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant, if there is one.
        meant: Option<Untrusted>,
    },
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The spec in the manifest has errors.
    #[error(transparent)]
    Defects(#[from] Box<Defects>),
    /// The spec cannot be changed as was decided.
    #[error(
        "it was decided that more is right, and the spec cannot be changed so: {0}\nhelp: undo that with `yardstick review`, or grade by the spec of that time"
    )]
    Amend(#[from] AmendError),
    /// The spec cannot be loaded.
    #[error(transparent)]
    Spec(#[from] LoadError),
    /// The plan cannot be made.
    #[error(transparent)]
    Plan(#[from] plan::Error),
    /// A submission cannot be read.
    #[error("{}", Visible::lines(&.0.message()))]
    Submission(submission::Error),
    /// The gradebook in the manifest cannot be filled any more.
    #[error("cannot fill the gradebook that was kept: {}", Visible::lines(&.0.message()))]
    Gradebook(gradebook::Error),
    /// A zip file cannot be written or read.
    #[error("cannot use the zip file `{}`: {source}", path.display())]
    Zip {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: Arc<zip::result::ZipError>,
    },
}

impl From<submission::Error> for Error {
    fn from(error: submission::Error) -> Self {
        Self::Submission(error)
    }
}

impl From<gradebook::Error> for Error {
    fn from(error: gradebook::Error) -> Self {
        Self::Gradebook(error)
    }
}

fn did_you_mean(name: Option<&Untrusted>) -> String {
    name.map(|name| format!("\nhelp: did you mean `{}`?", Visible::new(name))).unwrap_or_default()
}
