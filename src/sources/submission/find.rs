//! Finds the submissions in the paths of a command line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::limits::is_junk;
use super::take::unreadable;
use super::{Download, Error, HandIn, Place, Recognition, Submission, WhichCounts, download, versions};
use crate::system;
use crate::untrusted::Untrusted;

/// The folder of the results, which is no submission.
pub(super) const RESULTS: &str = "yardstick-results";

/// The contents of the paths of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The submissions, in the order of their names.
    pub submissions: Vec<Submission>,
    /// The downloads among the paths.
    pub downloads: Vec<Download>,
}

/// Finds the submissions in some paths.
///
/// A file is a submission, unless it is a download; so is a folder that contains one of the files to be handed in. Any
/// other folder is a download, or a folder of submissions: each folder, zip file or file in it is one.
///
/// What a download or a folder holds of one student is one submission: the latest hand-in, with the others if one of them may count.
///
/// # Errors
///
/// When a path does not exist, cannot be read, or contains no submission.
pub fn find(
    paths: &[PathBuf],
    hand_in: &HandIn,
    recognition: Recognition,
    which: WhichCounts,
) -> Result<Found, Error> {
    let mut found = Vec::new();
    let mut downloads = Vec::new();
    for path in paths {
        let is_folder = is_folder(path)?;
        if !(is_folder && hand_in.names().any(|name| path.join(name).exists()))
            && let Some((download, submissions)) = download::find(path, hand_in, recognition, which)?
        {
            downloads.push(download);
            found.extend(submissions);
            continue;
        }
        if !is_folder {
            found.push(one(path)?);
            continue;
        }
        let children = children(path)?;
        if let Some(file) = hand_in.lies_in(path) {
            if let Some(other) = children.iter().find(|child| child.join(file).is_file()) {
                let (folder, file, other) = (path.clone(), file.to_owned(), other.clone());
                return Err(Error::OneOrMany { folder, file, other });
            }
            found.push(one(path)?);
            continue;
        }
        if children.is_empty() {
            return Err(Error::Empty(path.clone()));
        }
        found.extend(named(children));
    }
    if let ([path], true) = (paths, recognition != Recognition::Nothing && downloads.is_empty()) {
        make_sure_that_they_are_not_of_many(path, &found, hand_in)?;
    }
    let mut unique = BTreeMap::new();
    let mut places = BTreeSet::new();
    for submission in found {
        let canonical = match submission.place {
            Place::Path => system::canonical(&submission.path).ok(),
            Place::Download(_) | Place::Packed(_) => None,
        };
        if !places.insert(canonical.unwrap_or_else(|| submission.path.clone())) {
            continue; // The path was given twice.
        }
        // Paths that are not valid UTF-8 may look the same even when they are shown completely.
        let path = Untrusted::from(submission.path.display().to_string());
        let numbered = (2..).map(|number| Untrusted::concat(&[&path, &format!(" ({number})")]));
        let mut names = [submission.name.clone(), path.clone()].into_iter().chain(numbered);
        let name = names.find(|name| !unique.contains_key(name)).unwrap_or_default();
        let mut submission = Submission { name: name.clone(), ..submission };
        if which.needs_all() {
            submission = versions::apart(submission, hand_in);
        }
        unique.insert(name, submission);
    }
    Ok(Found { submissions: unique.into_values().collect(), downloads })
}

/// Returns the one submission at a path.
///
/// # Errors
///
/// When the path does not exist.
pub fn one(path: &Path) -> Result<Submission, Error> {
    is_folder(path)?;
    let absolute = system::canonical(path).map_err(|source| unreadable(path, source))?;
    let name = if absolute.is_dir() { absolute.file_name() } else { absolute.file_stem() };
    let name = name.map_or_else(|| "submission".to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(Submission::at(name, path.to_path_buf()))
}

/// Refuses submissions that look like an unrecognised download: they would mix the files of many students.
fn make_sure_that_they_are_not_of_many(
    path: &Path,
    found: &[Submission],
    hand_in: &HandIn,
) -> Result<(), Error> {
    if let [only] = found
        && only.path == path
        && is_empty_archive(path)?
    {
        return Err(Error::EmptyArchive(path.to_path_buf()));
    }
    let mut many = None;
    for submission in found {
        // If it cannot be read, that is the problem of one submission.
        let names = download::names(&submission.path).ok().flatten().unwrap_or_default();
        let Some((what, holders)) = hand_in.holders(&names) else { return Ok(()) };
        many.get_or_insert((submission.path.clone(), what, holders));
    }
    many.map_or(Ok(()), |(path, what, holders)| Err(Error::Many { path, what, holders }))
}

/// Tells whether a file is a zip file without entries, or an empty file with that ending.
fn is_empty_archive(path: &Path) -> Result<bool, Error> {
    let is_called_one = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let is_blank = is_called_one && fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0);
    let names = if path.is_file() { download::names(path)? } else { None };
    Ok(is_blank || names.is_some_and(|names| names.is_empty()))
}

fn is_folder(path: &Path) -> Result<bool, Error> {
    match fs::metadata(path) {
        Ok(metadata) => match system::reject_special(&metadata) {
            Ok(()) => Ok(metadata.is_dir()),
            Err(source) => Err(unreadable(path, source).into()),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Error::NotFound(path.to_path_buf()))
        }
        Err(source) => Err(unreadable(path, source).into()),
    }
}

fn children(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut children = Vec::new();
    for entry in fs::read_dir(folder).map_err(|source| unreadable(folder, source))? {
        let entry = entry.map_err(|source| unreadable(folder, source))?;
        let name = entry.file_name();
        let ours = name.to_string_lossy().starts_with('.') || name == RESULTS;
        if !ours && !is_junk(&name) {
            children.push(entry.path());
        }
    }
    children.sort();
    Ok(children)
}

/// Names the submissions without file endings, unless two would then have the same name.
fn named(children: Vec<PathBuf>) -> Vec<Submission> {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let short = |path: &Path| text(if path.is_dir() { path.file_name() } else { path.file_stem() });
    let mut seen = BTreeMap::<String, usize>::new();
    for child in &children {
        *seen.entry(short(child)).or_default() += 1;
    }
    children
        .into_iter()
        .map(|path| {
            let name = short(&path);
            let name = if seen[&name] > 1 { text(path.file_name()) } else { name };
            Submission::at(name, path)
        })
        .collect()
}
