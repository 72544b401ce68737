//! Tests that each bug shows, that sets of bugs work together, and that the program without bugs equals the naive one.

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

fn check_against_naive_programs(games: usize) {
    for lines in Games::new(5).take(games) {
        let words: Vec<&str> = lines.iter().map(String::as_str).collect();
        let played = |reference: &dyn Reference| {
            let (text, stopped) = play(reference, &[], &words);
            (text, stopped.is_ok())
        };
        assert_eq!(played(&ByuConnectFour), naive::play(&lines), "{lines:?}");
        assert_eq!(played(&ByuConnectFourPlus), naive::play_above_and_beyond(&lines), "{lines:?}");
    }
}

#[test]
fn naive_programs_print_the_same() {
    check_against_naive_programs(1000);
}

#[test]
#[ignore = "takes half a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn naive_programs_print_the_same_in_100_000_games() {
    check_against_naive_programs(100_000);
}

#[test]
#[ignore = "takes half a minute: cargo test --release -p yardstick-reference -- --ignored"]
fn equivalent_bugs_do_not_show_in_100_000_games() {
    check_that_bugs_show(&ByuConnectFour, inputs(6).take(100_000));
    check_that_bugs_show(&ByuConnectFourPlus, inputs(6).take(100_000));
}
