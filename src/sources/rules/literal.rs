//! Reads the text of a string in a source, if it is simple.

use std::str::Chars;

use super::source::Node;

/// Returns the text of a string, or of adjacent strings.
///
/// Returns `None` for strings with embedded values or unusual escapes: an author who hides a letter behind a number has
/// something to hide.
pub(super) fn text_of(node: Node) -> Option<String> {
    if node.is("concatenated_string") {
        return node.parts().map(of_one).collect();
    }
    if node.is("string") { of_one(node) } else { None }
}

/// Returns the text of a string as Python reads it, also with unusual escapes: documentation hides nothing.
pub(super) fn documentation_of(node: Node) -> Option<String> {
    if node.is("concatenated_string") {
        return node.parts().map(|part| with(part, every)).collect();
    }
    if node.is("string") { with(node, every) } else { None }
}

fn of_one(node: Node) -> Option<String> {
    with(node, |_, _| None)
}

/// Returns the text of one string. `unusual` reads an escape by its letter and what follows it.
fn with(node: Node, unusual: fn(char, &mut Chars) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    let mut raw = false;
    for part in node.parts() {
        match part.kind() {
            "string_start" => raw = part.text().contains(['r', 'R']),
            "string_content" if raw => text.push_str(part.text()),
            "string_content" => text.push_str(&unescaped(part.text(), unusual)?),
            "string_end" => return Some(text),
            _ => return None,
        }
    }
    None
}

fn unescaped(written: &str, unusual: fn(char, &mut Chars) -> Option<String>) -> Option<String> {
    let mut text = String::with_capacity(written.len());
    let mut characters = written.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            '\n' => {}
            quote @ ('\\' | '\'' | '"') => text.push(quote),
            other => text.push_str(&unusual(other, &mut characters)?),
        }
    }
    Some(text)
}

/// Reads an escape by a number, and leaves what is no escape in Python. Characters by their names are left, too.
fn every(letter: char, rest: &mut Chars) -> Option<String> {
    let (digits, radix, first) = match letter {
        'x' => (2, 16, None),
        'u' => (4, 16, None),
        'U' => (8, 16, None),
        '0'..='7' => (2, 8, Some(letter)),
        'a' => return Some("\x07".to_owned()),
        'b' => return Some("\x08".to_owned()),
        'f' => return Some("\x0c".to_owned()),
        'v' => return Some("\x0b".to_owned()),
        'r' => return Some("\r".to_owned()),
        other => return Some(format!("\\{other}")),
    };
    let written: String =
        first.into_iter().chain(rest.clone().take(digits).take_while(|c| c.is_digit(radix))).collect();
    rest.by_ref().take(written.len() - usize::from(first.is_some())).for_each(drop);
    let character = u32::from_str_radix(&written, radix).ok().and_then(char::from_u32)?;
    Some(character.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    fn first(source: &str) -> Option<String> {
        let source = Source::parse("a.py", source.as_bytes()).unwrap();
        source.nodes().find(|node| node.is("string") || node.is("concatenated_string")).and_then(text_of)
    }

    #[test]
    fn plain_strings_can_be_read() {
        for (written, text) in [
            ("x = 'import os'", "import os"),
            ("x = \"a\" 'b'", "ab"),
            ("x = \"\"\"a\nb\"\"\"", "a\nb"),
            (r#"x = "it\'s\n""#, "it's\n"),
            (r"x = r'\n'", r"\n"),
            ("x = ''", ""),
        ] {
            assert_eq!(first(written).as_deref(), Some(text), "{written}");
        }
    }

    #[test]
    fn strings_with_values_or_numeric_escapes_cannot_be_read() {
        for written in [r"x = '\x41'", "x = f'{a}'", "x = 'a' f'{b}'", "x = 'open"] {
            assert_eq!(first(written), None, "{written}");
        }
    }
}
