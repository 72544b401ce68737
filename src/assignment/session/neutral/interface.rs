//! What neutral sessions call: functions and classes, with the types of what they take and give.

use std::collections::BTreeMap;
use std::fmt;

use crate::session::Notation;

/// The functions, classes and errors of an assignment that may be solved in several languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interface {
    /// Functions that belong to no class, by name.
    pub functions: BTreeMap<String, Signature>,
    /// Classes by name.
    pub classes: BTreeMap<String, Class>,
    /// For each name of an error, the class that is raised for it, by language.
    pub errors: BTreeMap<String, BTreeMap<Notation, String>>,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// The types of its arguments.
    pub takes: Vec<Type>,
    /// The type of its value.
    pub gives: Type,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// The types of the arguments with which an object is made; `None` if sessions make none.
    pub new: Option<Vec<Type>>,
    /// Its methods by name.
    pub methods: BTreeMap<String, Signature>,
}

/// A type that every language has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// No value: `None`, `void`.
    Nothing,
    /// `True` or `False`
    Bool,
    /// A whole number.
    Int,
    /// A floating-point number.
    Real,
    /// A text.
    Text,
    /// A list that may grow: an `ArrayList` in Java, a `std::vector` in C++.
    List(Box<Type>),
    /// An array: in Java `int[]`, in C a pointer and the number of its items.
    Array(Box<Type>),
    /// Values by keys: a `Map` in Java and JavaScript, a `std::map` in C++.
    Map(Box<Type>, Box<Type>),
    /// Values of which each is there once.
    Set(Box<Type>),
    /// A value or nothing.
    Optional(Box<Type>),
    /// An object of a class of the interface.
    Class(String),
}

/// The types without parts.
const SIMPLE: [(&str, Type); 5] = [
    ("nothing", Type::Nothing),
    ("bool", Type::Bool),
    ("int", Type::Int),
    ("real", Type::Real),
    ("text", Type::Text),
];

impl Type {
    /// Reads a type: `int`, `list text`, `array real`, `map text to int`, `set int`, `int?`, or the name of one of these classes.
    ///
    /// # Errors
    ///
    /// When the text is no type: what to write instead.
    pub fn read(text: &str, classes: &[&str]) -> Result<Self, String> {
        let text = text.trim();
        if let Some(inner) = text.strip_suffix('?') {
            return Self::inner(inner, classes).map(Self::Optional);
        }
        if let Some(inner) = text.strip_prefix("list ") {
            return Self::inner(inner, classes).map(Self::List);
        }
        if let Some(inner) = text.strip_prefix("array ") {
            return Self::inner(inner, classes).map(Self::Array);
        }
        if let Some(inner) = text.strip_prefix("set ") {
            return Self::key(inner, classes).map(Self::Set);
        }
        if let Some((key, value)) = text.strip_prefix("map ").and_then(|rest| rest.split_once(" to ")) {
            return Ok(Self::Map(Self::key(key, classes)?, Self::inner(value, classes)?));
        }
        if let Some((_, simple)) = SIMPLE.into_iter().find(|(name, _)| *name == text) {
            return Ok(simple);
        }
        if classes.contains(&text) {
            return Ok(Self::Class(text.to_owned()));
        }
        let simple = SIMPLE.map(|(name, _)| format!("`{name}`")).join(", ");
        Err(format!(
            "a type is {simple}, a class of the interface, `list T`, `array T`, `set T`, `map K to T`, or `T?`"
        ))
    }

    fn inner(text: &str, classes: &[&str]) -> Result<Box<Self>, String> {
        match Self::read(text, classes)? {
            Self::Nothing => {
                Err("a list, an array, a map and `?` need a type of values, not `nothing`".to_owned())
            }
            inner => Ok(Box::new(inner)),
        }
    }

    /// Reads the type of keys and of items of sets, which every language can tell apart by their values.
    fn key(text: &str, classes: &[&str]) -> Result<Box<Self>, String> {
        match Self::read(text, classes)? {
            key @ (Self::Bool | Self::Int | Self::Text) => Ok(Box::new(key)),
            other => Err(format!("keys and items of sets are `bool`, `int` or `text`, and not `{other}`")),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::List(inner) => write!(formatter, "list {inner}"),
            Self::Array(inner) => write!(formatter, "array {inner}"),
            Self::Map(key, value) => write!(formatter, "map {key} to {value}"),
            Self::Set(inner) => write!(formatter, "set {inner}"),
            Self::Optional(inner) => write!(formatter, "{inner}?"),
            Self::Class(name) => formatter.write_str(name),
            simple => {
                let name = SIMPLE.iter().find(|(_, one)| one == simple).map_or("", |(name, _)| name);
                formatter.write_str(name)
            }
        }
    }
}

impl Interface {
    /// Returns a text that two interfaces share only if they are the same.
    pub fn key(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the name of the error for which a language raises a class.
    pub(super) fn error(&self, notation: Notation, class: &str) -> Option<&str> {
        let raised_for = |(_, by_language): &(&String, &BTreeMap<Notation, String>)| {
            by_language.get(&notation).is_some_and(|known| known == class)
        };
        self.errors.iter().find(raised_for).map(|(name, _)| name.as_str())
    }

    /// Returns the class that a language raises for an error.
    pub fn class_for(&self, notation: Notation, error: &str) -> Option<&str> {
        self.errors.get(error)?.get(&notation).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_reads_back_as_it_is_written() {
        for text in [
            "nothing",
            "int",
            "list text",
            "array real",
            "int?",
            "list list bool",
            "Tally",
            "list Tally",
            "map text to list int",
            "list set int",
            "map int to map text to real?",
        ] {
            assert_eq!(Type::read(text, &["Tally"]).unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "integer",
            "list",
            "list nothing",
            "?",
            "Other",
            "map text",
            "set real",
            "map list int to int",
            "set",
        ] {
            assert!(Type::read(wrong, &["Tally"]).is_err(), "{wrong}");
        }
    }
}
