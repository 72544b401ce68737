//! Submissions that make the same mistakes, so that feedback is written once.

use super::markup::Html;
use super::sentence::sentence;
use super::verdict;
use crate::report::{Alike, Report};
use crate::untrusted::Untrusted;

/// The most sets of submissions that are shown.
const MOST: usize = 40;

/// Writes each set of submissions with the mistakes that they share.
pub(super) fn section(html: &mut Html, report: &Report) {
    if report.alike.is_empty() {
        return;
    }
    html.element("section", &[("aria-labelledby", "alike")], |html| {
        html.leaf("h2", &[("id", "alike")], "Astray alike");
        html.element("p", &[("class", "lead")], |html| {
            html.text(
                "These submissions leave what is expected at the same turn and in the same way, so one ",
            );
            html.text("answer does for all of them.");
        });
        html.element("ol", &[("class", "alike")], |html| {
            for alike in report.alike.iter().take(MOST) {
                html.element("li", &[], |html| one(html, alike, report));
                html.raw("\n");
            }
        });
        let rest = report.alike.len().saturating_sub(MOST);
        if rest > 0 {
            html.leaf("p", &[("class", "lead")], &format!("And {rest} smaller ones."));
        }
    });
}

fn one(html: &mut Html, alike: &Alike, report: &Report) {
    let Some(first) = alike.slips.first() else { return };
    let scenarios = &report.submissions[alike.submissions[0]].scenarios;
    let count = alike.submissions.len();
    html.element("h3", &[], |html| {
        html.leaf("b", &[], &count.to_string());
        html.text(" submissions ");
        verdict::chip(html, first.verdict);
        if let Some(kind) = first.kind {
            html.text(" ");
            html.leaf("small", &[], kind);
        }
    });
    html.element("p", &[], |html| {
        html.leaf("strong", &[], &scenarios[first.scenario].full_name());
        html.text(": ");
        sentence(html, &first.sentence);
    });
    let others = &alike.slips[1..];
    if !others.is_empty() {
        html.element("details", &[], |html| {
            let noun = if others.len() == 1 { "scenario" } else { "scenarios" };
            html.leaf("summary", &[], &format!("and {} more {noun}", others.len()));
            html.element("ul", &[], |html| {
                for slip in others {
                    html.element("li", &[], |html| {
                        html.leaf("strong", &[], &scenarios[slip.scenario].full_name());
                        html.text(": ");
                        sentence(html, &slip.sentence);
                    });
                }
            });
        });
    }
    html.element("details", &[], |html| {
        html.leaf("summary", &[], "who");
        html.element("p", &[], |html| {
            let names = alike.submissions.iter().map(|&index| report.submissions[index].shown_name());
            html.text(&Untrusted::join(names, " · "));
        });
    });
    let places: Vec<String> = alike.submissions.iter().map(usize::to_string).collect();
    let places = places.join(" ");
    let button = [("type", "button"), ("data-places", &*places), ("hidden", ""), ("data-script", "")];
    html.leaf("button", &button, "Show these in the table");
}
