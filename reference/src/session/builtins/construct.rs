//! The built-in types, called: `int('12')`, `list(range(3))`.

use std::cell::RefCell;
use std::rc::Rc;

use super::numbers::index;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::display::{repr, str};
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::integer::Integer;
use crate::session::objects::keys::{distinct, insert};
use crate::session::objects::{Entries, Object, Range};

/// What a built-in type makes of its arguments.
pub(crate) fn construct(name: &str, arguments: &Arguments) -> Outcome<Object> {
    if !arguments.keywords.is_empty() && name != "dict" {
        return Err(arguments.unsupported(name));
    }
    let items = |object: &Object| object.items();
    match (name, &arguments.positional[..]) {
        ("bool", []) => Ok(Object::Bool(false)),
        ("bool", [object]) => Ok(Object::Bool(object.is_true())),
        ("int", []) => Ok(Object::int(0)),
        ("int", [object]) => int(object),
        ("float", []) => Ok(Object::Float(0.0)),
        ("float", [object]) => float(object),
        ("str", []) => Ok(Object::str("")),
        ("str", [object]) => str(object).map(Object::str),
        ("list", []) => Ok(Object::list(Vec::new())),
        ("list", [object]) => items(object).map(Object::list),
        ("tuple", []) => Ok(Object::tuple(Vec::new())),
        ("tuple", [object]) => items(object).map(Object::tuple),
        ("set", []) => Ok(Object::Set(Rc::default())),
        ("set", [object]) => Ok(Object::Set(Rc::new(RefCell::new(distinct(object.items_in_any_order()?)?)))),
        ("frozenset", []) => Ok(Object::FrozenSet(Rc::default())),
        ("frozenset", [object]) => Ok(Object::FrozenSet(Rc::new(distinct(object.items_in_any_order()?)?))),
        ("dict", [] | [_]) => dict(arguments),
        ("range", bounds) => range(bounds),
        ("type", [object]) => Ok(Object::Type(object.class())),
        _ => Err(arguments.unsupported(name)),
    }
}

/// The whole number that a float is.
pub(crate) fn whole(number: f64) -> Outcome<Object> {
    if number.is_nan() {
        return Err(Fault::value_error("cannot convert float NaN to integer"));
    }
    if number.is_infinite() {
        return Err(Fault::overflow("cannot convert float infinity to integer"));
    }
    Ok(Object::Int(Integer::truncate(number)))
}

fn int(object: &Object) -> Outcome<Object> {
    match object {
        Object::Float(number) => whole(*number),
        Object::Str(text) => {
            let text = text.trim();
            let (is_negative, digits) = match text.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, text.strip_prefix('+').unwrap_or(text)),
            };
            let number = without_underscores(digits).and_then(|digits| Integer::parse(&digits, 10));
            let number = number.map(|number| if is_negative { number.negated() } else { number });
            number.map(Object::Int).ok_or_else(|| {
                let text = repr(object).unwrap_or_default();
                Fault::value_error(format!("invalid literal for int() with base 10: {text}"))
            })
        }
        Object::Bytes(_) => Err(Fault::unsupported("`int` of bytes is not supported in sessions")),
        object => object.as_integer().map(Object::Int).ok_or_else(|| no_number("int", object)),
    }
}

fn float(object: &Object) -> Outcome<Object> {
    match object {
        Object::Float(number) => Ok(Object::Float(*number)),
        Object::Str(text) => {
            let number = without_underscores(text.trim()).and_then(|text| text.parse().ok());
            number.map(Object::Float).ok_or_else(|| {
                let text = repr(object).unwrap_or_default();
                Fault::value_error(format!("could not convert string to float: {text}"))
            })
        }
        object => {
            let number = object.as_integer().ok_or_else(|| no_number("float", object))?.to_f64();
            if number.is_infinite() {
                return Err(Fault::overflow("int too large to convert to float"));
            }
            Ok(Object::Float(number))
        }
    }
}

fn no_number(name: &str, object: &Object) -> Fault {
    let takes = match name {
        "int" => "a string, a bytes-like object or a real number",
        _ => "a string or a real number",
    };
    Fault::type_error(format!("{name}() argument must be {takes}, not '{}'", object.type_name()))
}

/// The text without single underscores between digits; `None` if one stands elsewhere.
fn without_underscores(text: &str) -> Option<String> {
    let mut parts = text.split('_').peekable();
    let mut joined = parts.next()?.to_owned();
    for part in parts {
        if !joined.ends_with(|it: char| it.is_ascii_digit())
            || !part.starts_with(|it: char| it.is_ascii_digit())
        {
            return None;
        }
        joined += part;
    }
    Some(joined)
}

fn dict(arguments: &Arguments) -> Outcome<Object> {
    let mut entries = Entries::new();
    match arguments.positional.first() {
        None => {}
        Some(Object::Dict(others)) => entries.extend(others.borrow().iter().cloned()),
        Some(pairs) => {
            for (number, pair) in pairs.items()?.into_iter().enumerate() {
                let items = pair.items().map_err(|_| {
                    let what = format!("dictionary update sequence element #{number}");
                    Fault::type_error(format!("cannot convert {what} to a sequence"))
                })?;
                let [key, value] = &items[..] else {
                    let length = items.len();
                    let what = format!("dictionary update sequence element #{number}");
                    return Err(Fault::value_error(format!("{what} has length {length}; 2 is required")));
                };
                insert(&mut entries, key.clone(), value.clone())?;
            }
        }
    }
    for (name, value) in &arguments.keywords {
        insert(&mut entries, Object::str(name.as_str()), value.clone())?;
    }
    Ok(Object::Dict(Rc::new(RefCell::new(entries))))
}

fn range(bounds: &[Object]) -> Outcome<Object> {
    let bounds: Vec<i64> = bounds.iter().map(index).collect::<Outcome<_>>()?;
    let (start, stop, step) = match bounds[..] {
        [] => return Err(Fault::type_error("range expected at least 1 argument, got 0")),
        [stop] => (0, stop, 1),
        [start, stop] => (start, stop, 1),
        [start, stop, step] => (start, stop, step),
        _ => {
            let given = bounds.len();
            return Err(Fault::type_error(format!("range expected at most 3 arguments, got {given}")));
        }
    };
    if step == 0 {
        return Err(Fault::value_error("range() arg 3 must not be zero"));
    }
    Ok(Object::Range(Rc::new(Range { start, stop, step })))
}
