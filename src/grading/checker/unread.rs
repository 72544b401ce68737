//! Finds out whether a partner in Python failed at what the program said: at a word that it takes for a number, or at the end.

use crate::sandbox::{Execution, Exit};

/// How Python begins to say that a text is no number, and what it is none of. The text follows, as it would be written in Python.
const NO_NUMBER: [(&str, &str); 2] = [
    ("ValueError: invalid literal for int() with base 10: ", "a whole number"),
    ("ValueError: could not convert string to float: ", "a number"),
];

/// How Python begins to say that a number is too long to be read.
const TOO_LONG: &str = "ValueError: Exceeds the limit (";

/// How Python says that there is no line any more.
const NO_LINE: &str = "EOFError: EOF when reading a line";

/// The shortest text that Python may have cut off, in characters, and the longest number that it reads, in digits.
const CUT_OFF: usize = 150;
const MOST_DIGITS: usize = 4300;

/// Returns what a student is told, if the partner failed at something that this program printed, and the reference did not.
///
/// The partner may have ended first; otherwise the program was gone, and nothing came from it any more.
pub(super) fn at_what(
    partner: &Execution,
    partner_was_first: bool,
    printed: &[u8],
    by_reference: &[u8],
) -> Option<String> {
    if partner.exit != Exit::Code(1) {
        return None;
    }
    let said = String::from_utf8_lossy(&partner.stderr);
    let said = said.lines().map(str::trim_end).rfind(|line| !line.is_empty())?;
    let [printed, by_reference] = [printed, by_reference].map(|bytes| String::from_utf8_lossy(bytes));
    let ended = || "it waits for another line, and the program has ended".to_owned();
    if said == NO_LINE {
        return (!partner_was_first).then(ended);
    }
    if said.starts_with(TOO_LONG) {
        let is_long = |text: &str| {
            text.split_whitespace().any(|word| word.bytes().filter(u8::is_ascii_digit).count() > MOST_DIGITS)
        };
        let told = || format!("it reads a number, and one with more than {MOST_DIGITS} digits is too long");
        return (is_long(&printed) && !is_long(&by_reference)).then(told);
    }
    let (literal, what) =
        NO_NUMBER.iter().find_map(|(start, what)| Some((said.strip_prefix(start)?, what)))?;
    let text = meant(literal)?;
    let text = text.trim();
    if text.is_empty() {
        let has_blank = |text: &str| text.lines().any(|line| line.trim().is_empty());
        return match partner_was_first {
            true => (has_blank(&printed) && !has_blank(&by_reference))
                .then(|| format!("it reads {what}, and an empty line is none")),
            false => Some(ended()),
        };
    }
    let has = |line: &&str| line.contains(text);
    let line = printed.lines().find(has)?;
    if by_reference.lines().any(|line| has(&line)) {
        return None;
    }
    let shown = |text: &str| text.chars().take(60).collect::<String>();
    let told = format!("it reads {what}, and `{}` is none", shown(text));
    Some(match line.trim() == text {
        true => told,
        false => format!("{told}. The program printed it in the line `{}`", shown(line.trim())),
    })
}

/// Returns the text for which a literal of Python stands; its beginning, if Python has cut it off.
fn meant(literal: &str) -> Option<String> {
    let (is_bytes, literal) = literal.strip_prefix('b').map_or((false, literal), |rest| (true, rest));
    let quote = literal.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let inner = &literal[1..];
    let is_whole = inner.ends_with(quote);
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    if !is_whole && inner.chars().count() < CUT_OFF {
        return None;
    }
    let (mut bytes, mut rest) = (Vec::new(), inner.chars());
    let mut letter = [0; 4];
    while let Some(next) = rest.next() {
        let one = match next {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('x') => {
                    let code: String = rest.by_ref().take(2).collect();
                    let code = u8::from_str_radix(&code, 16).ok()?;
                    if is_bytes {
                        bytes.push(code);
                        continue;
                    }
                    char::from(code)
                }
                Some(other @ ('\\' | '\'' | '"')) => other,
                // The rest is not needed to find the line.
                None if !is_whole => break,
                _ => return None,
            },
            other => other,
        };
        bytes.extend_from_slice(one.encode_utf8(&mut letter).as_bytes());
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_python_writes_them() {
        for (literal, text) in [
            ("'a b\\n'", Some("a b\n")),
            ("\"it's\"", Some("it's")),
            ("b'5\\xef\\xbf\\xbd'", Some("5\u{fffd}")),
            ("'caf\\xe9'", Some("café")),
            ("''", Some("")),
            ("'\\u2028'", None),
            ("'short", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(meant(literal).as_deref(), text, "{literal}");
        }
        assert!(meant(&format!("'{}", "é".repeat(199))).is_some());
    }
}
