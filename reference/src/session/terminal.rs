//! The terminal of a session, for output and input.

use std::collections::VecDeque;

use crate::Host;

/// Keeps the output, and types the given lines.
#[derive(Default)]
pub(crate) struct Terminal {
    pub(super) printed: String,
    stdin: VecDeque<String>,
}

impl Terminal {
    /// Creates a terminal that types these lines.
    pub(super) fn new(stdin: &[String]) -> Self {
        Self { printed: String::new(), stdin: stdin.iter().cloned().collect() }
    }

    /// Returns the output since the last call.
    pub(super) fn take_printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }
}

impl Host for Terminal {
    fn print(&mut self, text: &str) {
        self.printed += text;
    }

    fn read_line(&mut self) -> Option<String> {
        self.stdin.pop_front()
    }
}
