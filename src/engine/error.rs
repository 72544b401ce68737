//! Why a shard cannot be planned, graded or joined, and whether it is worth another try.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::report::Visible;
use crate::results::{self, ShardError};
use crate::trace::StoreError;
use crate::untrusted::Untrusted;

/// The reasons why a command about a work plan cannot do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// There is no work plan, or it was not finished.
    #[error("`{}` holds no work plan: there is no `plan.json` in it\nhelp: name the folder that `yardstick plan` wrote", .0.display())]
    NoPlan(PathBuf),
    /// A work plan is of another version of yardstick.
    #[error(
        "`{}` was planned by yardstick {theirs}, and this is {}\n\
         help: use the same version on all machines, or plan again with this one",
        folder.display(),
        env!("CARGO_PKG_VERSION")
    )]
    OtherVersion {
        /// The folder of the work plan.
        folder: PathBuf,
        /// The version that planned.
        theirs: String,
    },
    /// A file of a work plan is not what was written.
    #[error(
        "`{}` is not as `yardstick plan` wrote it: {}\n\
         help: a work plan is not edited: plan again, or copy it again from where it was made",
        path.display(),
        Visible::lines(.reason)
    )]
    Edited {
        /// The file.
        path: PathBuf,
        /// What is wrong, which may quote the file.
        reason: Untrusted,
    },
    /// A work plan would be written over something else.
    #[error("`{}` is not empty\nhelp: name a new folder with `--out`", .0.display())]
    NotEmpty(PathBuf),
    /// A shard that the work plan does not have.
    #[error("`--shard {text}` does not go with a plan of {of} shards\nhelp: their numbers go from 0 to {}; `all` grades all of them", of - 1)]
    NoShard {
        /// What was written.
        text: String,
        /// The number of shards in the plan.
        of: usize,
    },
    /// No variable of an engine names a shard.
    #[error("`--shard auto`: no variable of a job array is set\nhelp: give `--shard K` with K from 0 to {}, or set YARDSTICK_SHARD=K", of - 1)]
    NotInArray {
        /// The number of shards in the plan.
        of: usize,
    },
    /// A variable of an engine contradicts the work plan.
    #[error("{0}\nhelp: how many shards there are stands in the plan: start as many jobs as it has shards")]
    Disagrees(ShardError),
    /// The results in a folder are of another work plan.
    #[error(
        "`{}` holds results of another plan: that one is {}, and this is {}\nhelp: name another folder, or the plan of these results",
        folder.display(),
        &theirs[..12],
        &ours[..12]
    )]
    OtherPlan {
        /// The folder of results.
        folder: PathBuf,
        /// The digest of the other plan.
        theirs: String,
        /// The digest of this plan.
        ours: String,
    },
    /// Submissions are not what they were when the plan was made.
    #[error(
        "{} changed after the plan was made: {} not graded\n\
         help: put back what was handed in, or plan again; the others of the shard are graded",
        list(.0),
        if .0.len() == 1 { "it is" } else { "they are" }
    )]
    Changed(Vec<Untrusted>),
    /// Submissions were being graded each time when their grader died.
    #[error(
        "{} {} set aside: {} graders died while they graded {}\n\
         help: the others of the shard are graded; find out what happens with `yardstick grade --plan … --shard … --retry`, on a \
         machine that you can watch",
        list(.names),
        if .names.len() == 1 { "is" } else { "are" },
        .times,
        if .names.len() == 1 { "it" } else { "them" }
    )]
    SetAside {
        /// Their names.
        names: Vec<Untrusted>,
        /// How many graders died.
        times: usize,
    },
    /// The tools of this machine are not those of the plan.
    #[error(
        "this machine cannot grade by this plan: {0}\nhelp: grade where the tools are those of the plan, or plan on a machine like this one"
    )]
    OtherTools(String),
    /// Two records of the same submission differ.
    #[error(
        "{} graded more than once, with different results:\n{}\n\
         help: find out why it does not always do the same (`--repeat 2` shows it), and remove the file that is wrong; `--take-last` joins all the same",
        if .0.len() == 1 { "a submission was" } else { "some submissions were" },
        .0.iter().map(|one| format!("  {one}")).collect::<Vec<_>>().join("\n")
    )]
    Differ(Vec<String>),
    /// Some submissions have no record yet.
    #[error(
        "{count} of {all} submissions are not graded yet, the first is `{}`{}\n\
         help: grade the missing shards again; what is graded is not run again",
        Visible::new(.first),
        .notes
    )]
    Missing {
        /// The number of submissions without a record.
        count: usize,
        /// The number of all submissions.
        all: usize,
        /// The first of them.
        first: Untrusted,
        /// The shards that they are in.
        shards: BTreeSet<usize>,
        /// What else was found, as further lines.
        notes: String,
    },
    /// A file that tells how long submissions took cannot be read.
    #[error("cannot learn from `{}` how long submissions take: {reason}\nhelp: name a results folder, or a file with lines such as {{\"name\": \"ada\", \"milliseconds\": 1200}}", path.display())]
    Timings {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A submission cannot be read.
    #[error("cannot read the submission `{}`: {}\nhelp: let it be read, or take it out of the folder", Visible::new(.name), Visible::lines(.reason))]
    Unreadable {
        /// Its name.
        name: Untrusted,
        /// The reason.
        reason: Untrusted,
    },
    /// A file cannot be read or written here.
    #[error("cannot use `{}`: {source}\nhelp: everything that was kept until now is safe; make room, or let it be read and written, and give the same command again", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: Arc<io::Error>,
    },
    /// Traces cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Results cannot be read or written.
    #[error(transparent)]
    Results(#[from] results::Error),
    /// The grader cannot start.
    #[error("{}", Visible::lines(&.0.0))]
    Fault(crate::run::Fault),
}

impl Error {
    /// Makes an error about a file that cannot be read or written.
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source: Arc::new(source) }
    }

    /// Tells whether the same command may succeed later or on another machine. Otherwise a person must change something first.
    pub(crate) fn is_worth_another_try(&self) -> bool {
        match self {
            Self::OtherTools(_)
            | Self::Missing { .. }
            | Self::File { .. }
            | Self::Store(_)
            | Self::Fault(_) => true,
            Self::NoPlan(_)
            | Self::OtherVersion { .. }
            | Self::Edited { .. }
            | Self::NotEmpty(_)
            | Self::NoShard { .. }
            | Self::NotInArray { .. }
            | Self::Disagrees(_)
            | Self::OtherPlan { .. }
            | Self::Changed(_)
            | Self::SetAside { .. }
            | Self::Differ(_)
            | Self::Timings { .. }
            | Self::Unreadable { .. } => false,
            Self::Results(error) => matches!(
                error,
                results::Error::Write { .. } | results::Error::Store(_) | results::Error::Lacking { .. }
            ),
        }
    }
}

/// The most names in a sentence.
const MOST: usize = 5;

/// `` `ada` ``, or the first few and how many there are besides.
fn list(names: &[Untrusted]) -> String {
    let quoted: Vec<String> =
        names.iter().take(MOST).map(|name| format!("`{}`", Visible::new(name))).collect();
    match names.len() {
        0..=MOST => quoted.join(", "),
        count => format!("{} and {} more", quoted.join(", "), count - MOST),
    }
}
