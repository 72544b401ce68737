//! A literal in the light of the value that it is compared with: what C and C++ write in one way may have many types.

use yardstick_reference::{State, Value};

use super::literal::{typed, with_state};
use super::show::WHOLE;

/// Returns an integer in the type of another value, if that is one: `5` is written for a `long` too, `{1, 2}` for a
/// `std::vector`, and `{1, 2}` for a structure of two fields.
pub(in crate::session) fn like(wanted: Value, found: &Value) -> Value {
    match (wanted, found) {
        (Value::Int(digits), Value::Bool(_)) if digits == "0" || digits == "1" => Value::Bool(digits == "1"),
        (Value::List(items), Value::List(others)) => Value::List(each_like(items, others)),
        (Value::List(items), Value::Tuple(others)) => Value::Tuple(each_like(items, others)),
        (Value::List(items), Value::Set(others)) => {
            Value::Set(items.into_iter().map(|item| like_one_of(item, others.first())).collect())
        }
        (Value::List(items), Value::Dict(others)) => dict_like(items, others.first()),
        (Value::Object { class, state: Some(state) }, found) if class == "char" => {
            match (&found, state.content) {
                (Value::Object { class, .. }, content) if class == "char" => typed("char", content),
                (_, Some(code)) => like(code, found),
                (_, None) => Value::object(class),
            }
        }
        // The number of another enumerator is not known, so it is none.
        (Value::Enum { member, .. }, Value::Object { class, state: Some(state) }) if state.repr.is_some() => {
            let is_it = state.repr.as_ref() == Some(&member);
            let content =
                if is_it { state.content.clone() } else { Some(super::literal::enumerator(&member)) };
            with_state(class, State { repr: Some(member), content, ..State::default() })
        }
        (wanted, Value::Object { class, state: Some(state) }) => object_like(wanted, class, state),
        (wanted, _) => wanted,
    }
}

fn like_one_of(wanted: Value, found: Option<&Value>) -> Value {
    match found {
        Some(found) => like(wanted, found),
        None => wanted,
    }
}

fn each_like(items: Vec<Value>, others: &[Value]) -> Vec<Value> {
    let last = others.last();
    let of = |at: usize| others.get(at).or(last);
    items.into_iter().enumerate().map(|(at, item)| like_one_of(item, of(at))).collect()
}

fn dict_like(items: Vec<Value>, found: Option<&(Value, Value)>) -> Value {
    let pair = |item: &Value| match item {
        Value::List(pair) => match pair.as_slice() {
            [key, value] => Some((
                like_one_of(key.clone(), found.map(|(key, _)| key)),
                like_one_of(value.clone(), found.map(|(_, value)| value)),
            )),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(pair).collect::<Option<Vec<_>>>().map_or(Value::List(items), Value::Dict)
}

fn object_like(wanted: Value, class: &str, found: &State) -> Value {
    let is_number = WHOLE.iter().any(|(known, ..)| *known == class) || class == "char";
    match (wanted, &found.content) {
        (Value::Object { class: own, state: Some(state) }, _) if own.is_empty() => {
            let of =
                |name: &str| found.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value);
            let fields = state.attributes.into_iter();
            let attributes =
                fields.map(|(name, value)| (name.clone(), like_one_of(value, of(&name)))).collect();
            with_state(class, State { attributes, ..State::default() })
        }
        (wanted @ Value::Object { .. }, _) => wanted,
        (Value::List(items), None) if items.len() == found.attributes.len() => {
            let fields = items.into_iter().zip(&found.attributes);
            let attributes = fields.map(|(item, (name, other))| (name.clone(), like(item, other))).collect();
            with_state(class, State { attributes, ..State::default() })
        }
        (wanted @ Value::Int(_), Some(Value::Int(_))) if is_number => typed(class, Some(wanted)),
        (wanted, Some(content)) if class == "std::optional" && matches!(content, Value::Null) => wanted,
        (wanted, Some(content)) if !is_number && !matches!(class, "float" | "long double") => {
            typed(class, Some(like(wanted, content)))
        }
        (wanted, _) => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dialect;
    use super::super::literal::literal;
    use super::*;

    #[test]
    fn a_number_without_a_suffix_has_the_type_of_what_it_is_compared_with() {
        let read = |text: &str| literal(Dialect::C, text).unwrap();
        for (wanted, found) in [
            ("5", "5L"),
            ("5", "(short) 5"),
            ("97", "'a'"),
            ("{1, 2}", "{1L, 2L}"),
            ("1", "true"),
            ("'a'", "97"),
        ] {
            assert_eq!(like(read(wanted), &read(found)), read(found), "{wanted}, {found}");
        }
        assert_ne!(like(read("5L"), &read("5")), read("5"));
        let point = with_state(
            "point",
            State { attributes: vec![("x".into(), read("1")), ("y".into(), read("2L"))], ..State::default() },
        );
        assert_eq!(like(read("{1, 2}"), &point), point);
        assert_eq!(like(read("{.x = 1, .y = 2}"), &point), point);
        let vector = typed("std::vector", Some(Value::List(vec![read("2L")])));
        assert_eq!(like(read("{2}"), &vector), vector);
        let map = typed("std::map", Some(Value::Dict(vec![(Value::Str("a".into()), read("2L"))])));
        assert_eq!(like(read("{{\"a\", 2}}"), &map), map);
    }
}
