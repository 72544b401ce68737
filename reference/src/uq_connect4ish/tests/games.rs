//! Generated games: most are played towards a line, because random games miss the rarer bugs.

use super::naive::{self, Columns};
use crate::testing::random::Random;

/// Invalid lines, some of which careless programs accept.
pub(super) const BAD: [&str; 29] = [
    "", " ", "a", "r", "A", "ab", "rx", "a²", "r³", "a0", "r0", "a9", "R9", "x9", "x0", "x", "1a", "a10",
    "a01", "a-1", "a1 ", " a1", " r2 ", "hh", "h1", "help", "quit", "a٣", "xx",
];

/// Answers to the question for another game.
const ANSWERS: [&str; 12] = ["y", "y", "y", "Y", "Y", "", "yes", "yY", "y ", " Y", "no", "n"];

/// The pieces that a column should have, from its bottom; `?` is any piece.
type Stacks = [Vec<char>; 8];

/// Input lines of endless generated games; the same seed gives the same games.
pub(super) struct Games(Random);

impl Games {
    /// Creates the games of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Iterator for Games {
    type Item = Vec<String>;

    /// Returns the lines of one or more games, mixed with invalid ones, and the answers between games.
    fn next(&mut self) -> Option<Vec<String>> {
        let random = &mut self.0;
        let mut lines = Vec::new();
        loop {
            let commands = match random.below(10) {
                0..4 => towards(line(random), random),
                4..6 => towards(popped_line(random), random),
                6 => towards(full_board(), random),
                _ => anything(random),
            };
            lines.extend(with_noise(commands, random));
            if random.percent(50) {
                lines.push((*random.pick(&["q", "Q"])).to_owned());
            }
            lines.push((*random.pick(&ANSWERS)).to_owned());
            if random.percent(60) {
                // For programs that read on.
                lines.extend(["a1", "q", "n"].map(str::to_owned));
                return Some(lines);
            }
        }
    }
}

/// Mixes commands with others that change nothing.
fn with_noise(commands: Vec<String>, random: &mut Random) -> Vec<String> {
    let noise = *random.pick(&[0, 0, 5, 30]);
    let mut lines = Vec::new();
    for command in commands {
        while random.percent(noise) {
            let others: &[&str] = if random.percent(20) { &["h", "H"] } else { &BAD };
            lines.push((*random.pick(others)).to_owned());
        }
        lines.push(if random.percent(20) { command.to_uppercase() } else { command });
    }
    lines
}

/// The goal of a game: the stacks, and then a last command by the player with this piece.
struct Goal {
    stacks: Stacks,
    last: String,
    mover: char,
}

/// Returns a line of four or five that the last piece completes; a false one may continue at the opposite edge.
fn line(random: &mut Random) -> Goal {
    let piece = *random.pick(&['X', 'O']);
    let (right, up) = *random.pick(&[(1, 0), (0, 1), (1, 1), (1, 7)]);
    let (column, height) =
        (random.below(8), if random.percent(70) { random.below(3) } else { random.below(8) });
    let length = if random.percent(80) { 4 } else { 5 };
    let cells: Vec<(usize, usize)> =
        (0..length).map(|step| ((column + step * right) % 8, (height + step * up) % 8)).collect();
    let mut stacks = Stacks::default();
    for &(column, height) in &cells {
        let stack = &mut stacks[column];
        stack.resize(stack.len().max(height + 1), '?');
        stack[height] = piece;
    }
    let tops: Vec<usize> =
        cells.iter().filter(|cell| stacks[cell.0].len() == cell.1 + 1).map(|cell| cell.0).collect();
    let last = *random.pick(&tops);
    stacks[last].pop();
    Goal { stacks, last: format!("a{}", last + 1), mover: piece }
}

/// Returns one or two lines that are complete after a bottom piece was removed.
fn popped_line(random: &mut Random) -> Goal {
    let first = random.below(5);
    let popped = first + random.below(4);
    let (lower, upper) = *random.pick(&[('X', 'O'), ('O', 'X')]);
    let has_upper = random.percent(60);
    let mut stacks = Stacks::default();
    for (column, stack) in stacks.iter_mut().enumerate().skip(first).take(4) {
        if column == popped {
            // A piece of the lower line would complete it a row too low.
            stack.push(upper);
        }
        stack.push(lower);
        if has_upper {
            stack.push(upper);
        }
    }
    Goal { stacks, last: format!("r{}", popped + 1), mover: *random.pick(&['X', 'O']) }
}

/// Returns a full board without a line, from which a piece is removed.
fn full_board() -> Goal {
    let column = |place: usize| if place.is_multiple_of(2) { "XXOOXXOO" } else { "OOXXOOXX" };
    let stacks = std::array::from_fn(|place| column(place).chars().collect());
    Goal { stacks, last: "r1".to_owned(), mover: 'X' }
}

/// Returns the commands towards a goal, as far as the players get.
fn towards(goal: Goal, random: &mut Random) -> Vec<String> {
    let mut board = naive::empty_board();
    let mut commands = Vec::new();
    let mut piece = 'X';
    while commands.len() < 70 {
        let wanted = (0..8).filter(|&column| next_piece(&goal.stacks, &board, column).is_some());
        let wanted: Vec<usize> = wanted.collect();
        if wanted.is_empty() && piece == goal.mover {
            commands.push(goal.last);
            break;
        }
        let is_fit = |&&column: &&usize| matches!(next_piece(&goal.stacks, &board, column), Some(it) if it == piece || it == '?');
        let fit: Vec<usize> = wanted.iter().filter(is_fit).copied().collect();
        let spare = |&column: &usize| {
            let is_wanted = goal.stacks[column].is_empty();
            let after = naive::added(&board[column], piece).map(|column_after| {
                let mut board = board.clone();
                board[column] = column_after;
                naive::has_four(&board, piece)
            });
            is_wanted && after == Some(false)
        };
        let choices = if fit.is_empty() { (0..8).filter(spare).collect() } else { fit };
        if choices.is_empty() {
            break;
        }
        let column = *random.pick(&choices);
        board[column] = naive::added(&board[column], piece).unwrap_or_else(|| board[column].clone());
        commands.push(format!("a{}", column + 1));
        piece = if piece == 'X' { 'O' } else { 'X' };
    }
    commands
}

/// Returns the next piece that a column needs.
fn next_piece(stacks: &Stacks, board: &Columns, column: usize) -> Option<char> {
    let height = board[column].chars().filter(|&cell| cell != '-').count();
    stacks[column].get(height).copied()
}

/// Returns commands for random columns, often the same few, so that these fill up.
fn anything(random: &mut Random) -> Vec<String> {
    let columns = 1 + random.below(8);
    let removals = *random.pick(&[0, 10, 40]);
    let moves = random.below(70);
    let command = |random: &mut Random| {
        let letter = if random.percent(removals) { 'r' } else { 'a' };
        format!("{letter}{}", 8 - random.below(columns))
    };
    (0..moves).map(|_| command(random)).collect()
}
