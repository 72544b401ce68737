//! Calls objects.

use std::rc::Rc;

use super::Interpreter;
use crate::session::builtins;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::{Arguments, Call};
use crate::session::objects::class::{Class, ClassKind, Function, Instance, Type};

impl Interpreter<'_> {
    /// Calls an object.
    pub(super) fn call(&mut self, callee: &Object, mut arguments: Arguments) -> Outcome<Object> {
        match callee {
            Object::Function(function) => self.call_native(function, arguments),
            Object::Method(function, instance) => {
                arguments.positional.insert(0, Object::Instance(instance.clone()));
                self.call_native(function, arguments)
            }
            Object::Type(Type::Class(class)) => match class.kind {
                ClassKind::Plain { .. } => self.new_instance(class, arguments),
                ClassKind::Enum { .. } => member_with_value(class, &arguments),
            },
            Object::Type(Type::Builtin(name)) | Object::Builtin(name) => {
                builtins::call(name, &arguments, &mut self.terminal)
            }
            Object::BuiltinMethod(method, owner) => builtins::call_method(owner, method, &arguments),
            _ => Err(Fault::type_error(format!("'{}' object is not callable", callee.type_name()))),
        }
    }

    fn call_native(&mut self, function: &'static Function, arguments: Arguments) -> Outcome<Object> {
        let arguments = bind(function, arguments)?;
        let (terminal, deviations) = (&mut self.terminal, self.deviations);
        (function.run)(&mut Call { function, arguments, terminal, deviations })
    }

    fn new_instance(&mut self, class: &'static Class, mut arguments: Arguments) -> Outcome<Object> {
        let object = Object::Instance(Rc::new(Instance::new(class)));
        let function = class.method("__init__").ok_or_else(|| {
            Fault::unsupported(format!("the assignment does not say how a `{}` is created", class.name))
        })?;
        arguments.positional.insert(0, object.clone());
        self.call_native(function, arguments)?;
        Ok(object)
    }
}

/// `Notation(1)`
fn member_with_value(class: &'static Class, arguments: &Arguments) -> Outcome<Object> {
    let value = arguments.positional.first().and_then(Object::as_integer);
    let place = class.members().iter().position(|(_, number)| value == Some((*number).into()));
    place.map(|place| Object::Member(class, place)).ok_or_else(|| {
        let class = class.name;
        Fault::unsupported(format!("`{class}` is called with the value of one of its members in sessions"))
    })
}

/// Binds one argument to each parameter. A call that does not fit is refused, because no assignment says what it does.
fn bind(function: &Function, mut arguments: Arguments) -> Outcome<Vec<Object>> {
    let misfit = || {
        let names: Vec<_> = function.parameters.iter().copied().filter(|name| *name != "self").collect();
        let takes = if names.is_empty() { "nothing".to_owned() } else { format!("`{}`", names.join("`, `")) };
        Fault::unsupported(format!("`{}` takes {takes}: pass one argument for each parameter", function.name))
    };
    let mut bound = arguments.positional;
    for parameter in function.parameters.get(bound.len()..).ok_or_else(misfit)? {
        let place = arguments.keywords.iter().position(|(keyword, _)| keyword == parameter);
        bound.push(arguments.keywords.swap_remove(place.ok_or_else(misfit)?).1);
    }
    if arguments.keywords.is_empty() { Ok(bound) } else { Err(misfit()) }
}
