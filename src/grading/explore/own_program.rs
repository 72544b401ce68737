//! Hands in an instructor's own program as a student would, whole or with one file changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::language::{is_notebook, notebook_of_code};
use crate::plan::Plan;
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::submission::{self, Snapshot};
use crate::system;
use crate::trace::Invalid;

/// An instructor's program.
#[derive(Clone, Debug)]
pub struct OwnProgram {
    /// Its files.
    pub files: Snapshot,
    /// The file that is run.
    pub entry: String,
}

/// The program with one file replaced.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The name of the file.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl OwnProgram {
    /// Keeps the files of a program.
    pub fn new(files: &Snapshot, entry: &str) -> Self {
        Self { files: files.clone(), entry: entry.to_owned() }
    }

    /// Prepares the program, or a mutant of it, as a submission.
    ///
    /// # Errors
    ///
    /// When something of ours fails. A program that cannot be run is not an error.
    pub fn handed_in(
        &self,
        plan: &Plan,
        sandbox: &Sandbox,
        mutant: Option<&Mutant>,
    ) -> Result<Result<Ready, Invalid>, Fault> {
        let folder = self
            .laid_out(plan, mutant)
            .map_err(|error| Fault(format!("cannot write a mutant: {error}").into()))?;
        let submission = submission::one(folder.path()).map_err(|error| Fault(error.message()))?;
        Ready::new(sandbox, plan, &submission)
    }

    /// Writes the program into a folder as a student would hand it in: the first file gets the required name, and the
    /// form of a notebook where one is asked for.
    fn laid_out(&self, plan: &Plan, mutant: Option<&Mutant>) -> io::Result<tempfile::TempDir> {
        let folder = system::private_folder("yardstick-", &system::temporary_folder())?;
        let write = |path: &Path, content: &[u8]| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, content)
        };
        let asked = self.asked(plan);
        for (path, file) in self.files.iter() {
            let changed = mutant.filter(|mutant| Path::new(&mutant.file) == path);
            let content = changed.map_or(file.content.as_slice(), |mutant| mutant.text.as_bytes());
            write(&self.place_of(plan, path), content)?;
            if path == Path::new(&self.entry) && self.files.get(asked).is_none() {
                let notebook =
                    is_notebook(&asked.to_string_lossy()).then(|| std::str::from_utf8(content).ok());
                let notebook = notebook.flatten().map(notebook_of_code);
                write(asked, notebook.as_deref().map_or(content, str::as_bytes))?;
            }
        }
        Ok(folder)
    }

    /// Returns the name under which the program is handed in: of those that are asked for, the first in its language.
    fn asked<'p>(&self, plan: &'p Plan) -> &'p Path {
        let hand_in = &plan.spec.hand_in;
        let mut names = std::iter::once(&hand_in.entry).chain(&hand_in.instead).map(Path::new);
        let ending = Path::new(&self.entry).extension();
        names.find(|name| name.extension() == ending).unwrap_or(Path::new(&hand_in.entry))
    }

    /// Returns where a file of the program lies in a hand-in: where a file of its name is asked for, if it has none
    /// there.
    fn place_of(&self, plan: &Plan, path: &Path) -> PathBuf {
        let asked = plan.spec.sources().into_iter().map(PathBuf::from);
        let is_it =
            |asked: &PathBuf| asked.file_name() == path.file_name() && self.files.get(asked).is_none();
        let here = path.to_path_buf();
        asked.into_iter().find(is_it).unwrap_or(here)
    }
}
