//! Varies lines of sessions: one value is replaced by others of its type, written in the language of the line. It knows
//! texts and tokens only; what a line means is left to whoever carries it out.

mod braced;
mod shape;

use super::Notation;
use super::native::tokens;
use crate::rules::Source;

use braced::Line;

pub use shape::shape;

impl Notation {
    /// Returns the versions of a line with one value replaced; none if the line is not understood.
    ///
    /// In C and C++, what could lead a call out of an array is left alone: sizes and places in brackets, and larger numbers
    /// beside something that may be an array.
    pub fn with_other_values(self, line: &str) -> Vec<String> {
        let mut all = match self {
            Self::Python | Self::Neutral => {
                let parsed = Source::parse("session.py", line.as_bytes());
                parsed.map(|source| source.with_other_values()).unwrap_or_default()
            }
            Self::JavaScript | Self::Java | Self::C | Self::Cpp => {
                tokens(line).map_or_else(|_| Vec::new(), |tokens| Line { notation: self, line, tokens }.all())
            }
        };
        let mut seen = std::collections::HashSet::from([line.to_owned()]);
        all.retain(|varied| seen.insert(varied.clone()));
        all
    }

    /// Returns the name that a line declares or assigns first, if it does.
    pub fn declared(self, line: &str) -> Option<&str> {
        let head = &line[..line.find(['=', '(', ';', '{', '<']).unwrap_or(line.len())];
        let has_value = line[head.len()..].starts_with('=') && !line[head.len()..].starts_with("==");
        let words: Vec<&str> = head
            .split(|it: char| !it.is_alphanumeric() && it != '_' && it != '$')
            .filter(|word| !word.is_empty())
            .collect();
        let last = *words.last()?;
        let is_name = last.starts_with(|it: char| it.is_alphabetic() || it == '_');
        match self {
            Self::Python | Self::Neutral => (has_value && words.len() == 1).then_some(last),
            // A type with arguments stands before the name: `List<Account> all = …`.
            Self::JavaScript | Self::Java | Self::C | Self::Cpp => {
                let behind = line[head.len()..].strip_prefix('<').and_then(|rest| rest.rsplit_once('>'));
                if let Some((_, behind)) = behind.filter(|(_, behind)| behind.contains('=')) {
                    let name = behind.split('=').next().unwrap_or_default().trim();
                    return (!name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_'))
                        .then_some(name);
                }
                let is_member = head.contains('.') || head.contains("->");
                let is_declared = has_value || line.len() == head.len();
                // `int numbers[5]`: the number is no name.
                let name = words.iter().rev().find(|word| !word.starts_with(|it: char| it.is_ascii_digit()));
                (is_declared && is_name | has_value && !is_member && (has_value || words.len() > 1))
                    .then_some(*name?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_replaced_in_the_literals_of_the_language() {
        for (notation, line, others) in [
            (
                Notation::JavaScript,
                "unique([3, 1])",
                &["unique([])", "unique([1, 3])", "unique([3, -1])"][..],
            ),
            (Notation::JavaScript, "greet(\"Ada\", true)", &["greet(\"\", true)", "greet(\"Ada\", false)"]),
            (Notation::JavaScript, "f(-3)", &["f(0)", "f(-2)", "f(-30)"]),
            (Notation::Java, "new Account(\"Ada\").deposit(10L)", &["new Account(\"Ada\").deposit(11L)"]),
            (Notation::Java, "sum(List.of(1, 2))", &["sum(List.of())", "sum(List.of(2, 1))"]),
            (Notation::Java, "f('a')", &["f('A')", "f(' ')"]),
            (Notation::C, "half(2.5)", &["half(0.0)", "half(-2.5)", "half(5.0)"]),
            (Notation::Cpp, "sum({1, 2})", &["sum({})", "sum({2, 1})"]),
            (Notation::Neutral, "f(True, 7)", &["f(False, 7)", "f(True, 8)"]),
        ] {
            let all = notation.with_other_values(line);
            for other in others {
                assert!(all.iter().any(|it| it == other), "no {other} in {all:?}");
            }
        }
    }

    #[test]
    fn nothing_leads_out_of_an_array_of_c() {
        let all = Notation::C.with_other_values("copy_to(front, numbers, 5)");
        let expected = [0, 1, 2, 4].map(|number| format!("copy_to(front, numbers, {number})"));
        assert_eq!(all.len(), expected.len(), "{all:?}");
        assert!(expected.iter().all(|it| all.contains(it)), "{all:?}");
        assert_eq!(Notation::C.with_other_values("numbers[5]"), Vec::<String>::new());
        let all = Notation::C.with_other_values("int numbers[3] = {1, 2}");
        assert!(all.iter().all(|it| it.starts_with("int numbers[3] = {") && it.contains(", ")), "{all:?}");
        assert!(Notation::C.with_other_values("char name[9] = \"Ada\"").iter().all(|it| it.len() <= 20));
    }

    #[test]
    fn a_line_that_declares_a_name_tells_it() {
        for (notation, line, name) in [
            (Notation::Python, "least = 2", Some("least")),
            (Notation::Python, "f(least = 2)", None),
            (Notation::JavaScript, "const list = [2]", Some("list")),
            (Notation::JavaScript, "unique(list)", None),
            (Notation::Java, "List<Account> all = List.of()", Some("all")),
            (Notation::Java, "var account = new Account(\"Ada\")", Some("account")),
            (Notation::Java, "account.getBalance()", None),
            (Notation::C, "Node *front = push(NULL, 1)", Some("front")),
            (Notation::C, "int value", Some("value")),
            (Notation::C, "int numbers[5] = {0}", Some("numbers")),
            (Notation::C, "front->next->value", None),
            (Notation::C, "value", None),
        ] {
            assert_eq!(notation.declared(line), name, "{line}");
        }
    }
}
