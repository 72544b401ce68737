//! The shortest games that show a bug: without the last line they do not show it.

use super::*;
use crate::uq_connect4ish::bugs::*;

/// Lines are separated by commas.
const GAMES: [(&Bug, &str); 71] = [
    (&BOARD_TRANSPOSED, "a1"),
    (&UPSIDE_DOWN, "a1"),
    (&BOARD_TWICE, "a1"),
    (&EMPTY_COMMAND_CRASH, ""),
    (&LONE_LETTER_CRASH, "a"),
    (&LETTER_CRASH, "ab"),
    (&SUPERSCRIPT_CRASH, "a²"),
    (&COLUMN_ZERO_ACCEPTED, "a0"),
    (&COLUMN_NINE_ACCEPTED, "a9"),
    (&COLUMN_EIGHT_REFUSED, "a8"),
    (&FIRST_DIGIT_ONLY, "a10"),
    (&NUMBER_OF_ANY_LENGTH, "a10"),
    (&COMMAND_STRIPPED, " a1"),
    (&CAPITALS_REFUSED, "A1"),
    (&LONG_HELP_ACCEPTED, "help"),
    (&COLUMN_BEFORE_FORMAT, "x9"),
    (&TWO_MESSAGES, "x9"),
    (&NO_MESSAGE, "x"),
    (&MESSAGE_TWICE, "x"),
    (&FULL_WITH_ONE_FREE, "a1,a1,a1,a1,a1,a1,a1,a1"),
    (&FULL_WITH_ANY_PIECE, "a1,a1"),
    (&EMPTY_TOLD_BY_TOP, "a1,r1"),
    (&ONLY_X_COUNTS, "a1,a2,r2"),
    (&COLUMN_OFF_BY_ONE, "a1"),
    (&FIRST_EQUAL_COLUMN, "a2"),
    (&ADDED_TO_A_COPY, "a1"),
    (&REMOVED_FROM_A_COPY, "a1,r1"),
    (&FULL_OVERWRITES, "a1,a1,a1,a1,a1,a1,a1,a1,a1"),
    (&FULL_PUSHES_DOWN, "a1,a1,a1,a1,a1,a1,a1,a1,a1"),
    (&POP_LEAVES_A_HOLE, "a1,a1,r1"),
    (&POP_FROM_TOP, "a1,a1,r1"),
    (&POP_NOTHING, "r1"),
    (&POP_ONLY_OWN, "a1,r1"),
    (&MESSAGES_SWAPPED, "r1"),
    (&REFUSAL_UNTOLD, "r1"),
    (&NO_HORIZONTAL, "a1,a1,a2,a2,a3,a3,a4"),
    (&NO_VERTICAL, "a1,a2,a1,a2,a1,a2,a1"),
    (&NO_RISING, "a6,a6,a6,a5,a5,a5,a4,a6,a1,a3,a1,a4"),
    (&NO_FALLING, "a4,a2,a2,a3,a2,a2,a3,a5,a1,a3,a1,a4"),
    (&HORIZONTAL_MISSES_RIGHT, "a5,a1,a6,a1,a7,a1,a8"),
    (&VERTICAL_MISSES_TOP, "a6,a6,a6,a6,a6,a1,a6,a1,a6,a1,a6"),
    (&RISING_MISSES_BOTTOM, "a6,a6,a6,a5,a5,a5,a4,a6,a1,a3,a1,a4"),
    (&FALLING_MISSES_RIGHT, "a5,a6,a7,a8,a1,a7,a5,a1,a6,a6,a5,a5"),
    (&NO_FALLING_FOR_O, "a1,a3,a2,a1,a2,a4,a1,a2,a2,a1,a1,a3"),
    (&EXACTLY_FOUR, "a1,a1,a2,a2,a4,a4,a5,a5,a3"),
    (&THREE_WIN, "a1,a2,a1,a2,a1"),
    (&GAPS_OVERLOOKED, "a1,a1,a2,a2,a3,a3,a5"),
    (&ROWS_JOINED, "a2,a2,a1,a8,a8,a1,a3"),
    (&COLUMNS_JOINED, "a4,a4,a4,a4,a4,a4,a4,a1,a4,a1,a3,a1,a3"),
    (&SIDES_JOINED, "a1,a1,a8,a1,a2,a1,a3"),
    (&TOP_JOINED, "a4,a6,a4,a4,a5,a4,a4,a1,a6,a7,a7,a4,a7,a4,a4"),
    (&DRAW_OVERLOOKED, "a5,a5,a5,a4,a4,a7,a7,a6,a6,r5"),
    (&TWO_LINES_ARE_DRAW, "a8,a1,a5,a6,a5,a6,a6,a1,a5,a7,a7,a1,a5"),
    (&MORE_LINES_WIN, "a8,a6,a7,a8,a8,a7,a7,a8,a5,a8,a8,a6,a5,a5,a6,a7,a6,a1,a7,a1,a5,r5"),
    (&ONLY_MOVER_WINS, "a2,a5,a3,a1,a4,a1,a5,r5"),
    (&ONLY_ADDING_WINS, "a2,a5,a3,a1,a4,a1,a5,r5"),
    (&HELP_ENDS_TURN, "h"),
    (&HELP_FORGETS_BOARD, "h"),
    (&REFUSAL_ENDS_TURN, "r1"),
    (&REFUSAL_SHOWS_BOARD, "r1"),
    (&LAST_BOARD_UNSHOWN, "a1,a2,a1,a2,a1,a2,a1"),
    (&QUIT_NAMES_WINNER, "q"),
    (&QUIT_ENDS_PROGRAM, "q"),
    (&AGAIN_UNASKED, "q"),
    (&BOARD_KEPT, "a1,q,y"),
    (&PLAYER_KEPT, "a1,q,y"),
    (&EMPTY_ANSWER_REPLAYS, "q,"),
    (&ONLY_SMALL_Y_REPLAYS, "q,Y"),
    (&FIRST_LETTER_REPLAYS, "q,yes"),
    (&ANSWER_STRIPPED, "q, y"),
    (&ONLY_N_ENDS, "q,no"),
];

#[test]
fn the_last_line_of_a_shortest_game_shows_the_bug() {
    for (bug, game) in GAMES {
        let lines: Vec<&str> = game.split(',').collect();
        let shows = |lines: &[&str]| {
            let [plain, buggy] = [Bugs::NONE, Bugs::NONE.with(bug)]
                .map(|bugs| play_as(&UqConnect4ish, &bugs.into(), &[], lines));
            plain != buggy
        };
        assert!(shows(&lines), "{} in {game:?}", bug.id);
        assert!(!shows(&lines[..lines.len() - 1]), "{} already before the end of {game:?}", bug.id);
    }
}
