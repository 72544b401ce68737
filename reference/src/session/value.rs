//! The answers to the lines of a session, in a form that can be compared, stored and shown.
//!
//! A [`Value`] is a tree of plain data without behaviour. An object that stands in it a second time is named by the number
//! of its first meeting.

use serde::{Deserialize, Serialize};

/// A value at the end of a line, of Python or of another language. Types are exact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// `None`; in JavaScript `undefined`, and what a statement or a function without `return` gives.
    None,
    /// `null` of JavaScript.
    Null,
    /// `True` or `False`
    Bool(bool),
    /// An integer of any size, in lower-case hexadecimal without a prefix, with a leading `-` if negative: `-ff`, `0`.
    Int(String),
    /// Any double, including `nan` and `inf`.
    Float(#[serde(with = "float")] f64),
    /// A lone surrogate U+D800 to U+DFFF is mapped to U+10D800 to U+10DFFF.
    Str(String),
    /// `b'…'`
    Bytes(Vec<u8>),
    /// `[…]`
    List(Vec<Value>),
    /// `(…)`
    Tuple(Vec<Value>),
    /// `{…}`; the order has no meaning.
    Set(Vec<Value>),
    /// `frozenset({…})`; the order has no meaning.
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
    /// Any other object, by the name of its class: `Board`, `date`, `function`.
    Object {
        /// The class, as `type(it).__name__` returns it.
        class: String,
        /// The state. Without it only the class is known, and the object cannot be compared with one that has a state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<State>>,
    },
    /// An object that stands in the value before, or that this place lies in.
    Met {
        /// The class of the object.
        class: String,
        /// [`State::number`] of the object.
        number: usize,
    },
    /// The list, dictionary or collection in which this place lies, so many levels up.
    Up(usize),
}

/// The state of an object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The result of `repr`, if the class defines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repr: Option<String>,
    /// The object's own attributes, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<(String, Value)>,
    /// The values of the class's properties, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Value)>,
    /// The value as a list, a dictionary, a text or a number, if the class is derived from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Value>,
    /// The place of the object among those of the value that have an identity, in the order of their first meeting: 1 is
    /// the first. What is a mere value, such as a date, has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The result of `repr` where the class does not define it itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// What the class gives each of its objects, by name: they can be asked for it, and need not hold it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<(String, Value)>,
}

impl Value {
    /// Creates an object of which only the class is known.
    pub fn object(class: impl Into<String>) -> Self {
        Self::Object { class: class.into(), state: None }
    }

    /// Creates an integer.
    pub(crate) fn int(number: i128) -> Self {
        Self::Int(format!("{}{:x}", if number < 0 { "-" } else { "" }, number.unsigned_abs()))
    }
}

/// The answer to one line of a session. `Text` is the type of its texts, so that those of a submission can have a type
/// of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer<Text = String> {
    /// The value of an expression; of a Python statement, the list of the values that it shows, such as in a loop. `None` for a
    /// statement without any, and after an exception.
    pub value: Option<Value>,
    /// The output on standard output.
    pub printed: Text,
    /// The exception that ended the line.
    pub raised: Option<Raised<Text>>,
    /// What the prompt shows of a value that is more than literals, where the language itself can tell: Python's `repr`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Text>,
    /// All that the prompt shows of a statement with values: each where it is shown, among what is printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<Text>,
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised<Text = String> {
    /// The name of the class: `IndexError`.
    pub class: Text,
    /// The result of `str`.
    pub message: Text,
}

impl<Text> Answer<Text> {
    /// Returns the same answer with texts of another type.
    pub fn map_texts<Other>(self, change: impl Fn(Text) -> Other) -> Answer<Other> {
        let raised = self
            .raised
            .map(|Raised { class, message }| Raised { class: change(class), message: change(message) });
        let (shown, screen) = (self.shown.map(&change), self.screen.map(&change));
        Answer { value: self.value, printed: change(self.printed), raised, shown, screen }
    }
}

/// Writes a double as text, because JSON has no `nan` and no `inf`. Rust's text of a double reads back as the same
/// double.
mod float {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(float: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(float)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
