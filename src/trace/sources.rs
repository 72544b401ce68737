//! The source files of a submission, as far as a report points into them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::language;
use crate::rules;
use crate::submission::Snapshot;
use crate::untrusted::{Text, Untrusted};

/// A larger file is left out, in bytes: nobody writes so much by hand.
const LARGEST: usize = 64 << 10;

/// All files together have at most this size, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// The source files that were handed in, the one that is run first. Large ones are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sources(Vec<Source>);

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
    /// Takes the source files among those that were handed in. `entry` is the one that is run.
    pub(crate) fn of(files: &Snapshot, entry: &str) -> Self {
        let (first, others): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| *path == Path::new(entry));
        let mut left = MOST_BYTES;
        let sources = first.into_iter().chain(others).filter_map(|(path, file)| {
            let path = path.to_str()?;
            let is_source =
                path == entry || language::of_file(path).is_some_and(|one| one.name != "executable");
            let size = file.content.len();
            if !is_source || size > LARGEST.min(left) || file.content.starts_with(b"\x7fELF") {
                return None;
            }
            left -= size;
            let (text, encoding) = read(&file.content);
            Some(Source { path: path.into(), text, encoding })
        });
        Self(sources.collect())
    }

    /// All of them, the one that is run first.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
        let (path, text) = (self.path.expose(), self.text.expose());
        let is_python = path.ends_with(".py");
        match is_python.then(|| rules::bare(path, text.as_bytes())) {
            Some(Ok(bare)) => bare,
            _ => text
                .lines()
                .map(str::trim_end)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join("\n")
                .into(),
        }
    }

    /// Whether nothing stands in it but blanks and empty lines.
    pub fn is_blank(&self) -> bool {
        self.text.expose().trim().is_empty()
    }
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

/// Sources for tests.
#[cfg(test)]
pub(crate) mod testing {
    use super::{Encoding, Source, Sources};

    /// One source file in UTF-8.
    pub(crate) fn sources(path: &str, text: &str) -> Sources {
        Sources(vec![Source { path: path.into(), text: text.into(), encoding: Encoding::Utf8 }])
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
        Sources::of(&files.collect(), "main.py")
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
