//! Generated games: most are played towards a goal, because random games miss the rarer bugs.

use super::naive::{Grid, lowest_open};
use crate::testing::random::Random;

/// A cell, as row and column.
type Place = (usize, usize);

/// Invalid lines, some of which careless programs accept.
const BAD: [&str; 20] = [
    "8", "9", "10", "-1", "-8", "a", "abc", "", "00", "07", "12", "3,4", "3.0", "3.7", " ", " 3", "3 ", "+3",
    "²", "٣",
];

/// Lines after the end of every game, for programs that read on.
const SPARE: [&str; 3] = ["0", "7", "x"];

/// Input lines of endless generated games; the same seed gives the same games.
pub(super) struct Games {
    random: Random,
    goals: Vec<Goal>,
}

/// Cells that a player should get, one of them with the last move.
struct Goal {
    cells: Vec<Place>,
    last: Place,
    marker: char,
}

impl Games {
    /// Creates the games of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), goals: goals() }
    }

    /// Returns the columns of one game.
    fn columns(&mut self) -> Vec<usize> {
        loop {
            let columns = match self.random.below(100) {
                0..70 => {
                    let goal = self.random.below(self.goals.len());
                    play(&mut self.random, Aim::Goal(&self.goals[goal]))
                }
                70..80 => play(&mut self.random, Aim::Tie { spared: None }),
                80..85 => {
                    let spared = Some(*self.random.pick(&[0, 7]));
                    play(&mut self.random, Aim::Tie { spared })
                }
                _ => play(&mut self.random, Aim::Nothing),
            };
            if let Some(columns) = columns {
                return columns;
            }
        }
    }

    /// Returns the lines of one game, mixed with invalid ones.
    fn lines(&mut self) -> Vec<String> {
        let columns = self.columns();
        let noise = *self.random.pick(&[0, 0, 6, 6, 45]);
        let mut height = [0; 8];
        let mut lines = Vec::new();
        for column in columns {
            while self.random.percent(noise) {
                let full = (0..8).find(|&column| height[column] == 5).filter(|_| self.random.percent(50));
                let bad =
                    full.map_or_else(|| (*self.random.pick(&BAD)).to_owned(), |column| column.to_string());
                lines.push(bad);
            }
            lines.push(column.to_string());
            height[column] += 1;
        }
        lines.extend(SPARE.map(str::to_owned));
        lines
    }
}

impl Iterator for Games {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        Some(self.lines())
    }
}

/// Returns lines of four and of five, and four cells that are a line only for programs that cross an edge.
fn goals() -> Vec<Goal> {
    let mut lines: Vec<Vec<Place>> = Vec::new();
    for (row, column) in (0..5).flat_map(|row| (0..8).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
            for length in [4, 5] {
                lines.push(line((row, column), (down, right), length));
            }
        }
        lines.push(
            (row * 8 + column..row * 8 + column + 4)
                .map(|at| (at as usize / 8 % 5, at as usize % 8))
                .collect(),
        );
    }
    let mut goals = Vec::new();
    for cells in lines {
        for &last in &cells {
            let is_under_another = cells.iter().any(|cell| cell.1 == last.1 && cell.0 < last.0);
            if !is_under_another {
                goals.extend(['X', 'O'].map(|marker| Goal { cells: cells.clone(), last, marker }));
            }
        }
    }
    goals
}

/// Returns cells in one direction, which continue at the opposite edge.
fn line((row, column): (i32, i32), (down, right): (i32, i32), length: i32) -> Vec<Place> {
    let cell = |step: i32| {
        ((row + step * down).rem_euclid(5) as usize, (column + step * right).rem_euclid(8) as usize)
    };
    (0..length).map(cell).collect()
}

/// The aim of a game.
#[derive(Clone, Copy)]
enum Aim<'a> {
    /// A player gets the cells of a goal.
    Goal(&'a Goal),
    /// The grid is filled, the spared column last, and only the last marker may complete a line.
    Tie { spared: Option<usize> },
    /// No aim.
    Nothing,
}

impl Aim<'_> {
    /// Tells whether a marker there does not spoil the aim; `wins` tells whether it completes a line.
    fn allows(self, grid: &Grid, place: Place, marker: char, wins: bool) -> bool {
        match self {
            Aim::Nothing => true,
            Aim::Tie { spared } => {
                let is_last = grid.iter().flatten().filter(|&&cell| cell == '.').count() == 1;
                let is_open = |column| lowest_open(grid, column).is_some();
                let is_too_soon = Some(place.1) == spared && (0..8).any(|it| it != place.1 && is_open(it));
                (!wins || is_last) && !is_too_soon
            }
            Aim::Goal(goal) if goal.is_reached(grid) => true,
            Aim::Goal(goal) if place == goal.last => marker == goal.marker && goal.is_nearly_reached(grid),
            Aim::Goal(goal) => !wins && (marker == goal.marker || !goal.cells.contains(&place)),
        }
    }

    /// Returns how much a marker there helps.
    fn interest(self, grid: &Grid, (_, column): Place) -> usize {
        match self {
            Aim::Goal(goal) if !goal.is_reached(grid) => {
                let is_wanted = |&&(row, wanted): &&Place| wanted == column && grid[row][column] == '.';
                1 + 30 * goal.cells.iter().filter(is_wanted).count()
            }
            Aim::Goal(_) | Aim::Tie { .. } | Aim::Nothing => 1,
        }
    }
}

impl Goal {
    fn is_reached(&self, grid: &Grid) -> bool {
        grid[self.last.0][self.last.1] == self.marker && self.is_nearly_reached(grid)
    }

    fn is_nearly_reached(&self, grid: &Grid) -> bool {
        self.cells.iter().all(|&(row, column)| (row, column) == self.last || grid[row][column] == self.marker)
    }
}

/// Returns the columns of a game with the right end; `None` if it did not reach its aim.
fn play(random: &mut Random, aim: Aim) -> Option<Vec<usize>> {
    let mut grid = [['.'; 8]; 5];
    let mut columns = Vec::new();
    for turn in 0..40 {
        let marker = if turn % 2 == 0 { 'X' } else { 'O' };
        let mut choices = Vec::new();
        for column in 0..8 {
            let Some(row) = lowest_open(&grid, column) else { continue };
            let wins = wins(&grid, (row, column), marker);
            if aim.allows(&grid, (row, column), marker, wins) {
                choices.extend(std::iter::repeat_n((row, column), aim.interest(&grid, (row, column))));
            }
        }
        if choices.is_empty() {
            return None;
        }
        let &(row, column) = random.pick(&choices);
        columns.push(column);
        let is_over = wins(&grid, (row, column), marker);
        grid[row][column] = marker;
        if is_over {
            break;
        }
    }
    Some(columns)
}

/// Tells whether a marker there completes a line.
fn wins(grid: &Grid, (row, column): Place, marker: char) -> bool {
    let count = |down: isize, right: isize| {
        let cells = (1..4).map_while(|step| {
            let row = grid.get(row.checked_add_signed(step * down)?)?;
            row.get(column.checked_add_signed(step * right)?)
        });
        cells.take_while(|&&cell| cell == marker).count()
    };
    let steps = [(0, 1), (1, 0), (1, 1), (-1, 1)];
    steps.into_iter().any(|(down, right)| count(down, right) + 1 + count(-down, -right) >= 4)
}
