//! Helpers for the tests of the references: a host that types lines, won positions and random games.
//!
//! Lines are found by searching for a string in strings: the tests must not use `lines`.

pub(crate) mod bugs;
mod decisive;
pub(crate) mod guided;
pub(crate) mod random;

use std::collections::VecDeque;

use crate::{Answer, Console, Deviations, Host, Readings, Reference, SessionError, Stop, Turn};

/// A move: the column and the disc.
pub(crate) type Move = (usize, char);

/// Returns the output of a program for these input lines, and how it stops.
pub(crate) fn play(reference: &dyn Reference, args: &[&str], lines: &[&str]) -> (String, Result<(), Stop>) {
    play_as(reference, &Deviations::default(), args, lines)
}

/// The same with another reading of the handout.
pub(crate) fn play_with(
    reference: &dyn Reference,
    reading: &str,
    args: &[&str],
    lines: &[&str],
) -> (String, Result<(), Stop>) {
    play_as(reference, &following(reference, reading), args, lines)
}

/// The same for a program that deviates from the plain reference.
pub(crate) fn play_as(
    reference: &dyn Reference,
    deviations: &Deviations,
    args: &[&str],
    lines: &[&str],
) -> (String, Result<(), Stop>) {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let mut script = Script::new(lines.iter().map(ToString::to_string));
    let stopped = reference.play(&args, deviations, &mut Console::new(&mut script));
    (script.text, stopped)
}

/// Returns the deviation with this reading; none if no reading has that name.
fn following(reference: &dyn Reference, reading: &str) -> Deviations {
    reference.readings().iter().filter(|it| it.id == reading).collect::<Readings>().into()
}

/// Returns the output of a program for words of input; it must end by itself.
pub(crate) fn transcript(reference: &dyn Reference, args: &[&str], words: &str) -> String {
    let lines: Vec<&str> = words.split(' ').collect();
    let (text, stopped) = play(reference, args, &lines);
    assert_eq!(stopped, Ok(()), "after {text}");
    text
}

/// Returns the turns of a program with these input lines.
pub(crate) fn turns(reference: &dyn Reference, lines: &[&str]) -> Vec<Turn> {
    turns_of(reference, &[], lines)
}

/// The same with command line arguments.
fn turns_of(reference: &dyn Reference, args: &[&str], lines: &[&str]) -> Vec<Turn> {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let mut script = Script::new(lines.iter().map(ToString::to_string));
    let mut console = Console::new(&mut script);
    // How it stops does not matter here.
    let _ = reference.play(&args, &Deviations::default(), &mut console);
    console.into_turns()
}

/// Returns the answers to Python lines in a session with a module, with a reading of the handout if it has that name.
pub(crate) fn answers(
    reference: &dyn Reference,
    module: &str,
    reading: &str,
    lines: &[&str],
    stdin: &[&str],
) -> Result<Vec<Answer>, SessionError> {
    let [lines, stdin] =
        [lines, stdin].map(|texts| texts.iter().map(ToString::to_string).collect::<Vec<_>>());
    reference.session(module, &lines, &stdin, &following(reference, reading))
}

/// Types lines and keeps the output.
struct Script {
    lines: VecDeque<String>,
    text: String,
}

impl Script {
    fn new(lines: impl IntoIterator<Item = String>) -> Self {
        Self { lines: lines.into_iter().collect(), text: String::new() }
    }
}

impl Host for Script {
    fn print(&mut self, text: &str) {
        self.text += text;
        assert!(self.text.len() < 1 << 20, "the program goes on printing: {text}");
    }

    fn read_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }
}

/// Returns, for every line of `X` on a grid and every cell of it that can be the last, moves that complete the line.
pub(crate) fn won_positions(rows: usize, columns: usize, length: usize) -> Vec<Vec<Move>> {
    let mut positions = Vec::new();
    for line in every_line(rows, columns, length) {
        let is_vertical = line[0].1 == line[1].1;
        let can_be_last = if is_vertical { &line[..1] } else { &line[..] };
        positions.extend(can_be_last.iter().map(|&last| moves_to(&line, last, rows)));
    }
    positions
}

/// Returns every line as cells (row, column); a vertical one from its top.
fn every_line(rows: usize, columns: usize, length: usize) -> Vec<Vec<(usize, usize)>> {
    let mut lines = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let fits_down = row + length <= rows;
            let fits_right = column + length <= columns;
            if fits_right {
                lines.push((0..length).map(|i| (row, column + i)).collect());
            }
            if fits_down {
                lines.push((0..length).map(|i| (row + i, column)).collect());
            }
            if fits_down && fits_right {
                lines.push((0..length).map(|i| (row + i, column + i)).collect());
                lines.push((0..length).map(|i| (row + i, column + length - 1 - i)).collect());
            }
        }
    }
    lines
}

/// Returns moves that build the line and the discs below it, with one cell of it as the last.
fn moves_to(line: &[(usize, usize)], last: (usize, usize), rows: usize) -> Vec<Move> {
    let top = |column: usize| line.iter().filter(|cell| cell.1 == column).map(|cell| cell.0).min();
    let mut moves = Vec::new();
    for column in line.iter().map(|cell| cell.1).collect::<std::collections::BTreeSet<_>>() {
        for row in (top(column).unwrap_or(rows)..rows).rev().filter(|&row| (row, column) != last) {
            // The filling has no line of more than two in any direction.
            let filling = if (row / 2 + column).is_multiple_of(2) { 'O' } else { 'X' };
            moves.push((column, if line.contains(&(row, column)) { 'X' } else { filling }));
        }
    }
    moves.push((last.1, 'X'));
    moves
}

/// Plays a game in which `X` and `O` alternate in random open columns until there is a line or the grid is full.
pub(crate) fn random_game(
    rows: usize,
    columns: usize,
    length: usize,
    seed: u64,
) -> (Vec<Move>, Option<char>) {
    let mut random = seed.wrapping_mul(2).wrapping_add(1);
    let mut grid = vec![vec!['.'; columns]; rows];
    let mut moves = Vec::new();
    for disc in ['X', 'O'].into_iter().cycle().take(rows * columns) {
        let column = loop {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let column = (random >> 33) as usize % columns;
            if grid[0][column] == '.' {
                break column;
            }
        };
        let row = (0..rows).rev().find(|&row| grid[row][column] == '.').unwrap();
        grid[row][column] = disc;
        moves.push((column, disc));
        if has_line(&grid, disc, length) {
            return (moves, Some(disc));
        }
    }
    (moves, None)
}

/// Tells whether a grid has `length` equal discs in a line.
fn has_line(grid: &[Vec<char>], disc: char, length: usize) -> bool {
    let line = disc.to_string().repeat(length);
    let flipped: Vec<Vec<char>> = grid.iter().rev().cloned().collect();
    let views = [grid.to_vec(), transposed(grid), transposed(&slanted(grid)), transposed(&slanted(&flipped))];
    views.iter().flatten().any(|row| row.iter().collect::<String>().contains(&line))
}

fn transposed(grid: &[Vec<char>]) -> Vec<Vec<char>> {
    (0..grid[0].len()).map(|column| grid.iter().map(|row| row[column]).collect()).collect()
}

/// Returns the grid with each row moved one further to the right, so that diagonals become columns.
fn slanted(grid: &[Vec<char>]) -> Vec<Vec<char>> {
    let pad = |count| std::iter::repeat_n('.', count);
    let slant = |(number, row): (usize, &Vec<char>)| {
        pad(number).chain(row.iter().copied()).chain(pad(grid.len() - number)).collect()
    };
    grid.iter().enumerate().map(slant).collect()
}
