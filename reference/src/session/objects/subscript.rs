//! Subscripts: reading an item or a slice, and assigning an item.

use super::Object;
use super::class::{Class, ClassKind, Type};
use super::display::repr;
use super::keys::{find_entry, insert};
use crate::session::fault::{Fault, Outcome};

/// `container[index]`
pub(crate) fn item(container: &Object, index: &Object) -> Outcome<Object> {
    let no_key = || repr(index).map_or_else(|fault| fault, |key| Fault::raised("KeyError", key));
    match container {
        Object::Dict(entries) => {
            let entries = entries.borrow();
            Ok(entries[find_entry(&entries, index)?.ok_or_else(no_key)?].1.clone())
        }
        Object::Type(Type::Class(class @ Class { kind: ClassKind::Enum { .. }, .. })) => {
            let member = index.as_str().and_then(|name| class.member(name));
            member.ok_or_else(no_key)
        }
        Object::List(items) => {
            let items = items.borrow();
            Ok(items[place(container, index, items.len(), "list index")?].clone())
        }
        Object::Tuple(items) => Ok(items[place(container, index, items.len(), "tuple index")?].clone()),
        Object::Str(_) => at(container, index, "string index"),
        Object::Range(_) => at(container, index, "range object index"),
        _ => Err(not_subscriptable(container)),
    }
}

/// `container[index] = value`
pub(crate) fn set_item(container: &Object, index: &Object, value: Object) -> Outcome<()> {
    match container {
        Object::Dict(entries) => insert(&mut entries.borrow_mut(), index.clone(), value),
        Object::List(items) => {
            let place = place(container, index, items.borrow().len(), "list assignment index")?;
            items.borrow_mut()[place] = value;
            Ok(())
        }
        _ => {
            let class = container.type_name();
            Err(Fault::type_error(format!("'{class}' object does not support item assignment")))
        }
    }
}

/// `container[start:stop:step]`, with `None` for what was left out.
pub(crate) fn slice(container: &Object, parts: &[Object; 3]) -> Outcome<Object> {
    let items = match container {
        Object::Str(_) | Object::List(_) | Object::Tuple(_) => container.items()?,
        Object::Range(_) => {
            return Err(Fault::unsupported("slices of a range are not supported in sessions: use `list`"));
        }
        _ => return Err(not_subscriptable(container)),
    };
    let number = |part: &Object| match part {
        Object::None => Ok(None),
        part => part.as_integer().map(Some).ok_or_else(|| {
            Fault::type_error("slice indices must be integers or None or have an __index__ method")
        }),
    };
    let [start, stop, step] = [number(&parts[0])?, number(&parts[1])?, number(&parts[2])?];
    let length = items.len() as i128;
    let step = step.unwrap_or(1).clamp(-length - 1, length + 1);
    if step == 0 {
        return Err(Fault::value_error("slice step cannot be zero"));
    }
    let (lowest, highest) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let inside =
        |bound: i128| if bound < 0 { bound.saturating_add(length).max(lowest) } else { bound.min(highest) };
    let (first, last) = if step < 0 { (highest, lowest) } else { (lowest, highest) };
    let (start, stop) = (start.map_or(first, inside), stop.map_or(last, inside));
    let places = std::iter::successors(Some(start), |place| Some(place + step));
    let places = places.take_while(|place| if step < 0 { *place > stop } else { *place < stop });
    Ok(container.alike(places.map(|place| items[place as usize].clone()).collect()))
}

fn at(container: &Object, index: &Object, what: &str) -> Outcome<Object> {
    let mut items = container.items()?;
    Ok(items.swap_remove(place(container, index, items.len(), what)?))
}

/// Returns the index, which may count from the end.
fn place(container: &Object, index: &Object, length: usize, what: &str) -> Outcome<usize> {
    let number = index.as_integer().ok_or_else(|| {
        let class = index.type_name();
        Fault::type_error(match container {
            Object::Str(_) => format!("string indices must be integers, not '{class}'"),
            _ => format!("{} indices must be integers or slices, not {class}", container.type_name()),
        })
    })?;
    let place = if number < 0 { number.saturating_add(length as i128) } else { number };
    let place = usize::try_from(place).ok().filter(|&place| place < length);
    place.ok_or_else(|| Fault::index_error(format!("{what} out of range")))
}

fn not_subscriptable(container: &Object) -> Fault {
    match container {
        Object::Type(Type::Builtin(_)) => {
            Fault::unsupported("types with parameters are not supported in sessions: use the type alone")
        }
        Object::Type(class) => Fault::type_error(format!("type '{}' is not subscriptable", class.name())),
        _ => Fault::type_error(format!("'{}' object is not subscriptable", container.type_name())),
    }
}
