//! The constructs of each language that have a name in specs.

use super::braced;
use super::grammar::Grammar;
use super::source::Node;
use super::within;

/// A construct of some languages.
pub(super) struct Known {
    /// The word for it in specs.
    pub name: &'static str,
    /// What it is called in a sentence.
    pub title: &'static str,
    /// The languages that have it.
    pub grammars: &'static [Grammar],
    /// Tells whether a node is an example of it.
    pub is: fn(Node) -> bool,
}

/// Returns the constructs of a language.
pub(super) fn known(grammar: Grammar) -> impl Iterator<Item = &'static Known> {
    PYTHON.iter().chain(&braced::KNOWN).filter(move |known| known.grammars.contains(&grammar))
}

/// Returns the construct with this name.
pub(super) fn find(name: &str, grammar: Grammar) -> Option<&'static Known> {
    known(grammar).find(|known| known.name == name)
}

const fn python(name: &'static str, title: &'static str, is: fn(Node) -> bool) -> Known {
    Known { name, title, grammars: &[Grammar::Python], is }
}

/// The constructs of Python.
static PYTHON: [Known; 44] = [
    python("annotation", "a type annotation", |node| {
        // The bound of a type parameter is none: `class Box[T: int]`.
        node.is("type") && !in_a(node, "type") && !is_within(node, "type_parameter")
    }),
    python("assert", "an `assert` statement", |node| node.is("assert_statement")),
    python("async", "asynchronous code", |node| node.is_sign("async") || node.is("await")),
    python("break", "a `break` statement", |node| node.is("break_statement")),
    python("class", "a class", |node| node.is("class_definition")),
    python("comprehension", "a comprehension", |node| {
        node.is("list_comprehension") || node.is("generator_expression") || is_braced_comprehension(node)
    }),
    python("conditional-expression", "a conditional expression", |node| node.is("conditional_expression")),
    python("continue", "a `continue` statement", |node| node.is("continue_statement")),
    python("decorator", "a decorator", |node| node.is("decorator")),
    python("del", "a `del` statement", |node| node.is("delete_statement")),
    python("dict", "a dictionary", |node| {
        node.is("dictionary") || node.is("dictionary_comprehension") || node.called_name() == Some("dict")
    }),
    python("else-after-loop", "an `else` after a loop", |node| {
        node.is("else_clause") && (in_a(node, "for_statement") || in_a(node, "while_statement"))
    }),
    python("eval", "a call of `eval`", |node| node.called_name() == Some("eval")),
    python("exec", "a call of `exec`", |node| {
        node.called_name() == Some("exec") || node.is("exec_statement")
    }),
    python("f-string", "an f-string", |node| node.is("string_start") && node.text().contains(['f', 'F'])),
    python("for", "a `for` loop", |node| node.is("for_statement")),
    python("for-else", "an `else` after a `for` loop", |node| {
        node.is("else_clause") && in_a(node, "for_statement")
    }),
    python("generator", "a generator expression", |node| node.is("generator_expression")),
    python("global", "a `global` statement", |node| node.is("global_statement")),
    python("if", "an `if` statement", |node| node.is("if_statement")),
    python("import", "an import", |node| {
        node.is("import_statement") || node.is("import_from_statement") || node.is("future_import_statement")
    }),
    python("import-star", "an `import *`", |node| node.is("wildcard_import")),
    python("is", "a comparison with `is`", |node| node.is_sign("is") || node.is_sign("is not")),
    python("lambda", "a lambda", |node| node.is("lambda")),
    python("list", "a list", |node| node.is("list") || node.called_name() == Some("list")),
    python("list-comprehension", "a list comprehension", |node| node.is("list_comprehension")),
    python("match", "a `match` statement", |node| node.is("match_statement")),
    python("nested-function", "a function inside of a function", |node| {
        node.is("function_definition") && node.body_of().is_some()
    }),
    python("nested-loop", "a loop inside of a loop", |node| {
        let is_loop = |node: &Node| node.is("for_statement") || node.is("while_statement");
        is_loop(&node)
            && node.ancestors().take_while(|around| !around.is("function_definition")).any(|it| is_loop(&it))
    }),
    python("nonlocal", "a `nonlocal` statement", |node| node.is("nonlocal_statement")),
    python("pass", "a `pass` statement", |node| node.is("pass_statement")),
    python("raise", "a `raise` statement", |node| node.is("raise_statement")),
    python("recursion", "a function that calls itself", calls_itself),
    python("semicolon", "a `;`", |node| node.is_sign(";")),
    python("set", "a set", |node| {
        node.is("set")
            || node.is("set_comprehension")
            || matches!(node.called_name(), Some("set" | "frozenset"))
    }),
    python("slice", "a slice", |node| node.is("slice")),
    python("star-argument", "a `*` before a name", |node| {
        let kinds = ["list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern"];
        kinds.iter().any(|kind| node.is(kind))
    }),
    python("try", "a `try` statement", |node| node.is("try_statement")),
    python("tuple", "a tuple", |node| node.is("tuple") || node.called_name() == Some("tuple")),
    python("walrus", "an assignment with `:=`", |node| node.is("named_expression")),
    python("while", "a `while` loop", |node| node.is("while_statement")),
    python("while-else", "an `else` after a `while` loop", |node| {
        node.is("else_clause") && in_a(node, "while_statement")
    }),
    python("with", "a `with` statement", |node| node.is("with_statement")),
    python("yield", "a `yield`", |node| node.is("yield")),
];

fn is_within(node: Node, kind: &str) -> bool {
    std::iter::successors(node.parent(), |parent| parent.parent()).any(|parent| parent.is(kind))
}

fn in_a(node: Node, kind: &str) -> bool {
    node.parent().is_some_and(|parent| parent.is(kind))
}

fn is_braced_comprehension(node: Node) -> bool {
    node.is("dictionary_comprehension") || node.is("set_comprehension")
}

/// Tells whether a node calls the function or method in whose body it is.
fn calls_itself(node: Node) -> bool {
    let Some(own) = node.body_of().and_then(within::name).filter(|_| node.is("call")) else {
        return false;
    };
    let Some(function) = node.field("function") else { return false };
    let called = match function.kind() {
        "identifier" => Some(function),
        "attribute" if function.field("object").is_some_and(|object| object.text() == "self") => {
            function.field("attribute")
        }
        _ => None,
    };
    called.is_some_and(|name| name.text() == own.text())
}
