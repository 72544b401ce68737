//! String literals: prefixes, quotes and escapes.

use crate::session::objects::Object;

/// The longest prefix, as in `rb''`.
const LONGEST_PREFIX: usize = 2;

/// Returns the string at the start of a source, and the rest of the source.
pub(super) fn string(source: &str) -> Result<Option<(Object, &str)>, String> {
    let is_quote = |byte| matches!(byte, b'\'' | b'"');
    let Some(start) = source.bytes().take(LONGEST_PREFIX + 1).position(is_quote) else { return Ok(None) };
    let is_raw = match source[..start].to_ascii_lowercase().as_str() {
        "" => false,
        "r" => true,
        "b" | "br" | "rb" => return Err("bytes are not supported in sessions: write a string".to_owned()),
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
    let text = if is_raw { body[..length].to_owned() } else { unescaped(&body[..length])? };
    Ok(Some((Object::str(text), &body[length + quote.len()..])))
}

/// Returns the length of a string's body that ends with this quote.
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

/// Returns the text of a body with escapes.
fn unescaped(body: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = body.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match rest.next().unwrap_or('\\') {
            '\n' => {}
            quoted @ ('\\' | '\'' | '"') => text.push(quoted),
            't' => text.push('\t'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            'x' => text.push(hexadecimal(&mut rest, 2)?),
            'u' => text.push(hexadecimal(&mut rest, 4)?),
            'U' => text.push(hexadecimal(&mut rest, 8)?),
            other if "abfvN01234567".contains(other) => {
                return Err(format!("`\\{other}` is not supported in sessions: use `\\x` or `\\u`"));
            }
            other => text.extend(['\\', other]),
        }
    }
    Ok(text)
}

fn hexadecimal(rest: &mut std::str::Chars, digits: usize) -> Result<char, String> {
    let text: String = rest.by_ref().take(digits).collect();
    let is_complete = text.chars().count() == digits && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let character = u32::from_str_radix(&text, 16).ok().filter(|_| is_complete).and_then(char::from_u32);
    character.ok_or_else(|| format!("an escape needs {digits} digits of a character's code, not `{text}`"))
}
