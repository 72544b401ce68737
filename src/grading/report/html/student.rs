//! The page of one submission for browsers: the lost scenarios, the reasons, and the place where the dialogue differs
//! from the expected one.

use std::io;

use super::dialogue;
use super::frame::{Frame, STYLE};
use super::loop_values;
use super::markup::Html;
use super::sentence::sentence;
use super::source;
use super::verdict;
use crate::compare::{SideBySide, Verdict};
use crate::language::GivenFile;
use crate::points::Points;
use crate::report::entry::{Alike, Cause, Entry, entries};
use crate::report::warned::Warned;
use crate::report::{Format, Graded, GradedScenario, Report};
use crate::untrusted::Untrusted;

const FRAME: Frame = Frame {
    kind: "student",
    style: include_str!("student.css"),
    script: include_str!("student.js"),
    pictures: false,
    asks: false,
};

/// Writes the page of one submission.
#[derive(Clone, Copy, Debug)]
pub struct StudentPage;

impl StudentPage {
    /// Returns the style sheet of the page, for a page that shows what is on it.
    pub fn style() -> String {
        [STYLE, FRAME.style].concat()
    }

    /// Writes the page of `graded`; the report gives the title.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    pub fn page(&self, graded: &Graded, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        let graded = &graded.for_student();
        let title = Untrusted::concat(&[&report.title, &": ", &graded.shown_name()]);
        let frame = Frame { pictures: graded.scenarios.iter().any(|one| one.pictures.is_some()), ..FRAME };
        out.write_all(&frame.page(&title, |html| header(html, graded, report), |html| main(html, graded)))
    }
}

impl Format for StudentPage {
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
        report.submissions.iter().try_for_each(|graded| self.page(graded, report, out))
    }
}

fn header(html: &mut Html, graded: &Graded, report: &Report) {
    html.leaf("p", &[("class", "over")], &report.title);
    html.leaf("h1", &[], &graded.shown_name());
    let left = graded.after_lateness();
    for (points, rest) in &left {
        html.element("p", &[("class", "total")], |html| {
            html.leaf("b", &[], &points.to_string());
            html.text(&format!(" of {}", graded.max_points(false).counted()));
            html.text(rest);
        });
    }
    let sum = |html: &mut Html| {
        let total = |html: &mut Html, points: Points, most: String| {
            html.leaf("b", &[], &points.to_string());
            html.text(&format!(" of {most}"));
        };
        match (graded.points, graded.max_points(false), graded.max_points(true)) {
            (None, ..) => html.text("No points yet: that is no fault of the submission."),
            (Some(_), max, Points::ZERO) => total(html, graded.earned(false), max.counted()),
            (Some(_), Points::ZERO, bonus) => {
                total(html, graded.earned(true), bonus.counted_as("bonus point"));
            }
            (Some(_), max, bonus) => {
                total(html, graded.earned(false), max.counted());
                html.text(", ");
                total(html, graded.earned(true), bonus.counted_as("bonus point"));
            }
        }
    };
    if left.is_empty() {
        html.element("p", &[("class", "total")], sum);
    }
    if let Some(sentence) = graded.about_hand_ins() {
        html.leaf("p", &[], sentence);
    }
    for sentence in graded.about_lateness() {
        html.leaf("p", &[], &sentence);
    }
    if let Some(sentence) = graded.undisclosed.sentence() {
        html.leaf("p", &[], &sentence);
    }
    if graded.problem.is_none() {
        overview(html, graded);
    }
}

/// Writes a sign for each scenario, which is a link to it.
fn overview(html: &mut Html, graded: &Graded) {
    html.element("nav", &[("aria-label", "Scenarios")], |html| {
        let numbered: Vec<(usize, &GradedScenario)> = graded.scenarios.iter().enumerate().collect();
        for group in numbered.chunk_by(|(_, one), (_, other)| one.group == other.group) {
            html.element("div", &[], |html| {
                if let Some(name) = &group[0].1.group {
                    html.leaf("h2", &[], name);
                }
                html.element("ul", &[], |html| {
                    for (index, scenario) in group {
                        html.element("li", &[], |html| mark(html, *index, scenario));
                    }
                });
            });
        }
    });
}

fn mark(html: &mut Html, index: usize, scenario: &GradedScenario) {
    let (target, told) = (format!("#s{index}"), format!("{}: {}", scenario.name, scenario.outcome()));
    let attributes = [
        ("href", target.as_str()),
        ("class", verdict::class(scenario.verdict)),
        ("title", &told),
        ("aria-label", &told),
    ];
    html.leaf("a", &attributes, &verdict::sign(scenario.verdict));
}

/// Writes what is told of a submission.
pub(super) fn main(html: &mut Html, graded: &Graded) {
    comments(html, graded);
    if let Some(problem) = &graded.problem {
        let verdict = graded.scenarios.first().map_or(Verdict::NotGraded, |scenario| scenario.verdict);
        html.element("section", &[("class", "problem")], |html| {
            html.element("h2", &[], |html| verdict::chip(html, verdict));
            if let Some(headline) = &graded.guidance.headline {
                html.element("p", &[("class", "headline")], |html| sentence(html, headline));
            }
            source::guidance(html, &graded.guidance);
            // The headline says what the first line does.
            let rest = Untrusted::join(problem.lines().skip(1), "\n");
            let is_told = graded.guidance.headline.is_some() && !rest.is_empty();
            html.element("pre", &[("dir", "ltr")], |html| html.lines(if is_told { &rest } else { problem }));
        });
        return;
    }
    let (warnings, others): (Vec<Entry>, Vec<Entry>) = entries(graded).into_iter().partition(Entry::warns);
    let (lost, kept): (Vec<Entry>, Vec<Entry>) = others.into_iter().partition(Entry::is_lost);
    if !warnings.is_empty() {
        html.element("section", &[("aria-labelledby", "warnings")], |html| {
            html.leaf("h2", &[("id", "warnings")], "Warnings, which cost nothing");
            list(html, &warnings);
        });
    }
    if !lost.is_empty() {
        html.element("section", &[("aria-labelledby", "lost")], |html| {
            html.leaf("h2", &[("id", "lost")], "Where points were lost");
            let dialogues = lost.iter().filter_map(|entry| match entry {
                Entry::Scenario(_, scenario) => scenario.side_by_side.as_ref(),
                Entry::Cause(cause) => cause.shown.1.side_by_side.as_ref(),
                Entry::Alike(_) => None,
            });
            legend(html, &dialogues.collect::<Vec<_>>());
            for entry in &lost {
                match entry {
                    Entry::Scenario(index, scenario) => article(html, *index, scenario, None),
                    Entry::Cause(cause) => article(html, cause.shown.0, cause.shown.1, Some(cause)),
                    Entry::Alike(alike) => alike_article(html, alike),
                }
                html.raw("\n");
            }
        });
    }
    if let Some(Warned { head, lines }) = Warned::of(graded) {
        html.element("section", &[("aria-labelledby", "compiler")], |html| {
            html.leaf("h2", &[("id", "compiler")], "What the compiler warns of");
            html.leaf("p", &[], &head);
            html.element("pre", &[("dir", "ltr")], |html| html.lines(&lines.join("\n")));
        });
    }
    source::all(html, &graded.sources, &lost);
    if let Some(note) = &graded.note {
        html.element("p", &[], |html| sentence(html, note));
    }
    if !kept.is_empty() {
        html.element("section", &[("aria-labelledby", "kept")], |html| {
            let is_right =
                |entry: &Entry| matches!(entry, Entry::Scenario(_, one) if one.verdict == Verdict::Accepted);
            let head = if kept.iter().all(is_right) { "What is right" } else { "Everything else" };
            html.leaf("h2", &[("id", "kept")], head);
            list(html, &kept);
        });
    }
}

/// Writes what people wrote about the submission.
fn comments(html: &mut Html, graded: &Graded) {
    if graded.comments.is_empty() {
        return;
    }
    html.element("section", &[("class", "remarks"), ("aria-labelledby", "remarks")], |html| {
        html.leaf("h2", &[("id", "remarks")], "From your instructors");
        for comment in &graded.comments {
            html.element("p", &[("class", "remark")], |html| {
                if let Some(place) = &comment.place {
                    html.element("b", &[], |html| {
                        html.text(&place.file);
                        html.text(&format!(", line {}: ", place.line));
                    });
                }
                html.lines(&comment.text);
            });
        }
    });
}

/// Writes entries that cost no points.
fn list(html: &mut Html, entries: &[Entry]) {
    html.element("ul", &[("class", "kept")], |html| {
        for entry in entries {
            match entry {
                Entry::Scenario(index, scenario) => {
                    html.element("li", &[("id", &format!("s{index}"))], |html| kept_scenario(html, scenario));
                }
                Entry::Cause(_) => {}
                Entry::Alike(alike) => html.element("li", &[], |html| {
                    targets(html, &alike.scenarios);
                    html.text(&alike.name());
                    html.text(": ");
                    sentence(html, &alike.sentence());
                }),
            }
            html.raw("\n");
        }
    });
}

/// Writes scenarios that cost points for the same reason.
fn alike_article(html: &mut Html, alike: &Alike) {
    let (index, first) = alike.scenarios[0];
    let title = format!("t{index}");
    html.element("article", &[("tabindex", "-1"), ("aria-labelledby", &title)], |html| {
        targets(html, &alike.scenarios);
        html.element("header", &[], |html| {
            html.leaf("h3", &[("id", &title)], &alike.name());
            html.element("p", &[("class", "outcome")], |html| {
                verdict::chip(html, first.verdict);
                html.text(" ");
                html.leaf("span", &[("class", "points")], &format!("0/{}", alike.shown_max()));
            });
        });
        html.element("p", &[("class", "reason")], |html| sentence(html, &alike.sentence()));
        if let Some(guidance) = alike.guidance() {
            source::guidance(html, guidance);
        }
        said(html, alike.said());
    });
}

/// Writes what a compiler said, if there is no program for it.
fn said(html: &mut Html, said: Option<&Untrusted>) {
    if let Some(said) = said {
        html.element("pre", &[("dir", "ltr")], |html| html.lines(said));
    }
}

/// Writes the targets of the links to these scenarios.
fn targets(html: &mut Html, scenarios: &[(usize, &GradedScenario)]) {
    for (index, _) in scenarios {
        html.element("span", &[("id", &format!("s{index}"))], |_| {});
    }
}

/// Explains the signs in these dialogues, and the keys.
fn legend(html: &mut Html, dialogues: &[&SideBySide]) {
    html.element("div", &[("class", "help")], |html| {
        if !dialogues.is_empty() {
            html.element("p", &[], |html| {
                html.leaf("span", &[("class", "typed")], "typed");
                html.text(" is what was entered, and ");
                html.leaf("span", &[("class", "enter")], "");
                html.text(" the Enter key. ");
                html.leaf("span", &[("class", "blank")], " ");
                html.text(" is a blank. ");
                html.leaf("mark", &[], "Framed");
                html.text(" is what differs; ≠ stands in every row that does.");
                if dialogues.iter().any(|dialogue| dialogue.has_decisive()) {
                    html.text(" Characters in a circle decide.");
                }
            });
        }
        html.element("p", &[("class", "keys"), ("hidden", ""), ("data-script", "")], |html| {
            for (key, what) in
                [("j", "next"), ("k", "previous"), ("o", "unfold or fold"), ("a", "all of them")]
            {
                html.leaf("kbd", &[], key);
                html.text(&format!(" {what} "));
            }
        });
    });
}

/// Writes a scenario that was lost, and what others were lost for the same cause.
fn article(html: &mut Html, index: usize, scenario: &GradedScenario, cause: Option<&Cause>) {
    let (id, title) = (format!("s{index}"), format!("t{index}"));
    html.element("article", &[("id", &id), ("tabindex", "-1"), ("aria-labelledby", &title)], |html| {
        targets(html, cause.map_or(&[], |cause| &cause.others));
        let told = |html: &mut Html, text: Option<String>| {
            if let Some(text) = text {
                html.element("p", &[("class", "reason")], |html| sentence(html, &text.into()));
            }
        };
        html.element("header", &[], |html| {
            html.element("h3", &[("id", &title)], |html| match cause {
                Some(cause) => html.element("span", &[], |html| sentence(html, &cause.headline())),
                None => scenario_name(html, scenario),
            });
            html.element("p", &[("class", "outcome")], |html| {
                verdict::chip_of(html, scenario.verdict, scenario.outcome());
                html.text(" ");
                html.leaf("span", &[("class", "points")], &verdict::points(scenario));
            });
        });
        match cause {
            Some(cause) => {
                told(html, cause.price());
                loop_values::guidance(html, scenario);
                told(html, cause.prospect());
                html.element("p", &[("class", "shown")], |html| scenario_name(html, scenario));
                for reason in cause.further_reasons() {
                    html.element("p", &[("class", "reason")], |html| sentence(html, reason));
                }
            }
            None => {
                let first = scenario.guidance.headline.as_ref().or(scenario.reasons.first());
                for reason in first.into_iter().chain(scenario.further_reasons()) {
                    html.element("p", &[("class", "reason")], |html| sentence(html, reason));
                }
                loop_values::guidance(html, scenario);
            }
        }
        if let Some(hint) = scenario.hint.as_ref().filter(|_| cause.is_none_or(Cause::has_hint)) {
            html.element("div", &[("class", "hint")], |html| {
                html.leaf("strong", &[], "Hint");
                html.element("p", &[], |html| html.lines(hint));
            });
        }
        ladder(html, scenario.questions());
        input(html, scenario);
        dialogue::figure(html, scenario);
        said(html, scenario.said.as_ref());
        told(html, cause.and_then(Cause::also));
    });
}

/// Writes the name of a scenario, with that of its group.
fn scenario_name(html: &mut Html, scenario: &GradedScenario) {
    if let Some(group) = &scenario.group {
        html.leaf("small", &[], group);
        html.text(" ");
    }
    html.leaf("span", &[], &scenario.name);
}

/// Writes hints one inside the other: the reader opens as many as are needed.
fn ladder(html: &mut Html, hints: &[String]) {
    let Some((first, others)) = hints.split_first() else { return };
    html.element("details", &[("class", "ladder")], |html| {
        html.leaf("summary", &[], "A hint about the mistake");
        html.element("p", &[], |html| html.lines(first));
        ladder(html, others);
    });
}

/// Writes a scenario that was not lost, on one line if it has no details.
fn kept_scenario(html: &mut Html, scenario: &GradedScenario) {
    let name = |html: &mut Html| {
        html.element("span", &[("class", verdict::class(scenario.verdict))], |html| {
            html.leaf("span", &[("aria-hidden", "true")], &verdict::sign(scenario.verdict));
            html.leaf("span", &[("class", "unseen")], scenario.verdict.words());
        });
        html.text(" ");
        scenario_name(html, scenario);
        html.text(" ");
        html.leaf("span", &[("class", "points")], &verdict::points(scenario));
    };
    let is_short = scenario.input.is_empty()
        && scenario.args.is_empty()
        && scenario.files.is_empty()
        && scenario.env.is_empty()
        && scenario.session.is_empty();
    if is_short && scenario.reasons.is_empty() && scenario.difference.is_none() {
        html.element("p", &[], name);
        return;
    }
    html.element("details", &[], |html| {
        html.element("summary", &[], name);
        about(html, scenario);
        input(html, scenario);
        dialogue::figure(html, scenario);
    });
}

fn about(html: &mut Html, scenario: &GradedScenario) {
    for reason in &scenario.reasons {
        html.element("p", &[("class", "reason")], |html| sentence(html, reason));
    }
}

/// Writes the arguments and the lines that were typed.
fn input(html: &mut Html, scenario: &GradedScenario) {
    let mut listed = |name: &str, words: &[String]| {
        if !words.is_empty() {
            html.element("dl", &[("class", "input")], |html| {
                html.leaf("dt", &[], name);
                html.element("dd", &[], |html| {
                    for word in words {
                        html.leaf("kbd", &[], if word.is_empty() { "⏎" } else { word.as_str() });
                        html.text(" ");
                    }
                });
            });
        }
    };
    listed("Arguments", &scenario.args);
    listed("Environment", &scenario.env);
    let large = scenario.files.iter().filter(|file| file.text.is_none());
    listed("Files", &large.map(|file| file.name.clone()).collect::<Vec<_>>());
    listed("Input", &scenario.input);
    for GivenFile { name, text } in &scenario.files {
        let Some(text) = text else { continue };
        html.element("dl", &[("class", "input")], |html| {
            html.element("dt", &[], |html| {
                html.text("File ");
                html.text(name);
                html.text(if text.is_empty() { " is empty" } else { "" });
            });
            if !text.is_empty() {
                html.element("dd", &[], |html| {
                    html.element("pre", &[("dir", "auto")], |html| html.lines(text.trim_end_matches('\n')));
                });
            }
        });
    }
    if scenario.side_by_side.is_none() && !scenario.session.is_empty() {
        html.element("pre", &[("class", "session")], |html| {
            for (index, line) in scenario.session.iter().enumerate() {
                html.text(if index == 0 { "" } else { "\u{a}" });
                html.lines(&format!(">>> {line}"));
            }
        });
    }
}
