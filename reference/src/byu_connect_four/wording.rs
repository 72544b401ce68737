//! The text of events, correct or with the wording bugs of a program.

use std::fmt;

use super::bugs::*;
use super::{Event, Player};
use crate::{Bug, Bugs};

/// An event with the wording of a program with bugs.
pub(crate) struct Worded<'a> {
    event: Event<'a>,
    bugs: Bugs,
}

impl<'a> Event<'a> {
    /// Returns this event with the wording of a program with these bugs.
    pub(crate) fn worded(self, bugs: Bugs) -> Worded<'a> {
        Worded { event: self, bugs }
    }

    /// Returns the replacements of the right words by bugs, in this order.
    fn slips(&self) -> &'static [(&'static Bug, &'static str, &'static str)] {
        match self {
            Self::Blank => &[],
            Self::Header { .. } => &[(&HEADER_FROM_ONE, "01234567", "12345678")],
            Self::Row { .. } => &[
                (&LOWER_CASE_MARKERS, "X", "x"),
                (&LOWER_CASE_MARKERS, "O", "o"),
                (&BLANKS_FOR_DOTS, ".", " "),
                (&BLANK_AFTER_ROWS, "\n", " \n"),
            ],
            Self::Turn(_) => &[(&TURN_CAPITAL, "turn", "Turn"), (&CURLY_APOSTROPHE, "'", "’")],
            Self::Prompt => &[(&PROMPT_ENDS_LINE, ": ", ": \n"), (&PROMPT_WITHOUT_BLANK, ": ", ":")],
            Self::Refused { .. } => {
                &[(&REFUSAL_WITHOUT_FULL_STOP, ".\n", "\n"), (&REFUSAL_FROM_ONE, "(0-", "(1-")]
            }
            Self::Finished { .. } => {
                &[(&GAME_OVER, "Game finished", "Game over"), (&FINISHED_CAPITAL, "finished", "Finished")]
            }
        }
    }
}

impl crate::Event for Worded<'_> {
    fn name(&self) -> &'static str {
        self.event.name()
    }

    fn decisive(&self) -> Vec<usize> {
        self.event.decisive()
    }
}

impl fmt::Display for Worded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut slips = self.event.slips().iter().filter(|(bug, ..)| self.bugs.has(bug)).peekable();
        let is_spaced = self.bugs.has(&SPACED_CELLS) && matches!(self.event, Event::Row { .. });
        if slips.peek().is_none() && !is_spaced {
            return self.event.fmt(f);
        }
        let replaced = |text: String, (_, right, wrong): &(_, &str, &str)| text.replace(right, wrong);
        let text = slips.fold(self.event.to_string(), replaced);
        f.write_str(&if is_spaced { spaced(&text) } else { text })
    }
}

/// Returns a row with a blank between its cells.
fn spaced(row: &str) -> String {
    let cells: Vec<String> = row.trim_end_matches('\n').chars().map(String::from).collect();
    cells.join(" ") + "\n"
}

/// Text that only a program with a bug prints.
pub(super) enum Extra {
    /// The winner.
    Winner(Player),
    /// A tie.
    Tie,
    /// A separate message for full columns.
    ColumnFull,
}

impl crate::Event for Extra {
    fn name(&self) -> &'static str {
        match self {
            Self::Winner(_) => "won",
            Self::Tie => "tie",
            Self::ColumnFull => "refused",
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Winner(player) => writeln!(f, "{player} wins!"),
            Self::Tie => writeln!(f, "It's a tie!"),
            Self::ColumnFull => writeln!(f, "Column is full."),
        }
    }
}
