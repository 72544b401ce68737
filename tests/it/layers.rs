//! Dependencies point one way: a module uses only modules that stand before it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, lowest first, as `docs/architecture.md` lists them.
const LAYERS: [&str; 20] = [
    "points",
    "digest",
    "resource",
    "submission",
    "gradebook",
    "rules",
    "sandbox",
    "language",
    "trace",
    "python",
    "spec",
    "plan",
    "run",
    "compare",
    "score",
    "report",
    "results",
    "explore",
    "audit",
    "cli",
];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The module of a file below `src`, and its place in the order.
fn layer(file: &Path) -> Option<(usize, &'static str)> {
    let first = file.components().next()?.as_os_str().to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    LAYERS.iter().enumerate().find(|(_, layer)| **layer == name).map(|(index, layer)| (index, *layer))
}

/// The modules that a source text names as `crate::module`, in braces too.
fn used(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in text.split("crate::").skip(1) {
        match part.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            Some((inside, _)) => found.extend(inside.split(',').map(first_word)),
            None => found.push(first_word(part)),
        }
    }
    found.retain(|module| !module.is_empty());
    found
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

#[test]
fn every_module_uses_only_modules_that_stand_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = Vec::new();
    for file in source_files(&src) {
        let name = file.strip_prefix(&src).unwrap();
        if ["main.rs", "lib.rs"].iter().any(|top| name == Path::new(top)) {
            continue;
        }
        let (place, module) = layer(name).unwrap_or_else(|| panic!("{} is in no layer", name.display()));
        seen.push(module);
        for used in used(&fs::read_to_string(&file).unwrap()) {
            let target = LAYERS.iter().position(|layer| *layer == used);
            let target = target.unwrap_or_else(|| panic!("{} uses the unknown `{used}`", name.display()));
            assert!(target <= place, "{} uses `{used}`, which stands above `{module}`", name.display());
        }
    }
    for layer in LAYERS {
        assert!(seen.contains(&layer), "the layer `{layer}` has no files");
    }
}

#[test]
fn unsafe_code_stands_only_in_the_sandbox() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in source_files(&src) {
        let name = file.strip_prefix(&src).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let uses_unsafe =
            text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("unsafe "));
        assert!(!uses_unsafe || name.starts_with("sandbox"), "{} has unsafe code", name.display());
    }
}
