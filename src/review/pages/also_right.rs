//! The page of what "also right" costs: who gains, who loses, what the spec would say. Nothing is decided by looking at it.

use super::frame::page;
use super::label;
use crate::points::Points;
use crate::report::{Html, Piece};
use crate::results::Way;
use crate::review::desk::{Accepted, Group, Lying, Price, Refusal, absent};
use crate::review::{Review, counted};
use crate::untrusted::Untrusted;

/// The most students that are named.
const MOST: usize = 40;

/// Writes the page of a group, for one of the ways in which what it does can be right.
pub(in crate::review) fn also_right(review: &Review, key: &str, way: usize) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let group = lying.known_group(key)?;
    let ways = lying.ways(group)?;
    if way > 0 && way >= ways.len() {
        return Err(absent("there is no such way any more: load the page again"));
    }
    let priced = ways.get(way).map(|way| lying.price(way)).transpose()?;
    let title = Untrusted::concat(&[&"Also right: ", &group.astray.headline]);
    Ok(page(review, &lying, ".", &title, |html| {
        html.element("h1", &[("id", "headline")], |html| {
            html.text("Also right: ");
            Piece::sentence(html, &group.astray.headline);
        });
        html.element("p", &[], |html| {
            html.leaf(
                "a",
                &[("href", &format!("group/{key}")), ("id", "leave"), ("class", "button")],
                "Leave as graded",
            );
        });
        if ways.is_empty() {
            html.leaf(
                "p",
                &[("class", "lead")],
                "There is no rule that would accept this and nothing wrong: the outputs differ in more than blanks, empty lines, case, \
                 punctuation or the order of lines, the reference knows no second reading of the handout, and no output can be added \
                 to the scenario by itself. Give points to the group instead.",
            );
        }
        html.element("p", &[("class", "members")], |html| {
            for (index, one) in ways.iter().enumerate() {
                let href = format!("also-right/{key}?way={index}");
                let attributes = [("href", href.as_str()), ("class", "member"), ("aria-current", "true")];
                let accepted = in_words(review, &lying, &one.accepted);
                html.leaf("a", if index == way { &attributes } else { &attributes[..2] }, &accepted);
                html.text(" ");
            }
        });
        if let (Some(price), Some(chosen)) = (&priced, ways.get(way)) {
            shown(html, review, &lying, group, price);
            from_then_on(html, &chosen.accepted, price);
            form(html, key, way, price);
        }
    }))
}

fn shown(html: &mut Html, review: &Review, lying: &Lying, group: &Group, price: &Price) {
    let (up, down) = (price.changes.count(Way::Up), price.changes.count(Way::Down));
    html.element("dl", &[("class", "price")], |html| {
        let mut fact = |name: &str, value: &str| {
            html.element("div", &[], |html| {
                html.leaf("dt", &[], name);
                html.leaf("dd", &[], value);
            });
        };
        fact("go up", &up.to_string());
        fact("go down", &down.to_string());
        let mean = |mean: Option<Points>| mean.map_or_else(|| "–".to_owned(), |points| points.to_string());
        fact("mean", &format!("{} → {}", mean(price.mean[0]), mean(price.mean[1])));
    });
    picture(html, price);
    let places: Vec<usize> = price
        .changes
        .changed
        .iter()
        .filter(|change| change.way() == Way::Up)
        .filter_map(|change| lying.place_of(&change.name))
        .collect();
    let is_member = |place: &usize| group.astray.members.iter().any(|member| member.submission == *place);
    let (own, others): (Vec<usize>, Vec<usize>) = places.into_iter().partition(is_member);
    let count = group.astray.members.len();
    html.leaf(
        "p",
        &[],
        &format!("Of this group {} of {count} gain something; {} of others do.", own.len(), others.len()),
    );
    let mut named = |title: &str, places: &[usize]| {
        if places.is_empty() {
            return;
        }
        html.leaf("h2", &[], title);
        html.element("p", &[("class", "members")], |html| {
            for place in places.iter().take(MOST) {
                let href = format!("submission/{place}");
                html.leaf("a", &[("href", &href), ("class", "member")], &label(review, lying, *place));
                html.text(" ");
            }
            if places.len() > MOST {
                html.text(&format!("and {} more", places.len() - MOST));
            }
        });
    };
    named("Who gains, of this group", &own);
    named("Who gains besides", &others);
}

/// What is accepted, as the name of a way to accept it.
fn in_words(review: &Review, lying: &Lying, accepted: &Accepted) -> Untrusted {
    match accepted {
        Accepted::Differences(titles) => titles.as_str().into(),
        Accepted::Reading(about) => (*about).into(),
        Accepted::Outputs { first, others, scenarios } => {
            let others = match others {
                0 => String::new(),
                others => format!(" and {}", counted(*others, "other")),
            };
            let place = match &scenarios[..] {
                [one] => one.clone(),
                more => counted(more.len(), "scenario"),
            };
            let printed = format!("{others} printed, in {place}");
            Untrusted::concat(&[&"just what ", &label(review, lying, *first), &printed])
        }
    }
}

/// Writes which other outputs would be accepted, and what the spec would say.
fn from_then_on(html: &mut Html, accepted: &Accepted, price: &Price) {
    html.leaf("h2", &[], "Also accepted from then on");
    let everywhere = "from what is expected, in every scenario that is compared as the spec says at its top.";
    let told = match accepted {
        Accepted::Differences(titles) => format!("Every output in which only {titles} differ {everywhere}"),
        Accepted::Reading(about) => {
            format!("Every output in which only what differs is that {about} {everywhere}")
        }
        Accepted::Outputs { scenarios, .. } => format!(
            "The output in the change below, where {} expected another one, and whatever the spec compares as equal to it. Nothing else.",
            if scenarios.len() == 1 { "one scenario" } else { "those scenarios" }
        ),
    };
    html.leaf("p", &[], &told);
    html.leaf("h2", &[("id", "change")], "The change of the spec");
    // What is too wide can be scrolled, also with keys: so it must be reachable with the Tab key.
    let diff = [
        ("class", "diff"),
        ("dir", "ltr"),
        ("tabindex", "0"),
        ("role", "group"),
        ("aria-labelledby", "change"),
    ];
    html.element("pre", &diff, |html| {
        for line in price.diff.lines() {
            let class = match line.as_bytes().first() {
                Some(b'+') => "ok",
                Some(b'-') => "no",
                _ => "",
            };
            html.element("span", &[("class", class)], |html| html.text(line));
            html.raw("\n");
        }
    });
    html.leaf(
        "p",
        &[("class", "lead")],
        "Nothing was run: all are judged again from what their programs did.",
    );
}

/// The width of the two bars of a tenth, the gap behind them, and the height of the highest bar, in units of the picture.
const BAR: usize = 20;
const GAP: usize = 12;
const HEIGHT: usize = 80;

/// Draws how many earn each tenth of the points: dashed what is now, filled what would be.
fn picture(html: &mut Html, price: &Price) {
    let [before, after] = &price.tenths;
    let highest = before.iter().chain(after).copied().max().unwrap_or(0).max(1);
    let moved = (0..before.len()).filter(|tenth| before[*tenth] != after[*tenth]);
    let moved: Vec<String> =
        moved.map(|tenth| format!("from {} %: {} → {}", 10 * tenth, before[tenth], after[tenth])).collect();
    let told = format!("Students by points, before and after. {}.", moved.join("; "));
    let (width, height) = (before.len() * (2 * BAR + GAP), HEIGHT + 2);
    let view_box = format!("0 0 {width} {height}");
    let attributes =
        [("class", "moved"), ("viewBox", view_box.as_str()), ("role", "img"), ("aria-label", told.as_str())];
    html.element("svg", &attributes, |html| {
        for (class, counts, shift) in [("before", before, 0), ("after", after, BAR)] {
            for (tenth, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let height = (count * HEIGHT / highest).max(2);
                let x = (tenth * (2 * BAR + GAP) + shift).to_string();
                let (y, height, width) =
                    ((HEIGHT - height + 1).to_string(), height.to_string(), (BAR - 2).to_string());
                let shape =
                    [("class", class), ("x", &*x), ("y", &*y), ("width", &*width), ("height", &*height)];
                html.element("rect", &shape, |_| {});
            }
        }
    });
    html.leaf("p", &[("class", "note")], &format!("Dashed: now. Filled: afterwards. {}", moved.join("; ")));
}

fn form(html: &mut Html, key: &str, way: usize, price: &Price) {
    html.element(
        "form",
        &[("id", "also-right"), ("data-group", key), ("data-way", &way.to_string())],
        |html| {
            if let Some(file) = &price.file {
                html.element("p", &[], |html| {
                    html.element("label", &[], |html| {
                        html.void("input", &[("type", "checkbox"), ("name", "write"), ("checked", "")]);
                        html.text(" also change ");
                        html.leaf("code", &[], &file.display().to_string());
                    });
                });
            }
            html.element("button", &[("class", "first")], |html| {
                html.text(&format!("Accept for {}", price.changes.count(Way::Up)));
            });
        },
    );
}
