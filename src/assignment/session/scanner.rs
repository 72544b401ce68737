//! Reads a text character by character: what the readers of literals share.

/// A place in a text.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the beginning of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Skips blanks, and returns the next character.
    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Returns the next character, blank or not, and goes on behind it.
    pub(super) fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    /// Skips blanks and this text, if it is there.
    pub(super) fn take(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Skips blanks and a word, if it is there and ends there.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let is_it = ahead.word() == word;
        if is_it {
            *self = ahead;
        }
        is_it
    }

    /// Skips blanks, and returns the letters, digits, `_` and `$` that follow.
    pub(super) fn word(&mut self) -> &'a str {
        self.while_is(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    }

    /// Skips blanks, and returns the characters that follow of one kind.
    pub(super) fn while_is(&mut self, is_one: impl Fn(char) -> bool) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c| !is_one(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Tells whether only blanks follow.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }
}
