//! The files to be handed in, and where they are in a submission.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::open_name::{is_open, main_of, matches, matching_in};
use super::{PathPattern, Problem, Snapshot, is_test_in_java, some, text_of, versions};
use crate::untrusted::Untrusted;

/// The files that an assignment asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandIn {
    /// Files that must be there.
    pub files: Vec<String>,
    /// Files that are asked for; if they are missing, the rest is still graded.
    pub optional: Vec<String>,
    /// The file that is run: one of `files` or `optional`, or one that the grader supplies. If it has wildcards, it is one of the
    /// files that match.
    pub entry: String,
    /// If the entry has wildcards, a regular expression for what only the file that is run has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main: Option<String>,
    /// Whether nothing of it is run, but called: where several files match the entry, any of them will do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_never_run: bool,
    /// Files that may replace `entry`: the same program in another language.
    pub instead: Vec<String>,
    /// Where there are several programs, all of them, of which at least one must be there: they are `optional`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
}

/// A submission whose files were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The files, with paths from the folder that contains the required ones.
    pub files: Snapshot,
    /// The file that is run.
    pub entry: String,
    /// The files that match names with wildcards.
    pub matching: Vec<String>,
    /// The folder of the submission that contains them; empty for the top.
    pub folder: PathBuf,
}

impl HandIn {
    /// Returns every file name that the assignment knows.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().chain(&self.optional).chain(&self.instead).map(String::as_str)
    }

    /// Detects the files of several students: returns what is there several times, in words, and the folders. It is the
    /// file to be handed in, or zip files if there is nothing to run.
    pub(super) fn holders(&self, paths: &[String]) -> Option<(String, Vec<Untrusted>)> {
        let typed = |places: Vec<String>| places.into_iter().map(Untrusted::from).collect();
        let holders = |names: &[&String]| -> BTreeSet<String> {
            let split = |path: &String| match path.rsplit_once('/') {
                Some((folder, file)) => names.iter().any(|name| *name == file).then(|| folder.to_owned()),
                None => names.contains(&path).then(String::new),
            };
            paths.iter().filter_map(split).collect()
        };
        let programs: Vec<&String> = std::iter::once(&self.entry).chain(&self.instead).collect();
        let files: Vec<&String> = self.files.iter().collect();
        let found = [programs, files].into_iter().map(|names| (holders(&names), names));
        match found.into_iter().find(|(holders, _)| !holders.is_empty()) {
            // A file at the top counts, whatever is below it.
            Some((holders, _)) if holders.contains("") || holders.len() == 1 => None,
            Some((holders, names)) => {
                Some((format!("`{}` lies in each of", names[0]), typed(holders.into_iter().collect())))
            }
            None => {
                let is_archive = |path: &&String| path.to_lowercase().ends_with(".zip");
                let archives: Vec<String> = paths.iter().filter(is_archive).cloned().collect();
                (archives.len() > 1).then(|| ("it holds the zip files".to_owned(), typed(archives)))
            }
        }
    }

    /// Finds the required files: at the top, or in the only folder that contains them.
    ///
    /// A file that was handed in alone is used as the required one if it has the same ending, whatever its name:
    /// learning management systems rename files.
    ///
    /// # Errors
    ///
    /// When a required file is missing, is a folder, or is in several folders.
    pub fn find(&self, snapshot: &Snapshot) -> Result<HandedIn, Problem> {
        if let Some(entry) = self.at(snapshot, Path::new("")) {
            return self.handed_in(snapshot.clone(), PathBuf::new(), entry);
        }
        if let Some(handed_in) = self.renamed(snapshot) {
            return Ok(handed_in);
        }
        let mut folders: Vec<(&Path, &str)> = snapshot
            .folders()
            .into_iter()
            .filter_map(|folder| Some((folder, self.at(snapshot, folder)?)))
            .collect();
        // Teams keeps each time that somebody handed in, side by side: the latest one counts.
        let version =
            |(folder, _): &(&Path, &str)| Some((folder.parent()?.to_path_buf(), versions::number(folder)?));
        if let Some(versions) = folders.iter().map(version).collect::<Option<Vec<_>>>()
            && versions.iter().all(|(parent, _)| *parent == versions[0].0)
            && let Some(latest) = versions.iter().map(|(_, number)| *number).max()
        {
            folders.retain(|folder| version(folder).is_some_and(|(_, number)| number == latest));
        }
        match folders.as_slice() {
            [] => Err(self.missing(snapshot)),
            [(folder, entry)] => self.handed_in(snapshot.below(folder), folder.to_path_buf(), entry),
            _ => {
                let whole = |(folder, entry): &(&Path, &str)| {
                    self.handed_in(snapshot.below(folder), folder.to_path_buf(), entry).ok()
                };
                // Where any name will do, a folder counts if there is a program in it, and not only tests.
                let has_program = |found: &HandedIn| {
                    let is_test = |name: &String| {
                        let file = found.files.get(Path::new(name));
                        file.is_some_and(|file| is_test_in_java(name, &file.content))
                    };
                    is_open(&self.entry) && !found.matching.iter().all(is_test)
                };
                let mut with_program = folders.iter().filter_map(whole).filter(has_program);
                match (with_program.next(), with_program.next()) {
                    (Some(only), None) => Ok(only),
                    _ => Err(Problem::Ambiguous {
                        wanted: self.files.first().unwrap_or(&self.entry).clone(),
                        folders: some(folders.iter().map(|(folder, _)| text_of(folder))),
                    }),
                }
            }
        }
    }

    /// Tells whether a path matches a name with wildcards.
    pub(super) fn is_matched(&self, path: &str) -> bool {
        let patterns = self.names().filter(|name| is_open(name)).filter_map(PathPattern::new);
        patterns.into_iter().any(|pattern| pattern.matched(path).is_some())
    }

    /// Returns the name of a required file that lies in a folder of this machine itself, not in one below it.
    pub(super) fn lies_in(&self, folder: &Path) -> Option<&str> {
        self.names().find(|name| match is_open(name) {
            false => folder.join(name).exists(),
            true => matching_in(folder, name),
        })
    }

    /// Returns what was handed in, with its entry.
    fn handed_in(&self, files: Snapshot, folder: PathBuf, entry: &str) -> Result<HandedIn, Problem> {
        let mut matching = Vec::new();
        for name in self.names().filter(|name| is_open(name)) {
            matching
                .extend(matches(&files, name).filter(|path| !matching.contains(path)).collect::<Vec<_>>());
        }
        let entry = match is_open(entry) {
            true => match main_of(&files, entry, self.main.as_deref()) {
                Err(_) if self.is_never_run && !matching.is_empty() => matching[0].clone(),
                found => found?,
            },
            false => entry.to_owned(),
        };
        Ok(HandedIn { files, entry, matching, folder })
    }

    /// Returns the entry, as it is asked for, if all required files are in this folder.
    fn at(&self, snapshot: &Snapshot, folder: &Path) -> Option<&str> {
        let below = LazyCell::new(|| snapshot.below(folder));
        let has = |name: &String| match is_open(name) {
            false => snapshot.get(&folder.join(name)).is_some(),
            true => matches(&below, name).next().is_some(),
        };
        let others_there = self.files.iter().filter(|file| **file != self.entry).all(has);
        let may_lack = !self.files.contains(&self.entry);
        let lies_here = std::iter::once(&self.entry).chain(&self.instead).find(|name| has(name));
        let entry = lies_here.or(Some(&self.entry).filter(|_| may_lack));
        let has_program = self.programs.is_empty() || lies_here.is_some() || self.programs.iter().any(has);
        entry.filter(|_| others_there && has_program).map(String::as_str)
    }

    fn renamed(&self, snapshot: &Snapshot) -> Option<HandedIn> {
        let (path, file) = snapshot.single_file()?;
        let [only] = self.files.as_slice() else { return None };
        if is_open(only) {
            return None;
        }
        // Some systems write names in capital letters.
        let ending = |path: &Path| path.extension().map(OsStr::to_ascii_lowercase);
        let alike = |name: &&String| ending(Path::new(name)) == ending(path);
        let name = std::iter::once(only).chain(&self.instead).find(alike)?;
        let entry = if only == &self.entry { name.clone() } else { self.entry.clone() };
        let files = [(PathBuf::from(name), file.clone())].into_iter().collect();
        Some(HandedIn { files, entry, matching: Vec::new(), folder: PathBuf::new() })
    }

    /// Returns the problem with the first missing file, with similar names.
    fn missing(&self, snapshot: &Snapshot) -> Problem {
        let lies_somewhere = |name: &String| snapshot.iter().any(|(path, _)| path.ends_with(name));
        let wanted = self.files.iter().chain(&self.programs).find(|name| !lies_somewhere(name));
        let wanted = wanted.unwrap_or(&self.entry).clone();
        if snapshot.has_folder(Path::new(&wanted)) {
            return Problem::IsFolder(wanted);
        }
        let paths = || snapshot.iter().map(|(path, _)| path);
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        let likeness =
            |path: &Path| name(path).map_or(0.0, |name| strsim::jaro_winkler(&name, &wanted.to_lowercase()));
        let similar = paths().filter(|path| likeness(path) > 0.88);
        let similar = similar.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).map(text_of);
        Problem::Missing { wanted, similar, found: some(paths().map(text_of)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::File;
    use super::*;

    fn snapshot(paths: &[&str]) -> Snapshot {
        let file = File { content: Vec::new(), executable: false };
        paths.iter().map(|path| (PathBuf::from(path), file.clone())).collect()
    }

    fn program() -> HandIn {
        HandIn {
            files: vec!["program.py".into()],
            optional: vec![],
            entry: "program.py".into(),
            instead: vec!["program.c".into()],
            main: None,
            is_never_run: false,
            programs: vec![],
        }
    }

    #[test]
    fn files_are_found_at_the_top_or_in_the_only_folder_that_contains_them() {
        let two = HandIn {
            files: vec!["a.py".into(), "b.py".into()],
            optional: vec![],
            entry: "b.py".into(),
            instead: vec![],
            main: None,
            is_never_run: false,
            programs: vec![],
        };
        assert!(two.find(&snapshot(&["a.py", "b.py", "old/a.py", "old/b.py"])).is_ok());
        let nested = two.find(&snapshot(&["A3/x/a.py", "A3/x/b.py", "readme"])).unwrap();
        assert!(nested.files.get(Path::new("a.py")).is_some());
        assert_eq!(nested.folder, Path::new("A3/x"));
        assert!(two.find(&snapshot(&["x/a.py", "y/b.py"])).is_err());
        assert!(matches!(
            two.find(&snapshot(&["x/a.py", "x/b.py", "y/a.py", "y/b.py"])),
            Err(Problem::Ambiguous { .. })
        ));
    }

    #[test]
    fn of_several_versions_in_one_folder_the_latest_counts() {
        let found = |paths: &[&str]| program().find(&snapshot(paths)).map(|found| found.folder);
        let versions = |numbers: &[&str]| -> Vec<String> {
            numbers.iter().map(|number| format!("Greet/Version {number}/program.py")).collect()
        };
        let found_in = |paths: &[String]| found(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(found_in(&versions(&["9", "10", "1"])), Ok("Greet/Version 10".into()));
        for other in ["Greet/old/program.py", "Version 3/program.py", "Greet/Version x/program.py"] {
            let paths: Vec<String> = versions(&["1", "2"]).into_iter().chain([other.to_owned()]).collect();
            assert!(found_in(&paths).is_err(), "{other}");
        }
        assert!(found(&["Lab 1/program.py", "Lab 2/program.py"]).is_err());
    }

    #[test]
    fn another_language_is_accepted_if_the_assignment_allows_it() {
        assert_eq!(program().find(&snapshot(&["program.c"])).unwrap().entry, "program.c");
        assert_eq!(program().find(&snapshot(&["program.c", "program.py"])).unwrap().entry, "program.py");
    }

    #[test]
    fn a_single_file_may_have_any_name_but_a_folder_must_have_the_right_one() {
        let single =
            Snapshot::single("doe_1234_program-1.py".into(), File { content: Vec::new(), executable: false });
        let handed_in = program().find(&single).unwrap();
        assert!(handed_in.files.get(Path::new("program.py")).is_some());
        let problem = program().find(&snapshot(&["progam.py"])).unwrap_err();
        assert_eq!(
            problem.sentence(),
            "`program.py` is missing; `progam.py` is there: is the name misspelled?"
        );
    }

    #[test]
    fn files_in_many_folders_are_distinguished_from_one_submission() {
        let holders = |paths: &[&str]| {
            program().holders(&paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>())
        };
        let many = |what: &str, holders: &[&str]| {
            Some((what.to_owned(), holders.iter().map(|holder| Untrusted::from(*holder)).collect::<Vec<_>>()))
        };
        assert_eq!(
            holders(&["b/program.py", "a/program.py", "a/x"]),
            many("`program.py` lies in each of", &["a", "b"])
        );
        // The language may differ between folders.
        assert_eq!(
            holders(&["b/program.c", "a/program.py"]),
            many("`program.py` lies in each of", &["a", "b"])
        );
        assert_eq!(holders(&["a.zip", "b.ZIP"]), many("it holds the zip files", &["a.zip", "b.ZIP"]));
        assert_eq!(holders(&["program.py", "old/program.py", "older/program.py"]), None);
        assert_eq!(holders(&["a/program.py", "a.zip", "b.zip"]), None);
        assert_eq!(holders(&["a/progam.py", "b/progam.py"]), None);
        assert_eq!(holders(&[]), None);
    }

    #[test]
    fn a_missing_file_is_named_with_the_existing_ones() {
        let say = |paths: &[&str]| program().find(&snapshot(paths)).unwrap_err().sentence();
        assert_eq!(say(&[]), "`program.py` is missing; nothing was handed in");
        assert_eq!(say(&["essay.docx"]), "`program.py` is missing; what was handed in: `essay.docx`");
        assert_eq!(say(&["program.py/readme"]), "`program.py` is a folder, not a file");
        assert!(say(&["Program.py"]).contains(&"is the name misspelled?"));
    }
}
