//! The page of groups: the list, what one of them does, and what is decided about it.

use super::frame::page;
use super::{decided, key, label, ruling_in_words, time};
use crate::decisions::{Ruling, What};
use crate::points::Points;
use crate::report::{Graded, Html, Piece};
use crate::review::desk::{Group, Lying, Refusal, State, absent};
use crate::review::{Review, counted};
use crate::spec::Hidden;

/// The most earlier comments that have a key.
const MOST_COMMENTS: usize = 9;

/// The most decisions in the short history.
const MOST_DECISIONS: usize = 6;

/// Writes the page of the first group that is open.
pub(in crate::review) fn groups(review: &Review) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let own = |number: usize| review.desk.is_own_group(number);
    let is_open = |group: &Group| !lying.state(group).is_decided();
    let numbered = || lying.groups.iter().enumerate();
    let first = numbered().find(|(number, group)| own(*number) && is_open(group));
    match first.or_else(|| numbered().next()) {
        Some((_, first)) => group(review, &first.key, None),
        None => Ok(page(review, &lying, ".", "Review", |html| {
            html.leaf("h1", &[], "Nobody lost anything");
            html.leaf("p", &[], "There are no mistakes to answer. Publish writes marks and pages.");
        })),
    }
}

/// Writes the page of a group, with one of its members, counted from 0.
pub(in crate::review) fn group(
    review: &Review,
    name: &str,
    member: Option<usize>,
) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let group = lying.group(name).ok_or_else(|| {
        absent("there is no such group: it may have another name since the spec was changed")
    })?;
    let members = &group.astray.members;
    let at = member.unwrap_or(0).min(members.len() - 1);
    let shown = lying.submission(members[at].submission)?;
    let other = match members.len() {
        1 => None,
        count => Some(((at + 1) % count, lying.submission(members[(at + 1) % count].submission)?)),
    };
    Ok(page(review, &lying, ".", &group.astray.headline, |html| {
        html.element("div", &[("class", "three")], |html| {
            html.element("nav", &[("class", "groups"), ("aria-label", "Groups")], |html| {
                list(html, review, &lying, group);
            });
            html.element("section", &[("class", "evidence"), ("aria-labelledby", "headline")], |html| {
                evidence(html, review, &lying, group, at, &shown, other.as_ref());
            });
            html.element("aside", &[("aria-label", "Decision")], |html| decision(html, &lying, group));
        });
    }))
}

/// Writes the list of groups: those of the person who reviews first.
fn list(html: &mut Html, review: &Review, lying: &Lying, current: &Group) {
    html.element("h2", &[], |html| {
        html.text("Groups ");
        html.leaf("small", &[], &lying.groups.len().to_string());
    });
    let search = [
        ("type", "search"),
        ("id", "filter"),
        ("placeholder", "Filter  /"),
        ("aria-label", "Filter the groups"),
    ];
    html.void("input", &search);
    let own = |number: usize| review.desk.is_own_group(number);
    let rows: Vec<(bool, &Group, State)> = lying
        .groups
        .iter()
        .enumerate()
        .map(|(number, group)| (own(number), group, lying.state(group)))
        .collect();
    let is_done = |state: &State| state.is_decided();
    for (title, wanted) in [
        ("Open, dearest first", [true, false]),
        ("Decided", [true, true]),
        ("Of others, open", [false, false]),
        ("Of others, decided", [false, true]),
    ] {
        let those: Vec<_> = rows.iter().filter(|(own, _, state)| [*own, is_done(state)] == wanted).collect();
        if those.is_empty() {
            continue;
        }
        html.leaf("h3", &[], title);
        html.element("ol", &[], |html| {
            for (_, group, state) in those {
                html.element("li", &[], |html| card(html, group, *state, group.key == current.key));
            }
        });
    }
}

fn card(html: &mut Html, group: &Group, state: State, is_current: bool) {
    let href = format!("group/{}", group.key);
    let attributes = [("href", href.as_str()), ("class", "card"), ("aria-current", "true")];
    html.element("a", if is_current { &attributes } else { &attributes[..2] }, |html| {
        html.leaf("b", &[], &group.astray.members.len().to_string());
        html.element("span", &[], |html| {
            html.element("span", &[("class", "what")], |html| Piece::sentence(html, &group.astray.headline));
            html.element("small", &[], |html| {
                html.text(&group.astray.lost.counted());
                if let Some(told) = decided(state, group) {
                    html.leaf("span", &[("class", "done")], &format!(" · ✓ {told}"));
                }
            });
        });
    });
}

fn evidence(
    html: &mut Html,
    review: &Review,
    lying: &Lying,
    group: &Group,
    at: usize,
    shown: &Graded,
    other: Option<&(usize, Graded)>,
) {
    let members = &group.astray.members;
    html.element("h1", &[("id", "headline")], |html| Piece::sentence(html, &group.astray.headline));
    let lose = if members.len() == 1 { "loses" } else { "lose" };
    html.element("p", &[("class", "lead")], |html| {
        html.text(&format!("{} {lose} {}. ", counted(members.len(), "student"), group.astray.lost.counted()));
        Piece::verdict(html, group.astray.verdict);
    });
    let link = |member: usize| format!("group/{}?who={member}", group.key);
    html.element("div", &[("class", "walk")], |html| {
        let (before, after) = ((at + members.len() - 1) % members.len(), (at + 1) % members.len());
        html.element("a", &[("href", &link(before)), ("id", "before"), ("class", "button")], |html| {
            html.text("‹ ");
            key(html, "k");
        });
        html.leaf("strong", &[], &label(review, lying, members[at].submission));
        html.leaf("span", &[("class", "lead")], &format!("{} of {}", at + 1, members.len()));
        html.element("a", &[("href", &link(after)), ("id", "after"), ("class", "button")], |html| {
            key(html, "j");
            html.text(" ›");
        });
        let place = members[at].submission.to_string();
        let out = [("type", "button"), ("id", "out"), ("data-place", &*place), ("aria-pressed", "false")];
        html.element("button", &out, |html| {
            html.text("Take out ");
            key(html, "x");
        });
    });
    html.element("p", &[("class", "members")], |html| {
        for (index, member) in members.iter().enumerate() {
            let (href, place) = (link(index), member.submission.to_string());
            let attributes = [
                ("href", href.as_str()),
                ("data-member", &*place),
                ("class", "member"),
                ("aria-current", "true"),
            ];
            let name = label(review, lying, member.submission);
            html.leaf("a", if index == at { &attributes } else { &attributes[..3] }, &name);
            html.text(" ");
        }
    });
    example(html, review, lying, group, at, shown);
    if let Some((member, other)) = other {
        let both = [members[at].submission, members[*member].submission];
        html.element("p", &[], |html| {
            let href = format!("compare?one={}&other={}", both[0], both[1]);
            html.leaf("a", &[("href", &href)], "Beside another member");
        });
        html.element("details", &[("class", "another")], |html| {
            html.element("summary", &[], |html| {
                html.text("Another member: ");
                html.text(&label(review, lying, members[*member].submission));
            });
            example(html, review, lying, group, *member, other);
        });
    }
}

/// Writes what one member does in the scenario that shows the mistake.
fn example(html: &mut Html, review: &Review, lying: &Lying, group: &Group, member: usize, graded: &Graded) {
    let member = &group.astray.members[member];
    if let Some(problem) = &graded.problem {
        html.element("pre", &[("dir", "ltr"), ("class", "session")], |html| html.lines(problem));
    }
    if let Some(scenario) = member.scenarios.first().and_then(|place| graded.scenarios.get(*place)) {
        if graded.problem.is_none() {
            html.element("h2", &[], |html| {
                html.text("The shortest dialogue that shows it ");
                html.leaf("small", &[], &scenario.full_name());
            });
        }
        for reason in &scenario.reasons {
            html.element("p", &[("class", "reason")], |html| Piece::sentence(html, reason));
        }
        Piece::dialogue(html, scenario);
        Piece::lines(html, &scenario.guidance);
    }
    let more = member.scenarios.len().saturating_sub(1);
    html.element("p", &[], |html| {
        let href = format!("submission/{}", member.submission);
        html.element("a", &[("href", &href)], |html| {
            html.text("Everything about ");
            html.text(&label(review, lying, member.submission));
        });
        if more > 0 {
            html.text(&format!(", who lost {} for it.", counted(more + 1, "scenario")));
        }
    });
}

/// Writes what can be decided about the group.
fn decision(html: &mut Html, lying: &Lying, group: &Group) {
    let (state, most) = (lying.state(group), group.most(&lying.graded));
    let worth = match state {
        State::Decided(Ruling::Worth { points, .. }) => points,
        _ => most.part(1, 2),
    };
    let checked = match state {
        State::Decided(Ruling::Worth { .. }) => "worth",
        State::Decided(Ruling::ByHand) => "by-hand",
        _ => "as-graded",
    };
    html.element("form", &[("id", "decide"), ("data-group", &group.key)], |html| {
        html.element("h2", &[], |html| {
            html.text("Decision for ");
            html.leaf("output", &[("id", "count")], &group.astray.members.len().to_string());
        });
        if let Some(told) = decided(state, group) {
            html.leaf("p", &[("class", "done")], &format!("✓ {told}"));
        }
        let choice = |html: &mut Html, value: &str, name: &str, inside: &dyn Fn(&mut Html)| {
            html.element("label", &[("class", "choice")], |html| {
                let radio = [("type", "radio"), ("name", "ruling"), ("value", value), ("checked", "")];
                html.void("input", if value == checked { &radio } else { &radio[..3] });
                html.element("span", &[], |html| inside(html));
                key(html, name);
            });
        };
        choice(html, "as-graded", "g", &|html| html.text("As graded"));
        if most > Points::ZERO {
            choice(html, "worth", "p", &|html| {
                html.text("Worth ");
                let number = [
                    ("type", "text"),
                    ("inputmode", "decimal"),
                    ("name", "points"),
                    ("size", "5"),
                    ("aria-label", "Points"),
                    ("value", &worth.to_string()),
                ];
                html.void("input", &number);
                html.text(&format!(" of {}", most.counted()));
            });
        }
        if most > Points::ZERO && group.astray.members.len() > 1 {
            html.leaf("p", &[("class", "note")], "Who lost less for it gets the same part of that.");
        }
        html.element(
            "a",
            &[("href", &format!("also-right/{}", group.key)), ("id", "also"), ("class", "choice")],
            |html| {
                html.leaf("span", &[], "Also right …");
                key(html, "a");
            },
        );
        choice(html, "by-hand", "h", &|html| html.text("Look at each by hand"));
        comment(html, lying, group);
        html.element("p", &[("class", "actions")], |html| {
            html.element("button", &[("class", "first")], |html| {
                html.text("Decide and next ");
                key(html, "Enter");
            });
            html.text(" ");
            html.element(
                "a",
                &[("href", &format!("next/{}", group.key)), ("id", "later"), ("class", "button")],
                |html| {
                    html.text("Later ");
                    key(html, "n");
                },
            );
        });
    });
    short_history(html, lying);
}

fn comment(html: &mut Html, lying: &Lying, group: &Group) {
    html.element("h2", &[], |html| {
        html.element("label", &[("for", "comment")], |html| {
            html.text("Comment for all ");
            key(html, "c");
        });
    });
    html.element("textarea", &[("id", "comment"), ("name", "comment"), ("rows", "4")], |_| {});
    bank(html, lying);
    html.leaf("p", &[("class", "lead")], "They will read it on their page, above the first mistake.");
    let is_hidden = group.astray.members.iter().any(|member| {
        let all = &lying.graded.submissions[member.submission].scenarios;
        member.scenarios.iter().any(|place| all[*place].hidden != Hidden::Nothing)
    });
    if is_hidden {
        let warning = "What it is about is hidden from them: do not tell it here.";
        html.leaf("p", &[("class", "note")], warning);
    }
}

/// Writes the comments that were written before, each with a key.
pub(super) fn bank(html: &mut Html, lying: &Lying) {
    let bank = lying.decided.bank();
    if bank.is_empty() {
        return;
    }
    html.element("p", &[("class", "bank")], |html| {
        for (index, text) in bank.iter().take(MOST_COMMENTS).enumerate() {
            html.element("button", &[("type", "button"), ("data-comment", text)], |html| {
                key(html, &(index + 1).to_string());
                html.text(" ");
                html.text(*text);
            });
        }
    });
}

fn short_history(html: &mut Html, lying: &Lying) {
    let entries: Vec<_> = lying
        .decided
        .entries()
        .rev()
        .filter(|(entry, _)| !matches!(entry.what, What::Undo { .. }))
        .take(MOST_DECISIONS)
        .collect();
    if entries.is_empty() {
        return;
    }
    html.element("h2", &[], |html| {
        html.text("History ");
        key(html, "u");
    });
    html.element("ol", &[("class", "log")], |html| {
        for (entry, is_undone) in entries {
            html.element("li", &[("class", if is_undone { "undone" } else { "" })], |html| {
                html.leaf("time", &[], &time(entry.time));
                html.element("span", &[], |html| super::history::told(html, entry));
                super::history::undo(html, lying, entry, is_undone);
            });
        }
    });
}

/// What a ruling is called in the history.
pub(super) fn ruling(html: &mut Html, what: &What) {
    if let What::Ruling { headline, ruling, members } = what {
        html.element("b", &[], |html| Piece::sentence(html, headline));
        html.text(&format!(": {}, {}", ruling_in_words(*ruling), counted(members.len(), "student")));
    }
}
