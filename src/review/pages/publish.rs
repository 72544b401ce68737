//! The page before publishing: what stands in the way, and what changes.

use super::counted;
use super::frame::page;
use crate::compare::Verdict;
use crate::decisions::Ruling;
use crate::points::Points;
use crate::report::{Html, Piece, Report};
use crate::results::Way;
use crate::review::Review;
use crate::review::desk::{Group, Lying, Obstacle, Publication, Refusal, State};
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
            changes(html, &publication);
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

fn changes(html: &mut Html, publication: &Publication) {
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
                            html.leaf("th", &[("scope", "row")], &change.name);
                            html.element("td", &[], |html| html.leaf("s", &[], &points(change.before)));
                            html.leaf("td", &[("class", "after")], &points(change.after));
                            let why =
                                change.why.iter().take(2).map(|(scenario, why)| match scenario.is_empty() {
                                    true => why.clone(),
                                    false => Untrusted::concat(&[scenario, &": ", why]),
                                });
                            html.element("td", &[], |html| {
                                Piece::sentence(html, &Untrusted::join(why, "; "));
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

/// Finds what stands in the way of publishing this report.
pub(in crate::review) fn obstacles(lying: &Lying, report: &Report) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    let mut add = |count: usize, can_be_confirmed: bool, sentence: String| {
        if count > 0 {
            obstacles.push(Obstacle { sentence: sentence.into(), can_be_confirmed });
        }
    };
    let own = || lying.folder().manifest().own();
    let waiting = own().filter(|(_, listed)| listed.files.is_none()).count();
    add(waiting, false, format!("{} not graded yet: `yardstick grade` has to finish first", are(waiting)));
    let not_graded =
        report.submissions.iter().filter(|one| one.points.is_none()).count().saturating_sub(waiting);
    add(
        not_graded,
        true,
        format!(
            "{} could not be graded, through no fault of theirs: they get no points",
            counted(not_graded, "student")
        ),
    );
    let to_mark = report
        .submissions
        .iter()
        .filter(|one| one.scenarios.iter().any(|one| one.verdict == Verdict::ToBeMarked))
        .count();
    add(
        to_mark,
        true,
        format!("{} still to be marked by hand: what is missing counts as nothing", are(to_mark)),
    );
    let conflicts = lying.decided.conflicts().len();
    add(
        conflicts,
        true,
        format!("{conflicts} of the decisions contradict each other: the last ones count (see History)"),
    );
    let (open, students) = of_groups(lying, |state| !state.is_decided());
    add(open, true, format!("{} not decided: they go out as graded", groups_are(open, students)));
    let (by_hand, students) = of_groups(lying, |state| matches!(state, State::Decided(Ruling::ByHand)));
    add(by_hand, true, format!("{} to be looked at by hand", groups_are(by_hand, students)));
    let damaged = lying.decided.damaged().len();
    add(
        damaged,
        true,
        format!(
            "{} of decisions damaged, and count as nothing (see History)",
            if damaged == 1 { "1 line is".to_owned() } else { format!("{damaged} lines are") }
        ),
    );
    if let Ok(unmatched) = lying.folder().unmatched(report)
        && !unmatched.is_empty()
    {
        let names = Untrusted::join(unmatched.iter().take(8), ", ");
        let more =
            if unmatched.len() > 8 { format!(" and {} more", unmatched.len() - 8) } else { String::new() };
        let count = counted(unmatched.len(), "student");
        let sentence = Untrusted::concat(&[&format!("{count} in no row of the gradebook: "), &names, &more]);
        obstacles.push(Obstacle { sentence, can_be_confirmed: true });
    }
    obstacles
}

fn are(count: usize) -> String {
    format!("{} {}", counted(count, "student"), if count == 1 { "is" } else { "are" })
}

fn groups_are(count: usize, students: usize) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("{} ({}) {are}", counted(count, "group"), counted(students, "student"))
}

/// The number of groups in this state, and of the submissions in them.
fn of_groups(lying: &Lying, is_meant: impl Fn(State) -> bool) -> (usize, usize) {
    let those: Vec<&Group> = lying.groups.iter().filter(|group| is_meant(lying.state(group))).collect();
    let mut members: Vec<usize> =
        those.iter().flat_map(|group| group.astray.members.iter().map(|member| member.submission)).collect();
    members.sort_unstable();
    members.dedup();
    (those.len(), members.len())
}
