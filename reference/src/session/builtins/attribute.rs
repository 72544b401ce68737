//! Reads and assigns attributes.

use std::rc::Rc;

use super::methods;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::class::{Class, ClassKind, Type};

/// `owner.name`
pub(crate) fn attribute(owner: &Object, name: &str) -> Outcome<Object> {
    let found = match (owner, name) {
        (Object::Instance(instance), _) => instance.attribute(name).or_else(|| {
            let function = instance.class.method(name)?;
            Some(Object::Method(function, instance.clone()))
        }),
        (Object::Type(Type::Class(class)), _) => {
            class.member(name).or_else(|| class.method(name).map(Object::Function))
        }
        (Object::Member(class, place), "name") => Some(Object::str(class.members()[*place].0)),
        (Object::Member(class, place), "value") => Some(Object::int(class.members()[*place].1)),
        (Object::Module(module), _) => module.find(name),
        _ => None,
    };
    if let Some(object) = found {
        return Ok(object);
    }
    if name.starts_with("__") && name.ends_with("__") {
        return Err(Fault::unsupported(format!("`{name}` is not supported in sessions: use what it is for")));
    }
    match methods::find(owner, name)? {
        Some(method) => Ok(Object::BuiltinMethod(method, Rc::new(owner.clone()))),
        None => Err(missing(owner, name)),
    }
}

/// Returns an attribute, if there is one with this name.
pub(super) fn attribute_if_any(owner: &Object, name: &str) -> Outcome<Option<Object>> {
    match attribute(owner, name) {
        Ok(object) => Ok(Some(object)),
        Err(Fault::Raised(_)) => Ok(None),
        Err(fault @ (Fault::Unsupported(_) | Fault::Endless)) => Err(fault),
    }
}

/// `owner.name = value`
pub(crate) fn set_attribute(owner: &Object, name: &str, value: Object) -> Outcome<()> {
    match owner {
        Object::Instance(instance) => {
            instance.set(name, value);
            Ok(())
        }
        Object::Type(Type::Class(class)) if class.member(name).is_some() => {
            Err(Fault::attribute_error(format!("cannot reassign member '{name}'")))
        }
        Object::Type(_) | Object::Module(_) | Object::Function(_) | Object::Member(..) => {
            let class = owner.type_name();
            Err(Fault::unsupported(format!(
                "changing a `{class}` is not supported in sessions: use an object of a class"
            )))
        }
        _ => Err(missing(owner, name)),
    }
}

fn missing(owner: &Object, name: &str) -> Fault {
    Fault::attribute_error(match owner {
        Object::Type(Type::Class(Class { kind: ClassKind::Enum { .. }, .. })) => name.to_owned(),
        Object::Type(class) => format!("type object '{}' has no attribute '{name}'", class.name()),
        Object::Module(module) => format!("module '{}' has no attribute '{name}'", module.name),
        _ => format!("'{}' object has no attribute '{name}'", owner.type_name()),
    })
}
