//! What to do about a program that reads more than it is asked to.

use super::search::{lines_that_print, lines_with};
use super::{Failure, Guidance, numbered};
use crate::untrusted::{Text, Untrusted};

/// The guidance for a program whose first difference is that it reads a line.
pub(super) fn guidance(failure: &Failure) -> Option<Guidance> {
    let rows = failure.judgement.first_rows()?;
    if failure.judgement.asked_beyond_end && rows.printed.is_none() {
        return Some(too_much(failure, rows.expected.as_ref()));
    }
    let typed = rows.typed.as_ref().filter(|_| !rows.asks)?;
    let printed = rows.printed.clone().unwrap_or_default();
    if printed.is_empty() {
        let what = if typed.is_empty() { "an empty line".into() } else { quoted(typed) };
        let headline = Untrusted::concat(&[
            &"Your program read one line more than it asked for: it took ",
            &what,
            &" without a prompt.",
        ]);
        return Some(Guidance { headline: Some(headline), ..read_once(failure) });
    }
    if rows.is_right_elsewhere {
        return None;
    }
    let lines = lines_that_print(&rows.constant, failure.sources);
    let headline =
        Untrusted::concat(&[&"Your program asks ", &quoted(&printed), &", which nobody expects there."]);
    let todo = match numbered(&lines).filter(|_| lines.len() == 1) {
        Some(place) => Untrusted::concat(&[&"Take out this question, in ", &place, &"."]),
        None => "Take out this question.".into(),
    };
    Some(Guidance { headline: Some(headline), lines, todo: Some(todo) })
}

/// The guidance for a program that is right until it asks for a line that is not there, where it should have printed
/// `expected`.
fn too_much(failure: &Failure, expected: Option<&Untrusted>) -> Guidance {
    let headline = match expected.filter(|text| !text.is_empty()) {
        Some(text) => Untrusted::concat(&[
            &"Your program asked for another line of input, where it should have printed ",
            &quoted(text),
            &".",
        ]),
        None => "Your program asked for another line of input, where it should have ended.".into(),
    };
    Guidance { headline: Some(headline), ..read_once(failure) }
}

/// What to do about a line that is read too much, if the program reads one without asking for it, and others.
fn read_once(failure: &Failure) -> Guidance {
    let reads = lines_with(failure.sources, &|line| line.contains("input("));
    let lines = lines_with(failure.sources, &|line| line.contains("input()"));
    match numbered(&lines).filter(|_| lines.len() == 1 && reads.len() > 1) {
        Some(place) => {
            let todo = [&"Is `input()` one too many, in " as &dyn Text, &place, &"?"];
            Guidance { headline: None, lines, todo: Some(Untrusted::concat(&todo)) }
        }
        None => Guidance::default(),
    }
}

fn quoted(text: &Untrusted) -> Untrusted {
    Untrusted::concat(&[&"`", &text.map(|text| text.trim_end().chars().take(60).collect()), &"`"])
}
