//! Compares values by their exact types, and names the place of the first difference.

use yardstick_reference::{State, Value};

use super::difference::shortened;
use crate::session::Notation;
use crate::spec::{Number, ValueRelaxation};

/// Returns the first difference of two values: its path, such as `[2][0]`, and the values there.
pub(super) fn divergence(
    notation: Notation,
    expected: &Value,
    actual: &Value,
    relaxed: &[ValueRelaxation],
) -> Option<String> {
    Comparer { notation, relaxed }.divergence(expected, actual, "")
}

struct Comparer<'a> {
    notation: Notation,
    relaxed: &'a [ValueRelaxation],
}

impl Comparer<'_> {
    fn divergence(&self, expected: &Value, actual: &Value, path: &str) -> Option<String> {
        let differ = |what: String| Some(place_before(path, &what));
        match (expected, actual) {
            (Value::List(one), Value::List(other)) | (Value::Tuple(one), Value::Tuple(other)) => {
                self.sequences(one, other, path)
            }
            (Value::List(one), Value::Tuple(other)) | (Value::Tuple(one), Value::List(other))
                if self.relaxed.contains(&ValueRelaxation::AnySequence) =>
            {
                self.sequences(one, other, path)
            }
            (Value::Set(one), Value::Set(other)) | (Value::FrozenSet(one), Value::FrozenSet(other)) => {
                self.unordered(one, other).and_then(differ)
            }
            (Value::Dict(one), Value::Dict(other)) => self.dicts(one, other, path),
            (Value::Str(one), Value::Str(other)) if one != other => differ(texts(self.notation, one, other)),
            (Value::Object { class, state: one }, Value::Object { class: other, state })
                if class == other =>
            {
                match (one, state) {
                    (Some(one), Some(other)) if is_number(class) || class == "char" => {
                        let same = self.contents(one, other, "").is_none();
                        (!same).then(|| place_before(path, &self.both(expected, actual)))
                    }
                    (Some(one), Some(other)) => self.states(class, one, other, path),
                    // Inside of a value an object that was met before is not read again. The value itself was not.
                    (Some(_), None)
                        if path.is_empty() && !self.relaxed.contains(&ValueRelaxation::ClassOnly) =>
                    {
                        Some(format!(
                            "what the `{}` object holds is too large or cannot be read",
                            shortened(class)
                        ))
                    }
                    (Some(_), None) | (None, _) => None,
                }
            }
            (one, other) if self.equal_leaves(one, other) => None,
            (one, other) if std::mem::discriminant(one) == std::mem::discriminant(other) => {
                differ(self.both(one, other))
            }
            (one, other) => differ(format!("expected {}, got {}", self.typed(one), self.typed(other))),
        }
    }

    fn sequences(&self, expected: &[Value], actual: &[Value], path: &str) -> Option<String> {
        let place = if path.is_empty() { String::new() } else { format!("at {path}, ") };
        if expected.len() != actual.len() {
            return Some(format!("{place}expected {} items, got {}", expected.len(), actual.len()));
        }
        if self.relaxed.contains(&ValueRelaxation::AnyOrder) {
            return self.unordered(expected, actual).map(|what| format!("{place}{what}"));
        }
        let pairs = expected.iter().zip(actual).enumerate();
        pairs
            .map(|(index, (one, other))| self.divergence(one, other, &format!("{path}[{index}]")))
            .find_map(|it| it)
    }

    fn unordered(&self, expected: &[Value], actual: &[Value]) -> Option<String> {
        let mut left: Vec<&Value> = actual.iter().collect();
        for one in expected {
            let Some(at) = left.iter().position(|other| self.divergence(one, other, "").is_none()) else {
                return Some(format!("`{}` is missing", self.short(one)));
            };
            left.swap_remove(at);
        }
        left.first().map(|extra| format!("`{}` should not be there", self.short(extra)))
    }

    fn dicts(&self, expected: &[(Value, Value)], actual: &[(Value, Value)], path: &str) -> Option<String> {
        let place = if path.is_empty() { String::new() } else { format!("at {path}, ") };
        for (key, value) in expected {
            let Some((_, other)) = actual.iter().find(|(other, _)| self.divergence(key, other, "").is_none())
            else {
                return Some(format!("{place}the key `{}` is missing", self.short(key)));
            };
            let divergence = self.divergence(value, other, &format!("{path}[{}]", self.short(key)));
            if divergence.is_some() {
                return divergence;
            }
        }
        let known = |key: &Value| expected.iter().any(|(one, _)| self.divergence(one, key, "").is_none());
        let extra = actual.iter().find(|(key, _)| !known(key))?;
        Some(format!("{place}the key `{}` should not be there", self.short(&extra.0)))
    }

    /// Compares objects of the same class: by `repr`, if the expected object's class defines it; otherwise by their
    /// attributes and their content.
    fn states(&self, class: &str, expected: &State, actual: &State, path: &str) -> Option<String> {
        if self.relaxed.contains(&ValueRelaxation::ClassOnly) {
            return None;
        }
        let place = if path.is_empty() { String::new() } else { format!("at {path}, ") };
        if let Some(wanted) = &expected.repr {
            let sentence = match &actual.repr {
                Some(found) if found == wanted => return None,
                Some(found) => format!("expected `{}`, got `{}`", shortened(wanted), shortened(found)),
                None => {
                    format!("expected `{}`, and `{class}` has no `__repr__` of its own", shortened(wanted))
                }
            };
            return Some(format!("{place}{sentence}"));
        }
        let held = |name: &str| {
            let all = actual.attributes.iter().chain(&actual.properties);
            all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
        };
        let missing = expected.attributes.iter().map(|(name, _)| name);
        let missing = missing.filter(|name| !name.starts_with('_')).find(|name| held(name).is_none());
        if let Some(name) = missing {
            let attribute = if self.notation.is_native() { "field" } else { "attribute" };
            return Some(format!("{place}the {attribute} `{name}` is missing"));
        }
        let both = expected.attributes.iter().chain(&expected.properties);
        let both = both.filter_map(|(name, wanted)| Some((name, wanted, held(name)?)));
        both.map(|(name, wanted, found)| self.divergence(wanted, found, &format!("{path}.{name}")))
            .chain([self.contents(expected, actual, path)])
            .find_map(|divergence| divergence)
    }

    fn contents(&self, expected: &State, actual: &State, path: &str) -> Option<String> {
        self.divergence(expected.content.as_ref()?, actual.content.as_ref()?, path)
    }

    /// Returns a value with the name of its type, unless its text says as much.
    fn typed(&self, value: &Value) -> String {
        let (name, shown) = (self.notation.type_name(value), self.short(value));
        if name == shown { format!("`{shown}`") } else { format!("{name}, `{shown}`") }
    }

    fn both(&self, expected: &Value, actual: &Value) -> String {
        format!("expected `{}`, got `{}`", self.short(expected), self.short(actual))
    }

    fn short(&self, value: &Value) -> String {
        shortened(&self.notation.told(value))
    }

    fn equal_leaves(&self, expected: &Value, actual: &Value) -> bool {
        if let (Value::Float(one), Value::Float(other)) = (expected, actual)
            && (one == other || (one.is_nan() && other.is_nan()))
        {
            return true;
        }
        let tolerance = self.relaxed.iter().find_map(|relaxation| match relaxation {
            ValueRelaxation::Numbers(tolerance) => Some(*tolerance),
            ValueRelaxation::AnySequence | ValueRelaxation::AnyOrder | ValueRelaxation::ClassOnly => None,
        });
        match (tolerance, number(expected), number(actual)) {
            (Some(tolerance), Some(one), Some(other)) => tolerance.accepts(&one, &other),
            _ => expected == actual,
        }
    }
}

fn place_before(path: &str, what: &str) -> String {
    if path.is_empty() { what.to_owned() } else { format!("at {path}, {what}") }
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

/// Describes the difference of two texts of several lines by their first differing line.
fn texts(notation: Notation, expected: &str, actual: &str) -> String {
    let quoted = |text: &str| shortened(&notation.repr(&Value::Str(text.to_owned())));
    let (one, other): (Vec<&str>, Vec<&str>) = (expected.split('\n').collect(), actual.split('\n').collect());
    if one.len() == 1 {
        return format!("expected {}, got {}", quoted(expected), quoted(actual));
    }
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    match (one.get(same), other.get(same)) {
        (Some(one), Some(other)) => {
            format!("line {} of the text differs: expected {}, got {}", same + 1, quoted(one), quoted(other))
        }
        (Some(missing), None) => format!("the text ends too early: {} is missing", quoted(missing)),
        (None, Some(extra)) => format!("the text goes on where it should end, with {}", quoted(extra)),
        (None, None) => "the texts differ".to_owned(),
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
