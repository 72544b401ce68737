//! The console of a reference: it prints typed events and asks for lines.
//!
//! The text is made from events and never parsed. The [`Host`] types the lines: a scenario, or a person at a terminal.

use std::fmt::{self, Write};

/// An event that a program prints; its `Display` is the exact text, with newlines.
pub trait Event: fmt::Display {
    /// Returns the kind of the event in one word: `prompt`, `grid`, `refused`.
    fn name(&self) -> &'static str;

    /// Returns the decisive characters of its text, counted from 0, such as the markers of a winning line. Only reports
    /// use them.
    fn decisive(&self) -> Vec<usize> {
        Vec::new()
    }
}

/// An event that was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The name of the event.
    pub event: &'static str,
    /// Its text.
    pub text: String,
    /// The decisive characters.
    pub decisive: Vec<usize>,
}

/// The events that were printed until a line was asked for, and that line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The events, in the order of printing.
    pub printed: Vec<Printed>,
    /// The line without its newline; `None` in the last turn, when the program or the input ended.
    pub typed: Option<String>,
}

impl Turn {
    /// Returns the text of the turn on standard output.
    pub fn text(&self) -> String {
        self.printed.iter().map(|printed| printed.text.as_str()).collect()
    }
}

/// The other side of the console.
pub trait Host {
    /// Shows text at once.
    fn print(&mut self, text: &str);
    /// Returns the next line without its newline; `None` at the end of the input.
    fn read_line(&mut self) -> Option<String>;
}

/// A program asked for a line, and there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfInput;

/// Prints events, asks for lines and keeps both as turns.
pub struct Console<'host> {
    host: &'host mut dyn Host,
    keeps_turns: bool,
    turns: Vec<Turn>,
    current: Turn,
    /// The text of the current event, kept to reuse its memory.
    text: String,
}

impl<'host> Console<'host> {
    /// Creates a console without events.
    pub fn new(host: &'host mut dyn Host) -> Self {
        let (turns, current, text) = (Vec::new(), Turn::default(), String::new());
        Self { host, keeps_turns: true, turns, current, text }
    }

    /// Creates a console that stores no turns, for a host that needs only the text of many games.
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

    /// Returns all turns, with the last one.
    pub fn into_turns(mut self) -> Vec<Turn> {
        self.turns.push(self.current);
        self.turns
    }
}
