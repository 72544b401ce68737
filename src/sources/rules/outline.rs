//! What a file does when it is run: what it defines, and whether it begins anything.

use super::finding::shortened;
use super::main_guard;
use super::parser::Unreadable;
use super::source::{Node, Source};
use crate::untrusted::Untrusted;

/// What stands in a Python file, in outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Whether there is nothing but comments and texts that are never used.
    pub is_empty: bool,
    /// The functions that it defines at the left margin, in their order.
    pub functions: Vec<Untrusted>,
    /// Whether something is called when the file is run, but not below a mistaken guard.
    pub calls: bool,
    /// The line, from 1, that ends the program before anything else, such as `exit()`.
    pub stops: Option<usize>,
    /// A condition that was probably meant as `if __name__ == "__main__":`: its line, from 1, and what is wrong with it.
    pub mistaken_guard: Option<(usize, Untrusted)>,
}

impl Outline {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser.
    pub fn of(name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let source = Source::parse(name, content)?;
        let mistaken = main_guard::mistaken(&source);
        let is_below_mistaken =
            |node: &Node| mistaken.as_ref().is_some_and(|(guard, _)| guard.contains(*node));
        let is_run = |node: &Node| node.body_of().is_none() && !is_below_mistaken(node);
        let calls: Vec<Node> = source.all("call").filter(is_run).collect();
        let first = calls.first();
        let functions = source.all("function_definition").filter(|one| one.indent() == 0);
        let names = functions.filter_map(|one| Some(shortened(one.field("name")?.text()).into()));
        Ok(Self {
            is_empty: source.root().parts().all(|part| is_text(&part)),
            functions: names.collect(),
            calls: !calls.is_empty(),
            stops: first.filter(|call| ends_the_program(call)).map(|call| call.line() + 1),
            mistaken_guard: mistaken.map(|(guard, note)| (guard.line() + 1, note.into())),
        })
    }
}

/// Whether a statement is only a text, such as the description at the beginning of a file.
fn is_text(statement: &Node) -> bool {
    statement.is("expression_statement") && statement.parts().all(|part| part.is("string"))
}

fn ends_the_program(call: &Node) -> bool {
    const ENDS: [&str; 4] = ["exit", "quit", "sys.exit", "os._exit"];
    call.field("function").is_some_and(|function| ENDS.contains(&function.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> Outline {
        Outline::of("a.py", text.as_bytes()).unwrap()
    }

    #[test]
    fn a_file_without_statements_is_empty() {
        for text in ["", "\n\n", "# only\n# comments", "\"\"\"My homework.\"\"\"\n"] {
            assert!(outline(text).is_empty, "{text}");
        }
        assert!(!outline("x = 1").is_empty);
    }

    #[test]
    fn a_file_that_only_defines_calls_nothing() {
        let only = outline("import sys\ndef a():\n    b()\n\ndef b():\n    def inner(): pass\n\nSIZE = 3\n");
        assert_eq!(only.functions, ["a", "b"].map(Untrusted::from));
        assert!(!only.calls);
        assert!(outline("def a(): pass\na()").calls);
        assert!(outline("if __name__ == '__main__':\n    a()").calls);
    }

    #[test]
    fn a_mistaken_guard_is_found_with_its_mistake() {
        let found = outline("def a(): pass\nif __name__ == 'main':\n    a()\n");
        assert!(!found.calls);
        let note = "`'main'` is written `\"__main__\"`, with two `_` on both sides";
        assert_eq!(found.mistaken_guard, Some((2, note.into())));
        assert_eq!(outline("if __name__ == '__main__':\n    a()").mistaken_guard, None);
    }

    #[test]
    fn a_call_that_ends_the_program_counts_only_if_it_comes_first() {
        assert_eq!(outline("import sys\n\nsys.exit()\nmain()").stops, Some(3));
        assert_eq!(outline("main()\nexit()").stops, None);
    }
}
