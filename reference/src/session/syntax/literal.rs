//! String literals: prefixes, quotes and escapes.

use crate::session::objects::Object;
use crate::session::value::from_code_point;

/// As in `rb''`.
const LONGEST_PREFIX: usize = 2;

/// The string or bytes that a source starts with, and what follows it.
pub(crate) fn string(source: &str) -> Result<Option<(Object, &str)>, String> {
    let is_quote = |byte| matches!(byte, b'\'' | b'"');
    let Some(start) = source.bytes().take(LONGEST_PREFIX + 1).position(is_quote) else { return Ok(None) };
    let prefix = source[..start].to_ascii_lowercase();
    let (is_raw, is_bytes) = match prefix.as_str() {
        "" | "u" => (false, false),
        "r" => (true, false),
        "b" => (false, true),
        "br" | "rb" => (true, true),
        "f" | "fr" | "rf" => {
            return Err(
                "f-strings are not supported in sessions: write the text itself, or use `+` and `str`"
                    .to_owned(),
            );
        }
        _ => return Ok(None),
    };
    let quoted = &source[start..];
    let quote =
        ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| quoted.starts_with(quote)).unwrap_or("'");
    let body = &quoted[quote.len()..];
    let length = length(body, quote).ok_or_else(|| format!("a string is not closed: add `{quote}`"))?;
    if is_bytes && !body[..length].is_ascii() {
        return Err("bytes hold ASCII only: use `\\x`".to_owned());
    }
    let mut characters = Vec::new();
    if is_raw {
        characters.extend(body[..length].chars().map(u32::from));
    } else {
        unescape(&body[..length], is_bytes, &mut characters)?;
    }
    let object = if is_bytes { bytes(&characters)? } else { text(&characters)? };
    Ok(Some((object, &body[length + quote.len()..])))
}

/// How long the body of a string is whose end is this quote.
fn length(body: &str, quote: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (place, character) in body.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' {
            is_escaped = true;
        } else if body[place..].starts_with(quote) {
            return Some(place);
        } else if character == '\n' && quote.len() == 1 {
            return None;
        }
    }
    None
}

/// Appends the characters that a body with escapes stands for.
fn unescape(body: &str, is_bytes: bool, characters: &mut Vec<u32>) -> Result<(), String> {
    let mut rest = body.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            characters.push(character.into());
            continue;
        }
        let escape = rest.next().unwrap_or('\\');
        let character = match escape {
            '\n' => continue,
            '\\' | '\'' | '"' => escape.into(),
            'a' => 0x07,
            'b' => 0x08,
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            '0'..='7' => {
                let digits = rest.as_str().chars().take(2).take_while(|digit| digit.is_digit(8)).count();
                let tail: String = rest.by_ref().take(digits).collect();
                u32::from_str_radix(&format!("{escape}{tail}"), 8).unwrap_or(0)
            }
            'x' => hexadecimal(&mut rest, 2)?,
            'u' if !is_bytes => hexadecimal(&mut rest, 4)?,
            'U' if !is_bytes => hexadecimal(&mut rest, 8)?,
            'N' if !is_bytes => return Err("`\\N{…}` is not supported in sessions: use `\\u`".to_owned()),
            _ => {
                characters.push('\\'.into());
                escape.into()
            }
        };
        characters.push(character);
    }
    Ok(())
}

fn hexadecimal(rest: &mut std::str::Chars, digits: usize) -> Result<u32, String> {
    let text: String = rest.by_ref().take(digits).collect();
    let is_complete = text.chars().count() == digits && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let number = is_complete.then(|| u32::from_str_radix(&text, 16).ok()).flatten();
    number.ok_or_else(|| format!("an escape needs {digits} hexadecimal digits, not `{text}`"))
}

fn bytes(characters: &[u32]) -> Result<Object, String> {
    let bytes = characters.iter().map(|&character| u8::try_from(character).ok());
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.map(|bytes| Object::Bytes(bytes.into())).ok_or_else(|| "a byte is at most `\\xff`".to_owned())
}

fn text(characters: &[u32]) -> Result<Object, String> {
    let text: Option<String> = characters.iter().map(|&character| from_code_point(character)).collect();
    text.map(Object::str).ok_or_else(|| "there is no character beyond `\\U0010ffff`".to_owned())
}
