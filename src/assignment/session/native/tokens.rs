//! Divides a line of C or C++ into tokens: enough to know its parts. What they mean is left to the compiler.

/// What kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number, a text or a character.
    Literal,
    /// One or more punctuation characters that belong together.
    Sign,
}

/// A token, with the text that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) struct Token<'a> {
    pub(in crate::session) kind: Kind,
    pub(in crate::session) text: &'a str,
    /// Where it begins, in bytes.
    pub(in crate::session) at: usize,
    /// How many brackets it lies in.
    pub(in crate::session) depth: usize,
}

/// The signs of more than one character, longer ones first.
const SIGNS: [&str; 26] = [
    "<<=", ">>=", "...", "<=>", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "::", ".*", "##",
];

/// Returns the tokens of a line.
///
/// # Errors
///
/// When the line has no tokens of the language, or its brackets do not fit: the reason.
pub(in crate::session) fn tokens(source: &str) -> Result<Vec<Token<'_>>, &'static str> {
    let mut all: Vec<Token> = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") || rest.starts_with("/*") {
            return Err("a comment stands in the line");
        }
        if first == '#' {
            return Err("instructions for the preprocessor, such as `#include`, belong into the header");
        }
        if first == '\\' {
            return Err("a backslash stands outside of quotes");
        }
        let (kind, length) = match raw_text(rest).or_else(|| quoted(rest)) {
            Some(length) => (Kind::Literal, length?),
            None if first.is_alphabetic() || first == '_' => {
                (Kind::Word, end_of(rest, |c| c.is_alphanumeric() || c == '_'))
            }
            None if is_number(rest) => (Kind::Literal, number(rest)),
            None => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                (Kind::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
            }
        };
        if matches!(first, ')' | ']' | '}') && open.pop() != Some(first) {
            return Err("the brackets do not fit");
        }
        all.push(Token { kind, text: &rest[..length], at, depth: open.len() });
        match first {
            '(' if kind == Kind::Sign => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            _ => {}
        }
        at += length;
    }
    if open.is_empty() { Ok(all) } else { Err("a bracket is not closed") }
}

fn end_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('.').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// The length of a number: a sign belongs to it behind its exponent.
fn number(text: &str) -> usize {
    let mut before = ' ';
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_part = |(_, c): &(usize, char)| {
        let is_exponent =
            if is_hexadecimal { matches!(before, 'p' | 'P') } else { matches!(before, 'e' | 'E') };
        let is_part =
            c.is_alphanumeric() || matches!(c, '.' | '_' | '\'') || is_exponent && matches!(c, '+' | '-');
        before = *c;
        is_part
    };
    text.char_indices().take_while(is_part).last().map_or(0, |(at, c)| at + c.len_utf8())
}

/// Returns the text of a literal without the letters before its quotes.
fn without_prefix(text: &str) -> &str {
    let prefix = ["u8", "u", "U", "L"]
        .into_iter()
        .find(|prefix| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '\'', 'R'])));
    prefix.map_or(text, |prefix| &text[prefix.len()..])
}

/// The length of a text or a character in quotes; `None` if none begins here.
fn quoted(text: &str) -> Option<Result<usize, &'static str>> {
    let bare = without_prefix(text);
    let quote = bare.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, c) in bare.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(Ok(text.len() - bare.len() + at + 1)),
            _ => {}
        }
    }
    Some(Err("a quote is not closed"))
}

/// The length of a raw text of C++; `None` if none begins here.
fn raw_text(text: &str) -> Option<Result<usize, &'static str>> {
    let bare = without_prefix(text).strip_prefix("R\"")?;
    let (name, inside) = bare.split_once('(')?;
    let end = format!("){name}\"");
    Some(match inside.find(&end) {
        Some(at) => Ok(text.len() - inside.len() + at + end.len()),
        None => Err("a quote is not closed"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).unwrap().iter().map(|token| token.text).collect()
    }

    #[test]
    fn a_line_is_divided_as_a_compiler_does_it() {
        assert_eq!(texts("a[0]->b+=1.5e-3f"), ["a", "[", "0", "]", "->", "b", "+=", "1.5e-3f"]);
        assert_eq!(
            texts(r#"f("a)\"", '\'', L"x")"#),
            ["f", "(", r#""a)\"""#, ",", r"'\''", ",", "L\"x\"", ")"]
        );
        assert_eq!(texts("R\"x(a)\"b)x\" + 1'000"), ["R\"x(a)\"b)x\"", "+", "1'000"]);
        assert_eq!(
            texts("std::vector<int> v{1}"),
            ["std", "::", "vector", "<", "int", ">", "v", "{", "1", "}"]
        );
        assert_eq!(texts("p @ 3"), ["p", "@", "3"]);
        assert_eq!(texts("0x1E+2"), ["0x1E", "+", "2"]);
        let depths: Vec<usize> = tokens("f(a[1])").unwrap().iter().map(|token| token.depth).collect();
        assert_eq!(depths, [0, 0, 1, 1, 2, 1, 0]);
    }

    #[test]
    fn what_would_change_other_lines_is_refused() {
        for source in
            ["f(", "f)", "(]", "\"a", "'", "#define x", "f() // no", "f() /* no */", "a \\", "R\"(a"]
        {
            assert!(tokens(source).is_err(), "{source}");
        }
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_division(source in ".{0,60}") {
            let _ = tokens(&source);
        }
    }
}
