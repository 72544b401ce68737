//! What one run finds besides its program, and what is looked at afterwards.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::digest::{Digest, Part};
use crate::submission::Snapshot;

/// What one run finds besides its program, and what is looked at afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Files that are laid out for this run; they replace what would be in their way.
    pub given: Snapshot,
    /// Variables of the environment, which replace those of the language.
    pub env: BTreeMap<String, String>,
    /// The seed of its random numbers, if they are fixed.
    pub seed: Option<u32>,
    /// The instant at which its clock begins, in seconds since 1970, if it is set.
    pub clock: Option<i64>,
    /// The paths that are looked at when the program has ended.
    pub asked: Vec<String>,
}

/// A file that is laid out for a run, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenFile {
    /// Its path.
    pub name: String,
    /// Its text, if that is short.
    pub text: Option<String>,
}

/// The largest number of lines of a text that is shown, and the largest length of one of them in characters.
const MOST_LINES: usize = 10;
const LONGEST_LINE: usize = 100;

impl GivenFile {
    fn new(name: String, content: &[u8]) -> Self {
        let is_short = |text: &&str| {
            text.lines().count() <= MOST_LINES
                && text.lines().all(|line| line.chars().nth(LONGEST_LINE).is_none())
                && !text.contains('\0')
        };
        let text = std::str::from_utf8(content).ok().filter(is_short).map(str::to_owned);
        Self { name, text }
    }
}

impl Surroundings {
    /// Returns the files that are laid out.
    pub fn files(&self) -> Vec<GivenFile> {
        let given = self.given.iter();
        given.map(|(path, file)| GivenFile::new(path.display().to_string(), &file.content)).collect()
    }

    /// Returns the variables of the environment, as a shell sets them, the seed and the clock.
    pub fn variables(&self) -> Vec<String> {
        let variables = self.env.iter().map(|(name, value)| format!("{name}={value}"));
        let seed = self.seed.map(|seed| format!("random seed {seed}"));
        let clock = self.clock.and_then(|seconds| Timestamp::from_second(seconds).ok());
        let clock = clock.map(|instant| format!("clock {}", instant.strftime("%Y-%m-%d %H:%M:%S UTC")));
        variables.chain(seed).chain(clock).collect()
    }

    /// The same, but nothing is looked at afterwards.
    pub fn unasked(&self) -> Self {
        Self { asked: Vec::new(), ..self.clone() }
    }

    /// Tells whether all of it can be written in a spec: the files are text.
    pub fn is_text(&self) -> bool {
        self.given.iter().all(|(path, file)| path.to_str().is_some() && str::from_utf8(&file.content).is_ok())
    }

    /// Returns where and when a run takes place, besides its files: what runs share whose input can be mixed.
    pub fn place_and_time(&self) -> (BTreeMap<String, String>, Option<u32>, Option<i64>) {
        (self.env.clone(), self.seed, self.clock)
    }

    /// Whether the run is like any other one of its program.
    pub fn is_usual(&self) -> bool {
        self.env.is_empty()
            && self.seed.is_none()
            && self.clock.is_none()
            && self.given.iter().next().is_none()
    }

    /// Returns a digest; `None` if there is nothing of it, as in most runs.
    pub fn digest(&self) -> Option<Digest> {
        let files: [&dyn Part; 2] = [&self.given.digest(), &self.asked];
        let env: &[&dyn Part] = if self.env.is_empty() { &[] } else { &[&self.env] };
        let seed: &[&dyn Part] = if self.seed.is_none() { &[] } else { &[&"seed", &self.seed] };
        let clock: &[&dyn Part] = if self.clock.is_none() { &[] } else { &[&"clock", &self.clock] };
        (*self != Self::default()).then(|| Digest::of_values(&[files.as_slice(), env, seed, clock].concat()))
    }
}
