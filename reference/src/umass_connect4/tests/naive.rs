//! A second implementation of the assignment, as simple as possible, which shares no code with the reference.

use crate::testing::guided::Rows;

/// The four directions of a line, as steps down and right.
const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

pub(super) fn make_empty_board(nrows: usize, ncols: usize) -> Rows {
    vec![vec!['.'; ncols]; nrows]
}

/// Returns the output of `print_board`.
pub(super) fn print_board(board: &Rows) -> String {
    let mut text = String::new();
    for (number, row) in board.iter().enumerate() {
        if number != 0 {
            text += &"---+".repeat(row.len() - 1);
            text += "---\n";
        }
        for (column, &spot) in row.iter().enumerate() {
            let end = if column == row.len() - 1 { "\n" } else { "|" };
            text += &format!(" {} {end}", if spot == '.' { ' ' } else { spot });
        }
    }
    text
}

pub(super) fn verify_board(board: &Rows) -> bool {
    let mut ahead = 0_i32;
    for row in 0..board.len() {
        for column in 0..board[0].len() {
            match board[row][column] {
                'X' => ahead += 1,
                'O' => ahead -= 1,
                _ => continue,
            }
            if row + 1 < board.len() && board[row + 1][column] == '.' {
                return false;
            }
        }
    }
    ahead == -1 || ahead == 0 || ahead == 1
}

pub(super) fn verify_move(board: &Rows, column: i64) -> bool {
    (0..board[0].len()).any(|existing| existing as i64 == column && board[0][existing] == '.')
}

pub(super) fn update_board(board: &mut Rows, column: usize, disc: char) {
    let mut row = 0;
    while row + 1 < board.len() && board[row + 1][column] == '.' {
        row += 1;
    }
    board[row][column] = disc;
}

pub(super) fn has_won(board: &Rows, column: usize) -> bool {
    let Some(row) = (0..board.len()).find(|&row| board[row][column] != '.') else { return false };
    let (row, column) = (row as i32, column as i32);
    let disc = at(board, row, column);
    STEPS.iter().any(|(down, right)| {
        (-3..=0).any(|first| {
            (first..first + 4).all(|step| at(board, row + step * down, column + step * right) == disc)
        })
    })
}

/// Returns a spot, or a blank for one off the board.
fn at(board: &Rows, row: i32, column: i32) -> char {
    let spot = |row: usize, column: usize| board.get(row)?.get(column).copied();
    let [row, column] = [row, column].map(usize::try_from);
    row.ok().zip(column.ok()).and_then(|(row, column)| spot(row, column)).unwrap_or(' ')
}

/// Returns the output of the game for these lines, and whether it ends.
pub(super) fn play(nrows: usize, ncols: usize, lines: &[String]) -> (String, bool) {
    let mut text = String::new();
    let mut board = make_empty_board(nrows, ncols);
    let mut lines = lines.iter();
    for turn in 0..nrows * ncols {
        let disc = if turn % 2 == 0 { 'X' } else { 'O' };
        let column = loop {
            text += &format!("Player {disc}, enter the column index: ");
            let Some(line) = lines.next() else { return (text, false) };
            match line.trim().parse::<i64>() {
                Ok(column) if verify_move(&board, column) => break column as usize,
                _ => text += "Invalid move\n",
            }
        };
        update_board(&mut board, column, disc);
        text += &print_board(&board);
        if has_won(&board, column) {
            return (format!("{text}Congratulations!\nThe winner is {disc}\n"), true);
        }
    }
    (text + "The game is a tie\n", true)
}
