//! Makes text harmless for terminals and text files.

use std::fmt::{self, Write};

use crate::trace::{is_unseen, stray_byte};
use crate::untrusted::Text;

/// A text that is shown without being able to do anything: control characters, escape sequences, characters that
/// change the direction of writing, and bytes that are no text become visible signs.
#[derive(Clone, Copy, Debug)]
pub struct Visible<'a> {
    text: &'a str,
    /// Whether blanks and tabs become signs too.
    blanks: bool,
    /// Whether newlines stay newlines.
    lines: bool,
}

impl<'a> Visible<'a> {
    /// A piece of one line.
    pub fn new(text: &'a (impl Text + ?Sized)) -> Self {
        Self { text: text.expose(), blanks: false, lines: false }
    }

    /// A piece of one line in which blanks and tabs matter, and are shown too.
    pub fn with_blanks(text: &'a (impl Text + ?Sized)) -> Self {
        Self { blanks: true, ..Self::new(text) }
    }

    /// A text of several lines.
    pub fn lines(text: &'a (impl Text + ?Sized)) -> Self {
        Self { lines: true, ..Self::new(text) }
    }
}

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for character in self.text.chars() {
            match character {
                '\n' if self.lines => f.write_char('\n')?,
                ' ' if self.blanks => f.write_char('·')?,
                '\t' if self.blanks => f.write_char('→')?,
                '\t' => f.write_str("    ")?,
                '\n' => f.write_char('⏎')?,
                '\u{7F}' => f.write_char('␡')?,
                '\0'..'\u{20}' => f.write_char(picture(character))?,
                _ if stray_byte(character).is_some() => {
                    write!(f, "\\x{:02x}", stray_byte(character).unwrap_or_default())?;
                }
                _ if is_unseen(character) => write!(f, "\\u{{{:x}}}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// The picture of a control character: U+2400 to U+241F.
fn picture(control: char) -> char {
    char::from_u32(0x2400 + u32::from(control)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::decode;
    use proptest::prelude::*;

    #[test]
    fn escape_sequences_are_shown_and_not_carried_out() {
        let hostile = decode(b"\x1b[2J\x07a\xffb\r\n\xe2\x80\xaec");
        assert_eq!(Visible::new(&hostile).to_string(), "␛[2J␇a\\xffb␍⏎\\u{202e}c");
        assert_eq!(Visible::lines("a\nb\tc").to_string(), "a\nb    c");
        assert_eq!(Visible::with_blanks("a \t").to_string(), "a·→");
    }

    proptest! {
        #[test]
        fn nothing_that_is_shown_controls_a_terminal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let shown = Visible::new(&decode(&bytes)).to_string();
            prop_assert!(!shown.chars().any(is_unseen), "{shown:?}");
        }
    }
}
