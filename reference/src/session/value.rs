//! What a line of a session came to, in a form that can be compared, stored and shown.
//!
//! A [`Value`] is a tree of plain data: it has no aliases, no identity and no behaviour.

use serde::{Deserialize, Serialize};

/// A Python value, as it is when a line has been evaluated: a tree without aliases. Types are exact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// `None`
    None,
    /// `True` or `False`
    Bool(bool),
    /// Of any size, in lower-case hexadecimal without a prefix, with `-` in front: `-ff`, `0`.
    Int(String),
    /// Any double, `nan` and `inf` included.
    Float(#[serde(with = "float")] f64),
    /// A lone surrogate U+D800 to U+DFFF is mapped to U+10D800 to U+10DFFF.
    Str(String),
    /// `b'…'`
    Bytes(Vec<u8>),
    /// `[…]`
    List(Vec<Value>),
    /// `(…)`
    Tuple(Vec<Value>),
    /// `{…}`, in no order that means anything.
    Set(Vec<Value>),
    /// `frozenset({…})`, in no order that means anything.
    FrozenSet(Vec<Value>),
    /// `{…: …}`, in insertion order.
    Dict(Vec<(Value, Value)>),
    /// A member of an enumeration: `Notation.EMPTY`.
    Enum {
        /// `Notation`
        class: String,
        /// `EMPTY`
        member: String,
    },
    /// Any other object, by the name of its class: `Board`, `function`, `type`, `module`.
    Object {
        /// As `type(it).__name__` gives it.
        class: String,
        /// What it holds, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<State>>,
    },
}

/// What an object holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What `repr` gives, where its class says that itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repr: Option<String>,
    /// Its own attributes, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<(String, Value)>,
    /// What the properties of its class give, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Value)>,
    /// What it is as a list, a dictionary, a text or a number, if its class is derived from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Value>,
}

impl Value {
    /// An object of which only the class is known.
    pub fn object(class: impl Into<String>) -> Self {
        Self::Object { class: class.into(), state: None }
    }
}

/// What one line of a session came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Of an expression; `None` for a statement, and when an exception was raised.
    pub value: Option<Value>,
    /// What was written to standard output.
    pub printed: String,
    /// The exception that ended the line.
    pub raised: Option<Raised>,
}

/// An exception that was raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    /// The name of its class: `IndexError`.
    pub class: String,
    /// What `str` gives for it.
    pub message: String,
}

/// Why the reference cannot answer a session: the spec author's to mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    /// Which of the lines, counted from 0.
    pub line: usize,
    /// What is wrong with it and what to write instead.
    pub message: String,
}

/// A double as text, because JSON has no `nan` and no `inf`. Rust's text of a double gives the same double back.
mod float {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(float: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(float)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
