//! Lines that are not found, or found too late.

use crate::bug::bugs;

bugs! {
    family "win":

    NO_VERTICAL {
        id: "no-vertical", common: 2,
        about: "Never notices a vertical win.",
        hints: [
            "Which index is the same in four markers on top of each other, and which one changes?",
            "The search for vertical lines.",
            "Four equal markers in one column, in rows that follow each other, must end the game.",
        ],
    }

    NO_HORIZONTAL {
        id: "no-horizontal", common: 2,
        about: "Never notices a horizontal win.",
        hints: [
            "Which index is the same in four markers side by side, and which one changes?",
            "The search for horizontal lines.",
            "Four equal markers in one row, in columns that follow each other, must end the game.",
        ],
    }

    NO_RISING {
        id: "no-rising", common: 3,
        about: "Never notices a win on a rising diagonal.",
        hints: [
            "When you go one column to the right on a rising line, how does the row index change?",
            "The search for diagonals that go up to the right.",
            "The next cell of a rising line has column + 1 and row - 1, when row 0 is on top.",
        ],
    }

    NO_FALLING {
        id: "no-falling", common: 3,
        about: "Never notices a win on a falling diagonal.",
        hints: [
            "When you go one column to the right on a falling line, how does the row index change?",
            "The search for diagonals that go down to the right.",
            "The next cell of a falling line has column + 1 and row + 1, when row 0 is on top.",
        ],
    }

    HORIZONTAL_MISSES_LEFT {
        id: "horizontal-misses-left", common: 2,
        about: "Overlooks horizontal lines that begin in column 0.",
        hints: [
            "What is the leftmost column in which four in a row can begin?",
            "The first value of the loop over the columns, in the search for horizontal lines.",
            "The loop begins at column 1; a line can begin in column 0.",
        ],
    }

    HORIZONTAL_MISSES_RIGHT {
        id: "horizontal-misses-right", common: 3,
        about: "Overlooks horizontal lines that end in the last column.",
        hints: [
            "What is the rightmost column in which four in a row can begin?",
            "The last value of the loop over the columns, in the search for horizontal lines.",
            "The loop ends one column too early: `range(4)` leaves out 4, where a line to column 7 begins.",
        ],
    }

    HORIZONTAL_MISSES_TOP {
        id: "horizontal-misses-top", common: 1,
        about: "Overlooks horizontal lines in the top row.",
        hints: [
            "In which rows can a horizontal line lie?",
            "The loop over the rows, in the search for horizontal lines.",
            "The loop leaves out row 0.",
        ],
    }

    HORIZONTAL_MISSES_BOTTOM {
        id: "horizontal-misses-bottom", common: 2,
        about: "Overlooks horizontal lines in the bottom row.",
        hints: [
            "In which rows can a horizontal line lie?",
            "The loop over the rows, in the search for horizontal lines.",
            "The loop leaves out the last row, where most lines are.",
        ],
    }

    VERTICAL_MISSES_TOP {
        id: "vertical-misses-top", common: 1,
        about: "Overlooks vertical lines that end in the top row.",
        hints: [
            "Which rows can the highest marker of a vertical line be in?",
            "The loop over the rows, in the search for vertical lines.",
            "A line can begin in row 0; the loop looks at the lower four rows only.",
        ],
    }

    VERTICAL_MISSES_BOTTOM {
        id: "vertical-misses-bottom", common: 3,
        about: "Overlooks vertical lines that stand on the bottom row.",
        hints: [
            "Which rows can the highest marker of a vertical line be in?",
            "The end of the loop over the rows, in the search for vertical lines.",
            "`range(rows - 4)` is `range(1)`: a line can also begin in row 1, so one more is needed.",
        ],
    }

    VERTICAL_MISSES_LAST_COLUMN {
        id: "vertical-misses-last-column", common: 2,
        about: "Overlooks vertical lines in the last column.",
        hints: [
            "In which columns can a vertical line stand?",
            "The end of the loop over the columns, in the search for vertical lines.",
            "The loop leaves out column 7.",
        ],
    }

    RISING_ONLY_FROM_BOTTOM {
        id: "rising-only-from-bottom", common: 2,
        about: "Finds rising diagonals only if they begin in the bottom row.",
        hints: [
            "Which rows can the lowest marker of a rising line be in?",
            "The loop over the rows, in the search for rising diagonals.",
            "It begins at the bottom row only; the row above is possible too.",
        ],
    }

    RISING_MISSES_BOTTOM {
        id: "rising-misses-bottom", common: 2,
        about: "Overlooks rising diagonals that begin in the bottom row.",
        hints: [
            "Which rows can the lowest marker of a rising line be in?",
            "The bounds of the loop over the rows, in the search for rising diagonals.",
            "The bounds are off by one: a rising line can begin in the last row.",
        ],
    }

    RISING_MISSES_LEFT {
        id: "rising-misses-left", common: 1,
        about: "Overlooks rising diagonals that begin in column 0.",
        hints: [
            "What is the leftmost column in which a rising line can begin?",
            "The first value of the loop over the columns, in the search for rising diagonals.",
            "The loop begins at column 1; a line can begin in column 0.",
        ],
    }

    RISING_MISSES_RIGHT {
        id: "rising-misses-right", common: 2,
        about: "Overlooks rising diagonals that end in the last column.",
        hints: [
            "What is the rightmost column in which a rising line can begin?",
            "The end of the loop over the columns, in the search for rising diagonals.",
            "The loop ends one column too early: a line from column 4 ends in column 7.",
        ],
    }

    FALLING_ONLY_FROM_TOP {
        id: "falling-only-from-top", common: 2,
        about: "Finds falling diagonals only if they begin in the top row.",
        hints: [
            "Which rows can the highest marker of a falling line be in?",
            "The loop over the rows, in the search for falling diagonals.",
            "It begins at the top row only; the row below is possible too.",
        ],
    }

    FALLING_MISSES_TOP {
        id: "falling-misses-top", common: 2,
        about: "Overlooks falling diagonals that begin in the top row.",
        hints: [
            "Which rows can the highest marker of a falling line be in?",
            "The bounds of the loop over the rows, in the search for falling diagonals.",
            "The bounds are off by one: a falling line can begin in row 0.",
        ],
    }

    FALLING_MISSES_LEFT {
        id: "falling-misses-left", common: 2,
        about: "Overlooks falling diagonals that begin in column 0.",
        hints: [
            "What is the leftmost column in which a falling line can begin?",
            "The first value of the loop over the columns, in the search for falling diagonals.",
            "The loop begins at column 1; a line can begin in column 0.",
        ],
    }

    FALLING_MISSES_RIGHT {
        id: "falling-misses-right", common: 2,
        about: "Overlooks falling diagonals that end in the last column.",
        hints: [
            "What is the rightmost column in which a falling line can begin?",
            "The end of the loop over the columns, in the search for falling diagonals.",
            "The loop ends one column too early: a line from column 4 ends in column 7.",
        ],
    }

    FIVE_WIN {
        id: "five-win", common: 1,
        about: "Ends the game only at five in a row.",
        hints: [
            "How many markers in a row win?",
            "The length of a line in the win check.",
            "Four are not enough there: `> 4` in place of `>= 4`, or the last marker counted twice.",
        ],
    }

    EXACTLY_FOUR {
        id: "exactly-four", common: 2,
        about: "Does not take five in a row for a win.",
        hints: [
            "What happens when the last marker joins two and two others?",
            "The comparison of the count with 4.",
            "The count may be more than 4: ask for `>= 4`, not `== 4`.",
        ],
    }

    ONLY_X_WINS {
        id: "only-x-wins", common: 2,
        about: "Never notices that O has won.",
        hints: [
            "Who can win after a move of O?",
            "The call of the win check, or the marker that it compares with.",
            "It looks for X only.",
        ],
    }

    DIAGONALS_ONLY_FOR_X {
        id: "diagonals-only-for-x", common: 1,
        about: "Never notices that O has won on a diagonal.",
        hints: [
            "Which marker does the search for diagonals compare with?",
            "The comparisons in the search for diagonals.",
            "It looks for X only.",
        ],
    }

    ONE_SIDED_HORIZONTAL {
        id: "one-sided-horizontal", common: 2,
        about: "Overlooks horizontal lines whose last marker was put between the others.",
        hints: [
            "What happens when the fourth marker fills a gap?",
            "The counts to the left and to the right of the last marker.",
            "Each side is compared with four alone; both sides belong to one line.",
        ],
    }

    ONE_SIDED_DIAGONALS {
        id: "one-sided-diagonals", common: 2,
        about: "Overlooks diagonals whose last marker was put between the others.",
        hints: [
            "What happens when the fourth marker fills a gap?",
            "The counts up and down a diagonal from the last marker.",
            "Each side is compared with four alone; both sides belong to one line.",
        ],
    }

    DIAGONALS_ONLY_DOWNWARDS {
        id: "diagonals-only-downwards", common: 2,
        about: "Overlooks diagonals whose last marker is not the highest.",
        hints: [
            "Must the last marker of a diagonal be its highest?",
            "The steps from the last marker along a diagonal.",
            "They only go down; the others may lie above it as well.",
        ],
    }

    LATE_WIN {
        id: "late-win", common: 2,
        about: "Notices a win one move late.",
        hints: [
            "When is a win looked for: before or after the marker is placed?",
            "The order of placing a marker and looking for a line.",
            "The grid is searched before the marker is in it.",
        ],
    }

    NO_WIN_BEFORE_SEVEN {
        id: "no-win-before-seven", common: 1,
        about: "Looks for a win only from the seventh move on.",
        hints: [
            "Is the condition under which a win is looked for needed at all?",
            "The condition under which a win is looked for at all.",
            "Nothing goes wrong here, but it would on a game with other rules.",
        ],
    }

    NO_WIN_BEFORE_EIGHT {
        id: "no-win-before-eight", common: 1,
        about: "Looks for a win only from the eighth move on.",
        hints: [
            "What is the smallest number of moves after which X can have won?",
            "The condition under which a win is looked for at all.",
            "X can win with the fourth marker, which is the seventh move.",
        ],
    }
}
