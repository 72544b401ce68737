//! The moments at which a Python program asked for a line, as a hook inside of it writes them down (`inside/asks.py`).
//!
//! The program can forge them. No verdict depends on them.

use std::io;
use std::path::Path;

use super::super::Asks;
use crate::system;

/// The variable of the environment with the path of the file.
pub(super) const VARIABLE: &str = "YARDSTICK_ASKS";

/// The first line of the file, which tells that the hook is in place.
const BEGINS: &str = "asks";

/// The file in which the hook writes.
pub(super) struct AskLog(tempfile::TempPath);

impl AskLog {
    pub(super) fn new() -> io::Result<Self> {
        let file = tempfile::Builder::new().prefix("yardstick-asks-").tempfile()?;
        Ok(Self(file.into_temp_path()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Reads the moments of a program that was given this number of lines and printed this number of bytes.
    pub(super) fn read(&self, lines: usize, printed: usize) -> Asks {
        system::read_text(&self.0)
            .ok()
            .and_then(|text| asks_in(&text, lines, printed))
            .unwrap_or(Asks::Unknown)
    }
}

fn asks_in(text: &str, lines: usize, printed: usize) -> Option<Asks> {
    let moments: Option<Vec<usize>> =
        text.strip_prefix(BEGINS)?.split_whitespace().map(|number| number.parse().ok()).collect();
    Asks::at(&moments?, lines, printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ask_after_the_last_line_is_told_apart() {
        let known = |at: &[usize], beyond_end| Some(Asks::Known { at: at.to_vec(), beyond_end });
        assert_eq!(asks_in("asks\n", 2, 9), known(&[], None));
        assert_eq!(asks_in("asks\n0\n4\n9\n9\n", 2, 9), known(&[0, 4], Some(9)));
    }

    #[test]
    fn what_cannot_be_true_is_not_believed() {
        for text in ["", "asks\n4\n0\n", "asks\n10\n", "asks\n-1\n", "asks\nx\n"] {
            assert_eq!(asks_in(text, 2, 9), None, "{text:?}");
        }
    }
}
