//! The methods of lists, tuples, dicts and sets.

use std::cell::RefCell;
use std::rc::Rc;

use super::methods::Method;
use super::numbers::index;
use crate::session::objects::compare::{equal, find};
use crate::session::objects::display::repr;
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::keys::{check_hashable, distinct, find_entry, insert};
use crate::session::objects::{Entries, Object, View};

pub(crate) static LIST: &[Method] = &[
    Method {
        name: "append",
        takes: (1, 1),
        run: |list, arguments| {
            items(list).borrow_mut().push(arguments[0].clone());
            Ok(Object::None)
        },
    },
    Method {
        name: "clear",
        takes: (0, 0),
        run: |list, _| {
            items(list).borrow_mut().clear();
            Ok(Object::None)
        },
    },
    Method { name: "copy", takes: (0, 0), run: |list, _| Ok(Object::list(items(list).borrow().clone())) },
    Method { name: "count", takes: (1, 1), run: count },
    Method {
        name: "extend",
        takes: (1, 1),
        run: |list, arguments| {
            let more = arguments[0].items()?;
            items(list).borrow_mut().extend(more);
            Ok(Object::None)
        },
    },
    Method { name: "index", takes: (1, 1), run: position },
    Method { name: "insert", takes: (2, 2), run: insert_item },
    Method { name: "pop", takes: (0, 1), run: pop },
    Method { name: "remove", takes: (1, 1), run: remove },
    Method {
        name: "reverse",
        takes: (0, 0),
        run: |list, _| {
            items(list).borrow_mut().reverse();
            Ok(Object::None)
        },
    },
];

pub(crate) static TUPLE: &[Method] = &[
    Method { name: "count", takes: (1, 1), run: count },
    Method { name: "index", takes: (1, 1), run: position },
];

pub(crate) static DICT: &[Method] = &[
    Method {
        name: "copy",
        takes: (0, 0),
        run: |dict, _| Ok(Object::Dict(Rc::new(RefCell::new(entries(dict).borrow().clone())))),
    },
    Method {
        name: "get",
        takes: (1, 2),
        run: |dict, arguments| {
            let entries = entries(dict).borrow();
            let found = find_entry(&entries, &arguments[0])?.map(|place| entries[place].1.clone());
            Ok(found.or_else(|| arguments.get(1).cloned()).unwrap_or(Object::None))
        },
    },
    Method { name: "items", takes: (0, 0), run: |dict, _| view(dict, View::Items) },
    Method { name: "keys", takes: (0, 0), run: |dict, _| view(dict, View::Keys) },
    Method {
        name: "pop",
        takes: (1, 2),
        run: |dict, arguments| {
            let place = find_entry(&entries(dict).borrow(), &arguments[0])?;
            match (place, arguments.get(1)) {
                (Some(place), _) => Ok(entries(dict).borrow_mut().remove(place).1),
                (None, Some(default)) => Ok(default.clone()),
                (None, None) => Err(Fault::raised("KeyError", repr(&arguments[0])?)),
            }
        },
    },
    Method {
        name: "setdefault",
        takes: (1, 2),
        run: |dict, arguments| {
            let place = find_entry(&entries(dict).borrow(), &arguments[0])?;
            if let Some(place) = place {
                return Ok(entries(dict).borrow()[place].1.clone());
            }
            let value = arguments.get(1).cloned().unwrap_or(Object::None);
            insert(&mut entries(dict).borrow_mut(), arguments[0].clone(), value.clone())?;
            Ok(value)
        },
    },
    Method {
        name: "update",
        takes: (1, 1),
        run: |dict, arguments| {
            let Object::Dict(others) = &arguments[0] else {
                return Err(Fault::unsupported("`dict.update` takes a dict in sessions"));
            };
            let others = others.borrow().clone();
            let mut own = entries(dict).borrow_mut();
            others.into_iter().try_for_each(|(key, value)| insert(&mut own, key, value))?;
            Ok(Object::None)
        },
    },
    Method { name: "values", takes: (0, 0), run: |dict, _| view(dict, View::Values) },
];

pub(crate) static SET: &[Method] = &[
    Method {
        name: "add",
        takes: (1, 1),
        run: |set, arguments| {
            check_hashable(&arguments[0])?;
            let is_there = find(&items(set).borrow(), &arguments[0])?.is_some();
            if !is_there {
                items(set).borrow_mut().push(arguments[0].clone());
            }
            Ok(Object::None)
        },
    },
    Method {
        name: "copy",
        takes: (0, 0),
        run: |set, _| Ok(Object::Set(Rc::new(RefCell::new(items(set).borrow().clone())))),
    },
    Method {
        name: "discard",
        takes: (1, 1),
        run: |set, arguments| {
            let place = find(&items(set).borrow(), &arguments[0])?;
            place.map(|place| items(set).borrow_mut().remove(place));
            Ok(Object::None)
        },
    },
    Method {
        name: "remove",
        takes: (1, 1),
        run: |set, arguments| {
            check_hashable(&arguments[0])?;
            let place = find(&items(set).borrow(), &arguments[0])?;
            let Some(place) = place else { return Err(Fault::raised("KeyError", repr(&arguments[0])?)) };
            items(set).borrow_mut().remove(place);
            Ok(Object::None)
        },
    },
    Method {
        name: "union",
        takes: (1, 1),
        run: |set, arguments| {
            let mut union = items(set).borrow().clone();
            union.extend(arguments[0].items_in_any_order()?);
            Ok(Object::Set(Rc::new(RefCell::new(distinct(union)?))))
        },
    },
];

/// What Python has besides.
pub(crate) const OTHERS_OF_SET: &str = "\
    add clear copy difference difference_update intersection intersection_update isdisjoint issubset \
    issuperset pop symmetric_difference symmetric_difference_update union update";

fn items(object: &Object) -> &RefCell<Vec<Object>> {
    match object {
        Object::List(items) | Object::Set(items) => items,
        _ => unreachable!("the tables name methods of lists and sets only"),
    }
}

fn entries(object: &Object) -> &RefCell<Entries> {
    match object {
        Object::Dict(entries) => entries,
        _ => unreachable!("the table names methods of dicts only"),
    }
}

fn view(dict: &Object, view: View) -> Outcome<Object> {
    match dict {
        Object::Dict(entries) => Ok(Object::View(view, entries.clone())),
        _ => unreachable!("the table names methods of dicts only"),
    }
}

fn count(sequence: &Object, arguments: &[Object]) -> Outcome<Object> {
    let mut count = 0;
    for item in sequence.items()? {
        count += usize::from(equal(&item, &arguments[0])?);
    }
    Ok(Object::count(count))
}

fn position(sequence: &Object, arguments: &[Object]) -> Outcome<Object> {
    match (find(&sequence.items()?, &arguments[0])?, sequence) {
        (Some(place), _) => Ok(Object::count(place)),
        (None, Object::Tuple(_)) => Err(Fault::value_error("tuple.index(x): x not in tuple")),
        (None, _) => Err(Fault::value_error(format!("{} is not in list", repr(&arguments[0])?))),
    }
}

fn insert_item(list: &Object, arguments: &[Object]) -> Outcome<Object> {
    let mut items = items(list).borrow_mut();
    let place = index(&arguments[0])?;
    let place = if place < 0 { place.saturating_add_unsigned(items.len() as u64).max(0) } else { place };
    let place = usize::try_from(place).unwrap_or(usize::MAX).min(items.len());
    items.insert(place, arguments[1].clone());
    Ok(Object::None)
}

fn pop(list: &Object, arguments: &[Object]) -> Outcome<Object> {
    let mut items = items(list).borrow_mut();
    let place = arguments.first().map_or(Ok(-1), index)?;
    if items.is_empty() {
        return Err(Fault::index_error("pop from empty list"));
    }
    let place = if place < 0 { place.saturating_add_unsigned(items.len() as u64) } else { place };
    match usize::try_from(place) {
        Ok(place) if place < items.len() => Ok(items.remove(place)),
        Ok(_) | Err(_) => Err(Fault::index_error("pop index out of range")),
    }
}

fn remove(list: &Object, arguments: &[Object]) -> Outcome<Object> {
    let place = find(&items(list).borrow(), &arguments[0])?;
    let place = place.ok_or_else(|| Fault::value_error("list.remove(x): x not in list"))?;
    items(list).borrow_mut().remove(place);
    Ok(Object::None)
}
