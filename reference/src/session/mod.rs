//! Sessions: typed Python lines, answered by the functions and classes of a reference.
//!
//! From line to answer: `syntax` parses a line into a tree, the `interpreter` executes it on live `objects` with the
//! help of the `builtins`, and a plain [`Value`] is the result. The other callable objects are in tables, one for each
//! assignment (`objects/class.rs`).
//!
//! The supported Python is described in `docs/spec.md`, and everything else is refused: a wrong answer would make a
//! correct submission wrong. Each of these modules uses only those before it: `value`, `fault`, `terminal`, `objects`,
//! `builtins`, `syntax`, `interpreter`.

mod builtins;
mod fault;
mod interpreter;
mod objects;
mod syntax;
mod terminal;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod value;

use crate::Deviations;
use interpreter::Interpreter;
use objects::convert;
use syntax::{Expression, Statement, statements};
use terminal::Terminal;

pub(crate) use fault::{Fault, Outcome};
pub(crate) use objects::Object;
pub(crate) use objects::call::Call;
pub(crate) use objects::class::{Class, ClassKind, Constant, Function, Instance, Module};
pub use value::{Answer, Raised, SessionError, State, Value};

/// Answers lines in a fresh namespace with the names of one of the modules.
pub(crate) fn answer(
    modules: &'static [&'static Module],
    module: &str,
    lines: &[String],
    stdin: &[String],
    deviations: &Deviations,
) -> Result<Vec<Answer>, SessionError> {
    let mut interpreter = Interpreter::new(modules, Terminal::new(stdin), deviations);
    match interpreter.import_all(module) {
        Ok(()) => {}
        Err(Fault::Unsupported(message)) => return Err(SessionError { line: 0, message }),
        Err(Fault::Raised(raised)) => return Err(SessionError { line: 0, message: raised.message }),
    }
    let answers = lines.iter().enumerate().map(|(line, source)| {
        answer_line(&mut interpreter, source).map_err(|message| SessionError { line, message })
    });
    answers.collect()
}

/// Returns the value of a text that is a Python literal; nothing is looked up or called.
pub fn literal(text: &str) -> Option<Value> {
    let statements = statements::parse(text.trim()).ok()?;
    if !matches!(statements.as_slice(), [Statement::Expression(it)] if is_literal(it)) {
        return None;
    }
    let deviations = Deviations::default();
    let object = Interpreter::new(&[], Terminal::new(&[]), &deviations).run(&statements).ok()??;
    convert::value(&object).ok()
}

fn is_literal(expression: &Expression) -> bool {
    match expression {
        Expression::Constant(_) => true,
        Expression::List(items) | Expression::Tuple(items) | Expression::Set(items) => {
            items.iter().all(is_literal)
        }
        Expression::Dict(pairs) => pairs.iter().all(|(key, item)| is_literal(key) && is_literal(item)),
        Expression::Negative(operand) => matches!(**operand, Expression::Constant(_)),
        Expression::Name(_)
        | Expression::Comprehension(_)
        | Expression::Attribute(..)
        | Expression::Subscript(..)
        | Expression::Slice(..)
        | Expression::Call(_)
        | Expression::Not(_)
        | Expression::Binary(..)
        | Expression::Compare(..)
        | Expression::And(..)
        | Expression::Or(..)
        | Expression::Conditional(_) => false,
    }
}

fn answer_line(interpreter: &mut Interpreter, source: &str) -> Result<Answer, String> {
    let statements = statements::parse(source)?;
    let value: Outcome<Option<Value>> =
        interpreter.run(&statements).and_then(|object| object.as_ref().map(convert::value).transpose());
    let printed = interpreter.terminal.take_printed();
    match value {
        Ok(value) => Ok(Answer { value, printed, raised: None }),
        Err(Fault::Raised(raised)) => Ok(Answer { value: None, printed, raised: Some(raised) }),
        Err(Fault::Unsupported(message)) => Err(message),
    }
}
