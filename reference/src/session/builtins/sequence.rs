//! The built-in functions that go through sequences.

use std::cmp::Ordering;

use super::numbers::index;
use crate::session::interpreter::Interpreter;
use crate::session::interpreter::call::Arguments;
use crate::session::objects::compare::compare;
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::{Object, View};

/// `len`
pub(crate) fn length(object: &Object) -> Outcome<Object> {
    Ok(Object::count(match object {
        Object::Str(text) => text.chars().count(),
        Object::Bytes(bytes) => bytes.len(),
        Object::List(items) | Object::Set(items) => items.borrow().len(),
        Object::Tuple(items) => items.len(),
        Object::FrozenSet(items) => items.len(),
        Object::Dict(entries) | Object::View(View::Keys | View::Values | View::Items, entries) => {
            entries.borrow().len()
        }
        Object::Range(range) => range.length(),
        Object::Type(_) if object.type_name() == "EnumType" => object.items()?.len(),
        _ => {
            let class = object.type_name();
            return Err(Fault::type_error(format!("object of type '{class}' has no len()")));
        }
    }))
}

/// `enumerate`
pub(crate) fn enumerate(arguments: &Arguments) -> Outcome<Object> {
    let start = match (&arguments.positional[..], &arguments.keywords[..]) {
        ([_, start], []) => index(start)?,
        ([_], [(keyword, start)]) if keyword == "start" => index(start)?,
        ([_], []) => 0,
        _ => return Err(arguments.unsupported("enumerate")),
    };
    let items = arguments.positional[0].items()?.into_iter().zip(start..);
    let pairs = items.map(|(item, number)| Object::tuple(vec![Object::int(number), item]));
    Ok(Object::iterator("enumerate", pairs.collect()))
}

/// `zip`
pub(crate) fn zip(arguments: &Arguments) -> Outcome<Object> {
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported("zip"));
    }
    let sequences: Vec<_> = arguments.positional.iter().map(Object::items).collect::<Outcome<_>>()?;
    let shortest = sequences.iter().map(Vec::len).min().unwrap_or(0);
    let tuple = |place: usize| Object::tuple(sequences.iter().map(|items| items[place].clone()).collect());
    Ok(Object::iterator("zip", (0..shortest).map(tuple).collect()))
}

/// `map` with one sequence.
pub(crate) fn map(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let [function, items] = &arguments.positional[..] else { return Err(arguments.unsupported("map")) };
    let results = items.items()?.into_iter().map(|item| interpreter.call_with(function, item));
    Ok(Object::iterator("map", results.collect::<Outcome<_>>()?))
}

/// `filter`
pub(crate) fn filter(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let [function, items] = &arguments.positional[..] else { return Err(arguments.unsupported("filter")) };
    let mut wanted = Vec::new();
    for item in items.items()? {
        let result = match function {
            Object::None => item.clone(),
            function => interpreter.call_with(function, item.clone())?,
        };
        wanted.extend(result.is_true().then_some(item));
    }
    Ok(Object::iterator("filter", wanted))
}

/// `reversed`
pub(crate) fn reversed(object: &Object) -> Outcome<Object> {
    let class = match object {
        Object::List(_) => "list_reverseiterator",
        Object::Range(_) => "range_iterator",
        Object::Str(_) | Object::Tuple(_) | Object::Bytes(_) => "reversed",
        _ => {
            let class = object.type_name();
            return Err(Fault::type_error(format!("'{class}' object is not reversible")));
        }
    };
    let mut items = object.items()?;
    items.reverse();
    Ok(Object::iterator(class, items))
}

/// `min` and `max`
pub(crate) fn extreme(
    interpreter: &mut Interpreter,
    name: &str,
    arguments: &mut Arguments,
) -> Outcome<Object> {
    let (key, default) = (arguments.take("key"), arguments.take("default"));
    let items = match &arguments.positional[..] {
        [] => return Err(Fault::type_error(format!("{name} expected at least 1 argument, got 0"))),
        [items] => items.items_in_any_order()?,
        items => items.to_vec(),
    };
    if !arguments.keywords.is_empty() {
        return Err(arguments.unsupported(name));
    }
    let (sign, wanted) = if name == "min" { ("<", Ordering::Less) } else { (">", Ordering::Greater) };
    let mut best: Option<(Object, Object)> = None;
    for item in items {
        let own = key_of(interpreter, key.as_ref(), &item)?;
        let is_better = match &best {
            None => true,
            Some((_, key)) => compare(&own, key, sign)? == Some(wanted),
        };
        if is_better {
            best = Some((item, own));
        }
    }
    let best = best.map(|(item, _)| item).or(default);
    best.ok_or_else(|| Fault::value_error(format!("{name}() arg is an empty sequence")))
}

/// `sorted`
pub(crate) fn sorted(interpreter: &mut Interpreter, arguments: &mut Arguments) -> Outcome<Object> {
    let (key, reverse) = (arguments.take("key"), arguments.take("reverse"));
    let ([items], []) = (&arguments.positional[..], &arguments.keywords[..]) else {
        return Err(arguments.unsupported("sorted"));
    };
    sort(interpreter, items.items_in_any_order()?, key.as_ref(), reverse.as_ref()).map(Object::list)
}

/// The items in order, by a key if there is one.
pub(crate) fn sort(
    interpreter: &mut Interpreter,
    items: Vec<Object>,
    key: Option<&Object>,
    reverse: Option<&Object>,
) -> Outcome<Vec<Object>> {
    let mut keyed = Vec::new();
    for item in items {
        keyed.push((key_of(interpreter, key, &item)?, item));
    }
    let is_reversed = reverse.is_some_and(Object::is_true);
    // Twice reversed, so that equal items keep their order.
    if is_reversed {
        keyed.reverse();
    }
    let mut keyed = insertion_sorted(keyed, &mut |(left, _), (right, _)| {
        Ok(compare(left, right, "<")? == Some(Ordering::Less))
    })?;
    if is_reversed {
        keyed.reverse();
    }
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

fn key_of(interpreter: &mut Interpreter, key: Option<&Object>, item: &Object) -> Outcome<Object> {
    match key {
        None | Some(Object::None) => Ok(item.clone()),
        Some(key) => interpreter.call_with(key, item.clone()),
    }
}

/// The items in an order that may not exist: what cannot be compared is an exception.
///
/// Compares what CPython compares, in its order: the exception names the two.
pub(crate) fn insertion_sorted<T>(
    mut items: Vec<T>,
    is_less: &mut dyn FnMut(&T, &T) -> Outcome<bool>,
) -> Outcome<Vec<T>> {
    let mut sorted = items.len().min(1);
    let mut is_descending = false;
    while sorted < items.len() {
        let goes_down = is_less(&items[sorted], &items[sorted - 1])?;
        if sorted == 1 {
            is_descending = goes_down;
        }
        if goes_down != is_descending {
            break;
        }
        sorted += 1;
    }
    if is_descending {
        items[..sorted].reverse();
    }
    for place in sorted..items.len() {
        let (mut low, mut high) = (0, place);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_less(&items[place], &items[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=place].rotate_right(1);
    }
    Ok(items)
}
