//! The console a reference plays at: it prints typed events and asks for lines.
//!
//! Text is derived from events and never parsed back. Who types the lines (a scenario, a person at
//! a terminal) is the [`Host`]'s business.

use std::fmt::{self, Write};

/// Something a program prints, before it is text; its `Display` is the exact text, newlines included.
pub trait Event: fmt::Display {
    /// What happened, in one word: `prompt`, `grid`, `refused`.
    fn name(&self) -> &'static str;

    /// The characters of its text that decide something, such as the markers of a winning line, counted from 0:
    /// reports point them out, and nothing else heeds them.
    fn decisive(&self) -> Vec<usize> {
        Vec::new()
    }
}

/// An event that was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The name of the event.
    pub event: &'static str,
    /// The text it rendered to.
    pub text: String,
    /// Which of its characters decide something.
    pub decisive: Vec<usize>,
}

/// What was printed until a line was asked for, and the line that was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// In the order of printing.
    pub printed: Vec<Printed>,
    /// Without its newline; `None` in the last turn, when the program ended or the input did.
    pub typed: Option<String>,
}

impl Turn {
    /// The text of the turn, as it stood on standard output.
    pub fn text(&self) -> String {
        self.printed.iter().map(|printed| printed.text.as_str()).collect()
    }
}

/// The other side of the console.
pub trait Host {
    /// Shows text at once.
    fn print(&mut self, text: &str);
    /// The next line without its newline, or `None` at the end of the input.
    fn read_line(&mut self) -> Option<String>;
}

/// A program asked for a line and there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfInput;

/// Prints events, asks for lines and keeps both as turns.
pub struct Console<'host> {
    host: &'host mut dyn Host,
    keeps_turns: bool,
    turns: Vec<Turn>,
    current: Turn,
    /// The text of the event that is being printed, kept for its room.
    text: String,
}

impl<'host> Console<'host> {
    /// A console at which nothing has happened yet.
    pub fn new(host: &'host mut dyn Host) -> Self {
        let (turns, current, text) = (Vec::new(), Turn::default(), String::new());
        Self { host, keeps_turns: true, turns, current, text }
    }

    /// A console that keeps no turns, for a host that needs only the text of many games.
    pub fn without_turns(host: &'host mut dyn Host) -> Self {
        Self { keeps_turns: false, ..Self::new(host) }
    }

    /// Prints an event.
    #[expect(clippy::needless_pass_by_value, reason = "an event is printed once and then gone")]
    pub fn print(&mut self, event: impl Event) {
        self.text.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{event}");
        self.host.print(&self.text);
        if self.keeps_turns {
            let (text, decisive) = (self.text.clone(), event.decisive());
            self.current.printed.push(Printed { event: event.name(), text, decisive });
        }
    }

    /// Prints a prompt and waits for a line.
    pub fn ask(&mut self, prompt: impl Event) -> Result<String, EndOfInput> {
        self.print(prompt);
        self.read_line()
    }

    /// Waits for a line without a prompt.
    pub fn read_line(&mut self) -> Result<String, EndOfInput> {
        let line = self.host.read_line().ok_or(EndOfInput)?;
        if self.keeps_turns {
            self.current.typed = Some(line.clone());
            self.turns.push(std::mem::take(&mut self.current));
        }
        Ok(line)
    }

    /// Everything that happened, the last turn included.
    pub fn into_turns(mut self) -> Vec<Turn> {
        self.turns.push(self.current);
        self.turns
    }
}
