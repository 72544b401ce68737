//! Programming techniques that a course has not taught yet, and where a source uses them.

use std::fmt;
use std::str::FromStr;

use super::finding::{Finding, likely};
use super::source::{Node, Source};

/// A technique that an assignment can do without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Construct {
    /// A construct of the language, by its name among [`Construct::known`], such as `try`.
    Known(&'static str),
    /// A call of a function by its plain name, as in `sum()`.
    Call(String),
    /// A call of a method by its name, as in `.append()`.
    Method(String),
}

/// A construct of the language.
struct Known {
    name: &'static str,
    title: &'static str,
    /// Tells whether a node is an example of it.
    is: fn(Node) -> bool,
}

const fn known(name: &'static str, title: &'static str, is: fn(Node) -> bool) -> Known {
    Known { name, title, is }
}

/// The constructs of the language: the key in specs, the words for it, and the test for a node.
static KNOWN: [Known; 42] = [
    known("annotation", "a type annotation", |node| node.is("type") && !in_a(node, "type")),
    known("assert", "an `assert` statement", |node| node.is("assert_statement")),
    known("async", "asynchronous code", |node| node.is_sign("async") || node.is("await")),
    known("break", "a `break` statement", |node| node.is("break_statement")),
    known("class", "a class", |node| node.is("class_definition")),
    known("comprehension", "a comprehension", |node| {
        node.is("list_comprehension") || node.is("generator_expression") || is_braced_comprehension(node)
    }),
    known("conditional-expression", "a conditional expression", |node| node.is("conditional_expression")),
    known("continue", "a `continue` statement", |node| node.is("continue_statement")),
    known("decorator", "a decorator", |node| node.is("decorator")),
    known("del", "a `del` statement", |node| node.is("delete_statement")),
    known("dict", "a dictionary", |node| {
        node.is("dictionary") || node.is("dictionary_comprehension") || node.called_name() == Some("dict")
    }),
    known("else-after-loop", "an `else` after a loop", |node| {
        node.is("else_clause") && (in_a(node, "for_statement") || in_a(node, "while_statement"))
    }),
    known("eval", "a call of `eval`", |node| node.called_name() == Some("eval")),
    known("exec", "a call of `exec`", |node| node.called_name() == Some("exec") || node.is("exec_statement")),
    known("f-string", "an f-string", |node| node.is("string_start") && node.text().contains(['f', 'F'])),
    known("for", "a `for` loop", |node| node.is("for_statement")),
    known("for-else", "an `else` after a `for` loop", |node| {
        node.is("else_clause") && in_a(node, "for_statement")
    }),
    known("generator", "a generator expression", |node| node.is("generator_expression")),
    known("global", "a `global` statement", |node| node.is("global_statement")),
    known("import", "an import", |node| {
        node.is("import_statement") || node.is("import_from_statement") || node.is("future_import_statement")
    }),
    known("import-star", "an `import *`", |node| node.is("wildcard_import")),
    known("is", "a comparison with `is`", |node| node.is_sign("is") || node.is_sign("is not")),
    known("lambda", "a lambda", |node| node.is("lambda")),
    known("list", "a list", |node| node.is("list") || node.called_name() == Some("list")),
    known("list-comprehension", "a list comprehension", |node| node.is("list_comprehension")),
    known("match", "a `match` statement", |node| node.is("match_statement")),
    known("nested-function", "a function inside of a function", |node| {
        node.is("function_definition") && node.body_of().is_some()
    }),
    known("nonlocal", "a `nonlocal` statement", |node| node.is("nonlocal_statement")),
    known("pass", "a `pass` statement", |node| node.is("pass_statement")),
    known("raise", "a `raise` statement", |node| node.is("raise_statement")),
    known("recursion", "a function that calls itself", calls_itself),
    known("semicolon", "a `;`", |node| node.is_sign(";")),
    known("set", "a set", |node| {
        node.is("set")
            || node.is("set_comprehension")
            || matches!(node.called_name(), Some("set" | "frozenset"))
    }),
    known("slice", "a slice", |node| node.is("slice")),
    known("star-argument", "a `*` before a name", |node| {
        let kinds = ["list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern"];
        kinds.iter().any(|kind| node.is(kind))
    }),
    known("try", "a `try` statement", |node| node.is("try_statement")),
    known("tuple", "a tuple", |node| node.is("tuple") || node.called_name() == Some("tuple")),
    known("walrus", "an assignment with `:=`", |node| node.is("named_expression")),
    known("while", "a `while` loop", |node| node.is("while_statement")),
    known("while-else", "an `else` after a `while` loop", |node| {
        node.is("else_clause") && in_a(node, "while_statement")
    }),
    known("with", "a `with` statement", |node| node.is("with_statement")),
    known("yield", "a `yield`", |node| node.is("yield")),
];

fn in_a(node: Node, kind: &str) -> bool {
    node.parent().is_some_and(|parent| parent.is(kind))
}

fn is_braced_comprehension(node: Node) -> bool {
    node.is("dictionary_comprehension") || node.is("set_comprehension")
}

/// Tells whether a node calls the function or method in whose body it is.
fn calls_itself(node: Node) -> bool {
    let Some(own) = node.body_of().and_then(|body| body.field("name")).filter(|_| node.is("call")) else {
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

impl Construct {
    /// Returns the keys of all constructs of the language.
    pub fn known() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|known| known.name)
    }

    /// Returns the construct in words: `a dictionary`.
    pub fn title(&self) -> String {
        match self {
            Self::Known(name) => find(name).map_or(*name, |known| known.title).to_owned(),
            Self::Call(name) => format!("a call of `{name}`"),
            Self::Method(name) => format!("a call of the method `{name}`"),
        }
    }

    /// Returns the nodes that are examples of it.
    fn uses<'a>(&self, source: &'a Source) -> Vec<Node<'a>> {
        match self {
            Self::Known(name) => find(name)
                .map(|known| source.nodes().filter(|node| (known.is)(*node)).collect())
                .unwrap_or_default(),
            Self::Call(name) => source.nodes().filter(|node| node.called_name() == Some(name)).collect(),
            Self::Method(name) => {
                source.all("call").filter(|node| called_method(*node) == Some(name)).collect()
            }
        }
    }
}

fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

fn called_method(call: Node<'_>) -> Option<&str> {
    let function = call.field("function").filter(|function| function.is("attribute"))?;
    function.field("attribute").map(Node::text)
}

/// Writes the construct as an instructor does.
impl fmt::Display for Construct {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Known(name) => f.write_str(name),
            Self::Call(name) => write!(f, "{name}()"),
            Self::Method(name) => write!(f, ".{name}()"),
        }
    }
}

/// A text that names no construct.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{written}` is not a construct; {}", self.hint())]
pub struct ConstructError {
    /// The text.
    pub written: String,
}

impl ConstructError {
    /// Returns the name that was probably meant, or the list of all names.
    pub fn hint(&self) -> String {
        match likely(&self.written, Construct::known()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => {
                let known: Vec<&str> = Construct::known().collect();
                format!("write `sum()` or `.append()` for a call, or one of {}", known.join(", "))
            }
        }
    }
}

impl FromStr for Construct {
    type Err = ConstructError;

    fn from_str(text: &str) -> Result<Self, ConstructError> {
        let written = text.trim();
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Some(call) = written.strip_suffix("()") {
            if let Some(method) = call.strip_prefix('.').filter(is_name) {
                return Ok(Self::Method(method.to_owned()));
            }
            if is_name(&call) {
                return Ok(Self::Call(call.to_owned()));
            }
        }
        let plain = written.to_lowercase().replace(['_', ' '], "-");
        let found = find(&plain).map(|known| Self::Known(known.name));
        found.ok_or_else(|| ConstructError { written: written.to_owned() })
    }
}

/// Checks [`super::Rule::Avoids`]: one finding for each construct, at its first use.
pub(super) fn check(source: &Source, constructs: &[Construct]) -> Vec<Finding> {
    let mut findings: Vec<(usize, Finding)> = Vec::new();
    for construct in constructs {
        let uses = construct.uses(source);
        let Some(first) = uses.first() else { continue };
        let mut lines: Vec<usize> = uses.iter().map(|node| node.line() + 1).collect();
        lines.dedup();
        let message = format!("{} is not among the techniques of this assignment", construct.title());
        findings
            .push((first.index(), Finding::new(Some(first.place()), message).with_note(also(&lines[1..]))));
    }
    findings.sort_by_key(|(index, _)| *index);
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// Returns the other lines that use it, in words.
fn also(lines: &[usize]) -> Option<String> {
    const MOST: usize = 5;
    let numbers: Vec<String> = lines.iter().take(MOST).map(ToString::to_string).collect();
    match (numbers.as_slice(), lines.len().saturating_sub(MOST)) {
        ([], _) => None,
        ([one], _) => Some(format!("also in line {one}")),
        ([most @ .., last], 0) => Some(format!("also in lines {} and {last}", most.join(", "))),
        (all, more) => Some(format!("also in lines {} and {more} more", all.join(", "))),
    }
}
