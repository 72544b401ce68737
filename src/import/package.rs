//! The files of an assignment that was made for another grader, read once and under limits.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Error;
use crate::spec::read_value;
use crate::submission::{Snapshot, Submission, TakeError};
use crate::untrusted::Untrusted;

/// Files by their paths, with `/` between the names.
pub(super) struct Package {
    /// The name of its folder or zip file, without ending.
    pub(super) name: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Package {
    /// Reads a folder or a zip file.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let shown = path.display().to_string();
        if !path.exists() {
            return Err(Error::new(&format!("there is nothing at `{shown}`"), "name a folder or a zip file"));
        }
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let stem = if whole.is_dir() { whole.file_name() } else { whole.file_stem() };
        let name = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let snapshot = Snapshot::take(&Submission::at(name.clone(), path.to_path_buf()));
        let snapshot = snapshot.map_err(|error| match error {
            TakeError::Problem(problem) => Error(Untrusted::concat(&[
                &format!("`{shown}` cannot be imported: "),
                &problem.sentence(),
                &"\nhelp: take out what is too much or has such a name, and import the rest",
            ])),
            TakeError::Fault(fault) => Error::new(
                &format!("cannot read `{}`: {}", fault.path.display(), fault.source),
                "make it readable for you",
            ),
        })?;
        Ok(Self { name, files: named(&snapshot)? })
    }

    /// Adds the files of a zip file that lies in it. Those that are there already stay.
    pub(super) fn unpack(&mut self, path: &str) -> Result<(), Error> {
        let content = self.get(path).unwrap_or_default();
        let snapshot = Snapshot::of_archive(content).map_err(|problem| {
            let help = "\nhelp: unpack it beside the other files";
            Error(Untrusted::concat(&[&format!("`{path}` cannot be imported: "), &problem.sentence(), &help]))
        })?;
        for (path, content) in named(&snapshot)? {
            self.files.entry(path).or_insert(content);
        }
        Ok(())
    }

    /// The part of it below the folder in which one of these files lies, nearest to the top.
    pub(super) fn around(self, markers: &[&str]) -> Option<Self> {
        let folder_of = |path: &String| {
            markers.iter().find_map(|marker| {
                let folder = path.strip_suffix(marker)?;
                (folder.is_empty() || folder.ends_with('/')).then(|| folder.to_owned())
            })
        };
        let folders = self.files.keys().filter_map(folder_of);
        let folder = folders.min_by_key(|folder| (folder.matches('/').count(), folder.clone()))?;
        let name = folder.trim_end_matches('/').rsplit('/').next().filter(|name| !name.is_empty());
        let name = name.map_or(self.name, str::to_owned);
        let below =
            |(path, content): (String, Vec<u8>)| Some((path.strip_prefix(&folder)?.to_owned(), content));
        Some(Self { name, files: self.files.into_iter().filter_map(below).collect() })
    }

    /// All paths, in their order.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The files below a folder, by their paths from there.
    pub(super) fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let prefix = format!("{folder}/");
        let files = self.files.iter();
        files.filter_map(move |(path, content)| Some((path.strip_prefix(&prefix)?, content.as_slice())))
    }

    /// Whether something lies below this folder.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        self.below(folder).next().is_some()
    }

    /// Whether there is a file at this path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub(super) fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The text of a file; `None` if it is not there.
    pub(super) fn text(&self, path: &str) -> Result<Option<&str>, Error> {
        let Some(content) = self.get(path) else { return Ok(None) };
        let text = std::str::from_utf8(content);
        let fail = |_| Error::new(&format!("`{path}` is not text"), "save the file as UTF-8");
        text.map(|text| Some(text.trim_start_matches('\u{feff}'))).map_err(fail)
    }

    /// What a YAML file says; null if it is not there.
    pub(super) fn yaml(&self, path: &str) -> Result<Value, Error> {
        let text = self.text(path)?.unwrap_or_default();
        read_value(text).map_err(|(what, line)| {
            Error::new(&format!("`{path}` cannot be read: {what} (line {line})"), "mend the file")
        })
    }
}

/// The files by their names, which a spec must be able to write.
fn named(snapshot: &Snapshot) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut files = BTreeMap::new();
    for (path, file) in snapshot.iter() {
        let plain = path.to_str().filter(|path| !path.contains(['*', '\\']) && !path.contains(is_control));
        let plain = plain.ok_or_else(|| {
            let what = format!("the name `{}` cannot be written in a spec", path.to_string_lossy());
            Error::new(&what, "give it a name of letters, digits and signs other than `*` and `\\`")
        })?;
        files.insert(plain.to_owned(), file.content.clone());
    }
    Ok(files)
}

fn is_control(character: char) -> bool {
    character.is_control()
}

/// Whether the bytes are text that a program can be given as input.
pub(super) fn is_text(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok_and(|text| !text.contains('\0'))
}

/// A scalar of a YAML or JSON file as text; `None` for a list, a mapping and nothing.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A number, written as one or as text.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

/// The words of a list of scalars, or of a text.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(scalar).collect(),
        other => {
            scalar(other).map(|text| text.split_whitespace().map(str::to_owned).collect()).unwrap_or_default()
        }
    }
}

/// The first of some names, and how many there are besides.
pub(super) fn some_of<T: AsRef<str>>(names: &[T]) -> String {
    const MOST: usize = 5;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{}`", name.as_ref())).collect();
    let more = names.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &rest
}
