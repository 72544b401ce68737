//! Arranges two dialogues side by side, turn by turn, for readers who want to see more than the first difference.

use std::borrow::Cow;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::board::boards;
use super::emphasis::{marked_row, marks};
use super::transcript::{Key, ScreenLine};
use crate::compare::difference::{Piece, Row, Side};

/// The number of turns before the one with the first difference.
const BEFORE: usize = 6;
/// The number of turns after it.
const AFTER: usize = 3;
/// The largest number of rows of one turn, and how many of them are before its first difference.
const ROWS: usize = 120;
const ROWS_BEFORE: usize = 24;

/// Two dialogues, turn by turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideBySide {
    /// The turns around the one with the first difference.
    pub turns: Vec<TurnPair>,
    /// The index of that turn among these.
    pub parts_at: usize,
    /// The number of turns before these.
    pub before: usize,
    /// The number of turns after these.
    pub after: usize,
}

/// The same turn on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPair {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The rows of the turn.
    pub rows: Vec<PairedRow>,
}

/// A row with both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairedRow {
    /// One line of each side, or of one side.
    Lines {
        /// The expected line.
        expected: Option<PairedLine>,
        /// The printed line.
        actual: Option<PairedLine>,
        /// Whether this is a difference that counts.
        differs: bool,
    },
    /// A number of rows that are not shown.
    LeftOut(usize),
}

/// One line of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedLine {
    /// The text, in pieces.
    pub pieces: Vec<Piece>,
    /// Whether the output ends here without a newline.
    pub unfinished: bool,
    /// Whether it is a row or the frame of a board.
    pub is_board: bool,
    /// The characters in a row of a board that the reference calls decisive.
    pub decisive: Vec<usize>,
}

impl SideBySide {
    /// Tells whether any decisive character is shown.
    pub fn has_decisive(&self) -> bool {
        self.turns.iter().flat_map(|turn| &turn.rows).any(|row| match row {
            PairedRow::Lines { expected, .. } => {
                expected.as_ref().is_some_and(|one| !one.decisive.is_empty())
            }
            PairedRow::LeftOut(_) => false,
        })
    }
}

/// Pairs the turns of two dialogues; `None` if no turn differs. `key` returns the compared part of a line.
pub(crate) fn pair_by_text(
    expected: &[Vec<ScreenLine>],
    actual: &[Vec<ScreenLine>],
    key: &Key,
) -> Option<SideBySide> {
    let agrees = |(one, other): &(&Vec<_>, &Vec<_>)| one.iter().map(key).eq(other.iter().map(key));
    let agree = expected.iter().zip(actual).take_while(agrees).count();
    if agree == expected.len() && agree == actual.len() {
        return None;
    }
    let counts = |one: Option<&ScreenLine>, other: Option<&ScreenLine>| one.map(key) != other.map(key);
    Some(pair(expected, actual, agree, key, &counts))
}

/// Pairs the turns of two dialogues with free wording, whose first difference is in turn `parts_at`; `counts` tells
/// which lines make the difference.
pub(crate) fn pair_by_place(
    expected: &[Vec<ScreenLine>],
    actual: &[Vec<ScreenLine>],
    parts_at: usize,
    counts: &dyn Fn(Option<&ScreenLine>, Option<&ScreenLine>) -> bool,
) -> SideBySide {
    pair(expected, actual, parts_at, &ScreenLine::text, counts)
}

fn pair(
    expected: &[Vec<ScreenLine>],
    actual: &[Vec<ScreenLine>],
    parts_at: usize,
    key: &Key,
    counts: &dyn Fn(Option<&ScreenLine>, Option<&ScreenLine>) -> bool,
) -> SideBySide {
    let all = expected.len().max(actual.len());
    let first = parts_at.saturating_sub(BEFORE);
    let end = (parts_at + 1 + AFTER).min(all).max(first);
    let turns = (first..end).map(|index| {
        let turn = |turns: &[Vec<ScreenLine>]| turns.get(index).cloned().unwrap_or_default();
        // Differences before that turn do not count.
        let counts =
            |one: Option<&ScreenLine>, other: Option<&ScreenLine>| index >= parts_at && counts(one, other);
        TurnPair { number: index + 1, rows: paired_rows(&turn(expected), &turn(actual), key, &counts) }
    });
    SideBySide { turns: turns.collect(), parts_at: parts_at - first, before: first, after: all - end }
}

fn paired_rows(
    expected: &[ScreenLine],
    actual: &[ScreenLine],
    key: &Key,
    counts: &dyn Fn(Option<&ScreenLine>, Option<&ScreenLine>) -> bool,
) -> Vec<PairedRow> {
    let (expected_marked, actual_marked) = (Marked::new(expected, key), Marked::new(actual, key));
    let pairs = pairs(&expected_marked, &actual_marked);
    let pairs =
        windowed(&pairs, |(one, other)| counts(one.map(|at| &expected[at]), other.map(|at| &actual[at])));
    let rows = pairs.into_iter().map(|pair| {
        let (one, other) = match pair {
            Window::Shown(pair) => pair,
            Window::LeftOut(pairs) => {
                return PairedRow::LeftOut(pairs.len() + unkept(pairs, expected, actual));
            }
        };
        let (one_line, other_line) = (one.map(|at| &expected[at]), other.map(|at| &actual[at]));
        let differs = counts(one_line, other_line);
        let is_board = one.is_some_and(|at| expected_marked.is_board[at]);
        let (one_marks, other_marks) = match (one_line, other_line) {
            (Some(one), Some(other)) if differs => marks(&one.text(), &other.text(), is_board),
            _ => (Vec::new(), Vec::new()),
        };
        PairedRow::Lines {
            expected: one_line.map(|line| paired_line(Side::Expected, line, &one_marks, is_board)),
            actual: other_line.map(|line| {
                // The line next to a row of a board is a row, too, if its width allows it.
                let beside = is_board && one_line.is_some_and(|one| same_width(one, line));
                let is_board = beside || other.is_some_and(|at| actual_marked.is_board[at]);
                paired_line(Side::Actual, line, &other_marks, is_board)
            }),
            differs,
        }
    });
    rows.collect()
}

type Pair = (Option<usize>, Option<usize>);

/// Pairs lines: the rows of boards of equal height in their order, all other lines by a diff.
fn pairs(expected: &Marked, actual: &Marked) -> Vec<Pair> {
    let (boards, others) = (expected.board_ranges(), actual.board_ranges());
    let heights = |boards: &[Range<usize>]| boards.iter().map(Range::len).collect::<Vec<_>>();
    if heights(&boards) != heights(&others) {
        return aligned(expected, 0..expected.keys.len(), actual, 0..actual.keys.len());
    }
    let (mut one_from, mut other_from) = (0, 0);
    let mut pairs = Vec::new();
    for (one, other) in boards.into_iter().zip(others) {
        pairs.extend(aligned(expected, one_from..one.start, actual, other_from..other.start));
        (one_from, other_from) = (one.end, other.end);
        pairs.extend(one.zip(other).map(|(one, other)| (Some(one), Some(other))));
    }
    pairs.extend(aligned(expected, one_from..expected.keys.len(), actual, other_from..actual.keys.len()));
    pairs
}

fn aligned(expected: &Marked, one: Range<usize>, actual: &Marked, other: Range<usize>) -> Vec<Pair> {
    let ops = capture_diff_slices(Algorithm::Myers, &expected.keys[one.clone()], &actual.keys[other.clone()]);
    let beside = |op: DiffOp| {
        let mut ones = op.old_range().map(|at| at + one.start);
        let mut others = op.new_range().map(|at| at + other.start);
        std::iter::from_fn(move || match (ones.next(), others.next()) {
            (None, None) => None,
            pair => Some(pair),
        })
    };
    ops.into_iter().flat_map(beside).collect()
}

/// The compared parts of the lines of a turn, and which lines belong to a board.
struct Marked<'l> {
    keys: Vec<Cow<'l, str>>,
    is_board: Vec<bool>,
}

impl<'l> Marked<'l> {
    fn new(lines: &'l [ScreenLine], key: &Key) -> Self {
        let texts: Vec<Cow<str>> = lines.iter().map(ScreenLine::text).collect();
        let mut is_board = boards(&texts.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        // A line with typed text is a prompt, whatever it looks like.
        is_board.iter_mut().zip(lines).for_each(|(is_board, line)| *is_board &= !line.ends_turn());
        Self { keys: lines.iter().map(key).collect(), is_board }
    }

    fn board_ranges(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        let stretches = self.is_board.chunk_by(|one, other| one == other).map(|stretch| {
            from += stretch.len();
            (stretch[0], from - stretch.len()..from)
        });
        stretches.filter(|(is_board, _)| *is_board).map(|(_, range)| range).collect()
    }
}

enum Window<'a> {
    Shown(Pair),
    LeftOut(&'a [Pair]),
}

/// Returns how many lines between some pairs were not kept, on the side that has more of them.
fn unkept(pairs: &[Pair], expected: &[ScreenLine], actual: &[ScreenLine]) -> usize {
    let left_out = |lines: &[ScreenLine], at: Option<usize>| at.map_or(0, |at| lines[at].left_out);
    let ones: usize = pairs.iter().map(|(one, _)| left_out(expected, *one)).sum();
    ones.max(pairs.iter().map(|(_, other)| left_out(actual, *other)).sum())
}

/// Returns the rows around the first difference of a very long turn.
fn windowed(pairs: &[Pair], differs: impl Fn(Pair) -> bool) -> Vec<Window<'_>> {
    let all = pairs.len();
    let first = pairs.iter().position(|pair| differs(*pair)).unwrap_or(0);
    let start = if all > ROWS { first.saturating_sub(ROWS_BEFORE) } else { 0 };
    let end = (start + ROWS).min(all);
    let left_out = |pairs| <[Pair]>::first(pairs).map(|_| Window::LeftOut(pairs));
    let shown = pairs[start..end].iter().copied().map(Window::Shown);
    left_out(&pairs[..start]).into_iter().chain(shown).chain(left_out(&pairs[end..])).collect()
}

fn same_width(one: &ScreenLine, other: &ScreenLine) -> bool {
    one.text().chars().count() == other.text().chars().count()
}

/// Makes one side of a row of a line with marked characters.
fn paired_line(side: Side, line: &ScreenLine, marks: &[bool], is_board: bool) -> PairedLine {
    let Row { pieces, unfinished, .. } = marked_row(side, line, marks, is_board);
    PairedLine { pieces, unfinished, is_board, decisive: line.decisive.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted::Text;

    fn turns(text: &str) -> Vec<Vec<ScreenLine>> {
        text.split('>').map(|turn| turn.lines().map(ScreenLine::plain).collect()).collect()
    }

    fn side_by_side(expected: &str, actual: &str) -> Option<SideBySide> {
        pair_by_text(&turns(expected), &turns(actual), &ScreenLine::text)
    }

    fn text(line: Option<&PairedLine>) -> String {
        let piece = |piece: &Piece| {
            if piece.changed { format!("[{}]", piece.text.expose()) } else { piece.text.expose().to_owned() }
        };
        line.map(|line| line.pieces.iter().map(piece).collect()).unwrap_or_default()
    }

    fn shown(turn: &TurnPair) -> Vec<String> {
        let row = |row: &PairedRow| match row {
            PairedRow::Lines { expected, actual, differs } => {
                let sign = if *differs { "≠" } else { "=" };
                format!("{} {sign} {}", text(expected.as_ref()), text(actual.as_ref()))
            }
            PairedRow::LeftOut(count) => format!("… {count}"),
        };
        turn.rows.iter().map(row).collect()
    }

    #[test]
    fn equal_dialogues_have_no_first_difference() {
        assert_eq!(side_by_side("a\n>b", "a\n>b"), None);
    }

    #[test]
    fn turns_stand_side_by_side_and_their_lines_too() {
        let pair = side_by_side("a\n>b\nc\nd>e", "a\n>b\nd\nx>e").unwrap();
        assert_eq!((pair.parts_at, pair.before, pair.after), (1, 0, 0));
        assert_eq!(shown(&pair.turns[0]), ["a = a"]);
        assert_eq!(shown(&pair.turns[1]), ["b = b", "c ≠ ", "d = d", " ≠ x"]);
        assert_eq!(shown(&pair.turns[2]), ["e = e"]);
    }

    #[test]
    fn each_cell_of_a_board_that_differs_is_marked() {
        let pair = side_by_side("......\n.X..X.\nOXOOXO", "......\n.O..O.\nOXOOXO").unwrap();
        assert_eq!(shown(&pair.turns[0])[1], ".[X]..[X]. ≠ .[O]..[O].");
        assert!(pair.turns[0].rows.iter().all(|row| matches!(row,
            PairedRow::Lines { expected: Some(one), actual: Some(other), .. } if one.is_board && other.is_board)));
    }

    #[test]
    fn rows_of_boards_stand_beside_each_other_though_others_agree() {
        let pair = side_by_side("Now:\n...\n...\nX..", "Well:\nX..\n...\n...").unwrap();
        assert_eq!(shown(&pair.turns[0]), ["Now: ≠ Well:", "[.].. ≠ [X]..", "... = ...", "[X].. ≠ [.].."]);
    }

    #[test]
    fn only_turns_near_the_first_difference_are_shown() {
        let long = |middle: &str| format!("{}{middle}{}", "a\n>".repeat(40), ">b\n".repeat(40));
        let pair = side_by_side(&long("x"), &long("y")).unwrap();
        assert_eq!((pair.turns.len(), pair.before, pair.after), (BEFORE + 1 + AFTER, 34, 37));
        assert_eq!(pair.turns[pair.parts_at].number, 41);
    }

    #[test]
    fn of_a_long_turn_the_rows_around_the_first_difference_are_shown() {
        let long = |middle: &str| format!("{}{middle}\n{}", "a\n".repeat(1000), "b\n".repeat(1000));
        let pair = side_by_side(&long("x"), &long("y")).unwrap();
        let rows = shown(&pair.turns[0]);
        assert_eq!(rows.len(), ROWS + 2);
        assert_eq!((rows[0].as_str(), rows.last().unwrap().as_str()), ("… 976", "… 905"));
    }
}
