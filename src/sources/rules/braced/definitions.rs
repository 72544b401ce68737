//! The definitions of a file: its classes, functions, methods and variables, with the classes around them.

use super::super::grammar::Grammar;
use super::super::source::{Node, Source};
use super::names::{declared, function_declarator, name_of, parameter_list};
use super::types;

/// The largest number of classes whose bases are followed, and of bases of one class.
const MOST_ANCESTORS: usize = 50;
/// The largest number of classes around a definition that are kept.
const MOST_AROUND: usize = 20;

/// One defined name.
#[derive(Clone, Debug)]
pub(super) struct Definition<'a> {
    pub name: &'a str,
    pub what: What<'a>,
    /// The node of the name.
    pub node: Node<'a>,
    /// The classes and namespaces around it, the outermost first.
    pub around: Vec<&'a str>,
    /// The number of classes among those.
    pub classes: usize,
    /// The function in whose body it is.
    pub function: Option<&'a str>,
}

/// The kind of a definition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What<'a> {
    /// A function, a method or a constructor.
    Function(Function<'a>),
    /// A class or what is like one, with its word and the names of its bases.
    Class { word: &'static str, bases: Vec<&'a str>, modifiers: Vec<&'a str> },
    /// A variable, a field or a constant.
    Value,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Function<'a> {
    pub parameters: Vec<Parameter<'a>>,
    /// Whether any number of further arguments is allowed.
    pub is_open: bool,
    /// The type that it gives back, in the form of [`types::canonical`]; `None` for a constructor, and in JavaScript.
    pub returns: Option<String>,
    /// The words before its type: `public`, `static`.
    pub modifiers: Vec<&'a str>,
    /// Whether it has a body. What a class of C++ only declares may have it in another file.
    pub has_body: bool,
    /// Whether a syntax error makes its parameters a guess.
    pub is_guess: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Parameter<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The type, in the form of [`types::canonical`]; empty in JavaScript.
    pub of_type: String,
    /// Whether it has a default value.
    pub has_default: bool,
}

/// All definitions of a file, in order.
#[derive(Debug)]
pub(super) struct Definitions<'a> {
    all: Vec<Definition<'a>>,
}

impl<'a> Definitions<'a> {
    /// Collects the definitions.
    pub(super) fn of(source: &'a Source) -> Self {
        let mut all = Vec::new();
        for node in source.nodes() {
            all.extend(found(node));
        }
        Self { all }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Definition<'a>> {
        self.all.iter()
    }

    /// Returns the definitions that a path may mean: `["Account"]` and `deposit`.
    ///
    /// Without classes, a method of Java in any class is meant, and a constructor in its class; elsewhere a function
    /// outside of classes.
    pub(super) fn find(&self, grammar: Grammar, classes: &[String], name: &str) -> Vec<&Definition<'a>> {
        let is_there = |it: &&Definition| {
            let is_constructor = it.around.last() == Some(&it.name);
            let place = match classes {
                [] => it.classes == 0 || grammar == Grammar::Java || is_constructor,
                // A constructor may be named with its class or without.
                _ if is_constructor && classes.last().is_some_and(|class| class == it.name) => true,
                _ => {
                    it.around.len() >= classes.len()
                        && it.around[it.around.len() - classes.len()..] == *classes
                }
            };
            it.name == name && it.function.is_none() && place
        };
        self.iter().filter(is_there).collect()
    }

    /// Returns a class and its base classes, and whether the file defines all of them.
    pub(super) fn ancestry<'d>(&'d self, class: &'d Definition<'a>) -> (Vec<&'d Definition<'a>>, bool) {
        let (mut family, mut complete, mut next) = (vec![class], true, 0);
        while let Some(&member) = family.get(next) {
            if next == MOST_ANCESTORS {
                return (family, false);
            }
            next += 1;
            let What::Class { bases, .. } = &member.what else { continue };
            for base in bases.iter().take(MOST_ANCESTORS) {
                let found = self.iter().find(|it| it.name == *base && matches!(it.what, What::Class { .. }));
                match found {
                    Some(found) if !family.iter().any(|known| known.node == found.node) => family.push(found),
                    Some(_) => {}
                    None => complete = false,
                }
            }
        }
        (family, complete)
    }
}

/// Returns what a node defines; several names for `int a, b;`.
fn found(node: Node<'_>) -> Vec<Definition<'_>> {
    match node.grammar() {
        Grammar::Python => Vec::new(),
        Grammar::C | Grammar::Cpp => native(node),
        Grammar::Java => java(node),
        Grammar::JavaScript => javascript(node),
    }
}

fn definition<'a>(name: Node<'a>, of: Node<'a>, what: What<'a>) -> Option<Definition<'a>> {
    if name.text().is_empty() {
        return None;
    }
    let (around, classes) = surroundings(of);
    let function = of.body_of().map(|function| name_of(function).map_or("a function", Node::text));
    Some(Definition { name: name.text(), what, node: name, around, classes, function })
}

/// Returns the names of the classes and namespaces around a node, the outermost first, and the number of classes.
fn surroundings(of: Node<'_>) -> (Vec<&str>, usize) {
    let (mut around, mut classes) = (Vec::new(), 0);
    for node in of
        .ancestors()
        .filter(|node| class_word(*node).is_some() || node.is("namespace_definition"))
        .take(MOST_AROUND)
    {
        around.push(class_name(node).map_or("", Node::text));
        classes += usize::from(!node.is("namespace_definition"));
    }
    around.reverse();
    (around, classes)
}

/// Returns the name of a class; of one without a name in JavaScript, that of the variable that holds it.
fn class_name(class: Node<'_>) -> Option<Node<'_>> {
    let holder = || class.parent().filter(|it| it.is("variable_declarator"))?.field("name");
    class.field("name").or_else(holder)
}

/// Returns the word for a class or what is like one.
fn class_word(node: Node) -> Option<&'static str> {
    Some(match node.kind() {
        "class_specifier" | "class_declaration" => "class",
        "class" if node.is("class") => "class",
        "struct_specifier" => "struct",
        "union_specifier" => "union",
        "enum_specifier" | "enum_declaration" => "enum",
        "interface_declaration" => "interface",
        "record_declaration" => "record",
        _ => return None,
    })
}

fn native(node: Node<'_>) -> Vec<Definition<'_>> {
    let mut all = Vec::new();
    match node.kind() {
        "function_definition" => {
            let declarator = node.field("declarator").and_then(function_declarator);
            all.extend(declarator.and_then(|declarator| native_function(node, declarator)));
        }
        "declaration" | "field_declaration" => {
            for part in node.parts().filter(|part| part.field_name() == Some("declarator")) {
                let function = function_declarator(part);
                let is_held =
                    |it: &Node| it.field("declarator").is_some_and(|it| it.is("parenthesized_declarator"));
                match function.filter(|it| !is_held(it)) {
                    Some(function) => all.extend(native_function(node, function)),
                    None => {
                        all.extend(declared(part).and_then(|name| definition(name, node, What::Value)));
                    }
                }
            }
        }
        "type_definition" => {
            for part in node.parts().filter(|part| part.field_name() == Some("declarator")) {
                let word = node.field("type").and_then(class_word);
                let what = word.map_or(What::Value, |word| What::Class {
                    word,
                    bases: Vec::new(),
                    modifiers: Vec::new(),
                });
                all.extend(declared(part).and_then(|name| definition(name, node, what)));
            }
        }
        "enumerator" => all.extend(node.field("name").and_then(|name| definition(name, node, What::Value))),
        _ => {
            if let (Some(word), Some(name), Some(_)) =
                (class_word(node), node.field("name"), node.field("body"))
            {
                let clause = node.parts().find(|part| part.is("base_class_clause"));
                let bases =
                    clause.into_iter().flat_map(Node::parts).filter(|part| !part.is("access_specifier"));
                let bases = bases.map(type_name).collect();
                all.extend(definition(name, node, What::Class { word, bases, modifiers: Vec::new() }));
            }
        }
    }
    all
}

fn native_function<'a>(node: Node<'a>, declarator: Node<'a>) -> Option<Definition<'a>> {
    let written = declarator.field("declarator")?;
    let name = declared(written)?;
    let list = declarator.field("parameters")?;
    let mut function = Function {
        has_body: node.field("body").is_some()
            || node.parts().any(|part| part.kind().ends_with("_method_clause")),
        is_guess: list.is_guess(),
        ..Function::default()
    };
    for part in list.parts() {
        match part.kind() {
            "parameter_declaration" | "optional_parameter_declaration" => {
                let of_type = types::of_declaration(part, part.field("declarator").and_then(declared));
                let has_default = part.is("optional_parameter_declaration");
                if of_type != "void" {
                    function.parameters.push(Parameter { text: part.text(), of_type, has_default });
                }
            }
            "variadic_parameter" | "variadic_parameter_declaration" => function.is_open = true,
            _ => {}
        }
    }
    let has_type = node.field("type").is_some();
    let front = node.text_to(name);
    let front = &front[..front.len() - name.text().len()];
    let front = match written.is("qualified_identifier") {
        true => &front[..written.start() - node.start()],
        false => front,
    };
    function.modifiers = modifiers_of(front);
    if has_type {
        let kept: Vec<&str> =
            front.split_whitespace().filter(|word| !super::prototype::is_modifier(word)).collect();
        function.returns = Some(types::canonical(&kept.join(" ")));
    }
    let mut definition = definition(name, node, What::Function(function))?;
    if written.is("qualified_identifier") {
        let path = written.text();
        let scopes: Vec<&str> =
            path.split("::").map(|scope| scope.split('<').next().unwrap_or(scope).trim()).collect();
        let scopes = &scopes[..scopes.len().saturating_sub(1)];
        definition.around.extend(scopes);
        definition.classes += scopes.len();
    }
    Some(definition)
}

fn modifiers_of(front: &str) -> Vec<&str> {
    front.split_whitespace().filter(|word| super::prototype::is_modifier(word)).collect()
}

/// Returns the name of a type without what stands before it and its arguments.
fn type_name(node: Node<'_>) -> &str {
    let text = node.text();
    let text = text.split('<').next().unwrap_or(text).trim();
    text.rsplit(['.', ':']).next().unwrap_or(text)
}

fn java(node: Node<'_>) -> Vec<Definition<'_>> {
    let mut all = Vec::new();
    let modifiers = || {
        let words = node.children().find(|child| child.is("modifiers"));
        words
            .into_iter()
            .flat_map(Node::children)
            .filter(|word| !word.kind().contains("annotation"))
            .map(Node::text)
    };
    match node.kind() {
        "method_declaration" | "constructor_declaration" => {
            let Some(name) = node.field("name") else { return all };
            let list = node.field("parameters");
            let mut function = Function {
                has_body: node.field("body").is_some(),
                is_guess: list.is_none_or(Node::is_guess),
                modifiers: modifiers().collect(),
                ..list.map(java_parameters).unwrap_or_default()
            };
            let is_of_interface = node.ancestors().find(|it| class_word(*it).is_some());
            if is_of_interface.is_some_and(|it| it.is("interface_declaration")) {
                function.modifiers.push("public");
            }
            let after = node.field("dimensions").map_or("", Node::text);
            let returns = node.field("type").map(|of_type| format!("{}{after}", of_type.text()));
            function.returns = returns.map(|returns| types::canonical(&returns));
            all.extend(definition(name, node, What::Function(function)));
        }
        "field_declaration" | "constant_declaration" => {
            let names = node.parts().filter(|part| part.is("variable_declarator"));
            all.extend(names.filter_map(|part| definition(part.field("name")?, node, What::Value)));
        }
        "enum_constant" => {
            all.extend(node.field("name").and_then(|name| definition(name, node, What::Value)));
        }
        _ => {
            if let (Some(word), Some(name)) = (class_word(node), node.field("name")) {
                let kinds = ["superclass", "super_interfaces", "extends_interfaces"];
                let clauses = node.parts().filter(|part| kinds.iter().any(|kind| part.is(kind)));
                let listed = clauses
                    .flat_map(Node::parts)
                    .flat_map(|part| if part.is("type_list") { part.parts().collect() } else { vec![part] });
                let what = What::Class {
                    word,
                    bases: listed.map(type_name).collect(),
                    modifiers: modifiers().collect(),
                };
                all.extend(definition(name, node, what));
                if let Some(list) = node.field("parameters").filter(|_| word == "record") {
                    let constructor = Function { has_body: true, ..java_parameters(list) };
                    let mut made = definition(name, node, What::Function(constructor));
                    if let Some(made) = &mut made {
                        made.around.push(name.text());
                        made.classes += 1;
                    }
                    all.extend(made);
                }
            }
        }
    }
    all
}

fn java_parameters(list: Node<'_>) -> Function<'_> {
    let mut function = Function::default();
    for part in list.parts() {
        let name = match part.kind() {
            "formal_parameter" => part.field("name"),
            "spread_parameter" => {
                function.is_open = true;
                part.parts().find_map(|inner| inner.field("name"))
            }
            _ => continue,
        };
        let of_type = types::of_declaration(part, name);
        function.parameters.push(Parameter { text: part.text(), of_type, has_default: false });
    }
    function
}

fn javascript(node: Node<'_>) -> Vec<Definition<'_>> {
    let is_function = node.grammar().is_function(node.kind());
    let mut all = Vec::new();
    if is_function {
        let Some(mut name) = name_of(node) else { return all };
        let mut function = Function { has_body: true, ..Function::default() };
        match parameter_list(node) {
            Some(list) => {
                function.is_guess = list.is_guess();
                for part in list.parts() {
                    function.is_open |= part.is("rest_pattern");
                    if !part.is("rest_pattern") {
                        let has_default = part.is("assignment_pattern");
                        let parameter = Parameter { text: part.text(), of_type: String::new(), has_default };
                        function.parameters.push(parameter);
                    }
                }
            }
            None => {
                let only = node.field("parameter").map(Node::text);
                function.parameters.extend(only.map(|text| Parameter { text, ..Parameter::default() }));
            }
        }
        let words = node.children().filter(|child| super::prototype::is_modifier(child.text()));
        function.modifiers = words.map(Node::text).collect();
        if name.text() == "constructor" {
            let class = node.ancestors().find(|it| class_word(*it).is_some()).and_then(class_name);
            name = class.unwrap_or(name);
        }
        all.extend(definition(name, node, What::Function(function)));
        return all;
    }
    match node.kind() {
        "class_declaration" | "class" if class_word(node).is_some() => {
            let Some(name) = class_name(node) else { return all };
            let heritage = node.parts().find(|part| part.is("class_heritage"));
            let bases = heritage.into_iter().flat_map(Node::parts).map(type_name).collect();
            all.extend(definition(name, node, What::Class { word: "class", bases, modifiers: Vec::new() }));
        }
        "variable_declarator" => {
            let is_plain = node.field("value").is_none_or(|value| {
                !value.grammar().is_function(value.kind()) && class_word(value).is_none()
            });
            let name = node.field("name").filter(|name| is_plain && name.is("identifier"));
            all.extend(name.and_then(|name| definition(name, node, What::Value)));
        }
        "field_definition" => {
            let is_plain = node.field("value").is_none_or(|value| !value.grammar().is_function(value.kind()));
            let name = node.field("property").filter(|_| is_plain);
            all.extend(name.and_then(|name| definition(name, node, What::Value)));
        }
        "import_specifier" | "import_clause" | "namespace_import" => {
            let name = node.field("alias").or_else(|| node.field("name"));
            let name = name.or_else(|| node.parts().find(|part| part.is("identifier")));
            all.extend(name.and_then(|name| definition(name, node, What::Value)));
        }
        _ => {}
    }
    all
}
