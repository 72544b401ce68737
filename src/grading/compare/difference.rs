//! A difference between expected and actual output, as rows to show and as a sentence.

use std::collections::BTreeSet;
use std::ops::Range;

use super::relaxed::look_alikes::{self, look_alike};
use super::relaxed::number::numbers;
use crate::spec::Relaxation;
use crate::untrusted::Untrusted;
use crate::written_number::number_places;

/// The first difference between expected and actual output.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The kind of the difference.
    pub kind: Kind,
    /// A sentence about the difference and its place.
    pub sentence: Untrusted,
    /// The transcript around the difference.
    pub rows: Vec<Row>,
    /// The relaxations that would have accepted the output; empty if none would.
    pub forgiven_by: Vec<Relaxation>,
    /// The names of the event that is expected and of the one that is found, if outputs are compared by their events and
    /// these are not of one name.
    pub events: Option<[Option<String>; 2]>,
}

impl Difference {
    /// Creates a difference that no relaxation forgives.
    pub(super) fn new(kind: Kind, sentence: Untrusted, rows: Vec<Row>) -> Self {
        Self { kind, sentence, rows, forgiven_by: Vec::new(), events: None }
    }

    /// The transcript of what was printed, without anything that tells what is expected; `None` if nothing is left.
    pub fn without_expected(&self) -> Option<Self> {
        let differs = |row: &Row| matches!(row.side, Side::Expected | Side::Actual);
        let start = self.rows.iter().position(differs).unwrap_or(self.rows.len());
        let own = self.rows.iter().enumerate().filter(|(place, row)| match row.side {
            Side::Both | Side::Actual | Side::Pass(_) => true,
            Side::Expected => false,
            Side::Folded(_) => *place < start,
        });
        let plain = |piece: &Piece| Piece { changed: false, ..piece.clone() };
        let rows: Vec<Row> = own
            .map(|(_, row)| Row {
                side: if row.side == Side::Actual { Side::Both } else { row.side },
                pieces: row.pieces.iter().map(plain).collect(),
                unfinished: row.unfinished,
            })
            .collect();
        (!rows.is_empty()).then(|| Self::new(Kind::Wording, "What is expected here is hidden.".into(), rows))
    }

    /// Returns `Only … differ.` if some relaxations would have accepted the output.
    pub fn forgiveness(&self) -> Option<String> {
        let titles: Vec<&str> = self.forgiven_by.iter().map(Relaxation::title).collect();
        let listed = match titles.as_slice() {
            [] => return None,
            [one] => (*one).to_owned(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        };
        let verb = if self.forgiven_by == [Relaxation::FinalNewline] { "differs" } else { "differ" };
        Some(format!("Only {listed} {verb}."))
    }
}

/// The kind of a difference.
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
    /// Text that should not be there.
    Extra,
    /// Text that is missing.
    Missing,
}

impl Kind {
    /// All kinds.
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

    /// Returns the kind in words.
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
    /// The side that the row belongs to.
    pub side: Side,
    /// The text, in pieces.
    pub pieces: Vec<Piece>,
    /// Whether the output ends here without a newline.
    pub unfinished: bool,
}

/// The side that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Expected and printed.
    Both,
    /// Only expected.
    Expected,
    /// Only printed.
    Actual,
    /// A number of rows that are not shown.
    Folded(usize),
    /// No text: here the program was started again, for the pass of this number.
    Pass(usize),
}

/// A piece of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: Untrusted,
    /// Whether it was typed, not printed.
    pub typed: bool,
    /// Whether it differs from the other side.
    pub changed: bool,
}

/// Returns the kind of the difference between two lines, and a sentence about it.
pub(super) fn between_lines(expected: &str, actual: &str, is_board: bool) -> (Kind, String) {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let unpunctuated = |text: &str| text.replace(|c: char| c.is_ascii_punctuation(), "");
    if actual.strip_prefix('\u{feff}') == Some(expected) {
        let sentence = format!(
            "an invisible mark stands before `{}`, as in a file that is saved as UTF-8 with a mark at its beginning (BOM)",
            shortened(expected)
        );
        return (Kind::Wording, sentence);
    }
    if expected != actual && look_alike(expected, actual) {
        let [wanted, found] = look_alikes::first_difference(expected, actual);
        let line = shortened(expected.trim());
        let sentence = format!(
            "in the line `{line}` a character only looks like the expected one: expected {wanted}, printed {found}"
        );
        return (Kind::Wording, sentence);
    }
    if letters(expected) == letters(actual) && expected != actual {
        return (Kind::Whitespace, blanks(expected, actual));
    }
    if let Some(cells) = board_cells(expected, actual, is_board) {
        return (Kind::BoardCell, cells);
    }
    if expected.to_lowercase() == actual.to_lowercase() {
        return (Kind::Case, format!("upper and lower case differ: {}", pair(expected, actual)));
    }
    // A sign and a point are no punctuation where they make another number.
    if unpunctuated(expected) == unpunctuated(actual) && numbers(expected) == numbers(actual) {
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

/// Shortens a line so that it fits into a sentence.
pub(super) fn shortened(line: &str) -> String {
    const MOST: usize = 70;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Shortens a message of an interpreter so that it fits into a sentence, and keeps the advice at its end.
pub(super) fn shortened_message(line: &str) -> String {
    const ADVICE: [&str; 4] = [". Did you mean", ". Perhaps you", ". Maybe you meant", ". Use "];
    // What Python guesses in parentheses is long, and has a path.
    const GUESSES: [&str; 2] = [" (consider renaming ", " (most likely due to "];
    let line = GUESSES.iter().filter_map(|guess| line.find(guess)).min().map_or(line, |end| &line[..end]);
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

/// Returns the cells in which two rows of a board differ, in words.
fn board_cells(expected: &str, actual: &str, is_board: bool) -> Option<String> {
    let (expected, actual): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    if !is_board || expected.len() != actual.len() {
        return None;
    }
    let cells: Vec<usize> = (0..expected.len()).filter(|&at| expected[at] != actual[at]).collect();
    // Digits alone are rather a number than pieces: `[3, 4]` in the place of `[4, 3]` is a list.
    let is_digit = |row: &[char], at: usize| row[at].is_ascii_digit();
    if cells.iter().all(|&at| is_digit(&expected, at) && is_digit(&actual, at)) {
        return None;
    }
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

/// Tells whether a line looks like a row of a board: few different characters, and a neighbour of the same width.
pub(super) fn looks_like_board(line: &str, neighbours: [Option<&str>; 2]) -> bool {
    let width = line.chars().count();
    let alike = |neighbour: &&str| neighbour.chars().count() == width;
    // A word has more letters.
    let letters: BTreeSet<char> = line.chars().filter(|c| c.is_alphabetic()).collect();
    width >= 3 && letters.len() <= 3 && has_few_characters(line) && neighbours.iter().flatten().any(alike)
}

/// Tells whether a line is made of as few different characters as the row of a board.
pub(super) fn has_few_characters(line: &str) -> bool {
    let mut characters: Vec<char> = line.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    characters.len() <= 6
}

/// A line with `0` in the place of each number, signs and points included, and of digits in a word.
fn without_numbers(line: &str) -> String {
    let mut kept = String::new();
    let mut start = 0;
    let mut keep = |text: &str| {
        for character in text.chars() {
            match character {
                digit if digit.is_ascii_digit() && kept.ends_with('0') => {}
                digit if digit.is_ascii_digit() => kept.push('0'),
                other => kept.push(other),
            }
        }
    };
    for number in number_places(line) {
        keep(&line[start..number.start]);
        keep("0");
        start = number.end;
    }
    keep(&line[start..]);
    kept
}

/// Returns the characters in which two lines differ: everything between their common start and end. The ranges are
/// empty if the lines have so little in common that marks would not help.
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
        assert_eq!(
            say("X's turn", "X\u{2019}s turn").1,
            "in the line `X's turn` a character only looks like the expected one: expected `'` (U+0027, the plain one), \
             printed `\u{2019}` (U+2019, a curly one)"
        );
        assert!(say("sum", "\u{feff}sum").1.starts_with("an invisible mark stands before `sum`"));
        assert_eq!(say("X's turn", "x's turn").0, Kind::Case);
        assert_eq!(say("after 7 moves", "after 14 moves").0, Kind::Number);
        assert_eq!(say("X's turn", "O's turn").0, Kind::Wording);
    }

    #[test]
    fn digits_that_differ_are_a_number_and_no_cells() {
        assert_eq!(between_lines("[5, 8]", "[8, 5]", true).0, Kind::Number);
        assert_eq!(between_lines("|5| |", "| |5|", true).0, Kind::BoardCell);
    }

    #[test]
    fn a_cell_of_a_board_is_distinguished_from_a_word() {
        assert!(looks_like_board("X....", [Some("....."), None]));
        assert!(!looks_like_board("X's turn", [Some("01234567"), None]));
        assert!(!looks_like_board("Teams", [Some("carol"), None]));
        let (kind, sentence) = between_lines("X....", ".....", true);
        assert_eq!(kind, Kind::BoardCell);
        assert_eq!(sentence, "one cell of the board differs: character 1 of this row must be `X` and is `.`");
    }

    #[test]
    fn the_change_is_everything_between_the_common_ends() {
        assert_eq!(changed("abc", "abxc"), (2..2, 2..3));
        assert_eq!(changed("aa", "a"), (1..2, 1..1));
        assert_eq!(changed("Invalid move", ""), (0..0, 0..0));
        assert_eq!(changed("X's turn", "Enter a column"), (0..0, 0..0));
    }
}
