//! Converts live objects to plain values.

use super::{Object, nested};
use crate::session::fault::Outcome;
use crate::session::value::Value;

/// Returns the current value of an object, without its aliases.
pub(crate) fn value(object: &Object) -> Outcome<Value> {
    Ok(match object {
        Object::None => Value::None,
        Object::Bool(it) => Value::Bool(*it),
        Object::Int(number) => Value::int(*number),
        Object::Float(number) => Value::Float(*number),
        Object::Str(text) => Value::Str(text.to_string()),
        Object::List(items) => Value::List(values(&items.borrow())?),
        Object::Tuple(items) => Value::Tuple(values(items)?),
        Object::Dict(entries) => {
            let entries = entries.borrow();
            let pairs =
                entries.iter().map(|(key, item)| Ok((nested(|| value(key))?, nested(|| value(item))?)));
            Value::Dict(pairs.collect::<Outcome<_>>()?)
        }
        Object::Member(class, place) => {
            Value::Enum { class: class.name.to_owned(), member: class.members()[*place].0.to_owned() }
        }
        Object::Range(_)
        | Object::Iterator(..)
        | Object::Instance(_)
        | Object::Type(_)
        | Object::Function(_)
        | Object::Method(..)
        | Object::Builtin(_)
        | Object::BuiltinMethod(..)
        | Object::Module(_) => Value::object(object.type_name()),
    })
}

fn values(items: &[Object]) -> Outcome<Vec<Value>> {
    items.iter().map(|item| nested(|| value(item))).collect()
}
