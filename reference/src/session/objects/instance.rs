//! Objects of the classes of a reference, and what their classes and functions are as objects.

use std::cell::RefCell;

use super::Object;
use super::fault::{Fault, Outcome};
use crate::session::library::{Class, Function};

/// An object of a class of the reference.
pub(crate) struct Instance {
    /// What it is an object of.
    pub(crate) class: &'static Class,
    /// By name, mangled names too, in the order of the first assignment.
    attributes: RefCell<Vec<(String, Object)>>,
}

impl Instance {
    /// An object without attributes.
    pub(crate) fn new(class: &'static Class) -> Self {
        Self { class, attributes: RefCell::default() }
    }

    /// The attribute with this name.
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

    /// An attribute that must be a whole number.
    pub(crate) fn int(&self, name: &str) -> Outcome<i64> {
        let number = self.attribute(name).and_then(|object| object.as_integer());
        number.map(|number| number.saturating()).ok_or_else(|| self.wrong(name, "an int"))
    }

    /// The complaint that an attribute is not what the methods of the class need.
    pub(crate) fn wrong(&self, name: &str, expected: &str) -> Fault {
        let class = self.class.name;
        Fault::unsupported(format!(
            "`{name}` of a `{class}` is not {expected}, so its methods cannot be called"
        ))
    }

    /// Removes an attribute and says whether it was there.
    pub(crate) fn remove(&self, name: &str) -> bool {
        let mut attributes = self.attributes.borrow_mut();
        let before = attributes.len();
        attributes.retain(|(own, _)| own != name);
        attributes.len() < before
    }
}

/// A function of the reference, and the class that it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct NativeFunction {
    pub(crate) class: Option<&'static Class>,
    pub(crate) function: &'static Function,
}

impl NativeFunction {
    /// `play`, `Board.placeMark`
    pub(crate) fn qualified_name(self) -> String {
        let name = self.function.name;
        self.class.map_or_else(|| name.to_owned(), |class| format!("{}.{name}", class.name))
    }
}

/// What `type` gives.
#[derive(Clone, Copy)]
pub(crate) enum Type {
    /// By its name.
    Builtin(&'static str),
    /// Of the reference.
    Class(&'static Class),
}

impl Type {
    /// `int`, `Board`
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
