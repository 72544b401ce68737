//! What to do about a program that reads more than it is asked to.

use super::search::{lines_that_print, lines_with};
use super::{Failure, Guidance, numbered};
use crate::untrusted::Untrusted;

/// The guidance for a program whose first difference is that it reads a line.
pub(super) fn guidance(failure: &Failure) -> Option<Guidance> {
    let rows = failure.judgement.first_rows()?;
    let typed = rows.typed.as_ref().filter(|_| !rows.asks)?;
    let printed = rows.printed.clone().unwrap_or_default();
    if printed.is_empty() {
        let lines = lines_with(failure.sources, &|line| line.contains("input()"));
        let what = if typed.is_empty() { "an empty line".into() } else { quoted(typed) };
        let headline = Untrusted::concat(&[
            &"Your program read one line more than it asked for: it took ",
            &what,
            &" without a prompt.",
        ]);
        let todo = match numbered(&lines).filter(|_| lines.len() == 1) {
            Some(place) => {
                Untrusted::concat(&[&"Read only one line there: look at `input()` in ", &place, &"."])
            }
            None => "Read only one line for each prompt.".into(),
        };
        return Some(Guidance { headline: Some(headline), lines, todo: Some(todo) });
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

fn quoted(text: &Untrusted) -> Untrusted {
    Untrusted::concat(&[&"`", &text.map(|text| text.trim_end().chars().take(60).collect()), &"`"])
}
