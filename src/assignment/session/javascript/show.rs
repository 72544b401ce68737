//! Shows values as JavaScript writes them.

use yardstick_reference::{State, Value, integer};

use crate::trace::is_unseen;

/// Returns the text of a value. What is not a literal is shown in the same way, such as `new Set([1])`.
pub(in crate::session) fn shown(value: &Value) -> String {
    let joined = |items: &[Value]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
    match value {
        Value::None => "undefined".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Int(digits) => format!("{}n", integer(digits)),
        Value::Float(number) => self::number(*number),
        Value::Str(text) => quoted(text),
        Value::Bytes(bytes) => format!("new Uint8Array({bytes:?})"),
        Value::List(items) | Value::Tuple(items) => format!("[{}]", joined(items)),
        Value::Set(items) | Value::FrozenSet(items) => match joined(items) {
            items if items.is_empty() => "new Set()".to_owned(),
            items => format!("new Set([{items}])"),
        },
        Value::Dict(items) => fields(items.iter().map(|(key, value)| (key_of(key), value))),
        Value::Enum { class, member } => format!("{class}.{member}"),
        Value::Object { class, state } => object(class, state.as_deref()),
        Value::Met { class, .. } => object(class, None),
        Value::Up(levels) => format!("<the object {levels} up>"),
    }
}

/// Returns the name of a value's type with its article: `a number`.
pub(in crate::session) fn type_name(value: &Value) -> String {
    let name = match value {
        Value::None => return "undefined".to_owned(),
        Value::Null => return "null".to_owned(),
        Value::Bool(_) => "boolean",
        Value::Int(_) => "bigint",
        Value::Float(_) => "number",
        Value::Str(_) => "string",
        Value::Bytes(_) => "Uint8Array",
        Value::List(_) | Value::Tuple(_) => "array",
        Value::Set(_) | Value::FrozenSet(_) => "Set",
        Value::Dict(_) => "object",
        Value::Enum { class, .. } | Value::Object { class, .. } | Value::Met { class, .. } => class,
        Value::Up(_) => return "itself".to_owned(),
    };
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Returns the text of an object of a class, with what it holds.
fn object(class: &str, state: Option<&State>) -> String {
    let Some(state) = state else { return format!("<{class}>") };
    if let Some(repr) = &state.repr {
        return if class == "Date" { format!("new Date({})", quoted(repr)) } else { repr.clone() };
    }
    match &state.content {
        Some(Value::Dict(pairs)) => {
            let pair = |(key, value): &(Value, Value)| format!("[{}, {}]", shown(key), shown(value));
            let pairs = pairs.iter().map(pair).collect::<Vec<_>>().join(", ");
            if pairs.is_empty() { format!("new {class}()") } else { format!("new {class}([{pairs}])") }
        }
        Some(content) => format!("new {class}({})", shown(content)),
        None => {
            let attributes = state.attributes.iter().map(|(name, value)| (name.clone(), value));
            format!("{class} {}", fields(attributes))
        }
    }
}

/// Returns names and values in braces.
fn fields<'a>(pairs: impl Iterator<Item = (String, &'a Value)>) -> String {
    let pairs: Vec<String> = pairs.map(|(name, value)| format!("{name}: {}", shown(value))).collect();
    if pairs.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", pairs.join(", ")) }
}

/// Returns the key of a property, in quotes if it is not a name.
fn key_of(key: &Value) -> String {
    let Value::Str(name) = key else { return shown(key) };
    let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
    let is_name = name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_alphanumeric());
    if is_name { name.clone() } else { quoted(name) }
}

/// Returns the shortest text that reads back as the same number. Unlike `String`, it tells `-0` from `0`.
fn number(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 || (1e-6..1e21).contains(&number.abs()) {
        return number.to_string();
    }
    let shown = format!("{number:e}");
    let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{mantissa}e{sign}{exponent}")
}

fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut shown = String::from(quote);
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\\' => shown.push_str("\\\\"),
            c if c == quote => shown.extend(['\\', c]),
            '\0'..' ' | '\u{7F}' => shown.push_str(&format!("\\x{code:02x}")),
            // A lone surrogate, as the driver encodes it.
            '\u{10D800}'..='\u{10DFFF}' => shown.push_str(&format!("\\u{:04x}", code - 0x10_0000)),
            c if is_unseen(c) => shown.push_str(&format!("\\u{{{code:x}}}")),
            other => shown.push(other),
        }
    }
    shown.push(quote);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_in_javascript() {
        let text = |text: &str| Value::Str(text.to_owned());
        for (value, expected) in [
            (Value::Float(3.0), "3"),
            (Value::Float(-0.0), "-0"),
            (Value::Float(1e21), "1e+21"),
            (Value::Float(1.5e-7), "1.5e-7"),
            (Value::Float(0.000_001), "0.000001"),
            (Value::Float(f64::NAN), "NaN"),
            (Value::Float(f64::NEG_INFINITY), "-Infinity"),
            (Value::Int("-ff".to_owned()), "-255n"),
            (
                Value::Int("8eeae81b84c7f27e080fde64ff05254000000000".to_owned()),
                "815915283247897734345611269596115894272000000000n",
            ),
            (text("a\u{200b}"), "'a\\u{200b}'"),
            (text("it's\n"), "\"it's\\n\""),
            (text("\u{10D800}é"), "'\\ud800é'"),
            (Value::List(vec![Value::None, Value::Null]), "[undefined, null]"),
            (
                Value::Dict(vec![(text("a"), Value::Bool(true)), (text("b c"), Value::Null)]),
                "{ a: true, 'b c': null }",
            ),
            (Value::Set(vec![text("x")]), "new Set(['x'])"),
            (Value::object("Function"), "<Function>"),
        ] {
            assert_eq!(shown(&value), expected);
        }
    }
}
