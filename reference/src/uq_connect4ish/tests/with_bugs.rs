//! Tests that each bug shows, that sets of bugs work together, and that the program without bugs equals the naive one.

use super::games::Games;
use super::sessions::{self, Sessions};
use super::*;
use crate::testing::bugs::{
    Input, check_that_bugs_go_together, check_that_bugs_show, check_that_sessions_are_answered,
};
use crate::testing::random::Random;

/// Returns games and sessions in turn.
fn inputs(seed: u64) -> impl Iterator<Item = Input> {
    let games = Games::new(seed).map(|lines| Input::Run { args: Vec::new(), lines });
    games.zip(Sessions::new(seed)).flat_map(|(game, session)| [game, session])
}

#[test]
fn every_bug_shows_within_500_games_and_sessions() {
    check_that_bugs_show(&UqConnect4ish, inputs(1).take(500));
}

#[test]
fn every_session_is_one_that_can_be_answered() {
    check_that_sessions_are_answered(&UqConnect4ish, Sessions::new(5).take(300), || Bugs::NONE);
}

#[test]
fn pairs_and_sets_of_bugs_go_together() {
    let inputs: Vec<Input> = inputs(2).take(500).collect();
    check_that_bugs_go_together(&UqConnect4ish, &inputs);
}

fn check_games_against_a_naive_program(games: usize) {
    for lines in Games::new(3).take(games) {
        let words: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (text, stopped) = play(&UqConnect4ish, &[], &words);
        assert_eq!((text, stopped.is_ok()), naive::play(&lines), "{lines:?}");
    }
}

fn check_calls_against_naive_functions(calls: usize) {
    let mut random = Random::new(4);
    for _ in 0..calls {
        let columns = sessions::board(&mut random);
        let own: Vec<&str> = columns.iter().map(String::as_str).collect();
        let outcome = board(&own).check_win(Bugs::NONE).map(|outcome| match outcome {
            Outcome::Victory(player) => player.piece(),
            Outcome::Draw => '-',
        });
        assert_eq!(outcome, naive::result(&columns), "{columns:?}");
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
