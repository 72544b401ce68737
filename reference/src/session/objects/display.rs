//! How objects look: what `str`, `repr` and `print` make of them.

use super::fault::{Fault, Outcome};
use super::integer::Integer;
use super::{Object, Type, View, nested};
use crate::session::library::{Class, ClassKind};
use crate::session::value::code_point;

/// What `str` gives.
pub(crate) fn str(object: &Object) -> Outcome<String> {
    match object {
        Object::Str(text) => Ok(text.to_string()),
        Object::Member(class, place) => Ok(member_name(class, *place)),
        _ => repr(object),
    }
}

/// What `repr` gives.
pub(crate) fn repr(object: &Object) -> Outcome<String> {
    Ok(match object {
        Object::None => "None".to_owned(),
        Object::Bool(true) => "True".to_owned(),
        Object::Bool(false) => "False".to_owned(),
        Object::Int(number) => integer(number)?,
        Object::Float(number) => float(*number),
        Object::Str(text) => quoted("", text.chars().map(code_point), &is_printable),
        Object::Bytes(bytes) => {
            quoted("b", bytes.iter().map(|&byte| u32::from(byte)), &|it| matches!(it, ' '..='~'))
        }
        Object::List(items) => format!("[{}]", join(&items.borrow())?),
        Object::Tuple(items) => match &**items {
            [item] => format!("({},)", nested(|| repr(item))?),
            items => format!("({})", join(items)?),
        },
        Object::Set(items) if items.borrow().is_empty() => "set()".to_owned(),
        Object::Set(_) => format!("{{{}}}", join(&object.items()?)?),
        Object::FrozenSet(items) if items.is_empty() => "frozenset()".to_owned(),
        Object::FrozenSet(_) => format!("frozenset({{{}}})", join(&object.items()?)?),
        Object::Dict(entries) => {
            let entry = |(key, value): &(Object, Object)| {
                Ok(format!("{}: {}", nested(|| repr(key))?, nested(|| repr(value))?))
            };
            let entries: Outcome<Vec<String>> = entries.borrow().iter().map(entry).collect();
            format!("{{{}}}", entries?.join(", "))
        }
        Object::View(View::Keys | View::Values | View::Items, _) => {
            format!("{}([{}])", object.type_name(), join(&object.items()?)?)
        }
        Object::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
        Object::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
        Object::Slice(parts) => format!("slice({})", join(&parts[..])?),
        Object::Member(class @ Class { kind: ClassKind::Enum { members }, .. }, place) => {
            format!("<{}: {}>", member_name(class, *place), members[*place].1)
        }
        Object::Type(Type::Builtin(name)) => format!("<class '{name}'>"),
        Object::Type(Type::Class(class)) => match class.kind {
            ClassKind::Plain { .. } => format!("<class '{}.{}'>", class.module, class.name),
            ClassKind::Enum { .. } => format!("<enum '{}'>", class.name),
        },
        Object::Builtin(builtin) => format!("<built-in function {}>", builtin.name),
        Object::Member(..)
        | Object::Iterator(..)
        | Object::Instance(_)
        | Object::Function(_)
        | Object::Method(..)
        | Object::BuiltinMethod(_)
        | Object::Module(_) => {
            let class = object.type_name();
            let message =
                format!("how a `{class}` looks is different each time: show something of it instead");
            return Err(Fault::unsupported(message));
        }
    })
}

/// `Notation.EMPTY`
fn member_name(class: &Class, place: usize) -> String {
    format!("{}.{}", class.name, class.member_name(place))
}

impl Class {
    /// `EMPTY`
    pub(crate) fn member_name(&self, place: usize) -> &'static str {
        match self.kind {
            ClassKind::Enum { members } => members[place].0,
            ClassKind::Plain { .. } => "",
        }
    }
}

fn join(items: &[Object]) -> Outcome<String> {
    let items: Outcome<Vec<String>> = items.iter().map(|item| nested(|| repr(item))).collect();
    Ok(items?.join(", "))
}

fn integer(number: &Integer) -> Outcome<String> {
    const MOST_DIGITS: usize = 4300;
    let text = number.to_string();
    if text.trim_start_matches('-').len() > MOST_DIGITS {
        return Err(Fault::value_error(
            "Exceeds the limit (4300 digits) for integer string conversion; \
             use sys.set_int_max_str_digits() to increase the limit",
        ));
    }
    Ok(text)
}

/// The shortest digits that are read as the same number.
pub(crate) fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse().unwrap_or(0) {
        -4..16 => format!("{number:?}"),
        exponent @ (..-4 | 16..) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{mantissa}e{sign}{:02}", i32::abs(exponent))
        }
    }
}

/// A literal of these code points, with the quotes that need no escape if there are such.
fn quoted(
    prefix: &str,
    characters: impl Iterator<Item = u32> + Clone,
    shown: &dyn Fn(char) -> bool,
) -> String {
    let has = |quote: char| characters.clone().any(|it| it == u32::from(quote));
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut text = format!("{prefix}{quote}");
    for code_point in characters {
        match char::from_u32(code_point) {
            Some('\n') => text += "\\n",
            Some('\r') => text += "\\r",
            Some('\t') => text += "\\t",
            Some(character) if character == quote || character == '\\' => text.extend(['\\', character]),
            Some(character) if shown(character) => text.push(character),
            Some(_) | None => text += &escape(code_point),
        }
    }
    text.push(quote);
    text
}

fn escape(code_point: u32) -> String {
    match code_point {
        ..0x100 => format!("\\x{code_point:02x}"),
        0x100..0x1_0000 => format!("\\u{code_point:04x}"),
        0x1_0000.. => format!("\\U{code_point:08x}"),
    }
}

/// Whether `repr` shows a character as it is.
fn is_printable(character: char) -> bool {
    // `escape_debug` follows the same rule, except that it also escapes what would combine with the quote.
    match character {
        '\'' | '"' | '\\' => true,
        _ => format!("a{character}").escape_debug().eq(['a', character]),
    }
}
