//! The table of submissions and scenarios.

use super::markup::Html;
use super::verdict;
use crate::compare::Verdict;
use crate::points::Points;
use crate::report::formats::uri::relative_reference;
use crate::report::{Graded, GradedScenario, Report};

/// Writes the table, with the controls that sort and filter it.
pub(super) fn section(html: &mut Html, report: &Report, links: &[String]) {
    html.element("section", &[("aria-labelledby", "submissions")], |html| {
        html.leaf("h2", &[("id", "submissions")], "Submissions");
        controls(html);
        let region = [
            ("class", "wide tall"),
            ("tabindex", "0"),
            ("role", "group"),
            ("aria-labelledby", "submissions"),
        ];
        html.element("div", &region, |html| table(html, report, links));
        legend(html, report);
    });
}

/// Writes the controls. Those that need a script are hidden until the script runs.
fn controls(html: &mut Html) {
    html.element("div", &[("class", "controls")], |html| {
        html.element("label", &[("hidden", ""), ("data-script", "")], |html| {
            html.text("Name ");
            let input =
                [("type", "search"), ("id", "name"), ("autocomplete", "off"), ("spellcheck", "false")];
            html.void("input", &input);
        });
        html.element("label", &[("hidden", ""), ("data-script", "")], |html| {
            html.text("Show ");
            html.element("select", &[("id", "which")], |html| {
                for (value, label) in [
                    ("", "everybody"),
                    ("lost", "who lost points"),
                    ("full", "who lost nothing"),
                    ("problem", "nothing to run, or not graded"),
                ] {
                    html.leaf("option", &[("value", value)], label);
                }
            });
        });
        html.element("fieldset", &[], |html| {
            html.leaf("legend", &[("class", "unseen")], "What the cells show");
            let cells = [("marks", "Verdicts", true), ("earned", "Points", false)];
            for (id, label, checked) in cells {
                html.element("label", &[], |html| {
                    let input = [("type", "radio"), ("name", "cells"), ("id", id), ("checked", "")];
                    html.void("input", if checked { &input } else { &input[..3] });
                    html.leaf("span", &[], label);
                });
            }
        });
        html.element("p", &[("id", "shown"), ("role", "status")], |_| {});
        let clear = [("type", "button"), ("id", "all"), ("hidden", "")];
        html.leaf("button", &clear, "Show all");
    });
}

fn table(html: &mut Html, report: &Report, links: &[String]) {
    html.element("table", &[("id", "matrix")], |html| {
        html.element("caption", &[("class", "unseen")], |html| {
            html.text("One row a submission: its points, and its verdict in every scenario.");
        });
        let scenarios = report.submissions.first().map_or(&[][..], |first| &first.scenarios);
        columns(html, report, scenarios.len());
        html.element("thead", &[], |html| head(html, scenarios));
        html.raw("\n");
        html.element("tbody", &[], |html| {
            for (index, graded) in report.submissions.iter().enumerate() {
                row(html, graded, links.get(index).map(String::as_str), index);
                html.raw("\n");
            }
        });
    });
}

/// Writes the widths of the columns, so that a browser does not have to look at every cell to compute them.
fn columns(html: &mut Html, report: &Report, scenarios: usize) {
    let longest = report.submissions.iter().map(|one| one.shown_name().length()).max().unwrap_or_default();
    let name = match longest {
        0..=12 => "short",
        13..=24 => "middling",
        _ => "long",
    };
    html.element("colgroup", &[], |html| {
        html.void("col", &[("class", name)]);
        html.void("col", &[("class", "points")]);
        if scenarios > 0 {
            html.void("col", &[("class", "cells"), ("span", &scenarios.to_string())]);
        }
    });
}

fn head(html: &mut Html, scenarios: &[GradedScenario]) {
    html.element("tr", &[], |html| {
        html.leaf("th", &[("scope", "col"), ("rowspan", "2"), ("data-sort", "text")], "Name");
        html.leaf("th", &[("scope", "col"), ("rowspan", "2"), ("data-sort", "number")], "Points");
        for group in scenarios.chunk_by(|one, other| one.group == other.group) {
            let name = group[0].group.as_deref().unwrap_or_default();
            let span = group.len().to_string();
            let attributes =
                [("scope", "colgroup"), ("colspan", &*span), ("title", name), ("class", "first")];
            html.element("th", &attributes, |html| html.leaf("span", &[], name));
        }
    });
    html.element("tr", &[("class", "names")], |html| {
        let mut group = None;
        for scenario in scenarios {
            let class = if group == Some(&scenario.group) { "" } else { "first" };
            group = Some(&scenario.group);
            let most = scenario.shown_max();
            let noun = if most == "1" { "point" } else { "points" };
            let title = format!("{}: {most} {noun}", scenario.full_name());
            let attributes =
                [("scope", "col"), ("data-sort", "mark"), ("title", title.as_str()), ("class", class)];
            html.element("th", &attributes, |html| html.leaf("span", &[], &scenario.name));
        }
    });
}

fn row(html: &mut Html, graded: &Graded, link: Option<&str>, index: usize) {
    let state = if graded.problem.is_some() || graded.points.is_none() {
        "problem"
    } else if graded.is_full() {
        "full"
    } else {
        "lost"
    };
    let place = index.to_string();
    html.element("tr", &[("data-state", state), ("data-place", &place)], |html| {
        html.element("th", &[("scope", "row")], |html| match link {
            Some(link) => html.leaf("a", &[("href", &relative_reference(link))], &graded.shown_name()),
            None => html.text(&graded.shown_name()),
        });
        let points = graded.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
        html.leaf("td", &[("class", "points")], &points);
        match &graded.problem {
            Some(problem) => {
                let span = graded.scenarios.len().to_string();
                html.leaf("td", &[("colspan", &span), ("class", "problem")], &problem.first_line());
            }
            None => cells(html, &graded.scenarios),
        }
    });
}

/// Writes the cells of one row. Each has the verdict and the points, so that the reader can choose between them without
/// a script. A cell contains only text and no elements: there are many cells, and a browser lays out every element.
fn cells(html: &mut Html, scenarios: &[GradedScenario]) {
    let mut group = None;
    for scenario in scenarios {
        let first = if group == Some(&scenario.group) { "" } else { " first" };
        group = Some(&scenario.group);
        let uncounted = if scenario.max_points == Points::ZERO { " free" } else { "" };
        let class = format!("{}{uncounted}{first}", verdict::class(scenario.verdict));
        let points = scenario.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
        let shown = scenario.shown_points().unwrap_or_else(|| points.clone());
        let mut attributes = vec![("class", class.as_str()), ("data-points", &points)];
        if shown != points {
            attributes.push(("data-shown", &shown));
        }
        // Most cells are accepted: a screen reader does not have to say so for each of them.
        if scenario.verdict != Verdict::Accepted {
            attributes.push(("aria-label", scenario.verdict.words()));
        }
        html.leaf("td", &attributes, &verdict::sign(scenario.verdict));
    }
}

fn legend(html: &mut Html, report: &Report) {
    let judged = report.submissions.iter().filter(|one| one.problem.is_none());
    let seen: Vec<Verdict> = judged.flat_map(|one| one.scenarios.iter().map(|one| one.verdict)).collect();
    html.element("ul", &[("class", "legend"), ("aria-label", "Signs")], |html| {
        for verdict in Verdict::ALL.into_iter().filter(|verdict| seen.contains(verdict)) {
            html.element("li", &[], |html| verdict::chip(html, verdict));
        }
    });
    html.element("p", &[("class", "keys"), ("hidden", ""), ("data-script", "")], |html| {
        for (key, what) in [("/", "search"), ("j", "next"), ("k", "previous"), ("Enter", "open the page")] {
            html.leaf("kbd", &[], key);
            html.text(&format!(" {what} "));
        }
        html.text("– click a head of the table to sort by it");
    });
}
