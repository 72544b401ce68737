//! Attributes: looking them up, assigning and deleting them.

use std::rc::Rc;

use super::Interpreter;
use crate::session::builtins::methods;
use crate::session::library::{Class, ClassKind, Function};
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::objects::{NativeFunction, Object, Type};

impl Class {
    /// The method that the class keeps under a name, mangled if it is private.
    pub(crate) fn method(&self, name: &str) -> Option<&'static Function> {
        match self.kind {
            ClassKind::Plain { methods } => methods.iter().find(|method| method.mangled_name(self) == name),
            ClassKind::Enum { .. } => None,
        }
    }

    /// The place of the member with a name.
    pub(crate) fn member(&self, name: &str) -> Option<usize> {
        match self.kind {
            ClassKind::Plain { .. } => None,
            ClassKind::Enum { members } => members.iter().position(|(own, _)| *own == name),
        }
    }
}

impl Interpreter<'_> {
    /// `owner.name`
    pub(crate) fn attribute(&self, owner: &Object, name: &str) -> Outcome<Object> {
        if let Some(object) = find(owner, name) {
            return Ok(object);
        }
        if name.starts_with("__") && name.ends_with("__") {
            return Err(Fault::unsupported(format!("`{name}` is not supported in sessions")));
        }
        methods::check_supported(owner, name)?;
        Err(missing(owner, name))
    }

    /// `getattr(owner, name, default)` and `hasattr(owner, name)`: the attribute, if there is one.
    pub(crate) fn attribute_if_any(&self, owner: &Object, name: &str) -> Outcome<Option<Object>> {
        match self.attribute(owner, name) {
            Ok(object) => Ok(Some(object)),
            Err(Fault::Raised(_)) => Ok(None),
            Err(fault @ Fault::Unsupported(_)) => Err(fault),
        }
    }

    /// `owner.name = value`
    pub(crate) fn set_attribute(&self, owner: &Object, name: &str, value: Object) -> Outcome<()> {
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
                Err(Fault::unsupported(format!("changing a `{class}` is not supported in sessions")))
            }
            _ => Err(missing(owner, name)),
        }
    }

    /// `del owner.name`
    pub(crate) fn delete_attribute(&self, owner: &Object, name: &str) -> Outcome<()> {
        match owner {
            Object::Instance(instance) if instance.remove(name) => Ok(()),
            Object::Instance(_) => Err(Fault::attribute_error(name)),
            _ => Err(Fault::unsupported("`del` of this attribute is not supported in sessions")),
        }
    }
}

fn find(owner: &Object, name: &str) -> Option<Object> {
    match (owner, name) {
        (_, "__class__") => Some(Object::Type(owner.class())),
        (Object::Type(class), "__name__") => Some(Object::str(class.name())),
        (Object::Function(function) | Object::Method(function, _), "__name__") => {
            Some(Object::str(function.function.name))
        }
        (Object::Module(module), "__name__") => Some(Object::str(module.name)),
        (Object::Instance(instance), _) => instance.attribute(name).or_else(|| {
            let function = instance.class.method(name)?;
            Some(Object::Method(NativeFunction { class: Some(instance.class), function }, instance.clone()))
        }),
        (Object::Type(Type::Class(class)), _) => {
            let member = class.member(name).map(|place| Object::Member(class, place));
            let method = class.method(name).map(|function| NativeFunction { class: Some(class), function });
            member.or_else(|| method.map(Object::Function))
        }
        (Object::Member(class, place), "name" | "_name_") => Some(Object::str(class.member_name(*place))),
        (Object::Member(class, place), "value" | "_value_") => Some(class.member_value(*place)),
        (Object::Module(module), _) => module.find(name),
        _ if methods::is_known(owner, name) => {
            Some(Object::BuiltinMethod(Rc::new((owner.clone(), name.to_owned()))))
        }
        _ => None,
    }
}

impl Class {
    fn member_value(&self, place: usize) -> Object {
        match self.kind {
            ClassKind::Enum { members } => Object::int(members[place].1),
            ClassKind::Plain { .. } => Object::None,
        }
    }
}

fn missing(owner: &Object, name: &str) -> Fault {
    let message = match owner {
        Object::Type(Type::Class(Class { kind: ClassKind::Enum { .. }, .. })) => name.to_owned(),
        Object::Type(class) => format!("type object '{}' has no attribute '{name}'", class.name()),
        Object::Module(module) => format!("module '{}' has no attribute '{name}'", module.name),
        _ => format!("'{}' object has no attribute '{name}'", owner.type_name()),
    };
    Fault::attribute_error(message)
}
