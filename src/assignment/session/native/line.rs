//! Decides what a line of C or C++ is: a value, a declaration or another statement.

use std::collections::BTreeSet;

use super::declaration::{declares, defines_something};
use super::tokens::{Kind as TokenKind, Token, tokens};

/// How a line is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is an expression, whose value is the answer.
    Value,
    /// It asks for several values from a pointer on: `pointer @ count`.
    Items {
        /// The expression of the pointer.
        pointer: String,
        /// The expression of their number.
        count: String,
    },
    /// It declares variables, which the lines below have too.
    Declaration,
    /// It is another statement.
    Statement,
}

/// A line that can be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its text, without the semicolon at its end.
    pub(super) source: String,
    pub(super) kind: Kind,
    /// The names in it, keywords among them.
    pub(super) names: Vec<String>,
}

/// What the lines of a session can mean.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The names of types that the header declares.
    pub(super) types: BTreeSet<String>,
    /// The names that the lines above declare.
    pub(super) declared: BTreeSet<String>,
}

/// Statements that begin with a word of their own.
const STATEMENTS: [&str; 8] = ["if", "for", "while", "do", "switch", "try", "{", "delete"];

/// What must not stand in a line, and why.
const REFUSED: [(&str, &str); 8] = [
    ("return", "`return` leaves the session"),
    ("goto", "`goto` leaves the line"),
    ("typedef", "a type is declared: declare it in the header"),
    ("template", "a template is declared: declare it in the header"),
    ("using", "`using` belongs into the header"),
    ("namespace", "a namespace is declared: declare it in the header"),
    ("asm", "`asm` is not part of sessions"),
    ("co_return", "`co_return` leaves the session"),
];

/// Reads a line.
///
/// # Errors
///
/// When it cannot be a line of a session: the reason.
pub(super) fn read(source: &str, known: &Known) -> Result<Line, String> {
    let all = tokens(source)?;
    let without_end = all.iter().rposition(|token| token.text != ";").map_or(0, |last| last + 1);
    let all = &all[..without_end];
    let Some(last) = all.last() else { return Err("nothing is typed".to_owned()) };
    for token in all.iter().filter(|token| token.kind == TokenKind::Word) {
        if token.text.starts_with("yardstick") {
            return Err(format!("`{}` is a name of the grader", token.text));
        }
        let refused = REFUSED.iter().find(|(word, _)| token.text == *word);
        if let Some((_, reason)) = refused.filter(|_| !(token.text == "return" && is_in_lambda(all, token))) {
            return Err((*reason).to_owned());
        }
    }
    let source = source[..last.at + last.text.len()].trim_start();
    let start = all[0].at;
    let kind = kind(source, start, all, known)?;
    let words = all.iter().filter(|token| token.kind == TokenKind::Word);
    let names = words.map(|token| token.text.to_owned()).collect();
    Ok(Line { source: source.to_owned(), kind, names })
}

fn kind(source: &str, start: usize, all: &[Token], known: &Known) -> Result<Kind, String> {
    let first = all[0].text;
    if STATEMENTS.contains(&first) {
        return Ok(Kind::Statement);
    }
    if matches!(first, "break" | "continue" | "case" | "default") || is_label(all) {
        return Err(format!("`{first}` leads out of the line"));
    }
    if first == "throw" {
        return Ok(Kind::Statement);
    }
    let outside = |token: &&Token| token.depth == 0;
    let is_declaration = declares(all, known);
    if is_declaration && defines_something(all) {
        return Err("a type or a function is declared: declare it in the header".to_owned());
    }
    if is_declaration {
        return Ok(Kind::Declaration);
    }
    if let Some(at) = all.iter().find(|token| token.text == "@") {
        if at.depth > 0 || all.iter().filter(|token| token.text == "@").count() > 1 {
            return Err("`@` stands between a pointer and a number of items".to_owned());
        }
        let place = at.at - start;
        let (pointer, count) = (source[..place].trim(), source[place + 1..].trim());
        if pointer.is_empty() || count.is_empty() {
            return Err("`@` stands between a pointer and a number of items".to_owned());
        }
        return Ok(Kind::Items { pointer: pointer.to_owned(), count: count.to_owned() });
    }
    let is_several = all.iter().filter(outside).any(|token| token.text == ";");
    let assigns = all.iter().filter(outside).any(|token| token.text == "=");
    Ok(if is_several || assigns { Kind::Statement } else { Kind::Value })
}

/// Tells whether a token stands behind the beginning of a function without a name, as C++ has them.
fn is_in_lambda(all: &[Token], inner: &Token) -> bool {
    let before =
        all.iter().take_while(|token| token.at < inner.at).map(|token| token.text).collect::<Vec<_>>();
    before.windows(2).any(|pair| pair[0] == "]" && matches!(pair[1], "(" | "{"))
}

fn is_label(all: &[Token]) -> bool {
    all.len() > 1 && all[0].kind == TokenKind::Word && all[1].text == ":"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Known { types: names(&["node", "size_t"]), declared: names(&["a", "b"]) }
    }

    fn kind_of(source: &str) -> Result<Kind, String> {
        read(source, &known()).map(|line| line.kind)
    }

    #[test]
    fn values_declarations_and_statements_are_told_apart() {
        for source in [
            "f(1)",
            "a * b",
            "a",
            "a[0] == 3",
            "(struct p){1, 2}",
            "-x;",
            "a < b",
            "sizeof(int)",
            "&a",
            "*p",
            "i++",
            "std::string(\"a\")",
            "v.at(7)",
            "Inventory().size()",
            "a < b && c > d",
            "f(a, b) ? 1 : 2",
            "new Foo(1)",
            "std::max<int>(1, 2)",
            "Point{1, 2}",
            "std::vector<int>{1, 2}",
            "s + \"a;b\"",
            "f([](int x) { ; })",
            "not a",
            "x * 2",
            "unsigned(3)",
        ] {
            assert_eq!(kind_of(source), Ok(Kind::Value), "{source}");
        }
        for source in [
            "int a[] = {4, 9, -2}, lo, hi;",
            "struct point p = {1, 2}",
            "node *n",
            "node *n = push(0, 1);",
            "list l",
            "unsigned long long x = 3",
            "const char *s = \"a\"",
            "Inventory v;",
            "std::vector<int> v{1, 2}",
            "std::map<std::string, std::vector<int>> m",
            "auto x = f(1)",
            "auto [a, b] = f()",
            "Foo x(3)",
            "Foo &r = x",
            "char *words[] = {0}",
            "int *p = &a[0]",
            "size_t n = f()",
            "stack s[2]",
            "int (*f)(int) = twice",
            "unique_ptr<T> p = make()",
            "auto f = [](int x) { return x; }",
            "struct node *head = NULL",
            "other *n",
            "enum color c = RED",
            "static int n",
        ] {
            assert_eq!(kind_of(source), Ok(Kind::Declaration), "{source}");
        }
        for source in [
            "x = 3",
            "if (a) f();",
            "for (int i = 0; i < 3; i++) f(i)",
            "{ int x; }",
            "f(); g();",
            "*p = 3",
            "a[0] = f(1)",
        ] {
            assert_eq!(kind_of(source), Ok(Kind::Statement), "{source}");
        }
        let items = Kind::Items { pointer: "f(1)".to_owned(), count: "n + 1".to_owned() };
        assert_eq!(kind_of("f(1) @ n + 1"), Ok(items));
    }

    #[test]
    fn lines_that_leave_or_declare_for_others_are_refused_with_the_reason() {
        for (source, reason) in [
            ("return 1", "`return` leaves the session"),
            ("goto end", "`goto` leaves the line"),
            ("break", "`break` leads out of the line"),
            ("struct p { int x; }", "a type or a function is declared: declare it in the header"),
            ("int f(int x) { x++; }", "a type or a function is declared: declare it in the header"),
            ("yardstick_end()", "`yardstick_end` is a name of the grader"),
            ("f(@ 3)", "`@` stands between a pointer and a number of items"),
            (";", "nothing is typed"),
        ] {
            assert_eq!(kind_of(source), Err(reason.to_owned()), "{source}");
        }
    }

    #[test]
    fn the_names_of_a_line_are_those_of_its_words() {
        let line = read("minmax(a, 3, &lo); // ", &known());
        assert!(line.is_err());
        let line = read("  minmax(a, \"b\") ;; ", &known()).unwrap();
        assert_eq!(
            (line.source.as_str(), line.names),
            ("minmax(a, \"b\")", vec!["minmax".to_owned(), "a".to_owned()])
        );
    }
}
