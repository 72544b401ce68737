//! Calls of the built-in types: `int('12')`, `list(range(3))`.

use std::num::{IntErrorKind, ParseIntError};

use crate::session::fault::{Fault, Outcome};
use crate::session::objects::arithmetic::too_large;
use crate::session::objects::call::Arguments;
use crate::session::objects::display::{repr, str};
use crate::session::objects::keys::distinct;
use crate::session::objects::{Object, Range};

/// Calls a built-in type.
pub(crate) fn construct(name: &str, arguments: &Arguments) -> Outcome<Object> {
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported(name));
    }
    match (name, &arguments.positional[..]) {
        ("bool", [object]) => Ok(Object::Bool(object.is_true())),
        ("int", [object]) => int(object),
        ("float", [object]) => float(object),
        ("str", [object]) => str(object).map(Object::str),
        ("list", []) => Ok(Object::list(Vec::new())),
        ("list", [object]) => object.items().map(Object::list),
        ("tuple", [object]) => object.items().map(|items| Object::Tuple(items.into())),
        ("dict", []) => Ok(Object::dict(Vec::new())),
        ("set", []) => Ok(Object::Set([].into())),
        ("set", [object]) => Ok(Object::Set(distinct(object.items_in_any_order()?)?.into())),
        ("range", bounds) => range(bounds, arguments),
        ("type", [object]) => Ok(Object::Type(object.class())),
        _ => Err(arguments.unsupported(name)),
    }
}

fn int(object: &Object) -> Outcome<Object> {
    match object {
        Object::Float(number) if number.abs() < 2.0_f64.powi(127) => Ok(Object::Int(*number as i128)),
        Object::Float(_) => Err(too_large()),
        Object::Str(text) if text.contains('_') || !text.is_ascii() => Err(unusual("int")),
        Object::Str(text) => text.trim().parse().map(Object::Int).map_err(|error: ParseIntError| {
            if let IntErrorKind::PosOverflow | IntErrorKind::NegOverflow = error.kind() {
                return too_large();
            }
            let text = repr(object).unwrap_or_default();
            Fault::value_error(format!("invalid literal for int() with base 10: {text}"))
        }),
        object => object.as_integer().map(Object::Int).ok_or_else(|| {
            let takes = "a string, a bytes-like object or a real number";
            Fault::type_error(format!("int() argument must be {takes}, not '{}'", object.type_name()))
        }),
    }
}

fn float(object: &Object) -> Outcome<Object> {
    match object {
        Object::Float(number) => Ok(Object::Float(*number)),
        Object::Str(text) if text.contains('_') || !text.is_ascii() => Err(unusual("float")),
        Object::Str(text) => text.trim().parse().map(Object::Float).map_err(|_| {
            let text = repr(object).unwrap_or_default();
            Fault::value_error(format!("could not convert string to float: {text}"))
        }),
        object => object.as_integer().map(|number| Object::Float(number as f64)).ok_or_else(|| {
            let class = object.type_name();
            Fault::type_error(format!("float() argument must be a string or a real number, not '{class}'"))
        }),
    }
}

fn unusual(name: &str) -> Fault {
    Fault::unsupported(format!("`{name}` takes ASCII without `_` in sessions: write plain digits"))
}

fn range(bounds: &[Object], arguments: &Arguments) -> Outcome<Object> {
    let bounds: Vec<i64> = bounds.iter().map(index).collect::<Outcome<_>>()?;
    let (start, stop, step) = match bounds[..] {
        [stop] => (0, stop, 1),
        [start, stop] => (start, stop, 1),
        [_, _, 0] => return Err(Fault::value_error("range() arg 3 must not be zero")),
        [start, stop, step] => (start, stop, step),
        _ => return Err(arguments.unsupported("range")),
    };
    Ok(Object::Range(Range { start, stop, step }))
}

/// Returns a number that is used as an index or a count.
pub(super) fn index(object: &Object) -> Outcome<i64> {
    let number = object.as_integer().ok_or_else(|| {
        let class = object.type_name();
        Fault::type_error(format!("'{class}' object cannot be interpreted as an integer"))
    })?;
    i64::try_from(number)
        .map_err(|_| Fault::unsupported("a number beyond 64 bits is not supported here: use a smaller one"))
}
