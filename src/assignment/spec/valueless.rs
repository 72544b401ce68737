//! Finds keys behind which nothing stands: whoever writes `title:` and forgets the title means no default.

use super::diagnostic::Diagnostic;
use super::node::Node;
use super::yaml;

/// Returns a complaint for each key without a value. A text that cannot be read has none of them: it has its own.
pub(super) fn valueless(text: &str) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    if let Ok(node) = yaml::read::<Node>(text) {
        node.collect(&mut complaints);
    }
    complaints
}

impl Node {
    fn collect(&self, complaints: &mut Vec<Diagnostic>) {
        match self {
            Self::Nothing | Self::Single | Self::Text(_) => {}
            Self::List(items) => items.iter().for_each(|item| item.value().collect(complaints)),
            Self::Keys(keys) => {
                for (key, value) in keys {
                    if matches!(value.value(), Self::Nothing) {
                        let message = format!("the key `{}` has no value", key.value());
                        let help = "write a value behind it, or leave the key out; `\"\"` is an empty text";
                        complaints.push(
                            Diagnostic::new(key.place(), message, "nothing stands behind it").help(help),
                        );
                    }
                    value.value().collect(complaints);
                }
            }
        }
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
