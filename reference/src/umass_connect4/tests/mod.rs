//! Tests the corrected examples of the assignment, the game, and every line of the board.

mod inputs;
mod naive;
mod with_bugs;

use super::*;
use crate::session::testing::check;
use crate::testing::{answers, play, random_game, transcript, won_positions};

const PUBLISHED: &str = "3 4 2 1 5 1 2 2 4 3 3 2 1 0 6 3";

#[test]
fn the_published_game_ends_on_the_published_board() {
    let text = transcript(&UmassConnect4, &[], PUBLISHED);
    let board = "   |   |   |   |   |   |   \n---+---+---+---+---+---+---\n\
                 \x20  |   |   |   |   |   |   \n---+---+---+---+---+---+---\n\
                 \x20  |   | O | O |   |   |   \n---+---+---+---+---+---+---\n\
                 \x20  | X | O | X |   |   |   \n---+---+---+---+---+---+---\n\
                 \x20  | O | X | O | X |   |   \n---+---+---+---+---+---+---\n\
                 \x20O | O | X | X | O | X | X \n";
    let end = format!("Player O, enter the column index: {board}Congratulations!\nThe winner is O\n");
    assert!(text.ends_with(&end), "{text}");
}

#[test]
fn the_board_is_shown_after_each_move_only() {
    let (text, stopped) = play(&UmassConnect4, &["4", "4"], &["1"]);
    let empty = "   |   |   |   \n---+---+---+---\n";
    let board = format!("{empty}{empty}{empty}   | X |   |   \n");
    let expected = format!("Player X, enter the column index: {board}Player O, enter the column index: ");
    assert_eq!((text, stopped), (expected, Err(Stop::EndOfInput)));
}

#[test]
fn a_refusal_asks_the_same_player_again() {
    let (start, _) = play(&UmassConnect4, &[], &[]);
    for line in ["", "7", "-1", "a", "1.0"] {
        let (text, _) = play(&UmassConnect4, &[], &[line]);
        let after = text.strip_prefix(&start).unwrap();
        assert_eq!(after, "Invalid move\nPlayer X, enter the column index: ", "after {line:?}");
    }
    let (text, _) = play(&UmassConnect4, &["4", "4"], &["0", "0", "0", "0", "0"]);
    assert!(text.ends_with("Invalid move\nPlayer X, enter the column index: "));
}

#[test]
fn a_full_board_without_a_line_is_a_tie() {
    let text = transcript(&UmassConnect4, &["4", "4"], "0 1 0 1 1 0 1 0 2 3 2 3 3 2 3 2");
    assert!(text.ends_with(" X | O | X | O \nThe game is a tie\n"), "{text}");
}

#[test]
fn a_size_beyond_the_limits_is_refused() {
    let wrong: [&[&str]; 5] = [&["6"], &["3", "7"], &["6", "11"], &["six", "7"], &["6", "7", "4"]];
    for args in wrong {
        assert!(matches!(play(&UmassConnect4, args, &[]), (_, Err(Stop::Usage(_)))), "{args:?}");
    }
}

#[test]
fn a_board_with_a_player_two_ahead_or_a_hanging_disc_is_not_valid() {
    assert!(!is_valid(&[".......", ".......", "..O....", "..OX...", ".O.OX..", ".O.XOX."]));
    assert!(!is_valid(&["X......", ".......", "..O....", "..OX...", ".O.OX..", ".O.XOXX"]));
    assert!(is_valid(&[".......", ".......", "..O....", "..OX...", ".OXOX..", ".OXXOX."]));
    assert!(is_valid(&["....", "....", "....", "O..."]));
    assert!(!is_valid(&["....", "....", "....", "X..X"]));
    assert!(!is_valid(&["....", "....", "X...", "...O"]));
}

#[test]
fn a_move_needs_a_column_that_exists_and_has_room() {
    let board = board(&["..O....", "..X....", "..O....", "..OX...", ".OXOX..", ".OXXOX."]);
    let valid = (-1..8).filter(|&column| verify_move(&board, column, Bugs::NONE).unwrap());
    assert_eq!(valid.collect::<Vec<_>>(), [0, 1, 3, 4, 5, 6]);
}

#[test]
fn a_disc_falls_to_the_lowest_empty_spot() {
    let mut left = board(&[".......", ".......", "..O....", "..OX...", ".OXOX..", ".OXXOX."]);
    let mut middle = left.clone();
    left.update(0, Disc::X, Bugs::NONE);
    assert_eq!(left, board(&[".......", ".......", "..O....", "..OX...", ".OXOX..", "XOXXOX."]));
    middle.update(2, Disc::O, Bugs::NONE);
    assert_eq!(middle, board(&[".......", "..O....", "..O....", "..OX...", ".OXOX..", ".OXXOX."]));
}

#[test]
fn only_the_topmost_disc_of_the_column_wins() {
    let won = board(&[".......", ".......", "..OO...", ".XOX...", ".OXOX..", "OOXXOXX"]);
    let winning = (0..7).filter(|&column| is_won(&won, column));
    assert_eq!(winning.collect::<Vec<_>>(), [0, 3]);
    let gap = board(&["....", "....", "....", "XX.X"]);
    assert!((0..4).all(|column| !is_won(&gap, column)));
}

#[test]
fn every_line_wins_whichever_cell_comes_last() {
    for (rows, columns) in [(4, 4), (6, 7), (10, 4), (4, 10)] {
        for moves in won_positions(rows, columns, 4) {
            let mut board = Board::empty(rows, columns, Bugs::NONE);
            for &(column, disc) in &moves {
                board.update(column, self::disc(disc), Bugs::NONE);
            }
            let (last, _) = moves[moves.len() - 1];
            assert!(is_won(&board, last), "{moves:?}");
        }
    }
}

#[test]
fn random_games_end_where_a_naive_check_ends_them() {
    for (rows, columns) in [(4, 4), (6, 7), (10, 5), (4, 10)] {
        for seed in 0..300 {
            let (moves, winner) = random_game(rows, columns, 4, seed);
            let mut board = Board::empty(rows, columns, Bugs::NONE);
            for (played, &(column, disc)) in moves.iter().enumerate() {
                board.update(column, self::disc(disc), Bugs::NONE);
                let is_last = played + 1 == moves.len();
                assert_eq!(is_won(&board, column), is_last && winner.is_some(), "{moves:?}");
                assert_eq!(verify_board(&board, Bugs::NONE), Ok(true), "{moves:?}");
            }
        }
    }
}

#[test]
fn the_examples_are_answered_as_shown() {
    check(python::MODULES, include_str!("../examples.txt"));
}

#[test]
fn a_call_that_the_assignment_leaves_open_is_refused() {
    for (line, complaint) in [
        ("update_board(['..'], 2, 'X')", "`column` is `2`: pass a column of the board"),
        ("update_board(['..'], -1, 'X')", "`column` is `-1`: pass a column of the board"),
        ("update_board(['..'], 0, 'x')", "`disc` is `'x'`: pass `'X'` or `'O'`"),
        ("update_board(['X'], 0, 'X')", "`column` is `0`: pass a column that has room"),
        ("has_won(['.'], 0)", "`column` is `0`: pass a column that has a disc"),
        ("has_won(['..'], 'a')", "`column` is `'a'`: pass an int"),
        ("verify_board(['.', '..'])", "`board` is `['.', '..']`: pass a list of strings of equal length"),
        ("print_board(['.x'])", "`board` is `['.x']`: pass a list of strings"),
        ("make_empty_board(0, 4)", "`nrows` is `0`: pass an int from 1 to 1000"),
    ] {
        let error = answers(&UmassConnect4, "connect4", "", &["1", line], &[]).unwrap_err();
        assert!(error.message.contains(complaint), "{}", error.message);
        assert_eq!(error.line, 1);
    }
}

fn is_valid(rows: &[&str]) -> bool {
    verify_board(&board(rows), Bugs::NONE).unwrap()
}

fn is_won(board: &Board, column: usize) -> bool {
    has_won(board, column, Bugs::NONE).unwrap()
}

fn board(rows: &[&str]) -> Board {
    let spot = |character| if character == '.' { None } else { Some(disc(character)) };
    Board { spots: rows.iter().map(|row| row.chars().map(spot).collect()).collect() }
}

fn disc(character: char) -> Disc {
    if character == 'X' { Disc::X } else { Disc::O }
}
