//! An example of each construct in each language, and what rules say about sources that are not sound.

use super::super::finding::Certainty;
use super::super::known::known;
use super::super::{Construct, Finding, Grammar, Rule, check};

const C: &[&str] = &["a.c"];
const NATIVE: &[&str] = &["a.c", "a.cpp"];
const CPP: &[&str] = &["a.cpp"];
const JAVA: &[&str] = &["A.java"];
const JS: &[&str] = &["a.js"];

/// Files of a language; in a function unless it stands outside; a text that uses each construct, and one that looks similar
/// and does not use it.
const EXAMPLES: &[(&[&str], &str, &str, &str)] = &[
    (NATIVE, "array", "int a[3];", "int a; a = b[1];"),
    (JAVA, "array", "int[] a = new int[3];", "int a = b[1];"),
    (JS, "array", "let a = [1];", "let a = b[1];"),
    (JAVA, "assert", "assert x > 0;", "asserts(x);"),
    (JS, "async", "x = async () => 1;", "asynchronous = 1;"),
    (NATIVE, "bitwise", "x = a & 1;", "x = a && 1; p = &a;"),
    (JAVA, "bitwise", "x = a << 1;", "x = a && 1;"),
    (JS, "bitwise", "x = a | 0;", "x = a || 0;"),
    (CPP, "bitwise", "x = ~a;", "cout << a;"),
    (NATIVE, "break", "while (a) { if (b) break; }", "switch (a) { case 1: break; }"),
    (
        JAVA,
        "break",
        "for (;;) { switch (a) { default: } break; }",
        "for (;;) { switch (a) { default: break; } }",
    ),
    (JS, "break", "while (a) { break; }", "switch (a) { case 1: break; }"),
    (C, "cast", "x = (int) y;", "x = (y);"),
    (CPP, "cast", "x = static_cast<int>(y);", "x = max<int>(y, z);"),
    (JAVA, "cast", "x = (int) y;", "x = (y);"),
    (CPP, "class", "class A { };", "struct A { };"),
    (JS, "class", "class A { }", "x = 'class A { }';"),
    (NATIVE, "comma", "x = (a, b);", "f(a, b);"),
    (JS, "comma", "x = (a, b);", "f(a, b);"),
    (NATIVE, "conditional-expression", "x = a ? 1 : 2;", "if (a) x = 1;"),
    (JAVA, "conditional-expression", "x = a ? 1 : 2;", "if (a) x = 1;"),
    (JS, "conditional-expression", "x = a ? 1 : 2;", "x = a?.b;"),
    (NATIVE, "continue", "while (a) continue;", "continues = 1;"),
    (JAVA, "continue", "while (a) continue;", "continues = 1;"),
    (JS, "continue", "while (a) continue;", "continues = 1;"),
    (CPP, "delete", "delete p;", "a.remove(p);"),
    (JS, "delete", "delete a.b;", "a.delete(b);"),
    (NATIVE, "do-while", "do { a(); } while (b);", "while (b) { a(); }"),
    (JAVA, "do-while", "do { a(); } while (b);", "while (b) { a(); }"),
    (JS, "do-while", "do { a(); } while (b);", "while (b) { a(); }"),
    (NATIVE, "enum", "enum color { RED } c;", "enum color c;"),
    (NATIVE, "for", "for (;;) { }", "while (1) { }"),
    (JAVA, "for", "for (int a : b) { }", "while (true) { }"),
    (JS, "for", "for (const a of b) { }", "while (true) { }"),
    (CPP, "for-each", "for (int a : b) { }", "for (;;) { }"),
    (JAVA, "for-each", "for (int a : b) { }", "for (;;) { }"),
    (JS, "for-each", "for (const a in b) { }", "for (;;) { }"),
    (JAVA, "generic", "List<String> a = b;", "boolean a = b < c;"),
    (NATIVE, "goto", "goto end; end: x = 1;", "end: x = 1;"),
    (NATIVE, "if", "if (a) { }", "x = a ? 1 : 2;"),
    (JAVA, "if", "if (a) { }", "x = a ? 1 : 2;"),
    (JS, "if", "if (a) { }", "x = a ? 1 : 2;"),
    (JS, "import", "const a = require('a');", "x.require('a');"),
    (JAVA, "instanceof", "x = a instanceof B;", "x = isInstance(a);"),
    (JS, "instanceof", "x = a instanceof B;", "x = isInstance(a);"),
    (NATIVE, "label", "again: x = 1;", "x = a ? b : c;"),
    (JAVA, "label", "again: while (a) { }", "x = a ? b : c;"),
    (JS, "label", "again: while (a) { }", "x = a ? b : c;"),
    (CPP, "lambda", "auto f = [](int a) { return a; };", "int f = a[1];"),
    (JAVA, "lambda", "f(x -> x);", "f(x - y);"),
    (JS, "lambda", "f(x => x);", "f(x >= y);"),
    (JS, "loose-equality", "x = a == b;", "x = a === b;"),
    (JAVA, "method-reference", "f(A::b);", "f(A.b);"),
    (JS, "nested-function", "function g() { }", "g = x => x;"),
    (NATIVE, "nested-loop", "for (;;) { while (a) { } }", "for (;;) { } while (a) { }"),
    (JAVA, "nested-loop", "for (;;) { while (a) { } }", "while (a) { } do { } while (b);"),
    (JS, "nested-loop", "for (;;) { while (a) { } }", "for (;;) { f(() => { while (a) { } }); }"),
    (CPP, "new", "int *a = new int;", "int news = 1;"),
    (JS, "new", "x = new Map();", "x = newMap();"),
    (NATIVE, "pointer", "int *a;", "int a; scanf(b, &a);"),
    (NATIVE, "pointer", "x = *a;", "x = b * a;"),
    (NATIVE, "recursion", "f(a - 1);", "g(a - 1);"),
    (JAVA, "recursion", "f(a - 1);", "f(a, 1);"),
    (JAVA, "recursion", "this.f(1);", "other.f(1);"),
    (JS, "recursion", "f(a - 1);", "g.f(a - 1);"),
    (CPP, "reference", "int &a = b;", "int *a = &b;"),
    (JS, "regex", "x = /a+/;", "x = a / b / c;"),
    (JS, "spread", "f(...a);", "f(a);"),
    (NATIVE, "struct", "struct a { int b; } c;", "struct a c;"),
    (NATIVE, "switch", "switch (a) { case 1: b(); }", "switches(a);"),
    (JAVA, "switch", "x = switch (a) { default -> 1; };", "switches(a);"),
    (JS, "switch", "switch (a) { case 1: b(); }", "switches(a);"),
    (JS, "template-string", "x = `a${b}`;", "x = 'a${b}';"),
    (CPP, "throw", "throw E();", "throws(E());"),
    (JAVA, "throw", "throw e;", "throwing(e);"),
    (JS, "throw", "throw e;", "throwing(e);"),
    (CPP, "try", "try { a(); } catch (...) { }", "tries();"),
    (JAVA, "try", "try (a) { } catch (E e) { }", "tries();"),
    (JS, "try", "try { a(); } catch { }", "tries();"),
    (NATIVE, "typedef", "typedef int a;", "int typedefs;"),
    (JAVA, "var", "var a = 1;", "int var = 1;"),
    (JS, "var", "var a = 1;", "let a = 1;"),
    (NATIVE, "while", "while (a) { }", "do { } while (a);"),
    (JAVA, "while", "while (a) { }", "do { } while (a);"),
    (JS, "while", "while (a) { }", "// while (a) { }"),
    (NATIVE, "malloc()", "x = malloc(3);", "x = mallocs(malloc);"),
    (CPP, "sort()", "std::sort(a, b);", "a.sort();"),
    (CPP, "std::sort()", "std::sort(a, b);", "sort(a, b);"),
    (CPP, ".push_back()", "a.push_back(1);", "push_back(1);"),
    (JAVA, "System.exit()", "System.exit(1);", "exit(1);"),
    (JAVA, ".stream()", "a.stream();", "stream();"),
    (JS, "console.log()", "console.log(1);", "log(1);"),
    (JS, ".map()", "a.map(f);", "map(f);"),
];

/// The same, but for the whole file.
const OUTSIDE: &[(&[&str], &str, &str, &str)] = &[
    (JAVA, "enum", "enum Color { RED }", "class Color { }"),
    (NATIVE, "global-variable", "int a = 1;", "const int A = 1; int f(int a); int g() { int b; }"),
    (NATIVE, "global-variable", "static int *a[3];", "typedef int a; struct s { int a; };"),
    (JAVA, "global-variable", "class A { static int a; }", "class A { static final int A = 1; int b; }"),
    (JS, "global-variable", "let a = 1;", "const a = 1; function f() { let b; }"),
    (JAVA, "import", "import a.B;", "class A { }"),
    (JAVA, "import-star", "import a.*;", "import a.B;"),
    (NATIVE, "include", "#include <a.h>", "// #include <a.h>"),
    (NATIVE, "#include <string.h>", "#include <string.h>", "#include <strings.h>"),
    (CPP, "inheritance", "class A : public B { };", "class A { };"),
    (JAVA, "inheritance", "class A extends B { }", "class A implements B { }"),
    (JAVA, "import java.util.Arrays", "import java.util.Arrays;", "import java.util.ArrayList;"),
    (JAVA, "interface", "interface A { }", "class A { }"),
    (JS, "inheritance", "class A extends B { }", "class A { }"),
    (JS, "import fs", "import a from 'fs';", "import fs from 'a';"),
    (NATIVE, "macro", "#define A 1", "#undef A"),
    (CPP, "template", "template <typename T> T f(T a) { return a; }", "int f(int a) { return a; }"),
];

fn in_a_function(file: &str, text: &str) -> String {
    match Grammar::of_file(file).unwrap() {
        Grammar::Java => format!("class A {{ int f(int a) {{\n{text}\n}} }}"),
        Grammar::JavaScript => format!("function f(a) {{\n{text}\n}}"),
        _ => format!("int f(int a) {{\n{text}\n}}"),
    }
}

fn avoided(file: &str, name: &str, text: &str) -> Vec<Finding> {
    let constructs = vec![Construct::parse(name, Grammar::of_file(file).unwrap()).unwrap()];
    check(&Rule::Avoids { constructs, within: None }, file, text.as_bytes())
}

#[test]
fn constructs_are_found_where_they_are_used() {
    let inside = EXAMPLES.iter().flat_map(|(files, name, used, unused)| {
        files.iter().map(move |file| (*file, *name, in_a_function(file, used), in_a_function(file, unused)))
    });
    let outside = OUTSIDE.iter().flat_map(|(files, name, used, unused)| {
        files.iter().map(move |file| (*file, *name, (*used).to_owned(), (*unused).to_owned()))
    });
    for (file, name, used, unused) in inside.chain(outside) {
        let found = avoided(file, name, &used);
        assert!(
            found.len() == 1 && found[0].certainty == Certainty::Proven,
            "{name} in {file}: {used:?} {found:?}"
        );
        assert_eq!(avoided(file, name, &unused), [], "{name} in {file}: {unused:?}");
    }
}

#[test]
fn every_construct_has_an_example_in_every_language() {
    for grammar in Grammar::ALL.into_iter().filter(|grammar| *grammar != Grammar::Python) {
        for known in known(grammar) {
            let is_it = |(files, name, ..): &&(&[&str], &str, &str, &str)| {
                *name == known.name && files.iter().any(|file| Grammar::of_file(file) == Some(grammar))
            };
            let has_one = EXAMPLES.iter().chain(OUTSIDE).any(|example| is_it(&example));
            assert!(has_one, "`{}` in {} has no example", known.name, grammar.title());
        }
    }
}

#[test]
fn what_is_asked_for_must_be_used_in_its_function() {
    let uses = |within: Option<&str>, text: &str| {
        let constructs = vec![Construct::Known("recursion".to_owned()), Construct::Call("g".to_owned())];
        let rule = Rule::Uses { constructs, within: within.map(str::to_owned) };
        check(&rule, "a.c", text.as_bytes()).into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    let text = "int f(int a) { return f(g(a)); }\nint main(void) { return h(1); }\n";
    assert_eq!(uses(None, text), [""; 0]);
    assert_eq!(uses(Some("f"), text), [""; 0]);
    assert_eq!(
        uses(Some("main"), text),
        [
            "a function that calls itself is asked for in `main`, and there is none",
            "a call of `g` is asked for in `main`, and there is none"
        ]
    );
    assert_eq!(uses(Some("k"), text), ["`k` is not defined in `a.c`"]);
}

#[test]
fn a_source_that_is_not_understood_proves_nothing() {
    for (file, text) in [
        ("a.c", "#define forever for (;;)\nint main(void) { forever { goto end; ) } end: ; }"),
        ("a.c", "int main(void) { while (a { goto end } }"),
        ("A.java", "class A { void f() { while (a { if (b } }"),
        ("a.js", "function f() { while (a { if (b }"),
    ] {
        for name in ["while", "if"] {
            for finding in avoided(file, name, text) {
                assert_eq!(finding.certainty, Certainty::Suspected, "{name} in {text}: {finding:?}");
            }
        }
        let last = avoided(file, "label", text).pop().unwrap();
        assert!(
            format!("{:?}", last.message).contains("this is not understood (") && last.place.is_some(),
            "{last:?}"
        );
    }
    let module = "import module java.base;\n\nvoid main() { IO.println(List.of(1)); }\n";
    assert_eq!(avoided("A.java", "while", module), []);
    let hidden = avoided("A.java", "import", "// \\u000aimport java.io.File;\nclass A { }").pop().unwrap();
    assert_eq!((hidden.certainty, hidden.place.unwrap().line), (Certainty::Suspected, 1));
}

#[test]
fn comments_at_the_top_name_the_author() {
    for (file, text) in [
        ("a.c", "/* Author: A\n * Date: 1 */\n#include <a.h>\n"),
        ("a.cpp", "// author A\n// date 1\nint x;\n"),
        ("A.java", "/** Author A */\n// Date 1\nclass A { }\n"),
        ("a.js", "#!/usr/bin/env node\n// author A, date 1\n"),
    ] {
        let rule = |words: &[&str]| Rule::Header { words: words.iter().map(ToString::to_string).collect() };
        assert_eq!(check(&rule(&["Author", "Date"]), file, text.as_bytes()), [], "{text}");
        assert_eq!(check(&rule(&["Author", "Group"]), file, text.as_bytes()).len(), 1, "{text}");
    }
}
