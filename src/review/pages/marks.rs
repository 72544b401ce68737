//! The page of marks by hand: one submission at a time, with the rubric of the scenario.

use super::frame::page;
use super::{key, label, submission};
use crate::decisions::RubricItem;
use crate::report::{Graded, GradedScenario, Html};
use crate::review::desk::{Lying, Refusal, absent};
use crate::review::{Review, counted};

/// Writes the page for a scenario and a submission; where these are not named, for the first that has no mark yet.
pub(in crate::review) fn marks(
    review: &Review,
    scenario: Option<usize>,
    place: Option<usize>,
) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let manual = lying.scenarios_by_hand();
    let nothing = |headline: &str, why: &str| {
        Ok(page(review, &lying, "marks", "Marks", |html| {
            html.leaf("h1", &[], headline);
            html.leaf("p", &[], why);
        }))
    };
    let Some(scenario) = scenario.filter(|one| manual.contains(one)).or(manual.first().copied()) else {
        return nothing(
            "Nothing is marked by hand",
            "A scenario of the spec with the key `manual` would be, if any program could be run.",
        );
    };
    let marking = review.desk.marking(&lying, scenario);
    let Some(place) = place.or_else(|| marking.open_from(0)).or(marking.places.first().copied()) else {
        return nothing("Nothing to mark in this part", "None of its programs could be run.");
    };
    let graded = lying.submission(place)?;
    let shown = graded.scenarios.get(scenario).ok_or_else(|| absent("there is no such scenario"))?;
    let title = format!("Marks: {}", shown.full_name());
    Ok(page(review, &lying, "marks", &title, |html| {
        html.leaf("h1", &[], &shown.full_name());
        html.element("p", &[("class", "lead")], |html| {
            html.text(&format!("{} of {} marked", marking.done(), marking.places.len()));
            if marking.not_run > 0 {
                html.text(&format!("; {} could not be run, so there is nothing to mark", marking.not_run));
            }
        });
        if manual.len() > 1 {
            html.element("p", &[("class", "members")], |html| {
                for other in &manual {
                    let name = lying.graded.submissions[place].scenarios[*other].full_name();
                    let attributes = [
                        ("href", &*format!("marks?scenario={other}")),
                        ("class", "member"),
                        ("aria-current", "true"),
                    ];
                    html.leaf("a", if *other == scenario { &attributes } else { &attributes[..2] }, &name);
                    html.text(" ");
                }
            });
        }
        walk(html, review, &lying, &marking.places, scenario, place);
        html.element("div", &[("class", "two")], |html| {
            html.element("section", &[("class", "sources"), ("aria-labelledby", "sources")], |html| {
                html.leaf("h2", &[("id", "sources")], "Source");
                submission::sources(html, &graded, &lying);
            });
            html.element("section", &[("aria-label", "Mark")], |html| {
                if lying.is_by_hand(place, scenario) {
                    form(html, &lying, &graded, shown, scenario, place);
                } else {
                    html.leaf("p", &[], "It could not be run, so there is nothing to mark.");
                }
            });
        });
        agreements(html, &lying);
    }))
}

fn walk(html: &mut Html, review: &Review, lying: &Lying, places: &[usize], scenario: usize, place: usize) {
    let at = places.iter().position(|one| *one == place).unwrap_or(0);
    let link = |at: usize| format!("marks?scenario={scenario}&who={}", places[at % places.len()]);
    html.element("div", &[("class", "walk")], |html| {
        if places.is_empty() {
            return;
        }
        html.element(
            "a",
            &[("href", &link(at + places.len() - 1)), ("id", "before"), ("class", "button")],
            |html| {
                html.text("‹ ");
                key(html, "k");
            },
        );
        html.leaf("strong", &[], &label(review, lying, place));
        html.element("a", &[("href", &link(at + 1)), ("id", "after"), ("class", "button")], |html| {
            key(html, "j");
            html.text(" ›");
        });
        html.leaf("a", &[("href", &format!("submission/{place}"))], "Everything about it");
    });
}

fn form(
    html: &mut Html,
    lying: &Lying,
    graded: &Graded,
    shown: &GradedScenario,
    scenario: usize,
    place: usize,
) {
    let name = shown.full_name();
    let rubric: Vec<RubricItem> =
        lying.decided.rubric().into_iter().filter(|item| item.scenario == name).collect();
    let found = lying.decided.found(&graded.name, &name);
    let given = lying.mark(place, scenario);
    for reason in &shown.reasons {
        html.leaf("p", &[("class", "reason")], reason);
    }
    let attributes = [
        ("id", "mark"),
        ("data-place", &*place.to_string()),
        ("data-scenario", &*scenario.to_string()),
        ("data-most", &*shown.max_points.to_string()),
    ];
    html.element("form", &attributes, |html| {
        html.leaf("h2", &[], "Rubric");
        for (index, item) in rubric.iter().enumerate() {
            html.element("div", &[("class", "item")], |html| {
                html.element("label", &[("class", "choice")], |html| {
                    let (id, points) = (item.item.to_string(), item.points.to_string());
                    let check = [
                        ("type", "checkbox"),
                        ("name", "item"),
                        ("value", id.as_str()),
                        ("data-points", points.as_str()),
                        ("checked", ""),
                    ];
                    html.void("input", if found.contains(&item.item) { &check } else { &check[..4] });
                    html.element("span", &[], |html| {
                        html.text(&item.sentence);
                        html.element("small", &[], |html| {
                            html.text(&format!(" {}, used {} ×", item.points.counted(), item.used));
                        });
                    });
                    if index < 9 {
                        key(html, &(index + 1).to_string());
                    }
                });
                let edit = [
                    ("type", "button"),
                    ("data-item", &*item.item.to_string()),
                    ("data-sentence", &item.sentence),
                    ("data-points", &*item.points.to_string()),
                ];
                html.leaf("button", &edit, "Change");
            });
        }
        html.element("p", &[("class", "actions")], |html| {
            html.element("label", &[], |html| {
                html.text("Points ");
                let value = given.map(|points| points.to_string()).unwrap_or_default();
                let input = [
                    ("name", "points"),
                    ("inputmode", "decimal"),
                    ("size", "6"),
                    ("required", ""),
                    ("value", &*value),
                ];
                html.void("input", &input);
            });
            html.text(&format!(" of {} ", shown.max_points));
            html.element("button", &[("class", "first")], |html| {
                html.text("Mark and next ");
                key(html, "Enter");
            });
        });
    });
    html.element("form", &[("id", "item"), ("data-scenario", &scenario.to_string())], |html| {
        html.leaf("h2", &[], "A new item of the rubric");
        html.void("input", &[("type", "hidden"), ("name", "item"), ("value", "")]);
        html.element("label", &[], |html| {
            html.text("What it says ");
            html.void("input", &[("name", "sentence"), ("required", ""), ("size", "30")]);
        });
        html.text(" ");
        html.element("label", &[], |html| {
            html.text("Points ");
            html.void(
                "input",
                &[("name", "points"), ("inputmode", "decimal"), ("size", "5"), ("required", "")],
            );
        });
        html.text(" ");
        html.leaf("button", &[], "Keep");
    });
}

/// Writes how well people agree who marked the same submissions.
fn agreements(html: &mut Html, lying: &Lying) {
    let agreements = lying.decided.agreements();
    if agreements.is_empty() {
        return;
    }
    html.leaf("h2", &[], "Agreement");
    html.element("ul", &[], |html| {
        for one in &agreements {
            html.element("li", &[], |html| {
                html.text(&one.between[0]);
                html.text(" and ");
                html.text(&one.between[1]);
                html.text(&format!(
                    " both marked {}, {} of them alike",
                    counted(one.both, "time"),
                    one.equal
                ));
                if let Some(kappa) = one.kappa {
                    html.text(&format!("; Cohen’s κ = {kappa:.2}"));
                }
            });
        }
    });
}
