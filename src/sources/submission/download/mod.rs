//! Downloads: the files that a learning management system (LMS) exports when an instructor asks for all submissions.
//!
//! Each LMS has a file here that knows its file names. A download is recognised by its names alone, and only if all of
//! them are of one LMS. Nothing is unpacked: files are read from the zip file when they are needed.

mod blackboard;
mod brightspace;
mod canvas;
mod classroom;
mod classroom50;
mod clock;
mod gather;
mod gradescope;
mod ilias;
mod listing;
mod member;
mod moodle;
mod numbered;
mod openolat;
mod sakai;

use std::fmt;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::{Arrival, Error, File, HandIn, Student, Submission, TakeError, WhichCounts};
use crate::untrusted::Untrusted;

use listing::{Listed, Listing, Source};
pub use member::{Downloads, Member};

/// The files of one submission in a download, under the names that the student gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts(Vec<(PathBuf, Source)>);

/// A system to which students hand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lms {
    /// Instructure Canvas.
    Canvas,
    /// Moodle.
    Moodle,
    /// D2L Brightspace.
    Brightspace,
    /// Blackboard Learn.
    Blackboard,
    /// Gradescope.
    Gradescope,
    /// Clones of the repositories of a GitHub Classroom.
    #[serde(rename = "github-classroom")]
    GitHubClassroom,
    /// Clones of the repositories of a Classroom 50.
    #[serde(rename = "classroom50")]
    Classroom50,
    /// Sakai.
    Sakai,
    /// ILIAS.
    Ilias,
    /// OpenOlat.
    OpenOlat,
}

/// The downloads to recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Any known LMS, if all names are in its form.
    Any,
    /// This LMS; names in another form are skipped.
    Only(Lms),
    /// None: each file and folder is a submission.
    Nothing,
}

/// A recognised download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Its path.
    pub path: PathBuf,
    /// Its LMS.
    pub lms: Lms,
    /// The number of students who handed in; members of a group count separately.
    pub students: usize,
    /// The number of submissions that the LMS marked as late.
    pub marked_late: usize,
    /// The number of students who handed in more than once.
    pub handed_in_again: usize,
    /// The files whose names are not in the form of the LMS; they were not read.
    pub passed_over: Vec<Untrusted>,
}

/// The parts of the name of one file in a download.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The students who share the file; empty if it is the LMS's own.
    students: Vec<Student>,
    arrival: Option<Arrival>,
    marked_late: bool,
    /// The name of the attempt, if its time cannot be read: several of them have no order.
    undated: Option<String>,
    content: Content,
    /// The path under which a page of feedback goes back to the LMS.
    returns_as: Option<String>,
}

/// The kind of a file in a download.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    /// A file that was handed in, with this path.
    File(PathBuf),
    /// Text that the student typed into the LMS, which counts only if no file was handed in.
    Text(PathBuf),
    /// A file of the LMS itself.
    None,
}

impl Parts {
    /// Returns the number of files.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Reads the files one after the other; together they may have at most `most` bytes.
    pub fn read(&self, most: u64) -> impl Iterator<Item = Result<(&Path, File), TakeError>> {
        let mut left = most;
        self.0.iter().map(move |(path, source)| {
            let file = source.read(left)?;
            left -= file.content.len() as u64;
            Ok((path.as_path(), file))
        })
    }
}

impl Lms {
    /// All systems.
    pub const ALL: [Self; 10] = [
        Self::Canvas,
        Self::Moodle,
        Self::Brightspace,
        Self::Blackboard,
        Self::Gradescope,
        Self::GitHubClassroom,
        Self::Classroom50,
        Self::Sakai,
        Self::Ilias,
        Self::OpenOlat,
    ];

    /// Returns the word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Canvas => "canvas",
            Self::Moodle => "moodle",
            Self::Brightspace => "brightspace",
            Self::Blackboard => "blackboard",
            Self::Gradescope => "gradescope",
            Self::GitHubClassroom => "github-classroom",
            Self::Classroom50 => "classroom50",
            Self::Sakai => "sakai",
            Self::Ilias => "ilias",
            Self::OpenOlat => "openolat",
        }
    }
}

/// Writes the name for people.
impl fmt::Display for Lms {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Canvas => "Canvas",
            Self::Moodle => "Moodle",
            Self::Brightspace => "Brightspace",
            Self::Blackboard => "Blackboard",
            Self::Gradescope => "Gradescope",
            Self::GitHubClassroom => "GitHub Classroom",
            Self::Classroom50 => "Classroom 50",
            Self::Sakai => "Sakai",
            Self::Ilias => "ILIAS",
            Self::OpenOlat => "OpenOlat",
        })
    }
}

impl Entry {
    /// Creates an entry for a file that the LMS added.
    fn of_nobody() -> Self {
        Self {
            students: Vec::new(),
            arrival: None,
            marked_late: false,
            undated: None,
            content: Content::None,
            returns_as: None,
        }
    }
}

/// Returns the submissions of a download, if there is one at a path.
///
/// # Errors
///
/// When only part of it is a download, or it cannot be trusted; see [`Error`].
pub(super) fn find(
    path: &Path,
    hand_in: &HandIn,
    recognition: Recognition,
    which: WhichCounts,
) -> Result<Option<(Download, Vec<Submission>)>, Error> {
    let wanted = match recognition {
        Recognition::Any => None,
        Recognition::Only(lms) => Some(lms),
        Recognition::Nothing => return Ok(None),
    };
    let is_wanted = |lms: Lms| wanted.is_none_or(|wanted| wanted == lms);
    let are_clones_wanted = is_wanted(Lms::GitHubClassroom) || is_wanted(Lms::Classroom50);
    if path.is_dir()
        && are_clones_wanted
        && let Some(clones) = classroom::clones(path)?
        && (wanted.is_some() || clones.are_most())
    {
        return gather::of_clones(path, wanted.unwrap_or(clones.lms), clones, wanted.is_some()).map(Some);
    }
    let Listing { files, clones, refusal } =
        if path.is_dir() { listing::of_folder(path)? } else { listing::of_zip(path).unwrap_or_default() };
    if are_clones_wanted
        && let Some((lms, entries)) = classroom::entries(path, &clones, &files, wanted.is_some())
    {
        let (lms, pass_over) = (wanted.unwrap_or(lms), wanted.is_some());
        let recognised = Recognised { path, lms, files, entries, refusal, pass_over, which };
        return gathered(recognised, hand_in).map(Some);
    }
    let files = out_of_wrapping(files);
    // The LMS with the most specific names comes first; Canvas's names are the least specific.
    let order = [
        Lms::Gradescope,
        Lms::Moodle,
        Lms::Sakai,
        Lms::Blackboard,
        Lms::Brightspace,
        Lms::OpenOlat,
        Lms::Ilias,
        Lms::Canvas,
    ];
    for lms in order.into_iter().filter(|lms| is_wanted(*lms)) {
        let entries = entries(lms, path, &files)?;
        let known = entries.iter().flatten().filter(|entry| !entry.students.is_empty()).count();
        let strays = entries.iter().filter(|entry| entry.is_none()).count();
        if known == 0 || (wanted.is_none() && strays >= known) {
            continue;
        }
        let recognised =
            Recognised { path, lms, files, entries, refusal, pass_over: wanted.is_some(), which };
        return gathered(recognised, hand_in).map(Some);
    }
    match wanted {
        Some(lms) => Err(Error::NoDownload { path: path.to_path_buf(), lms }),
        None => Ok(None),
    }
}

/// The contents of a path, recognised as a download.
struct Recognised<'a> {
    path: &'a Path,
    lms: Lms,
    files: Vec<Listed>,
    /// The parsed name of each file; `None` if it is not in the form of the LMS.
    entries: Vec<Option<Entry>>,
    /// The reason why it cannot be trusted, if there is one.
    refusal: Option<Untrusted>,
    /// Whether files without an entry are skipped; otherwise they are an error.
    pass_over: bool,
    /// The rule about several hand-ins of one student.
    which: WhichCounts,
}

/// Returns the submissions of a download, if all of it can be trusted.
fn gathered(recognised: Recognised, hand_in: &HandIn) -> Result<(Download, Vec<Submission>), Error> {
    let Recognised { path, lms, files, entries, refusal, pass_over, which } = recognised;
    let is_stray = |(_, entry): &(&Listed, &Option<Entry>)| entry.is_none();
    let strays = files.iter().zip(&entries).filter(is_stray).map(|(file, _)| file.path.as_str().into());
    let strays: Vec<Untrusted> = strays.collect();
    let known = entries.iter().flatten().filter(|entry| !entry.students.is_empty()).count();
    let refused = |reason: Untrusted| Error::Download { path: path.to_path_buf(), reason };
    if let Some(reason) = refusal {
        return Err(refused(reason));
    }
    if let (Some(stray), false) = (strays.first(), pass_over) {
        return Err(Error::Stray { path: path.to_path_buf(), lms, stray: stray.clone(), known });
    }
    let named = files.into_iter().zip(entries).filter_map(|(file, entry)| Some((entry?, file.source)));
    gather::gather(path, lms, named, strays, hand_in, which).map_err(refused)
}

/// Returns the names of all files in a folder or a zip file, without junk; `None` for any other file.
///
/// # Errors
///
/// When a folder cannot be read.
pub(super) fn names(path: &Path) -> Result<Option<Vec<String>>, Error> {
    let listing = if path.is_dir() { Some(listing::of_folder(path)?) } else { listing::of_zip(path) };
    Ok(listing.map(|listing| listing.files.into_iter().map(|file| file.path).collect()))
}

fn entries(lms: Lms, path: &Path, files: &[Listed]) -> Result<Vec<Option<Entry>>, Error> {
    let paths = || files.iter().map(|file| file.path.as_str());
    Ok(match lms {
        Lms::Canvas => paths().map(canvas::entry).collect(),
        Lms::Moodle => paths().map(moodle::entry).collect(),
        Lms::Brightspace => paths().map(brightspace::entry).collect(),
        Lms::Blackboard => {
            let receipts = blackboard::receipts(files);
            blackboard::entries(&paths().collect::<Vec<_>>(), &receipts)
        }
        Lms::Gradescope => gradescope::entries(files)
            .map_err(|reason| Error::Download { path: path.to_path_buf(), reason })?
            .unwrap_or_else(|| vec![None; files.len()]),
        Lms::Sakai => sakai::entries(files),
        Lms::Ilias => ilias::entries(&paths().collect::<Vec<_>>()),
        Lms::OpenOlat => openolat::entries(&paths().collect::<Vec<_>>())
            .map_err(|reason| Error::Download { path: path.to_path_buf(), reason })?,
        Lms::GitHubClassroom | Lms::Classroom50 => vec![None; files.len()],
    })
}

/// Removes folders that contain everything else, such as `assignment_1_export/`. In a download of one student, the
/// student's own folder contains everything, and is kept.
fn out_of_wrapping(mut files: Vec<Listed>) -> Vec<Listed> {
    loop {
        let Some((top, _)) = files.first().and_then(|file| file.path.split_once('/')) else { return files };
        let top = format!("{top}/");
        let is_a_students =
            [moodle::entry, brightspace::entry].iter().any(|entry| entry(&format!("{top}x")).is_some())
                || [sakai::is_a_students, ilias::is_a_students].iter().any(|is| is(&top[..top.len() - 1]))
                || openolat::is_below_student(&files[0].path);
        if is_a_students || !files.iter().all(|file| file.path.starts_with(&top)) {
            return files;
        }
        for file in &mut files {
            file.path.drain(..top.len());
        }
    }
}

/// Compiles a pattern that is known to be valid.
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant that is tested")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Names that are nearly right, with anything that students may put into them.
    fn name() -> impl Strategy<Value = String> {
        let marks = [
            "_LATE_",
            "_assignsubmission_file_",
            "_assignsubmission_onlinetext_/",
            "_attempt_2014-04-30-21-02-38_",
            " - ",
            "1-2 - ",
            "Mar 29, 2018 1205 PM",
            "_text.html",
            "anon_",
            "/",
            "_",
        ];
        let mark = prop::sample::select(marks.to_vec()).prop_map(str::to_owned);
        let piece = prop_oneof!["[a-zé _./-]{0,6}", "[0-9]{1,5}", mark];
        prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_name_can_be_parsed(names in prop::collection::vec(name(), 0..6)) {
            let paths: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut all = blackboard::entries(&paths, &HashMap::new());
            for path in &paths {
                all.extend([canvas::entry(path), moodle::entry(path), brightspace::entry(path)]);
            }
            for entry in all.into_iter().flatten().filter(|entry| !entry.students.is_empty()) {
                prop_assert!(!entry.students[0].name.is_empty());
                prop_assert!(entry.students[0].ids.iter().all(|id| !id.text.is_empty()));
            }
        }

        #[test]
        fn the_name_of_a_students_file_changes_no_other_submission(file in name()) {
            let nested = format!("x{file}");
            let flat = nested.replace('/', "_");
            let blackboard = |path: &str| blackboard::entries(&[path], &HashMap::new()).remove(0);
            let day = "4-5 - Jane Doe - Mar 29, 2018 1205 PM";
            for (entry, path) in [
                (&canvas::entry as &dyn Fn(&str) -> Option<Entry>, format!("doe_4_9_{flat}")),
                (&moodle::entry, format!("Jane Doe_4_assignsubmission_file_/{nested}")),
                (&moodle::entry, format!("Jane Doe_4_assignsubmission_file_{flat}")),
                (&brightspace::entry, format!("{day}/{nested}")),
                (&brightspace::entry, format!("{day} - {flat}")),
                (&blackboard, format!("L_4_attempt_2014-04-30-21-02-38_{flat}")),
            ] {
                let id = entry(&path).map(|entry| entry.students[0].ids[0].text.clone());
                prop_assert_eq!(id, Some("4".into()), "{}", path);
            }
        }
    }
}
