//! `yardstick doctor --node`: whether shards can be graded on this machine, in one line that a script reads.

use std::io::Write;
use std::path::Path;

use super::{Error, Status, isolation, terminal};
use crate::engine::{self, WorkPlan};
use crate::sandbox::{Level, Sandbox, SandboxOptions};
use crate::system;

/// How many bytes the folder for temporary files must take.
const ROOM: usize = 64 << 20;

/// Carries out the command.
pub(super) fn node(plan: Option<&Path>, print_bad: bool) -> Result<Status, Error> {
    let work = plan.map(WorkPlan::read).transpose()?;
    let level = work.as_ref().map_or(Level::Strict, |work| work.asked().isolation.level);
    let mut why = Vec::new();
    let mut complain = |tried: Result<(), Error>| {
        if let Err(error) = tried {
            // One line, and only what is wrong.
            why.push(error.to_string().lines().next().unwrap_or_default().to_owned());
        }
    };
    complain(walls(level));
    complain(room());
    if let Some(work) = &work {
        let spec = work.asked().spec.spec()?;
        complain(engine::same_tools(work, &spec).map_err(Error::from));
    }
    let is_fit = why.is_empty();
    let host = system::host_name();
    let mut out = terminal::out();
    if !print_bad {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let line = serde_json::json!({
            "fit": is_fit,
            "host": host,
            "why": why,
            "yardstick": env!("CARGO_PKG_VERSION"),
            "isolation": level,
            "tools": work.as_ref().map(WorkPlan::tools),
            "processors": processors,
        });
        writeln!(out, "{line}")?;
    } else if !is_fit {
        writeln!(out, "{host}")?;
    }
    out.flush()?;
    Ok(if is_fit { Status::Done } else { Status::NotGraded })
}

/// Makes sure that the sandbox can be had, and that its walls hold.
fn walls(level: Level) -> Result<(), Error> {
    if level <= Level::Plain {
        return Ok(());
    }
    isolation::try_walls(&Sandbox::open(level, &SandboxOptions::default())?)
}

/// Makes sure that programs can write files.
fn room() -> Result<(), Error> {
    let folder = system::temporary_folder();
    let fail = |source| Error::File { path: folder.clone(), source };
    let mut file = tempfile::tempfile_in(&folder).map_err(fail)?;
    let some = vec![1; 1 << 20];
    (0..ROOM / some.len()).try_for_each(|_| file.write_all(&some)).map_err(fail)
}
