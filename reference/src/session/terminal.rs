//! Where a session prints to and reads from.

use std::collections::VecDeque;

use crate::Host;

/// Keeps what was printed and types the lines that were prepared.
#[derive(Default)]
pub(crate) struct Terminal {
    pub(super) printed: String,
    stdin: VecDeque<String>,
}

impl Terminal {
    /// A terminal at which these lines will be typed.
    pub(super) fn new(stdin: &[String]) -> Self {
        Self { printed: String::new(), stdin: stdin.iter().cloned().collect() }
    }

    /// What was printed since this was asked last.
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
