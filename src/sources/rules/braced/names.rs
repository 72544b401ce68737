//! The names of functions, where they are defined and where they are called.

use super::super::grammar::Grammar;
use super::super::source::Node;

/// A call of a function or method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Called<'a> {
    /// The last part of the name: `sort` of `std::sort`.
    pub name: &'a str,
    /// What stands before it: `std`, or an object. `None` for a plain name.
    pub before: Option<&'a str>,
    /// Whether it is called on an object or a class, as in `list.add(1)`.
    pub is_method: bool,
    /// The arguments.
    pub arguments: Option<Node<'a>>,
}

/// Returns what a node calls; `None` if it calls nothing that has a name.
pub(in super::super) fn called<'a>(node: Node<'a>) -> Option<Called<'a>> {
    let arguments = node.field("arguments");
    if node.grammar() == Grammar::Java {
        let name = node.field("name").filter(|_| node.is("method_invocation"))?;
        let before = node.field("object").map(Node::text);
        return Some(Called { name: name.text(), before, is_method: before.is_some(), arguments });
    }
    let function = node.field("function").filter(|_| node.is("call_expression"))?;
    let of = |name: Node<'a>, before: Option<Node<'a>>, is_method| Called {
        name: name.text(),
        before: before.map(Node::text),
        is_method,
        arguments,
    };
    match function.kind() {
        "identifier" => Some(of(function, None, false)),
        "template_function" => Some(of(function.field("name")?, None, false)),
        "qualified_identifier" => {
            let (scope, mut name) = (function.field("scope"), function.field("name")?);
            while let Some(inner) = name.field("name") {
                name = inner;
            }
            Some(of(name, scope, false))
        }
        "field_expression" => {
            let field = function.field("field")?;
            Some(of(field.field("name").unwrap_or(field), function.field("argument"), true))
        }
        "member_expression" => Some(of(function.field("property")?, function.field("object"), true)),
        _ => None,
    }
}

impl Called<'_> {
    /// Tells whether it is a call of this function: `sort`, or with what stands before it, `std::sort`, `Math.max`.
    pub(in super::super) fn is_of(&self, written: &str) -> bool {
        match written.rsplit_once("::").or_else(|| written.rsplit_once('.')) {
            Some((before, name)) => self.name == name && self.before == Some(before),
            None => self.name == written && !self.is_method,
        }
    }

    /// Returns the number of arguments.
    pub(in super::super) fn count(&self) -> usize {
        self.arguments.map_or(0, |arguments| arguments.parts().count())
    }
}

/// Returns the node with the name of a function: of its declarator in C, of the variable that holds it in JavaScript.
pub(in super::super) fn name_of(function: Node<'_>) -> Option<Node<'_>> {
    match function.grammar() {
        Grammar::Python | Grammar::Java => function.field("name"),
        Grammar::C | Grammar::Cpp => {
            let declarator = function_declarator(function.field("declarator")?)?;
            declared(declarator.field("declarator")?)
        }
        Grammar::JavaScript => function.field("name").or_else(|| {
            let holder = function.parent().filter(|_| function.field_name() == Some("value"))?;
            match holder.kind() {
                "variable_declarator" => holder.field("name").filter(|name| name.is("identifier")),
                "pair" => holder.field("key"),
                "field_definition" => holder.field("property"),
                _ => None,
            }
        }),
    }
}

/// Returns the declarator of a function inside of the pointers and references that it gives back.
pub(super) fn function_declarator(mut declarator: Node<'_>) -> Option<Node<'_>> {
    loop {
        match declarator.kind() {
            "function_declarator" => return Some(declarator),
            "pointer_declarator"
            | "reference_declarator"
            | "parenthesized_declarator"
            | "attributed_declarator" => {
                declarator = declarator.field("declarator").or_else(|| declarator.parts().last())?;
            }
            _ => return None,
        }
    }
}

/// Returns the name that a declarator declares: `a` of `*a[3]`.
pub(super) fn declared(mut declarator: Node<'_>) -> Option<Node<'_>> {
    loop {
        match declarator.kind() {
            "identifier" | "field_identifier" | "type_identifier" | "operator_name" => {
                return Some(declarator);
            }
            "destructor_name" => return Some(declarator),
            "qualified_identifier" | "template_function" => declarator = declarator.field("name")?,
            "init_declarator" | "pointer_declarator" | "array_declarator" | "function_declarator" => {
                declarator = declarator.field("declarator")?;
            }
            "reference_declarator" | "parenthesized_declarator" | "attributed_declarator" => {
                declarator = declarator.field("declarator").or_else(|| declarator.parts().last())?;
            }
            _ => return None,
        }
    }
}

/// Returns the parameters of a function, without the type that it gives back.
pub(super) fn parameter_list(function: Node<'_>) -> Option<Node<'_>> {
    match function.grammar() {
        Grammar::C | Grammar::Cpp if function.is("lambda_expression") => {
            function.field("declarator")?.field("parameters")
        }
        Grammar::C | Grammar::Cpp => function_declarator(function.field("declarator")?)?.field("parameters"),
        Grammar::Python | Grammar::Java | Grammar::JavaScript => function.field("parameters"),
    }
}
