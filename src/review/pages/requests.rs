//! The page of requests for another mark: who asks, what they got and why, and what they are answered.

use super::frame::page;
use super::{submission, time};
use crate::decisions::What;
use crate::report::{Html, Piece};
use crate::results::ResultsFolder;
use crate::review::Review;
use crate::review::desk::{Lying, Refusal};
use crate::untrusted::Untrusted;

/// Writes the page, for a submission whose name was asked for.
pub(in crate::review) fn requests(review: &Review, name: Option<&str>) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    let place = name.and_then(|name| find(&lying, name));
    let graded = place.map(|place| lying.submission(place)).transpose()?;
    Ok(page(review, &lying, "requests", "Requests", |html| {
        html.leaf("h1", &[], "Requests for another mark");
        html.element("form", &[("method", "get"), ("action", "requests"), ("class", "actions")], |html| {
            html.element("label", &[], |html| {
                html.text("Who asks? ");
                let input = [
                    ("name", "name"),
                    ("list", "names"),
                    ("required", ""),
                    ("value", name.unwrap_or_default()),
                ];
                html.void("input", &input);
            });
            html.element("datalist", &[("id", "names")], |html| {
                for graded in &lying.graded.submissions {
                    html.element("option", &[], |html| html.text(&graded.shown_name()));
                }
            });
            html.text(" ");
            html.leaf("button", &[], "Look");
        });
        match (place, &graded, name) {
            (Some(place), Some(graded), _) => {
                html.element("h2", &[], |html| {
                    html.leaf("a", &[("href", &format!("submission/{place}"))], &graded.shown_name());
                });
                html.element("p", &[("class", "total")], |html| {
                    let points = graded.points.map_or_else(|| "–".to_owned(), |points| points.to_string());
                    html.leaf("b", &[], &points);
                    html.text(&format!(" of {}", lying.graded.max_points.counted()));
                });
                submission::groups(html, &lying, place);
                proof(html, lying.folder(), &graded.name);
                form(html, place);
                html.element("details", &[], |html| {
                    html.leaf("summary", &[], "Everything that was graded");
                    Piece::submission(html, graded);
                });
            }
            (_, _, Some(_)) => html.leaf("p", &[("class", "note")], "There is nobody of this name."),
            _ => {}
        }
        answered(html, &lying);
    }))
}

/// The place of the submission with this name, or of the only one with a name that contains it.
fn find(lying: &Lying, name: &str) -> Option<usize> {
    let submissions = &lying.graded.submissions;
    let exact = submissions.iter().position(|one| one.name == name || one.shown_name() == name);
    let is_like = |one: &Untrusted| one.map(str::to_lowercase).contains(&name.trim().to_lowercase());
    let alike: Vec<usize> =
        (0..submissions.len()).filter(|place| is_like(&submissions[*place].shown_name())).collect();
    exact.or(if let [only] = alike[..] { Some(only) } else { None })
}

/// Writes the command that makes a file which proves the mark.
fn proof(html: &mut Html, folder: &ResultsFolder, name: &Untrusted) {
    html.element("p", &[], |html| {
        html.text("A file that proves the mark: ");
        html.element("code", &[], |html| {
            html.text("yardstick bundle '");
            html.text(name);
            html.text(&format!("' --results '{}'", folder.path().display()));
        });
    });
}

fn form(html: &mut Html, place: usize) {
    html.element("form", &[("id", "request"), ("data-place", &place.to_string())], |html| {
        html.leaf("label", &[("for", "words")], "What they wrote");
        html.element("textarea", &[("id", "words"), ("name", "words"), ("rows", "3"), ("required", "")], |_| {});
        html.leaf("label", &[("for", "answer")], "Your answer");
        html.element("textarea", &[("id", "answer"), ("name", "answer"), ("rows", "3"), ("required", "")], |_| {});
        html.leaf(
            "p",
            &[("class", "lead")],
            "Points are changed in the groups above, with one member and all others taken out. The answer is kept in the history.",
        );
        html.leaf("button", &[("class", "first")], "Keep the answer");
    });
}

fn answered(html: &mut Html, lying: &Lying) {
    let requests = lying.decided.entries().rev().filter_map(|(entry, is_undone)| match &entry.what {
        What::Request { submission, words, answer } if !is_undone => Some((entry, submission, words, answer)),
        _ => None,
    });
    let mut requests = requests.peekable();
    if requests.peek().is_none() {
        return;
    }
    html.leaf("h2", &[], "Answered");
    html.element("ol", &[("class", "log whole")], |html| {
        for (entry, submission, words, answer) in requests {
            html.element("li", &[], |html| {
                html.leaf("time", &[], &time(entry.time));
                html.element("span", &[], |html| {
                    html.leaf("b", &[], submission);
                    html.text(": ");
                    html.text(words);
                    html.element("p", &[], |html| {
                        html.leaf("i", &[], &entry.by);
                        html.text(": ");
                        html.text(answer);
                    });
                });
            });
        }
    });
}
