//! The assignment once more, as plainly as can be, with nothing of the reference.

/// Rows from the top; `.` is an open cell.
pub(super) type Grid = [[char; 8]; 5];

/// The four directions of a line, as steps down and right.
const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// What the program prints to these lines, and whether it comes to its end.
pub(super) fn play(lines: &[String]) -> (String, bool) {
    let mut text = String::new();
    let mut grid = [['.'; 8]; 5];
    let mut lines = lines.iter();
    for turn in 0..40 {
        let marker = if turn % 2 == 0 { 'X' } else { 'O' };
        text += &shown(&grid);
        text += &format!("{marker}'s turn\nEnter a column: ");
        let row_and_column = loop {
            let Some(line) = lines.next() else { return (text, false) };
            let column = ["0", "1", "2", "3", "4", "5", "6", "7"].iter().position(|digit| digit == line);
            match column.and_then(|column| Some((lowest_open(&grid, column)?, column))) {
                Some(found) => break found,
                None => text += "Invalid move. Enter a column number (0-7).\nEnter a column: ",
            }
        };
        let (row, column) = row_and_column;
        grid[row][column] = marker;
        if has_four(&grid, marker) {
            break;
        }
    }
    (text + &shown(&grid) + "Game finished\n", true)
}

fn shown(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("\n01234567\n{}\n01234567\n", rows.join("\n"))
}

/// The row in which a marker comes to lie.
pub(super) fn lowest_open(grid: &Grid, column: usize) -> Option<usize> {
    (0..5).rev().find(|&row| grid[row][column] == '.')
}

/// Whether there are four equal markers in a row anywhere.
fn has_four(grid: &Grid, marker: char) -> bool {
    (0..5).any(|row| {
        (0..8).any(|column| {
            STEPS.iter().any(|(down, right)| {
                (0..4).all(|step| at(grid, row + step * down, column + step * right) == marker)
            })
        })
    })
}

/// A cell, or a blank for one off the grid.
fn at(grid: &Grid, row: i32, column: i32) -> char {
    if (0..5).contains(&row) && (0..8).contains(&column) { grid[row as usize][column as usize] } else { ' ' }
}
