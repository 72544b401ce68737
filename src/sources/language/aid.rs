//! Aids: what a tool makes once, of files of ours alone, so that it is faster with every program after that.
//!
//! A build does the same with an aid and without it, which is tried for each compiler before it is believed. One that fails with an aid is
//! done again without it, and that counts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use memchr::memmem;
use serde::Deserialize;

use super::fidelity::Shortcut;
use super::{BuildOptions, headers};
use crate::submission::{File, Snapshot};
use crate::system::search_path;

/// One aid of a language, as its profile describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Aid {
    /// The program of the system that it needs besides the tools of the language. Where that is not there, neither is the aid.
    #[serde(default)]
    needs: Option<String>,
    /// Texts of which none may stand in the files of a program. Where one does, it is left out.
    #[serde(default)]
    unless: Vec<String>,
    /// The texts of which it is made, by name. `{headers}` in them stands for the headers with which a source begins.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The command that makes it, if it has to be made.
    #[serde(default)]
    pub(super) make: Vec<String>,
    /// The files that are kept.
    #[serde(default)]
    pub(super) keeps: Vec<String>,
    /// The words that stand for it in a command. `{aid}` in them is the path of the first file that is kept.
    words: Vec<String>,
    /// The words that stand in its place where it is left out.
    #[serde(default)]
    pub(super) instead: Vec<String>,
}

/// The aids that a build may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aids {
    /// None: as everybody else builds.
    None,
    /// Those with which these tools build what they build without.
    Proved,
    /// Those of one kind, and at once: to see whether it is so.
    ToProve(Shortcut),
}

/// The word for the headers with which a source begins.
const HEADERS: &str = "{headers}";

impl Aid {
    /// Tells whether the system has what it needs.
    pub(super) fn is_possible(&self) -> bool {
        self.needs.is_none() || self.needed().is_some()
    }

    /// Returns the program of the system that it needs, if it is there.
    pub(super) fn needed(&self) -> Option<PathBuf> {
        let name = self.needs.as_ref()?;
        let search_path = search_path();
        let paths = std::env::split_paths(&search_path).map(|folder| folder.join(name));
        paths.into_iter().find(|path| path.exists())
    }

    /// Returns the kind of shortcut that it is. One that only leaves something out is none: what is missed is built with it.
    pub(super) fn shortcut(&self) -> Option<Shortcut> {
        match (self.make.is_empty(), self.words.is_empty()) {
            (false, _) => Some(Shortcut::Made),
            (true, false) => Some(Shortcut::Words),
            (true, true) => None,
        }
    }

    /// Tells whether a program with these files may be built with it.
    pub(super) fn suits(&self, files: &Snapshot) -> bool {
        let holds = |content: &[u8], text: &String| memmem::find(content, text.as_bytes()).is_some();
        !files.iter().any(|(_, file)| self.unless.iter().any(|text| holds(&file.content, text)))
    }

    /// Returns the files of which it is made for a program with these sources, or nothing if it is of no use there.
    pub(super) fn files_for(&self, sources: &[&[u8]], options: &BuildOptions) -> Option<Snapshot> {
        let mut files = Snapshot::default();
        for (name, text) in &self.files {
            let text = match text.contains(HEADERS) {
                false => Cow::Borrowed(text),
                true => {
                    // Another source, with other headers before it, would be another program.
                    let [source] = sources else { return None };
                    if options.changes_headers() {
                        return None;
                    }
                    let included = headers::worth_compiling(source);
                    if included.is_empty() {
                        return None;
                    }
                    let lines: String =
                        included.iter().map(|header| format!("#include <{header}>\n")).collect();
                    Cow::Owned(text.replace(HEADERS, &lines))
                }
            };
            files.insert(name.into(), File { content: text.as_bytes().to_vec(), executable: false });
        }
        Some(files)
    }

    /// Returns the words that stand for it in a command.
    pub(super) fn words(&self, path: &Path) -> impl Iterator<Item = OsString> {
        self.words.iter().map(move |word| match word.split_once("{aid}") {
            None => word.into(),
            Some((before, after)) => {
                let mut word = OsString::from(before);
                word.push(path);
                word.push(after);
                word
            }
        })
    }
}
