//! The definitions of a file: its functions, classes and other names, and the definitions that contain them.
//!
//! The indentation decides what is inside what, as in Python, and not the tree: after a syntax error the tree is a
//! guess, while a `def` without indentation is always at the top level.

use super::main_guard::Guards;
use super::parameters::Parameters;
use super::source::{Node, Source};

/// The largest number of classes whose bases are followed.
const MOST_ANCESTORS: usize = 50;

/// One defined name.
#[derive(Clone, Debug)]
pub(super) struct Definition<'a> {
    pub name: &'a str,
    pub what: DefinitionKind<'a>,
    /// The node of the name in its definition.
    pub node: Node<'a>,
    /// The index of the definition that contains it.
    pub container: Option<usize>,
    /// Whether it is defined only when the file is run, not when it is imported.
    pub guarded: bool,
    /// Whether only its keyword is before it on its line.
    opens_its_line: bool,
}

/// The kind of a definition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DefinitionKind<'a> {
    /// A function, with its parameters unless a syntax error hides them.
    Function { parameters: Option<Parameters>, is_static: bool },
    /// A class, with its base classes.
    Class { bases: Vec<&'a str> },
    /// An assigned or imported name.
    Value,
}

/// All definitions of a file, in order.
#[derive(Debug)]
pub(super) struct Definitions<'a> {
    all: Vec<Definition<'a>>,
}

impl<'a> Definitions<'a> {
    /// Collects the definitions.
    pub(super) fn of(source: &'a Source) -> Self {
        let guards = Guards::of(source);
        let mut all: Vec<Definition<'a>> = source.nodes().filter_map(found).chain(lost(source)).collect();
        all.sort_by_key(|definition| definition.node.start());
        let mut beginnings = source.nodes().filter(|node| begins_statement(*node)).peekable();
        // The functions and classes around the current line, with their indentation.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (index, definition) in all.iter_mut().enumerate() {
            let node = definition.node;
            while let Some(beginning) = beginnings.next_if(|beginning| beginning.start() <= node.start()) {
                close(&mut open, beginning.indent());
            }
            if definition.opens_its_line {
                close(&mut open, node.indent());
            }
            definition.container = open.last().map(|(index, _)| *index);
            definition.guarded = guards.contain(node);
            if definition.what != DefinitionKind::Value {
                open.push((index, node.indent()));
            }
        }
        Self { all }
    }

    /// Returns every definition with its index.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Definition<'a>)> {
        self.all.iter().enumerate()
    }

    pub(super) fn get(&self, index: usize) -> &Definition<'a> {
        &self.all[index]
    }

    /// Returns the definitions directly inside a class or function, or at the top level.
    pub(super) fn inside(&self, container: Option<usize>) -> impl Iterator<Item = (usize, &Definition<'a>)> {
        self.iter().filter(move |(_, definition)| definition.container == container)
    }

    /// Returns the last definition of a name, which is the one that counts.
    pub(super) fn find(&self, container: Option<usize>, name: &str) -> Option<usize> {
        let named = |(_, definition): &(usize, &Definition)| definition.name == name && !definition.guarded;
        self.inside(container).filter(named).last().map(|(index, _)| index)
    }

    /// Returns a class and its base classes, and whether the file defines all of them.
    pub(super) fn ancestry(&self, class: usize) -> (Vec<usize>, bool) {
        let mut family = vec![class];
        let mut complete = true;
        let mut next = 0;
        while let Some(&member) = family.get(next) {
            if next == MOST_ANCESTORS {
                return (family, false);
            }
            next += 1;
            let DefinitionKind::Class { bases } = &self.all[member].what else { continue };
            for base in bases {
                match self
                    .find(None, base)
                    .filter(|&found| matches!(self.all[found].what, DefinitionKind::Class { .. }))
                {
                    Some(found) if !family.contains(&found) => family.push(found),
                    Some(_) => {}
                    None => complete &= matches!(*base, "object" | "Enum" | "IntEnum" | "ABC" | "TestCase"),
                }
            }
        }
        (family, complete)
    }

    /// Returns the place of a definition in words.
    pub(super) fn place_of(&self, index: usize) -> String {
        match self.all[index].container.map(|container| &self.all[container]) {
            _ if self.all[index].guarded => "under `if __name__ == \"__main__\":`".to_owned(),
            None => "outside of every class and function".to_owned(),
            Some(Definition { name, what: DefinitionKind::Class { .. }, .. }) => {
                format!("in the class `{name}`")
            }
            Some(Definition { name, .. }) => format!("inside of the function `{name}`"),
        }
    }
}

/// Tells whether a statement begins here, on a line of its own.
fn begins_statement(node: Node) -> bool {
    (node.kind().ends_with("_statement") || node.kind().ends_with("_definition")) && node.begins_its_line()
}

/// Closes the functions and classes that a line with this indentation cannot be inside.
fn close(open: &mut Vec<(usize, usize)>, indent: usize) {
    while open.last().is_some_and(|(_, around)| *around >= indent) {
        open.pop();
    }
}

fn found(node: Node) -> Option<Definition> {
    let (name, what) = match node.kind() {
        "function_definition" => (node.field("name")?, function(node)),
        "class_definition" => (node.field("name")?, DefinitionKind::Class { bases: bases(node) }),
        "assignment" => {
            let lambda = node.field("right").filter(|right| right.is("lambda"));
            let parameters =
                lambda.map(|lambda| lambda.field("parameters").map(Parameters::of).unwrap_or_default());
            let function =
                |parameters| DefinitionKind::Function { parameters: Some(parameters), is_static: false };
            (
                node.field("left").filter(|left| left.is("identifier"))?,
                parameters.map_or(DefinitionKind::Value, function),
            )
        }
        "aliased_import" => (node.field("alias")?, DefinitionKind::Value),
        // `import b.c` defines `b`.
        "dotted_name" if node.field_name() == Some("name") && !is_renamed(node) => {
            (node.parts().next()?, DefinitionKind::Value)
        }
        _ => return None,
    };
    Some(definition(name, what)).filter(|_| !name.text().is_empty())
}

fn is_renamed(name: Node) -> bool {
    name.parent().is_some_and(|parent| parent.is("aliased_import"))
}

fn definition<'a>(node: Node<'a>, what: DefinitionKind<'a>) -> Definition<'a> {
    Definition { name: node.text(), what, node, container: None, guarded: false, opens_its_line: false }
}

fn function(node: Node) -> DefinitionKind {
    let parameters = node.field("parameters").filter(|list| !list.has_error());
    let decorators = node.parent().filter(|parent| parent.is("decorated_definition"));
    let is_static = decorators.is_some_and(|decorated| {
        let named =
            |decorator: Node| decorator.parts().next().is_some_and(|name| name.text() == "staticmethod");
        decorated.parts().any(|part| part.is("decorator") && named(part))
    });
    DefinitionKind::Function { parameters: parameters.map(Parameters::of), is_static }
}

/// Returns the names of the base classes, without their modules.
fn bases(node: Node<'_>) -> Vec<&str> {
    let Some(list) = node.field("superclasses") else { return Vec::new() };
    list.parts()
        .filter_map(|base| match base.kind() {
            "identifier" => Some(base.text()),
            "attribute" => base.field("attribute").map(Node::text),
            _ => None,
        })
        .collect()
}

/// Finds definitions that a syntax error keeps out of the tree: a line that begins with `def` and a name.
fn lost(source: &Source) -> Vec<Definition<'_>> {
    if !source.is_broken() {
        return Vec::new();
    }
    let known = |name: Node| {
        name.field_name() == Some("name")
            && name
                .parent()
                .is_some_and(|parent| parent.is("function_definition") || parent.is("class_definition"))
    };
    let tokens: Vec<Node> = source.tokens().collect();
    let pairs = tokens.windows(2).filter(|pair| {
        let opens = pair[0].begins_its_line() && matches!(pair[0].text(), "def" | "class");
        opens && pair[1].is("identifier") && pair[0].line() == pair[1].line() && !known(pair[1])
    });
    pairs
        .map(|pair| {
            let what = match pair[0].text() {
                "def" => DefinitionKind::Function { parameters: None, is_static: false },
                _ => DefinitionKind::Class { bases: Vec::new() },
            };
            Definition { opens_its_line: true, ..definition(pair[1], what) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> Vec<String> {
        let source = Source::parse("a.py", text.as_bytes()).unwrap();
        let definitions = Definitions::of(&source);
        let path = |mut index: usize| {
            let mut path = vec![definitions.get(index).name];
            while let Some(container) = definitions.get(index).container {
                path.push(definitions.get(container).name);
                index = container;
            }
            path.reverse();
            path.join(".")
        };
        definitions.iter().map(|(index, _)| path(index)).collect()
    }

    #[test]
    fn names_are_found_in_their_containers() {
        let text = "import a, b.c as d\nclass A:\n\tx = 1\n\tdef f(self):\n\t\tdef g(): pass\n\n@e\ndef h(): pass\nif x:\n  class B: pass\n";
        assert_eq!(outline(text), ["a", "d", "A", "A.x", "A.f", "A.f.g", "h", "B"]);
    }

    #[test]
    fn a_syntax_error_hides_no_definition_below_it() {
        for (text, found) in [
            ("x = (1\ndef play(a):\n  pass\ndef win(b):\n  pass\n", &["play", "win"][..]),
            ("def play(a)\n  pass\nclass A:\n  def f(self)\n    pass\n", &["play", "A", "A.f"]),
            (
                "class A:\n  def f(self:\n    x = (1\n  def g(self):\n    pass\ndef h(): pass\n",
                &["A", "A.f", "A.g", "h"],
            ),
            ("def f(a, b, c:\n  pass\ndef g(a b):\n  pass\n", &["f", "g"]),
            ("def f():\n  if x = 3:\n    y = 'abc\ndef g():\n  pass\n", &["f", "g"]),
        ] {
            let outline = outline(text);
            for name in found {
                assert!(outline.iter().any(|path| path == name), "{name} in {outline:?} of {text:?}");
            }
        }
    }
}
