//! Shows values as C and C++ write them.

use yardstick_reference::{State, Value, integer};

use super::Dialect;

/// Returns the text of a value. What is not a literal is shown as it would be initialised, such as `{1, 2}`.
pub(in crate::session) fn shown(dialect: Dialect, value: &Value) -> String {
    let shown = |value: &Value| shown(dialect, value);
    let joined = |items: &[Value]| format!("{{{}}}", items.iter().map(shown).collect::<Vec<_>>().join(", "));
    match value {
        Value::None => "void".to_owned(),
        Value::Null => match dialect {
            Dialect::C => "NULL",
            Dialect::Cpp => "nullptr",
        }
        .to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Int(digits) => integer(digits),
        Value::Float(number) => real(*number),
        Value::Str(text) => quoted(text.bytes(), '"', text.is_ascii()),
        Value::Bytes(bytes) => quoted(bytes.iter().copied(), '"', true),
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
            joined(items)
        }
        Value::Dict(pairs) => {
            let pair = |(key, value): &(Value, Value)| format!("{{{}, {}}}", shown(key), shown(value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        Value::Enum { member, .. } if dialect == Dialect::C => member.clone(),
        Value::Enum { class, member } => format!("{class}::{member}"),
        Value::Object { class, state } => object(dialect, class, state.as_deref()),
        Value::Met { class, .. } => object(dialect, class, None),
        Value::Up(levels) => format!("<the object {levels} up>"),
    }
}

/// Returns the name of a value's type with its article: `an int`.
pub(in crate::session) fn type_name(dialect: Dialect, value: &Value) -> String {
    let name = match value {
        Value::None => return "void".to_owned(),
        Value::Null => return shown(dialect, value),
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Float(_) => "double",
        Value::Str(_) | Value::Bytes(_) => "text",
        Value::List(_) => "array",
        Value::Tuple(_) => "tuple",
        Value::Set(_) | Value::FrozenSet(_) => "set",
        Value::Dict(_) => "map",
        Value::Enum { class, .. } | Value::Object { class, .. } | Value::Met { class, .. } => class,
        Value::Up(_) => return "itself".to_owned(),
    };
    let article =
        if name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// The types of whole numbers other than `int`, with what a literal of one has behind it or before it.
pub(super) const WHOLE: [(&str, &str, &str); 9] = [
    ("signed char", "(signed char) ", ""),
    ("unsigned char", "(unsigned char) ", ""),
    ("short", "(short) ", ""),
    ("unsigned short", "(unsigned short) ", ""),
    ("unsigned int", "", "u"),
    ("long", "", "L"),
    ("unsigned long", "", "uL"),
    ("long long", "", "LL"),
    ("unsigned long long", "", "uLL"),
];

/// Tells whether a class is a type of whole numbers.
pub(in crate::session) fn is_whole(class: &str) -> bool {
    WHOLE.iter().any(|(known, ..)| *known == class)
}

fn object(dialect: Dialect, class: &str, state: Option<&State>) -> String {
    let Some(state) = state else { return format!("<{class}>") };
    if let (Some(shown), None) = (&state.repr, &state.content) {
        return shown.clone();
    }
    let Some(content) = &state.content else {
        let all = state.attributes.iter().chain(&state.properties);
        let fields: Vec<String> =
            all.map(|(name, value)| format!(".{name} = {}", shown(dialect, value))).collect();
        return format!("{{{}}}", fields.join(", "));
    };
    if let ("long double", Value::Float(near)) = (class, content) {
        return format!("{}L", long_real(*near, state.repr.as_deref()));
    }
    if let (Some(enumerator), Dialect::C) = (&state.repr, dialect) {
        return enumerator.clone();
    }
    let number = shown(dialect, content);
    match (class, content) {
        ("char", Value::Int(digits)) => character(digits),
        ("float", _) => format!("{number}f"),
        ("std::optional", Value::Null) => "std::nullopt".to_owned(),
        (class, Value::Int(_)) => match WHOLE.iter().find(|(known, ..)| *known == class) {
            Some((_, before, behind)) => format!("{before}{number}{behind}"),
            None if class.starts_with("std::") => number,
            None => format!("{class}({number})"),
        },
        _ => number,
    }
}

/// Returns the literal of a character with this code, in hexadecimal.
fn character(digits: &str) -> String {
    let code = i64::from_str_radix(digits, 16).unwrap_or_default();
    quoted(std::iter::once(code as u8), '\'', true)
}

fn real(number: f64) -> String {
    if number.is_nan() {
        return "NAN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned();
    }
    format!("{number:?}")
}

/// Returns a `long double` with as few digits as the nearest `double` needs if it is that, and otherwise with all of its own.
fn long_real(near: f64, digits: Option<&str>) -> String {
    let Some((mantissa, exponent)) = digits.filter(|_| near != 0.0).and_then(|digits| digits.split_once('e'))
    else {
        return real(near);
    };
    let places = mantissa.rsplit_once('.').map_or(0, |(_, places)| places.len());
    let exponent = exponent.parse::<i32>().unwrap_or_default();
    if format!("{near:.places$e}") == format!("{mantissa}e{exponent}") {
        return real(near);
    }
    // Below 1 and not far from it, it is read more easily without an exponent.
    let (sign, number) = mantissa.strip_prefix('-').map_or(("", mantissa), |number| ("-", number));
    let number = number.trim_end_matches('0').trim_end_matches('.');
    match exponent {
        -5..=-1 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            format!("{sign}0.{zeros}{}", number.replace('.', ""))
        }
        0 => format!("{sign}{number}"),
        _ => format!("{sign}{number}e{exponent}"),
    }
}

fn quoted(bytes: impl Iterator<Item = u8>, quote: char, escapes_all: bool) -> String {
    let mut shown: Vec<u8> = vec![quote as u8];
    let mut bytes = bytes.peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\n' => shown.extend(b"\\n"),
            b'\t' => shown.extend(b"\\t"),
            b'\r' => shown.extend(b"\\r"),
            b'\\' => shown.extend(b"\\\\"),
            byte if char::from(byte) == quote => shown.extend([b'\\', byte]),
            0..0x20 | 0x7F | 0x80.. if byte < 0x80 || escapes_all => {
                // Three digits, so that no digit behind it is taken for one more.
                let is_short = byte == 0 && !bytes.peek().is_some_and(u8::is_ascii_digit);
                shown.extend(if is_short { "\\0".to_owned() } else { format!("\\{byte:03o}") }.into_bytes());
            }
            byte => shown.push(byte),
        }
    }
    shown.push(quote as u8);
    String::from_utf8_lossy(&shown).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_double_that_is_no_double_has_its_own_digits() {
        for (near, digits, shown) in [
            (0.25, "2.50000000000000000000e-01", "0.25"),
            (1e22, "1.00000000000000000000e+22", "1e22"),
            (0.1, "1.00000000000000000001e-01", "0.100000000000000000001"),
            (-0.001, "-1.00000000000000000002e-03", "-0.00100000000000000000002"),
            (3.0, "3.00000000000000000022e+00", "3.00000000000000000022"),
            (f64::INFINITY, "7.88657867364790503383e+374", "7.88657867364790503383e374"),
            (f64::INFINITY, "inf", "INFINITY"),
            (f64::NAN, "nan", "NAN"),
            (-0.0, "0.00000000000000000000e+00", "-0.0"),
        ] {
            assert_eq!(long_real(near, Some(digits)), shown, "{digits}");
        }
        assert_eq!(long_real(0.5, None), "0.5");
    }
}
