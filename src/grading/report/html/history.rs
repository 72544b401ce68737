//! How earlier gradings of the assignment came out, and what changed since then.

use super::markup::Html;
use super::sentence::sentence;
use crate::points::Points;
use crate::report::{Compared, Earlier, Report, Share};

/// The most mistakes that are listed.
const MOST: usize = 10;

/// Writes the comparison; nothing if there are no earlier gradings.
pub(super) fn section(html: &mut Html, report: &Report) {
    let history = &report.history;
    if history.earlier.is_empty() {
        return;
    }
    html.element("section", &[("aria-labelledby", "earlier")], |html| {
        html.leaf("h2", &[("id", "earlier")], "Compared with earlier");
        let region =
            [("class", "wide"), ("tabindex", "0"), ("role", "group"), ("aria-labelledby", "earlier")];
        html.element("div", &region, |html| {
            html.element("table", &[("id", "gradings")], |html| table(html, report));
        });
        if !history.mistakes.is_empty() {
            html.leaf("h3", &[], "How many make each mistake");
            html.element("ul", &[("class", "agenda")], |html| {
                for mistake in history.mistakes.iter().take(MOST) {
                    html.element("li", &[], |html| {
                        sentence(html, &mistake.what);
                        shares(html, mistake, &history.earlier);
                    });
                }
            });
            let rest = history.mistakes.len().saturating_sub(MOST);
            if rest > 0 {
                html.leaf(
                    "p",
                    &[("class", "lead")],
                    &format!("And {rest} more, which changed no more than these."),
                );
            }
        }
        if !history.scenarios.is_empty() {
            html.leaf("h3", &[], "How many were accepted, where that changed much");
            html.element("ul", &[("class", "agenda")], |html| {
                for scenario in &history.scenarios {
                    html.element("li", &[], |html| {
                        html.text(&scenario.what);
                        shares(html, scenario, &history.earlier);
                    });
                }
            });
        }
    });
}

fn table(html: &mut Html, report: &Report) {
    html.leaf(
        "caption",
        &[("class", "unseen")],
        "One row a class: its submissions, and the median of their points.",
    );
    html.element("thead", &[], |html| {
        html.element("tr", &[], |html| {
            for head in ["Class", "Submissions", "Median"] {
                html.leaf("th", &[("scope", "col")], head);
            }
        });
    });
    html.element("tbody", &[], |html| {
        let summary = &report.summary;
        html.element("tr", &[], |html| {
            html.leaf("th", &[("scope", "row")], "this class");
            numbers(html, summary.graded, summary.median, report.max_points);
        });
        for earlier in &report.history.earlier {
            html.element("tr", &[], |html| {
                html.leaf("th", &[("scope", "row")], &earlier.name);
                numbers(html, earlier.graded, earlier.median, earlier.max_points);
            });
        }
    });
}

fn numbers(html: &mut Html, graded: usize, median: Option<Points>, max: Points) {
    html.leaf("td", &[], &graded.to_string());
    let median = median.map_or_else(|| "–".to_owned(), |points| points.to_string());
    let of = if max == Points::ZERO { String::new() } else { format!(" of {max}") };
    html.leaf("td", &[], &format!("{median}{of}"));
}

/// Writes `12 of 40 now, 20 of 45 in 2025`.
fn shares(html: &mut Html, compared: &Compared, earlier: &[Earlier]) {
    html.element("p", &[("class", "much")], |html| {
        let Share { count, of } = compared.now;
        html.leaf("b", &[], &count.to_string());
        html.text(&format!(" of {of} now"));
        for (share, one) in compared.then.iter().zip(earlier) {
            if let Some(Share { count, of }) = share {
                html.text(&format!(", {count} of {of} in "));
                html.leaf("code", &[], &one.name);
            }
        }
    });
}
