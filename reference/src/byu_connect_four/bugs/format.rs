//! Wrong output in a game with valid input.

use super::re_prompt;
use crate::bug::bugs;

bugs! {
    after re_prompt::BUGS;
    family "format":

    O_FIRST {
        id: "o-first", common: 1,
        about: "Lets O move first.",
        hints: [
            "Who goes first?",
            "The player that the program begins with.",
            "X has the first turn.",
        ],
    }

    NO_BLANK_LINE {
        id: "no-blank-line", common: 2,
        about: "Prints no empty line before the grid.",
        hints: [
            "What is printed before the numbers of the columns?",
            "The function that prints the grid.",
            "An empty line comes first, each time.",
        ],
    }

    NO_BLANK_LINE_AT_START {
        id: "no-blank-line-at-start", common: 1,
        about: "Prints no empty line before the first grid.",
        hints: [
            "What are the very first bytes of the output?",
            "What is printed before the loop over the turns.",
            "An empty line comes before the first grid too.",
        ],
    }

    NO_BLANK_LINE_AT_END {
        id: "no-blank-line-at-end", common: 2,
        about: "Prints no empty line before the final grid.",
        hints: [
            "How does the final grid begin?",
            "What is printed after the loop over the turns.",
            "An empty line comes before the final grid too.",
        ],
    }

    NO_FOOTER {
        id: "no-footer", common: 3,
        about: "Leaves out the numbers below the grid.",
        hints: [
            "What is printed below the bottom row?",
            "The function that prints the grid.",
            "The numbers of the columns stand above and below the grid.",
        ],
    }

    HEADER_FROM_ONE {
        id: "header-from-one", common: 1,
        about: "Numbers the columns from 1.",
        hints: [
            "What is the number of the first column?",
            "The line with the numbers of the columns.",
            "It is `01234567`.",
        ],
    }

    UPSIDE_DOWN {
        id: "upside-down", common: 1,
        about: "Prints the bottom row on top.",
        hints: [
            "Where does the first marker appear?",
            "The order in which the rows are printed, or the row that a marker falls to.",
            "Markers fall down: the last row that is printed fills first.",
        ],
    }

    LOWER_CASE_MARKERS {
        id: "lower-case-markers", common: 2,
        about: "Shows the markers in lower case.",
        hints: [
            "What does a marker look like on the grid?",
            "What is stored or printed for a marker.",
            "Markers are the capitals `X` and `O`.",
        ],
    }

    BLANKS_FOR_DOTS {
        id: "blanks-for-dots", common: 2,
        about: "Shows empty cells as blanks.",
        hints: [
            "What does an empty cell look like?",
            "What the grid is filled with at first.",
            "An empty cell is a dot.",
        ],
    }

    SPACED_CELLS {
        id: "spaced-cells", common: 2,
        about: "Prints blanks between the cells.",
        hints: [
            "How many characters has a row of the grid?",
            "How the cells of a row are joined.",
            "There is nothing between the cells: a row has eight characters.",
        ],
    }

    BLANK_AFTER_ROWS {
        id: "blank-after-rows", common: 2,
        about: "Prints a blank at the end of every row.",
        hints: [
            "How many characters has a row of the grid?",
            "How the cells of a row are printed.",
            "A blank follows the last cell: a row has eight characters.",
        ],
    }

    TURN_CAPITAL {
        id: "turn-capital", common: 1,
        about: "Prints `X's Turn` with a capital.",
        hints: [
            "How exactly does the line with the turn read?",
            "The text of the line with the turn.",
            "It is `X's turn`, with a small letter.",
        ],
    }

    CURLY_APOSTROPHE {
        id: "curly-apostrophe", common: 1,
        about: "Prints the turn with a typographic apostrophe.",
        hints: [
            "Which key makes the apostrophe in the line with the turn?",
            "The text of the line with the turn.",
            "It was copied from a text with curly apostrophes; it must be the straight one.",
        ],
    }

    PROMPT_ENDS_LINE {
        id: "prompt-ends-line", common: 3,
        about: "Ends the line after the prompt.",
        hints: [
            "Where does the cursor stand when a column is asked for?",
            "How the prompt is printed.",
            "`print` ends the line: give the prompt to `input`.",
        ],
    }

    PROMPT_WITHOUT_BLANK {
        id: "prompt-without-blank", common: 3,
        about: "Leaves out the blank at the end of the prompt.",
        hints: [
            "Where does the cursor stand when a column is asked for?",
            "The text of the prompt.",
            "A blank follows the colon.",
        ],
    }

    NO_FINAL_GRID {
        id: "no-final-grid", common: 2,
        about: "Does not print the final grid.",
        hints: [
            "What is printed between the last prompt and `Game finished`?",
            "What follows the loop over the turns.",
            "The grid is printed once more, with the last marker in it.",
        ],
    }

    NO_FINAL_GRID_ON_WIN {
        id: "no-final-grid-on-win", common: 2,
        about: "Does not print the final grid of a game that was won.",
        hints: [
            "What is printed between the winning move and `Game finished`?",
            "What follows when a line is found.",
            "The grid is printed once more, with the winning marker in it.",
        ],
    }

    NO_FINAL_GRID_ON_TIE {
        id: "no-final-grid-on-tie", common: 1,
        about: "Does not print the final grid of a tie.",
        hints: [
            "What is printed between the last move of a tie and `Game finished`?",
            "What follows when the grid is full.",
            "The grid is printed once more, with the last marker in it.",
        ],
    }

    FINISHED_CAPITAL {
        id: "finished-capital", common: 1,
        about: "Prints `Game Finished` with two capitals.",
        hints: [
            "How exactly does the last line read?",
            "The text of the last line.",
            "It is `Game finished`.",
        ],
    }

    GAME_OVER {
        id: "game-over", common: 1,
        about: "Prints `Game over` as its last line.",
        hints: [
            "How exactly does the last line read?",
            "The text of the last line.",
            "It is `Game finished`.",
        ],
    }

    WINNER_MESSAGE {
        id: "winner-message", common: 2,
        about: "Names the winner.",
        hints: [
            "Does the handout ask for the name of the winner?",
            "What is printed when a line is found.",
            "The line with the winner is too much: only `Game finished` follows the final grid.",
        ],
    }

    TIE_MESSAGE {
        id: "tie-message", common: 2,
        about: "Says that the game is a tie.",
        hints: [
            "Does the handout ask for a message about ties?",
            "What is printed when the grid is full.",
            "The line about the tie is too much: only `Game finished` follows the final grid.",
        ],
    }

    EXTRA_PROMPT {
        id: "extra-prompt", common: 2,
        about: "Prompts once more after the game is over.",
        hints: [
            "Which is the first thing that happens after the winning move?",
            "Where the loop over the turns asks whether the game is over.",
            "The condition is tested one prompt too late.",
        ],
    }

    TURN_AFTER_END {
        id: "turn-after-end", common: 2,
        about: "Prints whose turn it is after the final grid.",
        hints: [
            "Whose turn is it when the game is over?",
            "What is printed together with the grid.",
            "The line with the turn follows the final grid as well; it belongs to the loop.",
        ],
    }
}
