//! The methods of lists, tuples and dicts.

use std::cell::RefCell;

use super::construct::index;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::Method;
use crate::session::objects::compare::{equal, find};
use crate::session::objects::display::repr;
use crate::session::objects::keys::find_entry;

pub(super) static LIST: &[Method] = &[
    Method {
        name: "append",
        takes: (1, 1),
        run: |list, arguments| {
            items(list).borrow_mut().push(arguments[0].clone());
            Ok(Object::None)
        },
    },
    Method { name: "copy", takes: (0, 0), run: |list, _| Ok(Object::list(items(list).borrow().clone())) },
    Method { name: "count", takes: (1, 1), run: count },
    Method { name: "index", takes: (1, 1), run: position },
    Method { name: "pop", takes: (0, 1), run: pop },
];

pub(super) static TUPLE: &[Method] = &[
    Method { name: "count", takes: (1, 1), run: count },
    Method { name: "index", takes: (1, 1), run: position },
];

pub(super) static DICT: &[Method] = &[Method { name: "get", takes: (1, 2), run: get }];

fn items(object: &Object) -> &RefCell<Vec<Object>> {
    match object {
        Object::List(items) => items,
        _ => unreachable!("the table names methods of lists only"),
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

fn get(dict: &Object, arguments: &[Object]) -> Outcome<Object> {
    let Object::Dict(entries) = dict else { unreachable!("the table names methods of dicts only") };
    let entries = entries.borrow();
    let found = find_entry(&entries, &arguments[0])?.map(|place| entries[place].1.clone());
    Ok(found.or_else(|| arguments.get(1).cloned()).unwrap_or(Object::None))
}
