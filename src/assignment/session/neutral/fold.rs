//! Makes the answers of every language comparable: a value is a value in all of them.

use yardstick_reference::{Answer, Raised, State, Value};

use super::interface::{Interface, Type};
use crate::session::Notation;
use crate::untrusted::{Text, Untrusted};

/// The types of whole numbers and of floating-point numbers that are not the usual ones of Java, C and C++.
const NUMBERS: [&str; 15] = [
    "long",
    "short",
    "byte",
    "float",
    "int",
    "long long",
    "long double",
    "signed char",
    "unsigned char",
    "unsigned short",
    "unsigned int",
    "unsigned long",
    "unsigned long long",
    "BigInteger",
    "unsigned",
];

/// What an answer is folded with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folding<'a> {
    pub(super) interface: &'a Interface,
    /// The language of the answer.
    pub(super) notation: Notation,
}

impl Folding<'_> {
    /// Returns the answer to a line whose value has a type.
    pub(super) fn answer<T: Text + From<String>>(self, answer: Answer<T>, gives: &Type) -> Answer<T> {
        let raised = answer.raised.map(|raised| {
            let error = self.interface.error(self.notation, raised.class.expose()).map(str::to_owned);
            Raised { class: error.map_or(raised.class, T::from), ..raised }
        });
        let value = answer.value.map(|value| match gives {
            Type::Nothing => Value::None,
            gives => self.value(value, gives),
        });
        Answer { value, raised, ..answer }
    }

    fn value(self, value: Value, wanted: &Type) -> Value {
        let wanted = if let Type::Optional(inner) = wanted { inner } else { wanted };
        let inner = match wanted {
            Type::List(inner) | Type::Array(inner) | Type::Set(inner) => inner,
            _ => &Type::Nothing,
        };
        let all =
            |items: Vec<Value>| items.into_iter().map(|item| self.value(item, inner)).collect::<Vec<_>>();
        match value {
            Value::None | Value::Null => Value::None,
            // C has had no `bool` for long, and many use `int`.
            Value::Int(digits) if self.notation == Notation::C && *wanted == Type::Bool => {
                match digits.as_str() {
                    "0" => Value::Bool(false),
                    "1" => Value::Bool(true),
                    _ => Value::Int(digits),
                }
            }
            Value::Int(digits) if *wanted == Type::Real && self.is_dynamic() => {
                match i128::from_str_radix(&digits, 16) {
                    Ok(number) => Value::Float(number as f64),
                    Err(_) => Value::Int(digits),
                }
            }
            // JavaScript has one type of numbers: what is wanted decides.
            Value::Float(number)
                if self.notation == Notation::JavaScript && *wanted != Type::Real && is_whole(number) =>
            {
                Value::Int(hexadecimal(number as i64))
            }
            Value::List(items) | Value::Tuple(items) => Value::List(all(items)),
            Value::Set(items) | Value::FrozenSet(items) => {
                let mut items = all(items);
                items.sort_by_key(place);
                Value::Set(items)
            }
            Value::Dict(pairs) => {
                let (of_key, of_value) = match wanted {
                    Type::Map(key, value) => (&**key, &**value),
                    _ => (&Type::Nothing, &Type::Nothing),
                };
                let pair = |(key, value)| (self.key(key, of_key), self.value(value, of_value));
                let mut pairs: Vec<(Value, Value)> = pairs.into_iter().map(pair).collect();
                pairs.sort_by_key(|(key, _)| place(key));
                Value::Dict(pairs)
            }
            Value::Object { class, state } => self.object(class, state, wanted),
            same @ (Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Bytes(_)
            | Value::Enum { .. }
            | Value::Met { .. }
            | Value::Up(_)) => same,
        }
    }

    /// Returns a key. The keys of an object of JavaScript are texts.
    fn key(self, key: Value, wanted: &Type) -> Value {
        match (&key, wanted) {
            (Value::Str(text), Type::Int) if self.notation == Notation::JavaScript => {
                text.parse().map_or(key, |number| Value::Int(hexadecimal(number)))
            }
            (Value::Str(text), Type::Bool) if self.notation == Notation::JavaScript => {
                text.parse().map_or(key, Value::Bool)
            }
            _ => self.value(key, wanted),
        }
    }

    /// Returns what a number, a character or a container holds; of other objects the name of the class.
    fn object(self, class: String, state: Option<Box<State>>, wanted: &Type) -> Value {
        match state.and_then(|state| state.content) {
            // The codes of characters in C and C++ are those of ASCII.
            Some(Value::Int(code)) if class == "char" => {
                let code =
                    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).filter(char::is_ascii);
                code.map_or(Value::Object { class, state: None }, |c| Value::Str(c.to_string()))
            }
            Some(number @ (Value::Int(_) | Value::Float(_))) if NUMBERS.contains(&class.as_str()) => {
                self.value(number, wanted)
            }
            Some(Value::Str(text)) if class == "char" => Value::Str(text),
            Some(content) if !self.interface.classes.contains_key(&class) => self.value(content, wanted),
            _ => Value::Object { class, state: None },
        }
    }

    /// Whether nobody says the types of values in the language.
    fn is_dynamic(self) -> bool {
        matches!(self.notation, Notation::Python | Notation::JavaScript | Notation::Neutral)
    }
}

/// Returns expected answers of a reference that answers Python.
pub(super) fn of_python(interface: &Interface, answers: Vec<Answer>, types: &[Type]) -> Vec<Answer> {
    let folding = Folding { interface, notation: Notation::Python };
    answers.into_iter().zip(types).map(|(answer, gives)| folding.answer(answer, gives)).collect()
}

/// Returns the answers of a submission.
pub(super) fn all(
    folding: Folding,
    answers: Vec<Answer<Untrusted>>,
    types: impl Iterator<Item = Type>,
) -> Vec<Answer<Untrusted>> {
    answers.into_iter().zip(types).map(|(answer, gives)| folding.answer(answer, &gives)).collect()
}

/// Whether a number is a whole one that JavaScript has exactly.
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0
}

/// Returns where a key or an item stands among others whose order does not count: numbers by their size.
fn place(value: &Value) -> (i128, String) {
    let number = match value {
        Value::Int(digits) => i128::from_str_radix(digits, 16).unwrap_or_default(),
        _ => 0,
    };
    (number, format!("{value:?}"))
}

fn hexadecimal(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{:x}", number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(notation: Notation, text: &str, wanted: &str) -> Value {
        let interface = Interface::default();
        let value = notation.literal(text).expect(text);
        Folding { interface: &interface, notation }.value(value, &Type::read(wanted, &[]).unwrap())
    }

    #[test]
    fn the_same_value_is_the_same_in_every_language() {
        use Notation::{C, Cpp, Java, JavaScript, Python};
        for (wanted, all) in [
            ("int", &[(Python, "5"), (Java, "5L"), (JavaScript, "5"), (C, "5uL"), (Cpp, "(short) 5")][..]),
            ("real", &[(Python, "2"), (Java, "2.0f"), (JavaScript, "2"), (C, "2.0"), (Cpp, "2.0f")]),
            (
                "text",
                &[(Python, "'a'"), (Java, "'a'"), (JavaScript, "'a'"), (C, "(char) 'a'"), (Cpp, "\"a\"")],
            ),
            ("bool", &[(Python, "True"), (Java, "true"), (JavaScript, "true"), (C, "1"), (Cpp, "true")]),
            (
                "int?",
                &[(Python, "None"), (Java, "null"), (JavaScript, "null"), (C, "NULL"), (Cpp, "std::nullopt")],
            ),
            (
                "list int",
                &[(Python, "(1, 2)"), (Java, "List.of(1, 2)"), (JavaScript, "[1, 2]"), (Cpp, "{1, 2}")],
            ),
            (
                "map int to real",
                &[
                    (Python, "{2: 1, 1: 0.5}"),
                    (Java, "Map.of(1, 0.5, 2, 1.0)"),
                    (JavaScript, "{1: 0.5, 2: 1}"),
                ],
            ),
            ("set text", &[(Python, "{'b', 'a'}"), (Java, "Set.of(\"a\", \"b\")")]),
            ("array real", &[(Python, "[1, 2.5]"), (Java, "{1.0, 2.5}"), (JavaScript, "[1, 2.5]")]),
        ] {
            let expected = folded(all[0].0, all[0].1, wanted);
            for (notation, text) in all.iter().filter(|(_, text)| !text.starts_with("(char)")) {
                assert_eq!(folded(*notation, text, wanted), expected, "{notation:?} {text}");
            }
        }
    }

    #[test]
    fn what_differs_in_one_language_differs_in_the_neutral_form() {
        assert_ne!(folded(Notation::Java, "2", "real"), folded(Notation::Java, "2.0", "real"));
        assert_ne!(folded(Notation::C, "2", "bool"), Value::Bool(true));
        assert_ne!(folded(Notation::JavaScript, "2.5", "int"), folded(Notation::JavaScript, "2", "int"));
        assert_ne!(folded(Notation::Python, "1", "bool"), Value::Bool(true));
    }
}
