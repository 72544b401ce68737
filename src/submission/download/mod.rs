//! Downloads: what a learning management system (LMS) gives out when somebody asks for all submissions.
//!
//! Each LMS has a file here that knows how it names files. A download is recognised by its names alone, and only if
//! all of them are of one LMS. Nothing is unpacked: files are read out of the zip file when they are needed.

mod blackboard;
mod brightspace;
mod canvas;
mod classroom;
mod clock;
mod gather;
mod gradescope;
mod listing;
mod moodle;

use std::fmt;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::{Arrival, Error, File, HandIn, Student, Submission, TakeError};

use listing::{Listed, Listing};

use listing::Source;

/// The files of one submission in a download, under the names that the student gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts(Vec<(PathBuf, Source)>);

/// A system that students hand in to.
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
}

/// What is to be recognised as a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Any that is known, where all names are as it writes them.
    Any,
    /// This one; what is not named as it names files is passed over.
    Only(Lms),
    /// None: each file and folder is a submission.
    Nothing,
}

/// A download that was recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Where it lies.
    pub path: PathBuf,
    /// Whose it is.
    pub lms: Lms,
    /// How many handed in; members of a group count one by one.
    pub students: usize,
    /// How many submissions the LMS marked as late.
    pub marked_late: usize,
    /// How many handed in more than once; the latest counts.
    pub handed_in_again: usize,
    /// Files that are not named as the LMS names them, and were not looked at.
    pub passed_over: Vec<String>,
}

/// What the name of one file of a download says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// Who share it; nobody if it is the LMS's own.
    students: Vec<Student>,
    arrival: Option<Arrival>,
    marked_late: bool,
    /// The name of the attempt, where nobody can read when it was: several of them have no order.
    undated: Option<String>,
    content: Content,
    /// The path under which a page of feedback goes back to the LMS.
    returns_as: Option<String>,
}

/// What a file of a download is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    /// Handed in, under this path.
    File(PathBuf),
    /// What the student typed into the LMS, which counts only where no file was handed in.
    Text(PathBuf),
    /// The LMS's own.
    None,
}

impl Parts {
    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Reads the files one after the other; `most` is how many bytes all of them may have together.
    pub(super) fn read(&self, most: u64) -> impl Iterator<Item = Result<(&Path, File), TakeError>> {
        let mut left = most;
        self.0.iter().map(move |(path, source)| {
            let file = source.read(left)?;
            left -= file.content.len() as u64;
            Ok((path.as_path(), file))
        })
    }
}

impl Lms {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Canvas,
        Self::Moodle,
        Self::Brightspace,
        Self::Blackboard,
        Self::Gradescope,
        Self::GitHubClassroom,
    ];

    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Canvas => "canvas",
            Self::Moodle => "moodle",
            Self::Brightspace => "brightspace",
            Self::Blackboard => "blackboard",
            Self::Gradescope => "gradescope",
            Self::GitHubClassroom => "github-classroom",
        }
    }
}

/// The name for people.
impl fmt::Display for Lms {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Canvas => "Canvas",
            Self::Moodle => "Moodle",
            Self::Brightspace => "Brightspace",
            Self::Blackboard => "Blackboard",
            Self::Gradescope => "Gradescope",
            Self::GitHubClassroom => "GitHub Classroom",
        })
    }
}

impl Entry {
    /// A file that the LMS added.
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

/// The submissions of a download, if there is one at a path.
///
/// # Errors
///
/// When it is a download in part only, or one that is not to be trusted; see [`Error`].
pub(super) fn find(
    path: &Path,
    hand_in: &HandIn,
    recognition: Recognition,
) -> Result<Option<(Download, Vec<Submission>)>, Error> {
    let wanted = match recognition {
        Recognition::Any => None,
        Recognition::Only(lms) => Some(lms),
        Recognition::Nothing => return Ok(None),
    };
    let is_wanted = |lms: Lms| wanted.is_none_or(|wanted| wanted == lms);
    if path.is_dir()
        && is_wanted(Lms::GitHubClassroom)
        && let Some(clones) = classroom::clones(path)?
    {
        return gather::of_clones(path, clones, wanted.is_some()).map(Some);
    }
    let Listing { files, clones, refusal } =
        if path.is_dir() { listing::of_folder(path)? } else { listing::of_zip(path).unwrap_or_default() };
    if is_wanted(Lms::GitHubClassroom)
        // The only one may be a student's own repository.
        && let Some(entries) = classroom::entries(path, &clones, &files, if wanted.is_some() { 1 } else { 2 })
    {
        let (lms, pass_over) = (Lms::GitHubClassroom, wanted.is_some());
        let recognised = Recognised { path, lms, files, entries, refusal, pass_over };
        return gathered(recognised, hand_in).map(Some);
    }
    let files = out_of_wrapping(files);
    // Those whose names tell most come first: Canvas's are the loosest.
    let order = [Lms::Gradescope, Lms::Moodle, Lms::Blackboard, Lms::Brightspace, Lms::Canvas];
    for lms in order.into_iter().filter(|lms| is_wanted(*lms)) {
        let entries = entries(lms, path, &files)?;
        let known = entries.iter().flatten().filter(|entry| !entry.students.is_empty()).count();
        let strays = entries.iter().filter(|entry| entry.is_none()).count();
        if known == 0 || (wanted.is_none() && strays >= known) {
            continue;
        }
        let recognised = Recognised { path, lms, files, entries, refusal, pass_over: wanted.is_some() };
        return gathered(recognised, hand_in).map(Some);
    }
    match wanted {
        Some(lms) => Err(Error::NoDownload { path: path.to_path_buf(), lms }),
        None => Ok(None),
    }
}

/// What lies at a path, recognised as a download of an LMS.
struct Recognised<'a> {
    path: &'a Path,
    lms: Lms,
    files: Vec<Listed>,
    /// What the LMS says of each file; nothing of one that it does not name so.
    entries: Vec<Option<Entry>>,
    /// Why it is not to be trusted, if it is not.
    refusal: Option<String>,
    /// Whether files without an entry are passed over, rather than an error.
    pass_over: bool,
}

/// The submissions of a download, if all of it is to be trusted.
fn gathered(recognised: Recognised, hand_in: &HandIn) -> Result<(Download, Vec<Submission>), Error> {
    let Recognised { path, lms, files, entries, refusal, pass_over } = recognised;
    let is_stray = |(_, entry): &(&Listed, &Option<Entry>)| entry.is_none();
    let strays = files.iter().zip(&entries).filter(is_stray).map(|(file, _)| file.path.clone());
    let strays: Vec<String> = strays.collect();
    let known = entries.iter().flatten().filter(|entry| !entry.students.is_empty()).count();
    let refused = |reason: String| Error::Download { path: path.to_path_buf(), reason };
    if let Some(reason) = refusal {
        return Err(refused(reason));
    }
    if let (Some(stray), false) = (strays.first(), pass_over) {
        return Err(Error::Stray { path: path.to_path_buf(), lms, stray: stray.clone(), known });
    }
    let named = files.into_iter().zip(entries).filter_map(|(file, entry)| Some((entry?, file.source)));
    gather::gather(path, lms, named, strays, hand_in).map_err(refused)
}

/// The names of all files at a path that is a folder or a zip file, junk aside; nothing for any other file.
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
        Lms::GitHubClassroom => vec![None; files.len()],
    })
}

/// Without folders that hold everything else, such as `assignment_1_export/`. A student's own folder is the only
/// thing in a download of one student: it is left in its place.
fn out_of_wrapping(mut files: Vec<Listed>) -> Vec<Listed> {
    loop {
        let Some((top, _)) = files.first().and_then(|file| file.path.split_once('/')) else { return files };
        let top = format!("{top}/");
        let is_a_students =
            [moodle::entry, brightspace::entry].iter().any(|entry| entry(&format!("{top}x")).is_some());
        if is_a_students || !files.iter().all(|file| file.path.starts_with(&top)) {
            return files;
        }
        for file in &mut files {
            file.path.drain(..top.len());
        }
    }
}

/// A pattern that is known to be one.
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant that is tested")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Names that are nearly right, and what students may put into them.
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
        fn no_name_is_too_strange_to_be_looked_at(names in prop::collection::vec(name(), 0..6)) {
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
        fn what_a_student_calls_a_file_changes_nobody_elses_submission(file in name()) {
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
                prop_assert_eq!(id, Some("4".to_owned()), "{}", path);
            }
        }
    }
}
