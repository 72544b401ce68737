//! Generated games: most rounds are played towards a line or a tie, because random games miss the rarer bugs.

use super::naive::{self, Grid, STEPS, Settings};
use crate::testing::random::Random;

/// Invalid lines, some of which careless programs accept.
const BAD: [&str; 16] =
    ["", " ", "a", "x1", "-1", "-2", "00", "01", "007", "+1", " 1", "1 ", "1.0", "1_0", "99", "٣"];

/// Endless generated games, each with its settings and lines; the same seed gives the same games.
pub(super) struct Games(Random);

impl Games {
    /// Creates the games of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Iterator for Games {
    type Item = (Settings, Vec<String>);

    fn next(&mut self) -> Option<(Settings, Vec<String>)> {
        let random = &mut self.0;
        let settings = settings(random);
        let noise = *random.pick(&[0, 0, 5, 30]);
        let mut lines = Vec::new();
        let mut scores = [0, 0];
        // If nobody can win, there are only ties.
        for _ in 0..6 {
            let winner = play_round(&settings, noise, random, &mut lines);
            winner.into_iter().for_each(|winner: usize| scores[winner] += 1);
            if scores.contains(&settings.target_score) {
                break;
            }
        }
        // For programs that read on.
        lines.extend(["0", "1", "x"].map(str::to_owned));
        Some((settings, lines))
    }
}

/// Returns boards of all shapes, with line lengths that fit on most of them.
pub(super) fn settings(random: &mut Random) -> Settings {
    Settings {
        rows: 1 + random.below(6),
        columns: 1 + random.below(7),
        connect_n: 1 + random.below(5),
        target_score: 1 + random.below(2),
    }
}

/// The aim of a round.
enum Aim {
    /// A player gets these cells, as row and column.
    Line { mark: char, cells: Vec<(usize, usize)> },
    /// The board is filled, and only the last mark may complete a line.
    Tie,
    /// No aim.
    Nothing,
}

/// Adds the lines of a round, mixed with invalid ones, and returns the winner.
fn play_round(
    settings: &Settings,
    noise: usize,
    random: &mut Random,
    lines: &mut Vec<String>,
) -> Option<usize> {
    let aim = aim(settings, random);
    let mut grid = settings.empty_grid();
    for turn in 0..settings.rows * settings.columns {
        let mark = ['R', 'Y'][turn % 2];
        while random.percent(noise) {
            lines.push(bad_line(&grid, random));
        }
        let (row, column) = cell(&grid, settings, &aim, mark, random);
        lines.push(column.to_string());
        grid[row][column] = mark;
        if naive::has_line(&grid, mark, settings.connect_n, &STEPS) {
            return Some(turn % 2);
        }
    }
    None
}

fn aim(settings: &Settings, random: &mut Random) -> Aim {
    match random.below(10) {
        0..6 => {
            let mark = *random.pick(&['R', 'Y']);
            // A false line may continue at the opposite edge.
            let (down, right) = *random.pick(&STEPS);
            let (row, column) = (random.below(settings.rows), random.below(settings.columns));
            let length = settings.connect_n + usize::from(random.percent(20));
            let cell = |step: usize| {
                let wrapped = |from: usize, by: i64, end: usize| {
                    (from as i64 + step as i64 * by).rem_euclid(end as i64) as usize
                };
                (wrapped(row, down, settings.rows), wrapped(column, right, settings.columns))
            };
            Aim::Line { mark, cells: (0..length).map(cell).collect() }
        }
        6..8 => Aim::Tie,
        _ => Aim::Nothing,
    }
}

/// Returns an invalid line: a full column, a column beyond the board, or no column at all.
fn bad_line(grid: &Grid, random: &mut Random) -> String {
    let full = (0..grid[0].len()).find(|&column| naive::lowest_empty(grid, column).is_none());
    match (random.below(4), full) {
        (0..2, Some(column)) => column.to_string(),
        (2, _) => (grid[0].len() + random.below(2)).to_string(),
        _ => (*random.pick(&BAD)).to_owned(),
    }
}

/// Returns the cell that a player takes.
fn cell(grid: &Grid, settings: &Settings, aim: &Aim, mark: char, random: &mut Random) -> (usize, usize) {
    let columns = 0..grid[0].len();
    let open: Vec<(usize, usize)> =
        columns.filter_map(|column| Some((naive::lowest_empty(grid, column)?, column))).collect();
    let wins = |&(row, column): &(usize, usize)| {
        let mut after = grid.clone();
        after[row][column] = mark;
        naive::has_line(&after, mark, settings.connect_n, &STEPS)
    };
    let leads_there = |cell: &(usize, usize)| match aim {
        Aim::Line { mark: own, cells } if *own == mark => {
            cells.contains(cell) || cells.iter().any(|it| it.1 == cell.1 && it.0 < cell.0)
        }
        Aim::Line { cells, .. } => !cells.contains(cell) && !wins(cell),
        Aim::Tie => !wins(cell) || open.len() == 1,
        Aim::Nothing => true,
    };
    let leading: Vec<(usize, usize)> = open.iter().copied().filter(leads_there).collect();
    *random.pick(if leading.is_empty() { &open } else { &leading })
}
