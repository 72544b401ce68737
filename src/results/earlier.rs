//! Reads an earlier grading of the same assignment from its results folder. Nothing is run, and nothing is written.

use std::path::Path;

use super::recompute::recompute_for;
use super::{Error, Manifest, Recomputed, ResultsFolder};
use crate::report::{Concealed, Detail, Earlier, Names, View};
use crate::spec::Spec;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// An earlier grading as it was read.
pub(crate) struct EarlierRead {
    /// Its summary.
    pub(crate) earlier: Earlier,
    /// The number of submissions for which traces are missing.
    pub(crate) lost: usize,
}

/// Reads the grading in a folder, judged by the spec that was kept there.
///
/// # Errors
///
/// When there are no results, or they are of another assignment, or a report does not follow from them any more.
pub(crate) fn earlier(path: &Path, assignment: &str) -> Result<EarlierRead, Error> {
    let incomparable = |error: Error| match error {
        // These name the folder, and say what to do.
        Error::NoResults { .. } | Error::Damaged(_) => error,
        error => Error::Incomparable { folder: path.to_path_buf(), why: Box::new(error) },
    };
    let folder = ResultsFolder::open(path).map_err(incomparable)?;
    let spec = folder.manifest().spec.spec().map_err(incomparable)?;
    folder.is_of(assignment)?;
    read(&folder, spec).map_err(incomparable)
}

fn read(folder: &ResultsFolder, spec: Spec) -> Result<EarlierRead, Error> {
    let manifest = folder.manifest();
    let store = Store::read(&folder.traces())?;
    let names = concealed(manifest);
    let view = View { names: &names, ..View::of_all(Detail::CAUSES) };
    let Recomputed { report, lost, .. } = recompute_for(view, folder, spec, &store)?;
    let name: Untrusted = folder.path().display().to_string().into();
    Ok(EarlierRead { earlier: Earlier::of(name, &report), lost: lost.len() })
}

/// Hides the names of students in what is told about their mistakes.
fn concealed(manifest: &Manifest) -> Names {
    let own = manifest.own().map(|(_, listed)| {
        let submission = listed.submission(listed.path.clone());
        (listed.name.clone(), Concealed::of(&submission))
    });
    Names::Hidden(own.collect())
}
