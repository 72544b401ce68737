//! The fixtures of the assignments, in a page: what they are told there is what `check` tells.

use std::fs;
use std::path::{Path, PathBuf};

use super::Page;
use crate::night;
use crate::scratch::Scratch;

/// One of so many is tried for a change, and at night: a page takes some ten seconds for each.
const STEP: usize = 30;
const STEP_AT_NIGHT: usize = 5;

/// What is decided otherwise in a page: submissions by their assignments, each with the reason.
const OTHERWISE: [(&str, &str); 21] = [
    ("byu-connect-four/accepted-in-c", "a page runs only Python"),
    ("byu-connect-four/accepted-in-rust", "a page runs only Python"),
    ("byu-connect-four/rust-parse-accepts-plus", "a page runs only Python"),
    ("byu-connect-four/scanf-stuck-on-letters", "a page runs only Python"),
    ("byu-connect-four/accepted-leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/fireworks-never-end", "a page has no threads"),
    ("carleton-connect4/leaves-a-thread", "a page has no threads"),
    ("michigan-connect-n/accepted-leaves-a-thread", "a page has no threads"),
    ("umass-connect4/accepted-leaves-a-thread", "a page has no threads"),
    ("uq-connect4ish/leaves-a-thread", "a page has no threads"),
    ("byu-connect-four/floods-after-invalid", SOONER),
    ("umass-connect4/input-replaced", SOONER),
    ("carleton-connect4/huge-repr", "a page does not measure memory"),
    ("carleton-connect4/searches-the-frames", "it takes what it finds in its callers, and a page has others"),
    (
        "michigan-connect-n/searches-the-frames",
        "it takes what it finds in its callers, and a page has others",
    ),
    ("umass-connect4/searches-the-frames", "it takes what it finds in its callers, and a page has others"),
    ("uq-connect4ish/searches-the-frames", "it takes what it finds in its callers, and a page has others"),
    ("byu-connect-four/file-name-misspelled", ANY_NAME),
    ("michigan-connect-n/file-name-misspelled", ANY_NAME),
    ("umass-connect4/file-misnamed", ANY_NAME),
    ("uq-connect4ish/file-misnamed", ANY_NAME),
];

/// Whether that comes first depends on how busy the machine is.
const SOONER: &str = "it may be proved to be endless before it has printed too much";

/// As for `yardstick check` with a file.
const ANY_NAME: &str = "what is chosen as a single file may have any name, and how it must be called is told";

/// What is told of each scenario, in order.
fn outcomes(page: &str) -> Vec<String> {
    let page = scraper::Html::parse_document(page);
    let marks = scraper::Selector::parse("header nav a").unwrap();
    page.select(&marks).map(|mark| mark.attr("title").unwrap().to_owned()).collect()
}

/// So many scenarios of these assignments a page leaves out at most: a mark by hand, or students' own tests.
const LEFT_OUT: usize = 1;

/// Whether these are those of `check`, in their order, but for what a page leaves out. Where nothing was run both are empty.
fn are_those_of_check(shown: &[String], own: &[String]) -> bool {
    let mut others = own.iter();
    let are_part = shown.iter().all(|one| others.any(|other| other == one));
    are_part && shown.is_empty() == own.is_empty() && own.len() <= shown.len() + LEFT_OUT
}

/// The fixtures of an assignment that are tried; at night all that are decided otherwise.
fn tried(key: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(key).join("submissions");
    let mut all: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    let is_otherwise = |path: &Path| {
        let name = format!("{key}/{}", path.file_name().unwrap().to_str().unwrap());
        night::is_night() && OTHERWISE.iter().any(|(otherwise, _)| *otherwise == name)
    };
    let step = if night::is_night() { STEP_AT_NIGHT } else { STEP };
    let tried = |(at, path): (usize, PathBuf)| (at % step == 0 || is_otherwise(&path)).then_some(path);
    all.into_iter().enumerate().filter_map(tried).collect()
}

/// Has each fixture of an assignment checked in a page, and holds what is told of it there to what `check` tells. Where a reason
/// is named it must be something else.
fn is_told_what_check_tells(key: &str) {
    let mut wrong = Vec::new();
    let Some(mut page) = Page::open(Scratch::hello(), key) else { return };
    for submission in tried(key) {
        let name = format!("{key}/{}", submission.file_name().unwrap().to_str().unwrap());
        let reason = OTHERWISE.iter().find(|(otherwise, _)| *otherwise == name).map(|(_, reason)| *reason);
        // Who looks on sees where it is, and so does whoever looks for what did not end.
        eprintln!("{name}");
        let path = submission.to_str().unwrap();
        let own = page.scratch.run(&["check", key, path, "--format", "html", "--hints", "0"]);
        let files: Vec<PathBuf> = match submission.is_dir() {
            true => fs::read_dir(&submission).unwrap().map(|entry| entry.unwrap().path()).collect(),
            false => vec![submission],
        };
        let headline = page.choose(&files);
        let shown = page.value("[...document.querySelectorAll('#result nav a')].map((mark) => mark.title)");
        let shown: Vec<String> = serde_json::from_value(shown).unwrap();
        let own = outcomes(&own.stdout);
        let is_alike = are_those_of_check(&shown, &own);
        let is_wrong = match reason {
            None => !is_alike,
            Some(SOONER) => false,
            Some(_) => is_alike,
        };
        if is_wrong {
            let others: Vec<_> = shown.iter().filter(|one| !own.contains(one)).collect();
            let told =
                format!("{name}: {headline}; {} and {}: {others:?}; {reason:?}", own.len(), shown.len());
            eprintln!("{told}");
            wrong.push(told);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_fixture_of_byu_is_told_what_check_tells() {
    is_told_what_check_tells("byu-connect-four");
}

#[test]
fn every_fixture_of_carleton_is_told_what_check_tells() {
    is_told_what_check_tells("carleton-connect4");
}

#[test]
fn every_fixture_of_michigan_is_told_what_check_tells() {
    is_told_what_check_tells("michigan-connect-n");
}

#[test]
fn every_fixture_of_umass_is_told_what_check_tells() {
    is_told_what_check_tells("umass-connect4");
}

#[test]
fn every_fixture_of_uq_is_told_what_check_tells() {
    is_told_what_check_tells("uq-connect4ish");
}

#[test]
fn what_is_decided_otherwise_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, _) in OTHERWISE {
        let (key, submission) = name.split_once('/').unwrap();
        assert!(root.join("fixtures").join(key).join("submissions").join(submission).exists(), "{name}");
    }
}
