//! How a verdict looks: a sign, so that no colour is needed, and a class for its colour.

use super::markup::Html;
use crate::compare::Verdict;
use crate::points::Points;
use crate::report::GradedScenario;
use crate::report::table::mark;

/// The class that colours it.
pub(super) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "ok",
        Verdict::WrongAnswer | Verdict::InvalidSubmission => "no",
        Verdict::RuntimeError | Verdict::Exceeded(_) | Verdict::NoResult => "end",
        Verdict::ToBeMarked | Verdict::Marked => "mark",
        Verdict::NotGraded => "none",
    }
}

/// Its sign.
pub(super) fn sign(verdict: Verdict) -> String {
    mark(verdict).to_string()
}

/// Its sign and its words.
pub(super) fn chip(html: &mut Html, verdict: Verdict) {
    html.element("span", &[("class", &format!("chip {}", class(verdict)))], |html| {
        html.leaf("span", &[("aria-hidden", "true")], &sign(verdict));
        html.text(" ");
        html.text(verdict.words());
    });
}

/// `2.5 of 3⅓`, for people.
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
