//! The table of submissions and scenarios.

use super::markup::Html;
use super::verdict;
use crate::compare::Verdict;
use crate::points::Points;
use crate::report::{Graded, GradedScenario, Report};

/// The table, with what sorts and filters it.
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

/// What needs a script is hidden until there is one.
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

/// How wide columns are, so that a browser need not look at every cell to find out.
fn columns(html: &mut Html, report: &Report, scenarios: usize) {
    let longest =
        report.submissions.iter().map(|one| one.shown_name().chars().count()).max().unwrap_or_default();
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
            let title = format!("{}: {} points", scenario.full_name(), scenario.shown_max());
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
            Some(link) => html.leaf("a", &[("href", &encoded(link))], &graded.shown_name()),
            None => html.text(&graded.shown_name()),
        });
        let points = graded.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
        html.leaf("td", &[("class", "points")], &points);
        match &graded.problem {
            Some(problem) => {
                let span = graded.scenarios.len().to_string();
                let first = problem.lines().next().unwrap_or_default();
                html.leaf("td", &[("colspan", &span), ("class", "problem")], first);
            }
            None => cells(html, &graded.scenarios),
        }
    });
}

/// Both what the cell shows and what it shows instead, so that no script is needed to choose. One text and nothing
/// around it: there are many cells, and a browser lays out each element of each.
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
        // What all cells of a class have in common a screen reader need not hear of each.
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

/// A relative path in a link (RFC 3986, section 2: all but unreserved characters and the slash).
fn encoded(path: &str) -> String {
    let mut encoded = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_file_whatever_its_name() {
        assert_eq!(encoded("feedback/Doe_ Jane#1?.html"), "feedback/Doe_%20Jane%231%3F.html");
        assert_eq!(encoded("feedback/Émile.html"), "feedback/%C3%89mile.html");
    }
}
