//! Tells which items of two values are most likely meant to be the same, before anything is compared.
//!
//! Equal items may differ in what does not count, so nothing is decided here: what looks the same is only compared first.
//! Objects look the same if their classes, what they hold and the places in which they stand do, which is found out round
//! by round (the colours of Weisfeiler and Leman). So of two objects that hold the same, one that stands in a second place
//! is paired with one that does so, too.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use yardstick_reference::{State, Value};

use super::meetings::Objects;
use super::{MOST_DEPTH, number};
use crate::session::Notation;
use crate::spec::ValueRelaxation;

/// The most rounds: what is farther away tells no object from another.
const MOST_ROUNDS: usize = 16;

/// What both values are looked at by.
pub(super) struct Alike<'v> {
    hashes: RandomState,
    notation: Notation,
    /// Whether the order of sequences counts.
    is_ordered: bool,
    /// The attributes of each class that objects of both values have.
    names: HashMap<&'v str, BTreeSet<&'v str>>,
    /// The classes whose objects are compared by how they are shown.
    shown: HashSet<&'v str>,
    /// What the objects of each value look like, by their numbers.
    colours: [HashMap<usize, u64>; 2],
}

/// One of the two values.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Expected,
    Actual,
}

impl<'v> Alike<'v> {
    pub(super) fn new(
        notation: Notation,
        relaxed: &[ValueRelaxation],
        objects: [&Objects<'v>; 2],
        has_tolerance: bool,
    ) -> Self {
        let mut alike = Self {
            hashes: RandomState::new(),
            notation,
            is_ordered: !relaxed.contains(&ValueRelaxation::AnyOrder),
            names: HashMap::new(),
            shown: HashSet::new(),
            colours: Default::default(),
        };
        if relaxed.contains(&ValueRelaxation::ClassOnly) {
            return alike;
        }
        let [mut expected, mut actual] = [Seen::default(), Seen::default()];
        expected.look(objects[0].value, 0);
        actual.look(objects[1].value, 0);
        for (class, states) in &expected.states {
            let Some(others) = actual.states.get(class) else { continue };
            if states.iter().any(|state| notation.text_of(state).is_some()) {
                alike.shown.insert(class);
            }
            let others: HashSet<&str> = others.iter().flat_map(|state| names(state)).collect();
            let both = states.iter().flat_map(|state| names(state)).filter(|name| others.contains(name));
            alike.names.insert(class, both.collect());
        }
        for (side, seen) in [(Side::Expected, expected), (Side::Actual, actual)] {
            alike.colour(side, objects[side as usize].value, &seen.numbered, !has_tolerance);
        }
        alike
    }

    /// Returns what an item looks like, its numbers included.
    pub(super) fn look_of(&self, side: Side, value: &'v Value) -> u64 {
        self.look(side, value, true, 0)
    }

    /// Finds what the objects of a value look like.
    fn colour(
        &mut self,
        side: Side,
        root: &'v Value,
        numbered: &HashMap<usize, (&'v str, &'v State)>,
        has_numbers: bool,
    ) {
        let start = |(number, (class, _)): (&usize, &(&str, &State))| (*number, self.hashes.hash_one(class));
        self.colours[side as usize] = numbered.iter().map(start).collect();
        let mut different = 0;
        for _ in 0..MOST_ROUNDS {
            let colours = &self.colours[side as usize];
            let count = colours.values().collect::<HashSet<_>>().len();
            if count == different || count == numbered.len() {
                break;
            }
            different = count;
            let mut places: HashMap<usize, u64> = HashMap::new();
            self.places(side, root, 0, has_numbers, &mut places, 0);
            let mut own = HashMap::new();
            for (object, (class, state)) in numbered {
                own.insert(*object, self.state(side, class, state, has_numbers, 0));
                for (name, part) in self.parts(side, class, state) {
                    let place = self.hashes.hash_one((colours[object], name));
                    self.places(side, part, place, has_numbers, &mut places, 0);
                }
            }
            let next = |(object, colour): (&usize, &u64)| {
                let place = places.get(object).copied().unwrap_or_default();
                (*object, self.hashes.hash_one((colour, own.get(object), place)))
            };
            self.colours[side as usize] = colours.iter().map(next).collect();
        }
    }

    /// Returns the attributes of an object that objects of both values have, and what it holds besides.
    fn parts(
        &self,
        side: Side,
        class: &'v str,
        state: &'v State,
    ) -> impl Iterator<Item = (&'v str, &'v Value)> {
        let names = self.names.get(class).into_iter().flatten();
        let attributes = names.filter_map(move |name| {
            let defaults = state.defaults.iter().filter(|_| matches!(side, Side::Actual));
            let mut all = state.attributes.iter().chain(&state.properties).chain(defaults);
            all.find(|(known, _)| known == name).map(|(_, value)| (*name, value))
        });
        attributes.chain(state.content.iter().map(|content| ("", content)))
    }

    /// Adds for each object in a value the place in which it stands there.
    fn places(
        &self,
        side: Side,
        value: &'v Value,
        place: u64,
        has_numbers: bool,
        places: &mut HashMap<usize, u64>,
        depth: usize,
    ) {
        if depth > MOST_DEPTH {
            return;
        }
        let mut inside =
            |value: &'v Value, place: u64| self.places(side, value, place, has_numbers, places, depth + 1);
        match value {
            Value::List(items) | Value::Tuple(items) if self.is_ordered => {
                for (at, item) in items.iter().enumerate() {
                    inside(item, self.hashes.hash_one((place, at)));
                }
            }
            Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
                items.iter().for_each(|item| inside(item, self.hashes.hash_one((place, "item"))));
            }
            Value::Dict(pairs) => {
                for (key, value) in pairs {
                    inside(key, self.hashes.hash_one((place, "key")));
                    let key = self.look(side, key, has_numbers, 0);
                    inside(value, self.hashes.hash_one((place, "value", key)));
                }
            }
            Value::Met { number, .. } => {
                let all = places.entry(*number).or_default();
                *all = all.wrapping_add(self.hashes.hash_one(place));
            }
            Value::Object { class, state: Some(state) } => match state.number {
                Some(number) => {
                    let all = places.entry(number).or_default();
                    *all = all.wrapping_add(self.hashes.hash_one(place));
                }
                None => {
                    for (name, part) in self.parts(side, class, state) {
                        self.places(
                            side,
                            part,
                            self.hashes.hash_one((place, name)),
                            has_numbers,
                            places,
                            depth + 1,
                        );
                    }
                }
            },
            _ => {}
        }
    }

    /// Returns what an object looks like by what it holds.
    fn state(&self, side: Side, class: &'v str, state: &'v State, has_numbers: bool, depth: usize) -> u64 {
        if self.shown.contains(class) {
            let text = match side {
                Side::Expected => self.notation.text_of(state),
                Side::Actual => state.repr.as_deref().or(state.shown.as_deref()),
            };
            return self.hashes.hash_one((class, text));
        }
        let parts = self.parts(side, class, state);
        let parts: Vec<_> =
            parts.map(|(name, part)| (name, self.look(side, part, has_numbers, depth + 1))).collect();
        self.hashes.hash_one((class, parts))
    }

    fn look(&self, side: Side, value: &'v Value, has_numbers: bool, depth: usize) -> u64 {
        if depth > MOST_DEPTH {
            return 0;
        }
        let one = |item: &'v Value| self.look(side, item, has_numbers, depth + 1);
        let sum = |items: &'v [Value]| items.iter().map(one).fold(0_u64, u64::wrapping_add);
        if let Some(number) = number(value) {
            let near = Some(number.near() + 0.0).filter(|_| has_numbers);
            return self.hashes.hash_one(near.map(f64::to_bits));
        }
        match value {
            Value::List(items) | Value::Tuple(items) if self.is_ordered => {
                self.hashes.hash_one((1_u8, items.iter().map(one).collect::<Vec<_>>()))
            }
            Value::List(items) | Value::Tuple(items) => self.hashes.hash_one((1_u8, sum(items))),
            Value::Set(items) | Value::FrozenSet(items) => self.hashes.hash_one((2_u8, sum(items))),
            Value::Dict(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| self.hashes.hash_one((one(key), one(value))));
                self.hashes.hash_one((3_u8, pairs.fold(0_u64, u64::wrapping_add)))
            }
            Value::None | Value::Null => 4,
            Value::Bool(is_true) => self.hashes.hash_one(is_true),
            Value::Str(text) => self.hashes.hash_one(text),
            Value::Bytes(bytes) => self.hashes.hash_one(bytes),
            Value::Enum { class, member } => self.hashes.hash_one((class, member)),
            Value::Met { number, .. } => self.colours[side as usize].get(number).copied().unwrap_or_default(),
            Value::Object { class, state: None } => self.hashes.hash_one(class),
            Value::Object { class, state: Some(state) } => {
                let colour = state.number.and_then(|number| self.colours[side as usize].get(&number));
                colour.copied().unwrap_or_else(|| self.state(side, class, state, has_numbers, depth))
            }
            Value::Up(levels) => self.hashes.hash_one((5_u8, levels)),
            Value::Int(_) | Value::Float(_) => 6,
        }
    }
}

/// The names of what an object can be asked for.
fn names(state: &State) -> impl Iterator<Item = &str> {
    let all = state.attributes.iter().chain(&state.properties).chain(&state.defaults);
    all.map(|(name, _)| name.as_str())
}

/// The objects of a value.
#[derive(Default)]
struct Seen<'v> {
    states: HashMap<&'v str, Vec<&'v State>>,
    numbered: HashMap<usize, (&'v str, &'v State)>,
}

impl<'v> Seen<'v> {
    fn look(&mut self, value: &'v Value, depth: usize) {
        if depth > MOST_DEPTH {
            return;
        }
        match value {
            Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
                items.iter().for_each(|item| self.look(item, depth + 1));
            }
            Value::Dict(pairs) => {
                pairs.iter().flat_map(|(key, value)| [key, value]).for_each(|one| self.look(one, depth + 1));
            }
            Value::Object { class, state: Some(state) } => {
                self.states.entry(class).or_default().push(state);
                if let Some(number) = state.number {
                    self.numbered.entry(number).or_insert((class, state));
                }
                let parts = state.attributes.iter().chain(&state.properties).chain(&state.defaults);
                parts.map(|(_, part)| part).chain(&state.content).for_each(|part| self.look(part, depth + 1));
            }
            _ => {}
        }
    }
}
