//! What an instructor decides about a class, before any number: what to teach, who needs help, what is strange.

use super::dialogue;
use super::markup::Html;
use super::sentence::sentence;
use super::verdict;
use crate::points::Points;
use crate::report::{ClassPage, Report, SharedMistake};
use crate::untrusted::Untrusted;

/// The most mistakes that are told.
const MOST: usize = 30;

/// Writes what there is to decide; `links` lead to the pages of the submissions.
pub(super) fn section(html: &mut Html, report: &Report, links: &[String]) {
    teach(html, report, links);
    let agenda = &report.agenda;
    if !agenda.needs.is_empty() {
        html.element("section", &[("aria-labelledby", "needs")], |html| {
            html.leaf("h2", &[("id", "needs")], "Needs you");
            html.element("ul", &[("class", "agenda")], |html| {
                for need in &agenda.needs {
                    html.element("li", &[], |html| {
                        html.leaf("b", &[], &need.submissions.len().to_string());
                        html.text(&format!(" {}", need.reason));
                        who(html, report, links, &need.submissions);
                    });
                }
            });
        });
    }
    if !agenda.strange.is_empty() {
        html.element("section", &[("aria-labelledby", "strange")], |html| {
            html.leaf("h2", &[("id", "strange")], "Strange");
            html.element("ul", &[("class", "agenda")], |html| {
                for strange in &agenda.strange {
                    html.element("li", &[], |html| {
                        html.text(&strange.sentence);
                        who(html, report, links, &strange.submissions);
                    });
                }
            });
        });
    }
}

/// Writes the mistakes that several submissions make, those of most submissions first.
fn teach(html: &mut Html, report: &Report, links: &[String]) {
    let mistakes = &report.agenda.mistakes;
    if mistakes.is_empty() {
        return;
    }
    html.element("section", &[("aria-labelledby", "teach")], |html| {
        html.leaf("h2", &[("id", "teach")], "Teach tomorrow");
        html.element("p", &[("class", "lead")], |html| {
            html.text(
                "The mistakes that several submissions make. One answer does for all who make one of them.",
            );
        });
        html.element("ol", &[("class", "alike")], |html| {
            for (index, mistake) in mistakes.iter().take(MOST).enumerate() {
                html.element("li", &[], |html| {
                    one(html, mistake, report, links, index < ClassPage::EXAMPLES);
                });
                html.raw("\n");
            }
        });
        let rest = mistakes.len().saturating_sub(MOST);
        if rest > 0 {
            html.leaf("p", &[("class", "lead")], &format!("And {rest} more, of fewer submissions."));
        }
    });
}

fn one(html: &mut Html, mistake: &SharedMistake, report: &Report, links: &[String], with_dialogue: bool) {
    let lost = match mistake.lost {
        Points::ZERO => String::new(),
        points => format!(", {}", points.counted()),
    };
    html.element("p", &[("class", "much")], |html| {
        html.leaf("b", &[], &mistake.submissions.len().to_string());
        html.text(&format!(" of {} submissions{lost} ", report.submissions.len()));
        verdict::chip(html, mistake.verdict);
    });
    html.element("h3", &[], |html| sentence(html, &mistake.headline));
    if let Some(todo) = &mistake.todo {
        html.element("p", &[], |html| sentence(html, todo));
    }
    let (submission, scenario) = mistake.example;
    let example = report.submissions.get(submission).and_then(|one| one.scenarios.get(scenario));
    if let Some(difference) = example.and_then(|one| one.difference.as_ref()).filter(|_| with_dialogue)
        && !difference.rows.is_empty()
    {
        dialogue::excerpt(html, difference);
    }
    who(html, report, links, &mistake.submissions);
    let places: Vec<String> = mistake.submissions.iter().map(usize::to_string).collect();
    let places = places.join(" ");
    let button = [("type", "button"), ("data-places", &*places), ("hidden", ""), ("data-script", "")];
    html.leaf("button", &button, "Show these in the table");
}

/// Writes the names of submissions, as links to their pages.
fn who(html: &mut Html, report: &Report, links: &[String], submissions: &[usize]) {
    html.element("details", &[], |html| {
        html.leaf("summary", &[], "who");
        html.element("p", &[], |html| {
            for (index, place) in submissions.iter().enumerate() {
                if index > 0 {
                    html.text(" · ");
                }
                let name: Untrusted = report.submissions[*place].shown_name();
                match links.get(*place) {
                    Some(link) => html.leaf("a", &[("href", link)], &name),
                    None => html.text(&name),
                }
            }
        });
    });
}
