//! The source files of a submission, as far as a report points into them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::language::{CodeCell, CodeCells, Languages, LeftOutLine, Warning};
use crate::rules;
use crate::submission::Snapshot;
use crate::untrusted::{Text, Untrusted};

/// A larger file is left out, in bytes: nobody writes so much by hand.
const LARGEST: usize = 64 << 10;

/// All files together have at most this size, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// The most parts of cells that are named as not run.
const MOST_LEFT_OUT: usize = 4;

/// The source files that were handed in, the one that is run first, with what the compiler warned of. Large ones are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Sources {
    files: Vec<Source>,
    warnings: Vec<Warning>,
}

/// Sources as they are written: a list of the files, if the compiler did not warn.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Files(Vec<Source>),
    Warned { files: Vec<Source>, warnings: Vec<Warning> },
}

impl From<Written> for Sources {
    fn from(written: Written) -> Self {
        match written {
            Written::Files(files) => Self { files, warnings: Vec::new() },
            Written::Warned { files, warnings } => Self { files, warnings },
        }
    }
}

impl From<Sources> for Written {
    fn from(Sources { files, warnings }: Sources) -> Self {
        if warnings.is_empty() { Self::Files(files) } else { Self::Warned { files, warnings } }
    }
}

/// One source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its path from the folder of the submission.
    pub path: Untrusted,
    /// Its text. What cannot be read is replaced.
    pub text: Untrusted,
    /// How its characters are written.
    #[serde(default, skip_serializing_if = "Encoding::is_usual")]
    pub encoding: Encoding,
    /// What is not run of it, though it is handed in: the numbers of the lines, each with what stands there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(usize, Untrusted)>,
}

/// How the characters of a file are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// UTF-8, with or without a mark at its beginning.
    #[default]
    Utf8,
    /// UTF-16, as the mark at its beginning says.
    Utf16,
    /// It cannot be read as UTF-8, and has no mark.
    Unknown,
}

impl Encoding {
    fn is_usual(&self) -> bool {
        *self == Self::Utf8
    }
}

impl Sources {
    /// One file in UTF-8, of which nothing is left out.
    pub fn of_one(path: &str, text: &str) -> Self {
        let (encoding, left_out) = (Encoding::Utf8, Vec::new());
        let file = Source { path: path.into(), text: text.into(), encoding, left_out };
        Self { files: vec![file], warnings: Vec::new() }
    }

    /// Takes the source files among those that were handed in. `entry` is the one that is run. Of a notebook, each cell counts as a
    /// file.
    pub fn of(files: &Snapshot, entry: &str, languages: &Languages, cells: &CodeCells) -> Self {
        let (first, others): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| *path == Path::new(entry));
        let mut left = MOST_BYTES;
        let mut sources: Vec<Source> = Vec::new();
        for (path, file) in first.into_iter().chain(others) {
            let Some(path) = path.to_str() else { continue };
            if let Some(own) = cells.of(path) {
                sources.extend(own.filter_map(|(title, cell)| of_cell(title, cell, &mut left)));
                continue;
            }
            let is_source =
                path == entry || languages.of_file(path).is_some_and(|one| one.name != "executable");
            let size = file.content.len();
            let is_program = file.content.starts_with(b"\x7fELF");
            if !is_source || size > LARGEST.min(left) || is_program || cells.is_made(path) {
                continue;
            }
            left -= size;
            let (text, encoding) = read(&file.content);
            sources.push(Source { path: path.into(), text, encoding, left_out: Vec::new() });
        }
        Self { files: sources, warnings: Vec::new() }
    }

    /// All of them, the one that is run first.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.iter()
    }

    /// Adds lines of its files that are not run.
    pub fn leave_out(&mut self, lines: Vec<LeftOutLine>) {
        for LeftOutLine { file, line, text } in lines {
            let source = self.files.iter_mut().find(|source| source.path.expose() == file);
            source.into_iter().for_each(|source| source.left_out.push((line, text.as_str().into())));
        }
    }

    /// Sentences about what is not run, with the reason; `None` if all of it is run.
    pub fn note(&self) -> Option<Untrusted> {
        let of_java = |source: &Source| source.path.expose().ends_with(".java");
        let packages = Self::note_about(
            "Left out, because this assignment has no such package: ",
            self.iter().filter(|source| of_java(source)),
        );
        let cells = Self::note_about(
            "Not run, because it is no Python or belongs to Jupyter: ",
            self.iter().filter(|source| !of_java(source)),
        );
        let recoded = self.iter().find(|source| of_java(source) && source.encoding == Encoding::Unknown);
        let recoded = recoded.map(|source| {
            Untrusted::concat(&[
                &"`",
                &source.path,
                &"` is not in UTF-8, so it was read as Windows-1252: save it as UTF-8.",
            ])
        });
        let notes: Vec<Untrusted> = packages.into_iter().chain(cells).chain(recoded).collect();
        (!notes.is_empty()).then(|| Untrusted::join(notes, " "))
    }

    /// A sentence about what is left out of sources, which begins with the reason.
    fn note_about<'s>(reason: &str, sources: impl Iterator<Item = &'s Source>) -> Option<Untrusted> {
        let all: Vec<Untrusted> = sources
            .flat_map(|source| source.left_out.iter().map(move |(line, what)| (source, line, what)))
            .map(|(source, line, what)| {
                Untrusted::concat(&[what, &" (", &source.path, &format!(", line {line})")])
            })
            .collect();
        let more = match all.len() {
            0 => return None,
            few if few <= MOST_LEFT_OUT => String::new(),
            many => format!(", and {} more", many - MOST_LEFT_OUT),
        };
        let told = Untrusted::join(all.into_iter().take(MOST_LEFT_OUT), ", ");
        Some(Untrusted::concat(&[&reason, &told, &more, &"."]))
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.warnings.is_empty()
    }

    /// What the compiler warned of.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The same sources with what the compiler warned of.
    #[must_use]
    pub fn with_warnings(self, warnings: Vec<Warning>) -> Self {
        Self { warnings, ..self }
    }

    /// The file with this path.
    pub fn file(&self, path: &Untrusted) -> Option<&Source> {
        self.iter().find(|source| source.path == *path)
    }
}

impl Source {
    /// A line, counted from 1.
    pub fn line(&self, number: usize) -> Option<Untrusted> {
        self.text.lines().nth(number.checked_sub(1)?)
    }

    /// Its text without what only people read: comments, if it is Python, and empty lines.
    pub fn bare(&self) -> Vec<u8> {
        let text = self.text.expose();
        if self.path.expose().ends_with(".py") {
            return rules::essence(text).into();
        }
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n").into()
    }

    /// Whether nothing stands in it but blanks and empty lines.
    pub fn is_blank(&self) -> bool {
        self.text.expose().trim().is_empty()
    }
}

/// Returns a cell as a source; `None` if it is too large.
fn of_cell(title: String, cell: &CodeCell, left: &mut usize) -> Option<Source> {
    *left = left.checked_sub(cell.text.len()).filter(|_| cell.text.len() <= LARGEST)?;
    let left_out = cell.left_out.iter().map(|(line, what)| (*line, what.as_str().into())).collect();
    Some(Source { path: title.into(), text: cell.text.as_str().into(), encoding: Encoding::Utf8, left_out })
}

/// Reads the bytes of a file as text.
fn read(bytes: &[u8]) -> (Untrusted, Encoding) {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        (String::from_utf16_lossy(&units).into(), Encoding::Utf16)
    };
    if bytes.starts_with(b"\xff\xfe") {
        return wide(u16::from_le_bytes);
    }
    if bytes.starts_with(b"\xfe\xff") {
        return wide(u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => (text.into(), Encoding::Utf8),
        Err(_) => (String::from_utf8_lossy(bytes).into_owned().into(), Encoding::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::submission::File;

    fn sources(files: &[(&str, &[u8])]) -> Sources {
        let file = |content: &[u8]| File { content: content.to_vec(), executable: false };
        let files = files.iter().map(|(path, content)| (PathBuf::from(path), file(content)));
        Sources::of(&files.collect(), "main.py", &Languages::default(), &CodeCells::default())
    }

    fn texts(sources: &Sources) -> Vec<(&str, &str, Encoding)> {
        sources.iter().map(|one| (one.path.expose(), one.text.expose(), one.encoding)).collect()
    }

    #[test]
    fn the_file_that_is_run_comes_first_and_only_sources_are_taken() {
        let taken = sources(&[("a.py", b"A"), ("data.csv", b"1,2"), ("main.py", b"M\nN"), ("notes", b"x")]);
        assert_eq!(texts(&taken), [("main.py", "M\nN", Encoding::Utf8), ("a.py", "A", Encoding::Utf8)]);
        let file = taken.file(&"main.py".into()).unwrap();
        assert_eq!((file.line(2), file.line(0), file.line(3)), (Some("N".into()), None, None));
    }

    #[test]
    fn a_file_in_another_encoding_can_be_read_and_is_told_apart() {
        for (bytes, text, encoding) in [
            (&b"\xff\xfeh\0i\0"[..], "hi", Encoding::Utf16),
            (b"\xfe\xff\0h\0i", "hi", Encoding::Utf16),
            (b"\xef\xbb\xbfhi", "hi", Encoding::Utf8),
            (b"f\xfcr", "f\u{fffd}r", Encoding::Unknown),
        ] {
            assert_eq!(texts(&sources(&[("main.py", bytes)])), [("main.py", text, encoding)]);
        }
    }

    #[test]
    fn what_nobody_writes_by_hand_is_left_out() {
        let large = vec![b'#'; LARGEST + 1];
        assert!(sources(&[("main.py", &large)]).is_empty());
        let names: Vec<String> = (10..20).map(|number| format!("{number}.py")).collect();
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &large[1..])).collect();
        assert_eq!(sources(&files).iter().count(), MOST_BYTES / LARGEST);
    }
}
