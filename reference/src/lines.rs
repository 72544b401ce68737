//! Straight lines on a grid, as in every game of the Connect Four family.
//!
//! It knows no board: the caller decides which cells belong to a run.

/// A place on a grid; row 0 is on top, column 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The row, counted from the top.
    pub(crate) row: usize,
    /// The column, counted from the left.
    pub(crate) column: usize,
}

impl Cell {
    /// Returns the cell this many rows down and columns right; `None` above or left of the grid.
    fn offset(self, (down, right): (isize, isize)) -> Option<Self> {
        let row = self.row.checked_add_signed(down)?;
        let column = self.column.checked_add_signed(right)?;
        Some(Self { row, column })
    }
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Along a row: `-`.
    Horizontal,
    /// Along a column: `|`.
    Vertical,
    /// Down to the right: `\`.
    Falling,
    /// Up to the right: `/`.
    Rising,
}

impl Direction {
    /// Every direction.
    pub(crate) const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Falling, Self::Rising];

    /// Returns one step forward, as rows down and columns right.
    fn forward(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (0, 1),
            Self::Vertical => (1, 0),
            Self::Falling => (1, 1),
            Self::Rising => (-1, 1),
        }
    }

    /// Returns one step backward.
    fn backward(self) -> (isize, isize) {
        let (down, right) = self.forward();
        (-down, -right)
    }
}

/// Neighbouring cells in one direction that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    first: Cell,
    direction: Direction,
    length: usize,
}

impl Run {
    /// Returns the longest run through a cell; `belongs` must return false for cells off the grid.
    pub(crate) fn through(cell: Cell, direction: Direction, belongs: impl Fn(Cell) -> bool) -> Self {
        let before = walk(cell, direction.backward(), &belongs);
        let after = walk(cell, direction.forward(), &belongs);
        let first = before.clone().last().unwrap_or(cell);
        Self { first, direction, length: before.count() + 1 + after.count() }
    }

    /// Returns the number of its cells.
    pub(crate) fn length(self) -> usize {
        self.length
    }

    /// Returns its direction.
    pub(crate) fn direction(self) -> Direction {
        self.direction
    }

    /// Returns its leftmost cell; of a vertical run, the topmost.
    pub(crate) fn first(self) -> Cell {
        self.first
    }

    /// Returns its rightmost cell; of a vertical run, the lowest.
    pub(crate) fn last(self) -> Cell {
        self.cells().last().unwrap_or(self.first)
    }

    /// Returns every part of it with this length.
    pub(crate) fn parts(self, length: usize) -> impl Iterator<Item = Self> {
        let firsts = self.cells().take((self.length + 1).saturating_sub(length));
        firsts.map(move |first| Self { first, length, ..self })
    }

    /// Returns its cells, from left to right; of a vertical run, from top to bottom.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let forward = self.direction.forward();
        std::iter::successors(Some(self.first), move |cell| cell.offset(forward)).take(self.length)
    }
}

/// Returns the cells that belong together, step by step away from a cell, without that cell.
fn walk(
    from: Cell,
    step: (isize, isize),
    belongs: &impl Fn(Cell) -> bool,
) -> impl Iterator<Item = Cell> + Clone {
    let next = move |cell: &Cell| cell.offset(step).filter(|&cell| belongs(cell));
    std::iter::successors(next(&from), next)
}

/// Tells whether a cell is part of a line of at least `length`; `belongs` must return false for cells off the grid.
pub(crate) fn is_in_line(cell: Cell, length: usize, belongs: impl Fn(Cell) -> bool) -> bool {
    Direction::ALL.into_iter().any(|direction| Run::through(cell, direction, &belongs).length() >= length)
}
