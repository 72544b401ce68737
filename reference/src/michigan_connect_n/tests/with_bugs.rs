//! Tests that each bug shows, that sets of bugs work together, and that the program without bugs equals the naive one.

use super::games::{Games, settings};
use super::naive::STEPS;
use super::sessions::{Sessions, grid};
use super::*;
use crate::lines::Direction;
use crate::michigan_connect_n::search::winners;
use crate::testing::bugs::{
    Input, check_that_bugs_go_together, check_that_bugs_show, check_that_sessions_are_answered,
};
use crate::testing::random::Random;

/// Returns games and sessions in turn.
fn inputs(seed: u64) -> impl Iterator<Item = Input> {
    let games = Games::new(seed).map(|(settings, lines)| Input::Run { args: settings.args(), lines });
    games.zip(Sessions::new(seed)).flat_map(|(game, session)| [game, session])
}

#[test]
fn every_bug_shows_within_500_games_and_sessions() {
    check_that_bugs_show(&MichiganConnectN, inputs(1).take(500));
}

#[test]
fn every_session_is_one_that_can_be_answered() {
    check_that_sessions_are_answered(&MichiganConnectN, Sessions::new(5).take(300), || Bugs::NONE);
}

#[test]
fn pairs_and_sets_of_bugs_go_together() {
    let inputs: Vec<Input> = inputs(2).take(500).collect();
    check_that_bugs_go_together(&MichiganConnectN, &inputs);
}

fn check_games_against_a_naive_program(games: usize) {
    for (settings, lines) in Games::new(3).take(games) {
        let args = settings.args();
        let [args, words] = [&args, &lines].map(|it| it.iter().map(String::as_str).collect::<Vec<_>>());
        let (text, stopped) = play(&MichiganConnectN, &args, &words);
        assert_eq!((text, stopped.is_ok()), naive::play(&settings, &lines), "{settings:?} {lines:?}");
    }
}

fn check_calls_against_naive_functions(calls: usize) {
    let mut random = Random::new(4);
    for _ in 0..calls {
        let settings = settings(&mut random);
        let letters = grid(&settings, &mut random);
        let mut board = Board::new(settings.rows, settings.columns, Bugs::NONE);
        for (cell, letter) in board.grid.iter_mut().flatten().zip(letters.iter().flatten()) {
            *cell = notation(*letter);
        }
        let own: Vec<Notation> = winners(&board, &Direction::ALL, settings.connect_n, Bugs::NONE).collect();
        let has_line = |letter: &char| naive::has_line(&letters, *letter, settings.connect_n, &STEPS);
        let expected: Vec<Notation> = ['R', 'Y'].iter().copied().filter(has_line).map(notation).collect();
        assert_eq!(own, expected, "{settings:?} {letters:?}");
        assert_eq!(board.is_full(Bugs::NONE), naive::is_full(&letters), "{letters:?}");
    }
}

/// Returns the notation of a letter on a shown board.
fn notation(letter: char) -> Notation {
    match letter {
        'R' => Notation::Player1,
        'Y' => Notation::Player2,
        _ => Notation::Empty,
    }
}

#[test]
fn a_naive_program_prints_the_same_and_its_functions_give_the_same() {
    check_games_against_a_naive_program(1000);
    check_calls_against_naive_functions(3000);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn a_naive_program_prints_the_same_in_100_000_games_and_calls() {
    check_games_against_a_naive_program(100_000);
    check_calls_against_naive_functions(100_000);
}
