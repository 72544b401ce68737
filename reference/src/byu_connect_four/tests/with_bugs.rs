//! Each bug shows, sets of them go together, and without any the program is what a naive one is.

use super::games::Games;
use super::*;
use crate::byu_connect_four_plus::ByuConnectFourPlus;
use crate::testing::bugs::{Input, check_that_bugs_go_together, check_that_bugs_show};

fn inputs(seed: u64) -> impl Iterator<Item = Input> {
    Games::new(seed).map(|lines| Input::Run { args: Vec::new(), lines })
}

#[test]
fn every_bug_shows_within_1000_games() {
    check_that_bugs_show(&ByuConnectFour, inputs(1).take(1000));
}

#[test]
fn every_bug_above_and_beyond_shows_within_1000_games() {
    check_that_bugs_show(&ByuConnectFourPlus, inputs(2).take(1000));
}

#[test]
fn pairs_and_sets_of_bugs_go_together() {
    let inputs: Vec<Input> = inputs(3).take(500).collect();
    check_that_bugs_go_together(&ByuConnectFour, &inputs);
    check_that_bugs_go_together(&ByuConnectFourPlus, &inputs);
}

fn check_against_a_naive_program(games: usize) {
    for lines in Games::new(5).take(games) {
        let words: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (text, stopped) = play(&ByuConnectFour, &[], &words);
        let (expected, is_over) = naive::play(&lines);
        assert_eq!((text, stopped.is_ok()), (expected, is_over), "{lines:?}");
    }
}

#[test]
fn a_naive_program_prints_the_same() {
    check_against_a_naive_program(2000);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn a_naive_program_prints_the_same_in_100_000_games() {
    check_against_a_naive_program(100_000);
}
