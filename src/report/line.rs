//! One line of a dialogue, for terminals and text files.

use anstyle::{AnsiColor, Style};

use super::Visible;
use crate::compare::{Piece, Side};

/// A typed line.
pub(super) const TYPED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
pub(super) const DIM: Style = Style::new().dimmed();

/// A line, and whose it is.
pub(super) struct Line<'a> {
    /// Whose: lines of both sides are shown as they are, others with their blanks.
    pub(super) side: Side,
    /// Its text.
    pub(super) pieces: &'a [Piece],
    /// Whether the output ends here without a newline.
    pub(super) unfinished: bool,
    /// The characters that decide something.
    pub(super) decisive: &'a [usize],
}

/// What a line of a side looks like.
pub(super) fn side_style(side: Side) -> Style {
    match side {
        Side::Both | Side::Folded(_) => Style::new(),
        Side::Expected => Style::new().fg_color(Some(AnsiColor::Green.into())),
        Side::Actual => Style::new().fg_color(Some(AnsiColor::Red.into())),
    }
}

impl Line<'_> {
    /// The line in colour, harmless.
    pub(super) fn shown(&self) -> String {
        let style = side_style(self.side);
        let mut shown = String::new();
        let mut from = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            let is_last = index + 1 == self.pieces.len();
            shown.push_str(&self.piece(piece, from, is_last, style));
            from += piece.text.chars().count();
        }
        if self.unfinished && self.side != Side::Both {
            shown.push_str(&format!("{DIM} (no newline){DIM:#}"));
        }
        if self.pieces.is_empty() && self.side != Side::Both {
            shown.push_str(&format!("{DIM}(empty line){DIM:#}"));
        }
        shown
    }

    fn piece(&self, piece: &Piece, from: usize, is_last: bool, style: Style) -> String {
        let style = match (piece.typed, piece.changed) {
            (true, false) => TYPED,
            (typed, true) => if typed { TYPED } else { style }.bold().underline(),
            (false, false) => style,
        };
        // Blanks are shown where they make the difference, and where nobody would see them.
        let only_blanks = piece.changed && piece.text.trim().is_empty();
        let at_end = is_last && self.side != Side::Both && !piece.typed;
        let visible_until = if only_blanks {
            0
        } else if at_end {
            piece.text.trim_end_matches([' ', '\t']).len()
        } else {
            piece.text.len()
        };
        let (text, blanks) = piece.text.split_at(visible_until);
        let mut shown = self.with_decisive(text, from, style);
        if !blanks.is_empty() {
            shown.push_str(&format!("{style}{}{style:#}", Visible::with_blanks(blanks)));
        }
        if piece.typed && (piece.text.is_empty() || self.side != Side::Both) {
            shown.push_str(&format!("{DIM}⏎{DIM:#}"));
        }
        shown
    }

    /// Text in which the characters that decide something are bold; `from` is the number of the first.
    fn with_decisive(&self, text: &str, from: usize, style: Style) -> String {
        let characters: Vec<(char, bool)> = text
            .chars()
            .enumerate()
            .map(|(index, character)| (character, self.decisive.contains(&(from + index))))
            .collect();
        let stretches = characters.chunk_by(|one, other| one.1 == other.1).map(|stretch| {
            let style = if stretch[0].1 { style.bold() } else { style };
            let text: String = stretch.iter().map(|(character, _)| character).collect();
            format!("{style}{}{style:#}", Visible::new(&text))
        });
        stretches.collect()
    }
}
