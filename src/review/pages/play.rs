//! What runs a program again: playing it further, exploring it, and the commands of a terminal.

use crate::report::{Graded, GradedScenario, Html, Piece};
use crate::review::counted;
use crate::review::desk::Lying;
use crate::review::explore::Explored;
use crate::submission::Place;

/// Writes the form with which the program is played further: the scenarios that type lines, and their lines.
pub(super) fn play(html: &mut Html, graded: &Graded, place: usize) {
    let runs = graded.scenarios.iter().enumerate();
    let runs: Vec<_> = runs.filter(|(_, one)| one.session.is_empty() && one.length > 0).collect();
    if runs.is_empty() || graded.problem.is_some() {
        return;
    }
    html.element("section", &[("aria-labelledby", "play")], |html| {
        html.leaf("h2", &[("id", "play")], "Play it further");
        html.element("form", &[("id", "play-on"), ("data-place", &place.to_string())], |html| {
            html.element("p", &[], |html| {
                html.element("label", &[], |html| {
                    html.text("Begin as in ");
                    html.element("select", &[("name", "scenario")], |html| {
                        for (number, scenario) in &runs {
                            let lines = scenario.input.join("\n");
                            let attributes = [("value", &*number.to_string()), ("data-lines", &lines)];
                            html.leaf("option", &attributes, &scenario.full_name());
                        }
                    });
                });
            });
            html.leaf("label", &[("for", "lines")], "What is typed, a line each");
            html.element(
                "textarea",
                &[("id", "lines"), ("name", "lines"), ("rows", "6"), ("dir", "ltr")],
                |html| {
                    html.lines(&runs[0].1.input.join("\n"));
                },
            );
            html.leaf("button", &[("class", "first")], "Run it beside the reference");
        });
        html.element("div", &[("id", "played"), ("role", "status")], |_| {});
    });
}

/// Writes what came of playing.
pub(in crate::review) fn played(scenario: &GradedScenario) -> Vec<u8> {
    let mut html = Html::default();
    html.element("p", &[], |html| {
        Piece::verdict(html, scenario.verdict);
        if scenario.difference.is_none() && scenario.reasons.is_empty() {
            html.text(" It does what the reference does.");
        }
    });
    outcome(&mut html, scenario);
    html.into_bytes()
}

/// Writes what a program did in a scenario: why it lost, the dialogue, the lines of its source.
pub(super) fn outcome(html: &mut Html, scenario: &GradedScenario) {
    for reason in &scenario.reasons {
        html.element("p", &[("class", "reason")], |html| Piece::sentence(html, reason));
    }
    Piece::dialogue(html, scenario);
    Piece::lines(html, &scenario.guidance);
}

/// Writes the button with which the program is explored.
pub(super) fn explore(html: &mut Html, graded: &Graded, place: usize) {
    if graded.problem.is_some() {
        return;
    }
    html.element("section", &[("aria-labelledby", "explore")], |html| {
        html.leaf("h2", &[("id", "explore")], "Explore it");
        html.leaf(
            "p",
            &[("class", "lead")],
            "Generated scenarios are tried on it, beside the reference. You are shown the shortest that differ; no mark follows from them.",
        );
        html.element("form", &[("id", "explore-it"), ("data-place", &place.to_string())], |html| {
            html.leaf("button", &[], "Look for other mistakes");
        });
        html.element("div", &[("id", "explored"), ("role", "status")], |_| {});
    });
}

/// Writes what came of exploring.
pub(in crate::review) fn explored(explored: &Explored) -> Vec<u8> {
    let mut html = Html::default();
    let of = counted(explored.generated, "generated scenario");
    html.leaf("p", &[], &format!("It differs from the reference in {} of {of}.", explored.differing));
    for (scenario, unusual) in &explored.shortest {
        html.leaf("h3", &[], &scenario.name);
        if let Some(unusual) = unusual {
            let doubt = format!("Not certain: {unusual}, so the handout may leave open what then happens.");
            html.leaf("p", &[("class", "note")], &doubt);
        }
        outcome(&mut html, scenario);
    }
    html.into_bytes()
}

/// Writes the commands of a terminal that look into the submission more deeply.
pub(super) fn commands(html: &mut Html, lying: &Lying, graded: &Graded, place: usize) {
    let folder = lying.folder();
    let (results, spec) = (folder.path().display(), &folder.manifest().spec.name);
    // What lies in a download has no path that a command takes.
    let path = folder.submission(place).filter(|submission| submission.place == Place::Path);
    let path = path.map(|submission| submission.path.display().to_string());
    html.element("details", &[], |html| {
        html.leaf("summary", &[], "In a terminal");
        html.element("pre", &[("dir", "ltr"), ("class", "session")], |html| {
            if let Some(path) = &path {
                html.text(&format!("yardstick diagnose '{spec}' '"));
                html.text(path);
                html.text("'  # its mistakes by their names");
                html.raw("\n");
            }
            html.text("yardstick bundle '");
            html.text(&graded.name);
            html.text(&format!("' --results '{results}'  # a file that proves the mark"));
        });
    });
}
