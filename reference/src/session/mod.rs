//! Sessions: lines of typed Python, answered by the functions and classes of a reference.
//!
//! From line to answer: `lexer` cuts a line into tokens, `parser` and `statements` make a tree of
//! them, `interpreter` and `evaluate` carry it out on live `object`s, `convert` makes plain values of
//! what it came to. What can be called stands in the tables of a `library`, one for each assignment.

mod arithmetic;
mod attribute;
mod builtins;
mod call;
mod collection_methods;
mod compare;
mod construct;
mod convert;
mod display;
mod evaluate;
mod fault;
mod integer;
mod interpreter;
mod lexer;
mod library;
mod literal;
mod methods;
mod object;
mod parser;
mod sequence;
mod statements;
mod subscript;
mod syntax;
mod terminal;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod text_methods;
mod value;

use crate::Readings;

use interpreter::Interpreter;
use terminal::Terminal;

pub(crate) use fault::{Fault, Outcome};
pub(crate) use library::{Call, Class, ClassKind, Constant, Function, Module};
pub(crate) use object::{Instance, Object};
pub use value::{Answer, Raised, SessionError, Value};

/// Answers lines in a fresh namespace that holds the names of one of the modules.
pub(crate) fn answer(
    modules: &'static [&'static Module],
    module: &str,
    lines: &[String],
    stdin: &[String],
    readings: &Readings,
) -> Result<Vec<Answer>, SessionError> {
    let mut interpreter = Interpreter::new(modules, Terminal::new(stdin), readings);
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
