//! A second implementation of the assignment, as simple as possible, which shares no code with the reference.

/// The rows from the top; `.` is an open cell.
pub(super) type Grid = [[char; 8]; 5];

/// Returns the output of the program for these lines, and whether it ends.
pub(super) fn play(lines: &[String]) -> (String, bool) {
    let (text, end) = play_to_end(lines, shown);
    match end {
        Some((grid, _)) => (text + &shown(&grid) + "Game finished\n", true),
        None => (text, false),
    }
}

/// Returns the same for the program with all extensions.
pub(super) fn play_above_and_beyond(lines: &[String]) -> (String, bool) {
    let in_lower_case = |grid: &Grid| shown(grid).replace('X', "x").replace('O', "o");
    let (text, end) = play_to_end(lines, in_lower_case);
    let Some((grid, winner)) = end else { return (text, false) };
    let mut grid_at_end = grid.map(|row| row.map(|cell| cell.to_ascii_lowercase()));
    for (row, column) in fours(&grid, winner) {
        grid_at_end[row][column] = winner;
    }
    let outcome = if winner == '.' { "Tie game!".to_owned() } else { format!("{winner} wins!") };
    (format!("{text}{}{outcome}\nGame finished\n", shown(&grid_at_end)), true)
}

/// Returns the output before the final grid and, if there is one, that grid with the winner, or `.` for a tie.
fn play_to_end(lines: &[String], shown: impl Fn(&Grid) -> String) -> (String, Option<(Grid, char)>) {
    let mut text = String::new();
    let mut grid = [['.'; 8]; 5];
    let mut lines = lines.iter();
    for turn in 0..40 {
        let marker = if turn % 2 == 0 { 'X' } else { 'O' };
        text += &shown(&grid);
        text += &format!("{marker}'s turn\nEnter a column: ");
        let (row, column) = loop {
            let Some(line) = lines.next() else { return (text, None) };
            let column = ["0", "1", "2", "3", "4", "5", "6", "7"].iter().position(|digit| digit == line);
            match column.and_then(|column| Some((lowest_open(&grid, column)?, column))) {
                Some(found) => break found,
                None => text += "Invalid move. Enter a column number (0-7).\nEnter a column: ",
            }
        };
        grid[row][column] = marker;
        if !fours(&grid, marker).is_empty() {
            return (text, Some((grid, marker)));
        }
    }
    (text, Some((grid, '.')))
}

fn shown(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("\n01234567\n{}\n01234567\n", rows.join("\n"))
}

/// Returns the row of the next marker in a column.
pub(super) fn lowest_open(grid: &Grid, column: usize) -> Option<usize> {
    (0..5).rev().find(|&row| grid[row][column] == '.')
}

/// Returns the cells of all lines of four such markers, some of them several times.
fn fours(grid: &Grid, marker: char) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, column) in (0..5).flat_map(|row| (0..8).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
            let four = [0, 1, 2, 3].map(|step| (row + step * down, column + step * right));
            if four.iter().all(|&(row, column)| at(grid, row, column) == marker) {
                cells.extend(four.map(|(row, column)| (row as usize, column as usize)));
            }
        }
    }
    cells
}

/// Returns a cell, or a blank for one off the grid.
fn at(grid: &Grid, row: i32, column: i32) -> char {
    if (0..5).contains(&row) && (0..8).contains(&column) { grid[row as usize][column as usize] } else { ' ' }
}
