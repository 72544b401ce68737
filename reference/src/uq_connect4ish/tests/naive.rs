//! A second implementation of the assignment, as simple as possible, which shares no code with the reference.
//!
//! A board is the same as in Python: eight strings, each from the top of a column to its bottom.

/// The columns of a board.
pub(super) type Columns = Vec<String>;

const FORMAT: &str = "Invalid command. Enter 'h' for valid command format\n";
const COLUMN: &str = "Invalid column, please enter a number between 1 and 8 inclusive\n";

/// Returns an empty board.
pub(super) fn empty_board() -> Columns {
    vec!["--------".to_owned(); 8]
}

/// Returns the message about an invalid command.
pub(super) fn complaint(command: &str) -> Option<&'static str> {
    let commands = ["h", "H", "q", "Q"].map(str::to_owned);
    let with_column = |digit: char| ["a", "A", "r", "R"].map(|letter| format!("{letter}{digit}"));
    if commands.iter().any(|it| it == command)
        || ('1'..='8').any(|digit| with_column(digit).iter().any(|it| it == command))
    {
        None
    } else if ['0', '9'].into_iter().any(|digit| with_column(digit).iter().any(|it| it == command)) {
        Some(COLUMN)
    } else {
        Some(FORMAT)
    }
}

/// Returns the column with one more piece, if there was room.
pub(super) fn added(column: &str, piece: char) -> Option<String> {
    let blanks = column.matches('-').count();
    if blanks == 0 {
        return None;
    }
    Some("-".repeat(blanks - 1) + &piece.to_string() + &column[blanks..])
}

/// Returns the column without its bottom piece, if there was one.
pub(super) fn removed(column: &str) -> Option<String> {
    if column == "--------" { None } else { Some("-".to_owned() + &column[..7]) }
}

/// Returns `X`, `O`, or `-` if both have four in a row; `None` if nobody has.
pub(super) fn result(columns: &[String]) -> Option<char> {
    match (has_four(columns, 'X'), has_four(columns, 'O')) {
        (true, true) => Some('-'),
        (true, false) => Some('X'),
        (false, true) => Some('O'),
        (false, false) => None,
    }
}

/// Tells whether a piece is four times in a row anywhere.
pub(super) fn has_four(columns: &[String], piece: char) -> bool {
    let at = |column: i32, row: i32| {
        let column = usize::try_from(column).ok().and_then(|column| columns.get(column));
        column.and_then(|column| column.as_bytes().get(usize::try_from(row).ok()?)) == Some(&(piece as u8))
    };
    let cells = (0..8).flat_map(|column| (0..8).map(move |row| (column, row)));
    cells.filter(|&(column, row)| at(column, row)).any(|(column, row)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(right, down)| (1..4).all(|step| at(column + step * right, row + step * down)))
    })
}

/// Returns the output of the program for these lines, and whether it ends.
pub(super) fn play(lines: &[String]) -> (String, bool) {
    let mut lines = lines.iter().map(String::as_str);
    let mut text = String::new();
    loop {
        if play_game(&mut lines, &mut text).is_none() {
            return (text, false);
        }
        text += "Would you like to play again? (y/n): ";
        match lines.next() {
            None => return (text, false),
            Some("y" | "Y") => {}
            Some(_) => return (text, true),
        }
    }
}

/// Plays a game; `None` if the lines end before it does.
fn play_game<'a>(lines: &mut impl Iterator<Item = &'a str>, text: &mut String) -> Option<()> {
    let mut board = empty_board();
    let mut player = 1;
    *text += &(shown(&board) + "Player 1 to move\n");
    loop {
        *text += "Please enter action (h to see valid commands): ";
        let command = lines.next()?;
        if let Some(complaint) = complaint(command) {
            *text += complaint;
            continue;
        }
        match command {
            "q" | "Q" => return Some(()),
            "h" | "H" => {
                *text += "Valid commands: \n";
                *text += "- aX: Add piece to top of column X (X must be a valid integer)\n";
                *text += "- rX: Remove a piece from bottom of column X (X must be a valid integer)\n";
                *text += "- h: Display help text\n- q: Quit current game\n\n";
                *text += &format!("{}Player {player} to move\n", shown(&board));
                continue;
            }
            _ => {}
        }
        let column = command[1..].parse::<usize>().unwrap() - 1;
        let is_added = command.starts_with(['a', 'A']);
        let piece = if player == 1 { 'X' } else { 'O' };
        let changed = if is_added { added(&board[column], piece) } else { removed(&board[column]) };
        let Some(changed) = changed else {
            *text += match is_added {
                true => "You can't add a piece to a full column!\n",
                false => "You can't remove a piece from an empty column!\n",
            };
            continue;
        };
        board[column] = changed;
        *text += &shown(&board);
        if let Some(result) = result(&board) {
            *text += match result {
                'X' => "Player 1 wins!\n",
                'O' => "Player 2 wins!\n",
                _ => "Its a Draw!\n",
            };
            return Some(());
        }
        player = 3 - player;
        *text += &format!("Player {player} to move\n");
    }
}

/// Returns the printed board.
pub(super) fn shown(columns: &[String]) -> String {
    let mut text = String::new();
    for row in 0..8 {
        for column in columns {
            text.push('|');
            text.push_str(&column[row..=row]);
        }
        text += "|\n";
    }
    text + " 1 2 3 4 5 6 7 8 \n"
}
