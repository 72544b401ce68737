//! Calls of the built-in functions and types: `len(board)`, `list(range(3))`.

use std::cmp::Ordering;

use super::attribute::{attribute, attribute_if_any};
use crate::Host;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::arithmetic::binary;
use crate::session::objects::call::Arguments;
use crate::session::objects::compare::compare;
use crate::session::objects::display::{repr, str};
use crate::session::objects::{Object, check_length};
use crate::session::syntax::BinaryOperator;
use crate::session::terminal::Terminal;

/// Calls a built-in function or type with arguments that sessions support.
pub(crate) fn call(name: &str, arguments: &Arguments, terminal: &mut Terminal) -> Outcome<Object> {
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported(name));
    }
    Ok(match (name, &arguments.positional[..]) {
        ("all", [items]) => Object::Bool(items.items()?.iter().all(Object::is_true)),
        ("any", [items]) => Object::Bool(items.items()?.iter().any(Object::is_true)),
        ("bool", [object]) => Object::Bool(object.is_true()),
        ("enumerate", [items]) => enumerate(items)?,
        ("getattr", [owner, Object::Str(name)]) => attribute(owner, name)?,
        ("getattr", [owner, Object::Str(name), default]) => {
            attribute_if_any(owner, name)?.unwrap_or_else(|| default.clone())
        }
        ("hasattr", [owner, Object::Str(name)]) => Object::Bool(attribute_if_any(owner, name)?.is_some()),
        ("int", [object]) => int(object)?,
        ("isinstance", [object, class]) => isinstance(object, class)?,
        ("len", [object]) => length(object)?,
        ("list", []) => Object::list(Vec::new()),
        ("list", [items]) => Object::list(items.items()?),
        ("print", objects) => {
            let texts: Vec<String> = objects.iter().map(str).collect::<Outcome<_>>()?;
            terminal.print(&(texts.join(" ") + "\n"));
            Object::None
        }
        ("range", [stop]) => range(0, index(stop)?, 1)?,
        ("range", [start, stop]) => range(index(start)?, index(stop)?, 1)?,
        ("range", [start, stop, step]) => range(index(start)?, index(stop)?, index(step)?)?,
        ("repr", [object]) => Object::str(repr(object)?),
        ("reversed", [items]) => reversed(items)?,
        ("sorted", [items]) => sorted(items)?,
        ("str", [object]) => Object::str(str(object)?),
        ("sum", [items]) => {
            let add = |sum: Object, item: &Object| binary(&sum, BinaryOperator::Add, item);
            items.items()?.iter().try_fold(Object::int(0), add)?
        }
        ("tuple", [items]) => Object::Tuple(items.items()?.into()),
        ("type", [object]) => Object::Type(object.class()),
        _ => return Err(arguments.unsupported(name)),
    })
}

impl Arguments {
    /// Returns the fault for arguments that sessions do not support, or that do not exist.
    pub(super) fn unsupported(&self, name: &str) -> Fault {
        let given = self.positional.len() + self.keywords.len();
        Fault::unsupported(format!(
            "`{name}` with these {given} arguments is not supported in sessions: write it in another way"
        ))
    }
}

fn enumerate(items: &Object) -> Outcome<Object> {
    let pair = |(place, item)| Object::Tuple([Object::count(place), item].into());
    Ok(Object::iterator("enumerate", items.items()?.into_iter().enumerate().map(pair).collect()))
}

fn int(object: &Object) -> Outcome<Object> {
    match object {
        Object::Float(number) if number.abs() < 2.0_f64.powi(127) => Ok(Object::Int(*number as i128)),
        Object::Str(text) => text.trim().parse().map(Object::Int).map_err(|_| {
            let message = format!("`int` takes up to 38 plain digits in sessions, not `{text}`");
            Fault::unsupported(message)
        }),
        object => object.as_integer().map(Object::Int).ok_or_else(|| {
            let class = object.type_name();
            Fault::unsupported(format!("`int` takes a number or a string in sessions, not a `{class}`"))
        }),
    }
}

fn isinstance(object: &Object, class: &Object) -> Outcome<Object> {
    let Object::Type(class) = class else {
        return Err(Fault::unsupported("`isinstance` takes one type in sessions: call it for each type"));
    };
    let own = object.class();
    let is_derived = matches!((own.name(), class.name()), ("bool", "int") | ("EnumType", "type"));
    Ok(Object::Bool(own == *class || is_derived))
}

fn length(object: &Object) -> Outcome<Object> {
    let items = if let Object::Iterator(..) = object { None } else { object.items().ok() };
    items.map(|items| Object::count(items.len())).ok_or_else(|| {
        let class = object.type_name();
        Fault::type_error(format!("object of type '{class}' has no len()"))
    })
}

fn range(start: i64, stop: i64, step: i64) -> Outcome<Object> {
    if step == 0 {
        return Err(Fault::raised("ValueError", "range() arg 3 must not be zero"));
    }
    let (distance, step) = (i128::from(stop) - i128::from(start), i128::from(step));
    let length = ((distance + step - step.signum()) / step).max(0);
    check_length(usize::try_from(length).unwrap_or(usize::MAX))?;
    let number = |place| Object::Int(i128::from(start) + place * step);
    Ok(Object::Range((0..length).map(number).collect()))
}

/// Returns a number that is used as a bound.
fn index(object: &Object) -> Outcome<i64> {
    let number = object.as_integer().ok_or_else(|| {
        let class = object.type_name();
        Fault::type_error(format!("'{class}' object cannot be interpreted as an integer"))
    })?;
    i64::try_from(number)
        .map_err(|_| Fault::unsupported("a number beyond 64 bits is not supported here: use a smaller one"))
}

fn reversed(object: &Object) -> Outcome<Object> {
    let class = match object {
        Object::List(_) => "list_reverseiterator",
        Object::Range(_) => "range_iterator",
        Object::Str(_) | Object::Tuple(_) => "reversed",
        Object::Dict(_) => {
            return Err(Fault::unsupported("`reversed` of a dict is not supported: use `list`"));
        }
        _ => {
            let class = object.type_name();
            return Err(Fault::type_error(format!("'{class}' object is not reversible")));
        }
    };
    let mut items = object.items()?;
    items.reverse();
    Ok(Object::iterator(class, items))
}

fn sorted(object: &Object) -> Outcome<Object> {
    let mut sorted: Vec<Object> = Vec::new();
    // Not a method of `Vec`, because a failed comparison must raise an exception.
    for item in object.items()? {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match compare(&item, &sorted[middle], "<")? {
                Some(Ordering::Less) => high = middle,
                _ => low = middle + 1,
            }
        }
        sorted.insert(low, item);
    }
    Ok(Object::list(sorted))
}
