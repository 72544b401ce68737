//! Tests the published grid, byte for byte, the steps of the game, and every line of the grid.

mod inputs;
mod naive;
mod with_bugs;

use super::grid::{Checker, Grid};
use super::picture::Picture;
use super::win::win;
use super::*;
use crate::Value;
use crate::session::testing::check;
use crate::testing::{answers, play, random_game, transcript, won_positions};

#[test]
fn the_published_grid_is_shown_as_published() {
    let mut grid = Grid::new(4, 5, Bugs::NONE);
    assert!(
        is_played(&mut grid, 1, Checker::Red)
            && is_played(&mut grid, 1, Checker::Black)
            && is_played(&mut grid, 3, Checker::Red)
    );
    assert_eq!(
        Picture { grid: &grid, bugs: Bugs::NONE }.to_string(),
        "|     |0\n|     |1\n| O   |2\n| X X |3\n+-----+\n 01234"
    );
}

#[test]
fn a_game_shows_the_grid_after_each_move_and_counts_the_moves_of_both() {
    let text = transcript(&CarletonConnect4, &[], "4,4 0 1 0 1 0 1 0 quit");
    let start = "What size of game do you want to play? Red, which column to play? \
                 |    |0\n|    |1\n|    |2\n|X   |3\n+----+\n 0123\nBlack, which column to play? |    |0\n";
    assert!(text.starts_with(start), "{text}");
    let end = "Red, which column to play? |X   |0\n|XO  |1\n|XO  |2\n|XO  |3\n+----+\n 0123\n\
               Red wins the game after 7 moves\nWhat size of game do you want to play? Thanks for playing\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn the_size_may_have_blanks_around_its_numbers_and_the_comma() {
    for size in ["5,6", "5, 6", " 5 , 6 ", "5 ,6", "\t5,   6"] {
        let (text, _) = play(&CarletonConnect4, &[], &[size, "0"]);
        assert!(text.contains("|X     |4\n+------+\n 012345\n"), "after {size:?}");
    }
}

#[test]
fn a_size_that_no_grid_has_is_asked_again() {
    for size in ["", "4", "3,4", "4,11", "four,4", "4,4,4"] {
        let (text, stopped) = play(&CarletonConnect4, &[], &[size]);
        assert_eq!(text, "What size of game do you want to play? ".repeat(2));
        assert_eq!(stopped, Err(Stop::EndOfInput));
    }
}

#[test]
fn a_refusal_asks_the_same_player_again_and_is_no_move() {
    let (start, _) = play(&CarletonConnect4, &[], &["4,6"]);
    for line in ["-1", "6", "10", "a", ""] {
        let (text, _) = play(&CarletonConnect4, &[], &["4,6", line]);
        let after = text.strip_prefix(&start).unwrap();
        assert_eq!(after, "That was an invalid move\nRed, which column to play? ", "after {line:?}");
    }
    let text = transcript(&CarletonConnect4, &[], "4,6 0 0 0 0 0 1 2 1 2 -1 1 2 6 1 quit");
    assert_eq!(text.matches("invalid").count(), 3, "{text}");
    assert!(text.contains("Red wins the game after 11 moves\n"), "{text}");
}

#[test]
fn black_can_win() {
    let text = transcript(&CarletonConnect4, &[], "4,4 0 1 0 1 0 1 2 1 quit");
    assert!(text.contains(" 0123\nBlack wins the game after 8 moves\nWhat size"), "{text}");
}

#[test]
fn a_full_grid_is_a_tie_and_the_next_game_starts_anew() {
    let tie = "0 1 0 1 1 0 1 0 2 3 2 3 3 2 3 2";
    let text = transcript(&CarletonConnect4, &[], &format!("4,4 {tie} 5,4 0 1 0 1 0 1 0 quit"));
    let (first, second) = text.split_once("The game is a tie\n").unwrap();
    assert!(first.ends_with("|XOXO|3\n+----+\n 0123\n"), "{first}");
    let grid = "|    |0\n|    |1\n|    |2\n|    |3\n|X   |4\n";
    let start = format!("What size of game do you want to play? Red, which column to play? {grid}");
    assert!(second.starts_with(&start), "{second}");
    assert!(second.contains("Red wins the game after 7 moves\n"));
}

#[test]
fn the_last_move_can_win() {
    let (moves, winner) = (0..).map(|seed| random_game(4, 4, 4, seed)).find(is_won_when_full).unwrap();
    let columns: Vec<_> = moves.iter().map(|(column, _)| column.to_string()).collect();
    let text = transcript(&CarletonConnect4, &[], &format!("4,4 {} quit", columns.join(" ")));
    assert_eq!(winner, Some('O'));
    assert!(text.contains("Black wins the game after 16 moves\n") && !text.contains("tie"), "{text}");
}

fn is_won_when_full((moves, winner): &(Vec<(usize, char)>, Option<char>)) -> bool {
    moves.len() == 16 && winner.is_some()
}

#[test]
fn both_players_can_quit() {
    let parting = "which column to play? Thanks for playing\n";
    assert!(transcript(&CarletonConnect4, &[], "4,4 quit").ends_with(&format!("Red, {parting}")));
    assert!(transcript(&CarletonConnect4, &[], "4,4 0 quit").ends_with(&format!("Black, {parting}")));
}

#[test]
fn a_column_out_of_range_or_without_a_checker_wins_nothing() {
    let mut grid = Grid::new(4, 6, Bugs::NONE);
    (0..4).for_each(|_| assert!(is_played(&mut grid, 5, Checker::Black)));
    assert_eq!(winner_at(&grid, 5), Some(Checker::Black));
    assert!([-1, 0, 4, 6].into_iter().all(|column| winner_at(&grid, column).is_none()));
    let before = grid.clone();
    assert!([-1, 5, 6].into_iter().all(|column| !is_played(&mut grid, column, Checker::Red)));
    assert_eq!(grid, before);
}

#[test]
fn every_line_wins_whichever_cell_comes_last() {
    for (rows, columns) in [(4, 4), (6, 7), (10, 4), (4, 10)] {
        for moves in won_positions(rows, columns, 4) {
            let mut grid = Grid::new(rows, columns, Bugs::NONE);
            moves
                .iter()
                .for_each(|&(column, disc)| assert!(is_played(&mut grid, column as i64, checker(disc))));
            let (last, _) = moves[moves.len() - 1];
            assert_eq!(winner_at(&grid, last as i64), Some(Checker::Red), "{moves:?}");
        }
    }
}

#[test]
fn random_games_end_where_a_naive_check_ends_them() {
    for (rows, columns) in [(4, 4), (6, 7), (10, 5), (4, 10)] {
        for seed in 0..300 {
            let (moves, winner) = random_game(rows, columns, 4, seed);
            let mut grid = Grid::new(rows, columns, Bugs::NONE);
            for (played, &(column, disc)) in moves.iter().enumerate() {
                assert!(!grid.is_full() && is_played(&mut grid, column as i64, checker(disc)), "{moves:?}");
                let is_last = played + 1 == moves.len();
                let expected = winner.filter(|_| is_last).map(checker);
                assert_eq!(winner_at(&grid, column as i64), expected, "{moves:?}");
            }
        }
    }
}

#[test]
fn the_examples_are_answered_as_shown() {
    check(python::MODULES, include_str!("../examples.txt"));
}

#[test]
fn the_game_is_played_in_a_session() {
    let stdin = ["4,4", "0", "quit", "left over"];
    let game = answers(&CarletonConnect4, "c4game", "", &["main()", "main()"], &stdin).unwrap();
    let (text, _) = play(&CarletonConnect4, &[], &stdin[..3]);
    assert_eq!((game[0].value.clone(), game[0].printed.as_str()), (Some(Value::None), text.as_str()));
    let raised = game[1].raised.as_ref().map(|raised| (raised.class.as_str(), raised.message.as_str()));
    assert_eq!(raised, Some(("EOFError", "EOF when reading a line")));
}

#[test]
fn a_grid_that_the_assignment_does_not_define_is_refused() {
    for (line, complaint) in [
        ("win([['red', 'blue']], 0)", "`grid` is `[['red', 'blue']]`: pass a list of lists"),
        ("play(makeGrid(4, 4), 0, 'empty')", "`checker` is `'empty'`: pass `'red'` or `'black'`"),
        ("toString([])", "`grid` is `[]`: pass a list of lists"),
    ] {
        let error = answers(&CarletonConnect4, "connect4", "", &[line], &[]).unwrap_err();
        assert!(error.message.contains(complaint), "{}", error.message);
    }
}

fn is_played(grid: &mut Grid, column: i64, checker: Checker) -> bool {
    grid.play(column, checker, Bugs::NONE).unwrap()
}

fn winner_at(grid: &Grid, column: i64) -> Option<Checker> {
    win(grid, column, Bugs::NONE).unwrap()
}

fn checker(disc: char) -> Checker {
    if disc == 'X' { Checker::Red } else { Checker::Black }
}
