//! Games that do not follow the rules.

use super::win;
use crate::bug::bugs;

bugs! {
    after win::BUGS;
    family "game":

    O_MOVES_FIRST {
        id: "o-moves-first", common: 1,
        about: "Lets O make the first move.",
        hints: [
            "Who makes the first move?",
            "Where the game decides whose turn it is.",
            "X moves in turns 0, 2, 4 and so on.",
        ],
    }

    COLUMNS_TYPED_FROM_1 {
        id: "columns-typed-from-1", common: 2,
        about: "Lets the players count the columns from 1.",
        hints: [
            "Which column is played when 0 is typed?",
            "What the game does with the number that was typed.",
            "The players type the index of a column, which counts from 0.",
        ],
    }

    LETTERS_CRASH {
        id: "letters-crash", common: 3,
        about: "Crashes on an answer that is no number.",
        hints: [
            "What does `int` do with a letter?",
            "The line where the answer becomes a number.",
            "`int` raises ValueError for all that is no number: test the text before, or catch the exception.",
        ],
    }

    SECOND_ANSWER_NOT_CHECKED {
        id: "second-answer-not-checked", common: 2,
        about: "Plays the second answer of a turn without checking it.",
        hints: [
            "What if the second answer is wrong too?",
            "The statement that asks for another column.",
            "`if` asks once more, `while` as often as it takes.",
        ],
    }

    REFUSED_MOVE_LOSES_TURN {
        id: "refused-move-loses-turn", common: 2,
        about: "Lets the other player move after a refusal.",
        hints: [
            "Whose turn is it after a bad answer?",
            "What the game does after it has refused a move.",
            "The same player must be asked again within the same turn.",
        ],
    }

    GOES_ON_AFTER_WIN {
        id: "goes-on-after-win", common: 1,
        about: "Plays on until the board is full although a player has won.",
        hints: [
            "What has to happen right after the congratulations?",
            "The loop over the turns.",
            "A win must end the loop.",
        ],
    }

    TIE_NEVER_NOTICED {
        id: "tie-never-noticed", common: 2,
        about: "Asks for columns for ever when the board is full.",
        hints: [
            "Which column can be played on a full board?",
            "The condition of the loop over the turns.",
            "There are at most as many turns as there are spots.",
        ],
    }

    LAST_DISC_NEVER_PLAYED {
        id: "last-disc-never-played", common: 1,
        about: "Ends with a tie when one spot is left.",
        hints: [
            "How many turns does it take to fill the board?",
            "The range of the loop over the turns.",
            "There are `nrows * ncols` turns.",
        ],
    }

    TIE_AFTER_EVERY_GAME {
        id: "tie-after-every-game", common: 1,
        about: "Says that the game is a tie after a win too.",
        hints: [
            "When is a game a tie?",
            "The message after the loop over the turns.",
            "The tie is what `else` is for: it must not be announced when there is a winner.",
        ],
    }

    WRONG_WINNER_NAMED {
        id: "wrong-winner-named", common: 2,
        about: "Names the loser as the winner.",
        hints: [
            "Whose disc was played last when the game is won?",
            "Where the winner is remembered.",
            "The player must be remembered before it is the other one's turn.",
        ],
    }

    CONGRATULATIONS_MISSING {
        id: "congratulations-missing", common: 1,
        about: "Does not congratulate the winner.",
        hints: [
            "What is printed when a move wins?",
            "The test for a win.",
            "The winner is congratulated before the loop ends.",
        ],
    }

    LAST_BOARD_NOT_SHOWN {
        id: "last-board-not-shown", common: 2,
        about: "Does not show the board after the winning move.",
        hints: [
            "What do the players see of the last move?",
            "The order of the steps of a turn.",
            "The board is shown before the test for a win, which may end the loop.",
        ],
    }
}
