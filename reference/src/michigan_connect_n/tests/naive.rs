//! A second implementation of the assignment, as simple as possible, which shares no code with the reference.

/// The rows from the top, with the letters of the shown board; `O` is an empty cell.
pub(super) type Grid = Vec<Vec<char>>;

/// The settings of a game.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The number of rows.
    pub(super) rows: usize,
    /// The number of columns.
    pub(super) columns: usize,
    /// The number of marks in a line that wins.
    pub(super) connect_n: usize,
    /// The number of won rounds that wins the game.
    pub(super) target_score: usize,
}

impl Settings {
    /// Returns the command line arguments of a game between Ann and Ben.
    pub(super) fn args(&self) -> Vec<String> {
        let numbers = [self.rows, self.columns, self.connect_n, self.target_score];
        let names = ["Ann", "Ben"].map(str::to_owned);
        numbers.iter().map(ToString::to_string).chain(names).collect()
    }

    /// Returns an empty board.
    pub(super) fn empty_grid(&self) -> Grid {
        vec![vec!['O'; self.columns]; self.rows]
    }
}

/// Returns the row of the next mark in a column.
pub(super) fn lowest_empty(grid: &Grid, column: usize) -> Option<usize> {
    (0..grid.len()).rev().find(|&row| grid[row][column] == 'O')
}

/// Tells whether no cell is empty.
pub(super) fn is_full(grid: &Grid) -> bool {
    grid.iter().all(|row| !row.contains(&'O'))
}

/// Tells whether there are this many equal marks in a row in one of these directions, as steps down and right.
pub(super) fn has_line(grid: &Grid, mark: char, length: usize, steps: &[(i64, i64)]) -> bool {
    let at = |row: i64, column: i64| {
        let row = usize::try_from(row).ok().and_then(|row| grid.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)) == Some(&mark)
    };
    let cells = (0..grid.len() as i64).flat_map(|row| (0..grid[0].len() as i64).map(move |it| (row, it)));
    cells.filter(|&(row, column)| at(row, column)).any(|(row, column)| {
        steps
            .iter()
            .any(|(down, right)| (0..length as i64).all(|step| at(row + step * down, column + step * right)))
    })
}

/// The directions of all lines, as steps down and right.
pub(super) const STEPS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// Returns the output of the program for these lines, and whether it ends.
pub(super) fn play(settings: &Settings, lines: &[String]) -> (String, bool) {
    let mut lines = lines.iter().map(String::as_str);
    let mut text = String::new();
    let mut scores = [0, 0];
    while scores[0] < settings.target_score && scores[1] < settings.target_score {
        match play_round(settings, scores, &mut lines, &mut text) {
            None => return (text, false),
            Some(winner) => winner.into_iter().for_each(|winner| scores[winner] += 1),
        }
    }
    (text + "Game Over\n" + &details(0, scores) + &details(1, scores), true)
}

/// Plays a round and returns the winner, if there is one; `None` if the lines end before it does.
fn play_round<'a>(
    settings: &Settings,
    scores: [usize; 2],
    lines: &mut impl Iterator<Item = &'a str>,
    text: &mut String,
) -> Option<Option<usize>> {
    let mut grid = settings.empty_grid();
    let mut player = 0;
    *text += "Starting a new round\n";
    loop {
        *text += &(details(player, scores) + &shown(&grid));
        let (row, column) = loop {
            *text += "Please input a column number: ";
            let line = lines.next()?;
            let column = (0..settings.columns).find(|column| column.to_string() == line);
            match column.map(|column| (lowest_empty(&grid, column), column)) {
                Some((Some(row), column)) => break (row, column),
                Some((None, _)) => *text += "column is full\n",
                None => *text += "invalid column number\n",
            }
        };
        grid[row][column] = ['R', 'Y'][player];
        if has_line(&grid, grid[row][column], settings.connect_n, &STEPS) {
            *text += &format!("The winner of this round is {}\n{}", ["Ann", "Ben"][player], shown(&grid));
            return Some(Some(player));
        }
        if is_full(&grid) {
            *text += "The board is full, there is no winner for this round\n";
            return Some(None);
        }
        player = 1 - player;
    }
}

fn details(player: usize, scores: [usize; 2]) -> String {
    let (name, score, number) = (["Ann", "Ben"][player], scores[player], player + 1);
    format!("Player name: {name}, current score: {score}, player notation: Notation.PLAYER{number}\n")
}

fn shown(grid: &Grid) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("Current Board is\n{}\n", rows.join("\n"))
}
