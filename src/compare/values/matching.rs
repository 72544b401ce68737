//! Finds for each expected item the actual one that is equal to it, where the order does not count.
//!
//! A submission decides how many items there are, so they are looked up by a hash that equal items share. Numbers within a
//! tolerance have no such hash: they are put in order.

use std::collections::VecDeque;
use std::collections::hash_map::{HashMap, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

use yardstick_reference::Value;

use super::meetings::Objects;
use super::{Comparer, number, plain};
use crate::compare::partners::Partners;
use crate::session::Notation;
use crate::spec::ValueRelaxation;

/// The most comparisons of items with others than the first that is the same.
const MOST_COMPARISONS: usize = 200_000;

impl<'v> Comparer<'v> {
    /// Finds the partners of the expected items; `None` if there are too many actual ones that are nearly right.
    pub(super) fn matched(&mut self, expected: &[&'v Value], actual: &[&'v Value]) -> Option<Partners> {
        let hashes = RandomState::new();
        let mark = self.meetings.mark();
        let mut left: HashMap<u64, VecDeque<usize>> = HashMap::with_capacity(actual.len());
        for (place, item) in actual.iter().enumerate() {
            left.entry(self.hash_of(&self.meetings.actual, item, &hashes)).or_default().push_back(place);
        }
        let mut order: Vec<usize> = (0..expected.len()).collect();
        if self.tolerance.is_some() {
            order.sort_by(|one, other| size(expected[*one]).total_cmp(&size(expected[*other])));
            for places in left.values_mut() {
                let by_size =
                    |one: &usize, other: &usize| size(actual[*one]).total_cmp(&size(actual[*other]));
                places.make_contiguous().sort_by(by_size);
            }
        }
        // Of items that may be right: where their number is, each may have to be tried with each.
        let all = expected.len() + actual.len();
        let mut trials = if expected.len() == actual.len() { usize::MAX } else { 1000 + 20 * all };
        let mut partners = Partners::none(expected.len(), actual.len());
        for wanted in order {
            let item = expected[wanted];
            let hash = self.hash_of(&self.meetings.expected, item, &hashes);
            let Some(places) = left.get_mut(&hash) else { continue };
            let at = if self.is_number(item) {
                // What is too small for this number is too small for all that follow.
                while places.front().is_some_and(|first| {
                    size(actual[*first]) < size(item) && !self.is_same(item, actual[*first])
                }) {
                    places.pop_front();
                }
                places.front().is_some_and(|first| self.is_same(item, actual[*first])).then_some(0)
            } else {
                places.iter().position(|place| {
                    trials = trials.saturating_sub(1);
                    trials > 0 && self.is_same(item, actual[*place])
                })
            };
            if let Some(place) = at.and_then(|at| places.remove(at)) {
                partners.join(wanted, place);
            }
        }
        if trials == 0 {
            return None;
        }
        if expected.len() == actual.len() && partners.first_alone().is_some() {
            self.meetings.forget(mark);
            self.rearrange(expected, actual, &mut partners, &hashes);
        }
        Some(partners)
    }

    /// Finds partners for items that are alone, where others can take another one: items may be near to several.
    fn rearrange(
        &mut self,
        expected: &[&'v Value],
        actual: &[&'v Value],
        partners: &mut Partners,
        hashes: &RandomState,
    ) {
        let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
        for (place, item) in actual.iter().enumerate() {
            alike.entry(self.hash_of(&self.meetings.actual, item, hashes)).or_default().push(place);
        }
        let kinds: Vec<u64> =
            expected.iter().map(|item| self.hash_of(&self.meetings.expected, item, hashes)).collect();
        let mut left = MOST_COMPARISONS;
        while let Some(wanted) = partners.first_alone() {
            let candidates = |wanted: usize| alike.get(&kinds[wanted]).into_iter().flatten().copied();
            let is_found = partners.find(wanted, &mut left, candidates, |one, other| {
                let mark = self.meetings.mark();
                let is_same = self.is_same(expected[one], actual[other]);
                self.meetings.forget(mark);
                is_same
            });
            if !is_found {
                break;
            }
        }
        // Only now it is known which objects stand for each other.
        for (wanted, item) in expected.iter().enumerate() {
            if let Some(place) = partners.of(wanted)
                && !self.is_same(item, actual[place])
            {
                partners.part(wanted);
            }
        }
    }

    /// Tells whether a value is a number that may be near to another one.
    fn is_number(&self, value: &Value) -> bool {
        self.tolerance.is_some() && size(value).is_finite()
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

/// Returns where a number stands among others; for what is none, a number that is not finite.
fn size(value: &Value) -> f64 {
    number(value).map_or(f64::INFINITY, |number| number.near())
}
