//! Decodes a file to the text that Python would read, as far as that can be known.

/// Encodings that contain ASCII unchanged: everything that matters to a rule can be read.
const HARMLESS: [&str; 14] = [
    "utf-8",
    "utf8",
    "utf-8-sig",
    "ascii",
    "us-ascii",
    "latin-1",
    "latin1",
    "iso-8859-1",
    "iso-8859-15",
    "cp1252",
    "windows-1252",
    "cp1250",
    "cp1251",
    "mbcs",
];
/// The encodings in which every byte is a character.
const SINGLE_BYTE: [&str; 9] =
    ["latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252", "windows-1252", "cp1250", "cp1251", "mbcs"];

/// Returns the text, with `\n` at the end of every line and without a byte order mark.
///
/// Invalid bytes become `U+FFFD`, and so do NUL bytes, which end a text for some parsers.
pub(super) fn decoded(content: &[u8]) -> String {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let text = match declared_in(content) {
        Some((_, name)) if SINGLE_BYTE.contains(&name.as_str()) => {
            content.iter().copied().map(char::from).collect()
        }
        Some(_) | None => String::from_utf8_lossy(content).into_owned(),
    };
    with_plain_lines(&text)
}

/// Returns the text of a file that is UTF-8, as [`decoded`] does. The grammars of C want a newline after the last line.
pub(super) fn as_utf_8(content: &[u8]) -> String {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let mut text = with_plain_lines(&String::from_utf8_lossy(content));
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn with_plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}")
}

/// Returns the line, from 0, and the name of an encoding that can hide code, such as `utf-7`.
pub(super) fn hiding(text: &str) -> Option<(usize, String)> {
    declared_in(text.as_bytes()).filter(|(_, name)| !HARMLESS.contains(&name.as_str()))
}

/// Returns the encoding that a comment in one of the first two lines declares: `coding: latin-1`.
fn declared_in(content: &[u8]) -> Option<(usize, String)> {
    let mut lines =
        content.split(|&byte| byte == b'\n' || byte == b'\r').filter(|line| !line.is_empty()).take(2);
    let first = lines.next()?;
    if let Some(name) = declared(first) {
        return Some((0, name));
    }
    let blank = |line: &[u8]| line.trim_ascii_start().first().is_none_or(|&byte| byte == b'#');
    lines.next().filter(|_| blank(first)).and_then(declared).map(|name| (1, name))
}

fn declared(line: &[u8]) -> Option<String> {
    let comment = line.trim_ascii_start().strip_prefix(b"#")?;
    let at = comment.windows(7).position(|word| word == b"coding:" || word == b"coding=")? + 7;
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let name: Vec<u8> = comment[at..].trim_ascii_start().iter().copied().take_while(named).collect();
    let name = String::from_utf8(name).ok()?.to_ascii_lowercase().replace('_', "-");
    Some(name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_unified_and_the_byte_order_mark_is_removed() {
        assert_eq!(decoded(b"\xef\xbb\xbfa\r\nb\rc\n\0"), "a\nb\nc\n\u{fffd}");
        assert_eq!(decoded(b"x = '\xff'"), "x = '\u{fffd}'");
    }

    #[test]
    fn a_declared_encoding_is_respected() {
        assert_eq!(decoded(b"# -*- coding: latin-1 -*-\nx = '\xe9'"), "# -*- coding: latin-1 -*-\nx = 'é'");
        assert_eq!(
            hiding("#!/usr/bin/python\n# vim: set fileencoding=utf_7 :\n"),
            Some((1, "utf-7".to_owned()))
        );
        assert_eq!(hiding("# coding: UTF-8\n"), None);
        assert_eq!(hiding("x = 1\n# coding: utf-7\n"), None);
    }
}
