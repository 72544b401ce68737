//! The functions and methods of a file: their parameters, their bodies, and the literals in the file.

use std::ops::Range;

use super::grammar::Grammar;
use super::literal::text_of;
use super::source::Node;
use super::{Source, braced};

/// A function of a file, or a method of one of its classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// The class of a method.
    pub class: Option<String>,
    /// The name without the class.
    pub name: String,
    /// The positional parameters, without `self` or `cls`.
    pub parameters: Vec<Parameter>,
    /// Whether a method is called on the class.
    pub is_static: bool,
    /// Whether it is called without parentheses.
    pub is_property: bool,
    /// The lines, from 1.
    pub lines: Range<usize>,
    /// The body from its first statement on, in bytes.
    pub(super) body: Range<usize>,
    /// The text before the first statement on its line, if it is only indentation.
    pub(super) indent: Option<String>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The type annotation, if there is one.
    pub annotation: Option<String>,
    /// Whether it has a default value.
    pub has_default: bool,
}

impl Callable {
    /// Returns the name with its class: `Account.deposit`.
    pub fn path(&self) -> String {
        self.class.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(".")
    }

    /// Tells whether it is public: the name does not begin with an underscore.
    pub fn is_public(&self) -> bool {
        !self.name.starts_with('_') && !self.class.as_ref().is_some_and(|class| class.starts_with('_'))
    }
}

impl Source {
    /// Returns the functions of the file and the methods of its classes, without functions inside functions.
    pub fn callables(&self) -> Vec<Callable> {
        match self.grammar() {
            Grammar::Python => self.all("function_definition").filter_map(callable).collect(),
            Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => braced::callables(self),
        }
    }

    /// Returns the parameters of a class: those of its `__init__`, or the fields that it declares.
    pub fn constructor_parameters(&self, class: &str) -> Vec<Parameter> {
        let is_it = |node: &Node| node.field("name").is_some_and(|name| name.text() == class);
        let own = self
            .callables()
            .into_iter()
            .find(|it| it.class.as_deref() == Some(class) && it.name == "__init__");
        if let Some(own) = own {
            return own.parameters;
        }
        let definition = self.all("class_definition").find(is_it);
        let fields = definition.into_iter().flat_map(|it| it.field("body")).flat_map(Node::parts);
        let fields = fields.filter(|part| part.is("expression_statement")).flat_map(Node::parts);
        let fields = fields.filter_map(|field| {
            let (name, annotation) = (field.field("left")?, field.field("type")?);
            Some(Parameter {
                name: name.text().to_owned(),
                annotation: Some(annotation.text().to_owned()),
                has_default: field.field("right").is_some(),
            })
        });
        fields.collect()
    }

    /// Returns every number, short string, list, tuple and dictionary that is written in the file, each once.
    pub fn literals(&self) -> Vec<String> {
        let mut literals: Vec<String> = Vec::new();
        for node in self.nodes() {
            let is_short = node.end() - node.start() <= MOST_BYTES && !node.text().contains('\n');
            let is_plain = match node.kind() {
                "integer" | "float" => true,
                "string" => text_of(node).is_some() && !is_alone(node),
                "list" | "tuple" | "dictionary" => is_constant(node),
                _ => false,
            };
            if is_short && is_plain && !literals.iter().any(|known| known == node.text()) {
                literals.push(node.text().to_owned());
            }
        }
        literals
    }

    /// Returns the text of a function without its head.
    pub fn body_of(&self, callable: &Callable) -> &str {
        &self.text()[callable.body.clone()]
    }

    /// Returns the text of the file, with a function that ends the program as soon as it is called.
    pub fn without(&self, callable: &Callable) -> String {
        if self.grammar() != Grammar::Python {
            return braced::without(self, callable);
        }
        let (before, after) = self.text().split_at(callable.body.start);
        let separator =
            callable.indent.as_ref().map_or_else(|| "; ".to_owned(), |indent| format!("\n{indent}"));
        [before, "__import__('os')._exit(86)", &separator, after].concat()
    }
}

/// The largest length of a literal, in bytes.
const MOST_BYTES: usize = 60;

/// Tells whether a string is a statement, such as a docstring.
fn is_alone(node: Node) -> bool {
    node.parent().is_some_and(|parent| parent.is("expression_statement"))
}

/// Tells whether an expression contains no names.
fn is_constant(node: Node) -> bool {
    let is_value = |it: Node| {
        !matches!(
            it.kind(),
            "identifier" | "call" | "interpolation" | "list_splat" | "dictionary_splat" | "attribute"
        )
    };
    node.parts().next().is_some() && node.descendants().all(is_value)
}

fn callable(node: Node) -> Option<Callable> {
    let (name, body) = (node.field("name")?, node.field("body")?);
    let mut around = node.parent()?;
    let decorated = around.is("decorated_definition");
    let decorators: Vec<&str> = if decorated {
        let all = around
            .parts()
            .filter(|part| part.is("decorator"))
            .map(|part| part.text().trim_start_matches('@'));
        let decorators = all.collect();
        around = around.parent()?;
        decorators
    } else {
        Vec::new()
    };
    let class = around.parent().filter(|it| around.is("block") && it.is("class_definition"));
    if class.is_none() && node.body_of().is_some() || class.is_some_and(|class| class.body_of().is_some()) {
        return None;
    }
    let has = |decorator: &str| decorators.iter().any(|it| it.trim() == decorator);
    let (is_static, is_property) = (has("staticmethod") || has("classmethod"), has("property"));
    let mut parameters: Vec<Parameter> =
        node.field("parameters").into_iter().flat_map(Node::parts).map_while(parameter).collect();
    if class.is_some() && !has("staticmethod") && !parameters.is_empty() {
        parameters.remove(0);
    }
    let first = body.parts().next().unwrap_or(body);
    Some(Callable {
        class: class.and_then(|class| class.field("name")).map(|name| name.text().to_owned()),
        name: name.text().to_owned(),
        parameters,
        is_static,
        is_property,
        lines: node.line() + 1..node.line() + 1 + node.text().lines().count(),
        body: first.start()..body.end(),
        indent: first.begins_its_line().then(|| first.text_before_in_line().to_owned()),
    })
}

/// Returns a positional parameter; `None` at the first parameter of another kind.
fn parameter(node: Node) -> Option<Parameter> {
    let of = |name: Node, has_default: bool| Parameter {
        name: name.text().to_owned(),
        annotation: node.field("type").map(|annotation| annotation.text().to_owned()),
        has_default,
    };
    match node.kind() {
        "identifier" => Some(of(node, false)),
        "typed_parameter" => {
            node.parts().next().filter(|part| part.is("identifier")).map(|name| of(name, false))
        }
        "default_parameter" | "typed_default_parameter" => Some(of(node.field("name")?, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
from dataclasses import dataclass
LIMIT = [1, 2]
def clamp(value: int, most=9, *rest):
    '''Not above.'''
    if value > most:
        return most
    return value
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
    @property
    def rich(self): return self.balance > 100
    @staticmethod
    def of(text):
        def inner(x):
            return x
        return Account(inner(text))
@dataclass
class Point:
    x: int
    y: int = 0
";

    fn source() -> Source {
        Source::parse("solution.py", TEXT.as_bytes()).unwrap()
    }

    #[test]
    fn functions_and_methods_are_found_with_their_parameters() {
        let told: Vec<String> = source()
            .callables()
            .iter()
            .map(|it| {
                let names: Vec<&str> = it.parameters.iter().map(|one| one.name.as_str()).collect();
                format!("{}({}) {:?}", it.path(), names.join(" "), it.lines)
            })
            .collect();
        assert_eq!(
            told,
            [
                "clamp(value most) 3..8",
                "Account.__init__(owner balance) 9..11",
                "Account.rich() 12..13",
                "Account.of(text) 14..18"
            ]
        );
        let clamp = &source().callables()[0];
        assert_eq!(clamp.parameters[0].annotation.as_deref(), Some("int"));
        assert!(!clamp.parameters[0].has_default && clamp.parameters[1].has_default);
        let names = |class: &str| {
            source().constructor_parameters(class).iter().map(|it| it.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("Account"), ["owner", "balance"]);
        assert_eq!(names("Point"), ["x", "y"]);
    }

    #[test]
    fn literals_are_found_without_names_in_them() {
        assert_eq!(source().literals(), ["[1, 2]", "1", "2", "9", "0", "100"]);
    }

    #[test]
    fn a_function_that_ends_the_program_still_parses() {
        for callable in source().callables() {
            let text = source().without(&callable);
            assert!(!Source::parse("a.py", text.as_bytes()).unwrap().is_broken(), "{text}");
            assert_eq!(text.matches("_exit(86)").count(), 1);
        }
    }
}
