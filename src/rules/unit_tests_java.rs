//! Finds the tests in a Java file, as JUnit does: methods with the annotation `@Test`.

use std::ops::Range;

use super::unit_test_marks::Marks;
use super::unit_tests::{FoundTest, TestFile};

/// Annotations that make a method a test.
const TESTS: [&str; 3] = ["Test", "ParameterizedTest", "RepeatedTest"];

/// Annotations that have a test skipped.
const SKIPPED: [&str; 2] = ["Ignore", "Disabled"];

/// A word, a text or a sign, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    place: Range<usize>,
}

impl TestFile {
    /// Finds the tests in a Java file.
    pub(crate) fn parse_java(text: &str) -> Self {
        let tokens = tokens(text);
        let mut finder = Finder { tokens: &tokens, at: 0, package: package(&tokens), tests: Vec::new() };
        finder.block(&[], false);
        let tests = finder.tests;
        Self { text: text.to_owned(), tests, imports: Vec::new(), blank: "" }
    }
}

/// Returns the names of the classes that a text declares.
pub(crate) fn declared_classes(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let is_kind = |token: &Token| matches!(token.text, "class" | "interface" | "enum" | "record");
    let declared = tokens.windows(2).filter(|pair| is_kind(&pair[0]));
    declared.map(|pair| pair[1].text.to_owned()).collect()
}

/// Returns the package of a file; empty if it has none.
fn package(tokens: &[Token]) -> String {
    let Some([first, rest @ ..]) = tokens.get(..).filter(|tokens| !tokens.is_empty()) else {
        return String::new();
    };
    match first.text {
        "package" => rest.iter().take_while(|token| token.text != ";").map(|token| token.text).collect(),
        _ => String::new(),
    }
}

/// What stands before a declaration.
#[derive(Default)]
struct Annotations {
    start: Option<usize>,
    is_test: bool,
    is_skipped: bool,
    name: Option<String>,
}

struct Finder<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    package: String,
    tests: Vec<FoundTest>,
}

impl<'a> Finder<'a> {
    fn next(&mut self) -> Option<&'a Token<'a>> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).map_or("", |token| token.text)
    }

    /// Looks at the declarations of a file or a class, to the end of its block.
    fn block(&mut self, classes: &[String], is_skipped: bool) {
        let mut annotations = Annotations::default();
        let mut last_word: Option<&Token> = None;
        while let Some(token) = self.next() {
            match token.text {
                "@" if self.peek() != "interface" => self.annotation(token.place.start, &mut annotations),
                "class" | "interface" | "enum" | "record"
                    if last_word.is_none_or(|word| word.text != ".") =>
                {
                    let Some(name) = self.next() else { return };
                    while !self.peek().is_empty() && self.peek() != "{" {
                        self.next();
                    }
                    self.next();
                    let inner: Vec<String> = classes.iter().cloned().chain([name.text.to_owned()]).collect();
                    self.block(&inner, is_skipped || annotations.is_skipped);
                    annotations = Annotations::default();
                }
                "(" if annotations.is_test => {
                    let Some(name) = last_word else { continue };
                    self.skip("(", ")");
                    while !matches!(self.peek(), "{" | ";" | "") {
                        self.next();
                    }
                    self.next();
                    self.skip("{", "}");
                    let end = self.tokens[self.at - 1].place.end;
                    self.found(classes, name, end, &annotations, is_skipped);
                    annotations = Annotations::default();
                }
                "(" => self.skip("(", ")"),
                "{" => {
                    self.skip("{", "}");
                    annotations = Annotations::default();
                }
                "}" => return,
                ";" => annotations = Annotations::default(),
                _ => {}
            }
            last_word = Some(token);
        }
    }

    fn found(&mut self, classes: &[String], name: &Token, end: usize, said: &Annotations, is_skipped: bool) {
        let path = classes.iter().cloned().chain([name.text.to_owned()]).collect();
        let marks = Marks { is_skipped: is_skipped || said.is_skipped, ..Marks::default() };
        let start = said.start.unwrap_or(name.place.start);
        self.tests.push(FoundTest {
            path,
            is_method_of_case: false,
            package: self.package.clone(),
            about: said.name.clone(),
            examples: None,
            marks,
            line: 0,
            place: start..end,
        });
    }

    /// Reads an annotation, with its first text.
    fn annotation(&mut self, start: usize, annotations: &mut Annotations) {
        annotations.start.get_or_insert(start);
        let mut name = self.next().map_or("", |token| token.text);
        while self.peek() == "." {
            self.next();
            name = self.next().map_or("", |token| token.text);
        }
        let mut text = None;
        if self.peek() == "(" {
            self.next();
            text = Some(self.peek()).filter(|text| text.starts_with('"'));
            self.skip("(", ")");
        }
        annotations.is_test |= TESTS.contains(&name);
        annotations.is_skipped |= SKIPPED.contains(&name);
        if let ("DisplayName", Some(text)) = (name, text) {
            annotations.name = Some(text.trim_matches('"').replace("\\\"", "\""));
        }
    }

    /// Goes behind the bracket that closes the one before this place.
    fn skip(&mut self, open: &str, close: &str) {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                None => return,
                Some(token) if token.text == open => depth += 1,
                Some(token) if token.text == close => depth -= 1,
                Some(_) => {}
            }
        }
    }
}

/// Splits a text into words, texts in quotes and signs. Comments are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (Vec::new(), 0);
    let find = |from: usize, what: &str| {
        text.get(from..).and_then(|rest| rest.find(what)).map(|found| from + found + what.len())
    };
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        if rest.starts_with("//") {
            at = find(at, "\n").unwrap_or(bytes.len());
            continue;
        }
        if rest.starts_with("/*") {
            at = find(at + 2, "*/").unwrap_or(bytes.len());
            continue;
        }
        if rest.starts_with("\"\"\"") {
            at = find(at + 3, "\"\"\"").unwrap_or(bytes.len());
        } else if matches!(bytes[at], b'"' | b'\'') {
            let quote = bytes[at];
            at += 1;
            while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(bytes.len());
            while !text.is_char_boundary(at) {
                at += 1;
            }
        } else {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let word: usize = rest.chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum();
            let first = rest.chars().next().map_or(1, char::len_utf8);
            at += word.max(first);
            if rest.starts_with(char::is_whitespace) {
                continue;
            }
        }
        tokens.push(Token { text: &text[start..at], place: start..at });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "package a.b;\nimport org.junit.Test;\n\n/** @Test void no() {} */\npublic class TestShapes {\n    \
                        @Test\n    public void area() { assertEquals(\"}\", \"{\"); }\n    void helper(int x) { if (x > 0) { } }\n    \
                        @Ignore @org.junit.Test public void later() {}\n    @Nested class Inner {\n        @DisplayName(\"the side\") @Test \
                        void side() throws Exception { }\n    }\n}\n";

    #[test]
    fn methods_with_the_annotation_are_found() {
        let file = TestFile::parse_java(TEXT);
        let names: Vec<String> = file.tests.iter().map(|test| test.path.join(".")).collect();
        assert_eq!(names, ["TestShapes.area", "TestShapes.later", "TestShapes.Inner.side"]);
        assert!(file.tests[1].marks.is_skipped && !file.tests[0].marks.is_skipped);
        assert_eq!(
            (file.tests[2].about.as_deref(), file.tests[2].package.as_str()),
            (Some("the side"), "a.b")
        );
        let alone = file.with_only(&file.tests[2]);
        assert!(
            alone.contains("side()") && alone.contains("helper") && !alone.contains("assertEquals"),
            "{alone}"
        );
        assert_eq!(alone.lines().count(), TEXT.lines().count());
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_search(text in "[@a-zT{}()\"'/*\\\\ \né.;]{0,80}", word in "(@Test |class A |void a|\\(|\\)|\\{|\\}|\"|é){0,20}") {
            for text in [text, word] {
                let file = TestFile::parse_java(&text);
                for test in &file.tests {
                    let _ = file.with_only(test);
                }
            }
        }
    }
}
