//! Output that contains no commands, for services that read commands in logs.
//!
//! GitHub Actions obeys a line that begins with `::error::`, perhaps after blanks, and `##[error]` anywhere in a line;
//! Azure Pipelines obeys `##vso[…]`, TeamCity `##teamcity[…]`. The output of a student's program, the name of a file or
//! the words of a compiler must never become a command. So the sign that makes it a command is printed in its full-width
//! form, which is allowed in every format and which no service obeys. Commands of GitLab contain control characters, which
//! are never printed.

use std::io::{self, Write};

/// The variables of the environment that such services set.
const SERVICES: [&str; 3] = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

/// Whether such a service reads the output of this process.
fn is_read() -> bool {
    SERVICES.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// A stream without commands if a service reads it. Otherwise everything passes unchanged.
pub(super) struct Harmless<W> {
    out: W,
    is_read: bool,
    line: Line,
}

/// The part of the line so far that may become a command.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Whether the line contains more than blanks. A character that is not ASCII counts as a blank here, because some are
    /// blanks.
    has_begun: bool,
    /// Whether the last character is a colon, with only blanks before it.
    first_colon: bool,
    /// The number signs, and the word after them.
    mark: Mark,
    /// Whether the bytes belong to an escape sequence of ours, which is not part of the text.
    escape: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    One,
    /// Two or more number signs, perhaps with a word after them.
    Two,
}

impl<W: Write> Harmless<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, is_read: is_read(), line: Line::default() }
    }
}

impl Line {
    /// The text that is printed instead of a byte; `None` if the byte itself is printed.
    fn replacement(&mut self, byte: u8) -> Option<&'static str> {
        if self.escape {
            // A control sequence ends with a letter (ECMA-48).
            self.escape = !byte.is_ascii_alphabetic();
            return None;
        }
        match byte {
            b'\x1b' => {
                self.escape = true;
                return None;
            }
            b'\n' | b'\r' => {
                *self = Self::default();
                return None;
            }
            _ => {}
        }
        let replacement = match byte {
            b':' if self.first_colon => Some("："),
            b'[' if self.mark == Mark::Two => Some("［"),
            _ => None,
        };
        self.first_colon = byte == b':' && !self.has_begun;
        self.has_begun |= byte.is_ascii() && !byte.is_ascii_whitespace() && !byte.is_ascii_control();
        self.mark = match (byte, self.mark) {
            (b'#', Mark::None) => Mark::One,
            (b'#', Mark::One | Mark::Two) => Mark::Two,
            (word, Mark::Two) if word.is_ascii_alphanumeric() => Mark::Two,
            (_, Mark::None | Mark::One | Mark::Two) => Mark::None,
        };
        replacement
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_read {
            return self.out.write(bytes);
        }
        let mut printed = Vec::with_capacity(bytes.len());
        for byte in bytes {
            match self.line.replacement(*byte) {
                Some(sign) => printed.extend_from_slice(sign.as_bytes()),
                None => printed.push(*byte),
            }
        }
        self.out.write_all(&printed)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn printed(pieces: &[&str]) -> String {
        let mut out = Harmless { out: Vec::new(), is_read: true, line: Line::default() };
        pieces.iter().for_each(|piece| out.write_all(piece.as_bytes()).unwrap());
        String::from_utf8(out.out).unwrap()
    }

    #[test]
    fn what_is_no_command_stays_as_it_is() {
        for text in ["a::b\n", ": :\n", "# [x]\n", "#[x]\n", "## a [x]\n", "std::cout << x[0]; // ##\n"] {
            assert_eq!(printed(&[text]), text);
        }
    }

    #[test]
    fn commands_are_shown_and_none() {
        assert_eq!(printed(&["  ::error::x\n"]), "  :：error::x\n");
        assert_eq!(printed(&["\u{1680}::error::x\n"]), "\u{1680}:：error::x\n");
        assert_eq!(printed(&["a ##[error]x\n"]), "a ##［error]x\n");
        assert_eq!(printed(&["##vso[task.x]", "###teamcity[x]"]), "##vso［task.x]###teamcity［x]");
        assert_eq!(printed(&["\x1b[31m:\x1b[0m", ":x"]), "\x1b[31m:\x1b[0m：x");
        assert_eq!(printed(&["#", "#\x1b[1m", "[x]"]), "##\x1b[1m［x]");
    }

    proptest! {
        #[test]
        fn nothing_that_is_printed_is_a_command(text in "([:# \t\n\\[a]|\u{a0}|\u{1680}|::|##\\[){0,40}", at in 0_usize..40) {
            let at = text.floor_char_boundary(at);
            let printed = printed(&[&text[..at], &text[at..]]);
            for line in printed.lines() {
                prop_assert!(!line.trim_start().starts_with("::"), "{line:?}");
                prop_assert!(!line.contains("##[") && !line.contains("##a["), "{line:?}");
            }
        }
    }
}
