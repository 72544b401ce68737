//! `==`, `<` and `in`, and the keys of dicts.

use std::cmp::Ordering;

use super::arithmetic::Number;
use super::{Object, nested};
use crate::session::fault::{Fault, Outcome};

/// Tells whether two objects are equal.
pub(crate) fn equal(left: &Object, right: &Object) -> Outcome<bool> {
    if let Some(ordering) = compare_numbers(left, right)? {
        return Ok(ordering == Some(Ordering::Equal));
    }
    Ok(match (left, right) {
        (Object::Str(left), Object::Str(right)) => left == right,
        (Object::List(left), Object::List(right)) => equal_items(&left.borrow(), &right.borrow())?,
        (Object::Tuple(left), Object::Tuple(right)) | (Object::Range(left), Object::Range(right)) => {
            equal_items(left, right)?
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

/// Compares two objects; `None` if they have no order, as with `nan`.
pub(crate) fn compare(left: &Object, right: &Object, sign: &str) -> Outcome<Option<Ordering>> {
    if let Some(ordering) = compare_numbers(left, right)? {
        return Ok(ordering);
    }
    match (left, right) {
        (Object::Str(left), Object::Str(right)) => Ok(Some(left.cmp(right))),
        (Object::List(_), Object::List(_)) | (Object::Tuple(_), Object::Tuple(_)) => {
            let class = left.type_name();
            let message =
                format!("`{sign}` of two `{class}` is not supported in sessions: compare their items");
            Err(Fault::unsupported(message))
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
    let class = container.type_name();
    match (container, item) {
        (Object::Str(text), Object::Str(part)) => Ok(text.contains(&**part)),
        (Object::Str(_), _) => {
            let class = item.type_name();
            Err(Fault::type_error(format!("'in <string>' requires string as left operand, not {class}")))
        }
        (Object::Dict(entries), _) => Ok(find_entry(&entries.borrow(), item)?.is_some()),
        (Object::Type(_), _) => {
            Err(Fault::unsupported("`in` a class depends on the interpreter: compare with its members"))
        }
        (Object::List(_) | Object::Tuple(_) | Object::Range(_) | Object::Iterator(..), _) => {
            let items = container.items()?;
            items.iter().try_fold(false, |found, one| Ok(found || nested(|| equal(one, item))?))
        }
        _ => Err(Fault::type_error(format!("argument of type '{class}' is not iterable"))),
    }
}

/// Returns the index of the entry of a dict with a key.
pub(super) fn find_entry(entries: &[(Object, Object)], wanted: &Object) -> Outcome<Option<usize>> {
    check_hashable(wanted)?;
    for (place, (key, _)) in entries.iter().enumerate() {
        if nested(|| equal(key, wanted))? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Refuses objects that cannot be a key of a dict.
fn check_hashable(object: &Object) -> Outcome<()> {
    match object {
        Object::List(_) | Object::Dict(_) => {
            Err(Fault::type_error(format!("unhashable type: '{}'", object.type_name())))
        }
        Object::Tuple(items) => items.iter().try_for_each(|item| nested(|| check_hashable(item))),
        _ => Ok(()),
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

/// Compares two numbers; `None` for other objects, `Some(None)` if one is `nan`.
fn compare_numbers(left: &Object, right: &Object) -> Outcome<Option<Option<Ordering>>> {
    let (Some(left), Some(right)) = (Number::of(left), Number::of(right)) else { return Ok(None) };
    Ok(Some(match (left, right) {
        (Number::Int(left), Number::Int(right)) => Some(left.cmp(&right)),
        (left, right) => left.to_f64()?.partial_cmp(&right.to_f64()?),
    }))
}
