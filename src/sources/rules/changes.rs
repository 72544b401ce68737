//! Small changes of a source, one at a time, which make its mutants.

use super::grammar::Grammar;
use super::source::Node;
use super::{Source, braced};

/// One small change of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The sort of the change: `comparison`, `constant`.
    pub sort: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The text before the change.
    pub before: String,
    /// The text after the change.
    pub after: String,
    /// The place, in bytes.
    place: std::ops::Range<usize>,
}

impl Source {
    /// Returns every known small change, in the order of the text.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for node in self.nodes() {
            let found = match self.grammar() {
                Grammar::Python => changes_of(node),
                Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => braced::changes_of(node),
            };
            for (sort, after) in found {
                let (place, before) = (node.start()..node.end(), node.text().to_owned());
                if before != after {
                    changes.push(Change { sort, line: node.line() + 1, before, after, place });
                }
            }
        }
        changes
    }

    /// Returns versions of the text with one value replaced: each number, string, list and boolean, by values that are
    /// often forgotten.
    pub fn with_other_values(&self) -> Vec<String> {
        let text = self.text();
        let mut all: Vec<String> = Vec::new();
        for node in self.nodes() {
            // `--1` would be another way to write `1`.
            let is_negative = node.parent().is_some_and(|parent| parent.text().starts_with('-'));
            for value in values_for(node) {
                let (before, value) = match value.strip_prefix('-').filter(|_| is_negative) {
                    Some(bare) => (text[..node.start()].trim_end_matches('-'), bare),
                    None => (&text[..node.start()], value.as_str()),
                };
                all.push([before, value, &text[node.end()..]].concat());
            }
        }
        all.retain(|varied| varied != text);
        all
    }

    /// Returns the text with one change.
    pub fn changed(&self, change: &Change) -> String {
        let text = self.text();
        [&text[..change.place.start], &change.after, &text[change.place.end..]].concat()
    }
}

/// Returns the values that may replace a value.
fn values_for(node: Node) -> Vec<String> {
    let text = node.text();
    let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    match node.kind() {
        "integer" => {
            let near = text.parse::<i64>().map(|number| [number + 1, number - 1, number * 10]);
            let near = near.into_iter().flatten().map(|number| number.to_string());
            all(&["0", "1", "-1", "2"]).into_iter().chain(near).collect()
        }
        "float" => all(&["0.0", "-1.0", "0.5", "1e9"]),
        "true" => all(&["False"]),
        "false" => all(&["True"]),
        "list" => all(&["[]"]),
        "string_content" => {
            let shorter: String = text.chars().take(text.chars().count().saturating_sub(1)).collect();
            let has_escapes = text.contains('\\');
            let others = [String::new(), shorter, text.repeat(2), text.to_uppercase(), format!("{text} ")];
            if has_escapes { Vec::new() } else { others.into() }
        }
        _ => Vec::new(),
    }
}

/// Returns the changes of a node of Python.
fn changes_of(node: Node) -> Vec<(&'static str, String)> {
    let text = node.text();
    let parent = node.parent();
    let is_in = |kind: &str| parent.is_some_and(|parent| parent.is(kind));
    let all = |sort, texts: &[&str]| texts.iter().map(|text| (sort, (*text).to_owned())).collect::<Vec<_>>();
    match node.kind() {
        "<" if is_in("comparison_operator") => all("comparison", &["<=", ">"]),
        "<=" if is_in("comparison_operator") => all("comparison", &["<", ">="]),
        ">" if is_in("comparison_operator") => all("comparison", &[">=", "<"]),
        ">=" if is_in("comparison_operator") => all("comparison", &[">", "<="]),
        "==" if is_in("comparison_operator") => all("comparison", &["!="]),
        "!=" if is_in("comparison_operator") => all("comparison", &["=="]),
        "in" if is_in("comparison_operator") => all("comparison", &["not in"]),
        "+" if is_in("binary_operator") => all("arithmetic", &["-"]),
        "-" if is_in("binary_operator") => all("arithmetic", &["+"]),
        "*" if is_in("binary_operator") => all("arithmetic", &["+"]),
        "//" | "%" if is_in("binary_operator") => all("arithmetic", &["*"]),
        "+=" => all("arithmetic", &["-="]),
        "-=" => all("arithmetic", &["+="]),
        "and" if is_in("boolean_operator") => all("logic", &["or"]),
        "or" if is_in("boolean_operator") => all("logic", &["and"]),
        "not_operator" => {
            node.parts().last().map(|part| ("logic", part.text().to_owned())).into_iter().collect()
        }
        "if_statement" | "while_statement" | "elif_clause" => Vec::new(),
        "break_statement" => all("flow", &["continue"]),
        "continue_statement" => all("flow", &["break"]),
        "true" => all("constant", &["False"]),
        "false" => all("constant", &["True"]),
        "integer" => text.parse::<i64>().map_or_else(
            |_| Vec::new(),
            |number| vec![("constant", (number + 1).to_string()), ("constant", (number - 1).to_string())],
        ),
        "string_content" if is_docstring(parent) => Vec::new(),
        "string_content" if !text.is_empty() => {
            let shorter: String = text.chars().take(text.chars().count() - 1).collect();
            let is_escape = text.ends_with('\\') || shorter.ends_with('\\');
            if is_escape { Vec::new() } else { vec![("text", shorter)] }
        }
        "expression_statement" | "return_statement" | "raise_statement"
            if !text.starts_with(['"', '\'']) && is_in("block") =>
        {
            all("statement", &["pass"])
        }
        _ if node.field_name() == Some("condition")
            && parent.is_some_and(|it| {
                it.is("if_statement") || it.is("while_statement") || it.is("elif_clause")
            }) =>
        {
            vec![("condition", format!("not ({text})"))]
        }
        _ => Vec::new(),
    }
}

/// Whether a string is a statement of its own, which does nothing.
fn is_docstring(string: Option<Node>) -> bool {
    string.and_then(Node::parent).is_some_and(|it| it.is("expression_statement"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str) -> Vec<String> {
        let source = Source::parse("solution.py", text.as_bytes()).unwrap();
        source.changes().iter().map(|change| source.changed(change)).collect()
    }

    #[test]
    fn every_change_changes_one_place() {
        assert_eq!(
            changed("if a < 1 and b:\n    x += 2\n"),
            [
                "if not (a < 1 and b):\n    x += 2\n",
                "if a <= 1 and b:\n    x += 2\n",
                "if a > 1 and b:\n    x += 2\n",
                "if a < 2 and b:\n    x += 2\n",
                "if a < 0 and b:\n    x += 2\n",
                "if a < 1 or b:\n    x += 2\n",
                "if a < 1 and b:\n    pass\n",
                "if a < 1 and b:\n    x -= 2\n",
                "if a < 1 and b:\n    x += 3\n",
                "if a < 1 and b:\n    x += 1\n",
            ]
        );
        assert_eq!(changed("print('Hi!')\n"), ["print('Hi')\n"]);
        assert_eq!(changed("def f():\n    \"\"\"What it does.\"\"\"\n"), [""; 0], "a docstring does nothing");
    }

    #[test]
    fn one_value_at_a_time_is_replaced() {
        let varied = |text: &str| Source::parse("session.py", text.as_bytes()).unwrap().with_other_values();
        assert_eq!(
            varied("f([7], 'ab')"),
            [
                "f([], 'ab')",
                "f([0], 'ab')",
                "f([1], 'ab')",
                "f([-1], 'ab')",
                "f([2], 'ab')",
                "f([8], 'ab')",
                "f([6], 'ab')",
                "f([70], 'ab')",
                "f([7], '')",
                "f([7], 'a')",
                "f([7], 'abab')",
                "f([7], 'AB')",
                "f([7], 'ab ')",
            ]
        );
        assert_eq!(varied("f(-3)")[..3], ["f(-0)", "f(-1)", "f(1)"]);
        assert_eq!(varied("clock.turn"), Vec::<String>::new());
    }

    #[test]
    fn changed_sources_still_parse() {
        let text = "while not done:\n    n = f(n) - 1\n    if n in (1, 2):\n        break\n    elif n >= 3 or x:\n        return\n";
        for text in changed(text) {
            assert!(!Source::parse("solution.py", text.as_bytes()).unwrap().is_broken(), "{text}");
        }
    }
}
