//! Every fixture of the assignments, in a page: what it is told there is what `check` tells.

use std::fs;
use std::path::{Path, PathBuf};

use super::Page;
use crate::scratch::Scratch;

/// What is decided otherwise in a page: submissions by their assignments, each with the reason.
const OTHERWISE: [(&str, &str); 7] = [
    ("byu-connect-four/accepted-in-c", "a page runs only Python"),
    ("byu-connect-four/accepted-in-rust", "a page runs only Python"),
    ("byu-connect-four/accepted-leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/fireworks-never-end", "a page has no threads"),
    ("michigan-connect-n/accepted-leaves-a-thread", "a page has no threads"),
    ("umass-connect4/accepted-leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/floods-after-invalid", "it is proved to be endless before it has printed too much"),
];

/// What is told of each scenario, in order.
fn outcomes(page: &str) -> Vec<String> {
    let page = scraper::Html::parse_document(page);
    let marks = scraper::Selector::parse("header nav a").unwrap();
    page.select(&marks).map(|mark| mark.attr("title").unwrap().to_owned()).collect()
}

#[test]
#[ignore = "takes an hour: `.ci/portable web`"]
fn every_fixture_is_told_what_check_tells() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for key in
        ["byu-connect-four", "carleton-connect4", "michigan-connect-n", "umass-connect4", "uq-connect4ish"]
    {
        let Some(mut page) = Page::open(Scratch::hello(), key) else { return };
        for entry in fs::read_dir(root.join("fixtures").join(key).join("submissions")).unwrap() {
            let submission = entry.unwrap().path();
            let name = format!("{key}/{}", submission.file_name().unwrap().to_str().unwrap());
            if OTHERWISE.iter().any(|(otherwise, _)| *otherwise == name) {
                continue;
            }
            let path = submission.to_str().unwrap();
            let own = page.scratch.run(&["check", key, path, "--format", "html", "--hints", "0"]);
            let files: Vec<PathBuf> = match submission.is_dir() {
                true => fs::read_dir(&submission).unwrap().map(|entry| entry.unwrap().path()).collect(),
                false => vec![submission],
            };
            page.choose(&files);
            let shown =
                page.value("[...document.querySelectorAll('#result nav a')].map((mark) => mark.title)");
            let shown: Vec<String> = serde_json::from_value(shown).unwrap();
            let own = outcomes(&own.stdout);
            // What a page leaves out is not among its scenarios.
            let others: Vec<&String> = shown.iter().filter(|one| !own.contains(one)).collect();
            if !others.is_empty() || shown.is_empty() != own.is_empty() {
                wrong.push(format!("{name}: {others:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
