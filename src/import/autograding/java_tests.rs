//! Tests of JUnit that Gradle, Maven or the console of JUnit run: they stay in their files, and their group counts as a whole.

use std::collections::BTreeSet;

use super::super::Package;
use super::super::draft::Tests;
use super::carried::{Carried, Work};
use super::jars;
use super::python_tests::is_like;
use super::roles::{ending, has_word, is_foreign, name_of};
use super::runner::Asked;
use crate::rules::{FoundTest, TestFile};

/// A source of Java in the repository.
struct Written<'a> {
    path: &'a str,
    text: String,
    file: TestFile,
}

impl Written<'_> {
    fn class(&self) -> &str {
        name_of(self.path).trim_end_matches(".java")
    }

    /// Whether it belongs to the tests.
    fn is_of_tests(&self) -> bool {
        !self.file.tests.is_empty()
            || format!("/{}", self.path).contains("/src/test/")
            || self.text.contains("import org.junit")
    }
}

/// The tests that a command asks for.
///
/// # Errors
///
/// When they are not there, or JUnit is not on this machine.
pub(super) fn carried(asked: &Asked, package: &Package) -> Result<Carried, String> {
    let below = |path: &&str| asked.folder.is_empty() || path.starts_with(&format!("{}/", asked.folder));
    let sources: Vec<Written> = package
        .paths()
        .filter(|path| ending(path) == "java" && !is_foreign(path))
        .filter(below)
        .filter_map(|path| {
            let text = String::from_utf8(package.get(path)?.to_vec()).ok()?;
            Some(Written { path, file: TestFile::parse_java(&text), text })
        })
        .collect();
    let (tests, main): (Vec<&Written>, Vec<&Written>) = sources.iter().partition(|one| one.is_of_tests());
    let (mut files, mut without) = (Vec::new(), Vec::new());
    for one in &tests {
        let counts = |test: &&FoundTest| !test.marks.is_skipped;
        let (chosen, others): (Vec<&FoundTest>, Vec<&FoundTest>) =
            one.file.tests.iter().filter(counts).partition(|test| is_chosen(test, &asked.targets));
        if !chosen.is_empty() {
            files.push(one.path.to_owned());
            without.extend(others.iter().map(|test| test.path.join(".")));
        }
    }
    if files.is_empty() {
        let none = if tests.is_empty() {
            "there are no tests for JUnit in the repository"
        } else {
            "it asks for tests that are not in the repository"
        };
        return Err(none.to_owned());
    }
    let texts =
        || tests.iter().filter(|one| files.iter().any(|file| file == one.path)).map(|one| one.text.as_str());
    let (files_of_main, entry) = hand_in(&main, &texts())?;
    let mut carried = Carried { is_whole: true, entry, ..Carried::default() };
    let libraries = jars::of(package, &texts().collect::<Vec<_>>())?;
    let helpers = tests.iter().filter(|one| one.file.tests.is_empty()).map(|one| one.path.to_owned());
    let resources =
        package.paths().filter(|path| format!("/{path}").contains("/src/test/resources/")).map(str::to_owned);
    files.extend(helpers.chain(resources).collect::<Vec<_>>());
    for path in &files {
        carried.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
    }
    files.push(format!("{}/*.jar", jars::FOLDER));
    carried.beside.extend(libraries);
    carried.files = files_of_main;
    // A virtual machine takes a while to start.
    carried.limits.push(("cpu", "10s".to_owned()));
    carried.work = Work::Tests(Tests { runner: "junit", files, without, ..Tests::default() });
    Ok(carried)
}

/// Whether a runner is asked for this test: `ATest`, `ATest.adds`, `ATest#adds`, `shop.ATest`, `*Test`.
fn is_chosen(test: &FoundTest, targets: &[String]) -> bool {
    let name = test.path.join(".");
    let whole = if test.package.is_empty() { name.clone() } else { format!("{}.{name}", test.package) };
    let is_it = |target: &String| {
        let target = target.replace('#', ".");
        let target = target.trim_end_matches("()").trim_end_matches(".java");
        let classes = (1..=test.path.len()).map(|end| test.path[..end].join("."));
        let all: Vec<String> = classes
            .flat_map(|name| [format!("{}.{name}", test.package), name])
            .chain([whole.clone()])
            .collect();
        all.iter().any(|name| name == target || target.contains('*') && is_like(name, target))
    };
    targets.is_empty() || targets.iter().any(is_it)
}

/// What students hand in, and the first file of it: sources that the tests name, with all that lie below the same root.
fn hand_in<'a>(
    main: &[&Written],
    texts: &(impl Iterator<Item = &'a str> + Clone),
) -> Result<(Vec<String>, String), String> {
    let named: Vec<&str> = main
        .iter()
        .filter(|one| texts.clone().any(|text| has_word(text, one.class())))
        .map(|one| one.path)
        .collect();
    let all: Vec<&str> = main.iter().map(|one| one.path).collect();
    let entry = named.first().or(all.first()).copied();
    let entry = entry
        .ok_or("nothing tells what is handed in: the repository has no classes but the tests")?
        .to_owned();
    let roots: BTreeSet<&str> =
        all.iter().filter_map(|path| path.split_once("src/main/java/").map(|(front, _)| front)).collect();
    let mut files = vec![entry.clone()];
    if let (1, true) = (roots.len(), all.iter().all(|path| path.contains("src/main/java/"))) {
        files.push(format!("{}src/main/java/**/*.java", roots.iter().next().copied().unwrap_or_default()));
    } else {
        files.extend(all.iter().filter(|path| **path != entry).map(|path| (*path).to_owned()));
    }
    Ok((files, entry))
}
