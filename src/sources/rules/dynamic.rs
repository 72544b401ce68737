//! Finds ways around the import statement, as far as they can be seen.

use super::finding::{Certainty, Finding, shortened};
use super::source::{Node, Source};
use super::{imports, literal};

/// The largest depth of programs in strings: `exec("exec('…')")`.
const MOST_DEPTH: usize = 3;
/// The names of Python's import functions and modules.
const MACHINERY: [&str; 7] =
    ["__import__", "__builtins__", "__loader__", "__spec__", "importlib", "builtins", "imp"];
/// The attributes that lead to them.
const PATHS: [&str; 7] = [
    "__import__",
    "__builtins__",
    "__loader__",
    "__globals__",
    "__subclasses__",
    "import_module",
    "load_module",
];
/// The functions that run a text as a program.
const RUNS_TEXT: [&str; 3] = ["exec", "eval", "compile"];
/// The attributes of functions, frames and exceptions that lead to what Python itself can do.
const INSIDES: [&str; 8] =
    ["__self__", "f_builtins", "f_globals", "f_back", "gi_frame", "cr_frame", "ag_frame", "tb_frame"];
/// Modules that other modules have imported, and that can be taken from those.
const BORROWED: [&str; 9] =
    ["os", "sys", "subprocess", "socket", "shutil", "importlib", "builtins", "ctypes", "posix"];

/// Returns the findings of a source, in order. `only` are the allowed modules.
pub(super) fn findings(source: &Source, only: &[String], depth: usize) -> Vec<Finding> {
    let found = source.nodes().filter_map(|node| match node.kind() {
        "identifier" => named(node, only).or_else(|| passed_on(node)).or_else(|| disguised(node)),
        "attribute" => attribute(node, only),
        "call" => executed(node, only, depth),
        "exec_statement" => text_run(node, "exec", node.field("code")?, only, depth),
        "string" => hidden_name(node),
        "import_from_statement" => borrowed_by_name(node, only),
        _ => None,
    });
    found.take(super::MOST_FINDINGS).collect()
}

/// Returns the finding for an import function that is called by its name.
fn named(node: Node, only: &[String]) -> Option<Finding> {
    let name = node.text();
    if !MACHINERY.contains(&name) || imports::is_allowed(name, only) || is_own(node) {
        return None;
    }
    let parent = node.parent()?;
    if name == "__import__" && parent.is("call") && node.field_name() == Some("function") {
        let module =
            parent.field("arguments").and_then(|list| list.parts().next()).and_then(literal::text_of);
        let module = match module {
            Some(module) if imports::is_allowed(&module, only) => return None,
            Some(module) => format!("`{}`", shortened(&module)),
            None => "a module".to_owned(),
        };
        let message = format!("`__import__` imports {module} without an import statement");
        return Some(Finding::new(Some(parent.place()), message));
    }
    let doubtful = !name.starts_with("__") || name == "__spec__";
    Some(Finding::new(Some(node.place()), way(name)).suspected_if(doubtful))
}

/// Returns the finding for a function that runs texts and is not called by its name: what it is called by, nobody sees.
fn passed_on(node: Node) -> Option<Finding> {
    let name = node.text();
    let is_called =
        node.field_name() == Some("function") && node.parent().is_some_and(|parent| parent.is("call"));
    if !RUNS_TEXT.contains(&name) || is_called || is_own(node) {
        return None;
    }
    let message = format!("`{name}` gets another name here, and can run a text that imports anything");
    Some(Finding::new(Some(node.place()), message).suspected_if(true))
}

/// Tells whether a name is the file's own: an attribute, a parameter or an assigned variable; or part of an import
/// statement, which is checked elsewhere.
fn is_own(node: Node) -> bool {
    let parent_is = |kind: &str| node.parent().is_some_and(|parent| parent.is(kind));
    matches!(node.field_name(), Some("attribute" | "name" | "left" | "alias"))
        || parent_is("dotted_name")
        || parent_is("parameters")
}

fn way(name: &str) -> String {
    format!("`{name}` can import modules without an import statement")
}

/// Returns the finding for an attribute that leads to an import function, or to a module that another module has
/// imported.
fn attribute(node: Node, only: &[String]) -> Option<Finding> {
    let name = node.field("attribute")?.text();
    if PATHS.contains(&name) {
        return Some(Finding::new(Some(node.place()), way(name)));
    }
    if INSIDES.contains(&name) {
        let message = format!("`{name}` leads to what can import modules without an import statement");
        return Some(Finding::new(Some(node.place()), message).suspected_if(true));
    }
    let object = node.field("object").filter(|object| object.is("identifier"))?.text();
    if object == "sys" && name == "modules" && !imports::is_allowed("sys", only) {
        let message = "`sys.modules` holds modules that were imported elsewhere";
        return Some(Finding::new(Some(node.place()), message));
    }
    let foreign = BORROWED.contains(&name) && !imports::is_allowed(name, only);
    let message = format!("`{object}.{name}` takes the module `{name}` out of another module");
    let found = foreign && only.iter().any(|module| module == object);
    found.then(|| Finding::new(Some(node.place()), message))
}

/// Returns the finding for `from typing import sys`: a module that another one has imported.
fn borrowed_by_name(statement: Node, only: &[String]) -> Option<Finding> {
    let module = statement.field("module_name")?.text();
    let names = statement.parts().filter(|part| part.field_name() == Some("name"));
    let mut names = names.map(|part| part.field("name").unwrap_or(part).text());
    let name = names.find(|name| BORROWED.contains(name) && !imports::is_allowed(name, only))?;
    let message = format!("`from {module} import {name}` takes the module `{name}` out of another module");
    let found = only.iter().any(|allowed| allowed == module);
    found.then(|| Finding::new(Some(statement.place()), message))
}

/// Returns the finding for `exec`, `eval` and `compile`, which run a string as a program.
fn executed(call: Node, only: &[String], depth: usize) -> Option<Finding> {
    let function = call.field("function")?;
    let name = match function.kind() {
        "identifier" => function,
        "attribute" => {
            let builtin = matches!(function.field("object")?.text(), "builtins" | "__builtins__");
            function.field("attribute").filter(|_| builtin)?
        }
        _ => return None,
    };
    if !RUNS_TEXT.contains(&name.text()) {
        return None;
    }
    text_run(call, name.text(), call.field("arguments")?.parts().next()?, only, depth)
}

/// Returns the finding for the program in a string.
fn text_run(node: Node, name: &str, code: Node, only: &[String], depth: usize) -> Option<Finding> {
    let program = literal::text_of(code).filter(|_| depth < MOST_DEPTH);
    let parsed = program.and_then(|text| Source::parse("text", text.trim_start().as_bytes()).ok());
    let (message, certainty) = match parsed {
        Some(program) => {
            let (what, certainty) = imports::first_forbidden(&program, only, depth + 1)?;
            (format!("`{name}` runs a text that {what}"), certainty)
        }
        None => {
            let message = format!("`{name}` runs a text as a program, and the text may import anything");
            (message, Certainty::Suspected)
        }
    };
    Some(Finding::new(Some(node.place()), message).suspected_if(certainty == Certainty::Suspected))
}

/// Returns the finding for a string with such a name, in `getattr` or a subscript.
fn hidden_name(node: Node) -> Option<Finding> {
    const LONGEST: usize = 40;
    let text = Some(node).filter(|node| node.end() - node.start() <= LONGEST).and_then(literal::text_of)?;
    let hidden =
        PATHS.contains(&text.as_str()) || MACHINERY.contains(&text.as_str()) && text.starts_with("__");
    let argument = node.parent().is_some_and(|parent| parent.is("argument_list") || parent.is("subscript"));
    let message = format!("the text `{text}` names a way to import modules without an import statement");
    (hidden && argument).then(|| Finding::new(Some(node.place()), message).suspected_if(true))
}

/// Returns the finding for a name in letters that Python replaces: the bold mathematical `exec` means `exec`.
fn disguised(node: Node) -> Option<Finding> {
    let name = node.text();
    if name.is_ascii() || !name.contains(is_alias) {
        return None;
    }
    let name = shortened(name);
    let message =
        format!("`{name}` is written in letters that Python reads as others, so it may be any name");
    Some(Finding::new(Some(node.place()), message).suspected_if(true))
}

/// Tells whether Python replaces a letter by a plain one (normalization form KC).
fn is_alias(letter: char) -> bool {
    matches!(letter,
        '\u{aa}' | '\u{ba}' | '\u{17f}' | '\u{2b0}'..='\u{2b8}' | '\u{2e0}'..='\u{2e4}'
        | '\u{1d2c}'..='\u{1d6a}' | '\u{1d78}' | '\u{1d9b}'..='\u{1dbf}' | '\u{2070}'..='\u{209f}'
        | '\u{2100}'..='\u{214f}' | '\u{2160}'..='\u{217f}' | '\u{2c7c}'..='\u{2c7d}'
        | '\u{fb00}'..='\u{fb06}' | '\u{fe33}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}')
}

#[cfg(test)]
mod tests {
    use super::super::{Rule, check};
    use super::*;

    fn certainties(only: &[&str], text: &str) -> Vec<Certainty> {
        let only = only.iter().map(|&module| module.to_owned()).collect();
        let found = check(&Rule::Imports { only }, "a.py", text.as_bytes());
        found.into_iter().map(|finding| finding.certainty).collect()
    }

    #[test]
    fn ways_around_an_import_are_found() {
        for text in [
            "__import__('os')",
            "x = __import__\nx('os')",
            "__builtins__.__import__('os')",
            "__builtins__['__imp' + 'ort__']('os')",
            "getattr(__builtins__, name)('os')",
            "m.import_module('os')",
            "builtins.__import__('os')",
            "exec('import os')",
            "exec('''\nimport os\n''')",
            "exec 'import os'",
            "eval(\"__import__('os')\")",
            "exec(compile('import os', '', 'exec'))",
            "exec(\"exec('import os')\")",
            "__loader__.load_module('os')",
            "().__class__.__base__.__subclasses__()",
            "f.__globals__['x']",
        ] {
            assert!(certainties(&[], text).contains(&Certainty::Proven), "{text}");
        }
    }

    #[test]
    fn possible_ways_around_an_import_are_only_suspected() {
        for text in [
            "eval(input())",
            "exec(x)",
            "exec('imp' 'ort os' + y)",
            r"exec('\x69mport os')",
            "globals()['__builtins__']",
            "getattr(x, '__import__')",
            "\u{1d41e}\u{1d431}\u{1d41e}\u{1d41c}('import os')",
            "exec(\"exec(\\\"exec('exec(1)')\\\")\")",
            "e = eval\ne('1')",
            "list(map(eval, texts))",
            "(lambda f: f(text))(exec)",
            "len.__self__.open",
            "(x for x in [1]).gi_frame",
            "error.__traceback__.tb_frame",
        ] {
            assert_eq!(certainties(&[], text), [Certainty::Suspected], "{text}");
        }
    }

    #[test]
    fn code_without_imports_has_no_findings() {
        for text in [
            "eval('1 + 2')",
            "exec('x = 1')",
            "# __import__('os')",
            "x = '__import__(1)'",
            "print('exec')",
            "x.exec('import os')",
            "re.compile(x)",
            "imp = 3",
            "größe = 1",
            "def f(builtins): pass",
            "x.imp()",
            "def compile(x): pass",
            "x.compile = 3",
            "from __future__ import annotations",
        ] {
            assert_eq!(certainties(&[], text), [], "{text}");
        }
        assert_eq!(certainties(&["os"], "__import__('os')\nexec('import os')"), []);
    }

    #[test]
    fn modules_must_not_be_taken_from_other_modules() {
        for text in ["from typing import sys", "import typing\ntyping.sys.path"] {
            assert_eq!(certainties(&["typing"], text), [Certainty::Proven], "{text}");
        }
        assert_eq!(certainties(&["typing"], "from typing import Optional as sys"), []);
    }

    #[test]
    fn a_finding_says_what_is_run() {
        let rule = Rule::Imports { only: Vec::new() };
        let message = |text: &str| check(&rule, "a.py", text.as_bytes()).remove(0).message;
        assert_eq!(message("exec('import os')"), "`exec` runs a text that imports `os`");
        assert_eq!(message("__import__('os')"), "`__import__` imports `os` without an import statement");
        assert_eq!(message("eval(x)"), "`eval` runs a text as a program, and the text may import anything");
    }
}
