//! Tests that each bug shows, that sets of bugs work together, and that functions and game without bugs equal the naive
//! ones.

use super::inputs::{Inputs, Position};
use super::*;
use crate::testing::bugs::{
    check_that_bugs_go_together, check_that_bugs_show, check_that_sessions_are_answered, some_bugs,
};
use crate::testing::guided::{Rows, guided_game};
use crate::testing::random::Random;

#[test]
fn every_bug_shows_within_1000_games_and_sessions() {
    check_that_bugs_show(&UmassConnect4, Inputs::new(1).take(1000));
}

#[test]
fn pairs_and_sets_of_bugs_go_together() {
    let inputs: Vec<_> = Inputs::new(2).take(500).collect();
    check_that_bugs_go_together(&UmassConnect4, &inputs);
}

#[test]
fn a_session_is_answered_whatever_the_bugs() {
    let mut random = Random::new(5);
    let inputs = Inputs::new(5).take(500);
    check_that_sessions_are_answered(&UmassConnect4, inputs, || some_bugs(&UmassConnect4, &mut random));
}

#[test]
fn naive_functions_answer_the_same_in_100_000_calls() {
    let mut inputs = Inputs::new(3);
    let mut calls = 0;
    while calls < 100_000 {
        let Position { board, .. } = inputs.position();
        calls += compare_judgements(&board);
        calls += compare_updates(&board);
        calls += compare_judgements(&inputs.damaged(&board));
    }
}

/// Compares the functions that judge a board; returns the number of calls.
fn compare_judgements(rows: &Rows) -> usize {
    let board = self::board_of(rows);
    let ncols = rows[0].len();
    assert_eq!(verify_board(&board, Bugs::NONE), Ok(naive::verify_board(rows)), "{rows:?}");
    assert_eq!(picture_of(&board), naive::print_board(rows));
    for column in -2..ncols as i64 + 2 {
        let expected = Ok(naive::verify_move(rows, column));
        assert_eq!(verify_move(&board, column, Bugs::NONE), expected, "{column} of {rows:?}");
    }
    for column in 0..ncols {
        let expected = Ok(naive::has_won(rows, column));
        assert_eq!(has_won(&board, column, Bugs::NONE), expected, "{column} of {rows:?}");
    }
    2 + ncols + 4 + ncols
}

/// Compares a move in every open column; returns the number of calls.
fn compare_updates(rows: &Rows) -> usize {
    let open: Vec<usize> = (0..rows[0].len()).filter(|&column| rows[0][column] == '.').collect();
    for &column in &open {
        let (mut board, mut expected) = (board_of(rows), rows.clone());
        board.update(column, Disc::O, Bugs::NONE);
        naive::update_board(&mut expected, column, 'O');
        assert_eq!(board, board_of(&expected), "{column} of {rows:?}");
    }
    open.len()
}

fn check_against_a_naive_game(games: usize) {
    let mut inputs = Inputs::new(4);
    let mut random = Random::new(4);
    for _ in 0..games {
        let (nrows, ncols) = inputs.size();
        let moves = guided_game(&mut random, nrows, ncols);
        let lines = inputs.lines(&moves, (nrows, ncols));
        let words: Vec<&str> = lines.iter().map(String::as_str).collect();
        let args = [nrows.to_string(), ncols.to_string()];
        let (text, stopped) = play(&UmassConnect4, &[&args[0], &args[1]], &words);
        assert_eq!((text, stopped.is_ok()), naive::play(nrows, ncols, &lines), "{lines:?}");
    }
}

#[test]
fn a_naive_game_prints_the_same() {
    check_against_a_naive_game(1000);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn a_naive_game_prints_the_same_in_100_000_games() {
    check_against_a_naive_game(100_000);
}

fn picture_of(board: &Board) -> String {
    picture(board, Bugs::NONE).iter().map(ToString::to_string).collect()
}

fn board_of(rows: &Rows) -> Board {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    board(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}
