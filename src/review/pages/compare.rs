//! The page of two submissions beside each other: what each does in one scenario, and their sources.

use super::frame::page;
use super::{label, submission};
use crate::report::{Graded, GradedScenario, Html, Piece};
use crate::review::Review;
use crate::review::desk::{Lying, Refusal};
use crate::untrusted::Untrusted;

/// Writes the page of two submissions; of a scenario, or of the first that one of them lost.
pub(in crate::review) fn compare(
    review: &Review,
    places: [usize; 2],
    scenario: Option<usize>,
) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let both = [lying.submission(places[0])?, lying.submission(places[1])?];
    let is_lost =
        |place: &usize| both.iter().any(|one| one.scenarios.get(*place).is_some_and(GradedScenario::is_lost));
    let count = both[0].scenarios.len();
    let scenario = scenario.filter(|place| *place < count).or_else(|| (0..count).find(is_lost)).unwrap_or(0);
    let names = places.map(|place| label(review, &lying, place));
    let title = Untrusted::concat(&[&names[0], &" beside ", &names[1]]);
    Ok(page(review, &lying, "submission", &title, |html| {
        html.leaf("h1", &[("id", "headline")], &title);
        form(html, review, &lying, places, scenario, &both[0]);
        html.element("div", &[("class", "beside")], |html| {
            for (index, graded) in both.iter().enumerate() {
                html.element("section", &[("aria-labelledby", &format!("name{index}"))], |html| {
                    html.element("h2", &[("id", &format!("name{index}"))], |html| {
                        html.leaf("a", &[("href", &format!("submission/{}", places[index]))], &names[index]);
                    });
                    one(html, graded, scenario);
                    submission::sources(html, graded, &lying);
                });
            }
        });
    }))
}

/// Writes what a submission does in a scenario.
fn one(html: &mut Html, graded: &Graded, scenario: usize) {
    if let Some(problem) = &graded.problem {
        html.element("pre", &[("dir", "ltr"), ("class", "session")], |html| html.lines(problem));
    }
    let Some(scenario) = graded.scenarios.get(scenario) else { return };
    html.element("p", &[], |html| Piece::verdict(html, scenario.verdict));
    for reason in &scenario.reasons {
        html.element("p", &[("class", "reason")], |html| Piece::sentence(html, reason));
    }
    Piece::dialogue(html, scenario);
    Piece::lines(html, &scenario.guidance);
}

fn form(
    html: &mut Html,
    review: &Review,
    lying: &Lying,
    places: [usize; 2],
    scenario: usize,
    graded: &Graded,
) {
    html.element("form", &[("method", "get"), ("action", "compare"), ("class", "actions")], |html| {
        for (name, title, chosen) in [("one", "One", places[0]), ("other", "Other", places[1])] {
            let all = (0..lying.graded.submissions.len()).map(|place| label(review, lying, place));
            select(html, name, title, chosen, all);
        }
        let names = graded.scenarios.iter().map(|one| one.full_name().into());
        select(html, "scenario", "Scenario", scenario, names);
        html.leaf("button", &[], "Show");
    });
}

fn select(html: &mut Html, name: &str, title: &str, chosen: usize, options: impl Iterator<Item = Untrusted>) {
    html.element("label", &[], |html| {
        html.text(&format!("{title} "));
        html.element("select", &[("name", name)], |html| {
            for (number, option) in options.enumerate() {
                let value = number.to_string();
                let attributes = [("value", value.as_str()), ("selected", "")];
                html.leaf("option", if number == chosen { &attributes } else { &attributes[..1] }, &option);
            }
        });
    });
    html.text(" ");
}
