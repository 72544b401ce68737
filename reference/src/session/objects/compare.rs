//! `==`, `<` and `in`.

use std::cmp::Ordering;

use super::arithmetic::Number;
use super::keys::{check_hashable, find_entry};
use super::{Object, nested};
use crate::session::fault::{Fault, Outcome};

/// Tells whether two objects are equal.
pub(crate) fn equal(left: &Object, right: &Object) -> Outcome<bool> {
    if let Some(ordering) = compare_numbers(left, right) {
        return Ok(ordering == Some(Ordering::Equal));
    }
    Ok(match (left, right) {
        (Object::Str(left), Object::Str(right)) => left == right,
        (Object::List(left), Object::List(right)) => equal_items(&left.borrow(), &right.borrow())?,
        (Object::Tuple(left), Object::Tuple(right)) => equal_items(left, right)?,
        (Object::Range(left), Object::Range(right)) => left.numbers()? == right.numbers()?,
        (Object::Set(left), Object::Set(right)) => {
            let mut are_equal = left.len() == right.len();
            for item in left.iter() {
                are_equal = are_equal && find(right, item)?.is_some();
            }
            are_equal
        }
        (Object::Dict(left), Object::Dict(right)) => {
            let (left, right) = (left.borrow(), right.borrow());
            let mut are_equal = left.len() == right.len();
            for (key, item) in left.iter() {
                let other = find_entry(&right, key)?.map(|place| &right[place].1);
                are_equal = are_equal && other.map_or(Ok(false), |other| nested(|| equal(item, other)))?;
            }
            are_equal
        }
        _ => left.is(right)?,
    })
}

/// Returns the index of an item.
pub(crate) fn find(items: &[Object], wanted: &Object) -> Outcome<Option<usize>> {
    for (place, item) in items.iter().enumerate() {
        if nested(|| equal(item, wanted))? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Compares two objects; `None` if they have no order, as with `nan`.
pub(crate) fn compare(left: &Object, right: &Object, sign: &str) -> Outcome<Option<Ordering>> {
    if let Some(ordering) = compare_numbers(left, right) {
        return Ok(ordering);
    }
    match (left, right) {
        (Object::Str(left), Object::Str(right)) => Ok(Some(left.cmp(right))),
        (Object::List(left), Object::List(right)) => compare_items(&left.borrow(), &right.borrow(), sign),
        (Object::Tuple(left), Object::Tuple(right)) => compare_items(left, right, sign),
        (Object::Set(_), Object::Set(_)) => {
            Err(Fault::unsupported(format!("`{sign}` between sets is not supported in sessions: use `==`")))
        }
        _ => Err(Fault::type_error(format!(
            "'{sign}' not supported between instances of '{}' and '{}'",
            left.type_name(),
            right.type_name()
        ))),
    }
}

/// `item in container`
pub(crate) fn contains(container: &Object, item: &Object) -> Outcome<bool> {
    match (container, item) {
        (Object::Str(text), Object::Str(part)) => Ok(text.contains(&**part)),
        (Object::Str(_), _) => {
            let class = item.type_name();
            Err(Fault::type_error(format!("'in <string>' requires string as left operand, not {class}")))
        }
        (Object::Dict(entries), _) => Ok(find_entry(&entries.borrow(), item)?.is_some()),
        (Object::Set(items), _) => {
            // A set is searched as if it were frozen.
            if !matches!(item, Object::Set(_)) {
                check_hashable(item)?;
            }
            Ok(find(items, item)?.is_some())
        }
        (Object::Type(_), _) => {
            Err(Fault::unsupported("`in` a class depends on the interpreter: compare with its members"))
        }
        _ => {
            let items = container.items_in_any_order().map_err(|fault| match fault {
                Fault::Raised(_) => {
                    let class = container.type_name();
                    Fault::type_error(format!("argument of type '{class}' is not iterable"))
                }
                Fault::Unsupported(_) => fault,
            })?;
            Ok(find(&items, item)?.is_some())
        }
    }
}

fn equal_items(left: &[Object], right: &[Object]) -> Outcome<bool> {
    if left.len() != right.len() {
        return Ok(false);
    }
    for (left, right) in left.iter().zip(right) {
        if !nested(|| equal(left, right))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn compare_items(left: &[Object], right: &[Object], sign: &str) -> Outcome<Option<Ordering>> {
    for (left, right) in left.iter().zip(right) {
        if !nested(|| equal(left, right))? {
            return nested(|| compare(left, right, sign));
        }
    }
    Ok(Some(left.len().cmp(&right.len())))
}

/// Compares two numbers; `None` for other objects, `Some(None)` if one is `nan`.
fn compare_numbers(left: &Object, right: &Object) -> Option<Option<Ordering>> {
    Some(match (Number::of(left)?, Number::of(right)?) {
        (Number::Int(left), Number::Int(right)) => Some(left.cmp(&right)),
        (Number::Float(left), Number::Float(right)) => left.partial_cmp(&right),
        (Number::Int(left), Number::Float(right)) => compare_with_float(left, right),
        (Number::Float(left), Number::Int(right)) => compare_with_float(right, left).map(Ordering::reverse),
    })
}

/// Compares exactly, for numbers of any size.
fn compare_with_float(integer: i128, float: f64) -> Option<Ordering> {
    let beyond_integers = 2.0_f64.powi(127);
    if float.is_nan() || float.abs() >= beyond_integers {
        return 0.0.partial_cmp(&float);
    }
    Some(integer.cmp(&(float as i128)).then(0.0.partial_cmp(&float.fract())?))
}
