//! The earlier gradings that a class is compared with: `--history`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Error;
use super::terminal::err;
use crate::report::{Earlier, Visible};
use crate::results;
use crate::spec::Spec;

/// Reads the gradings in these folders. A folder that is named twice counts once.
pub(super) fn read(folders: &[PathBuf], spec: &Spec, out: &Path) -> Result<Vec<Earlier>, Error> {
    let mut history: Vec<Earlier> = Vec::new();
    for folder in folders {
        if is_same(folder, out) {
            return Err(Error::Usage(format!(
                "`{}` cannot be compared with itself: the results are written into it\n\
                 help: choose another folder with `--out`",
                folder.display()
            )));
        }
        let read = results::earlier(folder, &spec.assignment)?;
        if read.lost > 0 {
            let noun = if read.lost == 1 { "submission" } else { "submissions" };
            let name = Visible::new(&read.earlier.name);
            let _ = writeln!(
                err(),
                "warning: traces of {} {noun} are missing in `{name}`: only what is known is compared",
                read.lost
            );
        }
        if history.iter().all(|known| known.name != read.earlier.name) {
            history.push(read.earlier);
        }
    }
    Ok(history)
}

/// Whether two paths lead to the same folder.
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
