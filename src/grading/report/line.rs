//! One line of a dialogue, for terminals and text files.

use anstyle::{AnsiColor, Style};

use super::Visible;
use crate::compare::{Piece, Side};
use crate::untrusted::Text;

/// The style of text that was typed.
pub(super) const TYPED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
pub(super) const DIM: Style = Style::new().dimmed();

/// A line of one side of a dialogue.
pub(super) struct Line<'a> {
    /// The side. A line of both sides is shown as it is; the blanks of other lines become visible.
    pub(super) side: Side,
    /// The text.
    pub(super) pieces: &'a [Piece],
    /// Whether the output ends after this line without a newline.
    pub(super) unfinished: bool,
    /// The places of the decisive characters; they are shown in bold.
    pub(super) decisive: &'a [usize],
}

/// What stands where a program was started again.
pub fn pass_begins(pass: usize) -> String {
    format!("pass {pass}: the program was started again")
}

/// The style of a line of a side.
pub(super) fn side_style(side: Side) -> Style {
    match side {
        Side::Both | Side::Folded(_) | Side::Pass(_) => Style::new(),
        Side::Expected => Style::new().fg_color(Some(AnsiColor::Green.into())),
        Side::Actual => Style::new().fg_color(Some(AnsiColor::Red.into())),
    }
}

impl Line<'_> {
    /// The line in colour, made harmless for terminals.
    pub(super) fn shown(&self) -> String {
        let style = side_style(self.side);
        let mut shown = String::new();
        let mut from = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            let is_last = index + 1 == self.pieces.len();
            shown.push_str(&self.piece(piece, from, is_last, style));
            from += piece.text.length();
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
        let whole = piece.text.expose();
        // Blanks become visible where they are the difference, and at the end of a line.
        let only_blanks = piece.changed && whole.trim().is_empty();
        let at_end = is_last && self.side != Side::Both && !piece.typed;
        let visible_until = if only_blanks {
            0
        } else if at_end {
            whole.trim_end_matches([' ', '\t']).len()
        } else {
            whole.len()
        };
        let (text, blanks) = whole.split_at(visible_until);
        let mut shown = self.with_decisive(text, from, style);
        if !blanks.is_empty() {
            shown.push_str(&format!("{style}{}{style:#}", Visible::with_blanks(blanks)));
        }
        if piece.typed && (piece.text.is_empty() || self.side != Side::Both) {
            shown.push_str(&format!("{DIM}⏎{DIM:#}"));
        }
        shown
    }

    /// The text with its decisive characters in bold. `from` is the place of its first character in the line.
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
