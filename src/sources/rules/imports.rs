//! Finds import statements anywhere in a file, and checks whether the modules are allowed.

use super::finding::{Certainty, Finding, likely, listed, shortened};
use super::source::{Node, Source};
use super::{dynamic, encoding};

/// One imported module.
#[derive(Clone, Debug)]
struct Import<'a> {
    /// The name of the module, without the dots of a relative import.
    module: &'a str,
    /// The names after `from … import`; empty for the whole module.
    names: Vec<&'a str>,
    node: Node<'a>,
    /// Whether a syntax error makes it uncertain.
    doubtful: bool,
}

/// Checks [`super::Rule::Imports`].
pub(super) fn check(source: &Source, only: &[String]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = forbidden(source, only)
        .take(super::MOST_FINDINGS)
        .map(|import| {
            let may = match only {
                [] => "this file may import nothing".to_owned(),
                _ => format!("this file may import only {}", listed(only, "and")),
            };
            let message = format!("`{}` is imported, but {may}", shortened(import.module));
            let near = likely(import.module, only.iter().map(String::as_str));
            let note = near.map(|near| format!("did you mean `{near}`?"));
            Finding::new(Some(import.node.place()), message).with_note(note).suspected_if(import.doubtful)
        })
        .collect();
    if let Some((line, name)) = encoding::hiding(source.text()) {
        let message =
            format!("the file declares the encoding `{}`, in which imports can be hidden", shortened(&name));
        findings.push(Finding::new(Some(source.line_place(line)), message));
    }
    findings.extend(dynamic::findings(source, only, 0));
    findings.sort_by_key(|finding| finding.place.as_ref().map(|place| (place.line, place.column)));
    findings
}

/// Returns the first forbidden import of a text, as words after `it`, and how certain it is.
pub(super) fn first_forbidden(source: &Source, only: &[String], depth: usize) -> Option<(String, Certainty)> {
    if let Some(import) = forbidden(source, only).next() {
        return Some((format!("imports `{}`", shortened(import.module)), Certainty::Proven));
    }
    let found = dynamic::findings(source, only, depth);
    let worst = found.iter().find(|finding| finding.certainty == Certainty::Proven).or(found.first())?;
    Some(("may import without an import statement in its turn".to_owned(), worst.certainty))
}

/// Returns the statements that import a module, or something of it.
pub(super) fn of<'a>(source: &'a Source, module: &str) -> Vec<Node<'a>> {
    let only = [module.to_owned()];
    let is_it = |import: &Import| {
        let part = |name: &&str| is_allowed(&format!("{}.{name}", import.module), &only);
        is_allowed(import.module, &only) || import.module.len() < 100 && import.names.iter().any(part)
    };
    source.nodes().flat_map(imports).filter(is_it).map(|import| import.node).collect()
}

/// Tells whether a module is allowed, or inside an allowed one.
pub(super) fn is_allowed(module: &str, only: &[String]) -> bool {
    // It imports nothing: it chooses how the file is read.
    module == "__future__"
        || only.iter().any(|allowed| {
            module.strip_prefix(allowed.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}

fn forbidden<'a>(source: &'a Source, only: &'a [String]) -> impl Iterator<Item = Import<'a>> {
    let allowed = |import: &Import| {
        let part = |name: &&str| is_allowed(&format!("{}.{name}", import.module), only);
        let parts = !import.names.is_empty() && import.module.len() < 100 && import.names.iter().all(part);
        is_allowed(import.module, only) || parts
    };
    source.nodes().flat_map(imports).chain(lost(source)).filter(move |import| !allowed(import))
}

/// Returns the imports of a statement.
fn imports(statement: Node) -> Vec<Import> {
    let whole = |module| Import { module, names: Vec::new(), node: statement, doubtful: false };
    match statement.kind() {
        "import_statement" => names(statement).map(|name| whole(name.text())).collect(),
        "future_import_statement" => vec![whole("__future__")],
        "import_from_statement" => {
            let Some(module) = statement.field("module_name") else { return Vec::new() };
            let module =
                module.text().trim_start_matches(|c: char| c == '.' || c == '\\' || c.is_whitespace());
            match module {
                "" => names(statement)
                    .map(|name| whole(name.text()))
                    .chain(star(statement).map(whole))
                    .collect(),
                _ => vec![Import { names: names(statement).map(Node::text).collect(), ..whole(module) }],
            }
        }
        _ => Vec::new(),
    }
}

/// Returns the imported names, without their new names after `as`.
fn names(statement: Node) -> impl Iterator<Item = Node> {
    let named = statement.parts().filter(|part| part.field_name() == Some("name"));
    named.map(|name| if name.is("aliased_import") { name.field("name").unwrap_or(name) } else { name })
}

fn star(statement: Node<'_>) -> Option<&'static str> {
    statement.parts().any(|part| part.is("wildcard_import")).then_some(".")
}

/// Finds imports that a syntax error keeps out of the tree: a line that begins with `import` or `from`.
fn lost(source: &Source) -> Vec<Import<'_>> {
    if !source.is_broken() {
        return Vec::new();
    }
    let known = |node: Node| node.parent().is_some_and(|parent| parent.kind().contains("import"));
    let tokens: Vec<Node> = source.tokens().collect();
    let pairs = tokens.windows(2).filter(|pair| {
        let opens = matches!(pair[0].text(), "import" | "from") && pair[0].begins_its_line();
        opens && !known(pair[0]) && pair[1].is("identifier") && pair[0].line() == pair[1].line()
    });
    pairs
        .map(|pair| Import { module: pair[1].text(), names: Vec::new(), node: pair[0], doubtful: true })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Certainty, Rule, check};
    use crate::untrusted::Text;

    fn lines(only: &[&str], text: &str) -> Vec<usize> {
        let only = only.iter().map(|&module| module.to_owned()).collect();
        let found = check(&Rule::Imports { only }, "a.py", text.as_bytes());
        found.into_iter().filter_map(|finding| finding.place).map(|place| place.line).collect()
    }

    #[test]
    fn every_import_counts_anywhere_in_the_file() {
        for text in [
            "import os",
            "import os.path as p",
            "from os import *",
            "from os import (path,\n  sep)",
            "from . import os",
            "from .os import path",
            "from . os import path",
            "from ... import os",
            "def f():\n  import os",
            "class A:\n  import os",
            "try:\n  import os\nexcept ImportError:\n  os = None",
            "if TYPE_CHECKING:\n  import os",
            "if True: import os",
            "x = 1; import os",
            "import \\\n  os",
            "\u{feff}import os\r\n",
            "x = 1\rimport os\r",
            "# \rimport os",
            "\x0cimport os",
            "if x:\n\timport os\n        import os",
            "print 'hello'\nimport os",
            "def f(:\n  pass\nimport os",
            "x = (1\nimport os\n",
        ] {
            assert!(!lines(&[], text).is_empty(), "{text:?}");
            assert!(!lines(&["random"], text).is_empty(), "{text:?}");
            assert_eq!(lines(&["os", "__future__"], text), [0; 0], "{text:?}");
        }
        assert_eq!(lines(&["os"], "from . import *"), [1]);
    }

    #[test]
    fn only_imports_count() {
        for text in [
            "# import os",
            "x = 'import os'",
            "'''\nimport os\n'''",
            "x = \"\"\"\nfrom os import path\n\"\"\"",
            "def important(imports): return imports",
            "x.importos = 1",
            "raise E from os",
        ] {
            assert_eq!(lines(&[], text), [0; 0], "{text:?}");
        }
    }

    #[test]
    fn an_allowed_module_includes_its_submodules_but_not_its_parent() {
        assert_eq!(lines(&["a"], "import a.b\nfrom a import b\nfrom a.b import *\nimport ab"), [4]);
        let text = "import a.b\nimport a\nfrom a import b\nfrom a import c\nfrom a import *";
        assert_eq!(lines(&["a.b"], text), [2, 4, 5]);
        assert_eq!(lines(&["a"], "import b, a, c as a"), [1, 1]);
    }

    #[test]
    fn a_finding_names_the_module_and_what_is_allowed() {
        let rule = Rule::Imports { only: vec!["typing".to_owned(), "a1_support".to_owned()] };
        let found = check(&rule, "a1.py", b"from typing import Optional\nfrom a1_suport import *  # given\n");
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        let message = "`a1_suport` is imported, but this file may import only `typing` and `a1_support`";
        assert_eq!(finding.message, message);
        assert_eq!(finding.note, Some("did you mean `a1_support`?".into()));
        assert_eq!(finding.certainty, Certainty::Proven);
        let place = finding.place.clone().unwrap();
        assert_eq!(&place.source_line.expose()[place.marked], "from a1_suport import *");
    }

    #[test]
    fn an_encoding_that_hides_code_is_reported() {
        assert_eq!(lines(&[], "# coding: utf-7\n+AGkAbQBwAG8AcgB0 os"), [1]);
        assert_eq!(lines(&[], "#!/bin/python\n# coding: unicode_escape\n# \\x0aimport os"), [2]);
        assert_eq!(lines(&[], "# coding: latin-1\nx = 1"), [0; 0]);
    }
}
