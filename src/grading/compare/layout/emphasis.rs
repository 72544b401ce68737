//! Marks the differences of two lines: each cell in rows of a board, otherwise everything between the common start and
//! end.

use std::ops::Range;

use super::rows::row;
use super::transcript::ScreenLine;
use crate::compare::difference::{Piece, Row, Side, changed};

/// Tells for each character of two lines whether it is marked: each differing cell in rows of a board, otherwise
/// everything between the common start and end.
pub(crate) fn marks(expected: &str, actual: &str, is_board: bool) -> (Vec<bool>, Vec<bool>) {
    let (one, other): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    if is_board && one.len() == other.len() {
        let cells: Vec<bool> = one.iter().zip(&other).map(|(one, other)| one != other).collect();
        return (cells.clone(), cells);
    }
    let (marked_one, marked_other) = changed(expected, actual);
    let spread = |length, marked: Range<usize>| (0..length).map(|at| marked.contains(&at)).collect();
    (spread(one.len(), marked_one), spread(other.len(), marked_other))
}

/// Makes a row of a line with marked characters. A very long line is cut to the part around the first mark.
pub(crate) fn marked_row(side: Side, line: &ScreenLine, marks: &[bool], is_board: bool) -> Row {
    let first = marks.iter().position(|marked| *marked).unwrap_or(0);
    let last = marks.iter().rposition(|marked| *marked).map_or(first, |last| last + 1);
    let mut row = row(side, line, first..last);
    if is_board && line.text().chars().count() == marks.len() {
        row.pieces = cells(&row.pieces, marks);
    }
    row
}

/// Splits the pieces so that each has its own mark.
fn cells(pieces: &[Piece], marks: &[bool]) -> Vec<Piece> {
    let mut marked = pieces
        .iter()
        .flat_map(|piece| piece.text.characters().map(move |character| (character, piece.typed)))
        .zip(marks);
    let mut cells: Vec<Piece> = Vec::new();
    for ((character, typed), &changed) in &mut marked {
        match cells.last_mut() {
            Some(last) if last.changed == changed && last.typed == typed => last.text.push(&character),
            _ => cells.push(Piece { text: character, typed, changed }),
        }
    }
    cells
}
