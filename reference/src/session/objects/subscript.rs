//! Subscripts: reading an item or a slice, and assigning an item.

use super::Object;
use super::compare::find_entry;
use super::display::repr;
use crate::session::fault::{Fault, Outcome};

/// `container[index]`
pub(crate) fn item(container: &Object, index: &Object) -> Outcome<Object> {
    match container {
        Object::Dict(entries) => {
            let entries = entries.borrow();
            match find_entry(&entries, index)? {
                Some(place) => Ok(entries[place].1.clone()),
                None => Err(Fault::raised("KeyError", repr(index)?)),
            }
        }
        Object::Str(_) | Object::List(_) | Object::Tuple(_) | Object::Range(_) => {
            let mut items = container.items()?;
            Ok(items.swap_remove(place(container, index, items.len(), "index")?))
        }
        _ => Err(not_subscriptable(container)),
    }
}

/// `container[index] = value`
pub(crate) fn set_item(container: &Object, index: &Object, value: Object) -> Outcome<()> {
    match container {
        Object::Dict(entries) => {
            let mut entries = entries.borrow_mut();
            match find_entry(&entries, index)? {
                Some(place) => entries[place].1 = value,
                None => entries.push((index.clone(), value)),
            }
            Ok(())
        }
        Object::List(items) => {
            let place = place(container, index, items.borrow().len(), "assignment index")?;
            items.borrow_mut()[place] = value;
            Ok(())
        }
        _ => {
            let class = container.type_name();
            Err(Fault::type_error(format!("'{class}' object does not support item assignment")))
        }
    }
}

/// `container[start:stop]`, with `None` for what was left out.
pub(crate) fn slice(container: &Object, start: &Object, stop: &Object) -> Outcome<Object> {
    let items = match container {
        Object::Str(_) | Object::List(_) | Object::Tuple(_) => container.items()?,
        Object::Range(_) => {
            return Err(Fault::unsupported("slices of a range are not supported in sessions: use `list`"));
        }
        _ => return Err(not_subscriptable(container)),
    };
    let length = items.len() as i128;
    let bound = |part: &Object, left_out: i128| match (part, part.as_integer()) {
        (Object::None, _) => Ok(left_out as usize),
        (_, Some(number)) if number < 0 => Ok(number.saturating_add(length).max(0) as usize),
        (_, Some(number)) => Ok(number.min(length) as usize),
        (_, None) => {
            Err(Fault::type_error("slice indices must be integers or None or have an __index__ method"))
        }
    };
    let (start, stop) = (bound(start, 0)?, bound(stop, length)?);
    Ok(container.alike(items[start.min(stop)..stop].to_vec()))
}

impl Object {
    /// Returns items as a string, a tuple or a list, like the object that they come from.
    pub(super) fn alike(&self, items: Vec<Self>) -> Self {
        match self {
            Self::Str(_) => Self::str(items.iter().filter_map(Self::as_str).collect::<String>()),
            Self::Tuple(_) => Self::Tuple(items.into()),
            _ => Self::list(items),
        }
    }
}

/// Returns the index, which may count from the end.
fn place(container: &Object, index: &Object, length: usize, what: &str) -> Outcome<usize> {
    let class = container.type_name();
    let number = index.as_integer().ok_or_else(|| {
        let other = index.type_name();
        Fault::type_error(match container {
            Object::Str(_) => format!("string indices must be integers, not '{other}'"),
            _ => format!("{class} indices must be integers or slices, not {other}"),
        })
    })?;
    let place = if number < 0 { number.saturating_add(length as i128) } else { number };
    usize::try_from(place).ok().filter(|&place| place < length).ok_or_else(|| {
        let class = match container {
            Object::Str(_) => "string",
            Object::Range(_) => "range object",
            _ => class,
        };
        Fault::raised("IndexError", format!("{class} {what} out of range"))
    })
}

fn not_subscriptable(container: &Object) -> Fault {
    match container {
        Object::Type(_) => {
            Fault::unsupported("a type has no items in sessions: use the type alone, or one of its members")
        }
        _ => Fault::type_error(format!("'{}' object is not subscriptable", container.type_name())),
    }
}
