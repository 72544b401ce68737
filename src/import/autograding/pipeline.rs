//! Pipelines that do what a scenario does: `echo 5 | python3 x.py | grep -q 120` gives an input and looks for a text.

use super::super::shell::commands;
use super::tests::{Comparison, Test};

/// Signs that mean something in a basic regular expression and are not read here.
const UNREAD: [char; 3] = ['[', '\\', '*'];

/// Makes a test of a pipeline one of a single program. A test that is no pipeline stays as it is.
///
/// # Errors
///
/// When it does something else besides: the reason.
pub(super) fn unfolded(test: Test) -> Result<Test, String> {
    let parts = parts(&test.run);
    if !parts.iter().any(|(sign, _)| *sign == "|") {
        return Ok(test);
    }
    let several =
        || Err("its command is a pipeline of more than an input, one program and a `grep`".to_owned());
    let mut parts = parts.into_iter().peekable();
    let mut input = test.input.clone();
    let Some((_, mut program)) = parts.next() else { return Ok(test) };
    if program.starts_with("echo ") {
        input = echoed(&program)?;
        match parts.next() {
            Some(("|", next)) => program = next,
            _ => return several(),
        }
    }
    let Some(("|", grep)) = parts.next() else {
        return Ok(Test { run: program, input, ..test });
    };
    let (wanted, comparison) = searched(&grep)?;
    // What the shell says about it in the end must be what the test wants.
    let (says, denies) = (parts.next(), parts.next());
    let is_told = match (&says, &denies) {
        (None, None) => test.output.trim().is_empty(),
        (Some(("&&", says)), None) => echoed(says)?.trim() == test.output.trim(),
        (Some(("&&", says)), Some(("||", denies))) => {
            let (says, denies) = (echoed(says)?, echoed(denies)?);
            // Where nothing is wanted, both are right.
            says.trim() == test.output.trim() && !denies.contains(test.output.trim())
        }
        _ => false,
    };
    if !is_told || parts.next().is_some() {
        return several();
    }
    Ok(Test { run: program, input, output: wanted, comparison, any_exit: true, ..test })
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
        ["grep", "-q", pattern] => (false, (*pattern).to_owned()),
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
