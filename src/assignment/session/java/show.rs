//! Shows values as Java writes them.

use yardstick_reference::{State, Value, integer};

use crate::trace::is_unseen;

/// Returns the text of a value. What is not a literal is shown in the same way, such as `List.of(1)`.
pub(in crate::session) fn shown(value: &Value) -> String {
    let joined = |items: &[Value]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
    match value {
        Value::None => "void".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Int(digits) => integer(digits),
        Value::Float(number) => real(*number),
        Value::Str(text) => quoted(text, '"'),
        Value::Bytes(bytes) => format!("{bytes:?}"),
        Value::List(items) | Value::Tuple(items) => format!("{{{}}}", joined(items)),
        Value::Set(items) | Value::FrozenSet(items) => format!("Set.of({})", joined(items)),
        Value::Dict(pairs) => {
            let pair = |(key, value): &(Value, Value)| format!("{}, {}", shown(key), shown(value));
            format!("Map.of({})", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Enum { class, member } => format!("{class}.{member}"),
        Value::Object { class, state } => object(class, state.as_deref()),
        Value::Met { class, .. } => object(class, None),
        Value::Up(levels) => format!("<the object {levels} up>"),
    }
}

/// Returns the name of a value's type with its article: `an int`.
pub(in crate::session) fn type_name(value: &Value) -> String {
    let name = match value {
        Value::None => return "void".to_owned(),
        Value::Null => return "null".to_owned(),
        Value::Bool(_) => "boolean",
        Value::Int(_) => "int",
        Value::Float(_) => "double",
        Value::Str(_) => "String",
        Value::Bytes(_) | Value::List(_) | Value::Tuple(_) => "array",
        Value::Set(_) | Value::FrozenSet(_) => "Set",
        Value::Dict(_) => "Map",
        Value::Enum { class, .. } | Value::Object { class, .. } | Value::Met { class, .. } => class,
        Value::Up(_) => return "itself".to_owned(),
    };
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Returns the text of an object: numbers and characters as literals, others with what they hold.
fn object(class: &str, state: Option<&State>) -> String {
    let Some(state) = state else { return format!("<{class}>") };
    if let Some(repr) = &state.repr {
        return repr.clone();
    }
    match (class, &state.content) {
        ("long", Some(number)) => format!("{}L", shown(number)),
        ("float", Some(number)) => format!("{}f", shown(number)),
        ("short" | "byte", Some(number)) => format!("({class}) {}", shown(number)),
        ("BigInteger", Some(number)) => format!("new BigInteger(\"{}\")", shown(number)),
        ("char", Some(Value::Str(text))) => quoted(text, '\''),
        ("List", Some(Value::List(items))) => {
            format!("List.of({})", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        ("Optional", Some(Value::Null)) => "Optional.empty()".to_owned(),
        ("Optional", Some(content)) => format!("Optional.of({})", shown(content)),
        (class, Some(content)) => format!("new {class}({})", shown(content)),
        (class, None) => {
            let all = state.attributes.iter().chain(&state.properties);
            let fields: Vec<String> = all.map(|(name, value)| format!("{name}={}", shown(value))).collect();
            format!("{class}[{}]", fields.join(", "))
        }
    }
}

/// Returns the text of a `double`, as `Double.toString` gives it.
fn real(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 || (1e-3..1e7).contains(&number.abs()) {
        return format!("{number:?}");
    }
    let shown = format!("{number:E}");
    let (mantissa, exponent) = shown.split_once('E').unwrap_or((&shown, "0"));
    if mantissa.contains('.') { shown } else { format!("{mantissa}.0E{exponent}") }
}

fn quoted(text: &str, quote: char) -> String {
    let mut shown = String::from(quote);
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\\' => shown.push_str("\\\\"),
            c if c == quote => shown.extend(['\\', c]),
            '\0'..' ' | '\u{7F}' => shown.push_str(&format!("\\u{code:04x}")),
            // A lone surrogate, as the driver encodes it.
            '\u{10D800}'..='\u{10DFFF}' => shown.push_str(&format!("\\u{:04x}", code - 0x10_0000)),
            c if is_unseen(c) => {
                let units = c
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}"))
                    .collect::<String>();
                shown.push_str(&units);
            }
            other => shown.push(other),
        }
    }
    shown.push(quote);
    shown
}
