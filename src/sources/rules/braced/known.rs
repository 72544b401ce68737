//! The constructs of C, C++, Java and JavaScript that have a name in specs.

use super::super::grammar::Grammar::{self, C, Cpp, Java, JavaScript};
use super::super::known::Known;
use super::super::source::Node;
use super::{called, name_of};

/// The languages that are meant here.
const ALL: &[Grammar] = &[C, Cpp, Java, JavaScript];
const NATIVE: &[Grammar] = &[C, Cpp];
const WITH_CLASSES: &[Grammar] = &[Cpp, Java, JavaScript];

const fn known(
    name: &'static str,
    title: &'static str,
    grammars: &'static [Grammar],
    is: fn(Node) -> bool,
) -> Known {
    Known { name, title, grammars, is }
}

/// The word in specs, the words for it, the languages that have it, and the test for a node.
pub(in super::super) static KNOWN: [Known; 54] = [
    known("array", "an array", ALL, |node| {
        let kinds = ["array_declarator", "array_type", "array_creation_expression", "array"];
        kinds.iter().any(|kind| node.is(kind))
            && !in_a(node, "array_declarator")
            && !in_a(node, "array_creation_expression")
    }),
    known("assert", "an `assert` statement", &[Java], |node| node.is("assert_statement")),
    known("async", "asynchronous code", &[JavaScript], |node| {
        node.is_sign("async") || node.is("await_expression")
    }),
    known("bitwise", "an operator for bits", ALL, is_bitwise),
    known("break", "a `break` out of a loop", ALL, |node| node.is("break_statement") && !is_of_switch(node)),
    known("cast", "a cast", &[C, Java], |node| node.is("cast_expression")),
    known("cast", "a cast", &[Cpp], |node| {
        let is_cast = |called: super::names::Called| called.name.ends_with("_cast");
        node.is("cast_expression") || called(node).is_some_and(is_cast)
    }),
    known("class", "a class", &[Cpp], |node| node.is("class_specifier")),
    known("class", "a class", &[JavaScript], |node| node.is("class_declaration") || node.is("class")),
    known("comma", "a comma operator", &[C, Cpp, JavaScript], |node| {
        node.is("comma_expression") || node.is("sequence_expression")
    }),
    known("conditional-expression", "a conditional expression (`?:`)", ALL, |node| {
        node.is("conditional_expression") || node.is("ternary_expression")
    }),
    known("continue", "a `continue` statement", ALL, |node| node.is("continue_statement")),
    known("delete", "a `delete`", &[Cpp, JavaScript], |node| {
        node.is("delete_expression") || node.is("unary_expression") && has_sign(node, "delete")
    }),
    known("do-while", "a `do` loop", ALL, |node| node.is("do_statement")),
    known("enum", "an enumeration", &[C, Cpp, Java], |node| {
        node.is("enum_declaration") || node.is("enum_specifier") && node.field("body").is_some()
    }),
    known("for", "a `for` loop", ALL, |node| node.is("for_statement") || is_for_each(node)),
    known("for-each", "a `for` loop over a collection", WITH_CLASSES, is_for_each),
    known("generic", "a type parameter", &[Java], |node| {
        node.is("type_parameters") || node.is("type_arguments")
    }),
    known("global-variable", "a global variable", NATIVE, is_global_in_c),
    known("global-variable", "a `static` field that can change", &[Java], |node| {
        let modifiers = node.children().find(|child| child.is("modifiers"));
        let has = |word: &str| modifiers.is_some_and(|modifiers| has_sign(modifiers, word));
        node.is("field_declaration") && has("static") && !has("final")
    }),
    known("global-variable", "a global variable", &[JavaScript], |node| {
        let declares = node.is("variable_declaration") || node.is("lexical_declaration");
        let is_outermost =
            node.parent().is_some_and(|parent| parent.is("program") || parent.is("export_statement"));
        declares && is_outermost && !has_sign(node, "const")
    }),
    known("goto", "a `goto`", NATIVE, |node| node.is("goto_statement")),
    known("if", "an `if` statement", ALL, |node| node.is("if_statement")),
    known("import", "an import", &[Java], |node| node.is("import_declaration")),
    known("import", "an import", &[JavaScript], |node| {
        let loads = |called: super::names::Called| called.is_of("require");
        let is_dynamic = node.field("function").is_some_and(|function| function.is("import"));
        node.is("import_statement") || is_dynamic || called(node).is_some_and(loads)
    }),
    known("import-star", "an import of a whole package", &[Java], |node| node.is("asterisk")),
    known("include", "an `#include`", NATIVE, |node| node.is("preproc_include")),
    known("inheritance", "a class that is derived from another", WITH_CLASSES, |node| {
        node.is("base_class_clause") || node.is("superclass") || node.is("class_heritage")
    }),
    known("instanceof", "an `instanceof`", &[Java, JavaScript], |node| {
        node.is("instanceof_expression") || node.is("binary_expression") && has_sign(node, "instanceof")
    }),
    known("interface", "an interface", &[Java], |node| node.is("interface_declaration")),
    known("label", "a label", ALL, |node| node.is("labeled_statement")),
    known("lambda", "a lambda", &[Cpp, Java], |node| node.is("lambda_expression")),
    known("lambda", "an arrow function", &[JavaScript], |node| node.is("arrow_function")),
    known("loose-equality", "a comparison with `==` or `!=`", &[JavaScript], |node| {
        node.is("binary_expression") && (has_sign(node, "==") || has_sign(node, "!="))
    }),
    known("macro", "a macro", NATIVE, |node| node.is("preproc_def") || node.is("preproc_function_def")),
    known("method-reference", "a method reference (`::`)", &[Java], |node| node.is("method_reference")),
    known("nested-function", "a function inside of a function", &[JavaScript], |node| {
        let is_declared = node.is("function_declaration") || node.is("generator_function_declaration");
        is_declared && node.body_of().is_some()
    }),
    known("nested-loop", "a loop inside of a loop", ALL, |node| {
        let around = |it: &Node| !it.grammar().is_function(it.kind());
        is_loop(node) && node.ancestors().take_while(around).any(is_loop)
    }),
    known("new", "a `new`", &[Cpp, JavaScript], |node| node.is("new_expression")),
    known("pointer", "a pointer", NATIVE, is_pointer),
    known("recursion", "a function that calls itself", ALL, calls_itself),
    known("reference", "a reference (`&`)", &[Cpp], |node| {
        node.is("reference_declarator") || node.is("abstract_reference_declarator")
    }),
    known("regex", "a regular expression", &[JavaScript], |node| node.is("regex")),
    known("spread", "a spread (`...`)", &[JavaScript], |node| {
        node.is("spread_element") || node.is("rest_pattern")
    }),
    known("struct", "a `struct`", NATIVE, |node| node.is("struct_specifier") && node.field("body").is_some()),
    known("switch", "a `switch`", ALL, |node| node.is("switch_statement") || node.is("switch_expression")),
    known("template", "a template", &[Cpp], |node| node.is("template_declaration")),
    known("template-string", "a template string", &[JavaScript], |node| node.is("template_string")),
    known("throw", "a `throw`", WITH_CLASSES, |node| node.is("throw_statement")),
    known("try", "a `try` statement", WITH_CLASSES, |node| {
        node.is("try_statement") || node.is("try_with_resources_statement")
    }),
    known("typedef", "a `typedef`", NATIVE, |node| node.is("type_definition")),
    known("var", "a declaration with `var`", &[JavaScript], |node| node.is("variable_declaration")),
    known("var", "a declaration with `var`", &[Java], |node| {
        node.is("type_identifier") && node.text() == "var" && node.field_name() == Some("type")
    }),
    known("while", "a `while` loop", ALL, |node| node.is("while_statement")),
];

fn in_a(node: Node, kind: &str) -> bool {
    node.parent().is_some_and(|parent| parent.is(kind))
}

/// Tells whether a keyword or a sign stands directly in a node.
fn has_sign(node: Node, sign: &str) -> bool {
    node.children().any(|child| child.is_sign(sign))
}

fn is_for_each(node: Node) -> bool {
    ["enhanced_for_statement", "for_range_loop", "for_in_statement"].iter().any(|kind| node.is(kind))
}

fn is_loop(node: Node) -> bool {
    node.is("for_statement") || is_for_each(node) || node.is("while_statement") || node.is("do_statement")
}

/// Tells whether a `break` ends a `switch`, which needs it, and no loop.
fn is_of_switch(node: Node) -> bool {
    let is_switch = |it: Node| it.is("switch_statement") || it.is("switch_expression");
    let has_label = node.parts().next().is_some();
    !has_label && node.ancestors().find(|it| is_switch(*it) || is_loop(*it)).is_some_and(is_switch)
}

/// Tells whether a node works on single bits. `<<` and `>>` of C++ are used for streams too.
fn is_bitwise(node: Node) -> bool {
    let is_in = |kind: &str| in_a(node, kind);
    let shifts = matches!(node.kind(), "<<" | ">>" | ">>>" | "<<=" | ">>=" | ">>>=");
    match node.kind() {
        "&" | "|" | "^" => node.is_sign(node.kind()) && is_in("binary_expression"),
        "~" => is_in("unary_expression"),
        "&=" | "|=" | "^=" => true,
        _ => shifts && node.grammar() != Cpp,
    }
}

/// Tells whether a declaration outside of functions declares a variable that can change.
fn is_global_in_c(node: Node) -> bool {
    let is_outside = |around: Node| {
        let kinds = [
            "translation_unit",
            "preproc_if",
            "preproc_ifdef",
            "preproc_else",
            "preproc_elif",
            "declaration_list",
        ];
        kinds.iter().any(|kind| around.is(kind))
    };
    if !node.is("declaration")
        || node.is_guess()
        || node.ancestors().any(|around| !is_global_place(around, is_outside))
    {
        return false;
    }
    let is_fixed = node.children().any(|child| {
        child.is("type_qualifier") && matches!(child.text(), "const" | "constexpr")
            || child.text() == "extern"
    });
    let declares = |part: Node| part.field_name() == Some("declarator") && !declares_function(part);
    !is_fixed && node.parts().any(declares)
}

fn is_global_place(around: Node, is_outside: impl Fn(Node) -> bool) -> bool {
    is_outside(around) || around.is("namespace_definition") || around.is("linkage_specification")
}

/// Tells whether a declarator only announces a function.
fn declares_function(declarator: Node) -> bool {
    let function = super::names::function_declarator(declarator);
    // `int (*f)(int)` declares a variable that holds a function.
    function
        .is_some_and(|it| it.field("declarator").is_some_and(|inner| !inner.is("parenthesized_declarator")))
}

/// Tells whether a node declares a pointer, or follows one.
fn is_pointer(node: Node) -> bool {
    let is_declared = node.is("pointer_declarator") || node.is("abstract_pointer_declarator");
    let is_followed = node.is("pointer_expression") && has_sign(node, "*");
    is_declared || is_followed
}

/// Tells whether a node calls a function or method in whose body it is.
///
/// A method of Java with the same name and another number of parameters is another method.
fn calls_itself(node: Node) -> bool {
    let Some(called) = called(node) else { return false };
    if called.is_method && !matches!(called.before, Some("this" | "(*this)")) {
        return false;
    }
    std::iter::successors(node.body_of(), |function| function.body_of()).any(|function| {
        let is_named = name_of(function).is_some_and(|name| name.text() == called.name);
        is_named && (node.grammar() != Java || accepts(function, called.count()))
    })
}

/// Tells whether a method of Java can be called with this number of arguments.
fn accepts(method: Node, count: usize) -> bool {
    let Some(list) = method.field("parameters") else { return true };
    let is_open = list.parts().any(|part| part.is("spread_parameter"));
    let declared = list.parts().filter(|part| part.is("formal_parameter")).count();
    if is_open { count >= declared } else { count == declared }
}
