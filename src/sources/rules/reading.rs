//! Finds the nodes of a source that read input: calls of `input` and uses of `sys.stdin`, under any name.

use std::collections::HashSet;

use super::source::{Node, Source};

/// The attributes of `sys.stdin` that do not read it.
const HARMLESS: [&str; 8] =
    ["isatty", "fileno", "reconfigure", "encoding", "name", "mode", "closed", "close"];

/// Returns the nodes that read input, in the order of the file.
pub(super) fn reads(source: &Source) -> Vec<Node<'_>> {
    let names = Names::of(source);
    source.nodes().filter(|node| names.read(*node)).collect()
}

/// The names by which a file can read input.
struct Names<'a> {
    /// The functions that read a line: `input` and its other names.
    functions: HashSet<&'a str>,
    /// The names of the module `sys`, and of others that have an `input`.
    modules: HashSet<&'a str>,
    /// The names of `sys.stdin`.
    streams: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(source: &'a Source) -> Self {
        let mut names = Self {
            functions: HashSet::from(["input", "raw_input"]),
            modules: HashSet::from(["sys", "fileinput", "builtins", "__builtins__"]),
            streams: HashSet::new(),
        };
        for node in source.nodes() {
            match node.kind() {
                "function_definition" if is_outermost(node) => {
                    node.field("name").map(|name| names.functions.remove(name.text()));
                }
                "assignment" => names.assign(node),
                "aliased_import" => names.alias(node),
                "dotted_name" if is_from_sys(node) && node.text() == "stdin" => {
                    names.streams.insert("stdin");
                }
                _ => {}
            }
        }
        names
    }

    /// Follows `ask = input` and `lines = sys.stdin`.
    fn assign(&mut self, assignment: Node<'a>) {
        let (Some(left), Some(right)) = (assignment.field("left"), assignment.field("right")) else { return };
        if !left.is("identifier") {
            return;
        }
        if right.is("identifier") && self.functions.contains(right.text()) {
            self.functions.insert(left.text());
        } else if self.is_stream(right) {
            self.streams.insert(left.text());
        }
    }

    /// Follows `import sys as s` and `from sys import stdin as s`.
    fn alias(&mut self, import: Node<'a>) {
        let (Some(name), Some(alias)) = (import.field("name"), import.field("alias")) else { return };
        if is_from_sys(import) && name.text() == "stdin" {
            self.streams.insert(alias.text());
        } else if name.text() == "sys" {
            self.modules.insert(alias.text());
        }
    }

    fn is_stream(&self, node: Node) -> bool {
        match node.kind() {
            "identifier" => self.streams.contains(node.text()),
            "attribute" => {
                self.is_of_module(node) && node.field("attribute").is_some_and(|name| name.text() == "stdin")
            }
            _ => false,
        }
    }

    fn is_of_module(&self, attribute: Node) -> bool {
        let object = attribute.field("object").filter(|object| object.is("identifier"));
        object.is_some_and(|object| self.modules.contains(object.text()))
    }

    fn read(&self, node: Node) -> bool {
        if node.is("call") {
            return self.call_reads(node);
        }
        let Some(parent) = node.parent().filter(|_| self.is_stream(node)) else { return false };
        match parent.kind() {
            "attribute" => {
                let used = parent.field("attribute").is_some_and(|name| !HARMLESS.contains(&name.text()));
                used && node.field_name() == Some("object")
            }
            "argument_list" => true,
            "for_statement" | "for_in_clause" => node.field_name() == Some("right"),
            _ => false,
        }
    }

    fn call_reads(&self, call: Node) -> bool {
        let Some(function) = call.field("function") else { return false };
        if function.is("attribute") {
            return self.is_of_module(function)
                && function.field("attribute").is_some_and(|name| name.text() == "input");
        }
        if !function.is("identifier") {
            return false;
        }
        let first = || call.field("arguments").and_then(|list| list.parts().next());
        match function.text() {
            "open" => {
                first().is_some_and(|file| matches!(file.text(), "0" | "'/dev/stdin'" | "\"/dev/stdin\""))
            }
            // `iter(input, "")` and `map(input, …)` call their argument.
            "iter" | "map" => {
                first().is_some_and(|name| name.is("identifier") && self.functions.contains(name.text()))
            }
            name => self.functions.contains(name),
        }
    }
}

/// Tells whether a function is at the top level of the file.
fn is_outermost(function: Node) -> bool {
    let decorated = function.parent().filter(|parent| parent.is("decorated_definition"));
    decorated.unwrap_or(function).parent().is_some_and(|parent| parent.is("module"))
}

fn is_from_sys(name: Node) -> bool {
    let statement = name.parent().filter(|parent| parent.is("import_from_statement"));
    let module = statement.and_then(|statement| statement.field("module_name"));
    name.field_name() == Some("name") && module.is_some_and(|module| module.text() == "sys")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        reads(&Source::parse("a.py", text.as_bytes()).unwrap()).len()
    }

    #[test]
    fn input_is_recognized_under_any_name() {
        for text in [
            "x = int(input('a'))",
            "x = raw_input()",
            "x = builtins.input()",
            "for line in sys.stdin: pass",
            "x = sys.stdin.buffer.read()",
            "import sys as s\nx = s.stdin.read()",
            "from sys import stdin\nx = stdin.readline()",
            "from sys import stdin as s\nx = list(s)",
            "ask = input\nask()",
            "lines = sys.stdin\nfor line in lines: pass",
            "lines = open(0)",
            "x = iter(input, '')",
            "x = [y for y in sys.stdin]",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn code_that_only_looks_like_input_is_not_recognized() {
        for text in [
            "x = 'input()'  # input()",
            "def input(): return 1\ninput()",
            "if sys.stdin.isatty(): pass",
            "sys.stdin = x",
            "from sys import stdin",
            "input_all()",
            "x.input()",
            "open('0')",
            "f(input=1)",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
