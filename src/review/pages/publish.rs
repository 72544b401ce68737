//! The page before publishing: what stands in the way, and what changes.

use super::frame::page;
use super::label;
use crate::points::Points;
use crate::report::{Html, Piece};
use crate::results::Way;
use crate::review::desk::{Lying, Obstacle, Publication, Refusal};
use crate::review::{Review, counted};
use crate::untrusted::Untrusted;

/// The most changes that are listed at once.
const MOST: usize = 200;

/// Writes the page.
pub(in crate::review) fn publish(review: &Review) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let publication = lying.publication()?;
    Ok(page(review, &lying, "publish", "Publish", |html| {
        html.leaf("h1", &[], "Publish");
        html.leaf(
            "p",
            &[("class", "lead")],
            "What goes out, and what stands in the way. Nothing has been written yet.",
        );
        html.element("form", &[("id", "publish")], |html| {
            html.leaf("h2", &[], "In the way");
            in_the_way(html, &publication.obstacles);
            changes(html, review, &lying, &publication);
            html.element("p", &[("class", "actions")], |html| {
                html.leaf("button", &[("class", "first")], "Write gradebook, feedback and pages");
            });
        });
    }))
}

fn in_the_way(html: &mut Html, obstacles: &[Obstacle]) {
    if obstacles.is_empty() {
        html.leaf(
            "p",
            &[("class", "done")],
            "✓ Nothing: all are graded, all marks are given, all groups are decided.",
        );
    }
    for obstacle in obstacles {
        html.element("p", &[("class", "obstacle")], |html| {
            if obstacle.can_be_confirmed {
                html.element("label", &[], |html| {
                    html.void("input", &[("type", "checkbox"), ("name", "confirmed"), ("required", "")]);
                    html.leaf("span", &[], &obstacle.sentence);
                });
            } else {
                html.leaf("span", &[("class", "no")], "✗ ");
                html.leaf("span", &[("data-firm", "")], &obstacle.sentence);
            }
        });
    }
}

fn changes(html: &mut Html, review: &Review, lying: &Lying, publication: &Publication) {
    let changes = &publication.changes;
    let all = changes.unchanged + changes.changed.len();
    html.leaf("h2", &[], &format!("{} of {all} change", counted(changes.changed.len(), "student")));
    if changes.changed.is_empty() {
        return;
    }
    html.element(
        "div",
        &[("class", "wide"), ("tabindex", "0"), ("role", "group"), ("aria-label", "What changes")],
        |html| {
            html.element("table", &[("class", "changes")], |html| {
                html.element("thead", &[], |html| {
                    html.element("tr", &[], |html| {
                        for name in ["Student", "Before", "After", "Why"] {
                            html.leaf("th", &[("scope", "col")], name);
                        }
                    });
                });
                html.element("tbody", &[], |html| {
                    for change in changes.changed.iter().take(MOST) {
                        let class = match change.way() {
                            Way::Up => "ok",
                            Way::Down => "no",
                            Way::Sideways | Way::Unknown => "none",
                        };
                        let points = |points: Option<Points>| {
                            points.map_or("–".to_owned(), |points| points.to_string())
                        };
                        html.element("tr", &[("class", class)], |html| {
                            html.element("th", &[("scope", "row")], |html| {
                                // Who was taken out of the class has no page.
                                match lying.place_of(&change.name) {
                                    Some(place) => {
                                        let href = format!("submission/{place}");
                                        html.leaf("a", &[("href", &href)], &label(review, lying, place));
                                    }
                                    None => html.text(&change.name),
                                }
                            });
                            html.element("td", &[], |html| html.leaf("s", &[], &points(change.before)));
                            html.leaf("td", &[("class", "after")], &points(change.after));
                            html.element("td", &[], |html| {
                                for (scenario, why) in change.why.iter().take(2) {
                                    let told = match scenario.is_empty() {
                                        true => why.clone(),
                                        false => Untrusted::concat(&[scenario, &": ", why]),
                                    };
                                    html.element("div", &[], |html| Piece::sentence(html, &told));
                                }
                            });
                        });
                    }
                });
            });
        },
    );
    if changes.changed.len() > MOST {
        html.leaf("p", &[], &format!("And {} more.", changes.changed.len() - MOST));
    }
}
