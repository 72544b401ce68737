//! Finds keys behind which nothing stands: whoever writes `title:` and forgets the title means no default.

use std::fmt;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::diagnostic::Diagnostic;
use super::yaml::{self, At};

/// Returns a complaint for each key without a value. A text that cannot be read has none of them: it has its own.
pub(super) fn valueless(text: &str) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    if let Ok(node) = yaml::read::<Node>(text) {
        node.collect(&mut complaints);
    }
    complaints
}

/// A value of any kind, as far as it matters here.
enum Node {
    Nothing,
    Single,
    List(Vec<Node>),
    Keys(Vec<(At<String>, Node)>),
}

impl Node {
    fn collect(&self, complaints: &mut Vec<Diagnostic>) {
        match self {
            Self::Nothing | Self::Single => {}
            Self::List(items) => items.iter().for_each(|item| item.collect(complaints)),
            Self::Keys(keys) => {
                for (key, value) in keys {
                    if matches!(value, Self::Nothing) {
                        let message = format!("the key `{}` has no value", key.value());
                        let help = "write a value behind it, or leave the key out; `\"\"` is an empty text";
                        complaints.push(
                            Diagnostic::new(key.place(), message, "nothing stands behind it").help(help),
                        );
                    }
                    value.collect(complaints);
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(Node::Nothing)
            }

            fn visit_none<E>(self) -> Result<Node, E> {
                Ok(Node::Nothing)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_i128<E>(self, _: i128) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_u128<E>(self, _: u128) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_str<E>(self, _: &str) -> Result<Node, E> {
                Ok(Node::Single)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
                let mut nodes = Vec::new();
                while let Some(node) = items.next_element()? {
                    nodes.push(node);
                }
                Ok(Node::List(nodes))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
                let mut keys = Vec::new();
                while let Some(entry) = entries.next_entry()? {
                    keys.push(entry);
                }
                Ok(Node::Keys(keys))
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Node, D::Error> {
                IgnoredAny::deserialize(inner).map(|_| Node::Single)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_without_a_value_are_found_wherever_they_are() {
        let found = |text: &str| {
            let names = valueless(text).into_iter().map(|one| text[one.place].to_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(found("a:\nb: 1\nc: ~\nd: null\n"), ["a", "c", "d"]);
        assert_eq!(found("a: [{ b: , c: [1, 2.5, yes] }]\nd:\n  - e:\n"), ["b", "e"]);
        assert_eq!(found("a: ''\nb: {}\nc: []\nd: 0x1F\n"), [""; 0]);
        assert_eq!(found("a: [\n"), [""; 0]);
    }
}
