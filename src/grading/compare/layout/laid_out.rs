//! Lays an output out as the expected one is, where line ends or the order of lines do not count: then the first
//! difference is found as in any other output.

use std::collections::HashMap;

use super::transcript::{ScreenLine, plain_lines};
use crate::compare::relaxed::number::{numbers, numbers_of_lines};
use crate::compare::relaxed::{normalize_line, same_line};
use crate::spec::Relaxation;

/// Returns the words of two outputs in the lines of the expected one: where lines end does not count.
pub(crate) fn by_tokens(expected: &str, actual: &str) -> [Vec<ScreenLine>; 2] {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let expected: Vec<Vec<String>> = expected.lines().map(words).filter(|words| !words.is_empty()).collect();
    let mut rest = actual.split_whitespace();
    let mut found: Vec<String> = expected
        .iter()
        .map(|line| rest.by_ref().take(line.len()).collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    let more = rest.collect::<Vec<_>>();
    found.extend(more.chunks(WORDS_IN_A_LINE).map(|words| words.join(" ")));
    let expected: Vec<String> = expected.into_iter().map(|words| words.join(" ")).collect();
    [expected, found].map(|lines| plain_lines(lines.iter().map(String::as_str)))
}

/// Returns the lines of two outputs, those of the second in the order of the expected ones: the lines that are missing
/// stand beside those that are there instead.
pub(crate) fn in_any_order(relaxations: &[Relaxation], expected: &str, actual: &str) -> [Vec<ScreenLine>; 2] {
    let counts = |line: &&str| !relaxations.contains(&Relaxation::BlankLines) || !line.trim().is_empty();
    let [expected, actual] = [expected, actual].map(|text| text.lines().filter(counts).collect::<Vec<_>>());
    let key = |line: &str| normalize_line(line, relaxations).into_owned();
    let mut found: HashMap<String, Vec<&str>> = HashMap::new();
    for line in actual.iter().rev() {
        found.entry(key(line)).or_default().push(line);
    }
    let placed: Vec<Option<&str>> =
        expected.iter().map(|line| found.get_mut(&key(line)).and_then(Vec::pop)).collect();
    let mut others = actual.iter().filter(|line| {
        // Of equal lines the first ones have found their places.
        let left = found
            .get_mut(&key(line))
            .filter(|left| left.last().is_some_and(|one| std::ptr::eq(*one, **line)));
        left.and_then(Vec::pop).is_some()
    });
    let mut ordered: Vec<&str> =
        placed.into_iter().filter_map(|line| line.or_else(|| others.next().copied())).collect();
    ordered.extend(others);
    let [expected, mut ordered] = [expected, ordered].map(|lines| plain_lines(lines.into_iter()));
    forgive(relaxations, &expected, &mut ordered);
    [expected, ordered]
}

/// Returns the numbers of two outputs in the lines of the expected one: the words around them do not count.
pub(crate) fn by_numbers(relaxations: &[Relaxation], expected: &str, actual: &str) -> [Vec<ScreenLine>; 2] {
    let expected = numbers_of_lines(expected);
    let mut rest = numbers(actual).into_iter();
    let mut found: Vec<String> = expected
        .iter()
        .map(|line| rest.by_ref().take(line.len()).collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    let more = rest.collect::<Vec<_>>();
    found.extend(more.chunks(WORDS_IN_A_LINE).map(|words| words.join(" ")));
    let expected: Vec<String> = expected.into_iter().map(|numbers| numbers.join(" ")).collect();
    let [expected, mut found] = [expected, found].map(|lines| plain_lines(lines.iter().map(String::as_str)));
    forgive(relaxations, &expected, &mut found);
    [expected, found]
}

/// Has each line that is equal after all relaxations, though not its text, stand for the expected line in its place.
pub(crate) fn forgive(relaxations: &[Relaxation], expected: &[ScreenLine], actual: &mut [ScreenLine]) {
    let goes_beyond_text =
        |one: &Relaxation| matches!(one, Relaxation::Numbers(_) | Relaxation::AlsoLines(_));
    if !relaxations.iter().any(goes_beyond_text) {
        return;
    }
    for (expected, actual) in expected.iter().zip(actual) {
        let [wanted, found] = [expected.compared_text(), actual.compared_text()];
        if wanted != found && same_line(&wanted, &found, relaxations) {
            let wanted = wanted.into_owned();
            drop(found);
            actual.counts_as = Some(wanted);
        }
    }
}

/// Leaves out what does not count at the ends of an output.
pub(crate) fn trim(relaxations: &[Relaxation], lines: &mut Vec<ScreenLine>) {
    let ends = relaxations.contains(&Relaxation::Ends);
    let is_blank =
        |line: &ScreenLine| !line.ends_turn() && line.pass.is_none() && line.text().trim().is_empty();
    if ends || relaxations.contains(&Relaxation::BlankLinesAtTheEnd) {
        let kept = lines.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        lines.truncate(kept);
    }
    if ends {
        let blank = lines.iter().take_while(|line| is_blank(line)).count();
        lines.drain(..blank);
        if let Some(first) = lines.first_mut() {
            first.counts_as = Some(first.text().trim_start().to_owned());
        }
        if let Some(last) = lines.last_mut() {
            last.counts_as = Some(last.compared_text().trim_end().to_owned());
        }
    }
}

/// Words after the expected ones are shown in lines of so many.
const WORDS_IN_A_LINE: usize = 8;
