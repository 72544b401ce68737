//! The subjects for generated input: the game.

use super::{COLUMNS, ROWS};
use crate::Subject;
use crate::trial::{DropGame, Move, Size, Word};

/// All subjects.
pub(super) static ALL: &[&dyn Subject] = &[&GAME];

const SIZE: Size = Size { rows: ROWS, columns: COLUMNS, length: 4, opening: 0 };

static GAME: DropGame = DropGame {
    name: "the game",
    args: &[],
    opening: &[],
    size: SIZE,
    sized: |args, _| args.is_empty().then_some(SIZE),
    typed: |one| match one {
        Move::Drop(column) | Move::Pop(column) => column.to_string(),
    },
    has_pops: false,
    words: &[
        Word::refused("8", "a number that is no column"),
        Word::refused("9", "a number that is no column"),
        Word::refused("-1", "a negative number"),
        Word::refused("a", "a letter"),
        Word::refused("", "an empty line"),
        Word::refused("00", "a column with a zero before it"),
        Word::refused("12", "several digits"),
        Word::refused("3.0", "a fraction"),
        Word::refused("+3", "a number with a sign"),
        Word::refused("0_1", "a number with an underscore"),
        Word::refused("01234567", "several digits"),
        Word::refused("one two", "words"),
        // By the handout it is invalid, but many good programs strip it.
        Word::open(" 3", "a column with blanks around it"),
        Word::open("3 ", "a column with blanks around it"),
        Word::open(" ", "blanks"),
        Word::open("²", "a superscript"),
        Word::open("٣", "a digit of another script"),
    ],
    leaving: &[],
    closing: &[],
};
