//! The look of a verdict: a sign, so that nobody needs colours, and a class for its colour.

use super::markup::Html;
use crate::compare::Verdict;
use crate::points::Points;
use crate::report::GradedScenario;
use crate::report::table::mark;

/// The class of a verdict in the style sheet.
pub(super) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "ok",
        Verdict::WrongAnswer | Verdict::InvalidSubmission => "no",
        Verdict::RuntimeError | Verdict::EndlessLoop | Verdict::Exceeded(_) | Verdict::NoResult => "end",
        Verdict::ToBeMarked | Verdict::Marked => "mark",
        Verdict::NotGraded => "none",
    }
}

/// The sign of a verdict.
pub(super) fn sign(verdict: Verdict) -> String {
    mark(verdict).to_string()
}

/// Writes the sign and the words of a verdict.
pub(super) fn chip(html: &mut Html, verdict: Verdict) {
    chip_of(html, verdict, verdict.words());
}

/// Writes the sign of a verdict, and words of its own.
pub(super) fn chip_of(html: &mut Html, verdict: Verdict, words: &str) {
    html.element("span", &[("class", &format!("chip {}", class(verdict)))], |html| {
        html.leaf("span", &[("aria-hidden", "true")], &sign(verdict));
        html.text(" ");
        html.text(words);
    });
}

/// The points of a scenario for people: `2.5 of 3⅓`.
pub(super) fn points(scenario: &GradedScenario) -> String {
    match scenario.shown_points() {
        _ if scenario.max_points == Points::ZERO => "not counted".to_owned(),
        None => format!("– of {}", scenario.shown_max()),
        Some(points) => {
            let bonus = if scenario.bonus { " bonus" } else { "" };
            format!("{points} of {}{bonus}", scenario.shown_max())
        }
    }
}
