//! `==`, `<`, `in`, and what may be a key.

use std::cmp::Ordering;

use super::display::repr;
use super::fault::{Fault, Outcome};
use super::integer::Integer;
use super::keys::{check_hashable, find_entry};
use super::{Object, View, nested};
use crate::session::value::code_point;

/// Whether two objects are equal.
pub(crate) fn equal(left: &Object, right: &Object) -> Outcome<bool> {
    if let Some(ordering) = compare_numbers(left, right) {
        return Ok(ordering == Some(Ordering::Equal));
    }
    Ok(match (left, right) {
        (Object::Str(left), Object::Str(right)) => left == right,
        (Object::Bytes(left), Object::Bytes(right)) => left == right,
        (Object::List(left), Object::List(right)) => equal_items(&left.borrow(), &right.borrow())?,
        (Object::Tuple(left), Object::Tuple(right)) => equal_items(left, right)?,
        (Object::Range(left), Object::Range(right)) => left.numbers().eq(right.numbers()),
        (Object::Dict(left), Object::Dict(right)) => {
            let (left, right) = (left.borrow(), right.borrow());
            let mut are_equal = left.len() == right.len();
            for (key, item) in left.iter() {
                let other = find_entry(&right, key)?.map(|place| &right[place].1);
                are_equal = are_equal && other.map_or(Ok(false), |other| nested(|| equal(item, other)))?;
            }
            are_equal
        }
        _ => match (members(left), members(right)) {
            (Some(left), Some(right)) => left.len() == right.len() && is_subset(&left, &right)?,
            _ if left.class() != right.class() => false,
            _ => left.is(right)?,
        },
    })
}

/// The items of a set.
pub(crate) fn members(object: &Object) -> Option<Vec<Object>> {
    match object {
        Object::Set(items) => Some(items.borrow().clone()),
        Object::FrozenSet(items) => Some(items.to_vec()),
        Object::View(View::Keys, _) => object.items().ok(),
        _ => None,
    }
}

/// Whether all items of one set are in the other.
pub(crate) fn is_subset(left: &[Object], right: &[Object]) -> Outcome<bool> {
    for item in left {
        if find(right, item)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where an item is.
pub(crate) fn find(items: &[Object], wanted: &Object) -> Outcome<Option<usize>> {
    for (place, item) in items.iter().enumerate() {
        if nested(|| equal(item, wanted))? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Which of two objects comes first; `None` if neither does, as with `nan`.
pub(crate) fn compare(left: &Object, right: &Object, sign: &str) -> Outcome<Option<Ordering>> {
    if let Some(ordering) = compare_numbers(left, right) {
        return Ok(ordering);
    }
    match (left, right) {
        // Not byte by byte: a lone surrogate is kept at another place.
        (Object::Str(left), Object::Str(right)) => {
            let [left, right] = [left, right].map(|text| text.chars().map(code_point));
            Ok(Some(left.cmp(right)))
        }
        (Object::Bytes(left), Object::Bytes(right)) => Ok(Some(left.cmp(right))),
        (Object::List(left), Object::List(right)) => compare_items(&left.borrow(), &right.borrow(), sign),
        (Object::Tuple(left), Object::Tuple(right)) => compare_items(left, right, sign),
        _ => match (members(left), members(right)) {
            (Some(left), Some(right)) => match (is_subset(&left, &right)?, is_subset(&right, &left)?) {
                (true, true) => Ok(Some(Ordering::Equal)),
                (true, false) => Ok(Some(Ordering::Less)),
                (false, true) => Ok(Some(Ordering::Greater)),
                (false, false) => Ok(None),
            },
            _ => Err(Fault::type_error(format!(
                "'{sign}' not supported between instances of '{}' and '{}'",
                left.type_name(),
                right.type_name()
            ))),
        },
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
        (Object::Set(_) | Object::FrozenSet(_), _) => {
            // A set is looked for as if it were frozen.
            if !matches!(item, Object::Set(_)) {
                check_hashable(item)?;
            }
            Ok(find(&container.items_in_any_order()?, item)?.is_some())
        }
        (Object::Type(_), _) if !matches!(item, Object::Member(..)) => {
            Err(Fault::unsupported(format!("`{} in` a class depends on the interpreter", repr(item)?)))
        }
        _ => {
            let items = container.items_in_any_order().map_err(|_| {
                let class = container.type_name();
                Fault::type_error(format!("argument of type '{class}' is not iterable"))
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

/// How two numbers compare, if that is what they are; `Some(None)` if one is `nan`.
fn compare_numbers(left: &Object, right: &Object) -> Option<Option<Ordering>> {
    match (left, right) {
        (Object::Float(left), Object::Float(right)) => Some(left.partial_cmp(right)),
        (Object::Float(left), right) => {
            Some(compare_with_float(&right.as_integer()?, *left).map(Ordering::reverse))
        }
        (left, Object::Float(right)) => Some(compare_with_float(&left.as_integer()?, *right)),
        (left, right) => Some(Some(left.as_integer()?.cmp(&right.as_integer()?))),
    }
}

/// Exact, however large the numbers are.
fn compare_with_float(integer: &Integer, float: f64) -> Option<Ordering> {
    if !float.is_finite() {
        return 0.0.partial_cmp(&float);
    }
    let fraction = float.fract();
    let fraction = 0.0.partial_cmp(&fraction).unwrap_or(Ordering::Equal);
    Some(integer.cmp(&Integer::truncate(float)).then(fraction))
}
