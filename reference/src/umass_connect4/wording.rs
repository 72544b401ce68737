//! The text of the board, correct or with the wording bugs of a program.

use std::fmt;

use super::bugs::*;
use super::event::Event;
use crate::Bugs;

/// An event with the wording of a program with bugs.
pub(super) struct Worded<'a> {
    event: Event<'a>,
    bugs: Bugs,
    ends_line: bool,
}

impl<'a> Event<'a> {
    /// Returns this event with the wording of a program with these bugs.
    pub(super) fn worded(self, bugs: Bugs) -> Worded<'a> {
        Worded { event: self, bugs, ends_line: true }
    }
}

impl Worded<'_> {
    /// Returns the same text without the newline at its end.
    pub(super) fn without_newline(self) -> Self {
        Self { ends_line: false, ..self }
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
        let text = self.event.to_string();
        let text = match &self.event {
            Event::Row { .. } => row(text, self.bugs),
            Event::Separator { .. } => separator(text, self.bugs),
            _ => text,
        };
        f.write_str(if self.ends_line { &text } else { text.trim_end_matches('\n') })
    }
}

fn row(mut text: String, bugs: Bugs) -> String {
    if bugs.has(&DOTS_SHOWN) {
        text = text.replace("   ", " . ");
    }
    if bugs.has(&SMALL_LETTERS) {
        text = text.to_lowercase();
    }
    if bugs.has(&TRAILING_BAR) {
        text = text.replace('\n', "|\n");
    }
    if bugs.has(&TRAILING_BLANKS_REMOVED) {
        text = text.trim_end().to_owned() + "\n";
    }
    text
}

fn separator(mut text: String, bugs: Bugs) -> String {
    if bugs.has(&SEPARATOR_FOR_SEVEN_COLUMNS) {
        text = Event::Separator { ncols: 7 }.to_string();
    }
    if bugs.has(&SEPARATOR_ENDS_WITH_PLUS) {
        text = text.replace('\n', "+\n");
    }
    text
}
