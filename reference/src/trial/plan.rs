//! Games towards a goal, played by two players who both want it.

use super::{Arena, Random};
use crate::lines::Cell;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Move {
    /// A disc falls into a column.
    Drop(usize),
    /// The lowest disc of a column is taken away.
    Pop(usize),
}

/// A winning line, its player, and the cell that is filled last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) cells: Vec<Cell>,
    pub(crate) player: usize,
    pub(crate) last: Cell,
}

/// Returns every line of a grid for each player with each cell that can be the last.
pub(crate) fn windows(rows: usize, columns: usize, length: usize) -> Vec<Window> {
    let steps = [(0_isize, 1_isize), (1, 0), (1, 1), (-1, 1)];
    let mut windows = Vec::new();
    let starts = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
    for (start, (down, right)) in starts.flat_map(|start| steps.map(|step| (start, step))) {
        let cell = |step: usize| {
            let row = start.row.checked_add_signed(down * step as isize)?;
            let column = start.column.checked_add_signed(right * step as isize)?;
            (row < rows && column < columns).then_some(Cell { row, column })
        };
        let Some(cells) = (0..length).map(cell).collect::<Option<Vec<Cell>>>() else { continue };
        // Discs fall: of a stack, the highest is the last.
        let lasts = if right == 0 { &cells[..1] } else { &cells[..] };
        for (&last, player) in lasts.iter().flat_map(|last| [(last, 0), (last, 1)]) {
            windows.push(Window { cells: cells.clone(), player, last });
        }
    }
    windows
}

/// Tries once to play a game that ends with this line, and not earlier.
pub(crate) fn win(mut arena: Arena, window: &Window, random: &mut Random) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for _ in 0..arena.rows() * arena.width() {
        let column = towards(&arena, window, random)?;
        let is_last = arena.landing(column) == window.last;
        arena.drop(column);
        moves.push(Move::Drop(column));
        if is_last {
            return Some(moves);
        }
    }
    None
}

/// Returns the column that brings the current player nearest to the line.
fn towards(arena: &Arena, window: &Window, random: &mut Random) -> Option<usize> {
    let is_missing = |cell: &Cell| arena.disc(*cell).is_none();
    let others_missing = window.cells.iter().filter(|cell| is_missing(cell) && **cell != window.last).count();
    let (mut wanted, mut useful, mut other) = (Vec::new(), Vec::new(), Vec::new());
    for column in arena.open() {
        let landing = arena.landing(column);
        if window.cells.contains(&landing) {
            let is_turn = landing != window.last || others_missing == 0;
            if arena.mover() == window.player && is_turn {
                wanted.push(column);
            }
        } else if !arena.would_win(column) {
            let supports = |cell: &Cell| cell.column == column && cell.row < landing.row && is_missing(cell);
            let group = if window.cells.iter().any(supports) { &mut useful } else { &mut other };
            group.push(column);
        }
    }
    let wanted: Vec<usize> = wanted
        .into_iter()
        .filter(|&column| arena.landing(column) == window.last || !arena.would_win(column))
        .collect();
    let first = if random.percent(85) { [wanted, useful, other] } else { [wanted, other, useful] };
    first.into_iter().find_map(|columns| random.pick(&columns))
}

/// Tries once to play a game in which nobody wins until the grid is full.
pub(crate) fn tie(mut arena: Arena, random: &mut Random) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    while !arena.is_full() {
        let quiet: Vec<usize> = arena.open().into_iter().filter(|&column| !arena.would_win(column)).collect();
        let column = random.pick(&quiet)?;
        arena.drop(column);
        moves.push(Move::Drop(column));
    }
    Some(moves)
}

/// Plays a game in which `columns` are filled first without a win, and then any column.
pub(crate) fn stack(mut arena: Arena, columns: &[usize], random: &mut Random) -> Vec<Move> {
    let mut moves = Vec::new();
    for &column in columns {
        while arena.is_open(column) {
            let elsewhere: Vec<usize> =
                arena.open().into_iter().filter(|&other| !arena.would_win(other)).collect();
            let chosen = if arena.would_win(column) { random.pick(&elsewhere) } else { Some(column) };
            let Some(chosen) = chosen else { return moves };
            arena.drop(chosen);
            moves.push(Move::Drop(chosen));
        }
    }
    moves
}

/// Plays a game in random open columns until somebody wins; half of the time a player who can win does.
pub(crate) fn free(mut arena: Arena, random: &mut Random) -> Vec<Move> {
    let mut moves = Vec::new();
    let is_greedy = random.percent(50);
    loop {
        let open = arena.open();
        let winning = open.iter().copied().find(|&column| arena.would_win(column)).filter(|_| is_greedy);
        let Some(column) = winning.or_else(|| random.pick(&open)) else { return moves };
        let is_over = arena.would_win(column);
        arena.drop(column);
        moves.push(Move::Drop(column));
        if is_over {
            return moves;
        }
    }
}

/// The player who must have a line after a pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterPop {
    /// Only the player who moved.
    Mover,
    /// Only the opponent.
    Opponent,
    /// Both.
    Both,
}

/// Tries once to play a game that ends with a pop.
pub(crate) fn pop(mut arena: Arena, wanted: AfterPop, most: usize, random: &mut Random) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for _ in 0..most {
        let mover = arena.mover();
        let lines = match wanted {
            AfterPop::Mover => [mover == 0, mover == 1],
            AfterPop::Opponent => [mover == 1, mover == 0],
            AfterPop::Both => [true; 2],
        };
        let mut filled = arena.filled();
        random.shuffle(&mut filled);
        let (mut quiet, mut ending) = (Vec::new(), None);
        for column in filled {
            let mut after = arena.clone();
            after.pop(column);
            match after.lines() {
                [false, false] => quiet.push(Move::Pop(column)),
                after if after == lines => ending = Some(Move::Pop(column)),
                _ => {}
            }
        }
        if let Some(ending) = ending {
            moves.push(ending);
            return Some(moves);
        }
        let drops: Vec<Move> =
            arena.open().into_iter().filter(|&it| !arena.would_win(it)).map(Move::Drop).collect();
        let first = if random.percent(80) { [drops, quiet] } else { [quiet, drops] };
        let chosen = first.into_iter().find_map(|some| random.pick(&some))?;
        match chosen {
            Move::Drop(column) => arena.drop(column),
            Move::Pop(column) => arena.pop(column),
        }
        moves.push(chosen);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_played_with_each_of_its_cells_last() {
        for (rows, columns, of_player) in [(5, 8, 196), (6, 7, 24 * 4 + 21 + 24 * 4)] {
            let windows = windows(rows, columns, 4);
            assert_eq!(windows.len(), 2 * of_player);
            let mut random = Random::new(1);
            for window in windows {
                let arena = Arena::new(rows, columns, 4);
                let won = (0..2000).find_map(|_| win(arena.clone(), &window, &mut random));
                assert!(won.is_some(), "{window:?} on {rows} x {columns}");
            }
        }
    }

    #[test]
    fn full_grids_without_a_line_can_be_played() {
        let mut random = Random::new(1);
        for (rows, columns) in [(5, 8), (6, 7), (4, 4), (5, 5)] {
            let tied = (0..200).find_map(|_| tie(Arena::new(rows, columns, 4), &mut random)).unwrap();
            assert_eq!(tied.len(), rows * columns);
        }
    }

    #[test]
    fn a_pop_can_end_a_game_in_each_way() {
        let mut random = Random::new(1);
        for wanted in [AfterPop::Mover, AfterPop::Opponent, AfterPop::Both] {
            assert!(
                (0..20).any(|_| pop(Arena::new(8, 8, 4), wanted, 160, &mut random).is_some()),
                "{wanted:?}"
            );
        }
    }
}
