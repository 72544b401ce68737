//! Which objects of two values stand for each other, where an object may stand in a value several times.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use yardstick_reference::{State, Value};

/// The objects that were met so far.
pub(super) struct Meetings<'v> {
    pub(super) expected: Objects<'v>,
    pub(super) actual: Objects<'v>,
    pairs: HashSet<(usize, usize)>,
    /// The first expected object that an actual one stood for.
    partners: HashMap<usize, usize>,
    /// The pairs in the order in which they were met, and whether the actual object had stood for none before.
    log: Vec<(usize, usize, bool)>,
}

/// What two objects are that stand in the same place.
pub(super) enum Meeting {
    /// They have to be compared.
    First,
    /// They were compared before, or are just being compared.
    Again,
    /// The actual object stands for another expected one, too, where there must be two.
    OfAnother,
}

impl<'v> Meetings<'v> {
    pub(super) fn new(expected: &'v Value, actual: &'v Value) -> Self {
        Self {
            expected: Objects::new(expected),
            actual: Objects::new(actual),
            pairs: HashSet::new(),
            partners: HashMap::new(),
            log: Vec::new(),
        }
    }

    /// Notes that two objects with these numbers stand in the same place.
    pub(super) fn meet(&mut self, expected: Option<usize>, actual: Option<usize>) -> Meeting {
        let (Some(expected), Some(actual)) = (expected, actual) else { return Meeting::First };
        if self.pairs.contains(&(expected, actual)) {
            return Meeting::Again;
        }
        let is_new = match self.partners.get(&actual) {
            Some(partner) if *partner != expected => return Meeting::OfAnother,
            partner => partner.is_none(),
        };
        self.partners.insert(actual, expected);
        self.pairs.insert((expected, actual));
        self.log.push((expected, actual, is_new));
        Meeting::First
    }

    /// Returns a place to which [`Meetings::forget`] goes back.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Forgets what was met since then.
    pub(super) fn forget(&mut self, mark: usize) {
        for (expected, actual, is_new) in self.log.drain(mark..) {
            self.pairs.remove(&(expected, actual));
            if is_new {
                self.partners.remove(&actual);
            }
        }
    }
}

/// Returns the number of an object that has one.
pub(super) fn number_of(value: &Value) -> Option<usize> {
    match value {
        Value::Object { state, .. } => state.as_ref()?.number,
        Value::Met { number, .. } => Some(*number),
        _ => None,
    }
}

/// The objects of one value by their numbers, looked for when the first is asked for.
pub(super) struct Objects<'v> {
    pub(super) value: &'v Value,
    numbered: OnceCell<HashMap<usize, &'v State>>,
}

impl<'v> Objects<'v> {
    fn new(value: &'v Value) -> Self {
        Self { value, numbered: OnceCell::new() }
    }

    /// Returns the state of an object, or of the one that stood before where this is only its number.
    pub(super) fn state(&self, object: &'v Value) -> Option<&'v State> {
        let number = match object {
            Value::Object { state, .. } => return state.as_deref(),
            Value::Met { number, .. } => number,
            _ => return None,
        };
        let numbered = self.numbered.get_or_init(|| {
            let mut numbered = HashMap::new();
            collect(self.value, &mut numbered);
            numbered
        });
        numbered.get(number).copied()
    }
}

fn collect<'v>(value: &'v Value, numbered: &mut HashMap<usize, &'v State>) {
    let mut all = |items: &'v [Value]| items.iter().for_each(|item| collect(item, numbered));
    match value {
        Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => all(items),
        Value::Dict(pairs) => pairs.iter().for_each(|(key, value)| {
            collect(key, numbered);
            collect(value, numbered);
        }),
        Value::Object { state: Some(state), .. } => {
            let State { attributes, properties, content, number, defaults, .. } = &**state;
            if let Some(number) = number {
                numbered.entry(*number).or_insert(&**state);
            }
            attributes.iter().chain(properties).for_each(|(_, value)| collect(value, numbered));
            content.iter().for_each(|content| collect(content, numbered));
            defaults.iter().for_each(|(_, value)| collect(value, numbered));
        }
        Value::None
        | Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Bytes(_)
        | Value::Enum { .. }
        | Value::Object { state: None, .. }
        | Value::Met { .. }
        | Value::Up(_) => {}
    }
}
