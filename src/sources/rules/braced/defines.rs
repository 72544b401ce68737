//! Checks that a file defines what is required, and finds what is similar if it does not.

use std::path::Path;

use super::super::finding::{Finding, likely, listed, shortened};
use super::super::grammar::Grammar;
use super::super::source::Source;
use super::definitions::{Definition, Definitions, What};
use super::prototype::{Asked, Prototype};
use super::shape;

/// Checks [`Rule::Declares`](super::super::Rule::Declares).
pub(in super::super) fn check(source: &Source, required: &[Prototype]) -> Vec<Finding> {
    let definitions = Definitions::of(source);
    let check = Check { source, definitions: &definitions };
    let mut findings: Vec<Finding> = Vec::new();
    for prototype in required {
        // A missing class is one finding, whatever the number of its required methods.
        let finding = check.one(prototype);
        let finding = finding.filter(|new| findings.iter().all(|old| old.message != new.message));
        findings.extend(finding);
    }
    findings
}

struct Check<'a> {
    source: &'a Source,
    definitions: &'a Definitions<'a>,
}

impl<'a> Check<'a> {
    fn one(&self, asked: &Prototype) -> Option<Finding> {
        let found = self.candidates(asked);
        let mut wrong: Option<Finding> = None;
        for one in found {
            match shape::wrong(asked, one, self.source) {
                None => return None,
                Some(finding) => wrong = Some(wrong.unwrap_or(finding)),
            }
        }
        wrong.or_else(|| Some(self.missing(asked)))
    }

    fn find(&self, classes: &[String], name: &str) -> Vec<&'a Definition<'a>> {
        let grammar = self.source.grammar();
        let found = self.definitions.find(grammar, classes, name);
        // What stands in no class of a source of Java is in one with the name of the file.
        match classes {
            [class] if found.is_empty() && grammar == Grammar::Java && self.is_compact(class) => {
                self.definitions.find(grammar, &[], name)
            }
            _ => found,
        }
    }

    /// Tells whether a class is the file itself, which has none of this name.
    fn is_compact(&self, class: &str) -> bool {
        let is_file = Path::new(self.source.name()).file_stem().is_some_and(|stem| stem == class);
        is_file && self.definitions.find(self.source.grammar(), &[], class).is_empty()
    }

    /// Returns the definitions that may be the required one, those with a body first.
    fn candidates(&self, asked: &Prototype) -> Vec<&'a Definition<'a>> {
        let mut found = self.find(&asked.classes, &asked.name);
        if let (true, Some(class)) = (found.is_empty(), self.class_of(asked)) {
            let family = self.definitions.ancestry(class).0;
            let is_in = |it: &&Definition| {
                it.name == asked.name && family.iter().any(|member| it.around.last() == Some(&member.name))
            };
            found = self.definitions.iter().filter(is_in).collect();
        }
        // A class and its constructor have the same name.
        let wants_function = matches!(asked.asked, Asked::Counted(_) | Asked::Typed { .. });
        let is_function = |it: &&Definition| matches!(it.what, What::Function(_));
        if asked.asked != Asked::Any && found.iter().any(|it| is_function(it) == wants_function) {
            found.retain(|it| is_function(it) == wants_function);
        }
        found.sort_by_key(|it| !matches!(&it.what, What::Function(function) if function.has_body));
        found
    }

    /// Returns the class that should contain it.
    fn class_of(&self, asked: &Prototype) -> Option<&'a Definition<'a>> {
        let (class, around) = asked.classes.split_last()?;
        self.find(around, class).into_iter().find(|it| matches!(it.what, What::Class { .. }))
    }

    /// Returns the finding for a missing definition.
    fn missing(&self, asked: &Prototype) -> Finding {
        let file = self.source.name();
        let class = self.class_of(asked);
        if let (None, Some(class)) = (class, asked.classes.last()) {
            let message = format!("the class `{class}` is not defined in `{file}`");
            let classes = self.definitions.iter().filter(|it| matches!(it.what, What::Class { .. }));
            return self.absent(message, class, classes.collect(), true);
        }
        let message = match class {
            None => format!("`{asked}` is not defined in `{file}`"),
            Some(class) => format!("`{asked}` is not defined in the class `{}`", shortened(class.name)),
        };
        let complete = class.is_none_or(|class| self.definitions.ancestry(class).1);
        let elsewhere = self.definitions.iter().find(|it| it.name == asked.name && it.what != What::Value);
        if let Some(other) = elsewhere {
            let note = format!("`{}` is defined {}", shortened(other.name), place_of(other));
            let finding = Finding::new(Some(other.node.place()), message).with_note(Some(note));
            return finding.suspected_if(!complete || self.source.is_broken());
        }
        let beside = |it: &&Definition| match class {
            Some(class) => it.around.last() == Some(&class.name),
            None => it.function.is_none() && (it.classes == 0 || self.source.grammar() == Grammar::Java),
        };
        let mut finding =
            self.absent(message, &asked.name, self.definitions.iter().filter(beside).collect(), complete);
        if finding.place.is_none() {
            finding.place = class.map(|class| class.node.place());
        }
        finding
    }

    /// Returns the finding for something that is not there, with the similar name that is.
    fn absent(&self, message: String, name: &str, beside: Vec<&Definition>, complete: bool) -> Finding {
        let near = likely(name, beside.iter().map(|it| it.name));
        let near = near.and_then(|near| beside.into_iter().find(|it| it.name == near));
        let note = match near {
            Some(near) => Some(format!("`{}` is defined: is the name misspelled?", shortened(near.name))),
            None if !complete => Some("it may come from a class that is defined elsewhere".to_owned()),
            None if self.source.is_broken() => {
                Some("the file has syntax errors, which may hide it".to_owned())
            }
            None => None,
        };
        let finding = Finding::new(near.map(|near| near.node.place()), message).with_note(note);
        finding.suspected_if(!complete || self.source.is_broken())
    }
}

/// Returns the place of a definition in words.
fn place_of(definition: &Definition) -> String {
    match (definition.function, definition.around.last()) {
        (Some(function), _) => format!("inside of the function `{}`", shortened(function)),
        (None, Some(class)) => format!("in `{}`", shortened(class)),
        (None, None) => "outside of every class and function".to_owned(),
    }
}

/// Joins words for a sentence.
pub(super) fn together<T: AsRef<str>>(items: &[T]) -> String {
    listed(items, "and")
}

#[cfg(test)]
mod tests {
    use super::super::super::{Certainty, Grammar, Rule, check};
    use super::Prototype;
    use crate::untrusted::Text;

    fn findings(file: &str, required: &[&str], text: &str) -> Vec<String> {
        let grammar = Grammar::of_file(file).unwrap();
        let required = required.iter().map(|text| Prototype::parse(text, grammar).unwrap()).collect();
        let found = check(&Rule::Declares { required }, file, text.as_bytes());
        let shown = found.into_iter().map(|finding| {
            let place = finding.place.map(|place| format!("{}:{} ", place.line, place.column));
            let sure = if finding.certainty == Certainty::Proven { "" } else { "? " };
            let note = finding.note.map(|note| format!("; {}", note.expose())).unwrap_or_default();
            format!("{}{sure}{}{note}", place.unwrap_or_default(), finding.message.expose())
        });
        shown.collect()
    }

    #[test]
    fn what_is_defined_as_required_is_found() {
        for (file, asked, text) in [
            ("a.c", "count(text, letter)", "int count(const char *t, char c) { return 0; }"),
            ("a.c", "int count(const char *, char)", "int count(char const t[], char c) { return 0; }"),
            ("a.c", "int f(void)", "int f() { return 0; }"),
            ("a.c", "struct node *add(struct node *, int)", "node *add(node *l, int v) { return l; }"),
            ("a.c", "static char *copy(const char *)", "static char* copy(const char* s) { return 0; }"),
            (
                "a.c",
                "sum(a, n)",
                "int sum(int a[], int n);\n#ifdef X\nint sum(int a[], int n) { return 0; }\n#endif",
            ),
            ("a.c", "struct node", "typedef struct node { int v; } node;"),
            ("a.h", "int f(int)", "int f(int x);"),
            ("a.h", "double Account.balance()", "class Account { public: double balance() const; };"),
            ("a.cpp", "void Account::deposit(double)", "void Account::deposit(double x) { }"),
            ("a.cpp", "mean(v)", "namespace st { double mean(const std::vector<int> &v) { return 0; } }"),
            (
                "a.cpp",
                "Account(string)",
                "class Account { public: explicit Account(std::string o) : o_(o) {} };",
            ),
            ("a.cpp", "class Circle : public Shape", "class Shape {}; class Circle : public Shape {};"),
            ("a.cpp", "biggest(v)", "template <typename T> T biggest(T v, int n = 3) { return v; }"),
            (
                "A.java",
                "public static int f(int)",
                "class A { public static final int f(final int x) { return 1; } }",
            ),
            ("A.java", "int[] A.f(String...)", "class A { @Override int f(String[] x)[] { return null; } }"),
            ("A.java", "public A(String)", "public class A { public A(String a) { } }"),
            ("A.java", "A()", "public class A { }"),
            (
                "A.java",
                "A.area(w, h)",
                "import module java.base;\n\nint area(int w, int h) { return w * h; }\n\nvoid main() { }",
            ),
            ("A.java", "Point(int, int)", "record Point(int x, int y) { }"),
            (
                "A.java",
                "class A extends B implements Comparable",
                "class A extends p.B<X> implements Comparable<A> { }",
            ),
            ("A.java", "interface Shape", "interface Shape { double area(); }"),
            ("A.java", "public double Shape.area()", "interface Shape { double area(); }"),
            ("A.java", "B.f(a)", "class C { void f(int a) { } } class B extends C { }"),
            ("A.java", "f(a)", "class A { void f() { } void f(int a) { } }"),
            ("a.js", "area(w, h)", "export const area = (w, h = 1) => w * h;"),
            ("a.js", "area(w, h)", "function area(w, ...rest) { }"),
            ("a.js", "Account.deposit(x)", "class Account { deposit(x) { } }"),
            ("a.js", "Account.constructor(owner)", "const Account = class { constructor(owner) { } };"),
            ("a.js", "async load(url)", "async function load(url) { }"),
            ("a.js", "class B extends A", "class A { }\nexport default class B extends A { }"),
        ] {
            assert_eq!(findings(file, &[asked], text), [""; 0], "{asked} in {text}");
        }
    }

    #[test]
    fn what_is_defined_otherwise_is_told() {
        for (file, asked, text, found) in [
            ("a.c", "count(a)", "", "`count(a)` is not defined in `a.c`"),
            (
                "a.c",
                "count(a)",
                "// int count(int a) { }\nchar *s = \"count(a)\";",
                "`count(a)` is not defined in `a.c`",
            ),
            (
                "a.c",
                "int length(char *)",
                "int lenght(char *s) { return 0; }",
                "1:5 `int length(char *)` is not defined in `a.c`; `lenght` is defined: is the name misspelled?",
            ),
            ("a.c", "int f(int)", "int f(int x);", "1:5 `f` is only declared here; write its body too"),
            (
                "a.c",
                "f(a, b)",
                "int f(int a) { return 0; }",
                "1:5 `f` takes one parameter, `int a`; asked for: 2, `a` and `b`",
            ),
            (
                "a.c",
                "int f(int)",
                "long f(int a) { return 0; }",
                "1:6 `f` gives back `long`; asked for: `int`",
            ),
            (
                "a.c",
                "int f(int, char *)",
                "int f(int a, char b) { return 0; }",
                "1:5 the parameter `char b` of `f` is a `char`; asked for: `char*`",
            ),
            (
                "A.java",
                "public static int f(int)",
                "class A { static int f(int a) { return 1; } }",
                "1:22 `f` is not `public`",
            ),
            (
                "A.java",
                "f(a)",
                "class A { void f() { } void f(int a, int b) { } }",
                "1:16 `f` takes no parameters; asked for: one, `a`",
            ),
            (
                "A.java",
                "A(String)",
                "class A { }",
                "1:7 the class `A` has no constructor; asked for: `A(String)`",
            ),
            (
                "A.java",
                "B.f(a)",
                "import x.C;\nclass B extends C { }",
                "2:7 ? `B.f(a)` is not defined in the class `B`; it may come from a class that is defined elsewhere",
            ),
            ("A.java", "B.f(a)", "class A { }", "the class `B` is not defined in `A.java`"),
            ("A.java", "interface A", "class A { }", "1:7 `A` is a class; an interface is asked for"),
            (
                "A.java",
                "class A extends B",
                "class A { }",
                "1:7 the class `A` is derived from nothing; it must be derived from `B`",
            ),
            ("A.java", "class f", "class A { void f() { } }", "1:16 `f` is a function; a class is asked for"),
            (
                "a.js",
                "Account.deposit(x)",
                "class Account { }\nfunction deposit(x) { }",
                "2:10 `Account.deposit(x)` is not defined in the class `Account`; `deposit` is defined outside of every class \
                 and function",
            ),
            (
                "a.js",
                "f(x)",
                "function main() { function f(x) { } }",
                "1:28 `f(x)` is not defined in `a.js`; `f` is defined inside of the function `main`",
            ),
        ] {
            assert_eq!(findings(file, &[asked], text), [found], "{asked} in {text}");
        }
    }

    #[test]
    fn nothing_is_proven_where_the_tree_is_a_guess() {
        for (file, asked, text) in [
            ("a.c", "int f(int)", "#define FN int f(int a)\nFN { return 0; } }"),
            ("A.java", "f(a)", "class A { void g( { } void f(int a { } }"),
            ("a.js", "f(a)", "function g( { function f(a, { } }"),
        ] {
            for found in findings(file, &[asked], text) {
                assert!(found.contains("? "), "{asked} in {text}: {found}");
            }
        }
    }
}
