//! Games on a grid of any size, played towards a goal, because random games miss the rarer bugs.
//!
//! Goals are lines, and false lines that programs with bugs find.

use super::Move;
use super::random::Random;

/// A cell, as row and column.
type Place = (usize, usize);

/// The rows from the top; `.` is an open cell.
pub(crate) type Rows = Vec<Vec<char>>;

/// Cells that a player should get, one of them with the last move.
struct Goal {
    cells: Vec<Place>,
    last: Place,
    disc: char,
}

/// The aim of a game.
enum Aim {
    /// A player gets the cells of a goal.
    Goal(Goal),
    /// The grid is filled, and only the last disc may complete a line.
    Fill,
    /// No aim.
    Nothing,
}

/// Plays a game of `X` and `O` until there is a line of four or the grid is full.
pub(crate) fn guided_game(random: &mut Random, rows: usize, columns: usize) -> Vec<Move> {
    /// The largest grid that is filled; larger ones can hardly be filled without a line.
    const FILLED: usize = 42;
    loop {
        let aim = match random.below(100) {
            0..65 => match Goal::new(random, rows, columns) {
                Some(goal) => Aim::Goal(goal),
                None => continue,
            },
            65..85 if rows * columns <= FILLED => Aim::Fill,
            _ => Aim::Nothing,
        };
        if let Some(moves) = play(random, rows, columns, &aim) {
            return moves;
        }
    }
}

/// Returns the grid after these moves.
pub(crate) fn grid_after(moves: &[Move], rows: usize, columns: usize) -> Rows {
    let mut grid = vec![vec!['.'; columns]; rows];
    for &(column, disc) in moves {
        if let Some(row) = lowest_open(&grid, column) {
            grid[row][column] = disc;
        }
    }
    grid
}

/// Returns the row of the next disc in a column.
pub(crate) fn lowest_open(grid: &Rows, column: usize) -> Option<usize> {
    (0..grid.len()).rev().find(|&row| grid[row][column] == '.')
}

impl Goal {
    /// Draws a goal; `None` if it cannot be reached.
    fn new(random: &mut Random, rows: usize, columns: usize) -> Option<Self> {
        let start = (random.below(rows), random.below(columns));
        let cells = match random.below(10) {
            0 => some_of_a_row(random, start.0, columns),
            1 => across_two_rows(start, rows, columns),
            _ => {
                let step = *random.pick(&[(0, 1), (1, 0), (1, 1), (-1, 1)]);
                let length = *random.pick(&[4, 4, 5]);
                around_the_edges(start, step, length, (rows, columns))
            }
        };
        let last = *random.pick(&cells);
        let is_under_another = cells.iter().any(|cell| cell.1 == last.1 && cell.0 < last.0);
        let disc = *random.pick(&['X', 'O']);
        (!is_under_another).then_some(Self { cells, last, disc })
    }

    fn is_reached(&self, grid: &Rows) -> bool {
        grid[self.last.0][self.last.1] == self.disc && self.is_nearly_reached(grid)
    }

    fn is_nearly_reached(&self, grid: &Rows) -> bool {
        self.cells.iter().all(|&(row, column)| (row, column) == self.last || grid[row][column] == self.disc)
    }
}

/// Returns four cells of a row, anywhere.
fn some_of_a_row(random: &mut Random, row: usize, columns: usize) -> Vec<Place> {
    let mut cells: Vec<Place> = (0..columns).map(|column| (row, column)).collect();
    while cells.len() > 4 {
        cells.swap_remove(random.below(cells.len()));
    }
    cells
}

/// Returns four cells in reading order.
fn across_two_rows((row, column): Place, rows: usize, columns: usize) -> Vec<Place> {
    let first = row * columns + column;
    (first..first + 4).map(|place| (place / columns % rows, place % columns)).collect()
}

/// Returns cells in one direction, which continue at the opposite edge.
fn around_the_edges(
    (row, column): Place,
    (down, right): (isize, isize),
    length: isize,
    (rows, columns): (usize, usize),
) -> Vec<Place> {
    let around = |from: usize, by: isize, end: usize| (from as isize + by).rem_euclid(end as isize) as usize;
    let mut cells: Vec<Place> = (0..length)
        .map(|step| (around(row, step * down, rows), around(column, step * right, columns)))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl Aim {
    /// Tells whether a disc there does not spoil the goal; `wins` tells whether it completes a line.
    fn allows(&self, grid: &Rows, place: Place, disc: char, wins: bool) -> bool {
        match self {
            Self::Nothing => true,
            Self::Fill => !wins || grid.iter().flatten().filter(|&&cell| cell == '.').count() == 1,
            Self::Goal(goal) if goal.is_reached(grid) => true,
            Self::Goal(goal) if place == goal.last => disc == goal.disc && goal.is_nearly_reached(grid),
            Self::Goal(goal) => !wins && (disc == goal.disc || !goal.cells.contains(&place)),
        }
    }

    /// Returns how much a disc there helps.
    fn interest(&self, grid: &Rows, (_, column): Place) -> usize {
        match self {
            Self::Goal(goal) if !goal.is_reached(grid) => {
                let is_wanted = |&&(row, wanted): &&Place| wanted == column && grid[row][column] == '.';
                1 + 9 * goal.cells.iter().filter(is_wanted).count()
            }
            Self::Goal(_) | Self::Fill | Self::Nothing => 1,
        }
    }
}

/// Returns the moves of a game with the right end; `None` if it did not reach its aim.
fn play(random: &mut Random, rows: usize, columns: usize, aim: &Aim) -> Option<Vec<Move>> {
    let mut grid = grid_after(&[], rows, columns);
    let mut moves = Vec::new();
    for disc in ['X', 'O'].into_iter().cycle().take(rows * columns) {
        let mut choices = Vec::new();
        for column in 0..columns {
            let Some(row) = lowest_open(&grid, column) else { continue };
            let wins = wins(&grid, (row, column), disc);
            if aim.allows(&grid, (row, column), disc, wins) {
                let interest = aim.interest(&grid, (row, column));
                choices.extend(std::iter::repeat_n(((row, column), wins), interest));
            }
        }
        if choices.is_empty() {
            return None;
        }
        let &((row, column), is_over) = random.pick(&choices);
        moves.push((column, disc));
        grid[row][column] = disc;
        if is_over {
            break;
        }
    }
    Some(moves)
}

/// Tells whether a disc there completes a line.
fn wins(grid: &Rows, (row, column): Place, disc: char) -> bool {
    let count = |down: isize, right: isize| {
        let cells = (1..4).map_while(|step| {
            let row = grid.get(row.checked_add_signed(step * down)?)?;
            row.get(column.checked_add_signed(step * right)?)
        });
        cells.take_while(|&&cell| cell == disc).count()
    };
    let steps = [(0, 1), (1, 0), (1, 1), (-1, 1)];
    steps.into_iter().any(|(down, right)| count(down, right) + 1 + count(-down, -right) >= 4)
}
