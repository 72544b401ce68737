//! A test of a question as a run or a session.

use super::super::draft::{Compare, Expect, Scenario, Stderr, Stdin};
use super::super::python;
use super::question::{Grader, Kind, Question, Test};

/// How the outputs of a question are compared.
pub(super) fn compare(question: &Question, runs: bool) -> Option<Compare> {
    let relaxed = match question.grader {
        Grader::Equal => vec!["trailing-blanks", "blank-lines-at-the-end", "final-newline"],
        Grader::Near => vec!["case", "trailing-blanks", "blank-lines", "runs-of-blanks", "final-newline"],
        Grader::Regex => return None,
    };
    let relaxed: Vec<String> = relaxed.into_iter().map(str::to_owned).collect();
    Some(if runs {
        Compare::Relaxed(relaxed)
    } else {
        Compare::Answers { values: Vec::new(), printed: Some(format!("[{}]", relaxed.join(", "))) }
    })
}

/// A test as a scenario, without its name.
pub(super) fn scenario(question: &Question, test: &Test) -> Result<Scenario, String> {
    if [&test.stdin, &test.expected, &test.code].iter().any(|text| text.contains('\0')) {
        return Err("it holds a zero byte".to_owned());
    }
    let lines: Vec<String> = test.stdin.lines().map(str::to_owned).collect();
    let stdin = Stdin::Lines(lines);
    if matches!(question.kind, Kind::CFunction | Kind::CppFunction | Kind::JavaMethod) {
        // A program makes the test that its argument names.
        let expect = expect(question, test)?;
        return Ok(Scenario { stdin, expect, stderr: Stderr::Empty, ..Scenario::default() });
    }
    let has_code = !test.code.trim().is_empty();
    let all_run = question.tests.iter().all(|test| test.code.trim().is_empty());
    if has_code == all_run {
        return Err("some tests of the question have code and others have none".to_owned());
    }
    if !has_code {
        return Ok(Scenario {
            stdin,
            expect: expect(question, test)?,
            stderr: Stderr::Empty,
            ..Scenario::default()
        });
    }
    if question.grader == Grader::Regex {
        return Err("its code is graded by a regular expression".to_owned());
    }
    let expected = test.expected.trim_end();
    if expected.lines().any(|line| line.starts_with(">>> ") || line.starts_with("... ")) {
        return Err("it expects output that looks like a prompt".to_owned());
    }
    let code = match question.kind {
        Kind::Python => python_code(test.code.trim_end())?,
        Kind::JavaScript => braced(test.code.trim()),
        // There, the last semicolon may be missing.
        Kind::JavaClass if !test.code.trim().ends_with([';', '}']) => {
            braced(&format!("{};", test.code.trim()))
        }
        Kind::JavaClass => braced(test.code.trim()),
        Kind::C | Kind::Cpp | Kind::Java | Kind::CFunction | Kind::CppFunction | Kind::JavaMethod => {
            return Err("it has code for a program that is run as a whole".to_owned());
        }
    };
    let mut session = String::new();
    for (place, line) in code.lines().enumerate() {
        session += &format!("{}{line}\n", if place == 0 { ">>> " } else { "... " });
    }
    for line in expected.lines().filter(|line| !line.trim().is_empty()) {
        session += &format!("{}\n", line.trim_end());
    }
    Ok(Scenario { stdin, session: Some(session), ..Scenario::default() })
}

fn expect(question: &Question, test: &Test) -> Result<Expect, String> {
    let expected = test.expected.trim_end();
    if question.grader != Grader::Regex {
        return Ok(Expect::Text(if expected.is_empty() { String::new() } else { format!("{expected}\n") }));
    }
    // There, a dot is a line end too.
    let pattern = if expected.contains('.') { format!("(?s){expected}") } else { expected.to_owned() };
    match regex::RegexBuilder::new(&pattern).multi_line(true).build() {
        Ok(built) if built.is_match("") => Ok(Expect::Anything),
        Ok(_) => Ok(Expect::Regex(pattern)),
        Err(_) => {
            Err("its regular expression has something that is not known here, such as look-around".to_owned())
        }
    }
}

/// Code as one line of a session that shows only what it prints.
fn python_code(code: &str) -> Result<String, String> {
    let statements = python::module("test", code.as_bytes())?;
    if let [python::Stmt { work: python::Work::Value(python::Expr::Call(called, _)), .. }] =
        statements.as_slice()
        && called.path().as_deref() == Some("print")
        && !code.contains('\n')
    {
        return Ok(code.trim().to_owned());
    }
    if code.contains("\"\"\"") || code.contains("'''") || code.contains("\\\n") {
        let text = python::shown(&python::Expr::Str(code.to_owned())).unwrap_or_default();
        return Ok(format!("exec({text})"));
    }
    // Nothing is shown of several statements.
    let lines = code.lines().filter(|line| !line.trim().is_empty());
    Ok(std::iter::once("pass").chain(lines).collect::<Vec<_>>().join("\n"))
}

/// Code as one block of JavaScript or Java.
fn braced(code: &str) -> String {
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines.as_slice() {
        [one] => format!("{{ {one} }}"),
        lines => format!(
            "{{\n{}\n}}",
            lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
        ),
    }
}
