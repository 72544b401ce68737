//! The errors of a store.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::journal::Failure;

/// The reason why traces cannot be read or stored. A submission never causes it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another grader uses the same folder.
    #[error("another yardstick is grading into `{}`{holder}\nhelp: wait until it has ended, or choose another folder with `--out`", folder.display())]
    InUse {
        /// The results folder.
        folder: PathBuf,
        /// The other grader, if it is known.
        holder: String,
    },
    /// A file cannot be read.
    #[error("cannot read the traces in `{}`: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: Arc<io::Error>,
    },
    /// A trace cannot be written.
    #[error(
        "cannot keep traces in `{}`: {source}\n\
         help: everything that was kept until now is safe; make room, or let it be written to, and give the same \
         command again: it goes on where this one stopped",
        path.display()
    )]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: Arc<io::Error>,
    },
}

impl From<Failure> for StoreError {
    fn from(Failure { path, source }: Failure) -> Self {
        Self::Write { path, source }
    }
}
