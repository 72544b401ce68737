//! Empty grids of a wrong form.

use crate::bug::bugs;

bugs! {
    family "make-grid":

    ROWS_ARE_ONE_LIST {
        id: "rows-are-one-list", common: 3,
        about: "Makes a grid whose rows are one and the same list.",
        hints: [
            "What do the other rows look like after you have changed one of them?",
            "The place in `makeGrid` where the rows are put together.",
            "`[row] * nRows` holds one list several times: each row must be made anew.",
        ],
    }

    GRID_TRANSPOSED {
        id: "grid-transposed", common: 2,
        about: "Makes `nCols` rows of `nRows` locations.",
        hints: [
            "What does your function return for 5 rows and 4 columns?",
            "The two numbers in `makeGrid`.",
            "The number of inner lists is `nRows`, and each of them has `nCols` items.",
        ],
    }

    ONE_ROW_TOO_MANY {
        id: "one-row-too-many", common: 1,
        about: "Makes a grid with one row too many.",
        hints: [
            "How often does your loop over the rows run?",
            "The range of the rows in `makeGrid`.",
            "`range(nRows)` already counts `nRows` rows, from 0 to `nRows - 1`.",
        ],
    }

    EMPTY_IS_A_BLANK {
        id: "empty-is-a-blank", common: 2,
        about: "Makes empty locations of blanks instead of the word `empty`.",
        hints: [
            "Which three strings can be in a grid?",
            "The item that `makeGrid` puts in every location.",
            "An empty location is the string `'empty'`; the blank belongs to `toString`.",
        ],
    }
}
