//! The page of a submission beside another one, or beside its own earlier attempt: what each does in one scenario, and their sources.

use super::frame::page;
use super::{label, play, submission};
use crate::report::{Graded, GradedScenario, Html, Piece};
use crate::review::Review;
use crate::review::desk::{Lying, Refusal};
use crate::untrusted::Untrusted;

/// One of the two.
struct Side {
    name: Untrusted,
    graded: Graded,
    /// Its place in the class; `None` for an earlier attempt.
    place: Option<usize>,
}

/// Writes the page of two submissions; without another one, of a submission and its earlier attempt. It shows a scenario of the first
/// one, or the first that one of them lost.
pub(in crate::review) fn compare(
    review: &Review,
    one: usize,
    other: Option<usize>,
    scenario: Option<usize>,
) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let side = |place: usize| -> Result<Side, Refusal> {
        let graded = lying.submission(place)?;
        Ok(Side { name: label(review, &lying, place), graded, place: Some(place) })
    };
    let earlier = || -> Result<Side, Refusal> {
        let attempt = review.desk.attempt(one)?;
        let name = Untrusted::concat(&[&"the attempt in ", &attempt.folder]);
        Ok(Side { name, graded: attempt.graded, place: None })
    };
    let both = [side(one)?, other.map_or_else(earlier, side)?];
    let is_lost = |place: &usize| {
        let name = both[0].graded.scenarios[*place].full_name();
        both.iter().any(|side| named(&side.graded, &name).is_some_and(GradedScenario::is_lost))
    };
    let count = both[0].graded.scenarios.len();
    let scenario = scenario.filter(|place| *place < count).or_else(|| (0..count).find(is_lost)).unwrap_or(0);
    let name = both[0].graded.scenarios.get(scenario).map(GradedScenario::full_name).unwrap_or_default();
    let title = Untrusted::concat(&[&both[0].name, &" beside ", &both[1].name]);
    Ok(page(review, &lying, "submission", &title, |html| {
        html.leaf("h1", &[("id", "headline")], &title);
        form(html, review, &lying, &both, scenario);
        if other.is_none() {
            since(html, &both);
        }
        html.element("div", &[("class", "beside")], |html| {
            for (index, side) in both.iter().enumerate() {
                let id = format!("name{index}");
                html.element("section", &[("aria-labelledby", &id)], |html| {
                    html.element("h2", &[("id", &id)], |html| match side.place {
                        Some(place) => {
                            html.leaf("a", &[("href", &format!("submission/{place}"))], &side.name);
                        }
                        None => html.text(&side.name),
                    });
                    shown(html, &side.graded, &name);
                    match side.place {
                        Some(_) => submission::sources(html, &side.graded, &lying),
                        None => submission::commented(html, &side.graded, &side.graded.comments),
                    }
                });
            }
        });
    }))
}

/// The scenario of a submission with this full name.
fn named<'g>(graded: &'g Graded, name: &str) -> Option<&'g GradedScenario> {
    graded.scenarios.iter().find(|scenario| scenario.full_name() == name)
}

/// Writes what a submission does in a scenario.
fn shown(html: &mut Html, graded: &Graded, name: &str) {
    if let Some(problem) = &graded.problem {
        html.element("pre", &[("dir", "ltr"), ("class", "session")], |html| html.lines(problem));
    }
    match named(graded, name) {
        Some(scenario) => {
            html.element("p", &[], |html| Piece::verdict(html, scenario.verdict));
            play::outcome(html, scenario);
        }
        None => html.leaf("p", &[("class", "note")], "There was no such scenario."),
    }
}

/// Writes what is better and what is worse than at the earlier attempt.
fn since(html: &mut Html, [now, earlier]: &[Side; 2]) {
    let points = |side: &Side| side.graded.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
    html.element("p", &[("class", "total")], |html| {
        html.text(&format!("{} → ", points(earlier)));
        html.leaf("b", &[], &points(now));
    });
    let of = |was_lost: bool| {
        let changed = now.graded.scenarios.iter().filter(move |scenario| {
            let before = named(&earlier.graded, &scenario.full_name());
            before.is_some_and(|before| before.is_lost() == was_lost && scenario.is_lost() != was_lost)
        });
        changed.map(GradedScenario::full_name).collect::<Vec<_>>()
    };
    for (title, those) in [("Right since then", of(true)), ("Wrong since then", of(false))] {
        if !those.is_empty() {
            html.element("p", &[], |html| {
                html.leaf("b", &[], &format!("{title}: "));
                html.text(&those.join(", "));
            });
        }
    }
}

fn form(html: &mut Html, review: &Review, lying: &Lying, both: &[Side; 2], scenario: usize) {
    html.element("form", &[("method", "get"), ("action", "compare"), ("class", "actions")], |html| {
        for (name, title, side) in [("one", "One", &both[0]), ("other", "Other", &both[1])] {
            if let Some(chosen) = side.place {
                let all = (0..lying.graded.submissions.len()).map(|place| label(review, lying, place));
                select(html, name, title, chosen, all);
            }
        }
        let names = both[0].graded.scenarios.iter().map(|one| one.full_name().into());
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
