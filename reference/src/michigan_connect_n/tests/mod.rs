//! Tests the steps of the handout, in order, and every line of the board.

mod games;
mod naive;
mod sessions;
mod shortest;
mod with_bugs;

use super::board::{Board, Refusal};
use super::search::check_win;
use super::*;
use crate::session::testing::check;
use crate::testing::{answers, play, play_as, random_game, won_positions};
use crate::{Bugs, Value};

const ARGS: [&str; 6] = ["4", "5", "4", "1", "Ann", "Ben"];
const ANN: &str = "Player name: Ann, current score: 0, player notation: Notation.PLAYER1\n";
const BEN: &str = "Player name: Ben, current score: 0, player notation: Notation.PLAYER2\n";
const PROMPT: &str = "Please input a column number: ";

#[test]
fn a_round_starts_with_the_first_player_and_an_empty_board() {
    let (text, stopped) = play(&MichiganConnectN, &ARGS, &[]);
    let board = "Current Board is\nOOOOO\nOOOOO\nOOOOO\nOOOOO\n";
    assert_eq!(text, format!("Starting a new round\n{ANN}{board}{PROMPT}"));
    assert_eq!(stopped, Err(Stop::EndOfInput));
}

#[test]
fn a_turn_shows_the_other_player_and_the_board() {
    let (text, _) = play(&MichiganConnectN, &ARGS, &["0", "1"]);
    let board = "Current Board is\nOOOOO\nOOOOO\nOOOOO\nROOOO\n";
    assert!(text.contains(&format!("{PROMPT}{BEN}{board}{PROMPT}{ANN}")), "{text}");
}

#[test]
fn a_win_names_the_winner_shows_the_final_board_and_counts() {
    let (text, stopped) = play(&MichiganConnectN, &ARGS, &["0", "1", "0", "1", "0", "1", "0"]);
    let board = "Current Board is\nROOOO\nRYOOO\nRYOOO\nRYOOO\n";
    let scores = format!("{}{BEN}", ANN.replace("score: 0", "score: 1"));
    let end = format!("{PROMPT}The winner of this round is Ann\n{board}Game Over\n{scores}");
    assert!(text.ends_with(&end), "{text}");
    assert_eq!(stopped, Ok(()));
}

#[test]
fn a_new_round_starts_with_the_first_player_and_an_empty_board_until_the_target() {
    let mut args = ARGS;
    args[3] = "2";
    let won_by_ben = ["0", "1", "0", "1", "0", "1", "2", "1"];
    let (text, stopped) = play(&MichiganConnectN, &args, &[won_by_ben, won_by_ben].concat());
    let board = "Current Board is\nOOOOO\nOOOOO\nOOOOO\nOOOOO\n";
    assert!(text.contains(&format!("RYROO\nStarting a new round\n{ANN}{board}")), "{text}");
    assert_eq!(text.matches("The winner of this round is Ben\n").count(), 2);
    assert!(text.ends_with(&format!("Game Over\n{ANN}{}", BEN.replace("score: 0", "score: 2"))));
    assert_eq!(stopped, Ok(()));
}

#[test]
fn a_full_board_ends_the_round_without_a_score() {
    let (text, _) = play(&MichiganConnectN, &["1", "2", "2", "1", "Ann", "Ben"], &["0", "1"]);
    let end = format!(
        "{PROMPT}The board is full, there is no winner for this round\n\
         Starting a new round\n{ANN}Current Board is\nOO\n{PROMPT}"
    );
    assert!(text.ends_with(&end), "{text}");
}

#[test]
fn a_refusal_asks_the_same_player_again_without_the_board() {
    let (start, _) = play(&MichiganConnectN, &ARGS, &[]);
    for line in ["", "a", "00", "01", "007", "-1", "5", "99999999999999999999", "1.0", "²"] {
        let (text, _) = play(&MichiganConnectN, &ARGS, &[line]);
        let after = text.strip_prefix(&start).unwrap();
        assert_eq!(after, format!("invalid column number\n{PROMPT}"), "after {line:?}");
    }
    let (text, _) = play(&MichiganConnectN, &ARGS, &["0", "0", "0", "0", "0", "1"]);
    assert!(text.contains(&format!("{PROMPT}column is full\n{PROMPT}{BEN}")), "{text}");
}

#[test]
fn wrong_arguments_are_refused() {
    assert!(matches!(play(&MichiganConnectN, &ARGS[..5], &[]), (_, Err(Stop::Usage(_)))));
    for position in 0..4 {
        for wrong in ["0", "-1", "four", "", "99999999999999999999"] {
            let mut args = ARGS;
            args[position] = wrong;
            assert!(matches!(play(&MichiganConnectN, &args, &[]), (_, Err(Stop::Usage(_)))), "{args:?}");
        }
    }
}

#[test]
fn a_mark_is_refused_for_its_column_then_for_its_room_then_for_itself() {
    let mut board = Board::new(2, 2, Bugs::NONE);
    assert_eq!(board.place_mark(-1, Notation::Empty, Bugs::NONE).unwrap(), Err(Refusal::InvalidColumn));
    assert_eq!(board.place_mark(2, Notation::Player1, Bugs::NONE).unwrap(), Err(Refusal::InvalidColumn));
    assert_eq!(board.place_mark(1, Notation::Empty, Bugs::NONE).unwrap(), Err(Refusal::InvalidMarker));
    assert_eq!(board.place_mark(1, Notation::Player1, Bugs::NONE).unwrap(), Ok(()));
    assert_eq!(board.place_mark(1, Notation::Player2, Bugs::NONE).unwrap(), Ok(()));
    assert_eq!(board.place_mark(1, Notation::Empty, Bugs::NONE).unwrap(), Err(Refusal::ColumnFull));
    let rows: Vec<_> = board.rows().collect();
    assert_eq!(rows, [[Notation::Empty, Notation::Player2], [Notation::Empty, Notation::Player1]]);
}

#[test]
fn an_empty_board_or_a_target_beyond_the_board_has_no_winner() {
    let mut board = Board::new(3, 3, Bugs::NONE);
    assert_eq!(check_win(&board, 1, Bugs::NONE).unwrap(), None);
    for column in 0..3 {
        board.place_mark(column, Notation::Player1, Bugs::NONE).unwrap().unwrap();
    }
    assert_eq!(
        (check_win(&board, 3, Bugs::NONE).unwrap(), check_win(&board, 4, Bugs::NONE).unwrap()),
        (Some(Notation::Player1), None)
    );
}

#[test]
fn every_line_wins_whichever_cell_comes_last() {
    for (rows, columns, target) in [(6, 7, 4), (3, 9, 3), (7, 4, 4), (5, 5, 5), (6, 6, 3)] {
        for moves in won_positions(rows, columns, target) {
            let mut board = Board::new(rows, columns, Bugs::NONE);
            for &(column, disc) in &moves {
                board.place_mark(column as i64, mark(disc), Bugs::NONE).unwrap().unwrap();
            }
            assert_eq!(check_win(&board, target, Bugs::NONE).unwrap(), Some(Notation::Player1), "{moves:?}");
        }
    }
}

#[test]
fn random_games_end_where_a_naive_check_ends_them() {
    for (rows, columns, target) in [(6, 7, 4), (3, 9, 3), (8, 4, 4), (5, 5, 5), (2, 2, 2)] {
        for seed in 0..200 {
            let (moves, winner) = random_game(rows, columns, target, seed);
            let mut board = Board::new(rows, columns, Bugs::NONE);
            for &(column, disc) in &moves {
                assert_eq!(
                    (check_win(&board, target, Bugs::NONE).unwrap(), board.is_full(Bugs::NONE)),
                    (None, false),
                    "{moves:?}"
                );
                board.place_mark(column as i64, mark(disc), Bugs::NONE).unwrap().unwrap();
            }
            assert_eq!(check_win(&board, target, Bugs::NONE).unwrap(), winner.map(mark), "{moves:?}");
        }
    }
}

#[test]
fn the_examples_are_answered_as_shown() {
    check(python::MODULES, include_str!("../examples.txt"));
}

#[test]
fn a_turn_is_never_lost_and_changes_the_board_in_place() {
    let lines = [
        "game = Game(4, 5, 4, 1, 'Ann', 'Ben')",
        "grid = game._Game__board._Board__grid",
        "game._Game__playBoard(game._Game__playerList[1])",
        "grid[3]",
        "game._Game__playBoard(game._Game__curPlayer)",
    ];
    let answers = answers(&MichiganConnectN, "connectN", "", &lines, &["x", "00", "7", "1"]).unwrap();
    let refused = format!("{PROMPT}invalid column number\n");
    assert_eq!(answers[2].printed, format!("{}{PROMPT}", refused.repeat(3)));
    let cell = |member: &str| Value::Enum { class: "Notation".to_owned(), member: member.to_owned() };
    let row = ["EMPTY", "PLAYER2", "EMPTY", "EMPTY", "EMPTY"].map(cell);
    assert_eq!(answers[3].value, Some(Value::List(row.to_vec())));
    assert_eq!(answers[4].raised.as_ref().map(|raised| raised.class.as_str()), Some("EOFError"));
}

#[test]
fn rounds_and_games_are_played_in_a_session() {
    let lines = [
        "game = Game(4, 5, 4, 2, 'Ann', 'Ben')",
        "game._Game__changeTurn()",
        "game.playRound()",
        "[player.getScore() for player in game._Game__playerList], game._Game__curPlayer.getName()",
        "game._Game__board.checkWin(4) is Notation.PLAYER1",
        "game.play()",
        "[player.getScore() for player in game._Game__playerList]",
    ];
    let round = ["0", "1", "0", "1", "0", "1", "0"];
    let answers = answers(&MichiganConnectN, "connectN", "", &lines, &[round, round].concat()).unwrap();
    let int = |number: &str| Value::Int(number.to_owned());
    let scores = |first, second| Value::List(vec![int(first), int(second)]);
    let name = Value::Str("Ann".to_owned());
    assert!(
        answers[2].printed.starts_with(&format!("Starting a new round\n{ANN}")),
        "{}",
        answers[2].printed
    );
    assert_eq!(answers[3].value, Some(Value::Tuple(vec![scores("1", "0"), name])));
    assert_eq!(answers[4].value, Some(Value::Bool(true)));
    assert!(
        answers[5].printed.ends_with(&format!("Game Over\n{}{BEN}", ANN.replace("score: 0", "score: 2")))
    );
    assert_eq!(answers[6].value, Some(scores("2", "0")));
}

#[test]
fn methods_need_attributes_that_make_sense() {
    for (line, complaint) in [
        ("board._Board__grid = []", "`_Board__grid` of a `Board` is not a list of lists of equal length"),
        (
            "board._Board__grid = [[1], [2, 3]]",
            "`_Board__grid` of a `Board` is not a list of lists of equal length",
        ),
    ] {
        let error = answers(
            &MichiganConnectN,
            "connectN",
            "",
            &["board = Board(2, 2)", line, "board.display()"],
            &[],
        );
        let error = error.unwrap_err();
        assert!(error.line == 2 && error.message.contains(complaint), "{}", error.message);
    }
    let both = "board = Board(2, 2); board._Board__grid = [[Notation.PLAYER1] * 2, [Notation.PLAYER2] * 2]";
    for (line, complaint) in [
        ("Board(2, 2).placeMark(0, 1)", "`mark` is `1`: pass a Notation"),
        ("Board(2, 2).checkWin(0)", "`target` is `0`: pass an int of at least 1"),
        ("board.checkWin(2)", "`self` is `Board`: pass a Board on which only one player has a line"),
        ("Board.display(5)", "`self` is `5`: pass a Board"),
    ] {
        let error = answers(&MichiganConnectN, "connectN", "", &[both, line], &[]).unwrap_err();
        assert!(error.message.contains(complaint), "{}", error.message);
    }
}

fn mark(disc: char) -> Notation {
    if disc == 'X' { Notation::Player1 } else { Notation::Player2 }
}
