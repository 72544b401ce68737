//! Decodes the values of records. One that says less than a value of its class must is none.
//!
//! What a record leaves out could be taken for equal to what is expected. So numbers, texts and containers have their content,
//! an object that was met before is one of those before, and there is one way to write each value.

use serde_json::Value as Json;
use yardstick_reference::{State, Value};

use super::decode::MOST_DEPTH;

/// What the content of an object must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// An integer.
    Int,
    /// A number with a fraction.
    Float,
    /// A text.
    Str,
    /// One character.
    Character,
    /// `true` or `false`.
    Bool,
    /// A list.
    List,
    /// A set.
    Set,
    /// A dictionary.
    Dict,
    /// Anything.
    Any,
}

/// Returns what an object must have as its content, if its class is one of the language, and whether a submission may have
/// a class of that name too.
pub type ContentOf = fn(&str) -> Option<(Content, Name)>;

/// Whose class a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// No class of a submission is called so, as with `long`.
    Reserved,
    /// A class of a submission may be called so, as with `List`. Its objects have numbers or attributes.
    Shared,
}

/// What each class of Python has as its content.
pub fn content_of_python(class: &str) -> Option<(Content, Name)> {
    let content = match class {
        "deque" | "array" | "OrderedDict" | "Iterator" | "dict_keys" | "dict_values" | "dict_items" => {
            Content::List
        }
        "Counter" | "defaultdict" | "mappingproxy" | "SimpleNamespace" | "Namespace" => Content::Dict,
        "complex" | "bytearray" | "memoryview" => Content::Any,
        _ => return None,
    };
    Some((content, Name::Shared))
}

/// Decodes the value of an answer; `None` if it is not well-formed.
pub(super) fn decoded(encoded: &Json, content_of: ContentOf) -> Option<Value> {
    Decoder { content_of, met: Vec::new() }.value(encoded, 0)
}

struct Decoder<'r> {
    content_of: ContentOf,
    /// The classes of the objects that have been met, in the order of their numbers.
    met: Vec<&'r str>,
}

impl<'r> Decoder<'r> {
    fn value(&mut self, encoded: &'r Json, depth: usize) -> Option<Value> {
        if depth > MOST_DEPTH {
            return None;
        }
        if let Some(tag) = encoded.as_str() {
            return match tag {
                "none" => Some(Value::None),
                "null" => Some(Value::Null),
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            };
        }
        let (tag, parts) = encoded.as_array()?.split_first()?;
        Some(match (tag.as_str()?, parts) {
            ("int", [digits]) => Value::Int(integer(digits.as_str()?)?),
            ("float", [bits]) => Value::Float(float(bits.as_str()?)?),
            ("str", [text]) => Value::Str(text.as_str()?.to_owned()),
            ("bytes", [pairs]) => Value::Bytes(bytes(pairs.as_str()?)?),
            ("bytearray", [pairs]) => {
                let content = Some(Value::Bytes(bytes(pairs.as_str()?)?));
                let state = State { content, ..State::default() };
                Value::Object { class: "bytearray".to_owned(), state: Some(Box::new(state)) }
            }
            ("list", [items]) => Value::List(self.items(items, depth)?),
            ("tuple", [items]) => Value::Tuple(self.items(items, depth)?),
            ("set", [items]) => Value::Set(self.items(items, depth)?),
            ("frozenset", [items]) => Value::FrozenSet(self.items(items, depth)?),
            ("dict", [pairs]) => {
                let pairs = pairs.as_array()?.iter().map(|pair| self.pair(pair, depth));
                Value::Dict(pairs.collect::<Option<_>>()?)
            }
            ("enum", [class, member]) => {
                Value::Enum { class: class.as_str()?.to_owned(), member: name(member)?.to_owned() }
            }
            ("object", [class]) => {
                let class = class.as_str()?;
                let is_short = matches!((self.content_of)(class), Some((_, Name::Reserved)));
                if is_short {
                    return None;
                }
                Value::object(class)
            }
            ("object", [class, parts @ ..]) => self.object(class.as_str()?, parts, depth)?,
            ("met", [class, number]) => {
                let (class, number) = (class.as_str()?, usize::try_from(number.as_u64()?).ok()?);
                let known = self.met.get(number.checked_sub(1)?)?;
                if *known != class {
                    return None;
                }
                Value::Met { class: class.to_owned(), number }
            }
            ("up", [levels]) => {
                let levels = usize::try_from(levels.as_u64()?).ok()?;
                Value::Up((1..=depth).contains(&levels).then_some(levels)?)
            }
            _ => return None,
        })
    }

    fn items(&mut self, items: &'r Json, depth: usize) -> Option<Vec<Value>> {
        items.as_array()?.iter().map(|item| self.value(item, depth + 1)).collect()
    }

    fn pair(&mut self, pair: &'r Json, depth: usize) -> Option<(Value, Value)> {
        let [key, value] = pair.as_array()?.as_slice() else { return None };
        Some((self.value(key, depth + 1)?, self.value(value, depth + 1)?))
    }

    /// Decodes an object with its state. The parts are read in the order in which the driver met what is in them.
    fn object(&mut self, class: &'r str, parts: &'r [Json], depth: usize) -> Option<Value> {
        let [repr, attributes, properties, content, rest @ ..] = parts else { return None };
        let (number, more) = match rest {
            [] => (&Json::Null, None),
            [number] => (number, None),
            [number, shown, defaults] => (number, Some((shown, defaults))),
            _ => return None,
        };
        let number = match (number, rest) {
            (Json::Null, [] | [_, _, _]) => None,
            (number, _) => {
                self.met.push(class);
                let is_next = number.as_u64() == u64::try_from(self.met.len()).ok();
                Some(is_next.then_some(self.met.len())?)
            }
        };
        let mut state = State {
            repr: if repr.is_null() { None } else { Some(repr.as_str()?.to_owned()) },
            attributes: self.named(attributes, depth)?,
            properties: self.named(properties, depth)?,
            content: if content.is_null() { None } else { Some(self.value(content, depth + 1)?) },
            number,
            ..State::default()
        };
        if let Some((shown, defaults)) = more {
            state.shown = if shown.is_null() { None } else { Some(shown.as_str()?.to_owned()) };
            state.defaults = self.named(defaults, depth)?;
        }
        let says_enough = (self.content_of)(class).is_none_or(|(content, name)| content.is_in(&state, name));
        says_enough.then(|| Value::Object { class: class.to_owned(), state: Some(Box::new(state)) })
    }

    fn named(&mut self, pairs: &'r Json, depth: usize) -> Option<Vec<(String, Value)>> {
        let pair = |pair: &'r Json| match pair.as_array()?.as_slice() {
            [name, value] => Some((name.as_str()?.to_owned(), self.value(value, depth + 1)?)),
            _ => None,
        };
        pairs.as_array()?.iter().map(pair).collect()
    }
}

impl Content {
    /// Whether an object of a class with this content has it.
    fn is_in(self, state: &State, name: Name) -> bool {
        let State { attributes, properties, content, number, .. } = state;
        let is_bare = attributes.is_empty() && properties.is_empty() && number.is_none();
        if !is_bare {
            return name == Name::Shared;
        }
        match (self, content) {
            (Self::Any, Some(_))
            | (Self::Int, Some(Value::Int(_)))
            | (Self::Float, Some(Value::Float(_)))
            | (Self::Str, Some(Value::Str(_)))
            | (Self::Bool, Some(Value::Bool(_)))
            | (Self::List, Some(Value::List(_)))
            | (Self::Set, Some(Value::Set(_)))
            | (Self::Dict, Some(Value::Dict(_))) => true,
            (Self::Character, Some(Value::Str(text))) => text.chars().count() == 1,
            _ => false,
        }
    }
}

fn name(encoded: &Json) -> Option<&str> {
    encoded.as_str().filter(|name| !name.is_empty())
}

/// Returns an integer as it is written: in lower-case hexadecimal, and without a zero before other digits.
fn integer(digits: &str) -> Option<String> {
    let size = digits.strip_prefix('-').unwrap_or(digits);
    let is_written = size.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_short = digits == "0" || !size.is_empty() && !size.starts_with('0');
    (is_written && is_short).then(|| digits.to_owned())
}

fn float(bits: &str) -> Option<f64> {
    let is_written = bits.len() == 16 && bits.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some(f64::from_bits(u64::from_str_radix(bits, 16).ok().filter(|_| is_written)?))
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let is_written =
        hexadecimal.len().is_multiple_of(2) && hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digits = hexadecimal.as_bytes().chunks(2).filter(|_| is_written);
    let bytes: Option<Vec<u8>> =
        digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect();
    bytes.filter(|_| is_written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::python::decode_records;
    use crate::system::STACK;
    use crate::trace::{SessionEnd, SessionTrace, read_nested};
    use serde_json::json;

    fn of_native(class: &str) -> Option<(Content, Name)> {
        match class {
            "long" => Some((Content::Int, Name::Reserved)),
            "List" => Some((Content::List, Name::Shared)),
            _ => None,
        }
    }

    fn read(encoded: &Json) -> Option<Value> {
        decoded(encoded, of_native)
    }

    #[test]
    fn what_says_less_than_its_class_must_is_no_value() {
        for less in [
            json!(["object", "long"]),
            json!(["object", "long", null, [], [], null]),
            json!(["object", "long", null, [], [], null, 1]),
            json!(["object", "long", null, [], [], ["float", "3ff0000000000000"]]),
            json!(["object", "long", null, [["a", "none"]], [], ["int", "1"]]),
            json!(["list", [["object", "long"]]]),
            json!(["object", "List", null, [], [], null]),
            json!(["object", "List", null, [], [], ["set", []]]),
            json!(["int", ""]),
            json!(["int", "-0"]),
            json!(["int", "01"]),
            json!(["float", "0"]),
            json!(["bytes", "f"]),
            json!(["enum", "Color", ""]),
            json!(["none"]),
            json!(["int", "1", "2"]),
        ] {
            assert_eq!(read(&less), None, "{less}");
        }
        // An own class of that name has a number, or cannot be read.
        for own in [json!(["object", "List", null, [], [], null, 1]), json!(["object", "List"])] {
            assert!(read(&own).is_some(), "{own}");
        }
    }

    #[test]
    fn an_object_that_was_met_is_one_of_those_before() {
        let node =
            |number: usize, next: Json| json!(["object", "Node", null, [["next", next]], [], null, number]);
        let list = |items: &[Json]| json!(["list", items]);
        let met = |class: &str, number: usize| json!(["met", class, number]);
        for fine in [
            node(1, met("Node", 1)),
            list(&[node(1, json!("null")), met("Node", 1), node(2, met("Node", 2))]),
            list(&[json!(["up", 1])]),
        ] {
            assert!(read(&fine).is_some(), "{fine}");
        }
        for forged in [
            met("Node", 1),
            node(2, json!("null")),
            node(1, met("Node", 2)),
            node(1, met("Other", 1)),
            node(1, met("Node", 0)),
            list(&[node(1, json!("null")), node(1, json!("null"))]),
            list(&[node(1, json!("null")), node(3, json!("null"))]),
            list(&[met("Node", 1), node(1, json!("null"))]),
            list(&[json!(["up", 0])]),
            list(&[json!(["up", 2])]),
        ] {
            assert_eq!(read(&forged), None, "{forged}");
        }
    }

    #[test]
    fn a_value_as_deep_as_is_decoded_can_be_kept_and_read_again() {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(keep_and_read_the_deepest_value);
        worker.unwrap().join().unwrap();
    }

    fn keep_and_read_the_deepest_value() {
        let deep = |levels: usize| {
            let shut = |inner: Json, number: usize| {
                json!(["object", "Node", null, [["next", inner]], [], null, number])
            };
            let value = (0..levels).fold(json!("null"), |inner, at| shut(inner, levels - at));
            let records = format!("{{\"imported\": true}}\n{}\n", json!({ "value": value, "printed": "" }));
            decode_records(records.as_bytes(), 1, SessionEnd::Code(0), of_native)
        };
        assert_eq!(deep(MOST_DEPTH + 1).end, SessionEnd::Malformed);
        let trace = deep(MOST_DEPTH);
        assert_eq!(trace.end, SessionEnd::Code(0));
        let kept = serde_json::to_vec(&json!({ "session": serde_json::to_value(&trace).unwrap() })).unwrap();
        let read: std::collections::BTreeMap<String, SessionTrace> = read_nested(&kept).unwrap();
        assert_eq!(read["session"], trace);
    }
}
