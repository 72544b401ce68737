//! The instructor's program that judges outputs where many are right.

use std::ops::Range;

use crate::digest::Digest;
use crate::language::{self, Language};
use crate::submission::Snapshot;

/// The instructor's program that judges outputs where many are right.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputChecker {
    /// Its path from the spec's folder, as it is called in messages.
    pub name: String,
    /// Its files, named as they are beside the spec.
    pub files: Snapshot,
    /// The file that is run.
    pub entry: String,
    /// The arguments behind those that every checker gets.
    pub args: Vec<String>,
    /// Whether it says what share of the points a right output is worth.
    pub scores: bool,
    /// Whether it is a partner, which talks with the program instead of reading what that has printed.
    pub talks: bool,
    /// How often it may have a program started, the first time included.
    pub passes: u32,
    /// The place of its name in the spec, in bytes.
    pub place: Range<usize>,
}

impl OutputChecker {
    /// Returns what it is called in messages.
    pub fn title(&self) -> String {
        format!("the {} `{}`", if self.talks { "partner" } else { "checker" }, self.name)
    }

    /// Returns the language of the program.
    pub fn language(&self) -> &'static Language {
        language::of_file(&self.entry).expect("a checked spec names a file of a known language")
    }

    /// Returns the names of its files.
    pub fn sources(&self) -> Vec<String> {
        self.files.iter().map(|(path, _)| path.display().to_string()).collect()
    }

    /// Returns a digest of the program alone.
    pub fn program_digest(&self) -> Digest {
        Digest::of_values(&[&"checker", &self.files.digest(), &self.entry])
    }

    /// Returns a digest of everything that decides what it says about an output, with this answer beside it. The input is
    /// that of the run.
    pub fn digest(&self, answer: &[u8]) -> Digest {
        let how = [self.scores, self.talks];
        let once = Digest::of_values(&[&self.program_digest(), &self.args, &how, &Digest::of(answer)]);
        if self.passes == 1 { once } else { Digest::of_values(&[&"passes", &once, &self.passes]) }
    }
}
