//! Tests that each bug shows, that sets of bugs work together, and that functions and game without bugs equal the naive
//! ones.

use super::inputs::{Inputs, Position};
use super::naive::Words;
use super::*;
use crate::testing::bugs::{
    check_that_bugs_go_together, check_that_bugs_show, check_that_sessions_are_answered, some_bugs,
};
use crate::testing::random::Random;

#[test]
fn every_bug_shows_within_1000_games_and_sessions() {
    check_that_bugs_show(&CarletonConnect4, Inputs::new(1).take(1000));
}

#[test]
fn pairs_and_sets_of_bugs_go_together() {
    let inputs: Vec<_> = Inputs::new(2).take(500).collect();
    check_that_bugs_go_together(&CarletonConnect4, &inputs);
}

#[test]
fn a_session_is_answered_whatever_the_bugs() {
    let mut random = Random::new(5);
    let inputs = Inputs::new(5).take(500);
    check_that_sessions_are_answered(&CarletonConnect4, inputs, || some_bugs(&CarletonConnect4, &mut random));
}

#[test]
fn naive_functions_answer_the_same_in_100_000_calls() {
    let mut inputs = Inputs::new(3);
    let mut calls = 0;
    while calls < 100_000 {
        let Position { size: (rows, columns), moves } = inputs.position();
        let (mut grid, mut words) = (Grid::new(rows, columns, Bugs::NONE), naive::make_grid(rows, columns));
        for &(column, disc) in &moves {
            let column = column as i64;
            assert!(is_played(&mut grid, column, checker(disc)), "{moves:?}");
            assert!(naive::play(&mut words, column, word(disc)), "{moves:?}");
            assert_eq!(word_of(winner_at(&grid, column)), naive::win(&words, column), "{moves:?}");
        }
        calls += 2 * moves.len() + compare(&mut grid, &mut words);
    }
}

/// Compares the functions and the moves on a grid; returns the number of calls.
fn compare(grid: &mut Grid, words: &mut Words) -> usize {
    let picture = Picture { grid, bugs: Bugs::NONE }.to_string();
    assert_eq!(picture, naive::to_string(words));
    let columns = -2..grid.width() as i64 + 2;
    for column in columns.clone() {
        assert_eq!(word_of(winner_at(grid, column)), naive::win(words, column), "{column} of\n{picture}");
    }
    for column in columns.clone() {
        let expected = naive::play(words, column, "black");
        assert_eq!(is_played(grid, column, Checker::Black), expected, "{column} of\n{picture}");
        assert_eq!(Picture { grid, bugs: Bugs::NONE }.to_string(), naive::to_string(words), "{column}");
    }
    1 + columns.count() * 3
}

fn check_against_a_naive_program(times: usize) {
    let mut inputs = Inputs::new(4);
    for _ in 0..times {
        let lines = inputs.lines();
        let words: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (text, stopped) = play(&CarletonConnect4, &[], &words);
        assert_eq!((text, stopped.is_ok()), naive::main(&lines), "{lines:?}");
    }
}

#[test]
fn a_naive_program_prints_the_same() {
    check_against_a_naive_program(500);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn a_naive_program_prints_the_same_in_100_000_runs() {
    check_against_a_naive_program(100_000);
}

fn word(disc: char) -> &'static str {
    word_of(Some(checker(disc)))
}

fn word_of(checker: Option<Checker>) -> &'static str {
    match checker {
        Some(Checker::Red) => "red",
        Some(Checker::Black) => "black",
        None => "empty",
    }
}
