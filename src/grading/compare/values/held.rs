//! Collections, maps, entries and iterators of Java, which are compared by what they hold, whatever class they have.

use yardstick_reference::Value;

use super::Comparer;
use super::meetings::Objects;
use crate::session::Notation;

/// What all classes without a name are called.
const NAMELESS: &str = "nameless class";

impl<'v> Comparer<'v> {
    /// Returns what two values hold, if their classes do not count. They do where both have the same one, and where the
    /// fields of the expected object can be seen.
    pub(super) fn whatever_class(&self, expected: &'v Value, actual: &'v Value) -> Option<[&'v Value; 2]> {
        let one = self.held(&self.meetings.expected, expected);
        let other = self.held(&self.meetings.actual, actual);
        let class = class_of(expected).filter(|class| *class != NAMELESS);
        let has_fields =
            || self.meetings.expected.state(expected).is_some_and(|state| !state.attributes.is_empty());
        let counts = class.is_some() && (class == class_of(actual) || one.is_some() && has_fields());
        let is_any = one.is_some() || other.is_some();
        (is_any && !counts).then(|| [one.unwrap_or(expected), other.unwrap_or(actual)])
    }

    /// Returns what an object of a program holds, as a value of a class of Java.
    pub(super) fn held(&self, objects: &Objects<'v>, value: &'v Value) -> Option<&'v Value> {
        let state = objects.state(value).filter(|_| self.notation == Notation::Java)?;
        // A class of Java that holds a value has neither: `Optional`.
        let is_own = state.number.is_some() || !state.attributes.is_empty();
        let is_collection =
            |held: &&Value| matches!(held, Value::Set(_) | Value::Dict(_) | Value::Object { .. });
        state.content.as_ref().filter(|held| is_own && is_collection(held))
    }
}

pub(super) fn class_of(value: &Value) -> Option<&str> {
    match value {
        Value::Object { class, .. } | Value::Met { class, .. } => Some(class),
        _ => None,
    }
}
