//! The files of decisions: read by everybody, each written by one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::line::{decode, encode};
use super::{Entry, Id, What};
use crate::digest::Digest;
use crate::system;

/// The file name extension of files of decisions.
const ENDING: &str = "jsonl";

/// The longest part of a writer's name in the name of the file.
const LONGEST: usize = 20;

/// A line that is no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

/// Returns all decisions in a folder, in the order of their times, and the lines that are none. A folder that is not there has none.
///
/// # Errors
///
/// When a file cannot be read.
pub fn read(folder: &Path) -> Result<(Vec<Entry>, Vec<DamagedLine>), (PathBuf, io::Error)> {
    let (mut entries, mut damaged) = (Vec::new(), Vec::new());
    for path in files(folder).map_err(|error| (folder.to_path_buf(), error))? {
        let bytes = system::read(&path).map_err(|error| (path.clone(), error))?;
        for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match line.strip_suffix(b"\n").and_then(decode) {
                Some(entry) => entries.push(entry),
                None => damaged.push(DamagedLine { path: path.clone(), line: index + 1 }),
            }
        }
    }
    entries.sort_by_key(|entry: &Entry| (entry.time, entry.id));
    // A file that was copied under another name tells the same.
    entries.dedup();
    Ok((entries, damaged))
}

/// Returns the files in a folder, by their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let listed = match fs::read_dir(folder) {
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(Vec::new());
        }
        listed => listed?,
    };
    let mut files = Vec::new();
    for entry in listed {
        let entry = entry?;
        // What is no file is refused where it is read.
        let is_read = entry.file_type()?.is_file() || system::is_special(&entry.path());
        if is_read && entry.path().extension().is_some_and(|ending| ending == ENDING) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Copies the files of decisions from one folder into another. One that is there already, under the same name and with another
/// content, has been written on: the longer one is kept, because nothing is ever removed from a file.
///
/// # Errors
///
/// When a file cannot be read or written.
pub fn adopt(from: &Path, into: &Path) -> io::Result<()> {
    for path in files(from)? {
        fs::create_dir_all(into)?;
        let Some(name) = path.file_name() else { continue };
        let target = into.join(name);
        let new = system::read(&path)?;
        let old = match system::read(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            old => old?,
        };
        if new.len() > old.len() {
            fs::write(&target, new)?;
        }
    }
    Ok(())
}

/// Writes decisions that were read elsewhere into a new file of a folder, if there are any.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_all(folder: &Path, entries: &[Entry]) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let lines: Vec<u8> = entries.iter().flat_map(encode).collect();
    fs::write(folder.join(format!("decisions.{ENDING}")), lines)
}

/// Writes the decisions of one person into a file of their own, which is made with the first of them.
#[derive(Debug)]
pub struct Writer {
    folder: PathBuf,
    by: String,
    file: Option<(PathBuf, File)>,
    /// The number of names that were drawn.
    drawn: u64,
    /// What makes names differ from those of all other writers.
    seed: Digest,
}

impl Writer {
    /// A writer for this person.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn new(folder: &Path, by: &str) -> io::Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            by: by.to_owned(),
            file: None,
            drawn: 0,
            seed: Digest::of(&seed),
        })
    }

    /// Who writes.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// The file, once something was written.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Draws the name of a decision, or of an item of a rubric.
    pub fn draw(&mut self) -> Id {
        self.drawn += 1;
        let digest = Digest::of_parts([self.seed.to_string().as_bytes(), &self.drawn.to_be_bytes()]);
        Id::drawn(u64::from_str_radix(&digest.to_string()[..16], 16).unwrap_or_default())
    }

    /// Makes a decision of these words, and writes it; see [`Writer::write_together`].
    ///
    /// # Errors
    ///
    /// When it cannot be written. Then it does not count.
    pub fn write(&mut self, what: What, instead_of: Vec<Id>) -> Result<Entry, (PathBuf, io::Error)> {
        self.write_together(vec![(what, instead_of)]).map(|mut entries| entries.remove(0))
    }

    /// Makes decisions of these words, each with those in whose place it stands, and writes them. When this returns, they are on
    /// the disk.
    ///
    /// # Errors
    ///
    /// When they cannot be written. What stands behind half a line would not be read, so the next one goes into a new file.
    pub fn write_together(
        &mut self,
        decisions: Vec<(What, Vec<Id>)>,
    ) -> Result<Vec<Entry>, (PathBuf, io::Error)> {
        let (time, by) = (Timestamp::now(), self.by.clone());
        let entry = |(what, instead_of)| Entry { id: self.draw(), time, by: by.clone(), instead_of, what };
        let entries: Vec<Entry> = decisions.into_iter().map(entry).collect();
        let lines: Vec<u8> = entries.iter().flat_map(encode).collect();
        let (path, mut file) = match self.file.take() {
            Some(open) => open,
            None => self.create().map_err(|error| (self.folder.clone(), error))?,
        };
        let written = file.write_all(&lines).and_then(|()| file.sync_data());
        match written {
            Ok(()) => {
                self.file = Some((path, file));
                Ok(entries)
            }
            Err(error) => Err((path, error)),
        }
    }

    /// Makes a file that nobody else writes.
    fn create(&self) -> io::Result<(PathBuf, File)> {
        fs::create_dir_all(&self.folder)?;
        let kept =
            |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let name: String = self.by.chars().map(kept).take(LONGEST).collect();
        let mut builder = tempfile::Builder::new();
        system::permissions(0o666).map(|permissions| builder.permissions(permissions));
        let prefix = format!("{}-", name.trim_matches('-'));
        let file =
            builder.prefix(&prefix).suffix(&format!(".{ENDING}")).rand_bytes(12).tempfile_in(&self.folder)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        // The name must survive a power failure, too.
        system::keep_names(&self.folder)?;
        Ok((path, file))
    }
}
