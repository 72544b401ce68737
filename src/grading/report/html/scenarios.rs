//! The statistics of the scenarios.

use super::markup::Html;
use crate::report::{Figures, GradedScenario, Report};

/// Below this discrimination, a scenario hardly separates strong submissions from weak ones (Ebel and Frisbie, 1991,
/// ch. 13).
const WEAK: f64 = 0.2;

/// Writes for each scenario how many submissions were accepted, and how well it separates strong from weak ones.
pub(super) fn section(html: &mut Html, report: &Report) {
    let Some(first) = report.submissions.first() else { return };
    html.element("section", &[("aria-labelledby", "scenarios")], |html| {
        html.leaf("h2", &[("id", "scenarios")], "Scenarios");
        html.element("p", &[("class", "lead")], |html| {
            html.text(
                "Discrimination is the corrected item-total correlation: how closely earning the points of ",
            );
            html.text(
                "a scenario goes with earning all others. Near 1 it tells strong submissions from weak ",
            );
            html.text(
                "ones; below 0.2 it hardly does; below 0 look at it. Submissions with nothing to run do not ",
            );
            html.text("count.");
        });
        separates_nobody(html, report, &first.scenarios);
        let region =
            [("class", "wide"), ("tabindex", "0"), ("role", "group"), ("aria-labelledby", "scenarios")];
        html.element("div", &region, |html| {
            html.element("table", &[("id", "figures")], |html| table(html, report, &first.scenarios));
        });
    });
}

fn separates_nobody(html: &mut Html, report: &Report, scenarios: &[GradedScenario]) {
    let silent: Vec<(&GradedScenario, &Figures)> =
        scenarios.iter().zip(&report.figures).filter(|(_, figures)| figures.separates_nobody()).collect();
    if silent.is_empty() || report.figures.first().is_none_or(|figures| figures.judged < 2) {
        return;
    }
    html.element("details", &[("class", "silent")], |html| {
        let noun = if silent.len() == 1 { "scenario separates" } else { "scenarios separate" };
        html.leaf("summary", &[], &format!("{} {noun} nobody", silent.len()));
        html.element("ul", &[], |html| {
            for (scenario, figures) in silent {
                let how =
                    if figures.accepted == 0 { "nobody was accepted" } else { "everybody was accepted" };
                html.leaf("li", &[], &format!("{}: {how}", scenario.full_name()));
            }
        });
    });
}

fn table(html: &mut Html, report: &Report, scenarios: &[GradedScenario]) {
    html.element("caption", &[("class", "unseen")], |html| {
        html.text("One row a scenario: its points, how many were accepted, and its discrimination.");
    });
    html.element("thead", &[], |html| {
        html.element("tr", &[], |html| {
            for (name, sort) in [
                ("Scenario", "text"),
                ("Points", "number"),
                ("Accepted", "number"),
                ("Discrimination", "number"),
            ] {
                html.leaf("th", &[("scope", "col"), ("data-sort", sort)], name);
            }
        });
    });
    html.element("tbody", &[], |html| {
        for (scenario, figures) in scenarios.iter().zip(&report.figures) {
            html.element("tr", &[], |html| row(html, scenario, figures));
            html.raw("\n");
        }
    });
}

fn row(html: &mut Html, scenario: &GradedScenario, figures: &Figures) {
    html.element("th", &[("scope", "row")], |html| {
        if let Some(group) = &scenario.group {
            html.leaf("small", &[], group);
            html.text(" ");
        }
        html.leaf("span", &[], &scenario.name);
    });
    html.leaf("td", &[("class", "points")], &scenario.shown_max());
    html.element("td", &[("class", "rate")], |html| {
        html.leaf("span", &[], &format!("{:.0} %", figures.percent()));
        let length = format!("{:.1}", figures.percent());
        let box_of = [("viewBox", "0 0 100 6"), ("preserveAspectRatio", "none"), ("aria-hidden", "true")];
        html.element("svg", &box_of, |html| {
            let whole = [("class", "whole"), ("width", "100"), ("height", "6")];
            html.element("rect", &whole, |_| {});
            html.element("rect", &[("class", "part"), ("width", &length), ("height", "6")], |_| {});
        });
        html.leaf("small", &[], &format!("{} of {}", figures.accepted, figures.judged));
    });
    match figures.discrimination {
        None => html.leaf("td", &[("class", "steady")], "–"),
        Some(r) => html.element("td", &[("class", if r < WEAK { "weak" } else { "" })], |html| {
            html.text(&format!("{r:.2}"));
            match r {
                r if r < 0.0 => html.leaf("small", &[], " look at it"),
                r if r < WEAK => html.leaf("small", &[], " weak"),
                _ => {}
            }
        }),
    }
}
