//! Lines word by word, and the part in which one differs from another.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::template::{Word, words};
use crate::compare::relaxed::{letters, same_letters};

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
    /// The words of a line. A program may repeat what was `typed`, the longest line first, and each of these `letters` by itself. The
    /// sign and the point of a number belong to it.
    pub fn new(line: &str, typed: &[String], letters: &BTreeSet<String>) -> Self {
        let words = words(line, typed);
        let varies = |word: &Word| word.varies || letters.contains(word.text);
        let is_number = |at: usize| words.get(at).is_some_and(|word| word.varies && is_digits(word.text));
        let is_point = |at: usize| at > 0 && words[at].text == "." && is_number(at - 1) && is_number(at + 1);
        let part = |at: usize| match &words[at] {
            word if varies(word) => (at == 0 || !is_point(at - 1)).then(|| VARIES.to_owned()),
            _ if is_point(at) => None,
            // The sign of a pair, as in `3-2`, is no part of a number.
            word if is_number(at + 1) && (at == 0 || word.text.len() > 1) => {
                Some(word.text.strip_suffix(['-', '+']).unwrap_or(word.text).to_owned())
            }
            word => Some(word.text.to_owned()),
        };
        Self((0..words.len()).filter_map(part).filter(|part| !part.is_empty()).collect())
    }

    /// Whether any word is the same in every run. A row of a board has none.
    pub fn has_words(&self) -> bool {
        has_words(&self.0)
    }

    /// Whether two lines have the same letters and digits.
    pub(super) fn has_letters_of(&self, other: &Self) -> bool {
        same_letters(&self.0.concat(), &other.0.concat())
    }

    /// Whether all words of two lines stand in this one, and each has its own. A letter may be wrong in each word.
    pub(super) fn says_both(&self, right: &Self, other: &Self) -> bool {
        self.says(right) && self.says(other) && !right.says(other) && !other.says(right)
    }

    /// Whether the words of another line stand in this one, in their order.
    fn says(&self, other: &Self) -> bool {
        let counts = |word: &&String| word.chars().any(char::is_alphanumeric) || *word == VARIES;
        let mut own = self.0.iter().filter(counts);
        other.0.iter().filter(counts).all(|word| own.any(|one| is_alike(one, word)))
    }

    /// The letters of a line, without what differs from run to run.
    pub(super) fn letters(&self) -> String {
        letters(&self.0.concat()).collect()
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
            keeps_letters: self.has_letters_of(printed),
        }
    }
}

/// Whether two words are the same, but for a letter of longer ones, and for capitals.
fn is_alike(one: &str, other: &str) -> bool {
    one == other || {
        let [one, other] = [one, other].map(|word| letters(word).collect::<String>());
        one == other && !one.is_empty() || distance(&one, &other, 1).is_some()
    }
}

/// How many letters differ in two texts, if these are at most so many of more letters.
pub(super) fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let is_long = |text: &str| text.chars().filter(|one| one.is_alphabetic()).nth(most + 1).is_some();
    // Most texts have other lengths, which takes as many changes and less time.
    let may_be = one.chars().count().abs_diff(other.chars().count()) <= most;
    let distance = || strsim::osa_distance(one, other);
    (may_be && (is_long(one) || is_long(other))).then(distance).filter(|distance| *distance <= most)
}

/// Whether any of these is a word of some letters that is the same in every run.
fn has_words(parts: &[String]) -> bool {
    parts.iter().any(|part| is_word(part))
}

fn is_digits(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
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

    /// How the right line and another one begin, up to the signs behind the hole: `even: ` and `big: ` of `even: True` and `big: True`.
    /// `None` if nothing is the same behind it.
    pub(super) fn labels<'o>(&self, other: &'o Worded) -> Option<[Cow<'o, [String]>; 2]> {
        let first = self.after.first()?;
        let signs = usize::from(!first.contains(char::is_alphanumeric) && first != VARIES);
        let other = other.0.strip_suffix(&self.after[signs..])?;
        let own = [self.before, self.right, &self.after[..signs]].concat();
        other.ends_with(&self.after[..signs]).then_some([Cow::Owned(own), Cow::Borrowed(other)])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_word_whatever_their_sign_and_their_point() {
        let words = |line: &str| {
            Worded::new(line, &["Ada".to_owned()], &BTreeSet::from(["y".to_owned()])).0.join("|")
        };
        assert_eq!(words("The number -2 is low."), "The| |number| |#| |is| |low|.");
        assert_eq!(words("-2.50 (+3)"), "#| (|#|)");
        assert_eq!(words("3-2, 1.2.3, v1."), "#|-|#|, |#|, |v1|.");
        assert_eq!(words("Ada: y -- 7"), "#|: |#| -- |#");
    }
}
