//! The files of a reference, as they lie when it is run.

use std::path::Path;

use crate::digest::Digest;
use crate::language;
use crate::spec::Spec;
use crate::submission::{Snapshot, is_open};

/// Arranges the files of a reference as a submission: with the supplied files, and with its first file also under the
/// name of the submission's, which sessions import. Returns them with the file that is run.
pub(super) fn in_the_place_of_a_submission(
    spec: &Spec,
    program: usize,
    files: &Snapshot,
    entry: &str,
) -> (Snapshot, String) {
    let mut files = files.clone();
    for (path, file) in spec.supplied.iter() {
        files.supply(path.to_path_buf(), file.clone());
    }
    let asked = spec.programs().nth(program).expect("an exercise has a program").entry;
    if spec.supplied.get(Path::new(asked)).is_some() {
        return (files, asked.to_owned());
    }
    if is_open(asked) {
        return (files, entry.to_owned());
    }
    let asked = Path::new(asked);
    let same_language = asked.extension() == Path::new(entry).extension();
    // A notebook is imported as a module, and a module may stand for a notebook.
    let module = |file: &str| language::module_file(file).unwrap_or_else(|| file.to_owned());
    let (asked_module, own_module) = (module(&asked.to_string_lossy()), module(entry));
    if asked_module.ends_with(".py")
        && let (None, Some(file)) = (files.get(Path::new(&asked_module)), files.get(Path::new(&own_module)))
    {
        let file = file.clone();
        files.insert(asked_module.into(), file);
    }
    if let (true, None, Some(file)) = (same_language, files.get(asked), files.get(Path::new(entry))) {
        let file = file.clone();
        files.insert(asked.to_path_buf(), file);
    }
    (files, entry.to_owned())
}

/// Returns a digest of the names of files.
pub(super) fn named_only(files: &Snapshot) -> Digest {
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Digest::of_values(&[&"names", &names])
}
