//! A spec with all files that it names.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use crate::cli::Error;
use crate::spec::{Spec, shipped};

/// A spec with the files that must be copied so that it can be loaded on another machine.
pub(super) struct SpecFiles {
    pub(super) spec: Spec,
    /// The name of the spec's own file, among `files`.
    pub(super) name: String,
    /// The contents of the files by their paths, relative to the spec's folder.
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl SpecFiles {
    /// Loads a spec in the same way as every command.
    pub(super) fn load(name: &str) -> Result<Self, Error> {
        let spec = Spec::load(name)?;
        if let Some(shipped) = shipped().iter().find(|shipped| shipped.key == name) {
            let own = format!("{name}.yaml");
            let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
            let beside = shipped.files.iter().map(|(path, content)| ((*path).to_owned(), content.as_bytes()));
            files.extend(beside.map(|(path, content)| (path, content.to_vec())));
            files.insert(own.clone(), shipped.text.as_bytes().to_vec());
            return Ok(Self { spec, name: own, files });
        }
        let path = Path::new(name);
        let mut files = spec.beside.clone();
        if let Some(outside) = files.keys().find(|file| !is_inside(Path::new(file))) {
            return Err(Error::Usage(format!(
                "the spec `{name}` names `{outside}`, which does not lie in its folder\n\
                 help: only the folder of a spec can be packed: copy the file there, and name it so"
            )));
        }
        let own = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(own.clone(), spec.source.text.clone().into_bytes());
        Ok(Self { spec, name: own, files })
    }
}

fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}
