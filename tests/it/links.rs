//! What the pages point to is there: files, folders and headings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages for people, by their paths from the top.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["fuzz", "benches/peers", "fixtures/hostile", "fixtures/faithful"]
        .map(|folder| Path::new(folder).join("README.md"))
        .to_vec();
    for folder in ["", "docs"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| Path::new(folder).join(entry.unwrap().file_name()));
        pages.extend(names.filter(|name| name.extension().is_some_and(|extension| extension == "md")));
    }
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The places in a page that a link can name: its headings, as GitHub writes them into addresses.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading = None;
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap_or_default();
                // A second heading of the same name has a number.
                let again = (1..).map(|number| format!("{heading}-{number}"));
                let mut names = std::iter::once(heading.clone()).chain(again);
                anchors.extend(names.find(|name| !anchors.contains(name)));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    let kept = text.chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
                    *heading +=
                        &kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase();
                }
            }
            _ => {}
        }
    }
    anchors
}

/// What the links and pictures of a page lead to.
fn targets(page: &str) -> Vec<String> {
    let lead = Parser::new(page).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    lead.filter(|target| !target.starts_with("https://")).collect()
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(normal.pop(), "{} leads out of the project", path.display()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

#[test]
fn every_link_of_a_page_leads_to_a_file_and_a_heading() {
    let mut followed = 0;
    for page in pages() {
        let text = read(&page);
        for target in targets(&text) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file =
                if file.is_empty() { page.clone() } else { normal(&page.parent().unwrap().join(file)) };
            assert!(root().join(&file).exists(), "{}: `{target}` is not there", page.display());
            if !anchor.is_empty() {
                assert!(anchors(&read(&file)).contains(anchor), "{}: no heading `{target}`", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 100, "only {followed} links were found");
}

/// Every file and folder of the project, by its path from the top; folders end with `/`.
fn everything(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if path == Path::new("target") || path == Path::new(".git") {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            all.push(format!("{}/", path.display()));
            everything(&path, all);
        } else {
            all.push(path.display().to_string());
        }
    }
}

/// Whether a word of a page looks like the path of a source file or of a folder.
fn is_path(word: &str) -> bool {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let has_ending =
        [".rs", ".py", ".yaml", ".md", ".json", ".css", ".js"].iter().any(|end| word.ends_with(end));
    is_plain && (has_ending || word.ends_with('/') && word.len() > 1)
}

#[test]
fn every_path_that_the_pages_for_developers_name_is_there() {
    let mut all = Vec::new();
    everything(Path::new(""), &mut all);
    let mut named = 0;
    for page in ["docs/architecture.md", "CONTRIBUTING.md", "SECURITY.md"] {
        for event in Parser::new(&read(Path::new(page))) {
            let Event::Code(word) = event else { continue };
            if !is_path(&word) {
                continue;
            }
            let is_it = |path: &String| **path == *word || path.ends_with(&format!("/{word}"));
            assert!(all.iter().any(is_it), "{page}: `{word}` is not there");
            named += 1;
        }
    }
    assert!(named > 100, "only {named} paths were found");
}
