//! Checks whether importing a file reads input.
//!
//! At import, Python runs everything that is outside function bodies and main guards. Calls of the file's functions are
//! followed by name. For methods that is a guess.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use super::definitions::{DefinitionKind, Definitions};
use super::finding::Finding;
use super::main_guard::Guards;
use super::reading;
use super::source::{Node, Source};

/// Checks [`super::Rule::NoInputAtImport`].
pub(super) fn check(source: &Source) -> Vec<Finding> {
    let guards = Guards::of(source);
    let reads = reading::reads(source);
    let readers = readers(source, &reads);
    let at_import = |node: &Node| node.body_of().is_none() && !guards.contain(*node);

    let direct = reads.iter().copied().filter(at_import).map(|node| (node, None));
    let calls = source.all("call").filter(at_import).filter_map(|call| {
        let read = called(call)?.ways().find_map(|callee| readers.get(&callee))?;
        Some((call, Some(*read)))
    });
    let mut found: Vec<(Node, Option<Node>)> = direct.take(super::MOST_FINDINGS).collect();
    found.extend(calls.take(super::MOST_FINDINGS));
    found.sort_by_key(|(node, _)| node.index());
    found.into_iter().map(|(node, read)| finding(node, read).suspected_if(source.is_broken())).collect()
}

/// Returns the finding for a node that reads input at import, or calls a function that does.
fn finding(node: Node, read: Option<Node>) -> Finding {
    let (message, guessed) = match read {
        None => ("input is read when the file is imported".to_owned(), false),
        Some(read) => {
            let line = read.line() + 1;
            let message =
                format!("this call runs when the file is imported, and it reads input in line {line}");
            (message, node.called_name().is_none())
        }
    };
    let note = "what starts the program belongs under `if __name__ == \"__main__\":`".to_owned();
    Finding::new(Some(node.place()), message).with_note(Some(note)).suspected_if(guessed)
}

/// The target of a call, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Callee<'a> {
    Function(&'a str),
    Method(&'a str),
    Constructor(&'a str),
}

impl Callee<'_> {
    /// Returns the target itself, and the constructor that such a call may mean.
    fn ways(self) -> impl Iterator<Item = Self> {
        let constructor = match self {
            Self::Function(name) => Some(Self::Constructor(name)),
            Self::Method(_) | Self::Constructor(_) => None,
        };
        std::iter::once(self).chain(constructor)
    }
}

fn called(call: Node) -> Option<Callee> {
    if let Some(name) = call.called_name() {
        return Some(Callee::Function(name));
    }
    let function = call.field("function").filter(|function| function.is("attribute"))?;
    Some(Callee::Method(function.field("attribute")?.text()))
}

/// Returns the functions that read input when they are called, with the nodes that read.
fn readers<'a>(source: &'a Source, reads: &[Node<'a>]) -> HashMap<Callee<'a>, Node<'a>> {
    let definitions = Definitions::of(source);
    let callees = callees(&definitions);
    let mut callers: HashMap<Callee, Vec<Callee>> = HashMap::new();
    for call in source.all("call") {
        let caller = call.body_of().and_then(|body| callees.get(&body.index()));
        if let (Some(&caller), Some(called)) = (caller, called(call)) {
            called.ways().for_each(|callee| callers.entry(callee).or_default().push(caller));
        }
    }
    // Creating an object may call the constructor of a base class.
    for (_, definition) in definitions.iter() {
        if let DefinitionKind::Class { bases } = &definition.what {
            let own = Callee::Constructor(definition.name);
            bases.iter().for_each(|base| callers.entry(Callee::Constructor(base)).or_default().push(own));
        }
    }

    let reader = |read: &Node<'a>| Some((*callees.get(&read.body_of()?.index())?, *read));
    let mut fresh: VecDeque<(Callee, Node)> = reads.iter().filter_map(reader).collect();
    let mut readers = HashMap::new();
    while let Some((callee, read)) = fresh.pop_front() {
        if let Entry::Vacant(vacant) = readers.entry(callee) {
            vacant.insert(read);
            fresh.extend(callers.get(&callee).into_iter().flatten().map(|caller| (*caller, read)));
        }
    }
    readers
}

/// Returns the names by which each function and lambda is called, by the index of its node.
fn callees<'a>(definitions: &Definitions<'a>) -> HashMap<usize, Callee<'a>> {
    let mut callees = HashMap::new();
    for (_, definition) in definitions.iter() {
        let Some(node) = definition.node.parent() else { continue };
        let class = definition.container.map(|container| definitions.get(container));
        let callee = match class.filter(|class| matches!(class.what, DefinitionKind::Class { .. })) {
            Some(class) if definition.name == "__init__" => Callee::Constructor(class.name),
            Some(_) => Callee::Method(definition.name),
            None => Callee::Function(definition.name),
        };
        let body = if node.is("assignment") { node.field("right") } else { Some(node) };
        callees.extend(body.map(|body| (body.index(), callee)));
    }
    callees
}

#[cfg(test)]
mod tests {
    use super::super::{Certainty, Rule, check};

    fn found(text: &str) -> Vec<(usize, Certainty)> {
        let found = check(&Rule::NoInputAtImport, "a.py", text.as_bytes());
        found.into_iter().map(|finding| (finding.place.unwrap().line, finding.certainty)).collect()
    }

    #[test]
    fn input_outside_of_functions_is_read_at_import() {
        for text in [
            "x = input()",
            "while True:\n  if input(): break",
            "import sys\nfor line in sys.stdin: pass",
            "class A:\n  x = input()",
            "def f(x=input()): pass",
            "@f(input())\ndef g(): pass",
            "x = [input() for _ in y]",
            "if __name__ == '__main__':\n  pass\nelse:\n  input()",
            "def f(): return input()\nf()",
            "f = lambda: input()\nf()",
            "def main(): g()\ndef g(): h()\ndef h(): g(); return input()\nmain()",
            "class A:\n  def __init__(self): self.x = input()\nA()",
            "class A:\n  def __init__(self): self.x = input()\nclass B(A): pass\nB()",
            "def f():\n  def g(): return input()\n  return g()\nf()",
        ] {
            let found = found(text);
            assert!(matches!(found.as_slice(), [(_, Certainty::Proven)]), "{text}: {found:?}");
        }
    }

    #[test]
    fn calls_of_methods_are_followed_by_name() {
        let text = "class G:\n  def play(self): self.ask()\n  def ask(self): input()\ng = G()\ng.play()\n";
        assert_eq!(found(text), [(5, Certainty::Suspected)]);
    }

    #[test]
    fn code_that_runs_later_reads_nothing_at_import() {
        for text in [
            "def f(): return input()",
            "f = lambda: input()",
            "class A:\n  def f(self): input()",
            "if __name__ == '__main__':\n  input()",
            "def main(): input()\nif __name__ == '__main__':\n  main()",
            "def f(): return input()\nprint(f)",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn a_finding_says_where_the_input_is_read() {
        let text = b"def ask():\n  return input()\nask()\n";
        let finding = check(&Rule::NoInputAtImport, "a.py", text).remove(0);
        assert_eq!(finding.message, "this call runs when the file is imported, and it reads input in line 2");
        assert_eq!(finding.place.unwrap().source_line, "ask()");
    }
}
