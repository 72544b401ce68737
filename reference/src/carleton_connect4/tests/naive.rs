//! A second implementation of the assignment, as simple as possible, which shares no code with the reference.

/// A grid as a Python program stores it.
pub(super) type Words = Vec<Vec<&'static str>>;

/// The four directions of a line, as steps down and right.
const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

pub(super) fn make_grid(rows: usize, columns: usize) -> Words {
    vec![vec!["empty"; columns]; rows]
}

pub(super) fn play(grid: &mut Words, column: i64, checker: &'static str) -> bool {
    for row in grid.iter_mut().rev() {
        for (number, location) in row.iter_mut().enumerate() {
            if number as i64 == column && *location == "empty" {
                *location = checker;
                return true;
            }
        }
    }
    false
}

pub(super) fn win(grid: &Words, column: i64) -> &'static str {
    let last = (0..grid.len() as i32).find(|&row| !["empty", ""].contains(&at(grid, row, column as i32)));
    let Some(row) = last else { return "empty" };
    let checker = at(grid, row, column as i32);
    let is_line = STEPS.iter().any(|(down, right)| {
        (-3..=0).any(|first| {
            let mut places = (first..first + 4).map(|step| (row + step * down, column as i32 + step * right));
            places.all(|(row, column)| at(grid, row, column) == checker)
        })
    });
    if is_line { checker } else { "empty" }
}

/// Returns a location, or an empty text for one off the grid.
fn at(grid: &Words, row: i32, column: i32) -> &'static str {
    let location = |row: usize, column: usize| grid.get(row)?.get(column).copied();
    let [row, column] = [row, column].map(usize::try_from);
    row.ok().zip(column.ok()).and_then(|(row, column)| location(row, column)).unwrap_or("")
}

pub(super) fn to_string(grid: &Words) -> String {
    let mut text = String::new();
    for (number, row) in grid.iter().enumerate() {
        text.push('|');
        for location in row {
            text.push(if *location == "red" {
                'X'
            } else if *location == "black" {
                'O'
            } else {
                ' '
            });
        }
        text += &format!("|{number}\n");
    }
    text.push('+');
    for _ in &grid[0] {
        text.push('-');
    }
    text += "+\n ";
    text + &"0123456789"[..grid[0].len()]
}

/// Returns the output of the program for these lines, and whether it ends.
pub(super) fn main(lines: &[String]) -> (String, bool) {
    let mut text = String::new();
    let mut lines = lines.iter().map(|line| line.trim());
    loop {
        text += "What size of game do you want to play? ";
        let Some(line) = lines.next() else { return (text, false) };
        if line == "quit" {
            return (text + "Thanks for playing\n", true);
        }
        let size: Vec<Option<usize>> = line.split(',').map(|number| number.trim().parse().ok()).collect();
        let [Some(rows @ 4..=10), Some(columns @ 4..=10)] = size[..] else { continue };
        match one_game(make_grid(rows, columns), &mut lines, &mut text) {
            Some(true) => {}
            Some(false) => return (text + "Thanks for playing\n", true),
            None => return (text, false),
        }
    }
}

/// Plays a game; false if the users quit, `None` if the input ends.
fn one_game<'a>(
    mut grid: Words,
    lines: &mut impl Iterator<Item = &'a str>,
    text: &mut String,
) -> Option<bool> {
    let mut moves = 0;
    while grid[0].contains(&"empty") {
        let (checker, player) = [("red", "Red"), ("black", "Black")][moves % 2];
        *text += &format!("{player}, which column to play? ");
        let line = lines.next()?;
        if line == "quit" {
            return Some(false);
        }
        let Some(column) = line.parse().ok().filter(|&column| play(&mut grid, column, checker)) else {
            *text += "That was an invalid move\n";
            continue;
        };
        moves += 1;
        *text += &format!("{}\n", to_string(&grid));
        if win(&grid, column) != "empty" {
            *text += &format!("{player} wins the game after {moves} moves\n");
            return Some(true);
        }
    }
    *text += "The game is a tie\n";
    Some(true)
}
