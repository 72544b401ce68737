//! The tables that a reference offers to sessions: modules, with their classes and functions.

use std::cell::RefCell;

use super::Object;
use super::call::Call;
use crate::session::fault::{Fault, Outcome};

/// A Python file, described by its definitions.
pub(crate) struct Module {
    /// The name of the file, without `.py`.
    pub(crate) name: &'static str,
    /// The modules whose names it imports.
    pub(crate) imports: &'static [&'static Module],
    /// The functions.
    pub(crate) functions: &'static [Function],
    /// The classes.
    pub(crate) classes: &'static [&'static Class],
    /// The constants, by name.
    pub(crate) constants: &'static [(&'static str, Constant)],
}

impl Module {
    /// Returns the object of a name in the module.
    pub(crate) fn find(&'static self, name: &str) -> Option<Object> {
        self.names().find(|(own, _)| *own == name).map(|(_, object)| object)
    }

    /// Returns every name of the module with its object.
    pub(crate) fn names(&'static self) -> impl Iterator<Item = (&'static str, Object)> {
        let modules = || std::iter::once(self).chain(self.imports.iter().copied());
        let functions = modules().flat_map(|module| module.functions);
        let classes = modules().flat_map(|module| module.classes.iter().copied());
        let constants = modules().flat_map(|module| module.constants);
        functions
            .map(|function| (function.name, Object::Function(function)))
            .chain(classes.map(|class| (class.name, Object::Type(Type::Class(class)))))
            .chain(constants.map(|(name, constant)| (*name, constant.object())))
    }
}

/// A constant of a module.
pub(crate) enum Constant {
    /// A string.
    Str(&'static str),
    /// A number.
    Int(i64),
}

impl Constant {
    fn object(&self) -> Object {
        match self {
            Self::Str(text) => Object::str(*text),
            Self::Int(number) => Object::int(*number),
        }
    }
}

/// A class of a module.
pub(crate) struct Class {
    /// `Board`
    pub(crate) name: &'static str,
    /// The kind, with the contents.
    pub(crate) kind: ClassKind,
}

/// The two kinds of classes.
pub(crate) enum ClassKind {
    /// A class with these methods, including `__init__`.
    Plain { methods: &'static [Function] },
    /// An `Enum` with these members.
    Enum { members: &'static [(&'static str, i64)] },
}

impl Class {
    /// Returns the method with this name, which is mangled if the method is private.
    pub(crate) fn method(&'static self, name: &str) -> Option<&'static Function> {
        let ClassKind::Plain { methods } = self.kind else { return None };
        methods.iter().find(|method| method.mangled_name(self) == name)
    }

    /// Returns the names and values of the members; empty if it is no enumeration.
    pub(crate) fn members(&self) -> &'static [(&'static str, i64)] {
        match self.kind {
            ClassKind::Plain { .. } => &[],
            ClassKind::Enum { members } => members,
        }
    }

    /// Returns the member with this name.
    pub(crate) fn member(&'static self, name: &str) -> Option<Object> {
        let place = self.members().iter().position(|(own, _)| *own == name)?;
        Some(Object::Member(self, place))
    }
}

/// A function or method.
pub(crate) struct Function {
    /// The name in the source: `__checkWinVertical`, not mangled.
    pub(crate) name: &'static str,
    /// The names of all parameters, with the `self` of a method.
    pub(crate) parameters: &'static [&'static str],
    /// The implementation.
    pub(crate) run: fn(&mut Call) -> Outcome<Object>,
}

impl Function {
    /// Returns the name in the class: `_Board__checkWinVertical`.
    fn mangled_name(&self, class: &Class) -> String {
        let is_private = self.name.starts_with("__") && !self.name.ends_with("__");
        if is_private { format!("_{}{}", class.name, self.name) } else { self.name.to_owned() }
    }
}

/// An object of a class of the reference.
pub(crate) struct Instance {
    /// The class.
    pub(crate) class: &'static Class,
    /// The attributes by name, private ones by their mangled names, in the order of the first assignment.
    attributes: RefCell<Vec<(String, Object)>>,
}

impl Instance {
    /// Creates an object without attributes.
    pub(crate) fn new(class: &'static Class) -> Self {
        Self { class, attributes: RefCell::default() }
    }

    /// Returns the attribute with this name.
    pub(crate) fn attribute(&self, name: &str) -> Option<Object> {
        let attributes = self.attributes.borrow();
        attributes.iter().find(|(own, _)| own == name).map(|(_, object)| object.clone())
    }

    /// Assigns an attribute.
    pub(crate) fn set(&self, name: &str, object: Object) {
        let mut attributes = self.attributes.borrow_mut();
        match attributes.iter_mut().find(|(own, _)| own == name) {
            Some((_, place)) => *place = object,
            None => attributes.push((name.to_owned(), object)),
        }
    }

    /// Returns an attribute that must be a whole number.
    pub(crate) fn int(&self, name: &str) -> Outcome<i64> {
        let number = self.attribute(name).and_then(|object| object.as_integer());
        let number = number.and_then(|number| i64::try_from(number).ok());
        number.ok_or_else(|| self.wrong(name, "an int of up to 64 bits"))
    }

    /// Returns the fault for an attribute of the wrong type.
    pub(crate) fn wrong(&self, name: &str, expected: &str) -> Fault {
        let class = self.class.name;
        Fault::unsupported(format!(
            "`{name}` of a `{class}` is not {expected}, so its methods cannot be called"
        ))
    }
}

/// The result of `type`.
#[derive(Clone, Copy)]
pub(crate) enum Type {
    /// A built-in type, by its name.
    Builtin(&'static str),
    /// A class of the reference.
    Class(&'static Class),
}

impl Type {
    /// Returns `int` or `Board`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Builtin(name) => name,
            Self::Class(class) => class.name,
        }
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Builtin(own), Self::Builtin(other)) => own == other,
            (Self::Class(own), Self::Class(other)) => std::ptr::eq(*own, *other),
            (Self::Builtin(_), Self::Class(_)) | (Self::Class(_), Self::Builtin(_)) => false,
        }
    }
}
