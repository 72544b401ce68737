//! Subscripts and slices: reading, assigning and deleting them.

use std::cell::RefCell;

use super::Interpreter;
use crate::session::library::{Class, ClassKind};
use crate::session::objects::display::repr;
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::keys::{find_entry, insert};
use crate::session::objects::{Object, Type};

impl Interpreter<'_> {
    /// `container[index]`
    pub(crate) fn item(&self, container: &Object, index: &Object) -> Outcome<Object> {
        match container {
            Object::Dict(entries) => {
                let entries = entries.borrow();
                match find_entry(&entries, index)? {
                    Some(place) => Ok(entries[place].1.clone()),
                    None => Err(Fault::raised("KeyError", repr(index)?)),
                }
            }
            Object::Type(Type::Class(class @ Class { kind: ClassKind::Enum { .. }, .. })) => {
                let place = if let Object::Str(name) = index { class.member(name) } else { None };
                match place {
                    Some(place) => Ok(Object::Member(class, place)),
                    None => Err(Fault::raised("KeyError", repr(index)?)),
                }
            }
            Object::Type(Type::Builtin(_)) => {
                Err(Fault::unsupported("types with parameters are not supported in sessions"))
            }
            Object::Type(Type::Class(class)) => {
                Err(Fault::type_error(format!("type '{}' is not subscriptable", class.name)))
            }
            Object::List(items) => item_of(container, &items.borrow(), index, Object::list),
            Object::Tuple(items) => item_of(container, items, index, Object::tuple),
            Object::Str(_) | Object::Bytes(_) | Object::Range(_) => {
                item_of(container, &container.items()?, index, |items| joined(container, &items))
            }
            _ => Err(Fault::type_error(format!("'{}' object is not subscriptable", container.type_name()))),
        }
    }

    /// `container[index] = value`
    pub(crate) fn set_item(&self, container: &Object, index: &Object, value: Object) -> Outcome<()> {
        match (container, index) {
            (Object::Dict(entries), _) => insert(&mut entries.borrow_mut(), index.clone(), value),
            (Object::List(items), Object::Slice(parts)) => {
                let slice = Slice::new(parts, items.borrow().len())?;
                set_slice(items, &slice, &value)
            }
            (Object::List(items), _) => {
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

    /// `del container[index]`
    pub(crate) fn delete_item(&self, container: &Object, index: &Object) -> Outcome<()> {
        match (container, index) {
            (Object::Dict(entries), _) => {
                let place = find_entry(&entries.borrow(), index)?;
                let place = place.ok_or(repr(index)?).map_err(|key| Fault::raised("KeyError", key))?;
                entries.borrow_mut().remove(place);
                Ok(())
            }
            (Object::List(items), Object::Slice(parts)) => {
                let mut places = Slice::new(parts, items.borrow().len())?.places();
                places.sort_unstable();
                places.iter().rev().for_each(|&place| drop(items.borrow_mut().remove(place)));
                Ok(())
            }
            (Object::List(items), _) => {
                let place = place(container, index, items.borrow().len(), "list assignment index")?;
                items.borrow_mut().remove(place);
                Ok(())
            }
            _ => {
                let class = container.type_name();
                let is_plain =
                    matches!(container, Object::None | Object::Bool(_) | Object::Int(_) | Object::Float(_));
                let does_not = if is_plain { "does not" } else { "doesn't" };
                Err(Fault::type_error(format!("'{class}' object {does_not} support item deletion")))
            }
        }
    }
}

/// The items of a slice as what they were taken from.
fn joined(container: &Object, items: &[Object]) -> Object {
    let mut text = String::new();
    let mut bytes = Vec::new();
    for item in items {
        match item {
            Object::Str(character) => text += character,
            _ => bytes.extend(item.as_integer().and_then(|byte| u8::try_from(byte.saturating()).ok())),
        }
    }
    match container {
        Object::Bytes(_) => Object::Bytes(bytes.into()),
        _ => Object::str(text),
    }
}

fn item_of(
    container: &Object,
    items: &[Object],
    index: &Object,
    collect: impl FnOnce(Vec<Object>) -> Object,
) -> Outcome<Object> {
    if let Object::Slice(parts) = index {
        if let Object::Range(_) = container {
            return Err(Fault::unsupported("slices of a range are not supported in sessions: use `list`"));
        }
        let places = Slice::new(parts, items.len())?.places();
        return Ok(collect(places.into_iter().map(|place| items[place].clone()).collect()));
    }
    let what = match container {
        Object::Str(_) => "string index",
        Object::Bytes(_) => "index",
        Object::Range(_) => "range object index",
        Object::Tuple(_) => "tuple index",
        _ => "list index",
    };
    Ok(items[place(container, index, items.len(), what)?].clone())
}

/// The place that an index means, which may count from the end.
fn place(container: &Object, index: &Object, length: usize, what: &str) -> Outcome<usize> {
    let Some(number) = index.as_integer() else {
        let class = index.type_name();
        return Err(Fault::type_error(match container {
            Object::Str(_) => format!("string indices must be integers, not '{class}'"),
            Object::Bytes(_) => format!("byte indices must be integers or slices, not {class}"),
            _ => format!("{} indices must be integers or slices, not {class}", container.type_name()),
        }));
    };
    let number = number.to_i64();
    let number = number.ok_or_else(|| Fault::index_error("cannot fit 'int' into an index-sized integer"))?;
    let place = if number < 0 { number.saturating_add_unsigned(length as u64) } else { number };
    let place = usize::try_from(place).ok().filter(|&place| place < length);
    place.ok_or_else(|| Fault::index_error(format!("{what} out of range")))
}

/// `start:stop:step` with its bounds put inside a sequence.
pub(crate) struct Slice {
    start: i64,
    stop: i64,
    step: i64,
}

impl Slice {
    /// The slice of a sequence that is so long.
    pub(crate) fn new(parts: &[Object; 3], length: usize) -> Outcome<Self> {
        let number = |part: &Object| match part {
            Object::None => Ok(None),
            part => match part.as_integer() {
                Some(number) => Ok(Some(number.saturating())),
                None => Err(Fault::type_error(
                    "slice indices must be integers or None or have an __index__ method",
                )),
            },
        };
        let [start, stop, step] = parts;
        let step = number(step)?.unwrap_or(1).max(-i64::MAX);
        if step == 0 {
            return Err(Fault::value_error("slice step cannot be zero"));
        }
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let (lowest, highest) = if step < 0 { (-1, length - 1) } else { (0, length) };
        let inside = |bound: i64| {
            if bound < 0 { bound.saturating_add(length).max(lowest) } else { bound.min(highest) }
        };
        let (first, last) = if step < 0 { (highest, lowest) } else { (lowest, highest) };
        Ok(Self {
            start: number(start)?.map_or(first, inside),
            stop: number(stop)?.map_or(last, inside),
            step,
        })
    }

    fn places(&self) -> Vec<usize> {
        let next = |place: &i64| place.checked_add(self.step);
        let is_inside = |place: &i64| if self.step < 0 { *place > self.stop } else { *place < self.stop };
        let places = std::iter::successors(Some(self.start), next).take_while(is_inside);
        places.filter_map(|place| usize::try_from(place).ok()).collect()
    }
}

fn set_slice(items: &RefCell<Vec<Object>>, slice: &Slice, value: &Object) -> Outcome<()> {
    let complaint = if slice.step == 1 {
        "can only assign an iterable"
    } else {
        "must assign iterable to extended slice"
    };
    // Before the list is changed: the items may be its own.
    let values = value.items().map_err(|fault| match fault {
        Fault::Raised(_) => Fault::type_error(complaint),
        Fault::Unsupported(_) => fault,
    })?;
    let mut items = items.borrow_mut();
    if slice.step == 1 {
        let start = usize::try_from(slice.start).unwrap_or(0);
        let stop = usize::try_from(slice.stop).unwrap_or(0).max(start);
        items.splice(start..stop, values);
        return Ok(());
    }
    let places = slice.places();
    if places.len() != values.len() {
        let (given, room) = (values.len(), places.len());
        let message = format!("attempt to assign sequence of size {given} to extended slice of size {room}");
        return Err(Fault::value_error(message));
    }
    places.into_iter().zip(values).for_each(|(place, value)| items[place] = value);
    Ok(())
}
