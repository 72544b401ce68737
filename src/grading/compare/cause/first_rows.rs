//! The first rows of a transcript that differ.

use super::template::{Template, longest_first, words};
use crate::compare::Judgement;
use crate::compare::difference::{Row, Side};
use crate::untrusted::{Text, Untrusted};

/// The first row that is expected and the first one that was printed, where they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstRows {
    /// What is expected, without what is typed; `None` if nothing is expected there.
    pub expected: Option<Untrusted>,
    /// Whether something is typed behind it.
    pub asks: bool,
    /// What was printed; `None` if nothing was.
    pub printed: Option<Untrusted>,
    /// What was typed behind that, if something was.
    pub typed: Option<Untrusted>,
    /// The parts of the printed row that are the same in every run, the longest first.
    pub constant: Vec<Untrusted>,
    /// Whether a row like the printed one is right elsewhere.
    pub is_right_elsewhere: bool,
    /// The part that is expected and the part that is printed instead, without the words that differ from run to run;
    /// `None` if nothing is expected, or nothing was printed.
    pub parts: Option<(Untrusted, Untrusted)>,
    /// Whether lines of several kinds differ.
    pub are_several: bool,
}

impl Judgement {
    /// The first rows that differ; `None` if no transcript is known.
    pub fn first_rows(&self) -> Option<FirstRows> {
        let rows = &self.difference.as_ref()?.rows;
        let [expected, actual] = first_pair(rows);
        let repeated = typed(rows);
        let constant = actual.map(|row| constant_parts(&printed(row), &repeated)).unwrap_or_default();
        let template = |row: &Row| Template::new(&printed(row), &repeated);
        let is_right_elsewhere = actual.is_some_and(|actual| {
            let mut right = rows.iter().filter(|row| matches!(row.side, Side::Both | Side::Expected));
            right.any(|row| template(row) == template(actual))
        });
        let mut differing = rows.iter().filter(|row| row.side == Side::Expected).map(template);
        let first = differing.next();
        let lines = expected.map(printed).zip(actual.map(printed));
        Some(FirstRows {
            parts: lines.map(|(expected, printed)| differing_parts(&expected, &printed, &repeated)),
            expected: expected.map(|row| printed(row).into()),
            asks: expected.is_some_and(|row| answer(row).is_some()),
            printed: actual.map(|row| printed(row).into()),
            typed: actual.and_then(answer),
            constant,
            is_right_elsewhere,
            are_several: differing.any(|other| Some(&other) != first.as_ref()),
        })
    }
}

/// The first expected row and the first printed row that differ, where there is one.
pub(crate) fn first_pair(rows: &[Row]) -> [Option<&Row>; 2] {
    let from = rows.iter().position(|row| matches!(row.side, Side::Expected | Side::Actual));
    let differing = &rows[from.unwrap_or(rows.len())..];
    let stretch =
        differing.iter().take_while(|row| !matches!(row.side, Side::Both | Side::Folded(_) | Side::Pass(_)));
    let first = |side| stretch.clone().find(|row| row.side == side);
    [first(Side::Expected), first(Side::Actual)]
}

/// What was printed of a row: not what was typed.
pub(crate) fn printed(row: &Row) -> String {
    row.pieces.iter().filter(|piece| !piece.typed).map(|piece| piece.text.expose()).collect()
}

/// The lines that were typed.
pub(crate) fn typed(rows: &[Row]) -> Vec<String> {
    let pieces = rows.iter().flat_map(|row| &row.pieces).filter(|piece| piece.typed);
    longest_first(pieces.map(|piece| piece.text.expose().to_owned()).collect())
}

/// What was typed in a row.
fn answer(row: &Row) -> Option<Untrusted> {
    row.pieces.iter().find(|piece| piece.typed).map(|piece| piece.text.clone())
}

/// The parts of a line between the words that differ from run to run.
fn parts(line: &str, typed: &[String]) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in words(line, typed) {
        match parts.last_mut().filter(|_| !word.varies) {
            Some(part) => part.push_str(word.text),
            None => parts.push(String::new()),
        }
    }
    parts
}

/// The only parts in which two lines differ; the whole lines if they differ in several, or in what varies.
fn differing_parts(expected: &str, printed: &str, typed: &[String]) -> (Untrusted, Untrusted) {
    let [one, other] = [expected, printed].map(|line| parts(line, typed));
    let pairs = one.iter().zip(&other).filter(|(one, other)| one != other).collect::<Vec<_>>();
    match pairs.as_slice() {
        [(first, second)]
            if one.len() == other.len() && !first.trim().is_empty() && !second.trim().is_empty() =>
        {
            (first.as_str().into(), second.as_str().into())
        }
        _ => (expected.into(), printed.into()),
    }
}

/// The parts of a line between the words that differ from run to run, the longest first.
fn constant_parts(line: &str, typed: &[String]) -> Vec<Untrusted> {
    let mut parts = parts(line, typed);
    let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count();
    parts.retain(|part| letters(part) >= 2);
    parts.sort_by_key(|part| std::cmp::Reverse(letters(part)));
    parts.iter().map(|part| part.trim().into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_parts_of_a_line_are_what_stands_in_its_source() {
        let parts = |line: &str, typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(|&line| line.to_owned()).collect();
            let parts = constant_parts(line, &typed);
            parts.iter().map(|part| part.expose().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(parts("Hello, Ada! You have 3 points.", &["Ada"]), ["! You have", "points.", "Hello,"]);
        assert_eq!(parts("X's turns", &[]), ["'s turns"]);
        assert!(parts("|X|O|.|", &[]).is_empty());
    }

    #[test]
    fn only_the_part_that_differs_is_told() {
        let parts = |expected, printed| {
            let (one, other) = differing_parts(expected, printed, &["Ada".to_owned()]);
            (one.expose().to_owned(), other.expose().to_owned())
        };
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(parts("Hello, Ada!", "Hello Ada!"), pair("Hello, ", "Hello "));
        assert_eq!(parts("Enter a number: ", "Enter number: "), pair("Enter a number: ", "Enter number: "));
        assert_eq!(parts("Hi, Ada!", "Hi Ada."), pair("Hi, Ada!", "Hi Ada."));
    }
}
