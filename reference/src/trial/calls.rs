//! Functions that take a board, as subjects: the boards come from games, so discs do not float.

use super::plan::{self, Move};
use super::turns::without_a_move_each;
use super::{Arena, Random, Subject, Trial};

/// A function that takes a board, or creates one.
pub(crate) struct BoardCall {
    /// The name.
    pub(crate) name: &'static str,
    /// The module of the function.
    pub(crate) module: &'static str,
    /// The smallest and the largest number of rows.
    pub(crate) rows: (usize, usize),
    /// The smallest and the largest number of columns.
    pub(crate) columns: (usize, usize),
    /// The number of discs in a row that wins.
    pub(crate) length: usize,
    /// Which columns the function may be asked about.
    pub(crate) asked: Asked,
    /// Whether it takes boards that no game leads to.
    pub(crate) takes_any_board: bool,
    /// Returns the lines of a session that calls it.
    pub(crate) write: fn(&Call) -> Vec<String>,
}

/// Which columns a function may be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// None: the board is the only argument.
    Nothing,
    /// Any column, and some beyond the board.
    Anything,
    /// An open column.
    Open,
    /// A column with discs.
    Filled,
}

/// A call, ready to be written as a session.
pub(crate) struct Call {
    /// The cells, row by row from the top; a disc is the number of its player.
    pub(crate) cells: Vec<Vec<Option<usize>>>,
    /// The moves that led to the board.
    pub(crate) moves: Vec<usize>,
    /// The column argument.
    pub(crate) column: i64,
    /// The player whose turn it is.
    pub(crate) mover: usize,
}

impl Call {
    /// Returns the rows as text, from the top; `signs` are those of an empty cell and of the two players.
    pub(crate) fn texts(&self, signs: [char; 3]) -> Vec<String> {
        let sign = |cell: &Option<usize>| signs[cell.map_or(0, |player| player + 1)];
        self.cells.iter().map(|row| row.iter().map(sign).collect()).collect()
    }
}

/// Writes `["one", "two"]`.
pub(crate) fn list_of(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

/// The meaning of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Move(usize),
    Column(i64),
    Rows(usize),
    Columns(usize),
    /// A cell is overwritten: its row from the top, its column, and the new content.
    Cell(usize, usize, Option<usize>),
}

impl BoardCall {
    /// Returns every token, the most readable first.
    fn parts(&self) -> Vec<Part> {
        let (rows, columns) = (self.rows.1, self.columns.1);
        let mut parts: Vec<Part> = (0..columns).map(Part::Move).collect();
        if self.asked != Asked::Nothing {
            parts.extend((0..=columns as i64 + 1).chain([-1, -2, -(columns as i64)]).map(Part::Column));
        }
        parts.extend((self.rows.0..=rows).map(Part::Rows));
        parts.extend((self.columns.0..=columns).map(Part::Columns));
        if self.takes_any_board {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            parts.extend(cells.flat_map(|(row, column)| {
                [None, Some(0), Some(1)].map(|disc| Part::Cell(row, column, disc))
            }));
        }
        parts
    }

    fn tokens_of(&self, wanted: &[Part]) -> Vec<usize> {
        let parts = self.parts();
        wanted.iter().filter_map(|part| parts.iter().position(|known| known == part)).collect()
    }

    /// Returns the call of some tokens; tokens that do not fit are left out.
    fn call(&self, tokens: &[usize]) -> Call {
        let all = self.parts();
        let parts: Vec<Part> = tokens.iter().map(|&token| all[token]).collect();
        let (mut rows, mut columns, mut asked) = (self.rows.0, self.columns.0, None);
        for part in &parts {
            match part {
                Part::Rows(count) => rows = *count,
                Part::Columns(count) => columns = *count,
                Part::Column(column) => asked = Some(*column),
                Part::Move(_) | Part::Cell(..) => {}
            }
        }
        let mut arena = Arena::new(rows, columns, self.length);
        let mut moves = Vec::new();
        for part in &parts {
            if let Part::Move(column) = part
                && arena.is_open(*column)
            {
                arena.drop(*column);
                moves.push(*column);
            }
        }
        let cell = |row, column| arena.disc(crate::lines::Cell { row, column });
        let mut cells: Vec<Vec<_>> =
            (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
        for part in &parts {
            if let Part::Cell(row, column, disc) = part
                && let Some(cell) = cells.get_mut(*row).and_then(|row| row.get_mut(*column))
            {
                *cell = *disc;
            }
        }
        let last = moves.last().copied();
        let is_fit = |column: &i64| {
            let column = usize::try_from(*column).ok().filter(|column| *column < columns);
            match self.asked {
                Asked::Nothing | Asked::Anything => true,
                Asked::Open => column.is_some_and(|column| arena.is_open(column)),
                Asked::Filled => column.is_some_and(|column| arena.height(column) > 0),
            }
        };
        let usual = if self.asked == Asked::Open { arena.open().first().copied() } else { last };
        let column = asked.filter(is_fit).unwrap_or(usual.unwrap_or_default() as i64);
        Call { cells, moves, column, mover: arena.mover() }
    }

    /// Returns the moves of a board that is worth asking about.
    fn planned(&self, rows: usize, columns: usize, round: usize, random: &mut Random) -> Vec<usize> {
        let arena = Arena::new(rows, columns, self.length);
        let windows = plan::windows(rows, columns, self.length);
        let won = |random: &mut Random| {
            (0..20).find_map(|_| {
                plan::win(arena.clone(), random.pick(&windows.iter().collect::<Vec<_>>())?, random)
            })
        };
        let mut moves = match round % 6 {
            0 | 2 | 4 => won(random).unwrap_or_else(|| plan::free(arena.clone(), random)),
            1 => (0..20).find_map(|_| plan::tie(arena.clone(), random)).unwrap_or_default(),
            3 => {
                let mut filled: Vec<usize> = (0..columns).collect();
                random.shuffle(&mut filled);
                plan::stack(arena.clone(), &filled[..1 + random.below(columns)], random)
            }
            _ => plan::free(arena.clone(), random),
        };
        if round % 6 == 5 || round % 6 == 1 && random.percent(70) {
            moves.truncate(random.below(moves.len() + 1));
        }
        let columns = moves.into_iter().filter_map(|it| match it {
            Move::Drop(column) => Some(column),
            Move::Pop(_) => None,
        });
        columns.collect()
    }
}

impl Subject for BoardCall {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn tokens(&self) -> usize {
        self.parts().len()
    }

    fn draw(&self, round: usize, random: &mut Random) -> Vec<usize> {
        let size =
            |(least, most): (usize, usize), random: &mut Random| least + random.below(most - least + 1);
        let (rows, columns) = (size(self.rows, random), size(self.columns, random));
        let moves = self.planned(rows, columns, round, random);
        let mut parts = vec![Part::Rows(rows), Part::Columns(columns)];
        parts.extend(moves.iter().copied().map(Part::Move));
        if self.asked != Asked::Nothing && random.percent(if self.asked == Asked::Filled { 15 } else { 90 }) {
            let beyond = [-1, -2, columns as i64, columns as i64 + 1, -(columns as i64), rows as i64];
            let inside = random.below(columns) as i64;
            let is_beyond = self.asked == Asked::Anything && random.percent(40);
            parts.push(Part::Column(if is_beyond { random.pick(&beyond).unwrap_or(inside) } else { inside }));
        }
        if self.takes_any_board {
            for _ in 0..random.below(4) {
                let disc = random.pick(&[None, Some(0), Some(1)]).flatten();
                parts.push(Part::Cell(random.below(rows), random.below(columns), disc));
            }
        }
        self.tokens_of(&parts)
    }

    fn thinned(&self, sort: usize, tokens: &[usize]) -> Option<Vec<Vec<usize>>> {
        without_a_move_each(sort, tokens)
    }

    fn trial(&self, tokens: &[usize]) -> Trial {
        Trial::Session {
            module: self.module.to_owned(),
            lines: (self.write)(&self.call(tokens)),
            stdin: Vec::new(),
        }
    }
}
