//! Texts that are JavaScript literals, as values: nothing is looked up or called.

use yardstick_reference::{State, Value, in_base};

use crate::session::scanner::Scanner;

/// The deepest nesting of a literal.
const MOST_DEPTH: usize = 50;

/// The most digits of a number that is read.
const MOST_DIGITS: usize = 5000;

/// Returns the value of a text that is a literal of JavaScript, or a `Set` or `Map` that is made of literals.
pub(in crate::session) fn literal(text: &str) -> Option<Value> {
    let mut scanner = Scanner::new(text);
    let value = value(&mut scanner, 0)?;
    scanner.is_at_end().then_some(value)
}

fn value(scanner: &mut Scanner, depth: usize) -> Option<Value> {
    if depth > MOST_DEPTH {
        return None;
    }
    match scanner.peek()? {
        '[' => Some(Value::List(items(scanner, depth)?)),
        '{' => object(scanner, depth),
        '\'' | '"' | '`' => Some(Value::Str(text(scanner)?)),
        '-' => {
            scanner.next();
            match number(scanner)? {
                Value::Float(number) => Some(Value::Float(-number)),
                Value::Int(digits) if digits == "0" => Some(Value::Int(digits)),
                Value::Int(digits) => Some(Value::Int(format!("-{digits}"))),
                _ => None,
            }
        }
        '0'..='9' | '.' => number(scanner),
        _ if scanner.take_word("new") => made(scanner, depth),
        _ => match scanner.word() {
            "undefined" => Some(Value::None),
            "null" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "NaN" => Some(Value::Float(f64::NAN)),
            "Infinity" => Some(Value::Float(f64::INFINITY)),
            _ => None,
        },
    }
}

/// Reads the items of an array. What is left out between two commas is an empty item.
fn items(scanner: &mut Scanner, depth: usize) -> Option<Vec<Value>> {
    let mut items = Vec::new();
    scanner.take("[").then_some(())?;
    while !scanner.take("]") {
        if scanner.take(",") {
            items.push(empty_item());
            continue;
        }
        items.push(value(scanner, depth + 1)?);
        if !scanner.take(",") {
            scanner.take("]").then_some(())?;
            break;
        }
    }
    Some(items)
}

/// What the driver gives for an item that an array does not have.
fn empty_item() -> Value {
    let state = State { repr: Some("<empty item>".to_owned()), ..State::default() };
    Value::Object { class: "empty item".to_owned(), state: Some(Box::new(state)) }
}

fn object(scanner: &mut Scanner, depth: usize) -> Option<Value> {
    let mut pairs: Vec<(Value, Value)> = Vec::new();
    scanner.take("{").then_some(())?;
    while !scanner.take("}") {
        let key = match scanner.peek()? {
            '\'' | '"' => text(scanner)?,
            _ => Some(scanner.word().to_owned()).filter(|name| !name.is_empty())?,
        };
        scanner.take(":").then_some(())?;
        let (key, item) = (Value::Str(key), value(scanner, depth + 1)?);
        pairs.retain(|(known, _)| *known != key);
        pairs.push((key, item));
        if !scanner.take(",") {
            scanner.take("}").then_some(())?;
            break;
        }
    }
    Some(Value::Dict(pairs))
}

/// Reads what follows `new`: a set or a map of literals.
fn made(scanner: &mut Scanner, depth: usize) -> Option<Value> {
    let class = scanner.word();
    scanner.take("(").then_some(())?;
    let items = if scanner.peek()? == '[' { items(scanner, depth)? } else { Vec::new() };
    scanner.take(")").then_some(())?;
    match class {
        "Set" => Some(Value::Set(items)),
        "Map" => {
            let pair = |item: Value| match item {
                Value::List(pair) => <[Value; 2]>::try_from(pair).ok().map(|[key, value]| (key, value)),
                _ => None,
            };
            let pairs = items.into_iter().map(pair).collect::<Option<Vec<_>>>()?;
            let state = State { content: Some(Value::Dict(pairs)), ..State::default() };
            Some(Value::Object { class: "Map".to_owned(), state: Some(Box::new(state)) })
        }
        _ => None,
    }
}

fn number(scanner: &mut Scanner) -> Option<Value> {
    if scanner.take_word("Infinity") {
        return Some(Value::Float(f64::INFINITY));
    }
    let mut written = scanner.while_is(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_')).to_owned();
    if !written.starts_with("0x") && written.ends_with(['e', 'E']) && matches!(scanner.peek()?, '+' | '-') {
        written.extend(scanner.next());
        written.push_str(scanner.while_is(|c| c.is_ascii_digit()));
    }
    let digits = written.replace('_', "").to_ascii_lowercase();
    let (digits, is_whole) =
        digits.strip_suffix('n').map_or((digits.as_str(), false), |digits| (digits, true));
    let based = [("0x", 16), ("0o", 8), ("0b", 2)];
    let based = based.iter().find_map(|(prefix, base)| Some((digits.strip_prefix(prefix)?, *base)));
    if is_whole || based.is_some() {
        let (digits, base) = based.unwrap_or((digits, 10));
        if is_whole {
            let digits = if digits.len() <= MOST_DIGITS { in_base(digits, base, 16)? } else { return None };
            return Some(Value::Int(digits));
        }
        return u128::from_str_radix(digits, base).ok().map(|number| Value::Float(number as f64));
    }
    let is_number = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-'));
    if is_number { digits.parse().ok().map(Value::Float) } else { None }
}

fn text(scanner: &mut Scanner) -> Option<String> {
    scanner.peek()?;
    let quote = scanner.next()?;
    let mut units: Vec<u16> = Vec::new();
    loop {
        let unit = match scanner.next()? {
            character if character == quote => break,
            '\n' if quote != '`' => return None,
            '$' if quote == '`' && scanner.clone().next() == Some('{') => return None,
            '\\' => match scanner.next()? {
                'n' => u32::from('\n'),
                't' => u32::from('\t'),
                'r' => u32::from('\r'),
                'b' => 8,
                'f' => 12,
                'v' => 11,
                '0' => 0,
                '\n' => continue,
                'x' => code(scanner, 2)?,
                'u' if scanner.clone().next() == Some('{') => {
                    scanner.next();
                    let digits = scanner.while_is(|c| c.is_ascii_hexdigit());
                    (scanner.next()? == '}').then_some(())?;
                    u32::from_str_radix(digits, 16).ok()?
                }
                'u' => code(scanner, 4)?,
                other => u32::from(other),
            },
            character => u32::from(character),
        };
        match u16::try_from(unit) {
            Ok(unit) => units.push(unit),
            Err(_) => units.extend_from_slice(char::from_u32(unit)?.encode_utf16(&mut [0; 2])),
        }
    }
    // A lone surrogate is mapped as the driver does it.
    let character = |unit: Result<char, std::char::DecodeUtf16Error>| {
        unit.or_else(|lone| char::from_u32(u32::from(lone.unpaired_surrogate()) + 0x10_0000).ok_or(()))
    };
    char::decode_utf16(units).map(|unit| character(unit).ok()).collect()
}

fn code(scanner: &mut Scanner, digits: usize) -> Option<u32> {
    let digits: Option<String> = (0..digits).map(|_| scanner.next()).collect();
    u32::from_str_radix(&digits?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::javascript::shown;
    use proptest::prelude::*;

    #[test]
    fn literals_are_read_as_javascript_reads_them() {
        for (text, expected) in [
            ("-0", "-0"),
            ("0x1F", "31"),
            ("1_000.5", "1000.5"),
            ("1e+3", "1000"),
            ("-12n", "-12n"),
            (
                "-1_000_000_000_000_000_000_000_000_000_000_000_000_000n",
                "-1000000000000000000000000000000000000000n",
            ),
            ("0x100000000000000000000000000000000000n", "1393796574908163946345982392040522594123776n"),
            ("\"it's\"", "\"it's\""),
            ("'\\u{1F600}\\u00e9\\x41\\ud800'", "'😀éA\\ud800'"),
            ("`two\nlines`", "'two\\nlines'"),
            ("[1, [], , undefined,]", "[1, [], <empty item>, undefined]"),
            ("{a: 1, 'b c': [null], a: 2}", "{ 'b c': [null], a: 2 }"),
            ("new Set([1, 'a'])", "new Set([1, 'a'])"),
            ("new Map([['a', 1]])", "new Map([['a', 1]])"),
            ("new Map()", "new Map()"),
            ("-Infinity", "-Infinity"),
        ] {
            assert_eq!(literal(text).map(|value| shown(&value)).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "f()", "1 + 1", "[1", "`${x}`", "'a' 'b'", "{a}", "None", "True", "new Date()", "1x"]
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
