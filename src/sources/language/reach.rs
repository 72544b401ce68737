//! Whether another user can start a tool: programs of root's grader are run as one. At the level `standard` they are in the file
//! system of the machine.

use std::path::{Path, PathBuf};

use super::Language;
use super::tools::{self, Found};
use crate::sandbox::{Level, Sandbox};
use crate::system;

/// A tool that lies where others may not go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}; {}", self.reason(), self.remedy())]
pub struct OutOfReach {
    /// The tool.
    program: PathBuf,
    /// The folder on the way to it, or itself.
    closed: PathBuf,
    level: Level,
}

impl OutOfReach {
    /// Tells whether a tool lies out of reach of the programs of a sandbox.
    pub(super) fn of(sandbox: &Sandbox, tool: &Found) -> Option<Self> {
        sandbox.own_user()?;
        let level = sandbox.isolation().level;
        let is_on_the_way = |path: &Path| match level {
            Level::Standard => true,
            // The folders above those that a program is shown are made anew.
            Level::Strict => tool.folders.iter().any(|folder| path.starts_with(folder)),
            Level::None | Level::Plain | Level::Browser => false,
        };
        let closed = system::closed_to_others(&tool.program, is_on_the_way)?;
        Some(Self { program: tool.program.clone(), closed, level })
    }

    /// Says what is out of reach, and why.
    pub fn reason(&self) -> String {
        let Self { program, closed, .. } = self;
        format!(
            "programs are run as another user, who cannot start `{}`, because `{}` is closed to others",
            program.display(),
            closed.display()
        )
    }

    /// Says what to do.
    pub fn remedy(&self) -> String {
        let stricter = if self.level == Level::Standard { ", or use `--sandbox strict`" } else { "" };
        format!(
            "let one be found that everybody may start, such as by `PATH=/usr/bin:$PATH`, or open this one by `chmod o+rx {}`\
             {stricter}",
            self.closed.display()
        )
    }
}

impl Language {
    /// Returns the first of its tools that the programs of a sandbox cannot start, where they see the folders of the machine.
    pub fn out_of_reach(&self, sandbox: &Sandbox) -> Option<OutOfReach> {
        // To find a tool may take longer than to run a program, and at other levels hardly any is out of reach.
        let mut all = (sandbox.isolation().level == Level::Standard).then(|| self.tools.iter())?;
        all.find_map(|(name, tool)| OutOfReach::of(sandbox, &tools::find(name, tool, self).ok()?))
    }
}
