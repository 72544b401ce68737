//! Reads numbers and strings.

use tree_sitter::Node;

use super::Literal;
use super::reader::{Parsed, Reader, parts};
use crate::session::digits::hexadecimal;

impl Reader<'_> {
    /// Reads a number in the decimal system.
    pub(super) fn number(&self, node: Node) -> Parsed<Literal> {
        let text = self.text(node);
        let is_joined = self.after(node).starts_with(char::is_alphanumeric);
        let is_padded = text.len() > 1 && text.starts_with('0');
        let number = match node.kind() {
            _ if is_joined => None,
            "integer" if is_padded => None,
            "integer" => {
                let number = text.parse().ok().map(Literal::Int);
                number.or_else(|| hexadecimal(text).map(Literal::Large))
            }
            _ => text.parse().ok().map(Literal::Float),
        };
        number.ok_or_else(|| self.refused(node))
    }

    /// Reads a string without a prefix.
    pub(super) fn string(&self, node: Node) -> Parsed<String> {
        let parts = parts(node);
        let [start, content @ .., _] = &parts[..] else { return Err(self.refused(node)) };
        if !self.text(*start).starts_with(['\'', '"']) {
            return Err(self.refused(node));
        }
        match content {
            [] => Ok(String::new()),
            [content] if !self.text(*content).contains('\n') => self.unescaped(*content),
            _ => Err(self.refused(node)),
        }
    }

    /// Returns the content of a string, with the characters that its escapes stand for.
    fn unescaped(&self, content: Node) -> Parsed<String> {
        let (mut text, mut rest) = (String::new(), content.start_byte());
        let plain = |start, end| {
            let plain = self.between(start, end);
            if plain.contains('\\') { Err(self.refused(content)) } else { Ok(plain) }
        };
        for escape in parts(content) {
            let written = self.text(escape);
            text += plain(rest, escape.start_byte())?;
            text.push(match written {
                "\\n" => '\n',
                "\\t" => '\t',
                "\\r" => '\r',
                "\\\\" => '\\',
                "\\'" => '\'',
                "\\\"" => '"',
                _ => {
                    let digits = ["\\x", "\\u", "\\U"].iter().find_map(|sign| written.strip_prefix(sign));
                    let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                    code.and_then(char::from_u32).ok_or_else(|| self.refused(escape))?
                }
            });
            rest = escape.end_byte();
        }
        text += plain(rest, content.end_byte())?;
        Ok(text)
    }
}
