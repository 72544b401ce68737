//! Texts that are literals of C or C++, as values: nothing is looked up or called.

use yardstick_reference::{State, Value};

use super::Dialect;
use super::show::WHOLE;
use crate::session::scanner::Scanner;

/// The deepest nesting of a literal.
const MOST_DEPTH: usize = 50;

/// Returns the value of a text that is a literal, or is made of literals in braces.
pub(in crate::session) fn literal(dialect: Dialect, text: &str) -> Option<Value> {
    let mut scanner = Scanner::new(text);
    let value = value(dialect, &mut scanner, 0)?;
    scanner.is_at_end().then_some(value)
}

pub(super) fn with_state(class: &str, state: State) -> Value {
    Value::Object { class: class.to_owned(), state: Some(Box::new(state)) }
}

pub(super) fn typed(class: &str, content: Option<Value>) -> Value {
    with_state(class, State { content, ..State::default() })
}

/// Returns what is known of an enumerator without its header.
pub(super) fn enumerator(name: &str) -> Value {
    Value::Enum { class: "enumerator".to_owned(), member: name.to_owned() }
}

fn value(dialect: Dialect, scanner: &mut Scanner, depth: usize) -> Option<Value> {
    if depth > MOST_DEPTH {
        return None;
    }
    match scanner.peek()? {
        '{' => braces(dialect, scanner, depth),
        '"' => texts(scanner),
        '\'' => {
            let bytes = text(scanner)?;
            let [byte] = <[u8; 1]>::try_from(bytes).ok()?;
            Some(typed("char", Some(whole(i128::from(byte as i8)))))
        }
        '(' => {
            scanner.take("(").then_some(())?;
            let mut class = vec![scanner.word()];
            while scanner.peek()? != ')' {
                class.push(Some(scanner.word()).filter(|word| !word.is_empty())?);
            }
            scanner.take(")").then_some(())?;
            let class = class.join(" ");
            let is_known = class == "char"
                || WHOLE.iter().any(|(known, before, _)| *known == class && !before.is_empty());
            match value(dialect, scanner, depth + 1)? {
                number @ Value::Int(_) if is_known => Some(typed(&class, Some(number))),
                character @ Value::Object { .. } if class == "char" => Some(character),
                _ => None,
            }
        }
        '-' | '0'..='9' | '.' => number(scanner),
        _ => named(dialect, scanner, depth),
    }
}

fn named(dialect: Dialect, scanner: &mut Scanner, depth: usize) -> Option<Value> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    match (scanner.while_is(is_name), dialect) {
        ("NULL", _) | ("nullptr", Dialect::Cpp) => Some(Value::Null),
        ("true", _) => Some(Value::Bool(true)),
        ("false", _) => Some(Value::Bool(false)),
        ("NAN" | "nan", _) => Some(Value::Float(f64::NAN)),
        ("INFINITY" | "inf", _) => Some(Value::Float(f64::INFINITY)),
        ("std::nullopt" | "nullopt", Dialect::Cpp) => Some(typed("std::optional", Some(Value::Null))),
        ("", _) => None,
        // Alone it may be printed text.
        (_, Dialect::C) if depth == 0 => None,
        (name, Dialect::C) => Some(enumerator(name)),
        (name, Dialect::Cpp) => {
            // `std::vector<int>{1, 2}`, `Color(2)`
            let name = name.to_owned();
            if scanner.peek() == Some('<') {
                let mut level = 0;
                loop {
                    match scanner.next()? {
                        '<' => level += 1,
                        '>' => level -= 1,
                        _ => {}
                    }
                    if level == 0 {
                        break;
                    }
                }
            }
            match scanner.peek()? {
                '{' => match braces(dialect, scanner, depth)? {
                    Value::List(items) => Some(typed(&name, Some(Value::List(items)))),
                    _ => None,
                },
                '(' => {
                    scanner.take("(").then_some(())?;
                    let number = number(scanner)?;
                    scanner.take(")").then_some(())?;
                    Some(typed(&name, Some(number)))
                }
                _ => None,
            }
        }
    }
}

/// Reads items or fields in braces.
fn braces(dialect: Dialect, scanner: &mut Scanner, depth: usize) -> Option<Value> {
    let (mut items, mut attributes) = (Vec::new(), Vec::new());
    scanner.take("{").then_some(())?;
    while !scanner.take("}") {
        if starts_field(scanner) {
            scanner.take(".").then_some(())?;
            let name = scanner.word().to_owned();
            scanner.take("=").then_some(())?;
            attributes.push((name, value(dialect, scanner, depth + 1)?));
        } else {
            items.push(value(dialect, scanner, depth + 1)?);
        }
        if !scanner.take(",") {
            scanner.take("}").then_some(())?;
            break;
        }
    }
    match (items.is_empty(), attributes.is_empty()) {
        (_, true) => Some(Value::List(items)),
        (true, false) => Some(with_state("", State { attributes, ..State::default() })),
        (false, false) => None,
    }
}

fn starts_field(scanner: &Scanner) -> bool {
    let mut ahead = scanner.clone();
    ahead.take(".") && ahead.peek().is_some_and(|c| c.is_alphabetic() || c == '_')
}

fn whole(number: i128) -> Value {
    Value::Int(format!("{}{:x}", if number < 0 { "-" } else { "" }, number.unsigned_abs()))
}

fn number(scanner: &mut Scanner) -> Option<Value> {
    let sign = if scanner.take("-") { "-" } else { "" };
    if scanner.take_word("INFINITY") || scanner.take_word("inf") {
        return Some(Value::Float(if sign.is_empty() { f64::INFINITY } else { f64::NEG_INFINITY }));
    }
    let mut written = scanner.while_is(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '\'')).to_owned();
    if !written.starts_with("0x") && written.ends_with(['e', 'E']) && matches!(scanner.peek()?, '+' | '-') {
        written.extend(scanner.next());
        written.push_str(scanner.while_is(|c| c.is_ascii_alphanumeric()));
    }
    let written = written.replace('\'', "").to_ascii_lowercase();
    let is_hexadecimal = written.starts_with("0x");
    let digits = written.trim_end_matches(['u', 'l']);
    let class = match written[digits.len()..].chars().filter(|c| *c == 'l').count() {
        _ if written.ends_with('u') && written[digits.len()..].matches('u').count() > 1 => return None,
        0 => "int",
        1 => "long",
        2 => "long long",
        _ => return None,
    };
    let is_unsigned = written[digits.len()..].contains('u');
    let (bare, base) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(bare), _) => (bare, 16),
        (_, Some(bare)) => (bare, 2),
        _ if digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|c| c.is_ascii_digit()) => {
            (&digits[1..], 8)
        }
        _ => (digits, 10),
    };
    if let Ok(number) = i128::from_str_radix(bare, base) {
        let number = whole(if sign.is_empty() { number } else { -number });
        return Some(match (is_unsigned, class) {
            (false, "int") => number,
            (false, class) => typed(class, Some(number)),
            (true, class) => typed(&format!("unsigned {class}"), Some(number)),
        });
    }
    let (real, class) = match written.strip_suffix('f') {
        Some(real) if !is_hexadecimal => (real, "float"),
        _ => written.strip_suffix('l').map_or((written.as_str(), "double"), |real| (real, "long double")),
    };
    let is_number = real.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-'));
    // A number that is too large for every type has no value, and one that only a `long double` holds cannot be known here.
    let real = format!("{sign}{real}").parse::<f64>().ok().filter(|real| is_number && real.is_finite())?;
    Some(match class {
        "float" => typed("float", Some(Value::Float(f64::from(real as f32)))),
        "long double" => typed(class, Some(Value::Float(real))),
        _ => Value::Float(real),
    })
}

/// Reads texts that stand one behind the other, which are one text.
fn texts(scanner: &mut Scanner) -> Option<Value> {
    let mut bytes = Vec::new();
    while scanner.peek() == Some('"') {
        bytes.extend(text(scanner)?);
    }
    Some(match String::from_utf8(bytes) {
        Ok(text) => Value::Str(text),
        Err(error) => Value::Bytes(error.into_bytes()),
    })
}

fn text(scanner: &mut Scanner) -> Option<Vec<u8>> {
    scanner.peek()?;
    let quote = scanner.next()?;
    let mut bytes = Vec::new();
    loop {
        match scanner.next()? {
            character if character == quote => return Some(bytes),
            '\n' => return None,
            '\\' => bytes.push(escape(scanner)?),
            character => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Reads what stands behind a backslash.
fn escape(scanner: &mut Scanner) -> Option<u8> {
    Some(match scanner.next()? {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'x' => digits(scanner, 16, 2, 0, 0)?,
        digit @ '0'..='7' => digits(scanner, 8, 2, digit.to_digit(8)?, 1)?,
        other @ ('"' | '\'' | '\\' | '?') => other as u8,
        _ => return None,
    })
}

/// Reads up to so many more digits of a number that has some already.
fn digits(scanner: &mut Scanner, base: u32, most: usize, so_far: u32, count: usize) -> Option<u8> {
    let (mut number, mut count) = (so_far, count);
    for _ in 0..most {
        let mut ahead = scanner.clone();
        let Some(digit) = ahead.next().and_then(|c| c.to_digit(base)) else { break };
        number = number * base + digit;
        count += 1;
        *scanner = ahead;
    }
    u8::try_from(number).ok().filter(|_| count > 0)
}

#[cfg(test)]
mod tests {
    use super::super::shown;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn literals_are_read_as_the_compiler_reads_them() {
        for (text, expected) in [
            ("-10L", "-10L"),
            ("0x1F", "31"),
            ("017", "15"),
            ("5ul", "5uL"),
            ("1.5f", "1.5f"),
            ("1e3", "1000.0"),
            ("-0.0", "-0.0"),
            ("(short) 3", "(short) 3"),
            ("(unsigned char) 3", "(unsigned char) 3"),
            ("'\\''", "'\\''"),
            ("'\\0'", "'\\0'"),
            ("'\\xff'", "'\\377'"),
            ("\"a\" \"b\\n\"", "\"ab\\n\""),
            ("\"\\101é\"", "\"Aé\""),
            ("\"\\xff\"", "\"\\377\""),
            ("{4, 9, -2}", "{4, 9, -2}"),
            ("{{1}, {}}", "{{1}, {}}"),
            ("{.x = 1, .y = {2}}", "{.x = 1, .y = {2}}"),
            ("NULL", "NULL"),
            ("true", "true"),
            ("-INFINITY", "-INFINITY"),
        ] {
            let read = literal(Dialect::C, text).map(|value| shown(Dialect::C, &value));
            assert_eq!(read.as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "f()",
            "1 + 1",
            "{1",
            "'ab'",
            "'a' 'b'",
            "nullptr",
            "(int) 1",
            "1x",
            "x",
            "{1, .x = 2}",
            "\"a",
        ] {
            assert_eq!(literal(Dialect::C, text), None, "{text}");
        }
        for (text, expected) in [
            ("nullptr", "nullptr"),
            ("std::nullopt", "std::nullopt"),
            ("std::vector<int>{1, 2}", "{1, 2}"),
            ("Color(2)", "Color(2)"),
        ] {
            let read = literal(Dialect::Cpp, text).map(|value| shown(Dialect::Cpp, &value));
            assert_eq!(read.as_deref(), Some(expected), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in ".{0,80}") {
            let _ = literal(Dialect::C, &text);
            let _ = literal(Dialect::Cpp, &text);
        }

        #[test]
        fn a_shown_text_reads_back_as_itself(text in ".{0,40}", number in proptest::num::f64::ANY) {
            let value = Value::List(vec![Value::Str(text), Value::Float(number)]);
            let read = literal(Dialect::C, &shown(Dialect::C, &value)).map(|value| shown(Dialect::C, &value));
            prop_assert_eq!(read, Some(shown(Dialect::C, &value)));
        }
    }
}
