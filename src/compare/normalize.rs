//! Removes the differences that a comparison ignores from a text.

use std::borrow::Cow;

use super::number::{leading_number, numbers};
use crate::spec::{Number, Relaxation, Tolerance};

/// The relaxations that can explain a difference, in the order in which they are tried.
pub(super) const LADDER: [Relaxation; 6] = [
    Relaxation::FinalNewline,
    Relaxation::TrailingBlanks,
    Relaxation::BlankLines,
    Relaxation::RunsOfBlanks,
    Relaxation::Case,
    Relaxation::Punctuation,
];

/// Applies some relaxations to a text, in their order. Numbers are left to [`same`].
pub(super) fn normalize<'a>(text: &'a str, relaxations: &[Relaxation]) -> Cow<'a, str> {
    relaxations.iter().fold(Cow::Borrowed(text), |text, relaxation| relax(text, *relaxation))
}

/// Tells whether two texts are equal after some relaxations.
pub(super) fn same(expected: &str, actual: &str, relaxations: &[Relaxation]) -> bool {
    let (expected, actual) = (normalize(expected, relaxations), normalize(actual, relaxations));
    if expected == actual {
        return true;
    }
    let tolerance = relaxations.iter().find_map(|relaxation| match relaxation {
        Relaxation::Numbers(tolerance) => Some(*tolerance),
        _ => None,
    });
    tolerance.is_some_and(|tolerance| same_but_for_numbers(&expected, &actual, tolerance))
}

/// Tells whether two texts have the same letters and digits. No relaxation of the ladder changes those, except their
/// case, so without them none would accept the text. Stops at the first difference.
pub(super) fn same_letters(expected: &str, actual: &str) -> bool {
    letters(expected).eq(letters(actual))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
    // At the end of a word, the small sigma has another form.
    kept.flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c })
}

fn relax(text: Cow<'_, str>, relaxation: Relaxation) -> Cow<'_, str> {
    match relaxation {
        Relaxation::TrailingBlanks => {
            each_line(&text, |line| line.trim_end_matches([' ', '\t', '\r']).into())
        }
        Relaxation::BlankLines => {
            let kept = text.split_inclusive('\n').filter(|line| !line.trim().is_empty());
            Cow::Owned(kept.collect())
        }
        Relaxation::FinalNewline => match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.strip_suffix('\n').unwrap_or(text)),
            Cow::Owned(text) => Cow::Owned(text.strip_suffix('\n').unwrap_or(&text).to_owned()),
        },
        Relaxation::Case => Cow::Owned(text.to_lowercase()),
        Relaxation::Punctuation => Cow::Owned(text.replace(|c: char| c.is_ascii_punctuation(), "")),
        Relaxation::RunsOfBlanks => each_line(&text, |line| {
            let mut squeezed = String::with_capacity(line.len());
            for character in line.chars() {
                let blank = matches!(character, ' ' | '\t');
                if !(blank && squeezed.ends_with(' ')) {
                    squeezed.push(if blank { ' ' } else { character });
                }
            }
            squeezed
        }),
        Relaxation::Tokens => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Relaxation::AnyOrderOfLines => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            lines.sort_unstable();
            Cow::Owned(lines.concat())
        }
        Relaxation::OnlyNumbers => Cow::Owned(numbers(&text).join("\n")),
        Relaxation::Numbers(_) => text,
    }
}

fn each_line<'a>(text: &str, change: impl Fn(&str) -> String) -> Cow<'a, str> {
    let mut changed = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            changed.push('\n');
        }
        changed.push_str(&change(line));
    }
    Cow::Owned(changed)
}

/// Tells whether two texts are equal if numbers within the tolerance count as equal.
fn same_but_for_numbers(expected: &str, actual: &str, tolerance: Tolerance) -> bool {
    let [mut expected, mut actual] = [expected, actual].map(|text| Tokens { text, behind: None });
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return true,
            (Some(Token::Number(one)), Some(Token::Number(other))) if is_near(one, other, tolerance) => {}
            (Some(Token::Other(one)), Some(Token::Other(other))) if one == other => {}
            _ => return false,
        }
    }
}

/// Tells whether a number, as it is written, counts as equal to the expected one.
fn is_near(expected: &str, actual: &str, tolerance: Tolerance) -> bool {
    let number = |text| Number::of_text(text);
    expected == actual
        || matches!((number(expected), number(actual)), (Some(one), Some(other)) if tolerance.accepts(&one, &other))
}

/// Splits a text into numbers and the single characters between them.
struct Tokens<'a> {
    text: &'a str,
    behind: Option<char>,
}

enum Token<'a> {
    Number(&'a str),
    Other(char),
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let first = self.text.chars().next()?;
        if let Some(length) = leading_number(self.text, self.behind) {
            let (number, rest) = self.text.split_at(length);
            (self.text, self.behind) = (rest, Some('0'));
            return Some(Token::Number(number));
        }
        (self.text, self.behind) = (&self.text[first.len_utf8()..], Some(first));
        Some(Token::Other(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_relaxation_accepts_its_own_difference_and_no_other() {
        let examples = [
            (Relaxation::TrailingBlanks, "a\nb\n", "a \t\r\nb\n"),
            (Relaxation::BlankLines, "a\nb\n", "\na\n  \n\nb\n"),
            (Relaxation::FinalNewline, "a\nb\n", "a\nb"),
            (Relaxation::Case, "Ab\n", "aB\n"),
            (Relaxation::Punctuation, "a\n", "a.\n"),
            (Relaxation::RunsOfBlanks, "a b\n", "a \t b\n"),
            (Relaxation::Tokens, "a b\nc\n", "a\nb c\n"),
            (Relaxation::AnyOrderOfLines, "a\nb\n", "b\na\n"),
            (Relaxation::Numbers(Tolerance::of(0.01)), "x = 1.50\n", "x = 1.4999e0\n"),
        ];
        let is_about_blanks = |own| {
            use Relaxation::{BlankLines, FinalNewline, RunsOfBlanks, TrailingBlanks};
            matches!(own, TrailingBlanks | BlankLines | FinalNewline | RunsOfBlanks)
        };
        for (own, expected, actual) in examples {
            for (relaxation, ..) in examples {
                assert_eq!(
                    same(expected, actual, &[relaxation]),
                    relaxation == own || relaxation == Relaxation::Tokens && is_about_blanks(own),
                    "{own:?} {relaxation:?}"
                );
            }
        }
    }

    #[test]
    fn relaxations_are_applied_in_their_order() {
        // The blank is at the end of the line only after the full stop was removed.
        let (first, second) = (Relaxation::Punctuation, Relaxation::TrailingBlanks);
        assert!(same("a\n", "a .\n", &[first, second]));
        assert!(!same("a\n", "a .\n", &[second, first]));
    }

    #[test]
    fn numbers_are_compared_as_numbers_only_where_both_are() {
        let near = [Relaxation::Numbers(Tolerance::of(1e-6))];
        assert!(same("3.0 .5 -2e3 7.", "3 0.5 -2000.0 7.", &near));
        assert!(!same("3 apples", "three apples", &near));
        assert!(!same("1", "1 1", &near));
        assert!(!same("1", "nan", &near));
        for nothing in ["inf", "1e999", "-1e999", "nan", &"7".repeat(400)] {
            for bound in [1e-6, 0.0, 0.5] {
                let relaxed = [Relaxation::Numbers(Tolerance { absolute: 0.0, relative: bound })];
                assert!(!same("3", nothing, &relaxed), "{nothing}");
                assert!(
                    !same("3", nothing, &[&[Relaxation::OnlyNumbers], &relaxed[..]].concat()),
                    "{nothing}"
                );
            }
        }
        assert!(same("-inf Infinity NaN", "-Infinity inf -nan", &near) && !same("inf", "-inf", &near));
        assert!(same("[1. 2.5] is 5.", "[1 2.50] is 5", &near) && !same("5..", "5.", &near));
        assert!(!same(
            "123456789012345678901234567890",
            "123456789012345678901234567891",
            &[exact_numbers()]
        ));
        assert!(same("-", "-", &near));
    }

    fn exact_numbers() -> Relaxation {
        Relaxation::Numbers(Tolerance::default())
    }

    proptest! {
        #[test]
        fn a_text_is_the_same_as_itself_whatever_is_relaxed(text in ".{0,60}", tolerance in 0.0..1.0) {
            let mut all = LADDER.to_vec();
            all.push(Relaxation::Numbers(Tolerance::of(tolerance)));
            prop_assert!(same(&text, &text, &all));
        }

        #[test]
        fn no_relaxation_accepts_texts_with_other_letters(one in "[aA b.\t\nΣσς]{0,8}", other in "[aA b.\t\nΣσς]{0,8}") {
            if !same_letters(&one, &other) {
                for first in LADDER {
                    prop_assert!(!same(&one, &other, &[&[first], &LADDER[..]].concat()));
                }
            }
        }

        #[test]
        fn however_words_are_laid_out_their_tokens_are_the_same(
            words in proptest::collection::vec(("[a-c]{1,3}", "[ \t\n]{1,3}"), 0..12)
        ) {
            let laid_out: String = words.iter().map(|(word, blanks)| format!("{word}{blanks}")).collect();
            let plain: String = words.iter().map(|(word, _)| format!("{word}\n")).collect();
            prop_assert!(same(&plain, &laid_out, &[Relaxation::Tokens]));
            let more = laid_out + "d";
            prop_assert!(!same(&plain, &more, &[Relaxation::Tokens]));
        }

        #[test]
        fn normalizing_is_idempotent(text in "[a-cA-C. ,\t\r\n]{0,60}") {
            for relaxation in LADDER.into_iter().filter(|one| *one != Relaxation::FinalNewline) {
                let once = normalize(&text, &[relaxation]).into_owned();
                prop_assert_eq!(normalize(&once, &[relaxation]), once.as_str());
            }
        }
    }
}
