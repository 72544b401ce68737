//! The objects that names are bound to while a session runs; those that can change are shared.

pub(crate) mod arithmetic;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod display;
pub(crate) mod fault;
pub(crate) mod instance;
pub(crate) mod integer;
pub(crate) mod keys;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use self::fault::{Fault, Outcome};
use self::integer::Integer;
use crate::session::builtins::Builtin;
use crate::session::library::{Class, ClassKind, Module};
pub(crate) use instance::{Instance, NativeFunction, Type};

/// A Python object. To clone it is to give it another name.
#[derive(Clone)]
pub(crate) enum Object {
    None,
    Bool(bool),
    Int(Integer),
    Float(f64),
    Str(Rc<str>),
    Bytes(Rc<[u8]>),
    List(Rc<RefCell<Vec<Object>>>),
    Tuple(Rc<[Object]>),
    /// Without two equal items.
    Set(Rc<RefCell<Vec<Object>>>),
    FrozenSet(Rc<Vec<Object>>),
    /// Without two equal keys, in insertion order.
    Dict(Rc<RefCell<Entries>>),
    /// What `keys`, `values` and `items` of a dict give.
    View(View, Rc<RefCell<Entries>>),
    Range(Rc<Range>),
    /// Gives its items once: the class by name, and what is left.
    Iterator(&'static str, Rc<RefCell<VecDeque<Object>>>),
    Slice(Rc<[Object; 3]>),
    /// A member of an enumeration, by its place.
    Member(&'static Class, usize),
    Instance(Rc<Instance>),
    Type(Type),
    Function(NativeFunction),
    /// A function of a class, with the object that it was asked of.
    Method(NativeFunction, Rc<Instance>),
    Builtin(&'static Builtin),
    /// A method of a built-in object, by name.
    BuiltinMethod(Rc<(Object, String)>),
    Module(&'static Module),
}

/// The keys and values of a dict.
pub(crate) type Entries = Vec<(Object, Object)>;

/// Which part of a dict a view shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    Keys,
    Values,
    Items,
}

/// What `range` gives.
#[derive(PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) stop: i64,
    pub(crate) step: i64,
}

impl Range {
    /// How many numbers there are.
    pub(crate) fn length(&self) -> usize {
        let (distance, step) = match self.step {
            ..0 => (i128::from(self.start) - i128::from(self.stop), -i128::from(self.step)),
            0.. => (i128::from(self.stop) - i128::from(self.start), i128::from(self.step)),
        };
        usize::try_from((distance + step - 1) / step).unwrap_or(0)
    }

    /// The numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> {
        (0..self.length()).map(|index| self.start + index as i64 * self.step)
    }
}

impl Object {
    /// A string.
    pub(crate) fn str(text: impl Into<Rc<str>>) -> Self {
        Self::Str(text.into())
    }

    /// A number.
    pub(crate) fn int(number: i64) -> Self {
        Self::Int(Integer::from(number))
    }

    /// A number of things.
    pub(crate) fn count(number: usize) -> Self {
        Self::int(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// A new list.
    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(RefCell::new(items)))
    }

    /// A tuple.
    pub(crate) fn tuple(items: Vec<Self>) -> Self {
        Self::Tuple(items.into())
    }

    /// An object that gives these items once.
    pub(crate) fn iterator(class: &'static str, items: Vec<Self>) -> Self {
        Self::Iterator(class, Rc::new(RefCell::new(items.into())))
    }

    /// What it is an object of.
    pub(crate) fn class(&self) -> Type {
        let name = match self {
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Set(_) => "set",
            Self::FrozenSet(_) => "frozenset",
            Self::Dict(_) => "dict",
            Self::View(View::Keys, _) => "dict_keys",
            Self::View(View::Values, _) => "dict_values",
            Self::View(View::Items, _) => "dict_items",
            Self::Range(_) => "range",
            Self::Iterator(class, _) => class,
            Self::Slice(_) => "slice",
            Self::Member(class, _) => return Type::Class(class),
            Self::Instance(instance) => return Type::Class(instance.class),
            Self::Type(Type::Class(Class { kind: ClassKind::Enum { .. }, .. })) => "EnumType",
            Self::Type(Type::Class(_) | Type::Builtin(_)) => "type",
            Self::Function(_) => "function",
            Self::Method(..) => "method",
            Self::Builtin(_) | Self::BuiltinMethod(_) => "builtin_function_or_method",
            Self::Module(_) => "module",
        };
        Type::Builtin(name)
    }

    /// The name of its class, as messages have it.
    pub(crate) fn type_name(&self) -> &'static str {
        self.class().name()
    }

    /// Whether it counts as true.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::None => false,
            Self::Bool(it) => *it,
            Self::Int(number) => !number.is_zero(),
            Self::Float(number) => *number != 0.0,
            Self::Str(text) => !text.is_empty(),
            Self::Bytes(bytes) => !bytes.is_empty(),
            Self::List(items) | Self::Set(items) => !items.borrow().is_empty(),
            Self::Tuple(items) => !items.is_empty(),
            Self::FrozenSet(items) => !items.is_empty(),
            Self::Dict(entries) | Self::View(_, entries) => !entries.borrow().is_empty(),
            Self::Range(range) => range.length() > 0,
            Self::Iterator(..)
            | Self::Slice(_)
            | Self::Member(..)
            | Self::Instance(_)
            | Self::Type(_)
            | Self::Function(_)
            | Self::Method(..)
            | Self::Builtin(_)
            | Self::BuiltinMethod(_)
            | Self::Module(_) => true,
        }
    }

    /// The whole number that it is; `True` and `False` are 1 and 0.
    pub(crate) fn as_integer(&self) -> Option<Integer> {
        match self {
            Self::Bool(it) => Some(Integer::from(i64::from(*it))),
            Self::Int(number) => Some(number.clone()),
            _ => None,
        }
    }

    /// Its items, in order; what can be gone through once only is used up.
    pub(crate) fn items(&self) -> Outcome<Vec<Self>> {
        match self {
            Self::Set(items) => ordered(&items.borrow()),
            Self::FrozenSet(items) => ordered(items),
            _ => self.items_in_any_order(),
        }
    }

    /// The same for whoever does not care about the order, so that sets are welcome.
    pub(crate) fn items_in_any_order(&self) -> Outcome<Vec<Self>> {
        Ok(match self {
            Self::Str(text) => text.chars().map(|character| Self::str(character.to_string())).collect(),
            Self::Bytes(bytes) => bytes.iter().map(|&byte| Self::int(i64::from(byte))).collect(),
            Self::List(items) | Self::Set(items) => items.borrow().clone(),
            Self::Tuple(items) => items.to_vec(),
            Self::FrozenSet(items) => items.to_vec(),
            Self::Dict(entries) => View::Keys.items(&entries.borrow()),
            Self::View(view, entries) => view.items(&entries.borrow()),
            Self::Range(range) if range.length() > LONGEST => return Err(too_long(range.length())),
            Self::Range(range) => range.numbers().map(Self::int).collect(),
            Self::Iterator(_, items) => items.borrow_mut().drain(..).collect(),
            Self::Type(Type::Class(class @ Class { kind: ClassKind::Enum { members }, .. })) => {
                (0..members.len()).map(|place| Self::Member(class, place)).collect()
            }
            _ => return Err(Fault::type_error(format!("'{}' object is not iterable", self.type_name()))),
        })
    }

    /// Whether two names are names of the same object.
    pub(crate) fn is(&self, other: &Self) -> Outcome<bool> {
        Ok(match (self, other) {
            (Self::None, Self::None) => true,
            (Self::Bool(own), Self::Bool(other)) => own == other,
            (Self::List(own), Self::List(other)) | (Self::Set(own), Self::Set(other)) => {
                Rc::ptr_eq(own, other)
            }
            (Self::Dict(own), Self::Dict(other)) => Rc::ptr_eq(own, other),
            (Self::Iterator(_, own), Self::Iterator(_, other)) => Rc::ptr_eq(own, other),
            (Self::Member(class, own), Self::Member(other_class, other)) => {
                std::ptr::eq(*class, *other_class) && own == other
            }
            (Self::Instance(own), Self::Instance(other)) => Rc::ptr_eq(own, other),
            (Self::Type(own), Self::Type(other)) => own == other,
            (Self::Function(own), Self::Function(other)) => std::ptr::eq(own.function, other.function),
            (Self::Builtin(own), Self::Builtin(other)) => std::ptr::eq(*own, *other),
            (Self::Module(own), Self::Module(other)) => std::ptr::eq(*own, *other),
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

impl View {
    fn items(self, entries: &[(Object, Object)]) -> Vec<Object> {
        let item = |(key, value): &(Object, Object)| match self {
            Self::Keys => key.clone(),
            Self::Values => value.clone(),
            Self::Items => Object::tuple(vec![key.clone(), value.clone()]),
        };
        entries.iter().map(item).collect()
    }
}

/// So many items a sequence may have, so that a slip in a spec does not fill the memory.
pub(crate) const LONGEST: usize = 1_000_000;

/// The complaint about a sequence of so many items.
pub(crate) fn too_long(length: usize) -> Fault {
    Fault::unsupported(format!("{length} items are too many: a session may use up to {LONGEST} at once"))
}

fn ordered(items: &[Object]) -> Outcome<Vec<Object>> {
    if items.len() > 1 {
        return Err(Fault::unsupported("the order of a set is not defined: use `sorted(…)`"));
    }
    Ok(items.to_vec())
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Works on an object that is inside another, unless it is too deep inside: a list may hold itself.
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
