//! Checks for `if __name__ == "__main__":`, and that `main()` is called under it.

use super::finding::Finding;
use super::literal;
use super::source::{Node, Source};

/// The largest number of nodes of a condition that are searched for a mistake.
const MOST_PARTS: usize = 500;

/// The code under the main guards of a file.
#[derive(Debug)]
pub(super) struct Guards<'a> {
    /// The blocks, in the order of the file; they do not contain each other.
    blocks: Vec<Node<'a>>,
}

impl<'a> Guards<'a> {
    /// Finds the main guards at the top level of the file.
    pub(super) fn of(source: &'a Source) -> Self {
        let mut blocks: Vec<Node> = Vec::new();
        for (condition, block) in conditions(source) {
            let inside = blocks.last().is_some_and(|last| last.contains(block));
            if !inside && condition.body_of().is_none() && is_guard(condition) {
                blocks.push(block);
            }
        }
        Self { blocks }
    }

    /// Tells whether a node is under a main guard.
    pub(super) fn contain(&self, node: Node) -> bool {
        let before = self.blocks.partition_point(|block| block.index() <= node.index());
        before > 0 && self.blocks[before - 1].contains(node)
    }
}

/// Returns every condition with its block.
fn conditions(source: &Source) -> impl Iterator<Item = (Node<'_>, Node<'_>)> {
    let conditional = |node: &Node| node.is("if_statement") || node.is("elif_clause");
    source
        .nodes()
        .filter(conditional)
        .filter_map(|node| Some((node.field("condition")?, node.field("consequence")?)))
}

/// Tells whether a condition holds only when the file is run: the comparison, alone or in an `and`.
fn is_guard(condition: Node) -> bool {
    let mut open = vec![condition];
    while let Some(node) = open.pop() {
        match node.kind() {
            "parenthesized_expression" => open.extend(node.parts()),
            "boolean_operator" if node.children().any(|sign| sign.is_sign("and")) => {
                open.extend(node.parts());
            }
            "comparison_operator" if is_comparison(node) => return true,
            _ => {}
        }
    }
    false
}

fn is_comparison(node: Node) -> bool {
    let sides: Vec<Node> = node.parts().take(3).collect();
    let [one, other] = sides.as_slice() else { return false };
    let name = |side: &Node| side.is("identifier") && side.text() == "__name__";
    let main = |side: &Node| literal::text_of(*side).as_deref() == Some("__main__");
    let equal = node.children().any(|sign| sign.is_sign("=="));
    equal && (name(one) && main(other) || main(one) && name(other))
}

/// Checks [`super::Rule::MainGuard`].
pub(super) fn check(source: &Source) -> Vec<Finding> {
    let guards = Guards::of(source);
    let calls: Vec<Node> = source.nodes().filter(|node| node.called_name() == Some("main")).collect();
    let at_import = calls.iter().filter(|call| call.body_of().is_none() && !guards.contain(**call));
    let mut findings: Vec<Finding> =
        at_import.take(super::MOST_FINDINGS).map(|call| unguarded(*call)).collect();
    match guards.blocks.first() {
        Some(block) if !calls.iter().any(|call| guards.contain(*call)) => {
            let place = block.parent().unwrap_or(*block).place();
            findings.push(Finding::new(
                Some(place),
                "no `main()` is called under `if __name__ == \"__main__\":`",
            ));
        }
        Some(_) => {}
        None => {
            // One finding for one mistake: calls under a mistaken guard are no findings of their own.
            let attempt = mistaken(source);
            if attempt.is_some() || findings.is_empty() {
                findings = vec![missing(attempt)];
            }
        }
    }
    findings.into_iter().map(|finding| finding.suspected_if(source.is_broken())).collect()
}

/// Returns a statement that was probably meant as a main guard, and what is wrong with it, if there is no main guard.
pub(super) fn mistaken(source: &Source) -> Option<(Node<'_>, String)> {
    let has_guard = !Guards::of(source).blocks.is_empty();
    conditions(source).find_map(|(condition, _)| near_miss(condition)).filter(|_| !has_guard)
}

fn unguarded(call: Node) -> Finding {
    let note = "it belongs under `if __name__ == \"__main__\":`".to_owned();
    let message = "`main()` is called whenever the file is imported";
    Finding::new(Some(call.place()), message).with_note(Some(note))
}

fn missing(attempt: Option<(Node, String)>) -> Finding {
    let message = "there is no `if __name__ == \"__main__\":` that calls `main()`";
    let (place, note) = attempt.map_or((None, None), |(node, note)| (Some(node.place()), Some(note)));
    Finding::new(place, message).with_note(note)
}

/// Returns a condition that was probably meant as a main guard, and what is wrong with it.
fn near_miss(condition: Node) -> Option<(Node, String)> {
    let statement = condition.parent()?;
    // After `if __name__ = "__main__"`, the left side is not part of the condition.
    let header = statement.children().take_while(|part| part.field_name() != Some("consequence"));
    let parts = header.flat_map(|part| std::iter::once(part).chain(part.descendants()));
    let parts: Vec<Node> = parts.take(MOST_PARTS).collect();
    let name = parts.iter().find(|part| part.is("identifier") && part.text().contains("name"))?;
    let main = parts.iter().find(|part| part.is("string") && part.text().contains("main"))?;
    let note = if condition.body_of().is_some() && is_guard(condition) {
        "this one stands inside of a function: it belongs at the left margin".to_owned()
    } else if name.text() != "__name__" {
        format!(
            "`{}` is written `__name__`, with two `_` on both sides",
            super::finding::shortened(name.text())
        )
    } else if literal::text_of(*main).as_deref() != Some("__main__") {
        format!(
            "`{}` is written `\"__main__\"`, with two `_` on both sides",
            super::finding::shortened(main.text())
        )
    } else {
        "the two are compared with `==`".to_owned()
    };
    Some((statement, note))
}

#[cfg(test)]
mod tests {
    use super::super::{Certainty, Rule, check};
    use crate::untrusted::Text;

    fn findings(text: &str) -> Vec<(Option<usize>, String)> {
        let found = check(&Rule::MainGuard, "a.py", text.as_bytes());
        found
            .into_iter()
            .map(|finding| {
                let note = finding.note.map(|note| format!("; {}", note.expose())).unwrap_or_default();
                (finding.place.map(|place| place.line), format!("{}{note}", finding.message.expose()))
            })
            .collect()
    }

    #[test]
    fn a_guard_may_be_written_in_many_ways() {
        for text in [
            "if __name__ == \"__main__\":\n    main()\n",
            "if __name__ == '__main__': main()\n",
            "if '''__main__''' == __name__:\n\tmain()\n",
            "if (__name__ == '__main__'):\n    x = main()\n",
            "if __name__ == '__main__' and True:\n    sys.exit(main())\n",
            "if x:\n  pass\nelif __name__ == '__main__':\n  try:\n    main()\n  except E:\n    pass\n",
            "\u{feff}if __name__==\"__main__\" :\r\n    main()\r\n",
            "def main():\n  main()\nif __name__ == '__main__':\n  main()",
        ] {
            assert_eq!(findings(text), [], "{text}");
        }
    }

    #[test]
    fn a_missing_guard_is_reported_with_the_mistake() {
        const MISSING: &str = "there is no `if __name__ == \"__main__\":` that calls `main()`";
        for (text, line, note) in [
            ("def main(): pass\n", None, ""),
            ("x = '''\nif __name__ == \"__main__\":\n  main()\n'''\n", None, ""),
            ("# if __name__ == '__main__': main()\n", None, ""),
            (
                "if __name__ == 'main':\n  main()\n",
                Some(1),
                "; `'main'` is written `\"__main__\"`, with two `_` on both sides",
            ),
            (
                "if name == '__main__':\n  main()\n",
                Some(1),
                "; `name` is written `__name__`, with two `_` on both sides",
            ),
            ("if __name__ = '__main__':\n  main()\n", Some(1), "; the two are compared with `==`"),
            ("if __name__ is '__main__':\n  main()\n", Some(1), "; the two are compared with `==`"),
            (
                "def f():\n  if __name__ == '__main__':\n    main()\n",
                Some(2),
                "; this one stands inside of a function: it belongs at the left margin",
            ),
        ] {
            assert_eq!(findings(text), [(line, format!("{MISSING}{note}"))], "{text}");
        }
    }

    #[test]
    fn main_is_called_under_the_guard_and_nowhere_else() {
        let bare = "`main()` is called whenever the file is imported; it belongs under `if __name__ == \"__main__\":`";
        assert_eq!(findings("x = 1\nmain()\n"), [(Some(2), bare.to_owned())]);
        let under = "if __name__ == '__main__':\n  run_all()\n";
        assert_eq!(
            findings(under),
            [(Some(1), "no `main()` is called under `if __name__ == \"__main__\":`".into())]
        );
        let twice = "if __name__ == '__main__':\n  main()\nelse:\n  main()\nmain()\n";
        let lines: Vec<Option<usize>> = findings(twice).into_iter().map(|finding| finding.0).collect();
        assert_eq!(lines, [Some(4), Some(5)]);
    }

    #[test]
    fn nothing_is_certain_about_a_file_with_syntax_errors() {
        let found =
            check(&Rule::MainGuard, "a.py", b"def main(:\n  x = (\nif __name__ == '__main__'\n  main()\n");
        assert!(found.iter().all(|finding| finding.certainty == Certainty::Suspected), "{found:?}");
    }
}
