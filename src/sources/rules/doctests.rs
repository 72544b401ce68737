//! Finds the examples of doctests: in the documentation of a Python file, or in a text.

use std::collections::BTreeSet;

use super::Unreadable;
use super::literal::documentation_of;
use super::source::{Node, Source};
use super::unit_test_marks::Marks;
use super::unit_tests::{FoundTest, TestFile, imports};

impl TestFile {
    /// Finds the examples in the documentation of a Python file, of its functions, classes and methods; each is a test.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser.
    pub fn doctests(name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let source = Source::parse(name, content)?;
        let mut tests = Vec::new();
        documented(source.root(), &[], &mut tests);
        let (path, text, imports) = (name.to_owned(), source.text().to_owned(), imports(&source));
        Ok(Self {
            path,
            text,
            definitions: Vec::new(),
            tests,
            imports,
            needs: BTreeSet::new(),
            blank: "pass",
            not_found: None,
        })
    }

    /// Takes a whole text for one doctest, if it has examples.
    pub fn of_examples(name: &str, text: String) -> Self {
        let test = FoundTest {
            path: vec![name.to_owned()],
            is_method_of_case: false,
            is_of_base: false,
            package: String::new(),
            about: None,
            examples: Some(text.clone()),
            marks: Marks::default(),
            line: 1,
            origin: None,
            needs: Vec::new(),
        };
        let tests = if has_examples(&text) { vec![test] } else { Vec::new() };
        let (path, imports, needs) = (name.to_owned(), Vec::new(), BTreeSet::new());
        Self { path, text, definitions: Vec::new(), tests, imports, needs, blank: "pass", not_found: None }
    }
}

/// Collects the documentation with examples of a file, a class or a function, and of what is defined in it.
fn documented(node: Node, path: &[String], tests: &mut Vec<FoundTest>) {
    let body = if node.is("module") { Some(node) } else { node.field("body") };
    let Some(body) = body else { return };
    if let Some(text) = documentation(body).filter(|text| has_examples(text)) {
        let path = if path.is_empty() { vec!["module".to_owned()] } else { path.to_vec() };
        let (line, marks) = (node.line() + 1, Marks::default());
        tests.push(FoundTest {
            path,
            is_method_of_case: false,
            is_of_base: false,
            package: String::new(),
            about: None,
            examples: Some(text),
            marks,
            line,
            origin: None,
            needs: Vec::new(),
        });
    }
    for statement in body.parts().filter(|_| !node.is("function_definition")) {
        let inner = statement.field("definition").unwrap_or(statement);
        if let (true, Some(name)) =
            (inner.is("function_definition") || inner.is("class_definition"), inner.field("name"))
        {
            let path: Vec<String> = path.iter().cloned().chain([name.text().to_owned()]).collect();
            documented(inner, &path, tests);
        }
    }
}

fn has_examples(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(">>> "))
}

/// Returns the text at the beginning of a block.
pub(super) fn documentation(body: Node) -> Option<String> {
    let first = body.parts().next()?;
    documentation_of(first.parts().next().filter(|_| first.is("expression_statement"))?)
}
