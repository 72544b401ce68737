//! The page of a class: what there is to decide, then how earlier classes did, the points, the table of submissions and scenarios, and the statistics
//! of the scenarios.

use std::io;

use super::frame::Frame;
use super::markup::Html;
use super::{agenda, histogram, history, matrix, scenarios};
use crate::points::Points;
use crate::report::{Format, Report};
use crate::sandbox::Level;

const FRAME: Frame = Frame {
    kind: "class",
    style: include_str!("class.css"),
    script: include_str!("class.js"),
    pictures: false,
    asks: false,
};

/// Writes the page of a class. Of a few mistakes it shows the
/// place in the dialogue; whole dialogues are on the pages of the submissions, to which it links.
#[derive(Debug)]
pub struct ClassPage {
    /// The paths from this page to the page of each submission, in the order of the report.
    pub links: Vec<String>,
    /// The address of the review that shows the page, if one does, with a slash behind it: the page leads back there, and shows what
    /// changes there.
    pub review: Option<String>,
}

impl ClassPage {
    /// The number of mistakes of which it shows the place in a dialogue, from the first one on.
    pub const EXAMPLES: usize = 3;
}

impl Format for ClassPage {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let frame = Frame { asks: self.review.is_some(), ..FRAME };
        let page = frame.page(
            &report.title,
            |html| {
                if let Some(review) = &self.review {
                    html.element("p", &[], |html| {
                        html.leaf("a", &[("href", review)], "‹ Back to the groups");
                    });
                    let told = [("role", "status"), ("data-changes", &*format!("{review}changes"))];
                    html.element("p", &told, |_| {});
                }
                header(html, report);
            },
            |html| {
                agenda::section(html, report, &self.links);
                history::section(html, report);
                histogram::section(html, report);
                matrix::section(html, report, &self.links);
                scenarios::section(html, report);
            },
        );
        out.write_all(&page)
    }
}

fn header(html: &mut Html, report: &Report) {
    html.leaf("p", &[("class", "over")], &report.assignment);
    html.leaf("h1", &[], &report.title);
    let summary = &report.summary;
    let points = |points: Option<Points>| points.map_or_else(|| "–".to_owned(), |points| points.to_string());
    let full = report.submissions.iter().filter(|one| one.points.is_some() && one.is_full()).count();
    let out_of = match (report.max_points, report.bonus_points) {
        (max, Points::ZERO) => format!("of {}", max.counted()),
        (Points::ZERO, bonus) => format!("of {}", bonus.counted_as("bonus point")),
        (max, bonus) => format!("of {}, and {bonus} bonus", max.counted()),
    };
    html.element("dl", &[("class", "facts")], |html| {
        fact(html, "Submissions", &report.submissions.len().to_string(), "");
        fact(html, "Mean", &points(summary.mean), &out_of);
        fact(html, "Median", &points(summary.median), &out_of);
        fact(html, "Lost nothing", &full.to_string(), "");
        if summary.not_graded > 0 {
            fact(html, "Not graded", &summary.not_graded.to_string(), "through no fault of theirs");
        }
    });
    for sentence in report.about_times() {
        html.element("p", &[("class", "note")], |html| {
            html.leaf("strong", &[], "Lateness: ");
            html.text(&sentence);
        });
    }
    if report.isolation.level != Level::Strict {
        html.element("p", &[("class", "note")], |html| {
            html.leaf("strong", &[], "Isolation: ");
            html.text(report.isolation.sentence());
        });
    }
}

fn fact(html: &mut Html, name: &str, value: &str, note: &str) {
    html.element("div", &[], |html| {
        html.leaf("dt", &[], name);
        html.element("dd", &[], |html| {
            html.leaf("b", &[], value);
            if !note.is_empty() {
                html.text(" ");
                html.leaf("small", &[], note);
            }
        });
    });
}
