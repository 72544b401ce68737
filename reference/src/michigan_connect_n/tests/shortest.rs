//! The shortest games that show a bug: without the last line they do not show it.

use super::*;
use crate::michigan_connect_n::bugs::*;

/// Rows, columns, N and target score; then lines, which are separated by commas.
const GAMES: [(&Bug, &str, &str); 56] = [
    (&SCORE_UNCHANGED, "3 4 3 1", "0,1,0,1,0"),
    (&ROWS_ALIASED, "3 4 3 1", "0"),
    (&BOARD_KEPT, "3 4 3 2", "0,1,0,1,0"),
    (&FULL_BY_ONE_COLUMN, "3 4 3 1", "0,0,0"),
    (&FULL_BY_FIRST_CELL, "3 4 3 1", "0,0,0"),
    (&COLUMN_COUNT_ACCEPTED, "3 4 3 1", "4"),
    (&COLUMN_COMPARED_WITH_ROWS, "3 4 3 1", "3"),
    (&PLACED_ON_TOP, "3 4 3 1", "0"),
    (&TOP_ROW_UNUSED, "3 4 3 1", "0,0,0"),
    (&FULL_OVERWRITES, "3 4 3 1", "0,0,0,0"),
    (&FULL_CRASHES, "3 4 3 1", "0,0,0,0"),
    (&FULL_COLUMN_UNTOLD, "3 4 3 1", "0,0,0,0"),
    (&WRONG_COLUMN_UNTOLD, "3 4 3 1", "4"),
    (&NONE_FOR_PLACED, "3 4 3 1", "0"),
    (&BOARD_UPSIDE_DOWN, "3 4 3 1", "0"),
    (&COLOURS_SWAPPED, "3 4 3 1", "0"),
    (&NO_RISING, "5 3 3 1", "2,1,1,2,0,0,2"),
    (&NO_FALLING, "3 5 3 1", "1,2,0,0,2,0,2,1"),
    (&ONLY_HORIZONTAL, "3 4 3 1", "0,1,0,1,0"),
    (&DIAGONALS_FROM_FIRST_COLUMN, "6 4 3 1", "2,2,3,1,3,3"),
    (&DIAGONALS_COMPARED_WITH_ROWS, "4 5 4 1", "2,4,4,1,3,3,4,4,0,3,0,2"),
    (&ROW_MISSES_LAST_COLUMN, "3 4 3 1", "1,1,2,2,3"),
    (&COLUMN_MISSES_TOP_ROW, "3 4 3 1", "0,1,0,1,0"),
    (&ONLY_PLAYER_1_WINS, "3 4 3 1", "0,1,0,1,3,1"),
    (&ONLY_EXACTLY_N, "3 4 3 1", "0,0,1,1,3,3,2"),
    (&ONE_MORE_NEEDED, "3 4 3 1", "0,1,0,1,0"),
    (&ALWAYS_FOUR, "3 4 3 1", "0,1,0,1,0"),
    (&ONE_FEWER_WINS, "3 4 3 1", "0,1,0"),
    (&EMPTY_WINS, "3 4 3 1", "0"),
    (&MARKS_OF_ROW_COUNTED, "3 4 3 1", "0,0,1,1,3"),
    (&ROWS_JOINED, "4 3 3 1", "2,0,0,1,0,2"),
    (&COLUMNS_JOINED, "3 3 3 1", "1,2,2,0,2"),
    (&RISING_WRAPS, "4 3 3 1", "2,0,0,1,0,1,1,0,1"),
    (&LARGE_TARGET_CRASHES, "2 1 3 1", "0"),
    (&LETTERS_CRASH, "3 4 3 1", "a"),
    (&EMPTY_LINE_CRASHES, "3 4 3 1", ""),
    (&LEADING_ZEROS_ACCEPTED, "3 4 3 1", "01"),
    (&INT_ACCEPTED, "3 4 3 1", " 1"),
    (&FULL_LOSES_TURN, "3 4 3 1", "0,0,0,0"),
    (&REFUSAL_LOSES_TURN, "3 4 3 1", "a"),
    (&STARTER_KEPT, "3 4 3 2", "0,1,0,1,3,1"),
    (&TURN_NEVER_BACK, "3 4 3 1", "0,0"),
    (&TIE_OVERLOOKED, "1 2 2 1", "0,1"),
    (&TIE_ENDLESS, "1 2 2 1", "0,1"),
    (&TIE_BEFORE_WIN, "1 1 1 1", "0"),
    (&TIE_UNTOLD, "1 2 2 1", "0,1"),
    (&TIE_SCORES, "1 2 2 1", "0,1"),
    (&FIRST_PLAYER_NAMED, "3 4 3 1", "0,1,0,1,3,1"),
    (&OTHER_PLAYER_SCORES, "3 4 3 1", "0,1,0,1,0"),
    (&FINAL_BOARD_MISSING, "3 4 3 1", "0,1,0,1,0"),
    (&GAME_OVER_MISSING, "3 4 3 1", "0,1,0,1,0"),
    (&FINAL_DETAILS_MISSING, "3 4 3 1", "0,1,0,1,0"),
    (&FINAL_DETAILS_OF_WINNER, "3 4 3 1", "0,1,0,1,0"),
    (&ONLY_FIRST_SCORE_ENDS, "3 4 3 1", "0,1,0,1,3,1"),
    (&ONE_ROUND_TOO_MANY, "3 4 3 1", "0,1,0,1,0"),
    (&ONLY_ONE_ROUND, "3 4 3 2", "0,1,0,1,0"),
];

#[test]
fn the_last_line_of_a_shortest_game_shows_the_bug() {
    for (bug, settings, game) in GAMES {
        let args: Vec<&str> = settings.split(' ').chain(["Ann", "Ben"]).collect();
        let lines: Vec<&str> = game.split(',').collect();
        let shows = |lines: &[&str]| {
            let [plain, buggy] = [Bugs::NONE, Bugs::NONE.with(bug)]
                .map(|bugs| play_as(&MichiganConnectN, &bugs.into(), &args, lines));
            plain != buggy
        };
        assert!(shows(&lines), "{} in {game:?}", bug.id);
        assert!(!shows(&lines[..lines.len() - 1]), "{} already before the end of {game:?}", bug.id);
    }
}
