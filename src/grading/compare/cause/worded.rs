//! Lines word by word, and the part in which one differs from another.

use std::collections::BTreeSet;

use super::template::words;
use crate::compare::relaxed::same_letters;

/// A line, word by word, with one sign for each word that differs from run to run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worded(pub(super) Vec<String>);

/// The sign for a word that differs from run to run.
const VARIES: &str = "#";

/// The part of a line that is wrong in what is printed in its place.
#[derive(Clone, Debug)]
pub struct Hole<'a> {
    before: &'a [String],
    right: &'a [String],
    wrong: &'a [String],
    after: &'a [String],
    /// Whether there are words before it, and behind it.
    has_words: [bool; 2],
    /// Whether something that differs from run to run is before it, or behind it.
    has_variables: bool,
    /// Whether the two lines have the same letters and digits: then what decides was printed.
    keeps_letters: bool,
}

impl Worded {
    /// The words of a line. A program may repeat what was `typed`, the longest line first, and each of these `letters` by itself.
    pub fn new(line: &str, typed: &[String], letters: &BTreeSet<String>) -> Self {
        let sign = |varies: bool, text: &str| if varies { VARIES.to_owned() } else { text.to_owned() };
        let words = words(line, typed).into_iter();
        Self(words.map(|word| sign(word.varies || letters.contains(word.text), word.text)).collect())
    }

    /// Whether any word is the same in every run. A row of a board has none.
    pub fn has_words(&self) -> bool {
        has_words(&self.0)
    }

    /// Whether all words of two lines stand in this one, and each has its own.
    pub(super) fn says_both(&self, right: &Self, other: &Self) -> bool {
        self.says(right) && self.says(other) && !right.says(other) && !other.says(right)
    }

    /// Whether the words of another line stand in this one, in their order.
    fn says(&self, other: &Self) -> bool {
        let counts = |word: &&String| word.chars().any(char::is_alphanumeric) || *word == VARIES;
        let mut own = self.0.iter().filter(counts);
        other.0.iter().filter(counts).all(|word| own.any(|one| one == word))
    }

    /// The part of this line in whose place another one has something else.
    pub fn hole<'a>(&'a self, printed: &'a Self) -> Hole<'a> {
        let (right, wrong) = (&self.0[..], &printed.0[..]);
        let start = right.iter().zip(wrong).take_while(|(one, other)| one == other).count();
        let (rest, instead) = (&right[start..], &wrong[start..]);
        let end = rest.iter().rev().zip(instead.iter().rev()).take_while(|(one, other)| one == other).count();
        let (hole, after) = rest.split_at(rest.len() - end);
        Hole {
            before: &right[..start],
            right: hole,
            wrong: &instead[..instead.len() - end],
            after,
            has_words: [has_words(&right[..start]), has_words(after)],
            has_variables: right[..start].iter().chain(after).any(|part| part == VARIES),
            keeps_letters: same_letters(&right.concat(), &wrong.concat()),
        }
    }
}

/// Whether any of these is a word of some letters that is the same in every run.
fn has_words(parts: &[String]) -> bool {
    parts.iter().any(|part| is_word(part))
}

pub(super) fn is_word(part: &str) -> bool {
    part.chars().filter(|c| c.is_alphabetic()).count() > 1
}

impl Hole<'_> {
    /// Tells whether another line that is expected may stand in the place of this one, with something else in the hole. The
    /// words around the hole tell which line it is; where there are none, it may be any.
    pub fn may_be(&self, other: &Worded) -> bool {
        let line = &other.0;
        let fits = match self.has_words {
            // What differs from run to run is right there: it is a line that has it.
            [false, false] => !self.has_variables || self.is_added_to(other),
            [true, false] => line.starts_with(self.before),
            [false, true] => line.ends_with(self.after),
            [true, true] => self.is_added_to(other),
        };
        let whole = || [self.before, self.right, self.after].concat();
        fits && *line != whole() && (!self.keeps_letters || same_letters(&whole().concat(), &line.concat()))
    }

    /// The words that are wrong and those that would be right; `None` if no words are wrong.
    pub(super) fn replaced(&self) -> Option<(String, String)> {
        has_words(self.wrong).then(|| (self.wrong.concat(), self.right.concat()))
    }

    /// Whether the words around it tell which line it is.
    pub(super) fn is_known(&self) -> bool {
        self.has_words.contains(&true)
    }

    /// Whether the expected line stands around it.
    pub(super) fn adds(&self) -> bool {
        self.is_known() && !has_words(self.right)
    }

    /// Whether a line has the words around it, wherever they stand.
    pub(super) fn has_around(&self, line: &str) -> bool {
        self.before
            .iter()
            .chain(self.after)
            .filter(|word| is_word(word))
            .all(|word| line.contains(word.as_str()))
    }

    /// Whether a printed line is the expected one with something else added in this place.
    pub(super) fn is_added_to(&self, printed: &Worded) -> bool {
        let line = &printed.0;
        line.len() >= self.before.len() + self.after.len()
            && line.starts_with(self.before)
            && line.ends_with(self.after)
    }
}
