//! Finds out which classes and files students are asked to write: tests mean these by their names, whatever a library has.

use std::path::Path;

use crate::rules::declared_classes;
use crate::spec::ReferenceSource;
use crate::submission::{Snapshot, is_open};
use crate::unit_test::Asked;

/// Returns the classes whose files are to be handed in, those that are supplied, and those of the reference; and all these files.
pub(crate) fn asked(handed_in: &[String], supplied: &Snapshot, reference: Option<&ReferenceSource>) -> Asked {
    let solution = match reference {
        Some(ReferenceSource::Program { files, .. }) => Some(files),
        Some(ReferenceSource::BuiltIn(_)) | None => None,
    };
    let is_java = |path: &Path| path.extension().is_some_and(|ending| ending == "java");
    let named = handed_in.iter().map(Path::new).filter(|path| is_java(path));
    let named = named.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    let sources = supplied.iter().chain(solution.into_iter().flat_map(Snapshot::iter));
    let sources = sources.filter(|(path, _)| is_java(path));
    let declared = sources.flat_map(|(_, file)| declared_classes(&String::from_utf8_lossy(&file.content)));
    let mut classes: Vec<String> = named.chain(declared).collect();
    classes.sort();
    classes.dedup();
    let given = supplied.iter().chain(solution.into_iter().flat_map(Snapshot::iter));
    let given = given.map(|(path, _)| path.display().to_string());
    let is_known = !handed_in.is_empty() && !handed_in.iter().any(|name| is_open(name));
    let files = if is_known { handed_in.iter().cloned().chain(given).collect() } else { Vec::new() };
    Asked { classes, is_whole: solution.is_some(), files }
}
