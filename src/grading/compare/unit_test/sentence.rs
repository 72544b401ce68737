//! Says in a sentence what went wrong in a case of a test.

use yardstick_reference::Raised;

use crate::compare::difference::{shortened, shortened_message};
use crate::compare::session::has_no_room;
use crate::trace::{CaseOutcome, SourcePlace, TestCase};
use crate::unit_test::NOT_COMPILED;
use crate::untrusted::{Text, Untrusted};

/// Says what went wrong: in the submission, or in the line of the test. There is no full stop at the end.
pub(crate) fn sentence(
    file: &str,
    case: &TestCase,
    raised: &Raised<Untrusted>,
    own: Option<&SourcePlace>,
) -> Untrusted {
    let with = match case.name.is_empty() {
        true => Untrusted::default(),
        false => Untrusted::concat(&[&"with `", &case.name.map(parameters), &"`, "]),
    };
    let sentence = match case.is_own {
        true if case.importing => of_import(raised, own),
        true => of_submission(raised, own),
        false => {
            let file = case.at_in.clone().unwrap_or_else(|| file.into());
            let place = case.at.as_ref().map(|(line, _)| {
                Untrusted::concat(&[&format!(" (line {line} of `"), &file.map(shortened), &"`)"])
            });
            Untrusted::concat(&[&of_test(case, raised), &place.unwrap_or_default()])
        }
    };
    Untrusted::concat(&[&with, &sentence]).map(crate::compare::capitalized)
}

/// Returns the parameters without their brackets.
fn parameters(name: &str) -> String {
    let within = |open: char, close: char| name.strip_prefix(open)?.strip_suffix(close);
    shortened(within('[', ']').or_else(|| within('(', ')')).unwrap_or(name))
}

/// An exception while a file of the submission was imported.
fn of_import(raised: &Raised<Untrusted>, own: Option<&SourcePlace>) -> Untrusted {
    let file = own.map(|own| own.file.clone()).unwrap_or_default();
    let place = told_place(own);
    let (what, advice) = match raised.class.expose() {
        "EOFError" => ("reads input", "calls of `input` belong into functions, or"),
        "SystemExit" => ("ends the program", "what starts the program belongs"),
        _ => return Untrusted::concat(&[&"`", &file, &"` cannot be imported: ", &exception(raised), &place]),
    };
    Untrusted::concat(&[
        &"`",
        &file,
        &format!("` {what} when it is imported"),
        &place,
        &format!(": {advice} below `if __name__ == \"__main__\":`"),
    ])
}

/// An exception in a function of the submission.
fn of_submission(raised: &Raised<Untrusted>, own: Option<&SourcePlace>) -> Untrusted {
    let place = told_place(own);
    match raised.class.expose() {
        "EOFError" => Untrusted::concat(&[&"it asked for more input than there is", &place]),
        "SystemExit" => Untrusted::concat(&[&"it ended the program", &place]),
        _ if has_no_room(raised) => {
            Untrusted::concat(&[&"it prints or writes more than there is room for", &place])
        }
        _ => Untrusted::concat(&[&"it raised ", &exception(raised), &place]),
    }
}

/// An assertion that failed in the test, or an exception that the test met.
fn of_test(case: &TestCase, raised: &Raised<Untrusted>) -> Untrusted {
    let line = case.at.as_ref().map(|(_, line)| line.map(|line| shortened(line.trim_end_matches(':'))));
    let line = line.filter(|line| !line.is_empty());
    let quoted = |line: &Untrusted| Untrusted::concat(&[&"`", line, &"`"]);
    let message = raised.message.first_line();
    if case.outcome == CaseOutcome::Failed {
        let fails = match &line {
            Some(line) => Untrusted::concat(&[&quoted(line), &" fails"]),
            None => "the test fails".into(),
        };
        let said = message.map(said);
        return match said.is_empty() {
            true => fails,
            false => Untrusted::concat(&[&fails, &": ", &said]),
        };
    }
    let told = lacks(raised).map_or_else(|| exception(raised), Untrusted::from);
    match &line {
        Some(line) => Untrusted::concat(&[&quoted(line), &": ", &told]),
        None => told,
    }
}

/// What the message of a failed assertion adds to the assertion.
fn said(message: &str) -> String {
    if let Some(class) =
        message.strip_prefix("DID NOT RAISE <class '").and_then(|rest| rest.strip_suffix("'>"))
    {
        let class = class.rsplit('.').next().unwrap_or(class);
        return format!("no `{}` was raised", shortened(class));
    }
    match message.strip_prefix("assert ") {
        Some(values) => format!("`{}`", shortened(values)),
        None => shortened_message(message),
    }
}

/// What an error tells about something that is not there, or cannot be called so.
fn lacks(raised: &Raised<Untrusted>) -> Option<String> {
    let message = raised.message.expose().lines().next().unwrap_or_default();
    let quoted: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
    match (raised.class.expose(), quoted.as_slice()) {
        ("AttributeError", [module, name, ..]) if message.starts_with("module ") => {
            Some(format!("there is no `{}` in `{}.py`", shortened(name), shortened(module)))
        }
        ("ImportError", [name, module, ..]) if message.starts_with("cannot import name") => {
            Some(format!("there is no `{}` in `{}.py`", shortened(name), shortened(module)))
        }
        ("AttributeError", ["NoneType", ..]) => {
            Some(format!("it returned nothing: {}", shortened_message(message)))
        }
        ("AttributeError", [class, name, ..]) if message.contains("has no attribute") => {
            Some(format!("`{}` has no `{}`", shortened(class), shortened(name)))
        }
        (NOT_COMPILED, _) => Some(not_compiled(raised.message.expose())),
        ("TypeError", _) if message.contains("argument") && !message.contains("NoneType") => {
            Some(format!("it cannot be called like this: {}", shortened_message(message)))
        }
        _ => None,
    }
}

/// Says what keeps a test from being compiled with the submission.
fn not_compiled(complaint: &str) -> String {
    let after = |word: &str| {
        let line = complaint.lines().find_map(|line| line.trim().strip_prefix(word))?;
        Some(shortened(line.trim()))
    };
    match (after("symbol:"), after("location:")) {
        (Some(symbol), Some(place)) => format!("there is no {symbol} in {place}"),
        (Some(symbol), None) => format!("there is no {symbol}"),
        _ => shortened_message(complaint.lines().next().unwrap_or_default()),
    }
}

/// Returns where in the submission something happened, in brackets.
pub(crate) fn told_place(place: Option<&SourcePlace>) -> Untrusted {
    let Some(place) = place else { return Untrusted::default() };
    Untrusted::concat(&[&format!(" (line {} of `", place.line), &place.file.map(shortened), &"`)"])
}

fn exception(raised: &Raised<Untrusted>) -> Untrusted {
    let message = raised.message.first_line().map(shortened_message);
    match message.is_empty() {
        true => Untrusted::concat(&[&"`", &raised.class, &"`"]),
        false => Untrusted::concat(&[&"`", &raised.class, &": ", &message, &"`"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(class: &str, message: &str, outcome: CaseOutcome) -> String {
        let case = TestCase {
            name: "[3-4]".into(),
            outcome,
            reason: "".into(),
            raised: None,
            at: Some((7, "assert area(3, 4) == 12".into())),
            at_in: None,
            own: None,
            is_own: false,
            importing: false,
            missing: None,
            printed: "".into(),
        };
        let raised = Raised { class: class.into(), message: message.into() };
        sentence("test_a.py", &case, &raised, None).expose().to_owned()
    }

    #[test]
    fn what_a_test_says_is_told_after_its_line() {
        let failed = |message: &str| told("AssertionError", message, CaseOutcome::Failed);
        let line = "With `3-4`, `assert area(3, 4) == 12`";
        let end = " (line 7 of `test_a.py`)";
        assert_eq!(
            failed("assert 7 == 12\n +  where 7 = area(3, 4)"),
            format!("{line} fails: `7 == 12`{end}")
        );
        assert_eq!(
            failed("DID NOT RAISE <class 'a.Full'>"),
            format!("{line} fails: no `Full` was raised{end}")
        );
        assert_eq!(failed(""), format!("{line} fails{end}"));
        let error = |class: &str, message: &str| told(class, message, CaseOutcome::Error);
        assert_eq!(
            error("AttributeError", "module 'shapes' has no attribute 'area'"),
            format!("{line}: there is no `area` in `shapes.py`{end}")
        );
        assert_eq!(error("ZeroDivisionError", "no"), format!("{line}: `ZeroDivisionError: no`{end}"));
    }
}
