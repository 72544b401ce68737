//! The layout of lines that consist of cells, such as the rows of a board: what stands around and between the cells, and
//! the characters in them.

/// A layout of cells, each of one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) prefix: String,
    pub(super) separator: String,
    pub(super) suffix: String,
    /// The characters that stand for others.
    pub(super) letters: Vec<(char, char)>,
}

/// The longest text around or between cells that is tried, in characters.
const WIDEST: usize = 4;

impl Cells {
    /// Returns a line in this layout.
    pub(super) fn of(&self, text: &str) -> String {
        let (line, end) = text.strip_suffix('\n').map_or((text, ""), |line| (line, "\n"));
        if line.is_empty() {
            return text.to_owned();
        }
        let letter =
            |letter: char| self.letters.iter().find(|(right, _)| *right == letter).map_or(letter, |it| it.1);
        let cells: Vec<String> = line.chars().map(|cell| letter(cell).to_string()).collect();
        [&self.prefix, &*cells.join(&self.separator), &self.suffix, end].concat()
    }

    /// Returns the layouts in which the first line would be the second one.
    pub(super) fn between(expected: &str, printed: &str) -> Vec<Self> {
        let cells: Vec<char> = expected.trim_end_matches('\n').chars().collect();
        let line: Vec<char> = printed.trim_end_matches('\n').chars().collect();
        let mut found = Vec::new();
        if cells.len() < 2 || line == cells {
            return found;
        }
        for separator in 0..=WIDEST {
            let inner = cells.len() + (cells.len() - 1) * separator;
            for prefix in 0..=WIDEST {
                let Some(suffix) = line.len().checked_sub(prefix + inner) else { continue };
                if suffix <= WIDEST {
                    found.extend(Self::fitting(&cells, &line, [prefix, separator, suffix]));
                }
            }
        }
        found
    }

    fn fitting(cells: &[char], line: &[char], [prefix, separator, suffix]: [usize; 3]) -> Option<Self> {
        let text = |from: usize, length: usize| line[from..from + length].iter().collect::<String>();
        let between = text(prefix + 1, separator);
        let mut letters: Vec<(char, char)> = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let at = prefix + index * (1 + separator);
            if index + 1 < cells.len() && text(at + 1, separator) != between {
                return None;
            }
            match letters.iter().find(|(right, _)| right == cell) {
                Some((_, known)) if *known != line[at] => return None,
                Some(_) => {}
                None => letters.push((*cell, line[at])),
            }
        }
        letters.retain(|(right, printed)| right != printed);
        let suffix = text(line.len() - suffix, suffix);
        Some(Self { prefix: text(0, prefix), separator: between, suffix, letters })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_one_line_lays_out_the_others() {
        for (expected, printed, other, laid_out) in [
            ("........\n", "|.|.|.|.|.|.|.|.|\n", "..X.....\n", "|.|.|X|.|.|.|.|.|\n"),
            ("........\n", ". . . . . . . .\n", "OX......\n", "O X . . . . . .\n"),
            ("........\n", "[ ][ ][ ][ ][ ][ ][ ][ ]\n", ".X......\n", "[ ][X][ ][ ][ ][ ][ ][ ]\n"),
            ("..X.\n", "--x-\n", ".X..\n", "-x--\n"),
        ] {
            let found = Cells::between(expected, printed);
            assert!(found.iter().any(|cells| cells.of(other) == laid_out), "{printed:?}: {found:?}");
            assert!(found.iter().all(|cells| cells.of(expected) == printed), "{printed:?}: {found:?}");
        }
        assert_eq!(Cells::between("....", "|.|.-.|.|"), []);
        assert_eq!(Cells::between(".X.", ".x-"), []);
    }
}
