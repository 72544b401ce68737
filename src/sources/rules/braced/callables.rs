//! The functions and methods of a file that have a body, for finding out which of them are run.

use super::super::callables::{Callable, Parameter};
use super::super::grammar::Grammar;
use super::super::source::{Node, Source};
use super::names::{declared, function_declarator, name_of, parameter_list};

/// Returns the functions of a file and the methods of its classes, without functions inside of functions.
pub(in super::super) fn callables(source: &Source) -> Vec<Callable> {
    let is_outermost = |node: &Node| source.grammar().is_function(node.kind()) && node.body_of().is_none();
    source.nodes().filter(is_outermost).filter_map(callable).collect()
}

fn callable(node: Node) -> Option<Callable> {
    let (name, body) = (name_of(node)?, node.field("body")?);
    let parameters = parameter_list(node).into_iter().flat_map(Node::parts).map(|part| {
        let name = part.field("name").or_else(|| part.field("declarator").and_then(declared));
        Parameter {
            name: name.or_else(|| part.field("left")).unwrap_or(part).text().to_owned(),
            annotation: part.field("type").map(|of_type| of_type.text().to_owned()),
            has_default: part.is("optional_parameter_declaration") || part.is("assignment_pattern"),
        }
    });
    let modifiers = node.children().flat_map(|child| [child].into_iter().chain(child.children()));
    let is_static = modifiers.take_while(|child| !child.is("block")).any(|child| child.is_sign("static"));
    Some(Callable {
        class: class_of(node),
        name: name.text().to_owned(),
        parameters: parameters.collect(),
        is_static,
        is_property: false,
        lines: node.line() + 1..node.line() + 1 + node.text().lines().count(),
        body: first_place(body)..body.end(),
        indent: None,
    })
}

/// Returns the name of the class of a method, also of one that is defined outside of it.
fn class_of(function: Node) -> Option<String> {
    let written =
        function.field("declarator").and_then(function_declarator).and_then(|it| it.field("declarator"));
    if let Some(scope) = written.filter(|it| it.is("qualified_identifier")).and_then(|it| it.field("scope")) {
        return Some(scope.text().to_owned());
    }
    let is_class = |it: &Node| {
        let kinds = [
            "class_specifier",
            "struct_specifier",
            "class_declaration",
            "class",
            "enum_declaration",
            "record_declaration",
            "interface_declaration",
        ];
        kinds.iter().any(|kind| it.is(kind))
    };
    function.ancestors().find(is_class)?.field("name").map(|name| name.text().to_owned())
}

/// Returns the place of the first statement that may be put into a body: behind the call of another constructor.
fn first_place(body: Node) -> usize {
    let first = body.parts().next();
    match first.filter(|first| first.is("explicit_constructor_invocation")) {
        Some(other) => other.end(),
        None if is_block(body) => body.start() + 1,
        None => body.start(),
    }
}

fn is_block(body: Node) -> bool {
    body.text().starts_with('{') && !body.is("object")
}

/// Returns the text of a file, with a function that ends the program as soon as it is called.
pub(in super::super) fn without(source: &Source, callable: &Callable) -> String {
    let (before, after) = source.text().split_at(callable.body.start);
    let is_expression = !before.ends_with(['{', ';']) && source.grammar() == Grammar::JavaScript;
    if is_expression {
        let length = callable.body.len();
        return [before, "(process.exit(86), ", &after[..length], ")", &after[length..]].concat();
    }
    let end = match source.grammar() {
        Grammar::C | Grammar::Cpp => " __builtin_trap(); ",
        Grammar::Java => " Runtime.getRuntime().halt(86); ",
        Grammar::JavaScript | Grammar::Python => " process.exit(86); ",
    };
    [before, end, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_with_a_body_are_found_and_can_be_made_to_end_the_program() {
        for (file, text, paths) in [
            (
                "a.c",
                "int g(void);\nstatic int *f(int a) { return 0; }\nint main() { f(1); }",
                &["f", "main"][..],
            ),
            (
                "a.cpp",
                "class A { public: A() : x(1) { } int g() const { return [](int y) { return y; }(x); } void h(); int x; };\nvoid A::h() { }",
                &["A.A", "A.g", "A.h"],
            ),
            (
                "A.java",
                "class A extends B { A(int x) { super(x); y = 1; } static void f() { } abstract void g(); }",
                &["A.A", "A.f"],
            ),
            (
                "a.js",
                "const f = x => x + 1;\nclass A { constructor() { super(); } m() { } }",
                &["f", "A.constructor", "A.m"],
            ),
        ] {
            let source = Source::parse(file, text.as_bytes()).unwrap();
            let found: Vec<String> = callables(&source).iter().map(Callable::path).collect();
            assert_eq!(found, paths, "{text}");
            for callable in callables(&source) {
                let text = without(&source, &callable);
                let ended = Source::parse(file, text.as_bytes()).unwrap();
                assert!(!ended.is_broken() && text != source.text(), "{text}");
            }
        }
    }
}
