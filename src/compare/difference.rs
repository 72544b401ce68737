//! Where expected and actual part, as rows to show and as a sentence.

use std::ops::Range;

use crate::spec::Relaxation;

/// One place where expected and actual part.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What kind of difference it is.
    pub kind: Kind,
    /// What differs and where, in words. Holds text of the submission: escape it.
    pub sentence: String,
    /// The transcript around it.
    pub rows: Vec<Row>,
    /// The relaxations that would have accepted the output; none where none would.
    pub forgiven_by: Vec<Relaxation>,
}

impl Difference {
    /// `Only … differ.`, where some relaxations would have accepted the output.
    pub fn forgiveness(&self) -> Option<String> {
        let titles: Vec<&str> = self.forgiven_by.iter().map(|relaxation| relaxation.title()).collect();
        let listed = match titles.as_slice() {
            [] => return None,
            [one] => (*one).to_owned(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        };
        let verb = if self.forgiven_by == [Relaxation::FinalNewline] { "differs" } else { "differ" };
        Some(format!("Only {listed} {verb}."))
    }
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blanks or empty lines.
    Whitespace,
    /// Upper and lower case.
    Case,
    /// Punctuation marks.
    Punctuation,
    /// A number.
    Number,
    /// Some cells of a board.
    BoardCell,
    /// Other words.
    Wording,
    /// The right lines in another order.
    Order,
    /// Something that should not be there.
    Extra,
    /// Something that is not there.
    Missing,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Whitespace,
        Self::Case,
        Self::Punctuation,
        Self::Number,
        Self::BoardCell,
        Self::Wording,
        Self::Order,
        Self::Extra,
        Self::Missing,
    ];

    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Whitespace => "whitespace",
            Self::Case => "case",
            Self::Punctuation => "punctuation",
            Self::Number => "number",
            Self::BoardCell => "board cell",
            Self::Wording => "wording",
            Self::Order => "order",
            Self::Extra => "extra",
            Self::Missing => "missing",
        }
    }
}

/// One row of a shown transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whose row it is.
    pub side: Side,
    /// Its text, in pieces. Holds text of the submission: escape it.
    pub pieces: Vec<Piece>,
    /// Whether the output ends here without a newline.
    pub unfinished: bool,
}

/// Whose row it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Expected and printed.
    Both,
    /// Expected only.
    Expected,
    /// Printed only.
    Actual,
    /// Stands for so many rows that are not shown.
    Folded(usize),
}

/// A piece of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// Whether it was typed, not printed.
    pub typed: bool,
    /// Whether this is where the row differs from its counterpart.
    pub changed: bool,
}

/// What the difference between two lines is, and in words.
pub(super) fn between_lines(expected: &str, actual: &str, is_board: bool) -> (Kind, String) {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let unpunctuated = |text: &str| text.replace(|c: char| c.is_ascii_punctuation(), "");
    if letters(expected) == letters(actual) && expected != actual {
        return (Kind::Whitespace, blanks(expected, actual));
    }
    if let Some(cells) = board_cells(expected, actual, is_board) {
        return (Kind::BoardCell, cells);
    }
    if expected.to_lowercase() == actual.to_lowercase() {
        return (Kind::Case, format!("upper and lower case differ: {}", pair(expected, actual)));
    }
    if unpunctuated(expected) == unpunctuated(actual) {
        let sentence = match (actual.strip_prefix(expected), expected.strip_prefix(actual)) {
            (Some(extra), _) => format!("there is an extra `{extra}` at the end of the line"),
            (_, Some(missing)) => format!("the `{missing}` at the end of the line is missing"),
            _ => format!("punctuation differs: {}", pair(expected, actual)),
        };
        return (Kind::Punctuation, sentence);
    }
    if without_numbers(expected) == without_numbers(actual) {
        return (Kind::Number, format!("a number differs: {}", pair(expected, actual)));
    }
    (Kind::Wording, pair(expected, actual))
}

fn pair(expected: &str, actual: &str) -> String {
    let quoted = |line: &str| {
        if line.trim().is_empty() { "an empty line".to_owned() } else { format!("`{}`", shortened(line)) }
    };
    format!("expected {}, printed {}", quoted(expected), quoted(actual))
}

/// A line that is short enough to stand in a sentence.
pub(super) fn shortened(line: &str) -> String {
    const MOST: usize = 70;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The same of what an interpreter says. What it advises at the end is worth more than the rest: it is kept.
pub(super) fn shortened_message(line: &str) -> String {
    const ADVICE: [&str; 3] = [". Did you mean", ". Perhaps you", ". Maybe you meant"];
    match ADVICE.iter().filter_map(|advice| line.rfind(advice)).max() {
        Some(place) => shortened(&line[..place]) + &shortened(&line[place..]),
        None => shortened(line),
    }
}

fn blanks(expected: &str, actual: &str) -> String {
    if actual.trim_end_matches('\r') == expected {
        return "a carriage return stands at the end of the line: print `\\n`, not `\\r\\n`".to_owned();
    }
    if actual.contains('\t') && !expected.contains('\t') {
        return format!("a tab stands where blanks are expected in the line `{}`", shortened(actual.trim()));
    }
    let count = |text: &str| text.chars().filter(|c| c.is_whitespace()).count();
    let much = if count(actual) > count(expected) { "too many" } else { "too few" };
    let place = if expected.trim_end() == actual.trim_end() {
        "at the end of"
    } else if expected.trim_start() == actual.trim_start() {
        "at the start of"
    } else {
        "inside"
    };
    format!("{much} blanks {place} the line `{}`", shortened(actual.trim()))
}

/// The cells in which two rows of a board differ.
fn board_cells(expected: &str, actual: &str, is_board: bool) -> Option<String> {
    let (expected, actual): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    if !is_board || expected.len() != actual.len() {
        return None;
    }
    let cells: Vec<usize> = (0..expected.len()).filter(|&at| expected[at] != actual[at]).collect();
    match cells.as_slice() {
        [] => None,
        [at] => Some(format!(
            "one cell of the board differs: character {} of this row must be `{}` and is `{}`",
            at + 1,
            expected[*at],
            actual[*at]
        )),
        many => Some(format!("{} cells of this row of the board differ", many.len())),
    }
}

/// Whether a line looks like a row of a board: few different characters, and a neighbour of its width.
pub(super) fn looks_like_board(line: &str, neighbours: [Option<&str>; 2]) -> bool {
    let mut characters: Vec<char> = line.chars().collect();
    let width = characters.len();
    characters.sort_unstable();
    characters.dedup();
    let alike = |neighbour: &&str| neighbour.chars().count() == width;
    width >= 3 && characters.len() <= 6 && neighbours.iter().flatten().any(alike)
}

fn without_numbers(line: &str) -> String {
    let mut kept = String::new();
    for character in line.chars() {
        match character {
            digit if digit.is_ascii_digit() => {
                if !kept.ends_with('0') {
                    kept.push('0');
                }
            }
            other => kept.push(other),
        }
    }
    kept
}

/// The characters in which two lines differ: what stands between what they begin and end with alike.
/// Nothing where they have so little in common that a mark would say nothing.
pub(super) fn changed(expected: &str, actual: &str) -> (Range<usize>, Range<usize>) {
    let (expected, actual): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    let same_start = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
    let rest = expected.len().min(actual.len()) - same_start;
    let ends = expected.iter().rev().zip(actual.iter().rev());
    let same_end = ends.take(rest).take_while(|(one, other)| one == other).count();
    if (same_start + same_end) * 3 < expected.len().max(actual.len()) {
        return (0..0, 0..0);
    }
    (same_start..expected.len() - same_end, same_start..actual.len() - same_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_one_character_are_named() {
        let say = |expected, actual| between_lines(expected, actual, false);
        assert_eq!(say("All is done", "All is done.").1, "there is an extra `.` at the end of the line");
        assert_eq!(say("All is done.", "All is done").1, "the `.` at the end of the line is missing");
        assert_eq!(
            say("Enter: ", "Enter:"),
            (Kind::Whitespace, "too few blanks at the end of the line `Enter:`".into())
        );
        assert_eq!(say("X's turn", "x's turn").0, Kind::Case);
        assert_eq!(say("after 7 moves", "after 14 moves").0, Kind::Number);
        assert_eq!(say("X's turn", "O's turn").0, Kind::Wording);
    }

    #[test]
    fn a_cell_of_a_board_is_told_from_a_word() {
        assert!(looks_like_board("X....", [Some("....."), None]));
        assert!(!looks_like_board("X's turn", [Some("01234567"), None]));
        let (kind, sentence) = between_lines("X....", ".....", true);
        assert_eq!(kind, Kind::BoardCell);
        assert_eq!(sentence, "one cell of the board differs: character 1 of this row must be `X` and is `.`");
    }

    #[test]
    fn what_changed_is_what_stands_between() {
        assert_eq!(changed("abc", "abxc"), (2..2, 2..3));
        assert_eq!(changed("aa", "a"), (1..2, 1..1));
        assert_eq!(changed("Invalid move", ""), (0..0, 0..0));
        assert_eq!(changed("X's turn", "Enter a column"), (0..0, 0..0));
    }
}
