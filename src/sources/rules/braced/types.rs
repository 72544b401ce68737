//! Types as they are written, brought into one form so that they can be compared.

use super::super::source::Node;

/// Words that may stand in a type and do not change which values it holds.
const WITHOUT_EFFECT: [&str; 12] = [
    "const",
    "volatile",
    "restrict",
    "register",
    "final",
    "struct",
    "class",
    "enum",
    "union",
    "typename",
    "constexpr",
    "mutable",
];
/// The words of which types are made that have no name of their own.
const PRIMITIVE: [&str; 15] = [
    "int", "char", "short", "long", "signed", "unsigned", "float", "double", "void", "bool", "boolean",
    "byte", "auto", "_Bool", "var",
];

/// Splits a type into words, with what stands before their last part (`std::`, `java.util.`), and signs.
fn pieces(text: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let (mut pieces, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("...") {
            3
        } else if is_of_word(first) {
            let mut length = 0;
            loop {
                length += rest[length..].find(|c| !is_of_word(c)).unwrap_or(rest.len() - length);
                let more = ["::", "."].into_iter().find(|separator| {
                    let after = rest[length..].strip_prefix(separator);
                    after.is_some_and(|after| after.starts_with(is_of_word))
                });
                match more {
                    Some(separator) => length += separator.len(),
                    None => break length,
                }
            }
        } else {
            first.len_utf8()
        };
        pieces.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    pieces
}

/// Returns a type in the form in which types are compared: `const char  *text` and `char text[]` are `char *`.
pub(super) fn canonical(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut skipped = 0usize;
    let mut annotated = false;
    for piece in pieces(text) {
        let is_annotation = std::mem::replace(&mut annotated, piece == "@");
        match piece {
            "[" => skipped += 1,
            "]" => {
                skipped = skipped.saturating_sub(1);
                words.push("[]".to_owned());
            }
            "..." => words.push("[]".to_owned()),
            "@" => {}
            _ if skipped > 0 || is_annotation || WITHOUT_EFFECT.contains(&piece) => {}
            _ => {
                let last = piece
                    .rsplit_once("::")
                    .or_else(|| piece.rsplit_once('.'))
                    .map_or(piece, |(_, last)| last);
                words.push(last.to_owned());
            }
        }
    }
    shorter(&mut words);
    joined(&words)
}

/// Joins words by blanks, and signs without.
fn joined(words: &[String]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    for word in words {
        if text.ends_with(is_word) && word.starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Leaves out the `int` of `unsigned int` and `long int`, and `signed`.
fn shorter(words: &mut Vec<String>) {
    let has_size = words.iter().any(|word| matches!(word.as_str(), "unsigned" | "long" | "short"));
    let has_int = words.iter().any(|word| word == "int");
    if has_size {
        words.retain(|word| word != "int");
    }
    if has_size || has_int {
        words.retain(|word| word != "signed");
    }
    let sign = words.iter().position(|word| word == "unsigned");
    if let Some(at) = sign {
        let sign = words.remove(at);
        words.insert(0, sign);
    }
}

/// Returns the type of a parameter that an instructor wrote with or without a name.
pub(super) fn without_name(written: &str) -> String {
    let pieces = pieces(written);
    let mut depth = 0usize;
    let mut words: Vec<usize> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match *piece {
            "<" | "(" | "[" => depth += 1,
            ">" | ")" | "]" => depth = depth.saturating_sub(1),
            piece
                if depth == 0
                    && piece.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                    && !WITHOUT_EFFECT.contains(&piece) =>
            {
                words.push(index);
            }
            _ => {}
        }
    }
    let name = words.last().filter(|&&last| words.len() > 1 && !PRIMITIVE.contains(&pieces[last]));
    let kept = pieces.iter().enumerate().filter(|(index, _)| Some(index) != name);
    canonical(&kept.map(|(_, piece)| *piece).collect::<Vec<_>>().join(" "))
}

/// Returns the type of a declaration: its text without the name and the default value.
pub(super) fn of_declaration(declaration: Node, name: Option<Node>) -> String {
    let text = declaration.text();
    let default = declaration.field("default_value").map(|value| value.start() - declaration.start());
    let end = default.map_or(text.len(), |at| text[..at].rfind('=').unwrap_or(at));
    match name.map(|name| name.start() - declaration.start()..name.end() - declaration.start()) {
        Some(name) if name.end <= end => {
            canonical(&format!("{} {}", &text[..name.start], &text[name.end..end]))
        }
        _ => canonical(&text[..end]),
    }
}

/// Tells whether two types in the form of [`canonical`] are the same. In C, an array as a parameter is a pointer.
pub(super) fn are_same(one: &str, other: &str, arrays_are_pointers: bool) -> bool {
    let plain = |text: &str| if arrays_are_pointers { text.replacen("[]", "*", 1) } else { text.to_owned() };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_the_same_however_they_are_written() {
        for (written, plain) in [
            ("const char  *", "char*"),
            ("char const*", "char*"),
            ("unsigned int", "unsigned"),
            ("long unsigned", "unsigned long"),
            ("std::vector<std::string> const &", "vector<string>&"),
            ("java.util.List<String>", "List<String>"),
            ("final int [ ]", "int[]"),
            ("String...", "String[]"),
            ("struct node *", "node*"),
            ("int [10]", "int[]"),
        ] {
            assert_eq!(canonical(written), plain, "{written}");
        }
    }

    #[test]
    fn the_name_of_a_parameter_is_left_out() {
        for (written, plain) in [
            ("const char *text", "char*"),
            ("unsigned int", "unsigned"),
            ("unsigned count", "unsigned"),
            ("int a[]", "int[]"),
            ("String", "String"),
            ("Map<String, Integer> counts", "Map<String,Integer>"),
            ("std::string", "string"),
            ("std::string &name", "string&"),
            ("struct node *", "node*"),
            ("double", "double"),
        ] {
            assert_eq!(without_name(written), plain, "{written}");
        }
    }
}
