//! Strings and other constants: what they are, and how Python writes them.

use super::tree::{Expr, Piece};
use crate::rules::Node;

/// What a string is. `value` reads an expression inside of an f-string.
pub(super) fn string(node: Node, value: impl Fn(Node) -> Expr) -> Option<Expr> {
    let mut pieces = Vec::new();
    let (mut is_raw, mut is_format) = (false, false);
    for part in node.parts() {
        match part.kind() {
            "string_start" => {
                let prefix = part.text().trim_end_matches(['\'', '"']).to_ascii_lowercase();
                if prefix.contains('b') {
                    return None;
                }
                (is_raw, is_format) = (prefix.contains('r'), prefix.contains('f'));
            }
            "string_content" => {
                let text = if is_format {
                    part.text().replace("{{", "{").replace("}}", "}")
                } else {
                    part.text().to_owned()
                };
                pieces.push(Piece::Text(if is_raw { text } else { unescaped(&text)? }));
            }
            "interpolation" => {
                let inside = part.field("expression")?;
                let has_more = part.parts().any(|part| part.is("type_conversion"));
                let format = part.field("format_specifier").map(Node::text);
                let format = format.unwrap_or_default().trim_start_matches(':').to_owned();
                if has_more || format.contains('{') {
                    return None;
                }
                pieces.push(Piece::Value(value(inside), format));
            }
            "string_end" => break,
            _ => return None,
        }
    }
    Some(joined(pieces))
}

/// Strings that stand side by side.
pub(super) fn adjacent(strings: Vec<Expr>) -> Expr {
    let pieces = strings.into_iter().flat_map(|string| match string {
        Expr::Str(text) => vec![Piece::Text(text)],
        Expr::Format(pieces) => pieces,
        other => vec![Piece::Value(other, String::new())],
    });
    joined(pieces.collect())
}

fn joined(pieces: Vec<Piece>) -> Expr {
    let mut text = String::new();
    for piece in &pieces {
        match piece {
            Piece::Text(part) => text += part,
            Piece::Value(..) => return Expr::Format(pieces),
        }
    }
    Expr::Str(text)
}

/// A text without its escapes. An unknown one stays as it is written, as in Python.
fn unescaped(written: &str) -> Option<String> {
    let mut text = String::with_capacity(written.len());
    let mut characters = written.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        let code = |digits: usize, characters: &mut dyn Iterator<Item = char>| {
            let digits: String = characters.take(digits).collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
        };
        match characters.next() {
            None => text.push('\\'),
            Some('\n') => {}
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('a') => text.push('\u{7}'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('v') => text.push('\u{b}'),
            Some(sign @ ('\\' | '\'' | '"')) => text.push(sign),
            Some('x') => text.push(code(2, &mut characters)?),
            Some('u') => text.push(code(4, &mut characters)?),
            Some('U') => text.push(code(8, &mut characters)?),
            Some('N') => return None,
            Some(digit @ '0'..='7') => {
                let mut number = digit.to_digit(8)?;
                for _ in 0..2 {
                    let Some(next) = characters.peek().and_then(|digit| digit.to_digit(8)) else { break };
                    number = number * 8 + next;
                    characters.next();
                }
                text.push(char::from_u32(number)?);
            }
            Some(other) => text.extend(['\\', other]),
        }
    }
    Some(text)
}

/// The constant that an expression is, with signs in front of numbers; `None` if something must be computed for it.
pub(in crate::import) fn constant(value: &Expr) -> Option<Expr> {
    let all = |items: &[Expr]| items.iter().map(constant).collect::<Option<Vec<_>>>();
    Some(match value {
        Expr::None | Expr::Bool(_) | Expr::Int(_) | Expr::Float(_) | Expr::Str(_) => value.clone(),
        Expr::List(items) => Expr::List(all(items)?),
        Expr::Tuple(items) => Expr::Tuple(all(items)?),
        Expr::Set(items) => Expr::Set(all(items)?),
        Expr::Dict(pairs) => {
            let pair = |(key, item): &(Expr, Expr)| Some((constant(key)?, constant(item)?));
            Expr::Dict(pairs.iter().map(pair).collect::<Option<_>>()?)
        }
        Expr::Unary(sign, inner) => match (sign.as_str(), constant(inner)?) {
            ("-", Expr::Int(number)) => Expr::Int(number.checked_neg()?),
            ("-", Expr::Float(number)) => Expr::Float(-number),
            ("+", number @ (Expr::Int(_) | Expr::Float(_))) => number,
            _ => return None,
        },
        Expr::Binary(left, sign, right) if sign == "+" => match (constant(left)?, constant(right)?) {
            (Expr::Str(left), Expr::Str(right)) => Expr::Str(left + &right),
            _ => return None,
        },
        _ => return None,
    })
}

/// A constant as Python writes it.
pub(in crate::import) fn shown(value: &Expr) -> Option<String> {
    let all =
        |items: &[Expr]| items.iter().map(shown).collect::<Option<Vec<_>>>().map(|items| items.join(", "));
    Some(match value {
        Expr::None => "None".to_owned(),
        Expr::Bool(true) => "True".to_owned(),
        Expr::Bool(false) => "False".to_owned(),
        Expr::Int(number) => number.to_string(),
        Expr::Float(number) => number_shown(*number)?,
        Expr::Str(text) => quoted(text),
        Expr::List(items) => format!("[{}]", all(items)?),
        Expr::Tuple(items) if items.len() == 1 => format!("({},)", all(items)?),
        Expr::Tuple(items) => format!("({})", all(items)?),
        Expr::Set(items) if items.is_empty() => "set()".to_owned(),
        Expr::Set(items) => format!("{{{}}}", all(items)?),
        Expr::Dict(pairs) => {
            let pair = |(key, item): &(Expr, Expr)| Some(format!("{}: {}", shown(key)?, shown(item)?));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}

/// A number as Python writes it, where that is how Rust does too; `None` for infinities and what is no number.
fn number_shown(number: f64) -> Option<String> {
    let size = number.abs();
    if !number.is_finite() {
        return None;
    }
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let (digits, exponent) =
            format!("{number:e}").split_once('e').map(|(a, b)| (a.to_owned(), b.to_owned()))?;
        let (sign, exponent) =
            exponent.strip_prefix('-').map_or(('+', exponent.as_str()), |rest| ('-', rest));
        return Some(format!("{digits}e{sign}{exponent:0>2}"));
    }
    Some(format!("{number:?}"))
}

/// A text in quotes, as Python writes it.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut quoted = String::from(quote);
    for character in text.chars() {
        match character {
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            '\r' => quoted += "\\r",
            '\\' => quoted += "\\\\",
            sign if sign == quote => quoted.extend(['\\', sign]),
            hidden if hidden.is_control() => quoted += &escaped(hidden),
            other => quoted.push(other),
        }
    }
    quoted.push(quote);
    quoted
}

fn escaped(character: char) -> String {
    let code = u32::from(character);
    if code < 256 { format!("\\x{code:02x}") } else { format!("\\u{code:04x}") }
}
