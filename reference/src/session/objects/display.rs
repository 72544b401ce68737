//! The text of objects in `str`, `repr` and `print`.

use super::class::Class;
use super::{Object, nested};
use crate::session::fault::{Fault, Outcome};

/// Returns the result of `str`.
pub(crate) fn str(object: &Object) -> Outcome<String> {
    match object {
        Object::Str(text) => Ok(text.to_string()),
        Object::Member(class, place) => Ok(member_name(class, *place)),
        _ => repr(object),
    }
}

/// Returns the result of `repr`.
pub(crate) fn repr(object: &Object) -> Outcome<String> {
    Ok(match object {
        Object::None => "None".to_owned(),
        Object::Bool(true) => "True".to_owned(),
        Object::Bool(false) => "False".to_owned(),
        Object::Int(number) => number.to_string(),
        Object::Float(number) => float(*number),
        Object::Str(text) => quoted(text)?,
        Object::List(items) => format!("[{}]", join(&items.borrow())?),
        Object::Tuple(items) => match &**items {
            [item] => format!("({},)", nested(|| repr(item))?),
            items => format!("({})", join(items)?),
        },
        Object::Dict(entries) => {
            let entry = |(key, value): &(Object, Object)| {
                Ok(format!("{}: {}", nested(|| repr(key))?, nested(|| repr(value))?))
            };
            let entries: Outcome<Vec<String>> = entries.borrow().iter().map(entry).collect();
            format!("{{{}}}", entries?.join(", "))
        }
        Object::Member(class, place) => {
            format!("<{}: {}>", member_name(class, *place), class.members()[*place].1)
        }
        Object::Range(_)
        | Object::Iterator(..)
        | Object::Instance(_)
        | Object::Type(_)
        | Object::Function(_)
        | Object::Method(..)
        | Object::Builtin(_)
        | Object::BuiltinMethod(..)
        | Object::Module(_) => {
            let class = object.type_name();
            let message = format!("a `{class}` is not shown in sessions: show something of it instead");
            return Err(Fault::unsupported(message));
        }
    })
}

/// Returns `Notation.EMPTY`.
fn member_name(class: &Class, place: usize) -> String {
    format!("{}.{}", class.name, class.members()[place].0)
}

fn join(items: &[Object]) -> Outcome<String> {
    let items: Outcome<Vec<String>> = items.iter().map(|item| nested(|| repr(item))).collect();
    Ok(items?.join(", "))
}

/// Returns the shortest digits that read back as the same number.
fn float(number: f64) -> String {
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

/// Returns a string literal, with the quotes that need no escapes if possible.
fn quoted(text: &str) -> Outcome<String> {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut literal = String::from(quote);
    for character in text.chars() {
        match character {
            '\n' => literal += "\\n",
            '\r' => literal += "\\r",
            '\t' => literal += "\\t",
            _ if character == quote || character == '\\' => literal.extend(['\\', character]),
            '\'' | '"' => literal.push(character),
            // Rust shows the same characters without an escape as Python does.
            _ if character.escape_debug().eq([character]) => literal.push(character),
            '\0'..='\u{ff}' => literal += &format!("\\x{:02x}", u32::from(character)),
            _ => {
                let name = character.escape_unicode();
                let message = format!("the character `{name}` is not shown in sessions: use another one");
                return Err(Fault::unsupported(message));
            }
        }
    }
    literal.push(quote);
    Ok(literal)
}
