//! Finds what a source includes or imports, and checks whether that is allowed.

use super::super::finding::{Finding, likely, listed, shortened};
use super::super::grammar::Grammar;
use super::super::source::{Node, Source};
use super::called;

/// Something that is included or imported.
#[derive(Clone, Debug)]
pub(in super::super) struct Import<'a> {
    /// The header, the module, or the class with its package; with `.*` behind a package whose classes are imported.
    pub module: &'a str,
    pub node: Node<'a>,
    /// How it comes in, if it is not by the statement for that.
    way: Way,
    /// Whether the tree is a guess here, or the name is made by the program.
    doubtful: bool,
}

/// How something comes in.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Statement,
    /// A class of Java is used by its full name.
    FullName,
    /// Something that loads what nobody can see, such as `Class.forName`.
    Loader,
}

impl<'a> Import<'a> {
    /// Returns a name without what stands around it in a source: `<stdio.h>`, `"list.h"`, `node:fs`.
    pub(in super::super) fn plain(written: &'a str) -> &'a str {
        let inside = written.trim().trim_matches(['<', '>', '"', '\'', '`']);
        inside.strip_prefix("node:").unwrap_or(inside)
    }

    /// Tells whether it is in what this name allows: the same, or a class or package in it.
    pub(in super::super) fn is_of(&self, allowed: &str) -> bool {
        let rest = self.module.strip_prefix(allowed);
        match self.node.grammar() {
            Grammar::Java => rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
            Grammar::JavaScript => {
                let stem = |name: &'a str| name.trim_end_matches(".mjs").trim_end_matches(".js");
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    || stem(self.module) == allowed
            }
            Grammar::Python | Grammar::C | Grammar::Cpp => rest == Some(""),
        }
    }
}

/// Checks [`Rule::Imports`](super::super::Rule::Imports) and [`Rule::Includes`](super::super::Rule::Includes).
pub(in super::super) fn check(source: &Source, only: &[String]) -> Vec<Finding> {
    let (verb, done) = match source.grammar().has_preprocessor() {
        true => ("include", "included"),
        false => ("import", "imported"),
    };
    let only: Vec<&str> = only.iter().map(|allowed| Import::plain(allowed)).collect();
    let forbidden =
        imports(source).into_iter().filter(|import| !only.iter().any(|allowed| import.is_of(allowed)));
    let finding = |import: Import| {
        let may = match only.as_slice() {
            [] => format!("this file may {verb} nothing"),
            only => format!("this file may {verb} only {}", listed(only, "and")),
        };
        let module = shortened(import.module);
        let message = match import.way {
            Way::Statement => format!("`{module}` is {done}, but {may}"),
            Way::FullName => format!("`{module}` is used by its full name, but {may}"),
            Way::Loader => format!("`{module}` can load what the program only names when it runs"),
        };
        let near = likely(import.module, only.iter().copied());
        let note = near.map(|near| format!("did you mean `{near}`?"));
        let doubtful = import.doubtful || import.way == Way::Loader;
        Finding::new(Some(import.node.place()), message).with_note(note).suspected_if(doubtful)
    };
    forbidden.take(super::super::MOST_FINDINGS).map(finding).collect()
}

/// Returns what a source includes or imports, in order.
pub(in super::super) fn imports(source: &Source) -> Vec<Import<'_>> {
    source.nodes().filter_map(import).collect()
}

fn import(node: Node<'_>) -> Option<Import<'_>> {
    let of = |module: &'static str| Import { module, node, way: Way::Loader, doubtful: true };
    match node.grammar() {
        Grammar::Python => None,
        Grammar::C | Grammar::Cpp => {
            let path = node.field("path").filter(|_| node.is("preproc_include"))?;
            let is_written = path.is("system_lib_string") || path.is("string_literal");
            Some(statement(node, path, !is_written))
        }
        Grammar::Java => match node.kind() {
            "import_declaration" => {
                let name = node.parts().next()?;
                let is_all = node.parts().any(|part| part.is("asterisk"));
                let last = node.parts().last().filter(|_| is_all).unwrap_or(name);
                Some(Import { module: between(name, last), ..statement(node, name, false) })
            }
            "scoped_type_identifier" | "field_access" => full_name(node),
            "method_invocation" => {
                called(node).filter(|it| it.is_of("Class.forName")).map(|_| of("Class.forName"))
            }
            _ => None,
        },
        Grammar::JavaScript => match node.kind() {
            "import_statement" | "export_statement" => Some(statement(node, node.field("source")?, false)),
            "call_expression" => {
                let function = node.field("function")?;
                match function.text() {
                    "import" | "require" | "module.require" | "process.getBuiltinModule" => {
                        let name = node.field("arguments")?.parts().next()?;
                        let is_written = name.is("string");
                        Some(if is_written { statement(node, name, false) } else { of("require") })
                    }
                    "eval" => Some(of("eval")),
                    "createRequire" => Some(of("createRequire")),
                    "process.binding" => Some(of("process.binding")),
                    _ => None,
                }
            }
            "new_expression" if node.field("constructor")?.text() == "Function" => Some(of("Function")),
            "identifier" if node.text() == "require" && is_value(node) => Some(of("require")),
            _ => None,
        },
    }
}

fn statement<'a>(node: Node<'a>, name: Node<'a>, doubtful: bool) -> Import<'a> {
    let doubtful = doubtful || node.is_guess();
    Import { module: Import::plain(name.text()), node, way: Way::Statement, doubtful }
}

/// Returns the text from one node to another, which stand in one line as a rule.
fn between<'a>(first: Node<'a>, last: Node<'a>) -> &'a str {
    first.text_to(last)
}

/// Returns the class that is used by its full name: `java.util.Scanner`.
fn full_name(node: Node<'_>) -> Option<Import<'_>> {
    let is_inside = |around: Node| {
        ["scoped_type_identifier", "scoped_identifier", "field_access", "import_declaration"]
            .iter()
            .any(|kind| around.is(kind))
    };
    let text = node.text();
    let is_package =
        ["java.", "javax.", "jdk.", "sun.", "com.sun."].iter().any(|root| text.starts_with(root));
    // What belongs to the language needs no import.
    let is_of_language =
        text.strip_prefix("java.lang.").is_some_and(|name| name.starts_with(char::is_uppercase));
    let is_outermost = !node.parent().is_some_and(is_inside);
    let found = is_package && !is_of_language && is_outermost && text.len() < 200;
    found.then(|| Import { module: text, node, way: Way::FullName, doubtful: node.is_guess() })
}

/// Tells whether a name is used as a value: it is neither called nor a part of something else.
fn is_value(name: Node) -> bool {
    let Some(parent) = name.parent() else { return false };
    match parent.kind() {
        "variable_declarator" | "assignment_expression" => {
            matches!(name.field_name(), Some("value" | "right"))
        }
        "arguments" | "array" | "pair" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Certainty, Rule, check};
    use crate::untrusted::Text;

    fn found(only: &[&str], file: &str, text: &str) -> Vec<(usize, bool)> {
        let only = only.iter().map(|&module| module.to_owned()).collect();
        let rule = if file.ends_with(".c") { Rule::Includes { only } } else { Rule::Imports { only } };
        let found = check(&rule, file, text.as_bytes());
        found.into_iter().map(|it| (it.place.unwrap().line, it.certainty == Certainty::Proven)).collect()
    }

    #[test]
    fn what_is_included_or_imported_must_be_allowed() {
        for (file, text, allowed, other) in [
            ("a.c", "#include <stdio.h>\n", "stdio.h", "stdlib.h"),
            ("a.c", "#  include \"list.h\" // ours\n", "list.h", "lis.h"),
            ("a.c", "#ifdef X\n#include <stdio.h>\n#endif\n", "stdio.h", "stdi"),
            ("A.java", "import java.util.Scanner;", "java.util.Scanner", "java.util.Scan"),
            ("A.java", "import java.util.Scanner;", "java.util", "java.io"),
            ("A.java", "import java.util.*;", "java.util", "java.util.Scanner"),
            ("A.java", "import static java.lang.Math.abs;", "java.lang.Math", "java.util"),
            ("A.java", "class A { java.util.Scanner s; }", "java.util", "java.io"),
            (
                "A.java",
                "class A { int f() { return java.util.Arrays.hashCode(x); } }",
                "java.util.Arrays",
                "java.io",
            ),
            ("a.js", "import fs from 'node:fs';", "fs", "path"),
            ("a.js", "const x = require(\"fs/promises\");", "fs", "path"),
            ("a.mjs", "export * from './lib.js';", "./lib", "./other"),
            ("a.mjs", "const x = await import('fs');", "fs", "path"),
        ] {
            assert_eq!(found(&[allowed], file, text), [], "{text}");
            for only in [&[other][..], &[]] {
                let found = found(only, file, text);
                assert!(found.len() == 1 && found[0].1, "{text}: {found:?}");
            }
        }
    }

    #[test]
    fn what_only_looks_like_an_import_is_none() {
        for (file, text) in [
            ("a.c", "// #include <stdio.h>\nchar *s = \"#include <stdio.h>\";\n"),
            ("A.java", "class A { String s = \"import java.io.File;\"; int javax; java.lang.String t; }"),
            ("a.js", "const s = `import fs from 'fs'`; x.require('fs'); // require('fs')\n"),
        ] {
            assert_eq!(found(&[], file, text), [], "{text}");
        }
    }

    #[test]
    fn what_loads_something_that_nobody_sees_is_only_suspected() {
        for (file, text) in [
            ("A.java", "class A { Object f() { return Class.forName(name); } }"),
            ("a.js", "require(name);"),
            ("a.js", "const load = require;"),
            ("a.js", "eval(text);"),
        ] {
            assert_eq!(found(&[], file, text), [(1, false)], "{text}");
        }
    }

    #[test]
    fn a_finding_names_the_header_and_what_is_allowed() {
        let rule = Rule::Includes { only: vec!["stdio.h".to_owned()] };
        let found = check(&rule, "a.c", b"#include <studio.h>\n");
        assert_eq!(found[0].message, "`studio.h` is included, but this file may include only `stdio.h`");
        assert_eq!(found[0].note.as_ref().map(Text::expose), Some("did you mean `stdio.h`?"));
    }
}
