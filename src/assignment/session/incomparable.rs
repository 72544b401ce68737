//! Whether a value says enough to be compared with another one.
//!
//! What a value does not say would be equal to everything. So a spec in which the reference gives such a value is refused.

use yardstick_reference::{State, Value};

use super::{Notation, TOO_LARGE};

/// A part of a value that cannot be compared.
#[derive(Debug, PartialEq)]
pub struct Incomparable {
    /// Where it stands in the value, such as `[2].owner`; empty if it is the value itself.
    pub path: String,
    /// The class of the part.
    pub class: String,
    /// What is wrong with it.
    pub why: Why,
}

/// Why a value cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has too many parts.
    TooLarge,
    /// Nothing of it can be read, as of a function.
    Unreadable,
    /// All that it holds is private, and each submission may call that as it likes.
    Private,
}

impl Incomparable {
    /// Returns what is wrong, why, and what to write instead.
    pub fn told(&self, notation: Notation) -> (&'static str, String, &'static str) {
        let place = if self.path.is_empty() { String::new() } else { format!("`{}`: ", self.path) };
        let class = &self.class;
        match self.why {
            Why::TooLarge => (
                "the value of this line is too large to compare",
                "so every large value would do".to_owned(),
                "ask for parts of it, such as its length or some of its items",
            ),
            Why::Unreadable => (
                "the value of this line cannot be compared",
                format!("{place}nothing of a `{class}` can be read, so every other one would do"),
                match notation {
                    Notation::Python | Notation::Neutral => {
                        "ask for what can be compared, such as `it(2)`, `list(it)`, `it.name` or `it == other`; \
                         write `it = …` if the value does not matter, or `compare: { values: [class-only] }` if only the class does"
                    }
                    Notation::JavaScript => {
                        "ask for what can be compared, such as `it(2)`, `[...it]`, `it.name` or `await it`; \
                         write `void …` if the value does not matter, or `compare: { values: [class-only] }` if only the class does"
                    }
                    Notation::Java => {
                        "ask for what its methods give or for a field; \
                         write `var it = …` if the value does not matter, or `compare: { values: [class-only] }` if only the class does"
                    }
                    Notation::C | Notation::Cpp => {
                        "ask for what its functions give or for a field; \
                         write `(void) …` if the value does not matter, or `compare: { values: [class-only] }` if only the class does"
                    }
                },
            ),
            Why::Private => (
                "the value of this line cannot be compared",
                format!("{place}all that the `{class}` object holds is private, and may have other names"),
                "ask for what its methods give; \
                 or write `compare: { values: [class-only] }` if only its class matters",
            ),
        }
    }
}

/// Returns the first part of a value that cannot be compared.
pub fn incomparable(notation: Notation, value: &Value) -> Option<Incomparable> {
    let each = |items: &[Value]| {
        items.iter().enumerate().find_map(|(at, item)| inside(notation, &format!("[{at}]"), item))
    };
    match value {
        Value::List(items) | Value::Tuple(items) => each(items),
        Value::Set(items) | Value::FrozenSet(items) => each(items),
        Value::Dict(pairs) => pairs.iter().find_map(|(key, value)| {
            let step = format!("[{}]", notation.repr(key));
            inside(notation, &step, key).or_else(|| inside(notation, &step, value))
        }),
        Value::Object { class, state: None } => {
            Some(of(class, if class == TOO_LARGE { Why::TooLarge } else { Why::Unreadable }))
        }
        Value::Object { class, state: Some(state) } => of_object(notation, class, state),
        Value::None
        | Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Bytes(_)
        | Value::Enum { .. }
        | Value::Met { .. }
        | Value::Up(_) => None,
    }
}

fn of_object(notation: Notation, class: &str, state: &State) -> Option<Incomparable> {
    let State { attributes, properties, content, .. } = state;
    // The private fields of Java are properties here.
    let is_open = |name: &str| !name.starts_with('_');
    let fields = attributes.iter().filter(|(name, _)| is_open(name));
    let computed = properties.iter().filter(|(name, _)| notation != Notation::Java && is_open(name));
    let seen: Vec<&(String, Value)> = fields.chain(computed).collect();
    if notation.text_of(state).is_some() {
        return None;
    }
    let is_empty = attributes.is_empty() && properties.is_empty();
    if seen.is_empty() && content.is_none() && !is_empty {
        return Some(of(class, Why::Private));
    }
    let in_seen = seen.into_iter().find_map(|(name, value)| inside(notation, &format!(".{name}"), value));
    in_seen.or_else(|| incomparable(notation, content.as_ref()?))
}

impl Notation {
    /// Returns the text that decides whether an object is the expected one, if its class defines one. In Java each class has
    /// one, so it decides only where nothing else does.
    pub fn text_of(self, state: &State) -> Option<&str> {
        let decides = self != Self::Java || state.attributes.is_empty() && state.content.is_none();
        state.repr.as_deref().filter(|_| decides)
    }
}

fn of(class: &str, why: Why) -> Incomparable {
    Incomparable { path: String::new(), class: class.to_owned(), why }
}

fn inside(notation: Notation, step: &str, value: &Value) -> Option<Incomparable> {
    let found = incomparable(notation, value)?;
    Some(Incomparable { path: format!("{step}{}", found.path), ..found })
}
