//! Finds for each expected item the actual one that is equal to it, where the order does not count.
//!
//! A submission decides how many items there are, so they are looked up by a hash that equal items share. Numbers within a
//! tolerance have no such hash: they are put in order.

use std::collections::VecDeque;
use std::collections::hash_map::{HashMap, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

use yardstick_reference::Value;

use super::alike::{Alike, Side};
use super::meetings::Objects;
use super::{Comparer, MOST_DEPTH, number, plain};
use crate::compare::partners::{Partners, Size, within};
use crate::session::Notation;
use crate::spec::ValueRelaxation;

/// The items of one of two collections.
struct Items<'i, 'v> {
    all: &'i [&'v Value],
    /// Equal items have the same.
    kinds: Vec<u64>,
    sizes: Vec<Size>,
}

impl<'v> Comparer<'v> {
    /// Finds the partners of the expected items; `None` if there are too many actual ones that are nearly right.
    pub(super) fn matched(&mut self, expected: &[&'v Value], actual: &[&'v Value]) -> Option<Partners> {
        self.matched_with([expected, actual], None)
    }

    /// Does so for keys, of which several may be near to one: those whose values look the same come first.
    pub(super) fn matched_with(
        &mut self,
        [expected, actual]: [&[&'v Value]; 2],
        values: Option<[&[&'v Value]; 2]>,
    ) -> Option<Partners> {
        let mark = self.meetings.mark();
        let mut partners = Partners::none(expected.len(), actual.len());
        if values.is_some() {
            self.pair_what_looks_the_same([expected, actual], values, &mut partners);
        }
        self.pair_what_looks_the_same([expected, actual], None, &mut partners);
        if partners.first_alone().is_none() {
            return Some(partners);
        }
        let hashes = RandomState::new();
        let expected = self.items(&self.meetings.expected, expected, &hashes);
        let actual = self.items(&self.meetings.actual, actual, &hashes);
        let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
        for (place, kind) in actual.kinds.iter().enumerate() {
            alike.entry(*kind).or_default().push(place);
        }
        alike.values_mut().for_each(|places| Size::sort(places, &actual.sizes));
        let tolerance = self.tolerance;
        let candidates = |wanted: usize| {
            let places = alike.get(&expected.kinds[wanted]).map_or(&[][..], Vec::as_slice);
            within(places, &actual.sizes, &expected.sizes[wanted], tolerance).iter().copied()
        };
        let mut order: Vec<usize> =
            (0..expected.all.len()).filter(|wanted| partners.of(*wanted).is_none()).collect();
        Size::sort(&mut order, &expected.sizes);
        for wanted in order {
            let mut free = candidates(wanted).filter(|place| partners.is_free(*place));
            let found = free.find(|place| self.tries(expected.all[wanted], actual.all[*place]));
            if let Some(place) = found {
                partners.join(wanted, place);
            }
        }
        if expected.all.len() != actual.all.len() {
            return Some(partners).filter(|_| self.trials > 0);
        }
        // Items may be near to several: those that have partners can take others.
        if partners.first_alone().is_some() {
            self.meetings.forget(mark);
            let mut left = self.trials;
            while let Some(wanted) = partners.first_alone() {
                let fits = |one: usize, other: usize| {
                    let mark = self.meetings.mark();
                    let is_same = self.tries(expected.all[one], actual.all[other]);
                    self.meetings.forget(mark);
                    is_same
                };
                if !partners.find(wanted, &mut left, candidates, fits) {
                    break;
                }
            }
            // Only now it is known which objects stand for each other.
            for (wanted, item) in expected.all.iter().enumerate() {
                if let Some(place) = partners.of(wanted)
                    && !self.is_same(item, actual.all[place])
                {
                    partners.part(wanted);
                }
            }
        }
        Some(partners)
    }

    /// Compares items first with those that look the same, and whose values do.
    fn pair_what_looks_the_same(
        &mut self,
        [expected, actual]: [&[&'v Value]; 2],
        values: Option<[&[&'v Value]; 2]>,
        partners: &mut Partners,
    ) {
        let objects = [&self.meetings.expected, &self.meetings.actual];
        let has_tolerance = self.tolerance.is_some();
        let alike =
            self.alike.get_or_insert_with(|| Alike::new(self.notation, self.relaxed, objects, has_tolerance));
        let look_of = |side: Side, place: usize| {
            let item = alike.look_of(side, [expected, actual][side as usize][place]);
            let value = values.map(|values| alike.look_of(side, values[side as usize][place]));
            item.rotate_left(1) ^ value.unwrap_or_default()
        };
        let looks: Vec<u64> = (0..expected.len()).map(|wanted| look_of(Side::Expected, wanted)).collect();
        let mut left: HashMap<u64, VecDeque<usize>> = HashMap::with_capacity(actual.len());
        for place in partners.free() {
            left.entry(look_of(Side::Actual, place)).or_default().push_back(place);
        }
        for (wanted, look) in looks.into_iter().enumerate() {
            if partners.of(wanted).is_some() {
                continue;
            }
            let Some(places) = left.get_mut(&look) else { continue };
            let at = places.iter().position(|place| self.tries(expected[wanted], actual[*place]));
            if let Some(place) = at.and_then(|at| places.remove(at)) {
                partners.join(wanted, place);
            }
        }
    }

    /// Tells whether two items are the same, unless too many were tried.
    fn tries(&mut self, expected: &'v Value, actual: &'v Value) -> bool {
        let is_same = self.trials > 0 && self.is_same(expected, actual);
        if !is_same {
            self.trials = self.trials.saturating_sub(1);
        }
        is_same
    }

    fn items<'i>(&self, objects: &Objects<'v>, all: &'i [&'v Value], hashes: &RandomState) -> Items<'i, 'v> {
        let kinds = all.iter().map(|item| self.hash_of(objects, item, hashes)).collect();
        let size = |item: &&'v Value| {
            let mut size = Size::default();
            if self.tolerance.is_some() {
                self.measure(objects, item, Size::add, &mut size, 0);
            }
            size
        };
        Items { all, kinds, sizes: all.iter().map(size).collect() }
    }

    /// Adds the numbers of an item. Those inside of objects stand aside: equal objects may have other attributes besides.
    fn measure(
        &self,
        objects: &Objects<'v>,
        value: &'v Value,
        add: fn(&mut Size, f64),
        size: &mut Size,
        depth: usize,
    ) {
        if let Some(number) = number(value) {
            if number.near().is_finite() {
                add(size, number.near());
            }
            return;
        }
        if depth > MOST_DEPTH {
            return;
        }
        let mut inside = |value: &'v Value, add| self.measure(objects, value, add, size, depth + 1);
        match self.held(objects, value).unwrap_or(value) {
            Value::List(items) | Value::Tuple(items) | Value::Set(items) | Value::FrozenSet(items) => {
                items.iter().for_each(|item| inside(item, add));
            }
            Value::Dict(pairs) => {
                pairs.iter().flat_map(|(key, value)| [key, value]).for_each(|one| inside(one, add));
            }
            Value::Object { state: Some(state), .. } => {
                let parts = state.attributes.iter().chain(&state.properties).map(|(_, part)| part);
                parts.chain(&state.content).for_each(|part| inside(part, Size::add_aside));
            }
            _ => {}
        }
    }

    /// Tells whether a value is a number that may be near to another one.
    fn is_number(&self, value: &Value) -> bool {
        self.tolerance.is_some() && number(value).is_some()
    }

    /// Returns a hash that equal values share, whatever class they have.
    fn hash_of(&self, objects: &Objects<'v>, value: &'v Value, hashes: &RandomState) -> u64 {
        let value = self.held(objects, value).unwrap_or(value);
        match self.is_relaxed(&ValueRelaxation::ClassOnly) {
            true => self.hash_inside(value, hashes),
            false => self.hash_here(value, hashes),
        }
    }

    /// Returns a hash that equal values share. What may be a collection of Java looks the same as every other one.
    fn hash_inside(&self, value: &Value, hashes: &RandomState) -> u64 {
        let is_any = plain(value).is_none()
            && matches!(value, Value::Set(_) | Value::Dict(_) | Value::Object { .. } | Value::Met { .. });
        if self.notation == Notation::Java && is_any && !self.is_number(value) {
            return hashes.hash_one(16_u8);
        }
        self.hash_here(value, hashes)
    }

    fn hash_here(&self, value: &Value, hashes: &RandomState) -> u64 {
        let mut hasher = hashes.build_hasher();
        let sum = |all: &mut dyn Iterator<Item = u64>| all.fold(0_u64, u64::wrapping_add);
        let each =
            |items: &[Value]| items.iter().map(|item| self.hash_inside(item, hashes)).collect::<Vec<_>>();
        if self.is_number(value) {
            return hasher.finish();
        }
        if let (Value::Object { class, .. }, Some(content)) = (value, plain(value)) {
            return hashes.hash_one((17_u8, class, self.hash_here(content, hashes)));
        }
        match value {
            Value::None => 1_u8.hash(&mut hasher),
            Value::Null => 2_u8.hash(&mut hasher),
            Value::Bool(it) => (3_u8, it).hash(&mut hasher),
            Value::Int(digits) => (4_u8, digits).hash(&mut hasher),
            // Zero is zero, and what is no number is no number.
            Value::Float(it) if it.is_nan() => 5_u8.hash(&mut hasher),
            Value::Float(it) => (6_u8, (it + 0.0).to_bits()).hash(&mut hasher),
            Value::Str(text) => (7_u8, text).hash(&mut hasher),
            Value::Bytes(bytes) => (8_u8, bytes).hash(&mut hasher),
            Value::List(items) | Value::Tuple(items) => {
                let is_tuple = matches!(value, Value::Tuple(_));
                let kind = is_tuple && !self.is_relaxed(&ValueRelaxation::AnySequence);
                let items = each(items);
                match self.is_relaxed(&ValueRelaxation::AnyOrder) {
                    true => (9_u8, kind, sum(&mut items.into_iter())).hash(&mut hasher),
                    false => (9_u8, kind, items).hash(&mut hasher),
                }
            }
            Value::Set(items) => (10_u8, sum(&mut each(items).into_iter())).hash(&mut hasher),
            Value::FrozenSet(items) => (11_u8, sum(&mut each(items).into_iter())).hash(&mut hasher),
            Value::Dict(pairs) => {
                let pair = |(key, value): &(Value, Value)| {
                    hashes.hash_one((self.hash_inside(key, hashes), self.hash_inside(value, hashes)))
                };
                (12_u8, sum(&mut pairs.iter().map(pair))).hash(&mut hasher);
            }
            Value::Enum { class, member } => (13_u8, class, member).hash(&mut hasher),
            Value::Object { class, .. } | Value::Met { class, .. } => (14_u8, class).hash(&mut hasher),
            Value::Up(levels) => (15_u8, levels).hash(&mut hasher),
        }
        hasher.finish()
    }
}
