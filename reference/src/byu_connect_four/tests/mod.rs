//! Tests the examples of the assignment, byte for byte, and every line of the grid.

mod games;
mod naive;
mod shortest;
mod with_bugs;

use super::search::lines_through;
use super::*;
use crate::testing::{self, play, play_as, play_with, random_game, transcript, won_positions};
use crate::{Bugs, Turn};

const TIE: &str = "0 5 7 7 6 1 0 4 5 0 7 2 2 7 3 7 1 2 0 0 2 2 5 3 6 1 5 6 3 5 6 4 4 3 3 6 1 4 4 1";

/// Returns the printed grid with these rows.
fn grid(rows: [&str; ROWS]) -> String {
    format!("\n01234567\n{}\n01234567\n", rows.join("\n"))
}

#[test]
fn a_piped_game_starts_with_the_published_bytes() {
    let (text, stopped) = play(&ByuConnectFour, &[], &["0"]);
    let first = "\n01234567\n........\n........\n........\n........\n........\n01234567\n";
    let second = grid(["........", "........", "........", "........", "X......."]);
    let expected = format!("{first}X's turn\nEnter a column: {second}O's turn\nEnter a column: ");
    assert_eq!((text, stopped), (expected, Err(Stop::EndOfInput)));
}

#[test]
fn the_sample_run_ends_with_the_final_grid() {
    let text = transcript(&ByuConnectFour, &[], "0 7 0 6 0 5 0");
    let before = grid(["........", "........", "X.......", "X.......", "X....OOO"]);
    let after = grid(["........", "X.......", "X.......", "X.......", "X....OOO"]);
    let end = format!("Enter a column: {before}X's turn\nEnter a column: {after}Game finished\n");
    assert!(text.ends_with(&end), "{text}");
}

#[test]
fn the_published_sequence_wins_on_a_falling_line() {
    let text = transcript(&ByuConnectFour, &[], "5 4 3 2 4 3 2 2 3 1 2");
    let last = grid(["........", "..X.....", "..OX....", "..XOX...", ".OOXOX.."]);
    assert!(text.ends_with(&format!("X's turn\nEnter a column: {last}Game finished\n")), "{text}");
    assert_eq!(text.matches("turn\n").count(), 11);
}

#[test]
fn a_full_grid_ends_the_game_as_a_win_does() {
    let text = transcript(&ByuConnectFour, &[], TIE);
    assert_eq!(text.matches("turn\n").count(), 40);
    let (_, last) = text.rsplit_once("Enter a column: ").unwrap();
    assert!(!last.contains('.') && last.ends_with("\n01234567\nGame finished\n"), "{last}");
}

#[test]
fn a_refusal_repeats_the_prompt_but_not_the_grid() {
    let (start, _) = play(&ByuConnectFour, &[], &[]);
    assert!(start.ends_with("01234567\nX's turn\nEnter a column: "));
    for line in ["", "8", "9", "-1", "a", "10", "00", "07", "1.0", "+1", "0 1", " 1", "1 ", "٣", "²", "0\r"]
    {
        let (text, _) = play(&ByuConnectFour, &[], &[line]);
        let after = text.strip_prefix(&start).unwrap();
        assert_eq!(after, "Invalid move. Enter a column number (0-7).\nEnter a column: ", "after {line:?}");
    }
}

#[test]
fn a_full_column_is_refused_and_the_turn_is_kept() {
    let (text, _) = play(&ByuConnectFour, &[], &["3", "3", "3", "3", "3", "3", "4"]);
    assert!(text.contains(
        "O's turn\nEnter a column: Invalid move. Enter a column number (0-7).\nEnter a column: \n0"
    ));
    assert!(text.contains("...XO...\n01234567\nX's turn\n"));
}

#[test]
fn a_full_stop_ends_the_last_line_in_the_other_reading() {
    let lines = ["0", "7", "0", "6", "0", "5", "0"];
    let (plain, _) = play(&ByuConnectFour, &[], &lines);
    let (text, _) = play_with(&ByuConnectFour, "full-stop", &[], &lines);
    assert_eq!(text, plain.replace("finished", "finished."));
}

#[test]
fn a_turn_is_what_was_printed_until_a_line_was_typed() {
    let turns = testing::turns(&ByuConnectFour, &["x"]);
    let events = |turn: &Turn| turn.printed.iter().map(|printed| printed.event).collect::<Vec<_>>();
    let start = ["blank", "header", "row", "row", "row", "row", "row", "header", "turn", "prompt"];
    assert_eq!((events(&turns[0]), turns[0].typed.as_deref()), (start.to_vec(), Some("x")));
    assert_eq!((events(&turns[1]), turns[1].typed.as_deref()), (vec!["refused", "prompt"], None));
}

#[test]
fn arguments_are_refused() {
    let (text, stopped) = play(&ByuConnectFour, &["5", "8"], &[]);
    assert_eq!((text.as_str(), stopped), ("", Err(Stop::Usage("takes no arguments".to_owned()))));
}

#[test]
fn every_line_wins_whichever_cell_comes_last() {
    let positions = won_positions(ROWS, COLUMNS, 4);
    assert_eq!(positions.len(), 25 * 4 + 16 + 20 * 4);
    for moves in positions {
        let mut board = Board::new(ROWS, COLUMNS);
        let cells = moves.iter().map(|&(column, disc)| board.place(column, player(disc)).unwrap());
        let last = cells.last().unwrap();
        assert!(lines_through(&board, last, Bugs::NONE).contains(&last), "{moves:?}");
    }
}

#[test]
fn random_games_end_where_a_naive_check_ends_them() {
    for seed in 0..2000 {
        let (moves, winner) = random_game(ROWS, COLUMNS, 4, seed);
        let mut game = Game::new(ROWS, COLUMNS, Bugs::NONE);
        for &(column, disc) in &moves {
            assert_eq!((game.outcome(), game.player()), (None, player(disc)), "{moves:?}");
            game.play(column).unwrap();
        }
        match game.outcome().unwrap() {
            Outcome::Won { winner: own, .. } => assert_eq!(Some(*own), winner.map(player), "{moves:?}"),
            Outcome::Tied => assert_eq!(winner, None, "{moves:?}"),
        }
    }
}

fn player(disc: char) -> Player {
    if disc == 'X' { Player::X } else { Player::O }
}

#[test]
fn bugs_show_alone_and_together() {
    let play_with_bugs = |bugs: Bugs, words: &str| {
        let lines: Vec<&str> = words.split(' ').collect();
        play_as(&ByuConnectFour, &bugs.into(), &[], &lines).1
    };
    let crash = Err(Stop::crash("ValueError", "invalid literal for int() with base 10: 'a'"));
    let both = Bugs::NONE.with(&NO_VERTICAL).with(&INT_CRASH);
    assert_eq!(play_with_bugs(Bugs::NONE, "0 1 0 1 a 0 1 0"), Ok(()));
    assert_eq!(play_with_bugs(both, "0 1 0 1 0 1 0"), Err(Stop::EndOfInput));
    assert_eq!(play_with_bugs(both, "0 1 0 1 0 1 0 1 a"), crash);
    assert_eq!(play_with_bugs(both.without(&INT_CRASH), "0 1 a"), Err(Stop::EndOfInput));
}
