//! Texts that are Java literals, as values: nothing is looked up or called.

use yardstick_reference::{State, Value, in_base};

use crate::session::scanner::Scanner;

/// The deepest nesting of a literal.
const MOST_DEPTH: usize = 50;

/// The most digits of a `BigInteger` that is read.
const MOST_DIGITS: usize = 5000;

/// Returns the value of a text that is a literal of Java, a member of an enumeration, an array in braces, or made of
/// them with `List.of`, `Set.of`, `Map.of` or `Optional.of`.
pub(in crate::session) fn literal(text: &str) -> Option<Value> {
    let mut scanner = Scanner::new(text);
    let value = value(&mut scanner, 0)?;
    scanner.is_at_end().then_some(value)
}

/// Returns the value of a literal that is compared with another value: whole numbers that no `int` can hold are of the type of
/// the other one.
pub(in crate::session) fn like(literal: Value, found: &Value) -> Value {
    match (literal, found) {
        (Value::Int(digits), Value::Object { class, .. })
            if matches!(class.as_str(), "long" | "BigInteger")
                && i32::from_str_radix(&digits, 16).is_err() =>
        {
            typed(class, Value::Int(digits))
        }
        (Value::List(items), Value::List(others)) if items.len() == others.len() => {
            Value::List(items.into_iter().zip(others).map(|(item, other)| like(item, other)).collect())
        }
        (literal, _) => literal,
    }
}

fn value(scanner: &mut Scanner, depth: usize) -> Option<Value> {
    if depth > MOST_DEPTH {
        return None;
    }
    match scanner.peek()? {
        '{' => Some(Value::List(items(scanner, "{", "}", depth)?)),
        '"' => Some(Value::Str(text(scanner)?)),
        '\'' => {
            let text = text(scanner)?;
            (text.chars().count() == 1).then(|| typed("char", Value::Str(text)))
        }
        '(' => {
            scanner.take("(").then_some(())?;
            let class = scanner.word();
            scanner.take(")").then_some(())?;
            match (class, value(scanner, depth + 1)?) {
                ("short" | "byte", number @ Value::Int(_)) => Some(typed(class, number)),
                _ => None,
            }
        }
        '-' | '0'..='9' | '.' => number(scanner),
        _ if scanner.take_word("new") => {
            if scanner.take_word("BigInteger") {
                return large(scanner);
            }
            let is_type =
                |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '[' | ']' | '<' | '>');
            scanner.while_is(is_type).ends_with("[]").then_some(())?;
            Some(Value::List(items(scanner, "{", "}", depth)?))
        }
        _ => named(scanner, depth),
    }
}

/// Reads what follows `new BigInteger`: decimal digits, in quotation marks or without.
fn large(scanner: &mut Scanner) -> Option<Value> {
    scanner.take("(").then_some(())?;
    let is_quoted = scanner.take("\"");
    let digits = scanner.while_is(|c| c.is_ascii_digit() || c == '-');
    let is_closed = (!is_quoted || scanner.take("\"")) && scanner.take(")");
    let digits = Some(digits).filter(|digits| is_closed && digits.len() <= MOST_DIGITS)?;
    Some(typed("BigInteger", Value::Int(in_base(digits, 10, 16)?)))
}

/// Reads what begins with a name.
fn named(scanner: &mut Scanner, depth: usize) -> Option<Value> {
    let first = scanner.word();
    if first.is_empty() || !scanner.take(".") {
        return match first {
            "null" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "NaN" => Some(Value::Float(f64::NAN)),
            "Infinity" => Some(Value::Float(f64::INFINITY)),
            _ => None,
        };
    }
    match (first, scanner.word()) {
        ("Double", "NaN") => Some(Value::Float(f64::NAN)),
        ("Double", "POSITIVE_INFINITY") => Some(Value::Float(f64::INFINITY)),
        ("Double", "NEGATIVE_INFINITY") => Some(Value::Float(f64::NEG_INFINITY)),
        ("List", "of") => Some(typed("List", Value::List(items(scanner, "(", ")", depth)?))),
        ("Set", "of") => Some(Value::Set(items(scanner, "(", ")", depth)?)),
        ("Map", "of") => {
            let items = items(scanner, "(", ")", depth)?;
            let pair = |pair: &[Value]| Some((pair.first()?.clone(), pair.get(1)?.clone()));
            Some(Value::Dict(items.chunks(2).map(pair).collect::<Option<_>>()?))
        }
        ("Optional", "empty") => {
            items(scanner, "(", ")", depth)?.is_empty().then(|| typed("Optional", Value::Null))
        }
        ("Optional", "of") => {
            let [value] = <[Value; 1]>::try_from(items(scanner, "(", ")", depth)?).ok()?;
            Some(typed("Optional", value))
        }
        (class, member) if class.starts_with(char::is_uppercase) && !member.is_empty() => {
            Some(Value::Enum { class: class.to_owned(), member: member.to_owned() })
        }
        _ => None,
    }
}

fn typed(class: &str, content: Value) -> Value {
    let state = State { content: Some(content), ..State::default() };
    Value::Object { class: class.to_owned(), state: Some(Box::new(state)) }
}

fn items(scanner: &mut Scanner, open: &str, close: &str, depth: usize) -> Option<Vec<Value>> {
    let mut items = Vec::new();
    scanner.take(open).then_some(())?;
    while !scanner.take(close) {
        items.push(value(scanner, depth + 1)?);
        if !scanner.take(",") {
            scanner.take(close).then_some(())?;
            break;
        }
    }
    Some(items)
}

fn number(scanner: &mut Scanner) -> Option<Value> {
    let sign = if scanner.take("-") { "-" } else { "" };
    if scanner.take_word("Infinity") {
        return Some(Value::Float(if sign.is_empty() { f64::INFINITY } else { f64::NEG_INFINITY }));
    }
    let mut written = scanner.while_is(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_')).to_owned();
    if !written.starts_with("0x") && written.ends_with(['e', 'E']) && matches!(scanner.peek()?, '+' | '-') {
        written.extend(scanner.next());
        written.push_str(scanner.while_is(|c| c.is_ascii_alphanumeric()));
    }
    let written = written.replace('_', "").to_ascii_lowercase();
    let (whole, is_long) = written.strip_suffix('l').map_or((written.as_str(), false), |whole| (whole, true));
    let (digits, base) = whole.strip_prefix("0x").map_or((whole, 10), |digits| (digits, 16));
    if let Ok(number) = u128::from_str_radix(digits, base) {
        let sign = if number == 0 { "" } else { sign };
        let number = Value::Int(format!("{sign}{number:x}"));
        return Some(if is_long { typed("long", number) } else { number });
    }
    let (real, is_float) = whole.strip_suffix('f').map_or((whole, false), |real| (real, true));
    let real = real.strip_suffix('d').unwrap_or(real);
    let is_number = real.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-'));
    let real = format!("{sign}{real}").parse::<f64>().ok().filter(|_| is_number && !is_long)?;
    Some(if is_float { typed("float", Value::Float(f64::from(real as f32))) } else { Value::Float(real) })
}

fn text(scanner: &mut Scanner) -> Option<String> {
    scanner.peek()?;
    let quote = scanner.next()?;
    let mut units: Vec<u16> = Vec::new();
    loop {
        let character = match scanner.next()? {
            character if character == quote => break,
            '\n' => return None,
            '\\' => match scanner.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                's' => ' ',
                '0' => '\0',
                'u' => {
                    let digits: Option<String> = (0..4).map(|_| scanner.next()).collect();
                    units.push(u16::from_str_radix(&digits?, 16).ok()?);
                    continue;
                }
                other @ ('"' | '\'' | '\\') => other,
                _ => return None,
            },
            character => character,
        };
        units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
    }
    // A lone surrogate is mapped as the driver does it.
    let lone = |unit: u16| char::from_u32(u32::from(unit) + 0x10_0000);
    char::decode_utf16(units)
        .map(|unit| unit.map_or_else(|error| lone(error.unpaired_surrogate()), Some))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::java::shown;
    use proptest::prelude::*;

    #[test]
    fn literals_are_read_as_java_reads_them() {
        for (text, expected) in [
            ("-10L", "-10L"),
            ("0x1F", "31"),
            ("1_000.5", "1000.5"),
            ("1e10", "1.0E10"),
            ("1.5f", "1.5f"),
            ("-0.0", "-0.0"),
            ("2d", "2.0"),
            ("(short) 3", "(short) 3"),
            ("'\\''", "'\\''"),
            ("\"it's \\u00e9\\ud800\"", "\"it's é\\ud800\""),
            ("new int[]{1, 2,}", "{1, 2}"),
            ("{{1}, {}}", "{{1}, {}}"),
            ("List.of(1, null)", "List.of(1, null)"),
            ("Map.of(\"a\", Set.of('c'))", "Map.of(\"a\", Set.of('c'))"),
            ("Optional.empty()", "Optional.empty()"),
            ("Color.RED", "Color.RED"),
            ("-Infinity", "-Infinity"),
            (
                "new BigInteger(\"815915283247897734345611269596115894272000000000\")",
                "new BigInteger(\"815915283247897734345611269596115894272000000000\")",
            ),
            ("new BigInteger(-7)", "new BigInteger(\"-7\")"),
        ] {
            assert_eq!(literal(text).map(|value| shown(&value)).as_deref(), Some(expected), "{text}");
        }
        for text in
            ["", "f()", "1 + 1", "{1", "'ab'", "'a' 'b'", "None", "List.of(1", "new Date()", "1x", "(int) 1"]
        {
            assert_eq!(literal(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in ".{0,80}") {
            let _ = literal(&text);
        }

        #[test]
        fn a_shown_text_reads_back_as_itself(text in ".{0,40}", number in proptest::num::f64::ANY) {
            let value = Value::List(vec![Value::Str(text), Value::Float(number)]);
            let read = literal(&shown(&value)).map(|value| shown(&value));
            prop_assert_eq!(read, Some(shown(&value)));
        }
    }
}
