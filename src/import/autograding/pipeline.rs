//! Pipelines that do what a scenario does: `echo 5 | python3 x.py | grep -q 120` gives an input and looks for a text.

use super::super::shell::commands;
use super::tests::{Comparison, Test};

/// Signs that mean something in a basic regular expression and are not read here.
const UNREAD: [char; 3] = ['[', '\\', '*'];

/// Makes tests of single programs of a test whose command is a pipeline, or several of them. A test that is none stays as it is.
///
/// # Errors
///
/// When it does something else besides: the reason.
pub(super) fn unfolded(test: Test) -> Result<Vec<Test>, String> {
    let parts = parts(&test.run);
    if !parts.iter().any(|(sign, _)| *sign == "|") {
        return Ok(vec![test]);
    }
    let is_told =
        |(sign, text): &(&str, String)| *sign == "&&" && text.starts_with("echo ") && !text.contains('|');
    let end = parts.iter().enumerate().rposition(|(place, part)| {
        is_told(part) && parts.get(place + 1).is_none_or(|(sign, _)| *sign == "||")
    });
    let (work, told) = parts.split_at(end.unwrap_or(parts.len()));
    let mut pipelines: Vec<Vec<&str>> = Vec::new();
    for (sign, text) in work {
        match (*sign, pipelines.last_mut()) {
            ("|", Some(pipeline)) => pipeline.push(text),
            ("" | "&&", _) => pipelines.push(vec![text]),
            _ => return Err(several()),
        }
    }
    if let ([pipeline], []) = (pipelines.as_slice(), told) {
        let (program, input) = given(pipeline, &test)?;
        if let ([], program) = (program.1, program.0) {
            return Ok(vec![Test { run: program, input, ..test }]);
        }
    }
    if !says(told, test.output.trim())? {
        return Err(several());
    }
    let count = pipelines.len();
    let one = |(place, pipeline): (usize, &Vec<&str>)| {
        let ((program, rest), input) = given(pipeline, &test)?;
        let [grep] = rest else { return Err(several()) };
        let (output, comparison) = searched(grep)?;
        let name = if count == 1 { test.name.clone() } else { format!("{}, part {}", test.name, place + 1) };
        Ok(Test { name, run: program, input, output, comparison, any_exit: true, ..test.clone() })
    };
    pipelines.iter().enumerate().map(one).collect()
}

fn several() -> String {
    "its command is a pipeline of more than an input, one program and a `grep`".to_owned()
}

/// A program, and what stands behind it in its pipeline.
type Piped<'a> = (String, &'a [&'a str]);

/// The program of a pipeline, what stands behind it, and the input that stands before it.
fn given<'a>(pipeline: &'a [&'a str], test: &Test) -> Result<(Piped<'a>, String), String> {
    match pipeline {
        [echo, program, rest @ ..] if echo.starts_with("echo ") => {
            Ok((((*program).to_owned(), rest), echoed(echo)?))
        }
        [program, rest @ ..] => Ok((((*program).to_owned(), rest), test.input.clone())),
        [] => Err(several()),
    }
}

/// Whether what the shell says in the end about the whole is what the test wants.
fn says(told: &[(&str, String)], wanted: &str) -> Result<bool, String> {
    Ok(match told {
        [] => wanted.is_empty(),
        [(_, says)] => echoed(says)?.trim() == wanted,
        [(_, says), (_, denies)] => {
            let (says, denies) = (echoed(says)?, echoed(denies)?);
            // Where nothing is wanted, both are right.
            says.trim() == wanted && !denies.contains(wanted)
        }
        _ => false,
    })
}

/// The commands of a line, each with the sign before it.
fn parts(line: &str) -> Vec<(&'static str, String)> {
    let (mut parts, mut sign, mut part) = (Vec::new(), "", String::new());
    let mut quote = None;
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let found = ["&&", "||", "|"].into_iter().find(|sign| quote.is_none() && rest.starts_with(sign));
        if let Some(found) = found {
            parts.push((sign, std::mem::take(&mut part).trim().to_owned()));
            sign = found;
            rest = &rest[found.len()..];
            continue;
        }
        match (character, quote) {
            (end, Some(open)) if end == open => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            _ => {}
        }
        part.push(character);
        rest = &rest[character.len_utf8()..];
    }
    parts.push((sign, part.trim().to_owned()));
    parts
}

/// What `echo` prints. Shells differ in what options and backslashes mean to it.
fn echoed(command: &str) -> Result<String, String> {
    let commands = commands(command)?;
    match commands.as_slice() {
        [words] if words.first().is_some_and(|word| word == "echo") => {
            let text = words[1..].join(" ");
            let is_option = text.starts_with('-') && text[1..].starts_with(char::is_alphabetic);
            let is_plain = !text.contains('\\') && !is_option;
            let reason = || format!("shells differ in what `{command}` prints");
            is_plain.then(|| text + "\n").ok_or_else(reason)
        }
        _ => Err(format!("`{command}` is no `echo`")),
    }
}

/// What `grep` looks for.
fn searched(command: &str) -> Result<(String, Comparison), String> {
    let unknown = || format!("`{command}` is no `grep` that is known here");
    let commands = commands(command)?;
    let [words] = commands.as_slice() else { return Err(unknown()) };
    let (is_literal, pattern) = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["grep", "-q", pattern] | ["grep", pattern] => (false, (*pattern).to_owned()),
        ["grep", "-qF" | "-Fq", pattern] | ["grep", "-q", "-F", pattern] | ["grep", "-F", "-q", pattern] => {
            (true, (*pattern).to_owned())
        }
        _ => return Err(unknown()),
    };
    let has_signs = !is_literal && pattern.contains(['.', '^', '$']);
    if !is_literal && pattern.contains(UNREAD) {
        return Err(format!("the expression of `{command}` is not read here"));
    }
    if has_signs || pattern.trim() != pattern || pattern.is_empty() {
        let mut expression = String::new();
        for character in pattern.chars() {
            match character {
                '.' | '^' | '$' if !is_literal => expression.push(character),
                other => expression += &regex::escape(&other.to_string()),
            }
        }
        return Ok((expression, Comparison::Regex));
    }
    Ok((pattern, Comparison::Included))
}
