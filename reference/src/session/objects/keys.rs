//! The keys of dicts and the items of sets: which objects are allowed, and how they are found.

use super::compare::{equal, find};
use super::{Entries, Object, nested};
use crate::session::fault::{Fault, Outcome};

/// Sets the value of a key; an existing key keeps its place.
pub(crate) fn insert(entries: &mut Entries, key: Object, value: Object) -> Outcome<()> {
    match find_entry(entries, &key)? {
        Some(place) => entries[place].1 = value,
        None => entries.push((key, value)),
    }
    Ok(())
}

/// Returns the index of the entry with a key.
pub(crate) fn find_entry(entries: &[(Object, Object)], wanted: &Object) -> Outcome<Option<usize>> {
    check_hashable(wanted)?;
    for (place, (key, _)) in entries.iter().enumerate() {
        if nested(|| equal(key, wanted))? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Returns the items without those that equal an earlier one.
pub(crate) fn distinct(items: Vec<Object>) -> Outcome<Vec<Object>> {
    let mut distinct = Vec::new();
    for item in items {
        check_hashable(&item)?;
        if find(&distinct, &item)?.is_none() {
            distinct.push(item);
        }
    }
    Ok(distinct)
}

/// Refuses objects that cannot be an item of a set or a key of a dict.
pub(crate) fn check_hashable(object: &Object) -> Outcome<()> {
    match object {
        Object::List(_) | Object::Set(_) | Object::Dict(_) => {
            Err(Fault::type_error(format!("unhashable type: '{}'", object.type_name())))
        }
        Object::Tuple(items) => items.iter().try_for_each(|item| nested(|| check_hashable(item))),
        _ => Ok(()),
    }
}
