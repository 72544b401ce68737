//! Lines without what differs from run to run.

use crate::untrusted::{Text, Untrusted};

/// A line without its numbers, its single letters and what was typed. All rows of boards are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Untrusted);

/// The template of every row of a board.
const ROW: &str = "a row";

impl Template {
    /// Makes the template of a line. A program may repeat what was `typed`, the longest line first.
    pub fn new(line: &str, typed: &[String]) -> Self {
        let has_letters = |word: &Word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let is_row = !line.trim().is_empty() && !words(line, typed).iter().any(has_letters);
        if is_row { Self(ROW.into()) } else { Self::of_part(line, typed) }
    }

    /// Makes the template of a part of a line.
    pub fn of_part(part: &str, typed: &[String]) -> Self {
        let constant = |word: &Word| if word.varies { "#".to_owned() } else { word.text.to_owned() };
        Self(words(part, typed).iter().map(constant).collect::<String>().into())
    }

    /// The words, with a sign for each one that differs from run to run.
    pub fn text(&self) -> Untrusted {
        self.0.clone()
    }

    /// Whether it is more than a row of a board.
    pub fn has_words(&self) -> bool {
        self.0.expose() != ROW && !self.0.expose().trim().is_empty()
    }
}

/// A word of a line, or what stands between two words.
pub(crate) struct Word<'a> {
    pub text: &'a str,
    /// Whether it differs from run to run: it is a number, a capital letter such as a marker, or it was
    /// typed.
    pub varies: bool,
}

/// Returns the typed lines that a program may repeat, the longest first.
pub(crate) fn longest_first(mut typed: Vec<String>) -> Vec<String> {
    typed.retain(|line| line.chars().filter(|c| c.is_alphabetic()).count() > 1);
    typed.sort_by_key(|line| std::cmp::Reverse(line.len()));
    typed.dedup();
    typed
}

/// Returns a line word by word. Nothing is left out.
pub(crate) fn words<'a>(line: &'a str, typed: &[String]) -> Vec<Word<'a>> {
    let mut parts = vec![Word { text: line, varies: false }];
    for repeated in typed.iter().filter(|typed| line.contains(typed.as_str())) {
        parts = parts.into_iter().flat_map(|part| parted(part, repeated)).collect();
    }
    let mut all = Vec::new();
    for part in parts {
        if part.varies {
            all.push(part);
            continue;
        }
        let mut rest = part.text;
        while let Some(first) = rest.chars().next() {
            let is_inside = first.is_alphanumeric();
            let end = rest.find(|c: char| c.is_alphanumeric() != is_inside).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            all.push(Word { text, varies: varies(text) });
            rest = after;
        }
    }
    all
}

/// Parts a text wherever it repeats what was typed.
fn parted<'a>(part: Word<'a>, repeated: &str) -> Vec<Word<'a>> {
    if part.varies {
        return vec![part];
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, text) in part.text.match_indices(repeated) {
        parts.push(Word { text: &part.text[from..at], varies: false });
        parts.push(Word { text, varies: true });
        from = at + repeated.len();
    }
    parts.push(Word { text: &part.text[from..], varies: false });
    parts
}

fn varies(word: &str) -> bool {
    let mut characters = word.chars();
    let is_capital =
        matches!((characters.next(), characters.next()), (Some(only), None) if only.is_uppercase());
    is_capital || word.chars().all(|c| c.is_ascii_digit())
}

/// The parts of two lines that differ, and what is the same around them.
pub(crate) struct Fragments<'a> {
    pub before: &'a str,
    /// The part that only the expected line has.
    pub missing: &'a str,
    /// The part that only the printed line has.
    pub extra: &'a str,
    pub after: &'a str,
}

impl<'a> Fragments<'a> {
    pub(crate) fn of(expected: &'a str, printed: &'a str) -> Self {
        let same = |(one, other): &(char, char)| one == other;
        let length = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(same).map(|(one, _)| one.len_utf8()).sum()
        };
        let start = length(&mut expected.chars().zip(printed.chars()));
        let (before, expected) = expected.split_at(start);
        let printed = &printed[start..];
        let end = length(&mut expected.chars().rev().zip(printed.chars().rev()));
        let (missing, after) = expected.split_at(expected.len() - end);
        Self { before, missing, extra: &printed[..printed.len() - end], after }
    }

    /// Whether another sign stands before a number: that belongs to the number, whatever blanks stand between them.
    pub(super) fn change_a_sign(&self) -> bool {
        let sign = |part: &str| part.trim_end().chars().next_back().filter(|sign| "-−".contains(*sign));
        let is_before_number = self.after.trim_start().starts_with(|one: char| one.is_ascii_digit());
        is_before_number && sign(self.missing) != sign(self.extra)
    }

    /// The last word before the difference, and what stands between them.
    pub(crate) fn just_before(&self, typed: &[String]) -> (Word<'a>, &'a str) {
        let is_word = |word: &Word| word.text.chars().any(char::is_alphanumeric);
        let mut between = 0;
        for word in words(self.before, typed).into_iter().rev() {
            if is_word(&word) {
                return (word, &self.before[self.before.len() - between..]);
            }
            between += word.text.len();
        }
        (Word { text: "", varies: false }, self.before)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_of_different_runs_have_one_template() {
        let same = |one: &str, other: &str, typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(|&line| line.to_owned()).collect();
            Template::new(one, &typed) == Template::new(other, &typed)
        };
        assert!(same("X's turn", "O's turn", &[]));
        assert!(same("|X|O| |", "|O|.|X|", &[]));
        assert!(same("Hello, Ada!", "Hello, Grace Hopper!", &["Grace Hopper", "Ada"]));
        assert!(!same("X's turn", "X's turns", &[]));
        assert!(!same("It is finished", "It is over", &[]));
    }

    #[test]
    fn a_line_may_repeat_what_was_typed_any_number_of_times() {
        let line = "hello ".repeat(200_000);
        assert_eq!(words(&line, &["hello".to_owned()]).len(), 400_000);
    }

    proptest! {
        #[test]
        fn no_part_of_a_line_is_lost(expected in "[a-cX1 é!]{0,12}", printed in "[a-cX1 é!]{0,12}", typed in "[a-c]{2,3}") {
            let joined: String = words(&printed, &[typed]).iter().map(|word| word.text).collect();
            prop_assert_eq!(joined, printed.clone());
            let parts = Fragments::of(&expected, &printed);
            prop_assert_eq!([parts.before, parts.missing, parts.after].concat(), expected.clone());
            prop_assert_eq!([parts.before, parts.extra, parts.after].concat(), printed.clone());
        }
    }
}
