//! From live objects to plain values.

use super::fault::Outcome;
use super::{Object, nested};
use crate::session::value::Value;

/// The object as it is now, without its aliases.
pub(crate) fn value(object: &Object) -> Outcome<Value> {
    Ok(match object {
        Object::None => Value::None,
        Object::Bool(it) => Value::Bool(*it),
        Object::Int(number) => Value::Int(number.to_hexadecimal()),
        Object::Float(number) => Value::Float(*number),
        Object::Str(text) => Value::Str(text.to_string()),
        Object::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        Object::List(items) => Value::List(values(&items.borrow())?),
        Object::Tuple(items) => Value::Tuple(values(items)?),
        Object::Set(items) => Value::Set(values(&items.borrow())?),
        Object::FrozenSet(items) => Value::FrozenSet(values(items)?),
        Object::Dict(entries) => {
            let entries = entries.borrow();
            let pairs =
                entries.iter().map(|(key, item)| Ok((nested(|| value(key))?, nested(|| value(item))?)));
            Value::Dict(pairs.collect::<Outcome<_>>()?)
        }
        Object::Member(class, place) => {
            Value::Enum { class: class.name.to_owned(), member: class.member_name(*place).to_owned() }
        }
        Object::View(..)
        | Object::Range(_)
        | Object::Iterator(..)
        | Object::Slice(_)
        | Object::Instance(_)
        | Object::Type(_)
        | Object::Function(_)
        | Object::Method(..)
        | Object::Builtin(_)
        | Object::BuiltinMethod(_)
        | Object::Module(_) => Value::object(object.type_name()),
    })
}

fn values(items: &[Object]) -> Outcome<Vec<Value>> {
    items.iter().map(|item| nested(|| value(item))).collect()
}
