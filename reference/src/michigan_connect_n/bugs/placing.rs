//! Marks that are placed in wrong places, and wrong refusals.

use super::board;
use crate::bug::bugs;

bugs! {
    after board::BUGS;
    family "placing":

    NEGATIVE_ACCEPTED {
        id: "negative-accepted", common: 3,
        about: "Takes column -1 for the last column.",
        hints: [
            "Which item has the index -1?",
            "The test of the column at the beginning of `placeMark`.",
            "Negative indices count from the end: a column below 0 must be refused.",
        ],
    }
    COLUMN_COUNT_ACCEPTED {
        id: "column-count-accepted", common: 3,
        about: "Accepts the number of columns as a column, and crashes.",
        hints: [
            "What is the index of the last column?",
            "The comparison with the number of columns in `placeMark`.",
            "The last column is one less than their number: refuse with `>=`, not with `>`.",
        ],
    }
    COLUMN_COMPARED_WITH_ROWS {
        id: "column-compared-with-rows", common: 2,
        about: "Compares a column with the number of rows.",
        hints: [
            "What does your program do on a board that is not square?",
            "The test of the column at the beginning of `placeMark`.",
            "A column is compared with `colNum`, not with `rowNum`.",
        ],
    }
    PLACED_ON_TOP {
        id: "placed-on-top", common: 2,
        about: "Places a mark in the topmost empty cell.",
        hints: [
            "Where does a mark come to lie in an empty column?",
            "The order in which `placeMark` goes through the rows.",
            "The last row is the bottom: begin there and go up.",
        ],
    }
    TOP_ROW_UNUSED {
        id: "top-row-unused", common: 2,
        about: "Never places a mark in the top row.",
        hints: [
            "Is the end of a `range` part of it?",
            "The range of rows in `placeMark`.",
            "To reach row 0 from below, the range must end at -1.",
        ],
    }
    FULL_OVERWRITES {
        id: "full-overwrites", common: 2,
        about: "Replaces the top mark of a full column.",
        hints: [
            "What does `placeMark` do if no cell of the column is empty?",
            "The beginning of `placeMark`.",
            "If the top cell is taken, print the message and return False.",
        ],
    }
    FULL_CRASHES {
        id: "full-crashes", common: 2,
        about: "Looks for an empty cell in a full column until there are no more rows, and crashes.",
        hints: [
            "When does the search for an empty cell end?",
            "The loop of `placeMark`.",
            "A full column has no empty cell: look at the top cell before.",
        ],
    }
    EMPTY_PLACED {
        id: "empty-placed", common: 3,
        about: "Accepts EMPTY as a mark.",
        hints: [
            "Which marks can be placed?",
            "The tests at the beginning of `placeMark`.",
            "For `Notation.EMPTY`, print `invalid marker` and return False.",
        ],
    }
    EMPTY_MARK_UNTOLD {
        id: "empty-mark-untold", common: 2,
        about: "Refuses an EMPTY mark without a word.",
        hints: [
            "What is printed when the mark is EMPTY?",
            "The branch of `placeMark` for EMPTY.",
            "Print `invalid marker` before False is returned.",
        ],
    }
    FULL_COLUMN_UNTOLD {
        id: "full-column-untold", common: 1,
        about: "Refuses a full column without a word.",
        hints: [
            "What is printed when a column is full?",
            "The branch of `placeMark` for full columns.",
            "Print `column is full` before False is returned.",
        ],
    }
    WRONG_COLUMN_UNTOLD {
        id: "wrong-column-untold", common: 2,
        about: "Refuses a column that is not on the board without a word.",
        hints: [
            "What is printed when there is no such column?",
            "The first test of `placeMark`.",
            "Print a message before False is returned.",
        ],
    }
    NONE_FOR_PLACED {
        id: "none-for-placed", common: 2,
        about: "Returns nothing from `placeMark` when the mark was placed, so that the game asks on.",
        hints: [
            "What does a function return that ends without `return`?",
            "The end of `placeMark`.",
            "After the mark is placed, return True: else the caller takes it for refused.",
        ],
    }
}
