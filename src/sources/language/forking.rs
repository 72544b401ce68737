//! Asks this machine whether its Node can be forked.

use super::{BuildOptions, Error, Language, Prepared, Surroundings, prepare, warm};
use crate::sandbox::{Input, Limits, Sandbox};
use crate::submission::{File, Snapshot};

/// The parent of a fork is outside of what the fork can see, and its number is 0.
const WHO_IS_THE_PARENT: &str = "console.log(process.ppid)";
const OF_A_FORK: &[u8] = b"0\n";

/// Node is forked from the third run on.
const RUNS: usize = 4;

impl Language {
    /// Tells whether programs are forks of a Node that has started; `None` in languages in which they never are.
    ///
    /// # Errors
    ///
    /// When Node is missing or the sandbox fails.
    pub fn is_forked_by_node(&self, sandbox: &Sandbox) -> Result<Option<bool>, Error> {
        let Some(extension) = self.extensions.first().filter(|_| self.warm == Some(warm::Kind::Node)) else {
            return Ok(None);
        };
        let entry = format!("main.{extension}");
        let file = File { content: WHO_IS_THE_PARENT.into(), executable: false };
        let files = Snapshot::from_iter([(entry.clone().into(), file)]);
        let options = BuildOptions::usual();
        let Prepared::Ready(program) = prepare(sandbox, self, files, &entry, &[], options)? else {
            return Ok(Some(false));
        };
        for _ in 0..RUNS {
            let (input, surroundings, limits) =
                (Input::default(), Surroundings::default(), Limits::default());
            let (execution, _) = program.run(&[], &input, &surroundings, &limits)?;
            if execution.stdout == OF_A_FORK {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }
}
