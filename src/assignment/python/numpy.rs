//! How numpy shows its numbers: `8` and `True` until version 1, `np.int64(8)` and `np.True_` since version 2.

/// What stands for each constant.
const CONSTANTS: [(&str, &str); 2] = [("np.True_", "True"), ("np.False_", "False")];

/// The names of its types of numbers, texts and truth values begin so; digits may follow.
const TYPES: [&str; 9] =
    ["bool_", "bool", "int", "uint", "float", "complex", "str_", "longlong", "ulonglong"];

/// Returns a text as the oldest numpy would show it, whatever version showed it.
pub fn without_types(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_inside_name =
            plain.ends_with(|before: char| before.is_alphanumeric() || "_.".contains(before));
        let length = if matches!(first, '\'' | '"') {
            quoted(rest)
        } else if let Some((shown, value)) = CONSTANTS.iter().find(|(shown, _)| rest.starts_with(shown)) {
            plain.push_str(value);
            rest = &rest[shown.len()..];
            continue;
        } else if let Some((held, length)) = typed(rest).filter(|_| !is_inside_name) {
            plain.push_str(held);
            rest = &rest[length..];
            continue;
        } else {
            first.len_utf8()
        };
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain
}

/// Returns what stands in the parentheses behind a type at the start of a text, and the length of all that.
fn typed(text: &str) -> Option<(&str, usize)> {
    let name = text.strip_prefix("np.")?;
    let (name, held) = name.split_once('(')?;
    let bare = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    if !TYPES.contains(&bare) {
        return None;
    }
    let mut at = 0;
    while let Some(next) = held[at..].chars().next() {
        match next {
            ')' => return Some((&held[..at], text.len() - held.len() + at + 1)),
            '(' => return None,
            '\'' | '"' => at += quoted(&held[at..]),
            next => at += next.len_utf8(),
        }
    }
    None
}

/// Returns the length of the literal of a text at the start of a text.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, quote)) = characters.next() else { return 0 };
    let mut is_escaped = false;
    for (at, character) in characters {
        if character == quote && !is_escaped {
            return at + quote.len_utf8();
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_both_versions_are_the_same_text() {
        for (shown, plain) in [
            ("np.int64(8)", "8"),
            ("[np.float64(0.5), np.float64(-2.0)]", "[0.5, -2.0]"),
            ("(np.True_, np.bool_(False))", "(True, False)"),
            ("{np.str_('a)'): np.uint8(3)}", "{'a)': 3}"),
            ("np.complex128(1+2j)", "1+2j"),
        ] {
            assert_eq!(without_types(shown), plain);
        }
    }

    #[test]
    fn whatever_else_looks_like_them_stays() {
        for text in
            ["'np.True_'", "xnp.int64(8)", "np.array([1])", "np.int64(", "np.datetime64('2026-03-01')"]
        {
            assert_eq!(without_types(text), text);
        }
    }
}
