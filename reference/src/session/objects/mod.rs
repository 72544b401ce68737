//! The objects of a running session; mutable ones are shared.

pub(crate) mod arithmetic;
pub(crate) mod call;
pub(crate) mod class;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod display;
pub(crate) mod subscript;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::fault::{Fault, Outcome};
use class::{Class, ClassKind, Function, Instance, Module, Type};

/// A Python object. A clone is another reference to the same object.
#[derive(Clone)]
pub(crate) enum Object {
    None,
    Bool(bool),
    /// Integers beyond 128 bits are refused.
    Int(i128),
    Float(f64),
    Str(Rc<str>),
    List(Rc<RefCell<Vec<Object>>>),
    Tuple(Rc<[Object]>),
    /// Without equal keys, in insertion order.
    Dict(Rc<RefCell<Vec<(Object, Object)>>>),
    /// All numbers of a `range`.
    Range(Rc<[Object]>),
    /// Returns its items once: the name of the class, and the remaining items.
    Iterator(&'static str, Rc<RefCell<Vec<Object>>>),
    /// A member of an enumeration, by its index.
    Member(&'static Class, usize),
    Instance(Rc<Instance>),
    Type(Type),
    Function(&'static Function),
    /// A method of a class, with the object that it is bound to.
    Method(&'static Function, Rc<Instance>),
    /// A built-in function, by its name.
    Builtin(&'static str),
    /// A method of a built-in class, by its name, with the object that it is bound to.
    BuiltinMethod(&'static str, Rc<Object>),
    Module(&'static Module),
}

impl Object {
    /// Creates a string.
    pub(crate) fn str(text: impl Into<Rc<str>>) -> Self {
        Self::Str(text.into())
    }

    /// Creates a number.
    pub(crate) fn int(number: i64) -> Self {
        Self::Int(number.into())
    }

    /// Creates a number from a count.
    pub(crate) fn count(number: usize) -> Self {
        Self::Int(number as i128)
    }

    /// Creates a new list.
    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(RefCell::new(items)))
    }

    /// Creates an iterator over these items.
    pub(crate) fn iterator(class: &'static str, items: Vec<Self>) -> Self {
        Self::Iterator(class, Rc::new(RefCell::new(items)))
    }

    /// Returns the class.
    pub(crate) fn class(&self) -> Type {
        let name = match self {
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Dict(_) => "dict",
            Self::Range(_) => "range",
            Self::Iterator(class, _) => class,
            Self::Member(class, _) => return Type::Class(class),
            Self::Instance(instance) => return Type::Class(instance.class),
            Self::Type(Type::Class(Class { kind: ClassKind::Enum { .. }, .. })) => "EnumType",
            Self::Type(Type::Class(_) | Type::Builtin(_)) => "type",
            Self::Function(_) => "function",
            Self::Method(..) => "method",
            Self::Builtin(_) | Self::BuiltinMethod(..) => "builtin_function_or_method",
            Self::Module(_) => "module",
        };
        Type::Builtin(name)
    }

    /// Returns the name of the class for messages.
    pub(crate) fn type_name(&self) -> &'static str {
        self.class().name()
    }

    /// Tells whether the object counts as true.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::None => false,
            Self::Bool(it) => *it,
            Self::Int(number) => *number != 0,
            Self::Float(number) => *number != 0.0,
            Self::Str(text) => !text.is_empty(),
            Self::List(items) => !items.borrow().is_empty(),
            Self::Tuple(items) | Self::Range(items) => !items.is_empty(),
            Self::Dict(entries) => !entries.borrow().is_empty(),
            Self::Iterator(..)
            | Self::Member(..)
            | Self::Instance(_)
            | Self::Type(_)
            | Self::Function(_)
            | Self::Method(..)
            | Self::Builtin(_)
            | Self::BuiltinMethod(..)
            | Self::Module(_) => true,
        }
    }

    /// Returns the whole number; `True` and `False` are 1 and 0.
    pub(crate) fn as_integer(&self) -> Option<i128> {
        match self {
            Self::Bool(it) => Some((*it).into()),
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the items, in order; an iterator is used up.
    pub(crate) fn items(&self) -> Outcome<Vec<Self>> {
        Ok(match self {
            Self::Str(text) => text.chars().map(|character| Self::str(character.to_string())).collect(),
            Self::List(items) => items.borrow().clone(),
            Self::Tuple(items) | Self::Range(items) => items.to_vec(),
            Self::Dict(entries) => entries.borrow().iter().map(|(key, _)| key.clone()).collect(),
            Self::Iterator(_, items) => items.take(),
            Self::Type(Type::Class(class @ Class { kind: ClassKind::Enum { members }, .. })) => {
                (0..members.len()).map(|place| Self::Member(class, place)).collect()
            }
            _ => return Err(Fault::type_error(format!("'{}' object is not iterable", self.type_name()))),
        })
    }

    /// Tells whether two references are to the same object.
    pub(crate) fn is(&self, other: &Self) -> Outcome<bool> {
        Ok(match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Bool(own), Self::Bool(other)) => own == other,
            (Self::List(own), Self::List(other)) => Rc::ptr_eq(own, other),
            (Self::Dict(own), Self::Dict(other)) => Rc::ptr_eq(own, other),
            (Self::Member(class, own), Self::Member(other_class, other)) => {
                std::ptr::eq(*class, *other_class) && own == other
            }
            (Self::Instance(own), Self::Instance(other)) => Rc::ptr_eq(own, other),
            (Self::Type(own), Self::Type(other)) => own == other,
            (Self::Function(own), Self::Function(other)) => std::ptr::eq(*own, *other),
            _ if self.class() != other.class() => false,
            _ => {
                let class = self.type_name();
                let message =
                    format!("`is` between two objects of `{class}` depends on the interpreter: use `==`");
                return Err(Fault::unsupported(message));
            }
        })
    }
}

/// Checks the length of a sequence, so that a mistake in a spec does not fill the memory.
pub(crate) fn check_length(length: usize) -> Outcome<()> {
    const LONGEST: usize = 1_000_000;
    if length <= LONGEST {
        return Ok(());
    }
    Err(Fault::unsupported(format!("{length} items are too many: a session may use up to {LONGEST} at once")))
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Works on an object inside another one; refuses deep nesting, because a list may contain itself.
pub(crate) fn nested<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    const DEEPEST: usize = 100;
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return Err(Fault::unsupported("lists inside lists, more than a hundred deep or one inside itself"));
    }
    DEPTH.set(depth + 1);
    let outcome = work();
    DEPTH.set(depth);
    outcome
}
