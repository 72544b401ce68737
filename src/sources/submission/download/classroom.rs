//! GitHub Classroom: a folder of clones, `hw1-jdoe`, each with its `.git`.
//!
//! `gh classroom clone student-repos` puts them into `hw1-submissions`: then the name of the folder shows which part of
//! the clones' names is the assignment. Otherwise it is the common start of all names, up to a `-`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::classroom50::{self, Owners, SCORES, Scores};
use super::listing::Listed;
use super::{Content, Entry, Lms};
use crate::submission::Error;
use crate::submission::take::{read_file, unreadable};

/// The contents of a folder of clones.
pub(super) struct Clones {
    /// The system.
    pub(super) lms: Lms,
    /// The clones, in the order of their names, and whose they are.
    pub(super) clones: Vec<(Owners, PathBuf)>,
    /// The names of everything else.
    pub(super) strays: Vec<String>,
}

impl Clones {
    /// Whether there is less beside the clones than there are: otherwise some students keep their work under version control.
    pub(super) fn are_most(&self) -> bool {
        self.strays.len() < self.clones.len()
    }
}

/// Returns the clones in a folder; `None` if there are none.
///
/// # Errors
///
/// When the folder cannot be read.
pub(super) fn clones(folder: &Path) -> Result<Option<Clones>, Error> {
    let (mut clones, mut strays, mut folders) = (Vec::new(), Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(|source| unreadable(folder, source))? {
        let entry = entry.map_err(|source| unreadable(folder, source))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == crate::submission::find::RESULTS {
            continue;
        }
        // A `.git` that is a file belongs to a work tree of another repository.
        match entry.path().join(".git").is_dir() {
            true => clones.push((name, entry.path())),
            false => {
                folders.extend(entry.file_type().is_ok_and(|kind| kind.is_dir()).then(|| entry.path()));
                strays.push(name);
            }
        }
    }
    if clones.is_empty() {
        // They may be in a subfolder, as after unpacking a zip file.
        return match (folders.as_slice(), strays.len()) {
            ([only], 1) => Ok(self::clones(only)?.filter(|found| found.clones.len() > 1)),
            _ => Ok(None),
        };
    }
    clones.sort();
    strays.sort();
    let scores = read_file(&folder.join(SCORES), classroom50::MOST).ok();
    let scores = scores.and_then(|file| Scores::read(&file.content));
    strays.retain(|name| scores.is_none() || name != SCORES);
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let parent = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<&str> = clones.iter().map(|(name, _)| name.as_str()).collect();
    let owners = owners(&names, &parent, scores.as_ref());
    let clones = owners.into_iter().zip(clones.iter().map(|(_, path)| path.clone())).collect();
    Ok(Some(Clones { lms: lms(scores.as_ref()), clones, strays }))
}

/// The system whose clones they are.
fn lms(scores: Option<&Scores>) -> Lms {
    if scores.is_some() { Lms::Classroom50 } else { Lms::GitHubClassroom }
}

/// Returns whose each clone in a folder is.
fn owners(names: &[&str], folder: &str, scores: Option<&Scores>) -> Vec<Owners> {
    let told = scores.and_then(|scores| scores.assignment(names));
    let assignment = told.unwrap_or_else(|| assignment(names, folder));
    let user = |name: &str| name.get(assignment..).filter(|user| !user.is_empty()).unwrap_or(name).to_owned();
    let users: BTreeSet<String> = names.iter().map(|name| user(name).to_lowercase()).collect();
    let owners = |name: &&str| match scores {
        Some(scores) => scores.owners(name, &user(name), &users),
        None => Owners::of(&user(name)),
    };
    names.iter().map(owners).collect()
}

/// Parses the paths of a zip file in which these folders are clones, side by side. Other files have no entry. Unless it is said that
/// it holds clones, there are none if there is only one, or as much beside them: these are students' own repositories.
pub(super) fn entries(
    path: &Path,
    clones: &BTreeSet<String>,
    files: &[Listed],
    is_said: bool,
) -> Option<(Lms, Vec<Option<Entry>>)> {
    let split = |clone: &str| {
        let clone = clone.trim_end_matches('/');
        let (parent, name) = clone.rsplit_once('/').unwrap_or(("", clone));
        (parent.to_owned(), name.to_owned())
    };
    let places: Vec<(String, String)> = clones.iter().map(|clone| split(clone)).collect();
    let (parent, _) = places.first()?;
    // A submodule is inside a clone, and not beside it.
    let names = places.iter().filter(|(other, _)| other == parent).map(|(_, name)| name.as_str());
    let names: Vec<&str> = names.collect();
    let prefix = if parent.is_empty() { String::new() } else { format!("{parent}/") };
    let scores = files.iter().find(|file| file.path.strip_prefix(&prefix) == Some(SCORES));
    let scores = scores.and_then(|file| Scores::read(&file.source.read(classroom50::MOST).ok()?.content));
    let is_own = |name: &str| scores.is_some() && name == SCORES;
    let inside = files.iter().filter_map(|file| file.path.strip_prefix(&prefix)?.split('/').next());
    let beside: BTreeSet<&str> = inside.filter(|name| !names.contains(name) && !is_own(name)).collect();
    if !is_said && (names.len() < 2 || beside.len() >= names.len()) {
        return None;
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = parent.rsplit('/').next().filter(|folder| !folder.is_empty()).unwrap_or(&stem);
    let owners = owners(&names, folder, scores.as_ref());
    let entry = |file: &Listed| {
        let path = file.path.strip_prefix(&prefix)?;
        let Some((name, inside)) = path.split_once('/') else { return is_own(path).then(Entry::of_nobody) };
        let owners = &owners[names.iter().position(|known| *known == name)?];
        Some(Entry {
            students: owners.students.clone(),
            marked_late: owners.are_late,
            content: Content::File(PathBuf::from(inside)),
            ..Entry::of_nobody()
        })
    };
    Some((lms(scores.as_ref()), files.iter().map(entry).collect()))
}

/// Returns how many bytes of every name are the assignment and its `-`.
fn assignment(names: &[&str], folder: &str) -> usize {
    if let Some(assignment) = folder.strip_suffix("-submissions") {
        let prefix = format!("{assignment}-");
        if names.iter().all(|name| name.len() > prefix.len() && name.starts_with(&prefix)) {
            return prefix.len();
        }
    }
    // With a single name, nothing shows where the student's part begins.
    let [first, others @ ..] = names else { return 0 };
    if others.is_empty() {
        return 0;
    }
    let same = |one: &str| first.bytes().zip(one.bytes()).take_while(|(one, other)| one == other).count();
    let shared = others.iter().map(|other| same(other).min(other.len() - 1)).min().unwrap_or(0);
    first.as_bytes()[..shared].iter().rposition(|byte| *byte == b'-').map_or(0, |place| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assignment_comes_from_the_folder_or_the_common_start_of_all_names() {
        for (names, folder, expected) in [
            (&["hw1-anna", "hw1-andy"][..], "class", "hw1-"),
            (&["hw1-team-a", "hw1-team-b"], "hw1-submissions", "hw1-"),
            (&["lab-2-j-doe", "lab-2-roe"], "class", "lab-2-"),
            (&["hw1-anna"], "hw1-submissions", "hw1-"),
            (&["hw1-anna"], "class", ""),
            (&["anna", "bob"], "class", ""),
        ] {
            assert_eq!(&names[0][..assignment(names, folder)], expected, "{names:?}");
        }
    }
}
