//! Tells declarations of C and C++ from expressions. Where a line could be both, it is what a session would be likely to have.

use super::line::Known;
use super::tokens::{Kind, Token};

/// The words with which a declaration begins.
const DECLARING: [&str; 28] = [
    "auto",
    "bool",
    "_Bool",
    "char",
    "char8_t",
    "char16_t",
    "char32_t",
    "const",
    "constexpr",
    "double",
    "enum",
    "extern",
    "float",
    "int",
    "long",
    "register",
    "short",
    "signed",
    "static",
    "struct",
    "typename",
    "union",
    "unsigned",
    "void",
    "volatile",
    "wchar_t",
    "__auto_type",
    "class",
];

/// Tells whether a line is a declaration.
pub(super) fn declares(all: &[Token], known: &Known) -> bool {
    let first = all[0];
    if first.kind != Kind::Word {
        return false;
    }
    let Some(end) = end_of_type(all) else { return false };
    if DECLARING.contains(&first.text) {
        // `int(3)` is a value, and `int (*f)(int)` is not.
        let is_pointer = all.get(end + 1).is_some_and(|next| matches!(next.text, "*" | "&"));
        return all.get(end).is_some_and(|next| match next.text {
            "(" => is_pointer,
            "{" => matches!(first.text, "struct" | "union" | "enum" | "class"),
            next => next != ".",
        });
    }
    let rest = &all[end..];
    let stars = rest.iter().take_while(|token| matches!(token.text, "*" | "&" | "&&" | "const")).count();
    let Some(name) = rest.get(stars).filter(|token| token.kind == Kind::Word) else {
        // `auto [a, b] = …` begins with a word of its own; `(*f)(int)` of a known type is a pointer to a function.
        return false;
    };
    if stars == 0 {
        return end > 0 && !is_operator(name.text) && !is_operator(first.text);
    }
    // `a * b` is a product, or declares `b` as a pointer.
    let next = rest.get(stars + 1).map(|token| token.text);
    let can_be_product = !known.types.contains(first.text) && !matches!(next, Some("=" | ";" | "," | "["));
    !can_be_product
        || (next.is_none()
            && !known.declared.contains(first.text)
            && end == 1
            && stars == 1
            && !is_known_value(first.text))
}

/// Words of C++ that stand for an operator, or before an expression.
fn is_operator(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "not"
            | "xor"
            | "bitand"
            | "bitor"
            | "new"
            | "sizeof"
            | "throw"
            | "co_await"
            | "alignof"
    )
}

fn is_known_value(word: &str) -> bool {
    matches!(word, "true" | "false" | "this" | "nullptr" | "NULL")
}

/// Returns the number of tokens of the type with which a declaration would begin: words, `::` and what stands in `<…>`.
fn end_of_type(all: &[Token]) -> Option<usize> {
    let mut at = 0;
    let is_basic = |text: &str| DECLARING.contains(&text);
    let mut has_name = false;
    while let Some(token) = all.get(at) {
        match token {
            token if token.text == "::" => {
                at += 1;
                has_name = false;
            }
            token if token.text == "<" && at > 0 && all[at - 1].kind == Kind::Word => {
                at = end_of_arguments(all, at)?;
            }
            token if token.kind == Kind::Word && is_basic(token.text) => {
                // `struct` and `enum` stand before a name, and are a type with it.
                has_name = !matches!(
                    token.text,
                    "struct"
                        | "enum"
                        | "union"
                        | "class"
                        | "typename"
                        | "const"
                        | "volatile"
                        | "static"
                        | "constexpr"
                        | "extern"
                        | "register"
                );
                at += 1;
            }
            token if token.kind == Kind::Word && !has_name => {
                has_name = true;
                at += 1;
            }
            _ => break,
        }
    }
    Some(at)
}

/// Returns the place behind `<…>`; `None` if the sign is a comparison.
fn end_of_arguments(all: &[Token], open: usize) -> Option<usize> {
    let mut level = 0i32;
    for (at, token) in all.iter().enumerate().skip(open) {
        match token.text {
            "<" => level += 1,
            ">" => level -= 1,
            ">>" => level -= 2,
            ";" | "&&" | "||" | "=" | "==" | "!=" => return None,
            _ => {}
        }
        if level <= 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Tells whether a declaration is one of a type or a function with a body.
pub(super) fn defines_something(all: &[Token]) -> bool {
    let outside: Vec<&str> = all.iter().filter(|token| token.depth == 0).map(|token| token.text).collect();
    let defines_type = matches!(outside[0], "struct" | "union" | "enum" | "class")
        && outside.get(1..3).is_some_and(|next| next.contains(&"{") && !next.contains(&"="));
    // `int f(int x) { … }`: a brace behind a bracket, and nothing is assigned.
    let defines_function = outside.windows(2).any(|pair| pair == [")", "{"])
        && !outside.contains(&"=")
        && !outside.contains(&"auto");
    defines_type || defines_function
}
