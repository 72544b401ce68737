//! The files of a solution: the files that were named, the files beside them that they use, and the files that are laid
//! beside every submission.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::language::{self, Others};
use crate::system;

/// A solution with the files that it needs.
pub(super) struct Solution {
    /// The files that students hand in, each with its name and its content. The first one is run, unless `main` is.
    pub(super) own: Vec<(String, Vec<u8>)>,
    /// The files that the grader lays beside it.
    pub(super) supplied: Vec<(String, Vec<u8>)>,
    /// The file of `supplied` that is run, if the solution itself is no program.
    pub(super) main: Option<String>,
    /// The names of files that the solution uses although nobody named them.
    pub(super) found: Vec<String>,
}

/// Files with more bytes than this are not read.
const MOST_BYTES: u64 = 4 << 20;

/// The most files of a folder that are read.
const MOST_FILES: usize = 500;

impl Solution {
    /// Reads a solution from its files.
    pub(super) fn read(from: &[PathBuf], supplied: &[PathBuf], main: Option<&Path>) -> Result<Self, Error> {
        let own = from.iter().map(|path| named(path)).collect::<Result<Vec<_>, _>>()?;
        let mut solution = Self {
            own,
            supplied: supplied.iter().map(|path| named(path)).collect::<Result<_, _>>()?,
            main: None,
            found: Vec::new(),
        };
        if let Some(main) = main {
            let (name, content) = named(main)?;
            known_language(main, &name)?;
            solution.main = Some(name.clone());
            solution.supplied.push((name, content));
        }
        let first = &from[0];
        known_language(first, &solution.own[0].0)?;
        solution
            .take_along(first.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")));
        Ok(solution)
    }

    /// A small example, where there is none yet.
    pub(super) fn example(content: &[u8]) -> Self {
        let own = vec![("solution.py".to_owned(), content.to_vec())];
        Self { own, supplied: Vec::new(), main: None, found: Vec::new() }
    }

    /// The name of the file that is run.
    pub(super) fn entry(&self) -> &str {
        self.main.as_deref().unwrap_or(&self.own[0].0)
    }

    /// The ending of the first file.
    pub(super) fn ending(&self) -> &str {
        self.own[0].0.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// Adds the files of a folder that the solution uses by their names, and the files that those use, and so on.
    fn take_along(&mut self, folder: &Path) {
        let mut beside = files_of(folder);
        let known = |solution: &Self, name: &str| {
            solution.own.iter().chain(&solution.supplied).any(|(known, _)| known == name)
        };
        loop {
            let used = beside.iter().find_map(|(name, path)| {
                let users = self.own.iter().find_map(|(own, text)| uses(&source_of(own, text), self, name));
                users.filter(|_| !known(self, name)).map(|part| (name.clone(), path.clone(), part))
            });
            let Some((name, path, part)) = used else { return };
            beside.remove(&name);
            if let Ok(content) = system::read(&path) {
                self.found.push(name.clone());
                match part {
                    Part::Source => self.own.push((name, content)),
                    Part::Data => self.supplied.push((name, content)),
                }
            }
        }
    }
}

/// The text of a source; of a notebook, that of its code cells.
fn source_of<'t>(name: &str, content: &'t [u8]) -> Cow<'t, str> {
    let of_cells = if language::is_notebook(name) { language::code_of_notebook(content) } else { None };
    of_cells.map_or_else(|| String::from_utf8_lossy(content), Cow::Owned)
}

/// The way in which a solution uses a file beside it.
enum Part {
    Source,
    Data,
}

/// The way in which a text of a solution uses a file beside it; `None` if it does not.
fn uses(text: &str, solution: &Solution, name: &str) -> Option<Part> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_word = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
        })
    };
    let is_quoted = |name: &str| {
        ["'", "\"", "/", "`"].iter().any(|quote| {
            text.match_indices(&format!("{quote}{name}"))
                .any(|(at, found)| text[at + found.len()..].starts_with(['\'', '"', '`']))
        })
    };
    let is_imported = || {
        text.lines().map(str::trim_start).any(|line| {
            let mut words = line.split(|c: char| c.is_whitespace() || c == ',');
            matches!(words.next(), Some("import" | "from")) && words.any(|word| word == stem)
        })
    };
    let language = language::of_file(&solution.own[0].0);
    let own = language.filter(|language| language.owns(ending));
    let is_used = match own.and_then(|language| Some((language, language.others?))) {
        Some((_, Others::Import)) => is_imported(),
        Some((language, Others::Include)) => {
            is_quoted(name) || language.headers.iter().any(|header| is_quoted(&format!("{stem}.{header}")))
        }
        Some((_, Others::Class)) => is_word(stem),
        Some((_, Others::Path)) => is_quoted(name) || is_quoted(stem),
        None if language::of_file(name).is_some_and(|_| !ending.is_empty()) => false,
        None => return is_quoted(name).then_some(Part::Data),
    };
    is_used.then_some(Part::Source)
}

/// The plain files of a folder, by their names.
fn files_of(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES);
    let plain =
        entries.filter(|entry| entry.metadata().is_ok_and(|it| it.is_file() && it.len() <= MOST_BYTES));
    plain.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path()))).collect()
}

fn named(path: &Path) -> Result<(String, Vec<u8>), Error> {
    let content = system::read(path).map_err(|error| wrong(path, &error.to_string()))?;
    Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), content))
}

fn known_language(path: &Path, name: &str) -> Result<(), Error> {
    if language::of_file(name).is_some() {
        return Ok(());
    }
    let known = language::all().map(|language| language.name.clone()).collect::<Vec<_>>().join(", ");
    Err(wrong(path, &format!("its ending belongs to no known language\nhelp: there are {known}")))
}

fn wrong(path: &Path, why: &str) -> Error {
    Error::Usage(format!("cannot start from `{}`: {why}", path.display()))
}
