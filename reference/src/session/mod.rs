//! Sessions: typed Python lines, answered by the functions and classes of a reference.
//!
//! From line to answer: `syntax` parses a line into a tree, the `interpreter` executes it on live `objects` with the
//! help of the `builtins`, and a plain [`Value`] is the result. The other callable objects are in tables, one for each
//! assignment (`objects/class.rs`).
//!
//! The supported Python is described in `docs/spec.md`, and everything else is refused: a wrong answer would make a
//! correct submission wrong. Each of these modules uses only those before it: `digits`, `value`, `fault`, `terminal`, `syntax`,
//! `literal`, `objects`, `builtins`, `interpreter`.

mod builtins;
mod digits;
mod fault;
mod interpreter;
mod literal;
mod objects;
mod syntax;
mod terminal;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod value;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::Deviations;
use interpreter::{Interpreter, Shown};
use objects::convert;
use syntax::{Statement, parse};
use terminal::Terminal;

pub use digits::{in_base, integer};
pub use fault::SessionError;
pub(crate) use fault::{Fault, Outcome};
pub use literal::literal;
pub(crate) use objects::Object;
pub(crate) use objects::call::Call;
pub(crate) use objects::class::{Class, ClassKind, Constant, Function, Instance, Module};
pub use value::{Answer, Raised, State, Value};

/// Answers lines in a fresh namespace with the names of one of the modules.
pub(crate) fn answer(
    modules: &'static [&'static Module],
    module: &str,
    lines: &[String],
    stdin: &[String],
    deviations: &Deviations,
) -> Result<Vec<Answer>, SessionError> {
    let mut interpreter = Interpreter::new(modules, Terminal::new(stdin), deviations);
    interpreter.import_all(module).map_err(|fault| SessionError::new(0, fault))?;
    let answers = lines.iter().enumerate().map(|(line, source)| {
        answer_line(&mut interpreter, source).map_err(|fault| SessionError::new(line, fault))
    });
    answers.collect()
}

fn answer_line(interpreter: &mut Interpreter, source: &str) -> Outcome<Answer> {
    let statements = parsed(source).map_err(Fault::Unsupported)?;
    let value: Outcome<Option<Value>> = interpreter
        .run(&statements, is_script(source, &statements))
        .and_then(|object| object.as_ref().map(convert::value).transpose());
    let (shown, printed) = (interpreter.take_shown(), interpreter.terminal.take_printed());
    match value {
        Ok(None) if !shown.is_empty() => {
            let screen = Some(screen(&printed, &shown));
            let value = Value::List(shown.into_iter().map(|shown| shown.value).collect());
            Ok(Answer { value: Some(value), printed, screen, ..Answer::default() })
        }
        Ok(value) => Ok(Answer { value, printed, ..Answer::default() }),
        Err(Fault::Raised(raised)) => Ok(Answer { printed, raised: Some(raised), ..Answer::default() }),
        Err(fault) => Err(fault),
    }
}

/// Tells whether a line of a session is more than the prompt takes at once: several statements below each other.
fn is_script(source: &str, statements: &[Statement]) -> bool {
    statements.len() > 1 && source.contains('\n')
}

/// Returns what is printed with the values between.
fn screen(printed: &str, shown: &[Shown]) -> String {
    let (mut screen, mut from) = (String::new(), 0);
    for Shown { after, text, .. } in shown {
        screen.extend([&printed[from..*after], text, "\n"]);
        from = *after;
    }
    screen + &printed[from..]
}

/// Returns the statements of a line, and keeps them: an audit asks the same lines again for each bug.
fn parsed(source: &str) -> Result<Rc<[Statement]>, String> {
    const MOST: usize = 10_000;
    thread_local! {
        static KNOWN: RefCell<HashMap<String, Rc<[Statement]>>> = RefCell::default();
    }
    if let Some(statements) = KNOWN.with_borrow(|known| known.get(source).cloned()) {
        return Ok(statements);
    }
    let statements: Rc<[Statement]> = parse(source)?.into();
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(source.to_owned(), statements.clone());
    });
    Ok(statements)
}
