//! Wrong ends of games without a winner, and wrong starts of another game.

use super::turns;
use crate::bug::bugs;

bugs! {
    after turns::BUGS;
    family "end":

    QUIT_NAMES_WINNER {
        id: "quit-names-winner", common: 2,
        about: "Announces the other player as the winner when a player quits.",
        hints: [
            "Who has won a game that was quit?",
            "The branch for `q` in `play_game`.",
            "Nobody has won: nothing is printed.",
        ],
    }
    QUIT_ENDS_PROGRAM {
        id: "quit-ends-program", common: 2,
        about: "Ends the program at `q` without offering another game.",
        hints: [
            "What does `q` end: the game or the program?",
            "The branch for `q` in `play_game`.",
            "`play_game` returns, and `main` asks whether to play again.",
        ],
    }
    AGAIN_IN_PLAY_GAME {
        id: "again-in-play-game", common: 2,
        about: "Asks in `play_game` whether to play again.",
        hints: [
            "What does `play_game` do when it is called by itself?",
            "The place of CONTINUE_MESSAGE.",
            "`play_game` plays one game; `main` asks for another.",
        ],
    }
    AGAIN_UNASKED {
        id: "again-unasked", common: 1,
        about: "Never asks whether to play again.",
        hints: [
            "What comes after the end of a game?",
            "What `main` does when `play_game` has returned.",
            "`main` asks with CONTINUE_MESSAGE and begins again after `y` or `Y`.",
        ],
    }
    BOARD_KEPT {
        id: "board-kept", common: 2,
        about: "Begins the next game with the board of the last.",
        hints: [
            "When is the empty board made?",
            "The call of `generate_initial_board`.",
            "Every call of `play_game` makes a new board.",
        ],
    }
    PLAYER_KEPT {
        id: "player-kept", common: 2,
        about: "Begins the next game with the player who would have been next.",
        hints: [
            "Who begins the second game?",
            "The variable that holds the player.",
            "Every call of `play_game` begins with player 1.",
        ],
    }
    EMPTY_ANSWER_REPLAYS {
        id: "empty-answer-replays", common: 2,
        about: "Plays again after an empty answer: asks whether it is `in \"yY\"`.",
        hints: [
            "Is the empty text `in` another text?",
            "The condition in `main`.",
            "Every text holds the empty one: compare with `==`, or look in a list.",
        ],
    }
    ONLY_SMALL_Y_REPLAYS {
        id: "only-small-y-replays", common: 2,
        about: "Takes `Y` for a no.",
        hints: [
            "Which answers mean yes?",
            "The condition in `main`.",
            "`y` and `Y` both begin another game.",
        ],
    }
    FIRST_LETTER_REPLAYS {
        id: "first-letter-replays", common: 1,
        about: "Plays again after every answer that begins with y or Y.",
        hints: [
            "What does your program do after `yes`?",
            "The condition in `main`.",
            "Only the single letters mean yes: compare the whole answer.",
        ],
    }
    ANSWER_STRIPPED {
        id: "answer-stripped", common: 2,
        about: "Removes blanks around the answer, so that `y ` plays again.",
        hints: [
            "Is `y ` the same as `y`?",
            "The calls of `strip` in `main`.",
            "The answer counts as it was typed.",
        ],
    }
    ONLY_N_ENDS {
        id: "only-n-ends", common: 2,
        about: "Plays again after every answer but n and N.",
        hints: [
            "What does your program do after an answer that is neither y nor n?",
            "The condition in `main`.",
            "Whatever is not `y` or `Y` ends the program.",
        ],
    }
}
