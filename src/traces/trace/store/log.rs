//! Reads a file of traces.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Record;
use super::line::{Line, Unreadable};
use crate::digest::Digest;
use crate::system;
use crate::trace::behaviour::Behaviour;

/// A file of traces that was read.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
}

/// The place of a line in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    offset: u64,
    length: usize,
}

/// The contents of a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) behaviours: Vec<(Digest, Place)>,
    pub(super) records: Vec<Record>,
    pub(super) noted: Vec<LinePlace>,
    pub(super) damage: Vec<Damage>,
}

/// Something that cannot be read. Its results are run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The last line of a file is incomplete.
    #[error("line {line} of `{}`, the last, was cut short", path.display())]
    CutShort {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A line is damaged.
    #[error("line {line} of `{}` is damaged", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The whole file is unreadable.
    #[error("`{}` is not a file of traces that this version of yardstick can read", .0.display())]
    Unknown(PathBuf),
}

/// A line of a file of traces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct LinePlace {
    /// The name of the file.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: usize,
}

impl Damage {
    /// Returns the place of the damage; for a whole file, its first line.
    pub(super) fn place(&self) -> LinePlace {
        let (path, line) = match self {
            Self::CutShort { path, line } | Self::Line { path, line } => (path, *line),
            Self::Unknown(path) => (path, 1),
        };
        LinePlace { file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), line }
    }
}

impl Log {
    /// Reads a whole file. Of behaviours, only the places are kept in memory.
    pub(super) fn read(path: &Path) -> io::Result<(Self, Found)> {
        let file = system::open_to_read(path)?;
        let mut found = Found::default();
        let mut reader = BufReader::with_capacity(1 << 16, &file);
        let mut line = Vec::new();
        let mut offset = 0;
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            if line.pop() != Some(b'\n') {
                found.damage.push(Damage::CutShort { path: path.to_path_buf(), line: number });
                break;
            }
            let place = Place { offset, length: line.len() };
            offset += length as u64;
            let decoded = Line::decode(&line);
            if number == 1 && !decoded.as_ref().is_ok_and(Line::is_first) {
                found.damage.push(Damage::Unknown(path.to_path_buf()));
                break;
            }
            match decoded {
                Ok(Line::Behaviour(digest, _)) => found.behaviours.push((digest, place)),
                Ok(Line::Record(record)) => found.records.push(record),
                // It was written by the same grader, and so into the same file.
                Ok(Line::Disbelieved(name)) => {
                    let of_it = |record: &Record| record.submission.as_ref() == Some(&name);
                    if let Some(last) = found.records.iter().rposition(of_it) {
                        found.records.remove(last);
                    }
                }
                Ok(Line::Noted(place)) => found.noted.push(place),
                Ok(Line::Format(_) | Line::WorkPlan(_)) => {}
                Err(Unreadable::Damaged | Unreadable::Unknown) => {
                    found.damage.push(Damage::Line { path: path.to_path_buf(), line: number });
                }
            }
        }
        Ok((Self { file }, found))
    }

    /// Reads the behaviour at a place, if it is still there.
    pub(super) fn behaviour(&self, place: Place) -> io::Result<Option<Behaviour>> {
        let mut line = vec![0; place.length];
        system::read_exact_at(&self.file, &mut line, place.offset)?;
        Ok(match Line::decode(&line) {
            Ok(Line::Behaviour(digest, packed)) => Behaviour::unpack(digest, &packed),
            _ => None,
        })
    }
}
