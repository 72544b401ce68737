//! Decides whether a test could say anything about the submission. If not, nobody loses points for it.

use crate::trace::{CaseOutcome, SessionEnd, UnitTestTrace};
use crate::untrusted::{Text, Untrusted};

use super::{Framework, UnitTest};

/// Returns why a test says nothing about a submission with these files, and what to do about it; `None` if it does.
/// `is_proven` tells that the test passes with a reference, so that what is wrong now is not the test.
pub fn fault(
    test: &UnitTest,
    trace: &UnitTestTrace,
    is_proven: bool,
    has_module: impl Fn(&str) -> bool,
) -> Option<Untrusted> {
    if trace.is_tampered() || trace.end != SessionEnd::Code(0) {
        return None;
    }
    let case = trace.lost()?;
    let name = test.name();
    // Nobody loses points for a hook. That a fixture works is known if the reference passes.
    if case.outcome == CaseOutcome::Hook || case.outcome == CaseOutcome::Fixture && !is_proven {
        let help = "correct it there; a plugin is left out where it is not installed";
        return Some(Untrusted::concat(&[
            &format!("the test `{name}` cannot be judged: "),
            &case.reason.first_line(),
            &format!("\nhelp: {help}"),
        ]));
    }
    let lacks_pytest =
        test.framework == Framework::Pytest && case.reason.expose().starts_with("this machine");
    // A test that the reference passes is there, unless the submission took it away.
    if case.outcome == CaseOutcome::Absent && (lacks_pytest || !is_proven) {
        let help = if lacks_pytest {
            "install it: `python3 -m pip install pytest`, or the package `python3-pytest` of the system"
        } else {
            "only tests that stand in the file are known: tests that are made when it is loaded are not"
        };
        return Some(Untrusted::concat(&[
            &format!("the test `{name}` cannot be run: "),
            &case.reason,
            &format!("\nhelp: {help}"),
        ]));
    }
    if is_proven {
        return None;
    }
    let is_syntax = case.raised.as_ref().is_some_and(|raised| {
        ["SyntaxError", "IndentationError", "TabError"].iter().any(|class| raised.class == **class)
    });
    if let (true, None, Some((line, _))) = (is_syntax, &case.own, &case.at) {
        let message = case.raised.as_ref().map(|raised| raised.message.clone()).unwrap_or_default();
        return Some(Untrusted::concat(&[
            &format!("line {line} of `{}` is no Python: ", test.file),
            &message,
            &"\nhelp: correct the test",
        ]));
    }
    if let (Some(missing), false) = (&case.missing, case.is_own) {
        let top = missing.map(|missing| missing.split('.').next().unwrap_or_default().to_owned());
        if !has_module(top.expose()) {
            return Some(Untrusted::concat(&[
                &format!("the tests in `{}` need the module `", test.file),
                missing,
                &"`, which is not there\nhelp: install it, or name its file under `files` of the tests",
            ]));
        }
    }
    if case.outcome == CaseOutcome::Skipped {
        return Some(Untrusted::concat(&[
            &format!("the test `{name}` was skipped: "),
            &case.reason,
            &format!("\nhelp: say `without: [{name}]`, or name a reference that the tests pass with"),
        ]));
    }
    None
}
