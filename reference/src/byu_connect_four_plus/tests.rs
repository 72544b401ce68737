//! Tests of upper case, outcomes and sizes; the rest is tested with the plain game.

use super::*;
use crate::testing::{play, play_with, transcript};

#[test]
fn play_is_in_lower_case_and_the_winning_line_in_upper_case() {
    let text = transcript(&ByuConnectFourPlus, &[], "0 7 0 6 0 5 0");
    assert!(text.ends_with(
        "\n01234567\n........\n........\nx.......\nx.......\nx....ooo\n01234567\nX's turn\nEnter a column: \n\
         01234567\n........\nX.......\nX.......\nX.......\nX....ooo\n01234567\nX wins!\nGame finished\n"
    ));
}

#[test]
fn a_line_of_more_than_four_is_shown_whole() {
    let text = transcript(&ByuConnectFourPlus, &[], "0 0 1 1 2 2 4 4 5 5 3");
    assert!(text.ends_with("\nooo.oo..\nXXXXXX..\n01234567\nX wins!\nGame finished\n"), "{text}");
}

#[test]
fn all_lines_of_the_last_move_are_shown() {
    let text = transcript(&ByuConnectFourPlus, &[], "1 2 4 1 0 5 3 3 2 3 1 5 0 2 3 5 1 6 2 4 0 3 4 7 0");
    let grid = "...o....\nXXXX....\nXXooxo..\nXoXooo..\nXxoXxooo\n";
    assert!(text.ends_with(&format!("\n01234567\n{grid}01234567\nX wins!\nGame finished\n")), "{text}");
}

#[test]
fn the_second_player_can_win() {
    let text = transcript(&ByuConnectFourPlus, &[], "0 7 0 7 0 7 1 7");
    assert!(text.ends_with("\nxx.....O\n01234567\nO wins!\nGame finished\n"));
}

#[test]
fn a_tie_is_named() {
    let text = transcript(&ByuConnectFourPlus, &["2", "2"], "0 0 1 1");
    assert!(
        text.ends_with("O's turn\nEnter a column: \n01\noo\nxx\n01\nTie game!\nGame finished\n"),
        "{text}"
    );
}

#[test]
fn the_refusal_names_the_columns_there_are() {
    for (args, header, range) in [(["5", "10"], "0123456789", "(0-9)"), (["1", "1"], "0", "(0-0)")] {
        let (text, _) = play(&ByuConnectFourPlus, &args, &["x"]);
        assert!(text.starts_with(&format!("\n{header}\n")));
        assert!(text.ends_with(&format!("Invalid move. Enter a column number {range}.\nEnter a column: ")));
    }
}

#[test]
fn no_arguments_mean_five_rows_and_eight_columns() {
    let lines = ["3", "8"];
    assert_eq!(play(&ByuConnectFourPlus, &[], &lines), play(&ByuConnectFourPlus, &["5", "8"], &lines));
}

#[test]
fn other_arguments_are_refused() {
    let wrong: [&[&str]; 6] =
        [&["5"], &["5", "8", "1"], &["0", "8"], &["5", "11"], &["five", "8"], &["101", "8"]];
    for args in wrong {
        let (text, stopped) = play(&ByuConnectFourPlus, args, &[]);
        assert!(text.is_empty() && matches!(stopped, Err(Stop::Usage(_))), "{args:?}");
    }
}

#[test]
fn a_full_stop_ends_the_last_line_in_the_other_reading() {
    let (text, _) = play_with(&ByuConnectFourPlus, "full-stop", &["1", "1"], &["0"]);
    assert!(text.ends_with("\nTie game!\nGame finished.\n"));
}
