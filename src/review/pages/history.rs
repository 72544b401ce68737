//! The page of everything that was decided, by whom and when; each decision can be undone, and done again.

use super::frame::page;
use super::{group, time};
use crate::decisions::{Entry, What};
use crate::report::{Html, Piece};
use crate::review::desk::{Lying, Refusal};
use crate::review::{Review, counted};
use crate::untrusted::Untrusted;

/// Writes the page.
pub(in crate::review) fn history(review: &Review) -> Result<Vec<u8>, Refusal> {
    let lying = review.desk.now();
    Ok(page(review, &lying, "history", "History", |html| {
        html.leaf("h1", &[], "History");
        conflicts(html, &lying);
        for line in lying.decided.damaged() {
            let told =
                format!("Line {} of `{}` is damaged, and counts as nothing.", line.line, line.path.display());
            html.leaf("p", &[("class", "note")], &told);
        }
        let entries: Vec<_> = lying.decided.entries().rev().collect();
        if entries.is_empty() {
            html.leaf("p", &[], "Nobody has decided anything yet.");
        }
        html.element("ol", &[("class", "log whole")], |html| {
            for (entry, is_undone) in entries {
                html.element("li", &[("class", if is_undone { "undone" } else { "" })], |html| {
                    html.leaf("time", &[], &time(entry.time));
                    html.element("span", &[], |html| {
                        html.leaf("i", &[], &entry.by);
                        html.text(": ");
                        told(html, entry);
                    });
                    undo(html, &lying, entry, is_undone);
                });
            }
        });
    }))
}

/// Writes what people decided who did not know of each other.
fn conflicts(html: &mut Html, lying: &Lying) {
    let conflicts = lying.decided.conflicts();
    if conflicts.is_empty() {
        return;
    }
    html.element("section", &[("aria-labelledby", "conflicts"), ("class", "problem")], |html| {
        html.leaf("h2", &[("id", "conflicts")], "Decided in two ways");
        html.leaf(
            "p",
            &[],
            "The last one counts until somebody decides again. Undo one of them, or decide anew.",
        );
        html.element("ul", &[], |html| {
            for conflict in &conflicts {
                html.element("li", &[], |html| {
                    if let Some(submission) = &conflict.submission {
                        html.leaf("b", &[], submission);
                        html.text(", ");
                    }
                    html.text(&conflict.about);
                    for (entry, _) in
                        lying.decided.entries().filter(|(one, _)| conflict.entries.contains(&one.id))
                    {
                        html.element("p", &[], |html| {
                            html.leaf("i", &[], &entry.by);
                            html.text(&format!(", {}: ", time(entry.time)));
                            told(html, entry);
                        });
                    }
                });
            }
        });
    });
}

/// Writes what was decided, on one line.
pub(super) fn told(html: &mut Html, entry: &Entry) {
    match &entry.what {
        What::Ruling { .. } => group::ruling(html, &entry.what),
        What::Comment { submissions, text, place } => {
            html.text(&format!("comment for {}", counted(submissions.len(), "student")));
            if let Some(place) = place {
                html.text(&format!(", line {}", place.line));
            }
            html.text(": ");
            html.text(text);
        }
        What::Mark { submission, scenario, points, .. } => {
            html.text(submission);
            html.text(&format!(", {scenario}: {}", points.counted()));
        }
        What::Item { sentence, points, .. } => {
            html.text(&format!("the rubric says: {sentence} ({})", points.counted()));
        }
        What::AlsoRight { headline, change, .. } => {
            html.element("b", &[], |html| Piece::sentence(html, headline));
            html.text(&format!(": also right, {change}"));
        }
        What::Extension { students, until } => {
            html.text("more time for ");
            html.text(&Untrusted::join(students.iter().map(|student| student.name.clone()), ", "));
            html.text(&format!(", until {until}"));
        }
        What::Request { submission, answer, .. } => {
            html.text("asked by ");
            html.text(submission);
            html.text(", answered: ");
            html.text(answer);
        }
        What::Published { changed, .. } => {
            html.text(&format!("published, {} with other points", counted(*changed, "student")));
        }
        What::Undo { .. } => html.text("undone"),
    }
}

/// Writes the button that undoes a decision, or does it again. To undo an undo is to do it again.
pub(super) fn undo(html: &mut Html, lying: &Lying, entry: &Entry, is_undone: bool) {
    if matches!(entry.what, What::Published { .. } | What::Undo { .. }) {
        return;
    }
    let undone_by = || {
        let mut entries = lying.decided.entries().rev();
        entries.find(|(one, is_undone)| !is_undone && matches!(one.what, What::Undo { of } if of == entry.id))
    };
    let (word, of) = match undone_by().filter(|_| is_undone) {
        Some((undo, _)) => ("Redo", undo.id),
        None => ("Undo", entry.id),
    };
    html.leaf("button", &[("type", "button"), ("data-undo", &of.to_string())], word);
}
