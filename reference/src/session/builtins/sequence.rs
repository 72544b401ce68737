//! The built-in functions on sequences.

use std::cmp::Ordering;

use super::construct::index;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::arithmetic::{BinaryOperator, binary};
use crate::session::objects::call::Arguments;
use crate::session::objects::compare::compare;

/// `len`
pub(super) fn length(object: &Object) -> Outcome<Object> {
    let class = object.type_name();
    let has_length = !matches!(object, Object::Iterator(..));
    match object.items_in_any_order().map(|items| Object::count(items.len())) {
        Ok(length) if has_length => Ok(length),
        Err(fault @ Fault::Unsupported(_)) => Err(fault),
        Ok(_) | Err(Fault::Raised(_)) => {
            Err(Fault::type_error(format!("object of type '{class}' has no len()")))
        }
    }
}

/// `enumerate`
pub(super) fn enumerate(arguments: &Arguments) -> Outcome<Object> {
    let (items, start) = match (&arguments.positional[..], &arguments.keywords[..]) {
        ([items], []) => (items, 0),
        ([items, start], []) => (items, index(start)?),
        _ => return Err(arguments.unsupported("enumerate")),
    };
    let pairs = items.items()?.into_iter().zip(start..);
    let pairs = pairs.map(|(item, number)| Object::Tuple([Object::int(number), item].into()));
    Ok(Object::iterator("enumerate", pairs.collect()))
}

/// `zip`
pub(super) fn zip(arguments: &Arguments) -> Outcome<Object> {
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported("zip"));
    }
    let sequences: Vec<_> = arguments.positional.iter().map(Object::items).collect::<Outcome<_>>()?;
    let shortest = sequences.iter().map(Vec::len).min().unwrap_or(0);
    let tuple = |place: usize| Object::Tuple(sequences.iter().map(|items| items[place].clone()).collect());
    Ok(Object::iterator("zip", (0..shortest).map(tuple).collect()))
}

/// `reversed`
pub(super) fn reversed(object: &Object) -> Outcome<Object> {
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

/// `min` and `max`, without `key` and `default`.
pub(super) fn extreme(name: &str, arguments: Arguments) -> Outcome<Object> {
    let items = match (&arguments.positional[..], &arguments.keywords[..]) {
        ([items], []) => items.items_in_any_order()?,
        ([_, _, ..], []) => arguments.positional,
        _ => return Err(arguments.unsupported(name)),
    };
    let (sign, wanted) = if name == "min" { ("<", Ordering::Less) } else { (">", Ordering::Greater) };
    let mut items = items.into_iter();
    let mut best =
        items.next().ok_or_else(|| Fault::value_error(format!("{name}() arg is an empty sequence")))?;
    for item in items {
        if compare(&item, &best, sign)? == Some(wanted) {
            best = item;
        }
    }
    Ok(best)
}

/// `sorted`, without `key`.
pub(super) fn sorted(mut arguments: Arguments) -> Outcome<Object> {
    let is_reversed = arguments.take("reverse").is_some_and(|reverse| reverse.is_true());
    let ([items], []) = (&arguments.positional[..], &arguments.keywords[..]) else {
        return Err(arguments.unsupported("sorted"));
    };
    let mut items = items.items_in_any_order()?;
    // Reversed twice, so that equal items keep their order.
    if is_reversed {
        items.reverse();
    }
    let mut sorted: Vec<Object> = Vec::with_capacity(items.len());
    // Not a method of `Vec`, because a failed comparison must raise an exception.
    for item in items {
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
    if is_reversed {
        sorted.reverse();
    }
    Ok(Object::list(sorted))
}

/// `sum`, from 0.
pub(super) fn sum(arguments: &Arguments) -> Outcome<Object> {
    let ([items], []) = (&arguments.positional[..], &arguments.keywords[..]) else {
        return Err(arguments.unsupported("sum"));
    };
    items.items()?.iter().try_fold(Object::int(0), |sum, item| binary(&sum, BinaryOperator::Add, item))
}
