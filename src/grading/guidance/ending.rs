//! What to do about a program that failed without a message, or that never ends.

use super::search::lines_with;
use super::{Guidance, SourceLine, numbered};
use crate::compare::of_abort;
use crate::sandbox::Exit;
use crate::system::signal;
use crate::trace::{Sources, Trace, decode};
use crate::untrusted::{Text, Untrusted};

/// The calls by which a program chooses its exit code.
const EXITS: [&str; 4] = ["exit(", "quit(", "System.exit(", "process.exit("];

/// The endings of the sources in which a wrong pointer or index ends a program without a message.
const UNCHECKED: [&str; 5] = [".c", ".cc", ".cpp", ".cxx", ".h"];

/// The guidance for a program that failed without a message.
pub(super) fn guidance(trace: &Trace, sources: &Sources) -> Option<Guidance> {
    match trace.exit {
        Exit::Code(_) => of_code(sources),
        Exit::Signal(signal) => of_signal(signal, &decode(&trace.stderr), sources),
        Exit::Endless | Exit::Exceeded(_) => None,
    }
}

/// The guidance for a compiled program that was ended by a signal: what usually raises it, and how to find the line.
fn of_signal(signal: i32, said: &str, sources: &Sources) -> Option<Guidance> {
    let path = &sources.iter().next()?.path;
    if !UNCHECKED.iter().any(|ending| path.expose().ends_with(ending)) {
        return None;
    }
    let todo = match signal {
        signal::SEGV | signal::BUS => {
            "A pointer leads nowhere (it is NULL, was never set, or what it led to is gone), an index is outside of its \
             array, or a function calls itself for ever. Compile with `-g -fsanitize=address,undefined` and run it with \
             this input: that names the line."
        }
        signal::FPE => {
            "A whole number is divided by 0, with `/` or `%`. Look at every divisor, and decide what is to happen when it is 0."
        }
        signal::ABRT if said.contains(": Assertion ") => {
            "What this `assert` asks for does not hold with this input. Look at where its values come from."
        }
        signal::ABRT if said.contains("terminate called after throwing") => {
            "Nobody catches this exception. Look at what throws it with this input, and do not let it happen, or catch it (`try`, \
             `catch`)."
        }
        signal::ABRT if of_abort(said).is_some() => {
            "Memory is freed twice, or written beyond its end or its beginning. Compile with `-g -fsanitize=address,undefined` and \
             run it with this input: that names the line."
        }
        signal::ABRT => {
            "An `assert` fails, an exception is not caught, or memory is freed twice or written beyond its end. Compile \
             with `-g -fsanitize=address,undefined` and run it with this input: that names the line."
        }
        _ => return None,
    };
    Some(Guidance { todo: Some(todo.into()), ..Guidance::default() })
}

/// The code with which Node ends if a module still waits, and nothing can happen any more.
const STILL_WAITING: i32 = 13;

/// The guidance for a module of JavaScript that waits for more than there is.
pub(super) fn of_waiting(trace: &Trace, sources: &Sources) -> Option<Guidance> {
    let path = &sources.iter().next()?.path;
    let is_script = [".js", ".mjs", ".ts", ".mts"].iter().any(|ending| path.expose().ends_with(ending));
    if trace.exit != Exit::Code(STILL_WAITING) || !is_script {
        return None;
    }
    let headline =
        "At its end the program still waits (`await`) for something that does not come: the input has ended.";
    let todo = "Ask for a line only as often as there are lines; the end of the input is the event `close`.";
    Some(Guidance { headline: Some(headline.into()), lines: Vec::new(), todo: Some(todo.into()) })
}

/// The beginning of a program in C that gives no exit code back, without blanks.
const GIVES_NOTHING: &str = "voidmain(";

/// The guidance for a program that ended by itself with an exit code that means a failure.
fn of_code(sources: &Sources) -> Option<Guidance> {
    let begins =
        lines_with(sources, &|line| line.split_whitespace().collect::<String>().starts_with(GIVES_NOTHING));
    if let ([line], Some(place)) = (begins.as_slice(), numbered(&begins))
        && line.file.expose().ends_with(".c")
    {
        let todo: [&dyn Text; 3] = [
            &"The exit code is chance where `main` gives none back. Write `int main` in ",
            &place,
            &", and `return 0;` at its end.",
        ];
        return Some(Guidance { todo: Some(Untrusted::concat(&todo)), lines: begins, headline: None });
    }
    let lines = lines_with(sources, &|line| EXITS.iter().any(|exit| line.contains(exit)));
    let place = numbered(&lines).filter(|_| lines.len() == 1)?;
    let todo =
        "An exit code that is not 0 tells a failure. End the program with 0, or let it end by itself: see ";
    Some(Guidance { todo: Some(Untrusted::concat(&[&todo, &place, &"."])), lines, headline: None })
}

/// The guidance for a loop that was proved to be endless.
pub(super) fn of_loop(trace: &Trace) -> Option<Guidance> {
    let (line, text) = trace.endless.as_deref()?.lines.first()?;
    let condition = text.expose().trim().strip_prefix("while")?.trim().trim_end_matches(':');
    let todo = match condition {
        "True" | "1" | "(True)" => {
            format!("Leave the loop of line {line} with `break` or `return`, on a way that is reached.")
        }
        _ => format!("Something in the loop must change what line {line} looks at."),
    };
    Some(Guidance { todo: Some(todo.into()), ..Guidance::default() })
}

/// A sentence about a loop without the text of its first line, where that line is shown below it; `None` if the sentence
/// does not quote it.
pub(super) fn without_line(sentence: &Untrusted, line: &SourceLine) -> Option<Untrusted> {
    let quoted = Untrusted::concat(&[
        &format!(" Line {} is `", line.number),
        &line.text.map(|text| text.trim().to_owned()),
        &"`.",
    ]);
    sentence.contains(&quoted).then(|| sentence.without(&quoted, ""))
}
