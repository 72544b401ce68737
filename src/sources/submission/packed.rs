//! Packs: one zip file with the snapshots of many submissions, for machines that share no folder.
//!
//! Each entry is the JSON of one snapshot: so names of files may have every byte, and what is read is what was packed, also
//! where that is a problem.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;

use super::snapshot::Origin;
use super::take::unreadable;
use super::{File, Problem, Snapshot, TakeError};
use crate::system::{name_of, open_to_read};

/// A submission in a pack.
#[derive(Clone)]
pub struct Packed {
    pack: Pack,
    entry: String,
}

/// A zip file of snapshots, which is being read.
#[derive(Clone)]
pub struct Pack {
    path: PathBuf,
    archive: Arc<Mutex<zip::ZipArchive<BufReader<fs::File>>>>,
}

/// A zip file of snapshots, which is being written.
pub struct Packer(zip::ZipWriter<BufWriter<fs::File>>);

/// What was taken of one submission.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Taken {
    Problem(Problem),
    Files { origin: Origin, files: Vec<Entry> },
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(with = "crate::bytes")]
    path: Vec<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    executable: bool,
    #[serde(with = "crate::bytes")]
    content: Vec<u8>,
}

impl Pack {
    /// Opens a pack.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no zip file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let archive = zip::ZipArchive::new(BufReader::new(open_to_read(path)?))?;
        Ok(Self { path: path.to_path_buf(), archive: Arc::new(Mutex::new(archive)) })
    }

    /// Returns the submission with this number in the work plan. Whether it is there is found out when it is read.
    pub fn submission(&self, number: usize) -> Packed {
        Packed { pack: self.clone(), entry: name(number) }
    }
}

impl Packed {
    /// Reads the snapshot.
    pub(super) fn take(&self) -> Result<Snapshot, TakeError> {
        let taken = self.read().map_err(|source| unreadable(&self.pack.path, source))?;
        match taken {
            Taken::Problem(problem) => Err(problem.into()),
            Taken::Files { origin, files } => {
                let file = |Entry { path, executable, content }| {
                    (PathBuf::from(name_of(path)), File { content, executable })
                };
                Ok(Snapshot::handed_in(files.into_iter().map(file).collect::<BTreeMap<_, _>>(), origin))
            }
        }
    }

    fn read(&self) -> io::Result<Taken> {
        let mut archive = self.pack.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = archive.by_name(&self.entry)?;
        Ok(serde_json::from_reader(BufReader::new(entry))?)
    }
}

impl Packer {
    /// Makes a pack in a new file.
    ///
    /// # Errors
    ///
    /// When the file exists, or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self(zip::ZipWriter::new(BufWriter::new(fs::File::create_new(path)?))))
    }

    /// Adds the submission with this number in the work plan.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, number: usize, taken: &Result<Snapshot, Problem>) -> io::Result<()> {
        // Without a time, a pack has the same bytes whenever it is made.
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
        self.0.start_file(name(number), options)?;
        let taken = match taken {
            Err(problem) => Taken::Problem(problem.clone()),
            Ok(snapshot) => {
                let entry = |(path, file): (&Path, &File)| Entry {
                    path: path.as_os_str().as_encoded_bytes().to_vec(),
                    executable: file.executable,
                    content: file.content.clone(),
                };
                Taken::Files {
                    origin: snapshot.origin().clone(),
                    files: snapshot.iter().map(entry).collect(),
                }
            }
        };
        self.0.write_all(&serde_json::to_vec(&taken)?)
    }

    /// Finishes the file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let mut file = self.0.finish()?;
        file.flush()?;
        file.get_ref().sync_all()
    }
}

fn name(number: usize) -> String {
    format!("{number}.json")
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} in {}", self.entry, self.pack.path.display())
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        self.entry == other.entry && Arc::ptr_eq(&self.pack.archive, &other.pack.archive)
    }
}

impl Eq for Packed {}
