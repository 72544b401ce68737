//! The small changes of sources in C, C++, Java and JavaScript, which make their mutants.

use super::super::grammar::Grammar;
use super::super::source::Node;

/// A change: its sort, and the text in the place of the node.
type After = (&'static str, String);

/// Returns the changes of a node. Some do not compile; whoever uses them leaves those out.
pub(in super::super) fn changes_of(node: Node) -> Vec<After> {
    let text = node.text();
    let parent = node.parent();
    let is_in = |kind: &str| parent.is_some_and(|parent| parent.is(kind));
    if let Some(texts) = operator(node, is_in("binary_expression")) {
        return texts;
    }
    match node.kind() {
        "++" if is_in("update_expression") => all("arithmetic", &["--"]),
        "--" if is_in("update_expression") => all("arithmetic", &["++"]),
        "+=" => all("arithmetic", &["-="]),
        "-=" => all("arithmetic", &["+="]),
        "*=" => all("arithmetic", &["+="]),
        "/=" => all("arithmetic", &["*="]),
        "unary_expression" if text.starts_with('!') => {
            node.parts().last().map(|part| ("logic", part.text().to_owned())).into_iter().collect()
        }
        "true" if node.is("true") => all("constant", &["false"]),
        "false" if node.is("false") => all("constant", &["true"]),
        "number_literal" | "decimal_integer_literal" | "number" => number(text),
        "string_content" | "string_fragment" => string(node),
        "break_statement" if text == "break;" => all("flow", &["continue;"]),
        "continue_statement" if text == "continue;" => all("flow", &["break;"]),
        "expression_statement" | "throw_statement" if is_in_block(node) => all("statement", &[";"]),
        "return_statement" => returned(node),
        "argument_list" | "arguments" => swapped(node),
        _ if node.field_name() == Some("condition") => negated(node),
        _ => Vec::new(),
    }
}

fn all(sort: &'static str, texts: &[&str]) -> Vec<After> {
    texts.iter().map(|text| (sort, (*text).to_owned())).collect()
}

/// Returns the changes of an operator between two values; `None` if it is none.
fn operator(node: Node, is_between: bool) -> Option<Vec<After>> {
    let found = match node.kind() {
        _ if !is_between || !node.is_sign(node.kind()) => return None,
        "<" => all("comparison", &["<=", ">"]),
        "<=" => all("comparison", &["<", ">="]),
        ">" => all("comparison", &[">=", "<"]),
        ">=" => all("comparison", &[">", "<="]),
        "==" => all("comparison", &["!="]),
        "!=" => all("comparison", &["=="]),
        "===" => all("comparison", &["!=="]),
        "!==" => all("comparison", &["==="]),
        "+" => all("arithmetic", &["-"]),
        "-" => all("arithmetic", &["+"]),
        "*" => all("arithmetic", &["+"]),
        "/" | "%" => all("arithmetic", &["*"]),
        "&&" => all("logic", &["||"]),
        "||" => all("logic", &["&&"]),
        _ => return None,
    };
    Some(found)
}

/// Returns a whole number that is one more, and one that is one less, with its suffix.
fn number(text: &str) -> Vec<After> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &text[digits.len()..];
    let is_octal = digits.len() > 1 && digits.starts_with('0');
    match digits.parse::<i64>() {
        Ok(number) if !is_octal => [number.checked_add(1), number.checked_sub(1)]
            .into_iter()
            .flatten()
            .map(|near| ("constant", format!("{near}{suffix}")))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns a text without its last character, unless it names a file.
fn string(node: Node) -> Vec<After> {
    let names_a_file = node.ancestors().take(4).any(|around| {
        let is_loader = || {
            around.field("function").is_some_and(|function| matches!(function.text(), "require" | "import"))
        };
        around.is("preproc_include")
            || around.is("import_statement")
            || around.is("export_statement") && around.field("source").is_some()
            || is_loader()
    });
    if names_a_file {
        return Vec::new();
    }
    let text = node.text();
    let mut shorter = text.to_owned();
    shorter.pop();
    vec![("text", shorter)]
}

/// Tells whether a statement may be replaced by an empty one.
fn is_in_block(node: Node) -> bool {
    let kinds = ["compound_statement", "block", "constructor_body", "statement_block"];
    node.parent().is_some_and(|parent| kinds.iter().any(|kind| parent.is(kind)))
}

/// Returns a function that gives back nothing in the place of a value.
fn returned(node: Node) -> Vec<After> {
    let Some(value) = node.parts().next() else {
        return if is_in_block(node) { all("statement", &[";"]) } else { Vec::new() };
    };
    let nothing = match node.grammar() {
        Grammar::JavaScript | Grammar::Python => "undefined",
        Grammar::C | Grammar::Cpp => "0",
        Grammar::Java => match node.body_of().and_then(|method| method.field("type")).map(Node::kind) {
            Some("boolean_type") => "false",
            Some("integral_type" | "floating_point_type") => "0",
            _ => "null",
        },
    };
    if matches!(value.text(), "0" | "false" | "null" | "NULL" | "nullptr" | "undefined") {
        return Vec::new();
    }
    all("return", &[&format!("return {nothing};")])
}

/// Returns a call with its first two arguments in the other order. What begins with a text, as for `printf`, is left.
fn swapped(node: Node) -> Vec<After> {
    let arguments: Vec<Node> = node.parts().collect();
    let [first, second, ..] = arguments.as_slice() else { return Vec::new() };
    let is_text = |it: &Node| it.is("string_literal") || it.is("string") || it.is("concatenated_string");
    if is_text(first) || is_text(second) || first.text() == second.text() {
        return Vec::new();
    }
    let text = node.text();
    let at = |place: usize| place - node.start();
    let (before, between, after) =
        (&text[..at(first.start())], &text[at(first.end())..at(second.start())], &text[at(second.end())..]);
    vec![("argument", [before, second.text(), between, first.text(), after].concat())]
}

/// Returns a condition that is true when it was false.
fn negated(node: Node) -> Vec<After> {
    let is_condition = node.parent().is_some_and(|parent| {
        [
            "if_statement",
            "while_statement",
            "do_statement",
            "for_statement",
            "conditional_expression",
            "ternary_expression",
        ]
        .iter()
        .any(|kind| parent.is(kind))
    });
    let text = node.text();
    // A condition that declares something, such as `if (int x = f())`, cannot be negated.
    let declares = node.descendants().any(|part| part.is("declaration") || part.is("init_statement"));
    if !is_condition || node.is_sign(node.kind()) || declares || !node.is(node.kind()) {
        return Vec::new();
    }
    let is_in_brackets = node.is("parenthesized_expression") || node.is("condition_clause");
    let negated = if is_in_brackets { format!("(!{text})") } else { format!("!({text})") };
    vec![("condition", negated)]
}

#[cfg(test)]
mod tests {
    use super::super::super::source::Source;

    fn changed(file: &str, text: &str) -> Vec<String> {
        let source = Source::parse(file, text.as_bytes()).unwrap();
        source.changes().iter().map(|change| source.changed(change).trim_end().to_owned()).collect()
    }

    #[test]
    fn every_change_changes_one_place() {
        assert_eq!(
            changed("a.c", "int f(int a) { if (a < 1 && b) x += 2; return g(a, b); }"),
            [
                "int f(int a) { if (!(a < 1 && b)) x += 2; return g(a, b); }",
                "int f(int a) { if (a <= 1 && b) x += 2; return g(a, b); }",
                "int f(int a) { if (a > 1 && b) x += 2; return g(a, b); }",
                "int f(int a) { if (a < 2 && b) x += 2; return g(a, b); }",
                "int f(int a) { if (a < 0 && b) x += 2; return g(a, b); }",
                "int f(int a) { if (a < 1 || b) x += 2; return g(a, b); }",
                "int f(int a) { if (a < 1 && b) x -= 2; return g(a, b); }",
                "int f(int a) { if (a < 1 && b) x += 3; return g(a, b); }",
                "int f(int a) { if (a < 1 && b) x += 1; return g(a, b); }",
                "int f(int a) { if (a < 1 && b) x += 2; return 0; }",
                "int f(int a) { if (a < 1 && b) x += 2; return g(b, a); }",
            ]
        );
        assert_eq!(
            changed("A.java", "class A { boolean f() { return !x; } }"),
            ["class A { boolean f() { return false; } }", "class A { boolean f() { return x; } }"]
        );
        assert_eq!(
            changed("a.js", "for (; i !== 10; i++) { f('ab'); }"),
            [
                "for (; !(i !== 10); i++) { f('ab'); }",
                "for (; i === 10; i++) { f('ab'); }",
                "for (; i !== 11; i++) { f('ab'); }",
                "for (; i !== 9; i++) { f('ab'); }",
                "for (; i !== 10; i--) { f('ab'); }",
                "for (; i !== 10; i++) { ; }",
                "for (; i !== 10; i++) { f('a'); }",
            ]
        );
        assert_eq!(
            changed("a.cpp", "#include \"a.h\"\nvector<int> v(0x1f); auto y = 3u << 012;"),
            [
                "#include \"a.h\"\nvector<int> v(0x1f); auto y = 4u << 012;",
                "#include \"a.h\"\nvector<int> v(0x1f); auto y = 2u << 012;"
            ]
        );
    }

    #[test]
    fn changed_sources_still_parse() {
        for (file, text) in [
            (
                "a.c",
                "int f(int n) { do { if (n-- > 3) break; else continue; } while (n != 0); return n ? f(n, 1) : -1; }",
            ),
            (
                "a.cpp",
                "bool A::f() const { for (auto &x : v) { if (!x.ok()) throw E(\"no\", 1); } return true; }",
            ),
            (
                "A.java",
                "class A { int f(int a) { while (a >= 3) { a /= 2; g(a, 1); } return a == 1 ? a : 0; } void g() { return; } }",
            ),
            ("a.js", "const f = (a) => { while (a !== 3 || !b) { a -= 1; } return a; }"),
        ] {
            let all = changed(file, text);
            assert!(all.len() > 4, "{all:?}");
            for text in all {
                assert!(!Source::parse(file, text.as_bytes()).unwrap().is_broken(), "{text}");
            }
        }
    }
}
