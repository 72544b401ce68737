//! Makes the first sessions of a spec for a solution that does nothing when it is run: sessions that call its functions
//! and classes.

use yardstick_reference::{Answer, Value};

use super::solution::Solution;
use crate::cli::Error;
use crate::explore::Calls;
use crate::plan::{ReferenceRunner, Rehearsal};
use crate::python::own_under_prompt;
use crate::rules::{Callable, Source};
use crate::sandbox::Sandbox;
use crate::session::{Notation, incomparable};
use crate::spec::Spec;
use crate::trace::Store;

/// A session that calls one function or method.
pub(super) struct Session {
    /// The name of the function or method.
    pub(super) about: String,
    /// The lines, each with the text that Python shows after it.
    pub(super) lines: Vec<(String, String)>,
}

/// The most functions and methods that are called.
const MOST_CALLABLES: usize = 12;

/// The most calls of one function that are tried.
const MOST_TRIED: usize = 12;

/// A session for each function and method of a Python module that can be called.
pub(super) fn sessions(solution: &Solution, spec: &Spec, sandbox: &Sandbox) -> Result<Vec<Session>, Error> {
    let (name, text) = &solution.own[0];
    if solution.ending() != "py" || solution.main.is_some() {
        return Err(Error::Usage(format!(
            "`{}` prints nothing and reads nothing: every program that does nothing would pass\n\
             help: if it is a library, write a program that uses it and name that with `--main FILE`",
            solution.entry()
        )));
    }
    let source = Source::parse(name, text).map_err(|_| Error::Usage(format!("`{name}` cannot be parsed")))?;
    let store = Store::empty();
    let reference_runner = ReferenceRunner { sandbox: Some(sandbox), store: &store };
    let rehearsal = Rehearsal::new(&reference_runner, spec, 0)?;
    let module = name.trim_end_matches(".py");
    let calls = Calls::new(&source);
    let mut sessions = Vec::new();
    for callable in source.callables().iter().filter(|it| is_worth_calling(it)).take(MOST_CALLABLES) {
        for lines in calls.of(callable, 1).into_iter().take(MOST_TRIED) {
            let answers = rehearsal.session(module, &lines)?;
            if answers.len() == lines.len() && says_something(&answers) {
                let shown = answers.iter().map(|answer| {
                    // An object whose class has no `repr` shows only its address, which changes.
                    Some(own_under_prompt(answer))
                        .filter(|shown| !shown.contains(" object>"))
                        .unwrap_or_default()
                });
                sessions
                    .push(Session { about: callable.path(), lines: lines.into_iter().zip(shown).collect() });
                break;
            }
        }
    }
    if sessions.is_empty() {
        return Err(Error::Usage(format!(
            "`{name}` prints nothing and reads nothing, and no function of it could be called: every program would pass\n\
             help: give the lines that it reads with `--stdin`, or write a program that uses it and name that with \
             `--main FILE`"
        )));
    }
    Ok(sessions)
}

fn is_worth_calling(callable: &Callable) -> bool {
    callable.is_public() && callable.name != "main"
}

/// Whether the answer has a value or output, and no exception, and whether the value can be compared.
fn says_something(answers: &[Answer]) -> bool {
    let says = |answer: &Answer| {
        !answer.printed.is_empty() || answer.value.as_ref().is_some_and(|value| *value != Value::None)
    };
    let is_comparable = |answer: &Answer| {
        answer.value.as_ref().is_none_or(|value| incomparable(Notation::Python, value).is_none())
    };
    answers.iter().all(|answer| answer.raised.is_none() && is_comparable(answer)) && answers.iter().any(says)
}
