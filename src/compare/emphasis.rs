//! What is marked in two lines that differ: of a board each cell, else what stands between what is alike.

use std::ops::Range;

use super::difference::{Piece, Row, Side, changed};
use super::rows::row;
use super::transcript::ScreenLine;

/// Which characters of two lines are marked: of a board each cell, else what stands between what is alike.
pub(super) fn marks(expected: &str, actual: &str, is_board: bool) -> (Vec<bool>, Vec<bool>) {
    let (one, other): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    if is_board && one.len() == other.len() {
        let cells: Vec<bool> = one.iter().zip(&other).map(|(one, other)| one != other).collect();
        return (cells.clone(), cells);
    }
    let (marked_one, marked_other) = changed(expected, actual);
    let spread = |length, marked: Range<usize>| (0..length).map(|at| marked.contains(&at)).collect();
    (spread(one.len(), marked_one), spread(other.len(), marked_other))
}

/// A line with some characters marked. Very long ones are cut down to the part around the first mark.
pub(super) fn marked_row(side: Side, line: &ScreenLine, marks: &[bool], is_board: bool) -> Row {
    let first = marks.iter().position(|marked| *marked).unwrap_or(0);
    let last = marks.iter().rposition(|marked| *marked).map_or(first, |last| last + 1);
    let mut row = row(side, line, first..last);
    if is_board && line.text().chars().count() == marks.len() {
        row.pieces = cells(&row.pieces, marks);
    }
    row
}

/// The same text, with marks of its own for each character.
fn cells(pieces: &[Piece], marks: &[bool]) -> Vec<Piece> {
    let mut marked = pieces
        .iter()
        .flat_map(|piece| piece.text.chars().map(move |character| (character, piece.typed)))
        .zip(marks);
    let mut cells: Vec<Piece> = Vec::new();
    for ((character, typed), &changed) in &mut marked {
        match cells.last_mut() {
            Some(last) if last.changed == changed && last.typed == typed => last.text.push(character),
            _ => cells.push(Piece { text: character.to_string(), typed, changed }),
        }
    }
    cells
}
