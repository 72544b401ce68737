//! The shortest games that show a bug: without the last line they do not show it.

use super::*;

/// Lines are separated by commas.
const GAMES: [(&Bug, &str); 60] = [
    (&NO_VERTICAL, "0,1,0,1,0,1,0"),
    (&NO_HORIZONTAL, "0,0,1,0,2,0,3"),
    (&NO_RISING, "1,0,3,1,2,2,3,2,3,3"),
    (&NO_FALLING, "0,0,0,0,2,2,1,3,1,1"),
    (&HORIZONTAL_MISSES_RIGHT, "4,0,5,0,6,0,7"),
    (&HORIZONTAL_MISSES_LEFT, "0,0,1,0,2,0,3"),
    (&HORIZONTAL_MISSES_BOTTOM, "0,0,1,0,2,0,3"),
    (&VERTICAL_MISSES_TOP, "0,0,1,0,1,0,1,0"),
    (&VERTICAL_MISSES_BOTTOM, "0,1,0,1,0,1,0"),
    (&VERTICAL_MISSES_LAST_COLUMN, "7,0,7,0,7,0,7"),
    (&RISING_ONLY_FROM_BOTTOM, "0,0,1,2,3,1,3,3,3,3,2,1,2,2"),
    (&RISING_MISSES_BOTTOM, "1,1,2,2,3,0,3,2,3,3"),
    (&RISING_MISSES_RIGHT, "5,6,6,4,7,5,7,6,7,7"),
    (&FALLING_ONLY_FROM_TOP, "0,0,2,2,1,3,1,1,0,0"),
    (&FALLING_MISSES_TOP, "0,0,0,2,2,3,1,3,1,2,1,1,0,0"),
    (&FALLING_MISSES_RIGHT, "4,4,4,4,5,7,5,5,6,6"),
    (&FALLING_MISSES_LEFT, "0,0,0,0,2,2,1,3,1,1"),
    (&HORIZONTAL_WRAPS, "0,0,1,0,2,0,7"),
    (&ROWS_RUN_ON, "0,7,1,0,7,0,2"),
    (&EXACTLY_FOUR, "0,0,1,0,2,0,4,1,3"),
    (&THREE_WIN, "0,0,1,0,2"),
    (&FIVE_WIN, "0,0,1,0,2,0,3"),
    (&ONLY_X_WINS, "0,1,0,2,0,3,1,4"),
    (&DIAGONALS_ONLY_FOR_X, "0,1,2,3,1,2,0,1,0,0"),
    (&ONE_SIDED_HORIZONTAL, "0,0,1,0,3,0,2"),
    (&ONE_SIDED_DIAGONALS, "0,0,2,2,0,3,1,0,1,1"),
    (&DIAGONALS_ONLY_DOWNWARDS, "0,0,2,3,0,0,1,2,1,1"),
    (&LATE_WIN, "0,0,1,0,2,0,3"),
    (&NO_WIN_BEFORE_EIGHT, "0,0,1,0,2,0,3"),
    (&INT_PARSE, "00"),
    (&ISDIGIT_PARSE, "00"),
    (&INT_CRASH, "a"),
    (&ACCEPTS_NEGATIVE, "-1"),
    (&IN_DIGITS, ""),
    (&FIRST_CHARACTER, ""),
    (&ACCEPTS_EIGHT, "8"),
    (&REFUSES_LAST, "7"),
    (&REFUSES_ZERO, "0"),
    (&FLOAT_PARSE, "00"),
    (&STRIPS_BLANKS, " 3"),
    (&EMPTY_CRASH, ""),
    (&FULL_OVERWRITES_TOP, "0,0,0,0,0,0"),
    (&FULL_OVERWRITES_BOTTOM, "0,0,0,0,0,0"),
    (&FULL_CRASHES, "0,0,0,0,0,0"),
    (&FULL_LOSES_TURN, "0,0,0,0,0,0"),
    (&FULL_IS_SILENT, "0,0,0,0,0,0"),
    (&FULL_ONE_EARLY, "0,0,0,0,0"),
    (&FULL_OTHER_MESSAGE, "0,0,0,0,0,0"),
    (&FULL_HANGS, "0,0,0,0,0,0"),
    (&FULL_UNCHECKED_AFTER_BAD, "0,0,0,0,0,8,0"),
    (&FORMAT_UNCHECKED_AFTER_FULL, "0,0,0,0,0,0,8"),
    (&CHECKS_ONCE, "8,-1"),
    (&REFUSAL_LOSES_TURN, "8"),
    (&REFUSAL_REPRINTS_GRID, "8"),
    (&NO_SECOND_PROMPT, "8"),
    (&REFUSAL_WITHOUT_FULL_STOP, "8"),
    (&NO_FINAL_GRID, "0,0,1,0,2,0,3"),
    (&FINISHED_CAPITAL, "0,0,1,0,2,0,3"),
    (&WINNER_MESSAGE, "0,0,1,0,2,0,3"),
    (&EXTRA_PROMPT, "0,0,1,0,2,0,3"),
];

#[test]
fn the_last_line_of_a_shortest_game_shows_the_bug() {
    for (bug, game) in GAMES {
        let lines: Vec<&str> = game.split(',').collect();
        let shows = |lines: &[&str]| {
            let [plain, buggy] = [Bugs::NONE, Bugs::NONE.with(bug)]
                .map(|bugs| play_as(&ByuConnectFour, &bugs.into(), &[], lines));
            plain != buggy
        };
        assert!(shows(&lines), "{} in {game:?}", bug.id);
        assert!(!shows(&lines[..lines.len() - 1]), "{} already before the end of {game:?}", bug.id);
    }
}
