//! Shows values and answers as Python's prompt does.

use std::sync::LazyLock;

use regex::Regex;
use yardstick_reference::{Answer, State, Value, integer};

use crate::untrusted::Text;

/// What Python shows by its code: what cannot be seen, and unusual blanks.
static UNPRINTABLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\p{C}\p{Z}]").expect("the pattern is part of the program"));

/// Returns the `repr` of a value. Integers that are too large for Python to show are hexadecimal.
pub fn repr(value: &Value) -> String {
    written(value, &|class, state| match state.and_then(|state| state.repr.as_ref()) {
        Some(repr) => repr.clone(),
        None => of_library(class, state, &repr).unwrap_or_else(|| format!("<{class} object>")),
    })
}

/// Returns what an object of a library holds, in parentheses behind its class, as in `deque([1, 2])`. The objects of a
/// submission's own classes are numbered, but for those that are mere values.
fn of_library(class: &str, state: Option<&State>, shown: &dyn Fn(&Value) -> String) -> Option<String> {
    let state = state.filter(|state| state.number.is_none())?;
    if let ("complex", Some(Value::Tuple(parts))) = (class, &state.content)
        && let [Value::Float(real), Value::Float(imaginary)] = parts.as_slice()
    {
        return Some(complex(*real, *imaginary));
    }
    let held = match state.content.as_ref()? {
        Value::Tuple(items) => items.iter().map(shown).collect(),
        content => vec![shown(content)],
    };
    let said = state.attributes.iter().filter(|(name, value)| {
        *value != Value::None || !matches!(name.as_str(), "maxlen" | "shape" | "dtype")
    });
    let attributes = said.map(|(name, value)| format!("{name}={}", shown(value)));
    Some(format!("{class}({})", held.into_iter().chain(attributes).collect::<Vec<_>>().join(", ")))
}

/// Returns the `repr` of a value, with the attributes of objects whose class has no `repr` of its own.
pub fn told(value: &Value) -> String {
    written(value, &|class, state| {
        let Some(state) = state else { return format!("<{class} object>") };
        let attributes = state.attributes.iter().map(|(name, value)| format!("{name}={}", told(value)));
        let all: Vec<String> = state.content.iter().map(told).chain(attributes).collect();
        let of_library = || of_library(class, Some(state), &told);
        match state.repr.clone().or_else(of_library) {
            Some(shown) => shown,
            None if all.is_empty() => format!("<{class} object>"),
            None => format!("<{class} object: {}>", all.join(", ")),
        }
    })
}

/// Writes a value as Python does; `object` writes objects.
fn written(value: &Value, object: &dyn Fn(&str, Option<&State>) -> String) -> String {
    let of = |value: &Value| written(value, object);
    let joined = |items: &[Value]| items.iter().map(of).collect::<Vec<_>>().join(", ");
    match value {
        Value::None | Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(digits) => integer(digits),
        Value::Float(number) => float(*number),
        Value::Str(text) => quoted(text),
        Value::Bytes(bytes) => format!("b{}", quoted_bytes(bytes)),
        Value::List(items) => format!("[{}]", joined(items)),
        Value::Tuple(items) => match items.as_slice() {
            [only] => format!("({},)", of(only)),
            items => format!("({})", joined(items)),
        },
        Value::Set(items) if items.is_empty() => "set()".to_owned(),
        Value::Set(items) => format!("{{{}}}", joined(items)),
        Value::FrozenSet(items) if items.is_empty() => "frozenset()".to_owned(),
        Value::FrozenSet(items) => format!("frozenset({{{}}})", joined(items)),
        Value::Dict(items) => {
            let pairs: Vec<String> =
                items.iter().map(|(key, value)| format!("{}: {}", of(key), of(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Value::Enum { class, member } => format!("{class}.{member}"),
        Value::Object { class, state } => object(class, state.as_deref()),
        Value::Met { class, .. } => object(class, None),
        Value::Up(_) => "...".to_owned(),
    }
}

/// Returns the name of a value's type with its article: `a list`.
pub fn type_name(value: &Value) -> String {
    let name = match value {
        Value::None | Value::Null => return "None".to_owned(),
        Value::Bool(_) => "bool",
        Value::Int(_) => return "an int".to_owned(),
        Value::Float(_) => "float",
        Value::Str(_) => "str",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Tuple(_) => "tuple",
        Value::Set(_) => "set",
        Value::FrozenSet(_) => "frozenset",
        Value::Dict(_) => "dict",
        Value::Enum { class, .. } | Value::Object { class, .. } | Value::Met { class, .. } => class,
        Value::Up(_) => return "itself".to_owned(),
    };
    format!("a {name}")
}

/// Returns the text under a prompt: the printed output, then the value or the exception. It is as trusted as the texts
/// of the answer.
pub fn under_prompt<T: Text + From<String>>(answer: &Answer<T>) -> T {
    under(answer, || result(answer))
}

/// Returns the text under a prompt as Python itself shows it: in other words than [`under_prompt`] where a value is more than
/// literals.
pub fn own_under_prompt<T: Text + From<String>>(answer: &Answer<T>) -> T {
    under(answer, || answer.shown.as_ref().map_or_else(|| result(answer), |shown| shown.expose().to_owned()))
}

fn under<T: Text + From<String>>(answer: &Answer<T>, result: impl FnOnce() -> String) -> T {
    let all = match &answer.screen {
        Some(screen) => screen.expose().to_owned(),
        None => format!("{}{}", answer.printed.expose(), result()),
    };
    all.trim_end().to_owned().into()
}

/// Returns the value or the exception under a prompt, without the printed output.
pub fn result_under_prompt<T: Text + From<String>>(answer: &Answer<T>) -> T {
    result(answer).trim_end().to_owned().into()
}

fn result(answer: &Answer<impl Text>) -> String {
    if let Some(raised) = &answer.raised {
        let (class, message) = (raised.class.expose(), raised.message.expose());
        return if message.is_empty() { class.to_owned() } else { format!("{class}: {message}") };
    }
    match (&answer.value, &answer.screen) {
        (Some(Value::List(values)), Some(_)) => values.iter().map(repr).collect::<Vec<_>>().join("\n"),
        (Some(Value::None) | None, _) => String::new(),
        (Some(value), _) => repr(value),
    }
}

/// Returns the shortest text that reads back as the same double, in Python's notation.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if number != 0.0 && !(1e-4..1e16).contains(&number.abs()) {
        let shown = format!("{number:e}");
        let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
        let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
        return format!("{mantissa}e{sign}{digits:0>2}");
    }
    let shown = number.to_string();
    if shown.contains('.') { shown } else { format!("{shown}.0") }
}

fn complex(real: f64, imaginary: f64) -> String {
    let short = |number| float(number).trim_end_matches(".0").to_owned();
    let sign = if imaginary.is_sign_negative() { "" } else { "+" };
    match real == 0.0 && real.is_sign_positive() {
        true => format!("{}j", short(imaginary)),
        false => format!("({}{sign}{}j)", short(real), short(imaginary)),
    }
}

fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut shown = String::from(quote);
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\\' => shown.push_str("\\\\"),
            c if c == quote => shown.extend(['\\', c]),
            c => shown.push_str(&printable(c)),
        }
    }
    shown.push(quote);
    shown
}

fn printable(character: char) -> String {
    let code = u32::from(character);
    match character {
        ' '..='~' => character.to_string(),
        // A lone surrogate, as the driver encodes it.
        '\u{10D800}'..='\u{10DFFF}' => format!("\\u{:04x}", code - 0x10_0000),
        _ if !UNPRINTABLE.is_match(character.encode_utf8(&mut [0; 4])) => character.to_string(),
        '\0'..='\u{FF}' => format!("\\x{code:02x}"),
        '\u{100}'..='\u{FFFF}' => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    }
}

fn quoted_bytes(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let shown = quoted(&text);
    shown
        .chars()
        .map(|c| if c.is_ascii() { c.to_string() } else { format!("\\x{:02x}", u32::from(c)) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_at_pythons_prompt() {
        let text = |text: &str| Value::Str(text.to_owned());
        let int = |digits: &str| Value::Int(digits.to_owned());
        for (value, shown) in [
            (int("-ff"), "-255"),
            (int("1000000000000000000000000000000000"), "5444517870735015415413993718908291383296"),
            (
                text("a\u{200b}b\u{a0}é\u{ad}\u{e000}\u{1f600}\u{e0001}"),
                "'a\\u200bb\\xa0é\\xad\\ue000😀\\U000e0001'",
            ),
            (Value::Float(1.0), "1.0"),
            (Value::Float(1e16), "1e+16"),
            (Value::Float(1.5e-7), "1.5e-07"),
            (Value::Float(0.0001), "0.0001"),
            (text("it's"), "\"it's\""),
            (text("a\n'\""), "'a\\n\\'\"'"),
            (Value::Bytes(vec![0, 65, 255]), "b'\\x00A\\xff'"),
            (Value::Tuple(vec![int("1")]), "(1,)"),
            (Value::List(vec![Value::None, Value::Bool(true)]), "[None, True]"),
            (Value::Dict(vec![(int("1"), text("a"))]), "{1: 'a'}"),
            (Value::Set(Vec::new()), "set()"),
        ] {
            assert_eq!(repr(&value), shown);
        }
    }
}
