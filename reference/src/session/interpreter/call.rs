//! Calls objects, with Python's error messages about arguments.

use std::rc::Rc;

use super::Interpreter;
use crate::session::builtins;
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::call::{Arguments, Call};
use crate::session::objects::class::{Class, ClassKind, Instance, NativeFunction, Type};
use crate::session::objects::compare::equal;
use crate::session::objects::display::repr;

impl Interpreter<'_> {
    /// Calls an object.
    pub(super) fn call(&mut self, callee: &Object, mut arguments: Arguments) -> Outcome<Object> {
        match callee {
            Object::Function(function) => self.call_native(*function, arguments),
            Object::Method(function, instance) => {
                arguments.positional.insert(0, Object::Instance(instance.clone()));
                self.call_native(*function, arguments)
            }
            Object::Type(Type::Class(class)) => match class.kind {
                ClassKind::Plain { .. } => self.new_instance(class, arguments),
                ClassKind::Enum { members } => member_with_value(class, members, &arguments),
            },
            Object::Type(Type::Builtin(name)) => builtins::construct(name, &arguments),
            Object::Builtin(builtin) => (builtin.run)(&mut self.terminal, arguments),
            Object::BuiltinMethod(method, receiver) => builtins::call(method, receiver, &arguments),
            _ => Err(Fault::type_error(format!("'{}' object is not callable", callee.type_name()))),
        }
    }

    fn call_native(&mut self, callee: NativeFunction, arguments: Arguments) -> Outcome<Object> {
        let arguments = bind(&callee.qualified_name(), callee.function.parameters, arguments)?;
        let NativeFunction { function, .. } = callee;
        let mut call =
            Call { function, arguments, terminal: &mut self.terminal, deviations: self.deviations };
        (function.run)(&mut call)
    }

    fn new_instance(&mut self, class: &'static Class, mut arguments: Arguments) -> Outcome<Object> {
        let object = Object::Instance(Rc::new(Instance::new(class)));
        match class.method("__init__") {
            Some(function) => {
                arguments.positional.insert(0, object.clone());
                self.call_native(function, arguments)?;
            }
            None if arguments.positional.is_empty() && arguments.keywords.is_empty() => {}
            None => return Err(Fault::type_error(format!("{}() takes no arguments", class.name))),
        }
        Ok(object)
    }
}

/// `Notation(1)`
fn member_with_value(
    class: &'static Class,
    members: &[(&str, i64)],
    arguments: &Arguments,
) -> Outcome<Object> {
    let [value] = &arguments.positional[..] else {
        return Err(Fault::unsupported(format!("call `{}` with one value", class.name)));
    };
    if let Object::Member(own, _) = value
        && std::ptr::eq(*own, class)
    {
        return Ok(value.clone());
    }
    for (place, (_, number)) in members.iter().enumerate() {
        if equal(&Object::int(*number), value)? {
            return Ok(Object::Member(class, place));
        }
    }
    Err(Fault::value_error(format!("{} is not a valid {}", repr(value)?, class.name)))
}

/// Binds one argument to each parameter, or returns CPython's error, checked in the same order.
fn bind(name: &str, parameters: &[&str], arguments: Arguments) -> Outcome<Vec<Object>> {
    let given = arguments.positional.len();
    let mut bound: Vec<Option<Object>> = arguments.positional.into_iter().map(Some).collect();
    bound.resize(given.max(parameters.len()), None);
    for (keyword, argument) in arguments.keywords {
        let Some(place) = parameters.iter().position(|parameter| *parameter == keyword) else {
            return Err(Fault::type_error(format!(
                "{name}() got an unexpected keyword argument '{keyword}'"
            )));
        };
        if bound[place].is_some() {
            return Err(Fault::type_error(format!("{name}() got multiple values for argument '{keyword}'")));
        }
        bound[place] = Some(argument);
    }
    if given > parameters.len() {
        let takes = plural(parameters.len(), "positional argument");
        let were = if given == 1 { "was" } else { "were" };
        return Err(Fault::type_error(format!("{name}() takes {takes} but {given} {were} given")));
    }
    let is_missing = |(parameter, argument): (&&str, &Option<Object>)| {
        argument.is_none().then(|| format!("'{parameter}'"))
    };
    let missing: Vec<String> = parameters.iter().zip(&bound).filter_map(is_missing).collect();
    if !missing.is_empty() {
        let how_many = plural(missing.len(), "required positional argument");
        return Err(Fault::type_error(format!("{name}() missing {how_many}: {}", enumerated(&missing))));
    }
    Ok(bound.into_iter().flatten().collect())
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a`; `a and b`; `a, b, and c`
fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first, second] => format!("{first} and {second}"),
        [names @ .., last] => format!("{}, and {last}", names.join(", ")),
    }
}
