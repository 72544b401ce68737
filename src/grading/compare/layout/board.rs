//! Finds boards in lines of output, of any assignment.
//!
//! The look of a board is not given: a board is several lines of equal width that consist of very few different
//! characters, with the lines of numbers and strokes that frame them.

/// The smallest number of rows of a board.
const FEWEST_ROWS: usize = 3;
/// The smallest width of a row.
const NARROWEST: usize = 3;
/// The largest number of different letters on a board.
const MOST_LETTERS: usize = 4;
/// The largest number of different other characters, for empty cells and separators. Digits do not count.
const MOST_SIGNS: usize = 7;

/// Tells for each line whether it belongs to a board.
pub(crate) fn boards(lines: &[&str]) -> Vec<bool> {
    let mut belongs = vec![false; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let count = rows_from(&lines[start..]);
        if count < FEWEST_ROWS {
            start += 1;
            continue;
        }
        let end = start + count;
        let above = lines[..start].iter().rev().take_while(|line| is_rim(line, lines[start])).count();
        let below = lines[end..].iter().take_while(|line| is_rim(line, lines[start])).count();
        belongs[start - above..end + below].fill(true);
        start = end + below;
    }
    belongs
}

/// Returns how many of the first lines are rows of one board.
fn rows_from(lines: &[&str]) -> usize {
    let width = width(lines[0]);
    let (mut seen, mut letters) = (Vec::new(), 0);
    let fits = |line: &&&str| {
        self::width(line) == width
            && line.chars().filter(|c| !c.is_ascii_digit()).all(|c| {
                if !seen.contains(&c) {
                    seen.push(c);
                    letters += usize::from(c.is_alphabetic());
                }
                // Most lines that are no rows show it early, however long they are.
                letters <= MOST_LETTERS && seen.len() - letters <= MOST_SIGNS
            })
    };
    if width < NARROWEST { 0 } else { lines.iter().take_while(fits).count() }
}

/// Tells whether a line frames a board: numbers and strokes, about as wide as a row.
fn is_rim(line: &str, row: &str) -> bool {
    let (width, row) = (width(line), width(row));
    let frames = |c: char| c.is_ascii_digit() || " +-=_|".contains(c);
    width * 2 >= row && width <= row + 2 && !line.trim().is_empty() && line.chars().all(frames)
}

fn width(line: &str) -> usize {
    line.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        boards(&lines).into_iter().map(|belongs| if belongs { '#' } else { '.' }).collect()
    }

    #[test]
    fn a_board_is_distinguished_from_the_text_around_it() {
        assert_eq!(shown("\n.....\n..X..\n.OX..\n01234\n\nX's turn\nWhere? "), ".####...");
    }

    #[test]
    fn numbers_and_strokes_around_a_board_belong_to_it() {
        assert_eq!(shown("Well:\n|   |0\n|  X|1\n| OX|2\n+---+\n 012\nNext? "), ".#####.");
        assert_eq!(shown("=====\n|.|.|\n|X|.|\n|X|O|\nDone."), "####.");
    }

    #[test]
    fn a_list_of_rows_is_a_board() {
        assert_eq!(shown(">>> board\n[\"....\",\n \".X..\",\n \"OX..\"]\n>>> "), ".###.");
    }

    #[test]
    fn words_of_the_same_length_are_no_board() {
        assert_eq!(shown("Hello\nWorld\nagain"), "...");
        assert_eq!(shown("OX\nXO\nXX"), "...");
        assert_eq!(shown(""), "");
    }

    #[test]
    fn the_text_between_two_boards_belongs_to_neither() {
        assert_eq!(shown("...\n.X.\n...\nfull\n...\n.X.\n.O."), "###.###");
    }
}
