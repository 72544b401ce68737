//! Finds the tests in a Java file, as JUnit does: methods with the annotation `@Test`.

use std::collections::BTreeSet;
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
    /// Finds the tests in a Java file alone.
    pub fn parse_java(text: &str) -> Self {
        Self::parse_all_java(&[("", text)]).remove(0)
    }

    /// Finds the tests in Java files: a class has also those of the classes and interfaces that it is derived from.
    pub fn parse_all_java(files: &[(&str, &str)]) -> Vec<Self> {
        let tokens: Vec<Vec<Token>> = files.iter().map(|(_, text)| tokens(text)).collect();
        let mut units: Vec<Unit> =
            files.iter().zip(&tokens).map(|((path, _), tokens)| Unit::new(path, tokens)).collect();
        for (unit, tokens) in units.iter_mut().zip(&tokens) {
            let mut finder = Finder { tokens, at: 0, classes: Vec::new() };
            finder.block(&[], false);
            unit.classes = finder.classes;
        }
        let units = Units(units);
        let tests: Vec<Vec<FoundTest>> = (0..files.len()).map(|at| units.tests(at)).collect();
        let found =
            files.iter().zip(&units.0).zip(tests).enumerate().map(|(at, (((path, text), unit), tests))| {
                let own = unit.classes.iter().flat_map(|class| &class.tests);
                let mut definitions: Vec<(Range<usize>, bool)> =
                    own.map(|test| (test.place.clone(), false)).collect();
                definitions.sort_by_key(|(place, _)| place.start);
                Self {
                    path: (*path).to_owned(),
                    text: (*text).to_owned(),
                    definitions,
                    tests,
                    imports: Vec::new(),
                    needs: units.needs(at, &tokens),
                    blank: "",
                    not_found: not_found(&tokens[at], text),
                }
            });
        found.collect()
    }
}

/// Annotations by which a method makes tests.
const MAKE_TESTS: [&str; 3] = ["TestFactory", "TestTemplate", "Theory"];

/// Runners of JUnit 4 whose tests have other names than their methods.
const RUNNERS: [&str; 2] = ["Parameterized", "Theories"];

/// Returns what makes tests that are not found, and its line.
fn not_found(tokens: &[Token], text: &str) -> Option<(String, usize)> {
    let is_annotation = |at: usize| {
        // Its name may be written in full.
        let before = (0..at).rev().step_by(2).find(|before| tokens[*before].text != ".");
        before.is_some_and(|before| tokens[before].text == "@")
    };
    let found = tokens.iter().enumerate().filter(|(at, _)| is_annotation(*at));
    let (written, place) = found.into_iter().find_map(|(at, token)| match token.text {
        made if MAKE_TESTS.contains(&made) => Some((format!("@{made}"), &token.place)),
        "RunWith" => {
            let mut values = tokens[at + 1..].iter().take_while(|token| token.text != ")");
            let runner = values.find(|token| RUNNERS.contains(&token.text))?;
            Some((format!("@RunWith({}.class)", runner.text), &token.place))
        }
        _ => None,
    })?;
    Some((written, 1 + text[..place.start].matches('\n').count()))
}

/// A class by the place of its file among the files, and its own place in that.
type Id = (usize, usize);

/// A file.
struct Unit<'a> {
    path: &'a str,
    package: String,
    imports: Vec<String>,
    classes: Vec<Class<'a>>,
}

impl<'a> Unit<'a> {
    fn new(path: &'a str, tokens: &[Token]) -> Self {
        let (mut package, mut imports) = (String::new(), Vec::new());
        for statement in tokens.split(|token| token.text == ";") {
            let Some((first, rest)) = statement.split_first() else { continue };
            let name: String =
                rest.iter().filter(|token| token.text != "static").map(|token| token.text).collect();
            match first.text {
                "package" => package = name,
                "import" => imports.push(name),
                _ => {}
            }
        }
        Self { path, package, imports, classes: Vec::new() }
    }
}

/// A class, an interface, an enumeration or a record.
struct Class<'a> {
    /// Its name, with those of the classes around it.
    path: Vec<String>,
    /// What it extends and implements: `shop.BaseTest`.
    bases: Vec<String>,
    /// Whether there can be no object of it.
    is_abstract: bool,
    is_skipped: bool,
    tests: Vec<Test<'a>>,
}

/// A method that is a test.
struct Test<'a> {
    name: &'a str,
    is_skipped: bool,
    about: Option<String>,
    place: Range<usize>,
}

/// The files.
struct Units<'a>(Vec<Unit<'a>>);

impl Units<'_> {
    fn class(&self, id: Id) -> &Class<'_> {
        &self.0[id.0].classes[id.1]
    }

    /// Returns the tests of one of the files. Those of a class that cannot be run itself belong to others.
    fn tests(&self, at: usize) -> Vec<FoundTest> {
        let unit = &self.0[at];
        let mut tests = Vec::new();
        for (place, class) in unit.classes.iter().enumerate() {
            let line = self.line((at, place));
            let line = if class.is_abstract { &line[..1] } else { &line[..] };
            let mut names: Vec<&str> = Vec::new();
            for one in line {
                let holder = self.class(*one);
                for test in holder.tests.iter().filter(|test| !names.contains(&test.name)) {
                    let same = line.iter().flat_map(|one| {
                        let path = self.0[one.0].path;
                        let all = self.class(*one).tests.iter().filter(|other| other.name == test.name);
                        all.map(move |other| (path.to_owned(), other.place.clone()))
                    });
                    let own = (self.0[one.0].path.to_owned(), test.place.clone());
                    // What it overrides is there for it to call.
                    let others: Vec<_> = same.filter(|other| *other != own).collect();
                    let is_skipped = class.is_skipped || test.is_skipped;
                    tests.push(FoundTest {
                        path: class.path.iter().cloned().chain([test.name.to_owned()]).collect(),
                        is_method_of_case: false,
                        is_of_base: class.is_abstract,
                        package: unit.package.clone(),
                        about: test.about.clone(),
                        examples: None,
                        marks: Marks { is_skipped, ..Marks::default() },
                        line: 0,
                        origin: (one.0 != at).then(|| self.0[one.0].path.to_owned()),
                        needs: [vec![own], others].concat(),
                    });
                }
                names.extend(holder.tests.iter().map(|test| test.name));
            }
        }
        tests.sort_by_key(|test| (test.origin.is_some(), test.needs[0].1.start));
        tests
    }

    /// Returns a class and all that it is derived from, the nearest first.
    fn line(&self, id: Id) -> Vec<Id> {
        let (mut line, mut at) = (vec![id], 0);
        while let Some(&one) = line.get(at) {
            let bases = self.class(one).bases.iter().filter_map(|base| self.named(one, base));
            let bases: Vec<Id> = bases.filter(|base| !line.contains(base)).collect();
            line.extend(bases);
            at += 1;
        }
        line
    }

    /// Returns the class for which a name stands: in the same file, by an import, or in the same package.
    fn named(&self, from: Id, name: &str) -> Option<Id> {
        let unit = &self.0[from.0];
        let near = unit.classes.iter().enumerate().filter(|(place, _)| *place != from.1);
        let mut near = near.filter(|(_, class)| {
            let path = class.path.join(".");
            path == name || path.ends_with(&format!(".{name}"))
        });
        if let Some((place, _)) = near.next() {
            return Some((from.0, place));
        }
        let (first, rest) =
            name.split_once('.').map_or((name, String::new()), |(first, rest)| (first, format!(".{rest}")));
        let imported = unit.imports.iter().filter_map(|import| match import.rsplit_once('.') {
            Some((_, last)) if last == first => Some(format!("{import}{rest}")),
            _ => None,
        });
        let beside =
            [if unit.package.is_empty() { name.to_owned() } else { format!("{}.{name}", unit.package) }];
        let from_all =
            unit.imports.iter().filter_map(|import| Some(format!("{}.{name}", import.strip_suffix(".*")?)));
        let mut whole = imported.chain(beside).chain(from_all).chain([name.to_owned()]);
        whole.find_map(|whole| {
            self.0.iter().enumerate().find_map(|(at, other)| {
                let path = if other.package.is_empty() {
                    &whole
                } else {
                    whole.strip_prefix(&format!("{}.", other.package))?
                };
                let place = other.classes.iter().position(|class| class.path.join(".") == *path)?;
                Some((at, place)).filter(|id| *id != from)
            })
        })
    }

    /// Returns the files whose classes are named in one of them, in all steps.
    fn needs(&self, at: usize, tokens: &[Vec<Token>]) -> BTreeSet<String> {
        let (mut needed, mut waiting) = (BTreeSet::from([at]), vec![at]);
        while let Some(at) = waiting.pop() {
            let words: BTreeSet<&str> = tokens[at].iter().map(|token| token.text).collect();
            for (other, unit) in self.0.iter().enumerate() {
                let mut names = unit.classes.iter().filter_map(|class| class.path.first());
                if names.any(|name| words.contains(name.as_str())) && needed.insert(other) {
                    waiting.push(other);
                }
            }
        }
        needed.into_iter().filter(|one| *one != at).map(|one| self.0[one].path.to_owned()).collect()
    }
}

/// Returns the names of the classes that a text declares.
pub fn declared_classes(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let is_kind = |token: &Token| matches!(token.text, "class" | "interface" | "enum" | "record");
    let declared = tokens.windows(2).filter(|pair| is_kind(&pair[0]));
    declared.map(|pair| pair[1].text.to_owned()).collect()
}

/// What stands before a declaration.
#[derive(Default)]
struct Annotations {
    start: Option<usize>,
    is_test: bool,
    is_skipped: bool,
    is_abstract: bool,
    name: Option<String>,
}

struct Finder<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    classes: Vec<Class<'a>>,
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

    /// Looks at the declarations of a file or a class, to the end of its block. Returns the tests in it.
    fn block(&mut self, path: &[String], is_skipped: bool) -> Vec<Test<'a>> {
        let mut tests = Vec::new();
        let mut annotations = Annotations::default();
        let mut last_word: Option<&Token> = None;
        while let Some(token) = self.next() {
            match token.text {
                "@" if self.peek() != "interface" => self.annotation(token.place.start, &mut annotations),
                "abstract" => annotations.is_abstract = true,
                "class" | "interface" | "enum" | "record"
                    if last_word.is_none_or(|word| word.text != ".") =>
                {
                    let Some(name) = self.next() else { return tests };
                    let bases = self.bases();
                    let place = self.classes.len();
                    let class = Class {
                        path: path.iter().cloned().chain([name.text.to_owned()]).collect(),
                        bases,
                        is_abstract: annotations.is_abstract || token.text == "interface",
                        is_skipped: is_skipped || annotations.is_skipped,
                        tests: Vec::new(),
                    };
                    let (inner, is_skipped) = (class.path.clone(), class.is_skipped);
                    self.classes.push(class);
                    self.classes[place].tests = self.block(&inner, is_skipped);
                    annotations = Annotations::default();
                }
                "(" if annotations.is_test => {
                    let Some(name) = last_word else { continue };
                    self.skip("(", ")");
                    while !matches!(self.peek(), "{" | ";" | "") {
                        self.next();
                    }
                    if self.next().is_some_and(|token| token.text == "{") {
                        self.skip("{", "}");
                    }
                    let end = self.tokens[self.at - 1].place.end;
                    let start = annotations.start.unwrap_or(name.place.start);
                    tests.push(Test {
                        name: name.text,
                        is_skipped: annotations.is_skipped,
                        about: annotations.name.take(),
                        place: start..end,
                    });
                    annotations = Annotations::default();
                }
                "(" => self.skip("(", ")"),
                "{" => {
                    self.skip("{", "}");
                    annotations = Annotations::default();
                }
                "}" => return tests,
                ";" => annotations = Annotations::default(),
                _ => {}
            }
            last_word = Some(token);
        }
        tests
    }

    /// Reads what stands between the name of a class and its block: the names behind `extends` and `implements`.
    fn bases(&mut self) -> Vec<String> {
        let (mut bases, mut depth, mut is_list) = (Vec::new(), 0usize, false);
        let mut name = String::new();
        loop {
            let text = self.peek();
            let ends = matches!(text, "" | "{" | "," | "extends" | "implements" | "permits");
            if ends && depth == 0 {
                if is_list && !name.is_empty() {
                    bases.push(std::mem::take(&mut name));
                }
                is_list = matches!(text, "extends" | "implements") || text == "," && is_list;
                name.clear();
            }
            if matches!(text, "" | "{") {
                break;
            }
            match text {
                "<" | "(" => depth += 1,
                ">" | ")" => depth = depth.saturating_sub(1),
                _ if depth == 0 && !ends => name.push_str(text),
                _ => {}
            }
            self.next();
        }
        self.next();
        bases
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
        let alone = file.with_only(&file.tests[2], false);
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
                    let _ = file.with_only(test, false);
                }
            }
        }
    }
}
