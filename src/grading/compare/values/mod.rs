//! Compares values by their exact types and by what they hold, and finds the first difference.
//!
//! Nothing is equal because it is missing: a part that one of two values does not tell is a difference. Only an expected object of
//! which nothing but the class is known asks for nothing but the class, and a spec whose reference says so little is refused
//! ([`crate::session::incomparable`]), but for built-in references.

mod alike;
mod held;
mod matching;
mod meetings;
mod told;

use yardstick_reference::{State, Value};

use self::alike::Alike;
use self::meetings::{Meeting, Meetings, number_of};
use self::told::{Divergence, Step, What};
use crate::session::Notation;
use crate::spec::{Number, Tolerance, ValueRelaxation};

/// The deepest nesting that is compared, which only objects that hold each other reach.
const MOST_DEPTH: usize = 300;

/// Some times as many values as an answer holds.
const MOST_STEPS: usize = 2_000_000;

/// The most pairs of items of collections without an order that are compared and are not the same.
const MOST_TRIALS: usize = 500_000;

/// Returns the first difference of two values: its path, such as `[2][0]`, and the values there.
pub(super) fn divergence(
    notation: Notation,
    expected: &Value,
    actual: &Value,
    relaxed: &[ValueRelaxation],
) -> Option<String> {
    let mut comparer = Comparer::new(notation, expected, actual, relaxed);
    Some(comparer.first(expected, actual)?.told(notation))
}

/// Tells whether two values do not differ.
pub(super) fn is_same(
    notation: Notation,
    expected: &Value,
    actual: &Value,
    relaxed: &[ValueRelaxation],
) -> bool {
    Comparer::new(notation, expected, actual, relaxed).is_same(expected, actual)
}

struct Comparer<'v> {
    notation: Notation,
    relaxed: &'v [ValueRelaxation],
    tolerance: Option<Tolerance>,
    meetings: Meetings<'v>,
    /// Made when it is first asked for.
    alike: Option<Alike<'v>>,
    depth: usize,
    /// How many values and how many pairs of items that are not the same are looked at at most. Beyond, values differ.
    steps: usize,
    trials: usize,
}

impl<'v> Comparer<'v> {
    fn new(
        notation: Notation,
        expected: &'v Value,
        actual: &'v Value,
        relaxed: &'v [ValueRelaxation],
    ) -> Self {
        let tolerance = relaxed.iter().find_map(|relaxation| match relaxation {
            ValueRelaxation::Numbers(tolerance) => Some(*tolerance),
            ValueRelaxation::AnySequence | ValueRelaxation::AnyOrder | ValueRelaxation::ClassOnly => None,
        });
        let meetings = Meetings::new(expected, actual);
        Self {
            notation,
            relaxed,
            tolerance,
            meetings,
            alike: None,
            depth: 0,
            steps: MOST_STEPS,
            trials: MOST_TRIALS,
        }
    }

    fn is_relaxed(&self, relaxation: &ValueRelaxation) -> bool {
        self.relaxed.contains(relaxation)
    }

    /// Tells whether two values do not differ. If they do, what was met in them is forgotten.
    fn is_same(&mut self, expected: &'v Value, actual: &'v Value) -> bool {
        let before = self.meetings.mark();
        let is_same = self.first(expected, actual).is_none();
        if !is_same {
            self.meetings.forget(before);
        }
        is_same
    }

    fn first(&mut self, expected: &'v Value, actual: &'v Value) -> Option<Divergence<'v>> {
        self.steps = self.steps.saturating_sub(1);
        if self.depth > MOST_DEPTH || self.steps == 0 {
            return Some(What::Values(expected, actual).here());
        }
        self.depth += 1;
        let first = self.first_inside(expected, actual);
        self.depth -= 1;
        first
    }

    fn first_inside(&mut self, expected: &'v Value, actual: &'v Value) -> Option<Divergence<'v>> {
        if let Some([one, other]) = self.whatever_class(expected, actual) {
            return match self.meetings.meet(number_of(expected), number_of(actual)) {
                Meeting::First => self.first(one, other),
                Meeting::Again => None,
                Meeting::OfAnother => Some(What::Shared(held::class_of(actual)?).here()),
            };
        }
        match (expected, actual) {
            (Value::List(one), Value::List(other)) | (Value::Tuple(one), Value::Tuple(other)) => {
                self.sequences(one, other)
            }
            (Value::List(one), Value::Tuple(other)) | (Value::Tuple(one), Value::List(other))
                if self.is_relaxed(&ValueRelaxation::AnySequence) =>
            {
                self.sequences(one, other)
            }
            (Value::Set(one), Value::Set(other)) | (Value::FrozenSet(one), Value::FrozenSet(other)) => {
                self.unordered(one, other)
            }
            (Value::Dict(one), Value::Dict(other)) => self.dicts(one, other),
            (Value::Str(one), Value::Str(other)) => (one != other).then(|| What::Texts(one, other).here()),
            (
                Value::Object { class: one, .. } | Value::Met { class: one, .. },
                Value::Object { class: other, .. } | Value::Met { class: other, .. },
            ) if one == other => self.objects(one, expected, actual),
            (one, other) if self.equal_leaves(one, other) => None,
            (one, other) if std::mem::discriminant(one) == std::mem::discriminant(other) => {
                Some(What::Values(one, other).here())
            }
            (one, other) => Some(What::Types(one, other).here()),
        }
    }

    fn sequences(&mut self, expected: &'v [Value], actual: &'v [Value]) -> Option<Divergence<'v>> {
        if expected.len() != actual.len() {
            return Some(What::Length(expected.len(), actual.len()).here());
        }
        if self.is_relaxed(&ValueRelaxation::AnyOrder) {
            return self.unordered(expected, actual);
        }
        let mut pairs = expected.iter().zip(actual).enumerate();
        pairs.find_map(|(index, (one, other))| Some(self.first(one, other)?.at(Step::Item(index))))
    }

    fn unordered(&mut self, expected: &'v [Value], actual: &'v [Value]) -> Option<Divergence<'v>> {
        let partners = self.matched(&expected.iter().collect::<Vec<_>>(), &actual.iter().collect::<Vec<_>>());
        let Some(partners) = partners else {
            return Some(What::Length(expected.len(), actual.len()).here());
        };
        if let Some(missing) = partners.first_alone() {
            return Some(What::MissingItem(&expected[missing]).here());
        }
        partners.free().next().map(|extra| What::ExtraItem(&actual[extra]).here())
    }

    fn dicts(
        &mut self,
        expected: &'v [(Value, Value)],
        actual: &'v [(Value, Value)],
    ) -> Option<Divergence<'v>> {
        let keys = |all: &'v [(Value, Value)]| all.iter().map(|(key, _)| key).collect::<Vec<_>>();
        let values = |all: &'v [(Value, Value)]| all.iter().map(|(_, value)| value).collect::<Vec<_>>();
        let partners =
            self.matched_with([&keys(expected), &keys(actual)], Some([&values(expected), &values(actual)]));
        let Some(partners) = partners else {
            return Some(What::Length(expected.len(), actual.len()).here());
        };
        for (place, (key, value)) in expected.iter().enumerate() {
            let Some(partner) = partners.of(place) else { return Some(What::MissingKey(key).here()) };
            if let Some(divergence) = self.first(value, &actual[partner].1) {
                return Some(divergence.at(Step::Key(key)));
            }
        }
        partners.free().next().map(|extra| What::ExtraKey(&actual[extra].0).here())
    }

    /// Compares two objects of classes with the same name.
    fn objects(&mut self, class: &'v str, expected: &'v Value, actual: &'v Value) -> Option<Divergence<'v>> {
        let [one, other] = [self.meetings.expected.state(expected), self.meetings.actual.state(actual)];
        match (one, other) {
            (Some(_), Some(_)) if let (Some(one), Some(other)) = (plain(expected), plain(actual)) => {
                let has_other_digits =
                    || matches!(digits(expected).zip(digits(actual)), Some((one, other)) if one != other);
                let is_same =
                    self.first(one, other).is_none() && (self.tolerance.is_some() || !has_other_digits());
                (!is_same).then(|| What::Values(expected, actual).here())
            }
            _ if self.is_relaxed(&ValueRelaxation::ClassOnly) => None,
            (None, _) => None,
            (Some(_), None) => Some(What::Unreadable(class).here()),
            (Some(one), Some(other)) => self.states(class, one, other),
        }
    }

    /// Compares what objects hold: by `repr`, if the expected object's class defines it; otherwise by their attributes and
    /// their content.
    fn states(&mut self, class: &'v str, expected: &'v State, actual: &'v State) -> Option<Divergence<'v>> {
        if let Some(wanted) = self.notation.text_of(expected) {
            let found = actual.repr.as_deref().or(actual.shown.as_deref());
            return (found != Some(wanted)).then(|| What::Repr { class, wanted, found }.here());
        }
        match self.meetings.meet(expected.number, actual.number) {
            Meeting::First => {}
            Meeting::Again => return None,
            Meeting::OfAnother => return Some(What::Shared(class).here()),
        }
        let held = |name: &str| {
            let all = actual.attributes.iter().chain(&actual.properties).chain(&actual.defaults);
            all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
        };
        let attributes = expected.attributes.iter().map(|pair| (pair, !is_private(&pair.0)));
        // The private fields of Java are properties here.
        let properties = expected
            .properties
            .iter()
            .map(|pair| (pair, !is_private(&pair.0) && self.notation != Notation::Java));
        // What holds nothing else is soon looked at.
        let (mut all, others): (Vec<_>, Vec<_>) =
            attributes.chain(properties).partition(|((_, value), _)| is_leaf(value));
        all.extend(others);
        let is_missing =
            |(pair, is_public): &(&'v (String, Value), bool)| *is_public && held(&pair.0).is_none();
        if let Some((pair, _)) = all.iter().find(|one| is_missing(one)) {
            return Some(What::MissingAttribute(&pair.0).here());
        }
        for ((name, wanted), _) in all {
            let Some(found) = held(name) else { continue };
            if let Some(divergence) = self.first(wanted, found) {
                return Some(divergence.at(Step::Attribute(name)));
            }
        }
        let ends = |state: &'v State| state.attributes.iter().find(|(name, _)| is_end(name));
        match (&expected.content, &actual.content) {
            (None, None) => None,
            (Some(_), Some(_)) => self.contents(expected, actual).or_else(|| {
                let (name, found) =
                    ends(actual).filter(|_| actual.number.is_none() && ends(expected).is_none())?;
                Some(if name == "more" { What::NoEnd } else { What::End(found) }.here())
            }),
            (Some(wanted), None) => Some(What::NoContent(class, wanted).here()),
            (None, Some(found)) => Some(What::Content(class, found).here()),
        }
    }

    fn contents(&mut self, expected: &'v State, actual: &'v State) -> Option<Divergence<'v>> {
        self.first(expected.content.as_ref()?, actual.content.as_ref()?)
    }

    fn equal_leaves(&self, expected: &Value, actual: &Value) -> bool {
        if let (Value::Float(one), Value::Float(other)) = (expected, actual)
            && (one == other || (one.is_nan() && other.is_nan()))
        {
            return true;
        }
        match (self.tolerance, number(expected), number(actual)) {
            (Some(tolerance), Some(one), Some(other)) => tolerance.accepts(&one, &other),
            _ => expected == actual,
        }
    }
}

/// Tells whether an attribute says that going through something goes on or fails after the last item.
fn is_end(name: &str) -> bool {
    matches!(name, "raised" | "thrown" | "more")
}

/// Tells whether a value holds no others.
fn is_leaf(value: &Value) -> bool {
    use Value::{Dict, FrozenSet, List, Met, Object, Set, Tuple};
    !matches!(value, List(_) | Tuple(_) | Set(_) | FrozenSet(_) | Dict(_) | Object { .. } | Met { .. })
}

/// Tells whether an attribute is the class's own affair.
fn is_private(name: &str) -> bool {
    name.starts_with('_')
}

/// Tells whether a class is a type of numbers, of Java, C or C++.
fn is_number(class: &str) -> bool {
    let words = class.split(' ').filter(|word| !matches!(*word, "unsigned" | "signed"));
    let width: Vec<&str> = words.collect();
    matches!(width.as_slice(), ["long" | "short" | "byte" | "float" | "int"] | ["long", "long" | "double"])
        || matches!(class, "signed char" | "unsigned char")
}

/// Returns what a value of a type of numbers or characters is, whose class says nothing more than its type.
fn plain(value: &Value) -> Option<&Value> {
    let Value::Object { class, state: Some(state) } = value else { return None };
    let is_plain = is_number(class) || matches!(class.as_str(), "char" | "complex");
    state.content.as_ref().filter(|_| is_plain && state.number.is_none())
}

/// Returns all digits of a `long double`, of which its content is only the nearest `double`; `None` if it is written in a spec.
fn digits(value: &Value) -> Option<&str> {
    match value {
        Value::Object { class, state: Some(state) } if class == "long double" => state.repr.as_deref(),
        _ => None,
    }
}

/// Tells whether all that an object holds is a number.
fn is_number_of_package(state: &State) -> bool {
    let is_number = matches!(state.content, Some(Value::Int(_) | Value::Float(_)));
    is_number && state.number.is_none() && state.repr.is_none() && state.attributes.is_empty()
}

fn number(value: &Value) -> Option<Number<'_>> {
    match value {
        Value::Int(digits) => Some(Number::of_hexadecimal(digits)),
        Value::Float(number) => Some(Number::from(*number)),
        // Numbers of other widths than the usual ones, as Java has them.
        Value::Object { class, state: Some(state) } if is_number(class) => number(state.content.as_ref()?),
        // Numbers of packages, such as those of numpy.
        Value::Object { state: Some(state), .. } if is_number_of_package(state) => {
            number(state.content.as_ref()?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Tolerance;

    fn divergence(expected: &Value, actual: &Value, relaxed: &[ValueRelaxation]) -> Option<String> {
        super::divergence(Notation::Python, expected, actual, relaxed)
    }

    fn int(number: i32) -> Value {
        Value::Int(format!("{number:x}"))
    }

    fn text(text: &str) -> Value {
        Value::Str(text.to_owned())
    }

    #[test]
    fn types_are_exact() {
        let say = |one, other| divergence(&one, &other, &[]);
        assert_eq!(say(int(1), int(1)), None);
        assert_eq!(say(Value::Bool(true), int(1)).unwrap(), "expected a bool, `True`, got an int, `1`");
        assert_eq!(say(Value::Bool(false), Value::None).unwrap(), "expected a bool, `False`, got `None`");
        assert_eq!(
            say(Value::List(vec![]), Value::Tuple(vec![])).unwrap(),
            "expected a list, `[]`, got a tuple, `()`"
        );
        assert!(say(int(5), Value::Float(5.0)).is_some());
        assert_eq!(say(Value::Float(f64::NAN), Value::Float(f64::NAN)), None);
    }

    #[test]
    fn the_place_is_named() {
        let grid = |cell: &str| {
            let row = |last: &str| Value::List(vec![text("red"), text(last)]);
            Value::List(vec![row("empty"), row(cell)])
        };
        let sentence = divergence(&grid("black"), &grid("red"), &[]).unwrap();
        assert_eq!(sentence, "at [1][1], expected 'black', got 'red'");
        let lines = divergence(&text("a\nb\nc"), &text("a\nx\nc"), &[]).unwrap();
        assert_eq!(lines, "line 2 of the text differs: expected 'b', got 'x'");
        // What differs is in what is shown of long texts.
        let long = |end: &str| text(&("a".repeat(100) + end));
        let a = "a".repeat(20);
        let late = divergence(&long("b"), &long("c"), &[]).unwrap();
        assert_eq!(late, format!("expected …{a}b', got …{a}c'"));
    }

    #[test]
    fn relaxations_accept_their_differences() {
        let (list, tuple) = (Value::List(vec![int(1), int(2)]), Value::Tuple(vec![int(2), int(1)]));
        let both = [ValueRelaxation::AnySequence, ValueRelaxation::AnyOrder];
        assert_eq!(divergence(&list, &tuple, &both), None);
        assert!(divergence(&list, &tuple, &both[..1]).is_some());
        let near = [ValueRelaxation::Numbers(Tolerance::of(1e-6))];
        assert_eq!(divergence(&int(5), &Value::Float(5.000_000_1), &near), None);
        assert!(divergence(&int(1), &Value::Bool(true), &near).is_some());
    }

    fn account(state: State) -> Value {
        Value::Object { class: "Account".to_owned(), state: Some(Box::new(state)) }
    }

    fn named(owner: &str, balance: i32) -> Value {
        let attributes = vec![("owner".to_owned(), text(owner)), ("balance".to_owned(), int(balance))];
        account(State { attributes, ..State::default() })
    }

    #[test]
    fn objects_are_compared_by_the_attributes_of_the_expected_one() {
        let list = |first, second| Value::List(vec![first, second]);
        let expected = list(named("B", 2), named("A", 3));
        assert_eq!(divergence(&expected, &expected, &[]), None);
        let reversed = list(named("A", 3), named("B", 2));
        assert_eq!(divergence(&expected, &reversed, &[]).unwrap(), "at [0].owner, expected 'B', got 'A'");
        assert_eq!(divergence(&expected, &reversed, &[ValueRelaxation::ClassOnly]), None);
        let more = account(State {
            attributes: vec![("_owner".to_owned(), text("B")), ("log".to_owned(), Value::None)],
            properties: vec![("owner".to_owned(), text("B")), ("balance".to_owned(), int(2))],
            ..State::default()
        });
        assert_eq!(divergence(&named("B", 2), &more, &[]), None);
        let less = account(State { attributes: vec![("owner".to_owned(), text("B"))], ..State::default() });
        assert_eq!(divergence(&named("B", 2), &less, &[]).unwrap(), "the attribute `balance` is missing");
        // Of an object from a built-in reference, only the class is known.
        assert_eq!(divergence(&Value::object("Account"), &less, &[]), None);
    }

    #[test]
    fn private_attributes_count_only_where_both_have_them() {
        let with = |name: &str, balance| {
            account(State { attributes: vec![(name.to_owned(), int(balance))], ..State::default() })
        };
        assert_eq!(divergence(&with("_balance", 2), &with("_money", 2), &[]), None);
        assert!(divergence(&with("_balance", 2), &with("_balance", 3), &[]).is_some());
    }

    #[test]
    fn if_the_expected_class_has_a_repr_only_that_is_compared() {
        let shown = |repr: &str, balance| {
            let attributes = vec![("balance".to_owned(), int(balance))];
            account(State { repr: Some(repr.to_owned()), attributes, ..State::default() })
        };
        assert_eq!(divergence(&shown("A: 3", 3), &shown("A: 3", 300), &[]), None);
        assert_eq!(
            divergence(&shown("A: 3", 3), &shown("A: 4", 3), &[]).unwrap(),
            "expected `A: 3`, got `A: 4`"
        );
        let sentence = divergence(&shown("A: 3", 3), &named("A", 3), &[]).unwrap();
        assert_eq!(sentence, "expected `A: 3`, and `Account` has no `__repr__` of its own");
    }

    #[test]
    fn subclasses_of_list_are_compared_by_their_items() {
        let stack =
            |items: Vec<Value>| account(State { content: Some(Value::List(items)), ..State::default() });
        assert_eq!(
            divergence(&stack(vec![int(1)]), &stack(vec![int(2)]), &[]).unwrap(),
            "at [0], expected `1`, got `2`"
        );
    }

    #[test]
    fn sets_and_dicts_have_no_order() {
        let set = |numbers: [i32; 2]| Value::Set(numbers.map(int).to_vec());
        assert_eq!(divergence(&set([1, 2]), &set([2, 1]), &[]), None);
        let dict =
            |pairs: [(i32, i32); 2]| Value::Dict(pairs.map(|(key, value)| (int(key), int(value))).to_vec());
        assert_eq!(divergence(&dict([(1, 2), (3, 4)]), &dict([(3, 4), (1, 2)]), &[]), None);
        let wrong = divergence(&dict([(1, 2), (3, 4)]), &dict([(1, 2), (3, 5)]), &[]).unwrap();
        assert_eq!(wrong, "at [3], expected `4`, got `5`");
    }

    fn floats(numbers: &[f64]) -> Value {
        Value::Set(numbers.iter().copied().map(Value::Float).collect())
    }

    #[test]
    fn items_without_an_order_are_matched_by_what_is_near() {
        let near = [ValueRelaxation::Numbers(Tolerance { absolute: 0.1, relative: 0.0, only_reals: false })];
        let same = |one: &[f64], other: &[f64]| divergence(&floats(one), &floats(other), &near).is_none();
        // The first that is near would leave nothing for the other.
        assert!(same(&[1.0, 1.15], &[1.09, 0.95]) && same(&[1.15, 1.0], &[0.95, 1.09]));
        let lists = |numbers: &[f64]| {
            Value::List(numbers.iter().map(|one| Value::List(vec![Value::Float(*one), int(7)])).collect())
        };
        let near_in_any_order = [near[0], ValueRelaxation::AnyOrder];
        let first = |one: &[f64], other: &[f64]| divergence(&lists(one), &lists(other), &near_in_any_order);
        assert_eq!(first(&[1.0, 1.15], &[1.09, 0.95]), None);
        assert_eq!(first(&[1.0, 1.15, 1.3], &[1.22, 1.09, 0.95]), None);
        assert_eq!(first(&[1.0, 1.15], &[1.2, 1.3]).unwrap(), "`[1.0, 7]` is missing");
        assert!(!same(&[1.0, 1.15], &[1.2, 1.3]));
        assert!(same(&[f64::INFINITY, 1.0], &[1.0, f64::INFINITY]) && !same(&[1.0], &[f64::NAN]));
        assert!(!same(&[1.0], &[f64::INFINITY]) && !same(&[f64::NAN], &[f64::INFINITY]));
        let far = |number: u128| Value::Set(vec![Value::Int(format!("{number:x}")), Value::Float(0.5)]);
        assert_eq!(divergence(&far(1 << 70), &far(1 << 70), &near), None);
        assert!(divergence(&far(1 << 70), &far((1 << 70) + 1), &near).is_some());
    }

    #[test]
    fn what_is_missing_among_a_hundred_thousand_others_is_found_and_named() {
        let pairs = |keys: &mut dyn Iterator<Item = String>| {
            Value::Dict(keys.map(|key| (text(&key), Value::None)).collect())
        };
        let words = |range: std::ops::Range<usize>| range.map(|at| format!("word{at}"));
        let junk = || (0..90_000).map(|at| format!("junk{at}"));
        let expected = pairs(&mut words(0..2000));
        let (less, more) =
            (pairs(&mut junk().chain(words(0..1999))), pairs(&mut junk().chain(words(0..2000))));
        for relaxed in [vec![], vec![ValueRelaxation::Numbers(Tolerance::of(1e-6))]] {
            let said = |actual| divergence(&expected, actual, &relaxed).unwrap();
            assert_eq!(said(&less), "the key `'word1999'` is missing");
            assert_eq!(said(&more), "the key `'junk0'` should not be there");
        }
        let objects = |count: i32| Value::Set((0..count).map(|at| named("A", at)).collect());
        let many = divergence(&objects(2000), &objects(60_000), &[]).unwrap();
        assert!(many == "expected 2000 items, got 60000" || many.ends_with("should not be there"), "{many}");
    }

    fn node(number: usize, value: i32, next: Value) -> Value {
        let attributes = vec![("value".to_owned(), int(value)), ("next".to_owned(), next)];
        let state = State { attributes, number: Some(number), ..State::default() };
        Value::Object { class: "Node".to_owned(), state: Some(Box::new(state)) }
    }

    fn met(number: usize) -> Value {
        Value::Met { class: "Node".to_owned(), number }
    }

    #[test]
    fn an_object_that_stands_for_two_is_told_and_one_that_is_numbered_otherwise_is_not() {
        let chain = node(1, 1, node(2, 2, node(3, 3, Value::None)));
        assert_eq!(
            divergence(&chain, &node(1, 1, met(1)), &[]).unwrap(),
            "at .next, the same `Node` object stands here a second time, where another one is expected"
        );
        let ring = |numbers: [usize; 2]| node(numbers[0], 1, node(numbers[1], 2, met(numbers[0])));
        assert_eq!(divergence(&ring([1, 2]), &ring([4, 3]), &[]), None);
        assert!(divergence(&ring([1, 2]), &node(1, 1, node(2, 2, met(2))), &[]).is_some());
        assert!(divergence(&ring([1, 2]), &node(1, 1, node(2, 2, Value::None)), &[]).is_some());
        let leaf = |number| node(number, 5, Value::None);
        let three = |items: [Value; 3]| Value::List(items.to_vec());
        assert!(
            divergence(&three([leaf(1), leaf(2), leaf(3)]), &three([leaf(1), met(1), met(1)]), &[]).is_some()
        );
        // Where one object is expected twice, two equal ones are as good.
        assert_eq!(
            divergence(&three([leaf(1), met(1), leaf(2)]), &three([leaf(1), leaf(2), leaf(3)]), &[]),
            None
        );
        let sets = |items: [Value; 3]| Value::Set(items.to_vec());
        let mixed = sets([node(1, 3, Value::None), node(2, 1, Value::None), node(3, 2, met(2))]);
        let other = sets([node(1, 2, node(2, 1, Value::None)), met(2), node(3, 3, Value::None)]);
        assert_eq!(divergence(&mixed, &other, &[]), None);
    }

    fn person(number: usize, friends: Vec<Value>, name: Option<usize>) -> Value {
        let friends = ("friends".to_owned(), Value::Set(friends));
        let name = name.map(|name| ("name".to_owned(), text(&format!("p{name}"))));
        let attributes = [friends].into_iter().chain(name).collect();
        let state = State { attributes, number: Some(number), ..State::default() };
        Value::Object { class: "Person".to_owned(), state: Some(Box::new(state)) }
    }

    /// Everybody knows everybody else. They are met in this order.
    fn all_friends(order: &[usize], names: &[Option<usize>]) -> Value {
        fn meet(at: usize, order: &[usize], names: &[Option<usize>], met: &mut Vec<usize>) -> Value {
            met.push(at);
            let number = met.len();
            let others: Vec<usize> = order.iter().copied().filter(|other| *other != at).collect();
            let friends = others.into_iter().map(|other| match met.iter().position(|one| *one == other) {
                Some(place) => Value::Met { class: "Person".to_owned(), number: place + 1 },
                None => meet(other, order, names, met),
            });
            let friends = friends.collect();
            person(number, friends, names[at])
        }
        meet(0, order, names, &mut Vec::new())
    }

    #[test]
    fn objects_that_know_each_other_are_paired_by_their_places_and_that_ends_soon() {
        let names: Vec<Option<usize>> = (0..9).map(Some).collect();
        let (forwards, backwards) = ((0..9).collect::<Vec<_>>(), (0..9).rev().collect::<Vec<_>>());
        let friends = all_friends(&forwards, &names);
        assert_eq!(divergence(&friends, &all_friends(&backwards, &names), &[]), None);
        let mut others = names.clone();
        others[7] = Some(70);
        assert!(divergence(&friends, &all_friends(&backwards, &others), &[]).is_some());
        let nameless = vec![None; 9];
        assert_eq!(
            divergence(&all_friends(&forwards, &nameless), &all_friends(&backwards, &nameless), &[]),
            None
        );
        // Two guests hold the same, and one of them is the host: the first or the last that is met.
        let party = |host: usize| {
            let guests = [1, 2].map(|number| person(number, vec![], None)).to_vec();
            let host = Value::Met { class: "Person".to_owned(), number: host };
            let attributes = vec![("guests".to_owned(), Value::Set(guests)), ("host".to_owned(), host)];
            let state = State { attributes, number: Some(3), ..State::default() };
            Value::Object { class: "Party".to_owned(), state: Some(Box::new(state)) }
        };
        assert_eq!(divergence(&party(1), &party(2), &[]), None);
    }

    #[test]
    fn what_is_equal_is_paired_before_what_is_only_near() {
        let near = [
            ValueRelaxation::AnyOrder,
            ValueRelaxation::Numbers(Tolerance { absolute: 2.0, relative: 0.0, only_reals: false }),
        ];
        let colours = || (0..1000).map(|at| [100 + at / 100, 50 + at / 10 % 10, at % 10]);
        let tuple = |colour: [i32; 3]| Value::Tuple(colour.map(int).to_vec());
        let forwards = Value::List(colours().map(tuple).collect());
        let backwards = Value::List(colours().rev().map(tuple).collect());
        assert_eq!(divergence(&forwards, &backwards, &near), None);
        let point = |at: i32, by: f64| {
            let attributes = vec![("x".to_owned(), Value::Float(f64::from(at) * 5.0 + by))];
            account(State { attributes, ..State::default() })
        };
        let points = Value::List((0..2000).map(|at| point(at, 0.0)).collect());
        let others = Value::List((0..2000).rev().map(|at| point(at, 0.5)).collect());
        assert_eq!(divergence(&points, &others, &near), None);
        let shades = |order: [usize; 3]| {
            let all = [([0, 0, 0], 10), ([0, 1, 0], 200), ([1, 0, 0], 90)];
            Value::Dict(order.map(|at| (tuple(all[at].0), int(all[at].1))).to_vec())
        };
        assert_eq!(divergence(&shades([0, 1, 2]), &shades([2, 0, 1]), &near), None);
    }

    #[test]
    fn what_one_side_does_not_tell_is_a_difference() {
        let with = |content: Option<Value>, properties: Vec<(String, Value)>| {
            account(State { content, properties, ..State::default() })
        };
        let area = || vec![("area".to_owned(), int(3))];
        assert_eq!(
            divergence(&with(None, area()), &with(None, vec![]), &[]).unwrap(),
            "the attribute `area` is missing"
        );
        assert_eq!(
            divergence(&with(Some(Value::List(vec![])), vec![]), &with(None, vec![]), &[]).unwrap(),
            "the `Account` object must hold a list, `[]`, and does not"
        );
        assert!(divergence(&with(None, vec![]), &with(Some(Value::List(vec![])), vec![]), &[]).is_some());
        assert_eq!(
            divergence(&with(None, area()), &Value::object("Account"), &[]).unwrap(),
            "what the `Account` object holds is too large or cannot be read"
        );
    }
}
