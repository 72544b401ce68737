//! The frame of all pages of a review: the head, the ways to the other pages, and what is saved.

use crate::report::{Html, StudentPage};
use crate::review::Review;
use crate::review::desk::Lying;
use crate::untrusted::Text;

/// The script of all pages.
pub(in crate::review) const SCRIPT: &str = include_str!("review.js");

/// Returns the style sheet of all pages: that of the pages of submissions, and what a review has besides.
pub(in crate::review) fn style() -> String {
    [&StudentPage::style(), include_str!("review.css")].concat()
}

/// The pages, as they are called and where they are.
const PAGES: [(&str, &str); 6] = [
    ("Groups", "."),
    ("Class", "class"),
    ("Marks", "marks"),
    ("Requests", "requests"),
    ("History", "history"),
    ("Publish …", "publish"),
];

/// Writes a whole page; `at` is its place among the pages, and `main` writes what is on it.
pub(super) fn page(
    review: &Review,
    lying: &Lying,
    at: &str,
    title: &(impl Text + ?Sized),
    main: impl FnOnce(&mut Html),
) -> Vec<u8> {
    let mut html = Html::document();
    html.element("html", &[("lang", "en"), ("class", "student review")], |html| {
        html.element("head", &[], |html| {
            html.void("meta", &[("charset", "utf-8")]);
            html.void("base", &[("href", review.guard.base())]);
            html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
            html.void("meta", &[("name", "token"), ("content", review.guard.token())]);
            html.leaf("title", &[], title);
            html.void("link", &[("rel", "stylesheet"), ("href", "style.css")]);
            html.element("script", &[("src", "script.js"), ("defer", "")], |_| {});
        });
        html.raw("\n");
        html.element("body", &[], |html| {
            html.leaf("a", &[("class", "skip"), ("href", "#main")], "Skip to the content");
            html.element("header", &[("class", "bar")], |html| bar(html, review, lying, at));
            html.element("p", &[("id", "told"), ("role", "status"), ("class", "told")], |_| {});
            html.raw("\n");
            html.element("main", &[("id", "main"), ("tabindex", "-1")], main);
            html.raw("\n");
            keys(html);
        });
    });
    html.raw("\n");
    html.into_bytes()
}

fn bar(html: &mut Html, review: &Review, lying: &Lying, at: &str) {
    let groups = &lying.groups;
    let done = groups.iter().filter(|group| lying.state(group).is_decided()).count();
    html.element("div", &[("class", "title")], |html| {
        html.leaf("p", &[("class", "over")], &format!("Review · {}", lying.graded.title));
        html.leaf("p", &[("class", "progress")], &format!("{done} of {} groups decided", groups.len()));
    });
    let most = groups.len().max(1).to_string();
    let meter =
        [("max", most.as_str()), ("value", &done.to_string()), ("aria-label", "Groups that are decided")];
    html.element("progress", &meter, |_| {});
    html.element("p", &[("class", "who")], |html| {
        html.text(&review.desk.grader());
        if let Some(part) = review.desk.part {
            html.text(&format!(", part {part}"));
        }
    });
    html.element("nav", &[("class", "pages"), ("aria-label", "Pages")], |html| {
        for (name, path) in PAGES {
            let current: &[_] =
                if path == at { &[("href", path), ("aria-current", "page")] } else { &[("href", path)] };
            html.leaf("a", current, name);
        }
    });
}

/// Writes the list of keys.
fn keys(html: &mut Html) {
    html.element("dialog", &[("id", "keys"), ("aria-label", "Keys")], |html| {
        html.leaf("h2", &[], "Keys");
        html.element("dl", &[], |html| {
            for (name, what) in [
                ("j k", "next and previous member"),
                ("J K", "next and previous group"),
                ("x", "take the member out, or back in"),
                ("g a p h", "as graded, also right, worth points, by hand"),
                ("c", "write a comment"),
                ("1 – 9", "take an earlier comment"),
                ("Enter", "decide and go on"),
                ("n", "later: the next group that is open"),
                ("u", "undo the last decision"),
                ("/", "search"),
                ("?", "this list"),
            ] {
                html.leaf("dt", &[], name);
                html.leaf("dd", &[], what);
            }
        });
        html.element("form", &[("method", "dialog")], |html| html.leaf("button", &[], "Close"));
    });
}
