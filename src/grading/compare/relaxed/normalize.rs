//! Removes the differences that a comparison ignores from a text.

use std::borrow::Cow;

use super::look_alikes;
use super::number::numbers;
use crate::spec::{Relaxation, TYPED};
use crate::written_number::{leading_number, looks_like_minus};

/// Stands in a text for a number. No character has this number.
pub(super) const NUMBER: char = '\u{FDD1}';

/// Applies some relaxations to a text. Numbers within a tolerance are left to [`super::same()`].
pub(in crate::compare) fn normalize<'a>(text: &'a str, relaxations: &[Relaxation]) -> Cow<'a, str> {
    if relaxations.is_empty() {
        return Cow::Borrowed(text);
    }
    if relaxations.contains(&Relaxation::OnlyNumbers) {
        return Cow::Owned(numbers(&with_plain_signs(text, relaxations)).join("\n"));
    }
    let text = laid_out(characters(with_usual_lines(text, relaxations), relaxations, None), relaxations);
    if !relaxations.contains(&Relaxation::AnyOrderOfLines) {
        return ended(text, relaxations);
    }
    let (mut lines, ends) = lines_in_any_order(&text, relaxations);
    lines.sort_unstable();
    let newline = if ends == LastLine::Finished && !lines.is_empty() { "\n" } else { "" };
    Cow::Owned(lines.join("\n") + newline)
}

/// Applies some relaxations to one line of a text: those that are about a line.
pub(in crate::compare) fn normalize_line<'a>(line: &'a str, relaxations: &[Relaxation]) -> Cow<'a, str> {
    normalize(line, &within_line(relaxations))
}

pub(super) fn within_line(relaxations: &[Relaxation]) -> Cow<'_, [Relaxation]> {
    let is_about_ends = |one: &Relaxation| matches!(one, Relaxation::Ends | Relaxation::BlankLinesAtTheEnd);
    if relaxations.iter().any(is_about_ends) {
        Cow::Owned(relaxations.iter().filter(|one| !is_about_ends(one)).cloned().collect())
    } else {
        Cow::Borrowed(relaxations)
    }
}

/// Makes a minus of what looks like one, if it is as good.
pub(super) fn with_plain_signs<'a>(text: &'a str, relaxations: &[Relaxation]) -> Cow<'a, str> {
    match relaxations.contains(&Relaxation::LookAlikes) && !text.is_ascii() {
        true => Cow::Owned(text.replace(looks_like_minus, "-")),
        false => Cow::Borrowed(text),
    }
}

/// Returns what texts have in common that are equal after some relaxations. Where numbers may differ, it has none.
pub(in crate::compare) fn form(text: &str, relaxations: &[Relaxation]) -> String {
    if !relaxations.iter().any(|one| matches!(one, Relaxation::Numbers(_))) {
        return normalize(text, relaxations).into_owned();
    }
    let text = characters(with_usual_lines(text, relaxations), relaxations, Some(&mut Vec::new()));
    laid_out(text, relaxations).into_owned()
}

/// Tells whether two texts have the same letters and digits. No relaxation of the ladder changes those, except their
/// case and how their marks are written, so without them none would accept the text. Stops at the first difference.
pub(in crate::compare) fn same_letters(expected: &str, actual: &str) -> bool {
    // No mark of a letter stands behind a newline.
    let [expected, actual] = behind_same_lines(expected, actual);
    letters(expected).eq(letters(actual))
}

/// Returns what stands behind the lines with which both texts begin.
fn behind_same_lines<'t>(one: &'t str, other: &'t str) -> [&'t str; 2] {
    let same = same_bytes(one.as_bytes(), other.as_bytes());
    let lines =
        one.as_bytes()[..same].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    [&one[lines..], &other[lines..]]
}

/// Returns the number of bytes that are the same before the first one that differs. Comparing halves of what is left is
/// faster than comparing each byte.
pub(in crate::compare) fn same_bytes(one: &[u8], other: &[u8]) -> usize {
    let (mut same, mut most) = (0, one.len().min(other.len()));
    while same < most {
        let half = same + (most - same).div_ceil(2);
        if one[same..half] == other[same..half] {
            same = half;
        } else {
            most = half - 1;
        }
    }
    same
}

pub(in crate::compare) fn letters(text: &str) -> impl Iterator<Item = char> {
    let kept =
        look_alikes::plain_characters(text).filter(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
    kept.flat_map(lower)
}

/// At the end of a word, the small sigma has another form.
fn lower(one: char) -> impl Iterator<Item = char> {
    one.to_lowercase().map(|c| if c == 'ς' { 'σ' } else { c })
}

/// Puts in the place of each line with another accepted text the one for which it stands.
pub(super) fn with_usual_lines<'a>(text: &'a str, relaxations: &[Relaxation]) -> Cow<'a, str> {
    let other_texts = relaxations.iter().find_map(|relaxation| match relaxation {
        Relaxation::AlsoLines(other_texts) => Some(other_texts),
        _ => None,
    });
    let Some(other_texts) = other_texts else { return Cow::Borrowed(text) };
    let about_words = |one: &&Relaxation| {
        use Relaxation::{Case, Ends, LookAlikes, Punctuation, RunsOfBlanks, Tokens, TrailingBlanks};
        matches!(one, Case | Ends | LookAlikes | Punctuation | RunsOfBlanks | Tokens | TrailingBlanks)
    };
    let relaxed: Vec<Relaxation> = relaxations.iter().filter(about_words).cloned().collect();
    let keys: Vec<Cow<str>> = other_texts.iter().map(|(other, _)| normalize(other, &relaxed)).collect();
    let usual = |line: &str| {
        let key = normalize(line, &relaxed);
        keys.iter().position(|other| *other == key).map_or(line, |at| other_texts[at].1.as_str()).to_owned()
    };
    each_line(text, |line| line.split(TYPED).map(&usual).collect::<Vec<_>>().join(TYPED_TEXT))
}

/// [`TYPED`] as a text.
pub(super) const TYPED_TEXT: &str = "\u{FDD0}";

/// Relaxes the characters. Puts the numbers, if they are asked for, there, and [`NUMBER`] in their place.
pub(super) fn characters<'a>(
    text: Cow<'a, str>,
    relaxations: &[Relaxation],
    numbers: Option<&mut Vec<String>>,
) -> Cow<'a, str> {
    let has = |one: Relaxation| relaxations.contains(&one);
    let mut text = if has(Relaxation::LookAlikes) { look_alikes::plain(text) } else { text };
    if let Some(numbers) = numbers {
        text = Cow::Owned(without_numbers(&text, numbers));
    }
    if has(Relaxation::Punctuation) {
        text = Cow::Owned(text.replace(|c: char| c.is_ascii_punctuation(), ""));
    }
    if has(Relaxation::Case) {
        let is_plain = text.is_ascii();
        text = Cow::Owned(if is_plain {
            text.to_ascii_lowercase()
        } else {
            text.chars().flat_map(lower).collect()
        });
    }
    if has(Relaxation::LookAlikes) { look_alikes::in_one_order(text) } else { text }
}

/// Takes the numbers out of a text.
fn without_numbers(text: &str, numbers: &mut Vec<String>) -> String {
    let (mut kept, mut rest, mut behind) = (String::with_capacity(text.len()), text, None);
    while let Some(first) = rest.chars().next() {
        let length = leading_number(rest, behind);
        let (piece, after) = rest.split_at(length.unwrap_or(first.len_utf8()));
        if length.is_some() {
            numbers.push(piece.to_owned());
            kept.push(NUMBER);
            behind = Some('0');
        } else {
            kept.push(first);
            behind = Some(first);
        }
        rest = after;
    }
    kept
}

/// Relaxes the blanks, and leaves out blank lines.
pub(super) fn laid_out<'a>(mut text: Cow<'a, str>, relaxations: &[Relaxation]) -> Cow<'a, str> {
    let has = |one: Relaxation| relaxations.contains(&one);
    if has(Relaxation::TrailingBlanks) {
        text = each_line(&text, |line| {
            // What is typed stands at the end of a line, too.
            let parts = line.split(TYPED).map(|part| part.trim_end_matches([' ', '\t', '\r']));
            parts.collect::<Vec<_>>().join(TYPED_TEXT)
        });
    }
    if has(Relaxation::RunsOfBlanks) {
        text = each_line(&text, |line| {
            let mut squeezed = String::with_capacity(line.len());
            for character in line.chars() {
                let blank = matches!(character, ' ' | '\t');
                if !(blank && squeezed.ends_with(' ')) {
                    squeezed.push(if blank { ' ' } else { character });
                }
            }
            squeezed
        });
    }
    if has(Relaxation::Tokens) {
        let is_blank = |one: char| one.is_whitespace() || one == TYPED;
        let words =
            |text: &str| text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let has_lines = has(Relaxation::AnyOrderOfLines);
        text = if has_lines { each_line(&text, words) } else { Cow::Owned(words(&text)) };
    }
    if has(Relaxation::BlankLines) {
        // Where a line was typed, the screen has a new one, too: what is printed next may begin with an empty line.
        let kept = text.split_inclusive(['\n', TYPED]).filter(|line| !line.trim().is_empty());
        text = Cow::Owned(kept.collect());
    }
    text
}

/// Relaxes the ends of a text.
pub(super) fn ended<'a>(text: Cow<'a, str>, relaxations: &[Relaxation]) -> Cow<'a, str> {
    let has = |one: Relaxation| relaxations.contains(&one);
    if has(Relaxation::Ends) {
        return part(text, |text| text.trim());
    }
    let mut text = text;
    if has(Relaxation::BlankLinesAtTheEnd) {
        text = part(text, |text| {
            let words = text.trim_end();
            let line = text[words.len()..].find('\n').map_or(text.len(), |end| words.len() + end + 1);
            if words.is_empty() { "" } else { &text[..line] }
        });
    }
    if has(Relaxation::FinalNewline) {
        text = part(text, |text| text.strip_suffix('\n').unwrap_or(text));
    }
    text
}

fn part<'a>(text: Cow<'a, str>, of: impl Fn(&str) -> &str) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(of(text)),
        Cow::Owned(text) => Cow::Owned(of(&text).to_owned()),
    }
}

/// Whether the last line of a text ends with a newline.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLine {
    Finished,
    Unfinished,
}

/// Returns the lines of a text whose order does not count, without those that do not count. Any line may be the first
/// or the last one, so what does not count at the ends counts nowhere.
pub(super) fn lines_in_any_order<'t>(text: &'t str, relaxations: &[Relaxation]) -> (Vec<&'t str>, LastLine) {
    let has = |one: Relaxation| relaxations.contains(&one);
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut end = LastLine::Unfinished;
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
        end = LastLine::Finished;
    }
    if has(Relaxation::BlankLinesAtTheEnd) || has(Relaxation::Ends) || has(Relaxation::Tokens) {
        if lines.last().is_some_and(|line| line.trim().is_empty()) {
            end = LastLine::Finished;
        }
        lines.retain(|line| !line.trim().is_empty());
    }
    if has(Relaxation::Ends) {
        lines.iter_mut().for_each(|line| *line = line.trim());
    }
    let no_end = [Relaxation::Ends, Relaxation::Tokens, Relaxation::FinalNewline];
    (lines, if no_end.into_iter().any(has) { LastLine::Unfinished } else { end })
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
