//! Compares Python values by their exact types, and names the place where they part.

use yardstick_reference::Value;

use super::difference::shortened;
use crate::python::{repr, type_name};
use crate::spec::ValueRelaxation;

/// Where two values part: `[2][0]`, and what stands there.
pub(super) fn parting(expected: &Value, actual: &Value, relaxed: &[ValueRelaxation]) -> Option<String> {
    Comparer { relaxed }.parting(expected, actual, "")
}

struct Comparer<'a> {
    relaxed: &'a [ValueRelaxation],
}

impl Comparer<'_> {
    fn parting(&self, expected: &Value, actual: &Value, path: &str) -> Option<String> {
        let differ = |what: String| Some(if path.is_empty() { what } else { format!("at {path}, {what}") });
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
            (Value::Str(one), Value::Str(other)) if one != other => differ(texts(one, other)),
            (one, other) if self.equal_leaves(one, other) => None,
            (one, other) if std::mem::discriminant(one) == std::mem::discriminant(other) => {
                differ(format!("expected `{}`, got `{}`", short(one), short(other)))
            }
            (one, other) => differ(format!(
                "expected {}, `{}`, got {}, `{}`",
                type_name(one),
                short(one),
                type_name(other),
                short(other)
            ))
            .map(|sentence| sentence.replace("None, `None`", "`None`")),
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
            .map(|(index, (one, other))| self.parting(one, other, &format!("{path}[{index}]")))
            .find_map(|it| it)
    }

    fn unordered(&self, expected: &[Value], actual: &[Value]) -> Option<String> {
        let mut left: Vec<&Value> = actual.iter().collect();
        for one in expected {
            let Some(at) = left.iter().position(|other| self.parting(one, other, "").is_none()) else {
                return Some(format!("`{}` is missing", short(one)));
            };
            left.swap_remove(at);
        }
        left.first().map(|extra| format!("`{}` should not be there", short(extra)))
    }

    fn dicts(&self, expected: &[(Value, Value)], actual: &[(Value, Value)], path: &str) -> Option<String> {
        let place = if path.is_empty() { String::new() } else { format!("at {path}, ") };
        for (key, value) in expected {
            let Some((_, other)) = actual.iter().find(|(other, _)| self.parting(key, other, "").is_none())
            else {
                return Some(format!("{place}the key `{}` is missing", short(key)));
            };
            let parting = self.parting(value, other, &format!("{path}[{}]", short(key)));
            if parting.is_some() {
                return parting;
            }
        }
        let known = |key: &Value| expected.iter().any(|(one, _)| self.parting(one, key, "").is_none());
        let extra = actual.iter().find(|(key, _)| !known(key))?;
        Some(format!("{place}the key `{}` should not be there", short(&extra.0)))
    }

    fn equal_leaves(&self, expected: &Value, actual: &Value) -> bool {
        if let (Value::Float(one), Value::Float(other)) = (expected, actual)
            && (one == other || (one.is_nan() && other.is_nan()))
        {
            return true;
        }
        let tolerance = self.relaxed.iter().find_map(|relaxation| match relaxation {
            ValueRelaxation::Numbers(tolerance) => Some(*tolerance),
            ValueRelaxation::AnySequence | ValueRelaxation::AnyOrder => None,
        });
        match (tolerance, number(expected), number(actual)) {
            (Some(tolerance), Some(one), Some(other)) => {
                (one - other).abs() <= tolerance * one.abs().max(other.abs()).max(1.0) || one == other
            }
            _ => expected == actual,
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(digits) => i128::from_str_radix(digits, 16).ok().map(|number| number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Texts of several lines are told apart by their first line that differs.
fn texts(expected: &str, actual: &str) -> String {
    let quoted = |text: &str| shortened(&repr(&Value::Str(text.to_owned())));
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

fn short(value: &Value) -> String {
    shortened(&repr(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(number: i32) -> Value {
        Value::Int(format!("{number:x}"))
    }

    fn text(text: &str) -> Value {
        Value::Str(text.to_owned())
    }

    #[test]
    fn types_are_exact() {
        let say = |one, other| parting(&one, &other, &[]);
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
        let sentence = parting(&grid("black"), &grid("red"), &[]).unwrap();
        assert_eq!(sentence, "at [1][1], expected 'black', got 'red'");
        let lines = parting(&text("a\nb\nc"), &text("a\nx\nc"), &[]).unwrap();
        assert_eq!(lines, "line 2 of the text differs: expected 'b', got 'x'");
    }

    #[test]
    fn relaxations_forgive_what_they_say() {
        let (list, tuple) = (Value::List(vec![int(1), int(2)]), Value::Tuple(vec![int(2), int(1)]));
        let both = [ValueRelaxation::AnySequence, ValueRelaxation::AnyOrder];
        assert_eq!(parting(&list, &tuple, &both), None);
        assert!(parting(&list, &tuple, &both[..1]).is_some());
        let near = [ValueRelaxation::Numbers(1e-6)];
        assert_eq!(parting(&int(5), &Value::Float(5.000_000_1), &near), None);
        assert!(parting(&int(1), &Value::Bool(true), &near).is_some());
    }

    #[test]
    fn sets_and_dicts_have_no_order() {
        let set = |numbers: [i32; 2]| Value::Set(numbers.map(int).to_vec());
        assert_eq!(parting(&set([1, 2]), &set([2, 1]), &[]), None);
        let dict =
            |pairs: [(i32, i32); 2]| Value::Dict(pairs.map(|(key, value)| (int(key), int(value))).to_vec());
        assert_eq!(parting(&dict([(1, 2), (3, 4)]), &dict([(3, 4), (1, 2)]), &[]), None);
        let wrong = parting(&dict([(1, 2), (3, 4)]), &dict([(1, 2), (3, 5)]), &[]).unwrap();
        assert_eq!(wrong, "at [3], expected `4`, got `5`");
    }
}
