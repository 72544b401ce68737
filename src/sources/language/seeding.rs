//! Fixes the random numbers of programs, so that throws of dice can be compared.

use serde::Deserialize;

use super::Error;
use crate::submission::{File, Snapshot};

/// The variable of the environment with the seed. What reads it removes it before the program begins.
const VARIABLE: &str = "YARDSTICK_SEED";

/// The path of the file that Node runs before the program, which removes it.
const PRELOADED: &str = ".yardstick-seed.cjs";

/// How the random numbers of a language are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeding {
    /// By the file with which Python starts: the module `random` gets the seed (`sandbox/inside/warm.py`).
    Python,
    /// By a file that Node loads first: it replaces `Math.random`.
    Node,
}

impl Seeding {
    /// Puts a seed into the files and the environment of a run. `starts_with_ours` tells whether an interpreter loads our files.
    ///
    /// # Errors
    ///
    /// When the interpreter cannot be told.
    pub(super) fn plant(
        self,
        seed: u32,
        starts_with_ours: bool,
        files: &mut Snapshot,
        mut set: impl FnMut(&str, String),
    ) -> Result<(), Error> {
        match self {
            Self::Python if !starts_with_ours => {
                return Err(Error::Unseeded("this Python does not load a file of ours at its start"));
            }
            Self::Python => {}
            Self::Node => {
                let content = include_bytes!("seed.cjs").to_vec();
                files.supply(PRELOADED.into(), File { content, executable: false });
                set("NODE_OPTIONS", format!("--require ./{PRELOADED}"));
            }
        }
        set(VARIABLE, seed.to_string());
        Ok(())
    }
}
