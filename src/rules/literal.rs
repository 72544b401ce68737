//! Reads the text of a string in a source, if it is simple.

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

fn of_one(node: Node) -> Option<String> {
    let mut text = String::new();
    let mut raw = false;
    for part in node.parts() {
        match part.kind() {
            "string_start" => raw = part.text().contains(['r', 'R']),
            "string_content" if raw => text.push_str(part.text()),
            "string_content" => text.push_str(&unescaped(part.text())?),
            "string_end" => return Some(text),
            _ => return None,
        }
    }
    None
}

fn unescaped(written: &str) -> Option<String> {
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
            _ => return None,
        }
    }
    Some(text)
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
