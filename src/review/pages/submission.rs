//! The page of one submission: its source, what people wrote about it, and everything that its own page tells.

use std::collections::BTreeMap;

use super::frame::page;
use super::{label, play};
use crate::decisions::Comment;
use crate::points::Points;
use crate::report::{Graded, HandIns, Html, Piece};
use crate::review::Review;
use crate::review::desk::{Lying, Refusal};
use crate::untrusted::Untrusted;

/// Writes the page.
pub(in crate::review) fn submission(review: &Review, place: usize) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let graded = lying.submission(place)?;
    let several = lying.hand_ins(&graded)?;
    let name = label(review, &lying, place);
    let title = Untrusted::concat(&[&name, &": ", &lying.graded.title]);
    Ok(page(review, &lying, "submission", &title, |html| {
        html.leaf("h1", &[], &name);
        html.element("p", &[("class", "total")], |html| match graded.points {
            Some(points) => {
                html.leaf("b", &[], &points.to_string());
                html.text(&format!(" of {}", lying.graded.max_points.counted()));
            }
            None => html.text("No points yet: that is no fault of the submission."),
        });
        if let Some(several) = &several {
            hand_ins(html, &lying, several);
        }
        groups(html, &lying, place);
        html.element("div", &[("class", "two")], |html| {
            html.element("section", &[("aria-labelledby", "sources"), ("class", "sources")], |html| {
                html.leaf("h2", &[("id", "sources")], "Source");
                sources(html, &graded, &lying);
            });
            html.element("section", &[("aria-labelledby", "comments")], |html| {
                html.leaf("h2", &[("id", "comments")], "Comments");
                comments(html, &lying, place);
                form(html, &lying, &graded, place);
                more_time(html, &lying, &graded, place);
            });
        });
        play::play(html, &graded, place);
        play::explore(html, &graded, place);
        play::commands(html, &lying, &graded, place);
        beside(html, review, &lying, place);
        // The comments stand above already.
        Piece::submission(html, &Graded { comments: Vec::new(), ..graded.clone() });
    }))
}

/// Writes when each hand-in of the same students came and what it earned, with links to them, and which one counts.
fn hand_ins(html: &mut Html, lying: &Lying, several: &HandIns) {
    html.leaf("p", &[], &several.sentence);
    html.element("ol", &[("class", "hand-ins")], |html| {
        for one in &several.all {
            let time = one.handed_in.as_deref().unwrap_or("at an unknown time");
            let points = one.points.map_or_else(|| "not graded".to_owned(), Points::counted);
            let counts = if one.counts { ", which counts" } else { "" };
            let told = format!("{time}: {points}{counts}");
            html.element("li", &[], |html| match lying.place_of(&one.name) {
                Some(place) => html.leaf("a", &[("href", &format!("submission/{place}"))], &told),
                None => html.text(&told),
            });
        }
    });
}

/// Writes when it is due, if anything says that, and the form that gives more time.
fn more_time(html: &mut Html, lying: &Lying, graded: &Graded, place: usize) {
    let Some(due) = graded.lateness.as_ref().and_then(|lateness| lateness.due.as_ref()) else { return };
    html.leaf("h2", &[], "Due date");
    html.leaf("p", &[], &format!("Due at {due}."));
    let students = graded.known_students();
    let mut given: Vec<_> = students.iter().filter_map(|student| lying.decided.extension(student)).collect();
    given.dedup_by_key(|(_, entry)| entry.id);
    if !given.is_empty() {
        html.element("ul", &[("class", "log")], |html| {
            for (until, entry) in given {
                html.element("li", &[], |html| {
                    html.leaf("span", &[], &format!("{} gave more time, until {until}.", entry.by));
                    let undo = [("type", "button"), ("data-undo", &*entry.id.to_string())];
                    html.leaf("button", &undo, "Take back");
                });
            }
        });
    }
    html.element("form", &[("id", "more-time"), ("data-place", &place.to_string())], |html| {
        html.leaf("label", &[("for", "until")], "More time until");
        let value = due.moment().strftime("%Y-%m-%dT%H:%M").to_string();
        let input = [
            ("id", "until"),
            ("name", "until"),
            ("type", "datetime-local"),
            ("value", &value),
            ("required", ""),
        ];
        html.void("input", &input);
        html.leaf("button", &[], "Give more time");
    });
}

/// Writes links to the groups that the submission is in.
pub(super) fn groups(html: &mut Html, lying: &Lying, place: usize) {
    let member = |group: &crate::review::desk::Group| {
        group.astray.members.iter().position(|member| member.submission == place)
    };
    let those: Vec<_> = lying.groups.iter().filter_map(|group| Some((group, member(group)?))).collect();
    if those.is_empty() {
        return;
    }
    html.element("ul", &[("class", "of-groups")], |html| {
        for (group, member) in those {
            html.element("li", &[], |html| {
                let href = format!("group/{}?who={member}", group.key);
                html.element("a", &[("href", &href)], |html| Piece::sentence(html, &group.astray.headline));
                if let Some(told) = super::decided(lying.state(group), group) {
                    html.leaf("span", &[("class", "done")], &format!(" ✓ {told}"));
                }
            });
        }
    });
}

/// Writes the sources, with a button at each line that begins a comment on it. Whoever has no mouse writes the number into the form.
pub(super) fn sources(html: &mut Html, graded: &Graded, lying: &Lying) {
    let on: Vec<Comment> = lying.decided.comments(&graded.name).map(|(_, comment)| comment).collect();
    commented(html, graded, &on);
}

/// Writes the sources, with what was found in their lines (where it failed, the loop that it cannot leave, broken rules) and these
/// comments on them.
pub(super) fn commented(html: &mut Html, graded: &Graded, on: &[Comment]) {
    let mut remarks = BTreeMap::<(Untrusted, usize), Vec<(&str, Untrusted)>>::new();
    let annotations = graded.scenarios.iter().flat_map(|scenario| &scenario.annotations);
    let found =
        annotations.filter_map(|one| Some((one.file.clone(), one.line?, "finding", one.message.clone())));
    let said = on.iter().filter_map(|comment| {
        let place = comment.place.as_ref()?;
        Some((place.file.clone(), place.line, "remark", comment.text.as_str().into()))
    });
    for (file, line, class, text) in found.chain(said) {
        let here = remarks.entry((file, line)).or_default();
        // Many scenarios can end at one place.
        if !here.contains(&(class, text.clone())) {
            here.push((class, text));
        }
    }
    for source in graded.sources.iter() {
        html.leaf("h3", &[], &source.path);
        html.element("ol", &[("class", "code"), ("dir", "ltr")], |html| {
            let here = |number: usize| remarks.get(&(source.path.clone(), number));
            Piece::each_line(
                html,
                &source.text,
                |number| here(number).is_some(),
                |html, number, text| {
                    let here = here(number);
                    html.element("li", &[("class", if here.is_some() { "marked" } else { "" })], |html| {
                        html.element("span", &[("class", "number")], |html| {
                            let button =
                                [("type", "button"), ("tabindex", "-1"), ("data-line", &*number.to_string())];
                            html.leaf("button", &button, &number.to_string());
                        });
                        html.leaf("code", &[], text);
                        for (class, text) in here.into_iter().flatten() {
                            html.leaf("p", &[("class", class)], text);
                        }
                    });
                },
            );
        });
    }
    if graded.sources.iter().next().is_none() {
        html.leaf("p", &[], "No source was kept.");
    }
}

/// Writes links to the submission beside another one, and beside its own earlier attempt.
fn beside(html: &mut Html, review: &Review, lying: &Lying, place: usize) {
    html.element("p", &[], |html| {
        if lying.graded.submissions.len() > 1 {
            let other = if place == 0 { 1 } else { 0 };
            let href = format!("compare?one={place}&other={other}");
            html.leaf("a", &[("href", &href)], "Beside another submission");
        }
        if review.desk.has_attempt(place) {
            html.text(" · ");
            let href = format!("compare?one={place}");
            html.leaf("a", &[("href", &href), ("id", "attempt")], "Beside the earlier attempt");
        }
    });
}

fn comments(html: &mut Html, lying: &Lying, place: usize) {
    let Some(graded) = lying.graded.submissions.get(place) else { return };
    html.element("ul", &[("class", "log")], |html| {
        for (id, comment) in lying.decided.comments(&graded.name) {
            html.element("li", &[], |html| {
                html.leaf("span", &[], &comment.told());
                html.leaf("button", &[("type", "button"), ("data-undo", &id.to_string())], "Take back");
            });
        }
    });
}

fn form(html: &mut Html, lying: &Lying, graded: &Graded, place: usize) {
    html.element("form", &[("id", "comment-on"), ("data-place", &place.to_string())], |html| {
        let mut files = graded.sources.iter().map(|source| &source.path).peekable();
        if files.peek().is_some() {
            html.element("p", &[("class", "where")], |html| {
                html.element("label", &[], |html| {
                    html.text("File ");
                    html.element("select", &[("name", "file")], |html| {
                        for file in files {
                            html.element("option", &[], |html| html.text(file));
                        }
                    });
                });
                html.text(" ");
                html.element("label", &[], |html| {
                    html.text("Line ");
                    html.void(
                        "input",
                        &[("name", "line"), ("inputmode", "numeric"), ("size", "5"), ("placeholder", "all")],
                    );
                });
            });
        }
        html.leaf("label", &[("for", "comment")], "Comment");
        html.element(
            "textarea",
            &[("id", "comment"), ("name", "text"), ("rows", "3"), ("required", "")],
            |_| {},
        );
        super::group::bank(html, lying);
        html.leaf("button", &[("class", "first")], "Comment");
    });
}
