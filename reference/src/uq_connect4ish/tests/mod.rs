//! Tests the messages of the assignment, byte for byte, and every line of the board.

mod games;
mod naive;
mod sessions;
mod shortest;
mod with_bugs;

use super::board::{Board, Outcome, Player, Refusal};
use super::*;
use crate::session::testing::check;
use crate::testing::{answers, play, play_as, play_with, random_game, won_positions};
use crate::{Bugs, Value};

const EMPTY_BOARD: &str = "\
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
|-|-|-|-|-|-|-|-|
 1 2 3 4 5 6 7 8\x20
";
const PROMPT: &str = "Please enter action (h to see valid commands): ";
const PLAY_AGAIN: &str = "Would you like to play again? (y/n): ";
const HELP: &str = "Valid commands: \n\
                    - aX: Add piece to top of column X (X must be a valid integer)\n\
                    - rX: Remove a piece from bottom of column X (X must be a valid integer)\n\
                    - h: Display help text\n\
                    - q: Quit current game\n\n";

/// Returns the output after the start of a game.
fn after_start(reading: &str, lines: &[&str]) -> String {
    let (text, _) = play_with(&UqConnect4ish, reading, &[], lines);
    let start = format!("{EMPTY_BOARD}Player 1 to move\n{PROMPT}");
    text.strip_prefix(&start).unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn a_game_starts_with_the_empty_board_and_the_first_player() {
    let (text, stopped) = play(&UqConnect4ish, &[], &[]);
    assert_eq!(text, format!("{EMPTY_BOARD}Player 1 to move\n{PROMPT}"));
    assert_eq!(stopped, Err(Stop::EndOfInput));
}

#[test]
fn a_move_shows_the_board_and_the_next_player() {
    let board = EMPTY_BOARD.replace("-|\n 1", "X|\n 1");
    assert_eq!(after_start("", &["A8"]), format!("{board}Player 2 to move\n{PROMPT}"));
}

#[test]
fn a_popped_piece_is_gone_and_the_rest_falls() {
    let text = after_start("", &["a1", "a1", "r1"]);
    let board = EMPTY_BOARD.replace("|-|-|-|-|-|-|-|-|\n 1", "|O|-|-|-|-|-|-|-|\n 1");
    assert!(text.ends_with(&format!("{PROMPT}{board}Player 2 to move\n{PROMPT}")), "{text}");
}

#[test]
fn help_shows_the_board_and_the_same_player_again() {
    assert_eq!(after_start("", &["h"]), format!("{HELP}{EMPTY_BOARD}Player 1 to move\n{PROMPT}"));
    assert_eq!(after_start("short-help", &["H"]), format!("{HELP}{PROMPT}"));
}

#[test]
fn a_command_of_another_form_is_invalid() {
    let message = format!("Invalid command. Enter 'h' for valid command format\n{PROMPT}");
    let commands =
        ["", "a", "a3 ", " a3", "1r", "a10", "a01", "r-1", "hh", "h1", "help", "x", "q ", "ab", "r²", "aa"];
    for command in commands {
        assert_eq!(after_start("", &[command]), message, "after {command:?}");
    }
}

#[test]
fn a_digit_that_is_no_column_is_named_so() {
    let message = format!("Invalid column, please enter a number between 1 and 8 inclusive\n{PROMPT}");
    for command in ["a0", "a9", "r0", "R9"] {
        assert_eq!(after_start("", &[command]), message, "after {command:?}");
    }
    assert_eq!(after_start("column-of-letter", &["ab"]), message);
    assert_ne!(after_start("column-of-letter", &["b1"]), message);
}

#[test]
fn a_refused_move_keeps_the_player_and_does_not_show_the_board() {
    let refused = format!("You can't remove a piece from an empty column!\n{PROMPT}");
    assert_eq!(after_start("", &["r1"]), refused);
    let text = after_start("", &["a1", "a1", "a1", "a1", "a1", "a1", "a1", "a1", "a1", "a2"]);
    let (_, end) = text.split_once("You can't add a piece to a full column!\n").unwrap();
    assert!(end.starts_with(&format!("{PROMPT}|O|-|")), "{end}");
    assert!(end.ends_with(&format!("Player 2 to move\n{PROMPT}")), "{end}");
}

#[test]
fn a_win_is_told_after_the_board() {
    let text = after_start("", &["a1", "a2", "a1", "a2", "a1", "a2", "a1", "n"]);
    let bottom = "|X|O|-|-|-|-|-|-|\n 1 2 3 4 5 6 7 8 \n";
    assert!(text.ends_with(&format!("{bottom}Player 1 wins!\n{PLAY_AGAIN}")), "{text}");
}

#[test]
fn a_pop_can_win_for_the_opponent() {
    let text = after_start("", &["a1", "a2", "a1", "a1", "a3", "a3", "a4", "a2", "a5", "a4", "r1"]);
    let bottom = "|O|O|O|O|-|-|-|-|\n|X|O|X|X|X|-|-|-|\n 1 2 3 4 5 6 7 8 \n";
    assert!(text.ends_with(&format!("{bottom}Player 2 wins!\n{PLAY_AGAIN}")), "{text}");
}

#[test]
fn two_lines_at_once_are_a_draw() {
    let text = after_start("", &["a2", "a1", "a1", "a1", "a3", "a2", "a4", "a3", "a8", "a4", "r1"]);
    let bottom = "|O|O|O|O|-|-|-|-|\n|X|X|X|X|-|-|-|X|\n 1 2 3 4 5 6 7 8 \n";
    assert!(text.ends_with(&format!("{bottom}Its a Draw!\n{PLAY_AGAIN}")), "{text}");
}

#[test]
fn quitting_prints_nothing_and_only_y_plays_again() {
    for quit in ["q", "Q"] {
        assert_eq!(after_start("", &[quit]), PLAY_AGAIN);
    }
    for answer in ["y", "Y"] {
        let text = after_start("", &["a1", "q", answer]);
        assert!(text.ends_with(&format!("{PROMPT}{PLAY_AGAIN}{EMPTY_BOARD}Player 1 to move\n{PROMPT}")));
    }
    for answer in ["", "yes", "y ", "n"] {
        let (text, stopped) = play(&UqConnect4ish, &[], &["q", answer]);
        assert!(text.ends_with(PLAY_AGAIN));
        assert_eq!(stopped, Ok(()), "after {answer:?}");
    }
}

#[test]
fn the_published_columns_change_as_published() {
    let mut full = board(&["----OOOO", "XXOOOXXX"]);
    assert_eq!(full.add_piece(0, 'X', Bugs::NONE), Ok(()));
    assert_eq!(full.remove_piece(1, Bugs::NONE), Ok(()));
    assert_eq!(full, board(&["---XOOOO", "-XXOOOXX"]));
    assert_eq!(full.remove_piece(2, Bugs::NONE), Err(Refusal::EmptyColumn));
    assert_eq!(board(&["XXOOOXXX"]).add_piece(0, 'O', Bugs::NONE), Err(Refusal::FullColumn));
}

#[test]
fn the_published_boards_are_won_as_published() {
    let won_by_o = board(&["-------O", "------OX", "-----OXO", "---XOOXX"]);
    assert_eq!(won_by_o.check_win(Bugs::NONE), Some(Outcome::Victory(Player::Two)));
    let draw = board(&["---XXXXO", "-------O", "-------O", "-------O"]);
    assert_eq!(draw.check_win(Bugs::NONE), Some(Outcome::Draw));
    let full = board(&["XXOOXXOO", "OOXXOOXX"].repeat(4));
    assert_eq!(full.check_win(Bugs::NONE), None);
    let floating = board(&["X-------", "X-------", "X-------", "X-------"]);
    assert_eq!(floating.check_win(Bugs::NONE), Some(Outcome::Victory(Player::One)));
}

#[test]
fn every_line_wins_whichever_cell_comes_last() {
    for moves in won_positions(8, 8, 4) {
        let mut board = Board::initial();
        moves.iter().for_each(|&(column, piece)| board.add_piece(column, piece, Bugs::NONE).unwrap());
        assert_eq!(board.check_win(Bugs::NONE), Some(Outcome::Victory(Player::One)), "{moves:?}");
    }
}

#[test]
fn random_games_end_where_a_naive_check_ends_them() {
    for seed in 0..300 {
        let (moves, winner) = random_game(8, 8, 4, seed);
        let mut board = Board::initial();
        for &(column, piece) in &moves {
            assert_eq!(board.check_win(Bugs::NONE), None, "{moves:?}");
            board.add_piece(column, piece, Bugs::NONE).unwrap();
        }
        let winner = winner.map(|piece| if piece == 'X' { Player::One } else { Player::Two });
        assert_eq!(board.check_win(Bugs::NONE), winner.map(Outcome::Victory), "{moves:?}");
    }
}

#[test]
fn the_examples_are_answered_as_shown() {
    check(python::MODULES, include_str!("../examples.txt"));
}

#[test]
fn an_action_is_asked_for_until_it_is_well_formed_and_returned_unchanged() {
    let answers = answers(&UqConnect4ish, "a1", "", &["get_action()", "get_action()"], &["a9", "H"]).unwrap();
    let invalid = "Invalid column, please enter a number between 1 and 8 inclusive\n";
    assert_eq!(answers[0].printed, format!("{PROMPT}{invalid}{PROMPT}"));
    assert_eq!(answers[0].value, Some(Value::Str("H".to_owned())));
    assert_eq!((answers[1].printed.as_str(), &answers[1].value), (PROMPT, &None));
    assert_eq!(answers[1].raised.as_ref().map(|raised| raised.class.as_str()), Some("EOFError"));
}

#[test]
fn games_are_played_in_a_session() {
    let lines = ["play_game()", "main()"];
    let stdin = ["a1", "q", "h", "q", "y", "q", ""];
    let games = answers(&UqConnect4ish, "a1", "short-help", &lines, &stdin).unwrap();
    assert!(games.iter().all(|answer| answer.value == Some(Value::None)));
    assert!(games[0].printed.ends_with(&format!("Player 2 to move\n{PROMPT}")), "{}", games[0].printed);
    let (text, _) = play_with(&UqConnect4ish, "short-help", &[], &stdin[2..]);
    assert_eq!(games[1].printed, text);
}

#[test]
fn a_session_follows_the_readings() {
    let printed = |reading| {
        answers(&UqConnect4ish, "a1", reading, &["check_input('ab')"], &[]).unwrap()[0].printed.clone()
    };
    assert!(printed("").starts_with("Invalid command."));
    assert!(printed("column-of-letter").starts_with("Invalid column,"));
}

/// Returns a board with these columns, and blank ones to the right of them.
fn board(columns: &[&str]) -> Board {
    let mut board = Board::initial();
    for (place, column) in board.columns.iter_mut().zip(columns) {
        *place = column.chars().collect::<Vec<_>>().try_into().unwrap();
    }
    board
}
