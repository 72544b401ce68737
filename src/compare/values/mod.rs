//! Compares values by their exact types and by what they hold, and finds the first difference.
//!
//! Nothing is equal because it is missing: a part that one of two values does not tell is a difference. Only an expected object of
//! which nothing but the class is known asks for nothing but the class, and a spec whose reference says so little is refused
//! ([`crate::session::incomparable`]), but for built-in references.

mod matching;
mod meetings;
mod told;

use yardstick_reference::{State, Value};

use self::meetings::{Meeting, Meetings};
use self::told::{Divergence, Step, What};
use crate::session::Notation;
use crate::spec::{Number, Tolerance, ValueRelaxation};

/// The deepest nesting that is compared, which only objects that hold each other reach.
const MOST_DEPTH: usize = 300;

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
    depth: usize,
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
        Self { notation, relaxed, tolerance, meetings: Meetings::new(expected, actual), depth: 0 }
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
        if self.depth > MOST_DEPTH {
            return Some(What::Values(expected, actual).here());
        }
        self.depth += 1;
        let first = self.first_inside(expected, actual);
        self.depth -= 1;
        first
    }

    fn first_inside(&mut self, expected: &'v Value, actual: &'v Value) -> Option<Divergence<'v>> {
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
        let matching = self.matched(&expected.iter().collect::<Vec<_>>(), &actual.iter().collect::<Vec<_>>());
        if matching.is_given_up {
            return Some(What::Length(expected.len(), actual.len()).here());
        }
        if let Some(missing) = matching.partners.iter().position(Option::is_none) {
            return Some(What::MissingItem(&expected[missing]).here());
        }
        matching.extra().map(|extra| What::ExtraItem(&actual[extra]).here())
    }

    fn dicts(
        &mut self,
        expected: &'v [(Value, Value)],
        actual: &'v [(Value, Value)],
    ) -> Option<Divergence<'v>> {
        let keys = |all: &'v [(Value, Value)]| all.iter().map(|(key, _)| key).collect::<Vec<_>>();
        let matching = self.matched(&keys(expected), &keys(actual));
        if matching.is_given_up {
            return Some(What::Length(expected.len(), actual.len()).here());
        }
        for ((key, value), partner) in expected.iter().zip(&matching.partners) {
            let Some(partner) = *partner else { return Some(What::MissingKey(key).here()) };
            if let Some(divergence) = self.first(value, &actual[partner].1) {
                return Some(divergence.at(Step::Key(key)));
            }
        }
        matching.extra().map(|extra| What::ExtraKey(&actual[extra].0).here())
    }

    /// Compares two objects of classes with the same name.
    fn objects(&mut self, class: &'v str, expected: &'v Value, actual: &'v Value) -> Option<Divergence<'v>> {
        let [one, other] = [self.meetings.expected.state(expected), self.meetings.actual.state(actual)];
        match (one, other) {
            (Some(one), Some(other)) if is_number(class) || matches!(class, "char" | "complex") => {
                let is_same = self.contents(one, other).is_none();
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
            let found = actual.repr.as_deref();
            return (found != Some(wanted)).then(|| What::Repr { class, wanted, found }.here());
        }
        match self.meetings.meet(expected.number, actual.number) {
            Meeting::First => {}
            Meeting::Again => return None,
            Meeting::OfAnother => return Some(What::Shared(class).here()),
        }
        let held = |name: &str| {
            let all = actual.attributes.iter().chain(&actual.properties);
            all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
        };
        let attributes = expected.attributes.iter().map(|pair| (pair, !is_private(&pair.0)));
        // The private fields of Java are properties here.
        let properties = expected
            .properties
            .iter()
            .map(|pair| (pair, !is_private(&pair.0) && self.notation != Notation::Java));
        let all: Vec<_> = attributes.chain(properties).collect();
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
        match (&expected.content, &actual.content) {
            (None, None) => None,
            (Some(_), Some(_)) => self.contents(expected, actual),
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

fn number(value: &Value) -> Option<Number<'_>> {
    match value {
        Value::Int(digits) => Some(Number::of_hexadecimal(digits)),
        Value::Float(number) => Some(Number::from(*number)),
        // Numbers of other widths than the usual ones, as Java has them.
        Value::Object { class, state: Some(state) } if is_number(class) => number(state.content.as_ref()?),
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
}
