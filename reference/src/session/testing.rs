//! Helpers for the tests of sessions: doctests, and the output of an interactive interpreter.

use super::interpreter::Interpreter;
use super::objects::display;
use super::syntax::parse;
use super::terminal::Terminal;
use super::{Fault, Module, Object, is_script, screen};
use crate::Deviations;

/// Checks that every line of a doctest has the answer below it; lines that start with `# ` are headings.
pub(crate) fn check(modules: &'static [&'static Module], doctest: &str) {
    let deviations = Deviations::default();
    let mut interpreter = Interpreter::new(modules, Terminal::default(), &deviations);
    if let Some(module) = modules.first() {
        interpreter.import_all(module.name).unwrap();
    }
    let wrong = examples(doctest).into_iter().filter_map(|(source, expected)| {
        let shown = shown(&mut interpreter, &source);
        (shown != expected).then(|| format!(">>> {source}\n{shown}instead of\n{expected}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the lines of a doctest, each with its expected output.
fn examples(doctest: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_source = false;
    for line in doctest.lines().filter(|line| !line.starts_with("# ")) {
        if let Some(source) = line.strip_prefix(">>> ") {
            examples.push((source.to_owned(), String::new()));
            in_source = true;
            continue;
        }
        let (source, shown) = examples.last_mut().expect("a doctest begins with `>>> `");
        match line.strip_prefix("...").filter(|_| in_source) {
            Some(more) => *source += &format!("\n{}", more.strip_prefix(' ').unwrap_or(more)),
            None => {
                *shown += &format!("{line}\n");
                in_source = false;
            }
        }
    }
    examples
}

/// Returns the output of an interactive interpreter for a line, without the traceback.
fn shown(interpreter: &mut Interpreter, source: &str) -> String {
    let run = |statements: Vec<_>| interpreter.run(&statements, is_script(source, &statements));
    let object = parse(source).map_err(Fault::Unsupported).and_then(run);
    let printed = screen(&interpreter.terminal.take_printed(), &interpreter.take_shown());
    let value = object.and_then(|object| match object {
        None | Some(Object::None) => Ok(String::new()),
        Some(object) => Ok(display::repr(&object)? + "\n"),
    });
    let rest = match value {
        Ok(value) => value,
        Err(Fault::Raised(raised)) if raised.message.is_empty() => raised.class + "\n",
        Err(Fault::Raised(raised)) => format!("{}: {}\n", raised.class, raised.message),
        Err(Fault::Unsupported(message)) => format!("unsupported: {message}\n"),
        Err(Fault::Endless) => "endless\n".to_owned(),
    };
    printed + &rest
}
