//! Tests of pytest and unittest that a command runs: they stay in their files, and their group counts as a whole.

use std::collections::BTreeSet;

use super::super::Package;
use super::super::draft::Tests;
use super::super::package::some_of;
use super::carried::{Carried, Work};
use super::python_modules::{imported, named_in};
use super::roles::{ending, folder_of, handed_in, has_word, is_foreign, is_of_tests, name_of};
use super::runner::{Asked, Runner};
use crate::rules::{FoundTest, TestFile};

/// Settings of pytest, which hold wherever they lie.
const SETTINGS: [&str; 5] = ["conftest.py", "pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini"];

/// The most files that are laid beside tests.
const MOST_FILES: usize = 200;

/// A file with tests, and those of them that are asked for.
struct Chosen {
    path: String,
    /// The names of the tests that are not asked for.
    without: Vec<String>,
}

/// The tests that a command asks for. `installed` is what the test installs before, as it is written.
///
/// # Errors
///
/// When they are not there, or nothing tells what is handed in.
pub(super) fn carried(asked: &Asked, package: &Package, installed: &str) -> Result<Carried, String> {
    let chosen = chosen(asked, package)?;
    let mut hand_in = HandIn::of(package, installed);
    for one in &chosen {
        hand_in.follow(&one.path, true);
    }
    let entry = hand_in.entry(&chosen)?;
    let mut carried = Carried { entry, ..Carried::default() };
    let mut files: Vec<String> = chosen.iter().map(|one| one.path.clone()).collect();
    let known: BTreeSet<String> =
        files.iter().chain(&hand_in.files).chain(&hand_in.optional).cloned().collect();
    let texts: Vec<_> =
        known.iter().filter_map(|path| package.get(path)).map(String::from_utf8_lossy).collect();
    let is_named = |path: &str| texts.iter().any(|text| has_word(text, name_of(path)));
    let folders: BTreeSet<&str> =
        chosen.iter().map(|one| folder_of(&one.path)).filter(|folder| !folder.is_empty()).collect();
    let beside = package.paths().filter(|path| {
        let is_below =
            folders.iter().any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
        let has_tests = || name_of(path).starts_with("test_") || path.ends_with("_test.py");
        let is_helper = ending(path) == "py" && is_of_tests(path) && is_below && !has_tests()
            || hand_in.helpers.contains(*path);
        let is_data = ending(path) != "py" && (is_below || is_named(path));
        !known.contains(*path)
            && !is_foreign(path)
            && (is_helper || is_data || SETTINGS.contains(&name_of(path)))
    });
    files.extend(beside.take(MOST_FILES).map(str::to_owned));
    for path in &files {
        carried.beside.insert(path.clone(), package.get(path).unwrap_or_default().to_vec());
    }
    if !hand_in.installs.is_empty() {
        let names: Vec<&String> = hand_in.installs.iter().collect();
        carried
            .differs
            .push(format!("The tests import {}: install that on the machine that grades.", some_of(&names)));
    }
    if !hand_in.unknown.is_empty() {
        let names: Vec<&String> = hand_in.unknown.iter().collect();
        carried.differs.push(format!(
            "The tests import {}, which is neither in the repository nor part of Python: hand it in, lay it beside the spec, or install it.",
            some_of(&names)
        ));
    }
    let mut without: Vec<String> = chosen.into_iter().flat_map(|one| one.without).collect();
    // Tests in a file that others only import are not asked for.
    for helper in hand_in.helpers.iter().filter(|path| files.contains(path) && !known.contains(*path)) {
        let file = TestFile::parse(helper, package.get(helper).unwrap_or_default());
        let tests = file.map(|file| file.tests).unwrap_or_default();
        let runs = |test: &&FoundTest| asked.runner == Runner::Pytest || test.is_method_of_case;
        without.extend(tests.iter().filter(runs).map(|test| test.path.join(".")));
    }
    let runner = if asked.runner == Runner::Pytest { "pytest" } else { "unittest" };
    carried.work = Work::Tests(Tests { runner, files, without, ..Tests::default() });
    (carried.files, carried.optional) = (hand_in.files, hand_in.optional);
    Ok(carried)
}

/// The files that hold the tests that are asked for.
fn chosen(asked: &Asked, package: &Package) -> Result<Vec<Chosen>, String> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let all = || package.paths().filter(|path| ending(path) == "py" && !is_foreign(path));
    let below = |path: &str, folder: &str| {
        folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    let whole = [asked.folder.clone()];
    let targets = if asked.targets.is_empty() { &whole[..] } else { &asked.targets[..] };
    for target in targets {
        let (place, names) = match asked.runner {
            Runner::Pytest => {
                target.split_once("::").map_or((target.clone(), String::new()), |(path, names)| {
                    (path.to_owned(), names.replace("::", "."))
                })
            }
            _ => dotted(target, &asked.folder, package),
        };
        if names.contains('[') {
            return Err(format!("`{target}` is a test with one of its parameters"));
        }
        let files: Vec<&str> = match place
            .rsplit_once('/')
            .map_or(("", place.as_str()), |(folder, name)| (folder, name))
        {
            _ if package.has(&place) => vec![package.paths().find(|path| *path == place).unwrap_or_default()],
            (folder, pattern) if pattern.contains('*') => {
                all().filter(|path| below(path, folder) && is_like(name_of(path), pattern)).collect()
            }
            _ => {
                let is_test = |name: &str| name.starts_with("test_") || name.ends_with("_test.py");
                all().filter(|path| below(path, &place) && is_test(name_of(path))).collect()
            }
        };
        if files.is_empty() {
            return Err(format!("there are no tests in `{target}`, or the file is not in the repository"));
        }
        for path in files {
            if let Some(one) = one_file(asked, package, path, &names)? {
                chosen.retain(|known| known.path != one.path || !names.is_empty());
                match chosen.iter_mut().find(|known| known.path == one.path) {
                    Some(known) => known.without.retain(|name| one.without.contains(name)),
                    None => chosen.push(one),
                }
            }
        }
    }
    if chosen.is_empty() {
        return Err(format!("no test is found in {}", some_of(targets)));
    }
    Ok(chosen)
}

/// The tests of a file that are asked for; `None` if it has none.
fn one_file(asked: &Asked, package: &Package, path: &str, names: &str) -> Result<Option<Chosen>, String> {
    let content = package.get(path).unwrap_or_default();
    if !TestFile::is_utf_8(content) {
        return Err(format!("`{path}` is not UTF-8"));
    }
    let file =
        TestFile::parse(path, content).map_err(|reason| format!("`{path}` cannot be read: {reason}"))?;
    let runs = |test: &&FoundTest| asked.runner == Runner::Pytest || test.is_method_of_case;
    let stem = name_of(path);
    let is_chosen = |test: &FoundTest| {
        let name = test.path.join(".");
        let is_named = names.is_empty() || name == names || name.starts_with(&format!("{names}."));
        is_named
            && asked.keyword.as_deref().is_none_or(|keyword| has_keyword(&format!("{stem} {name}"), keyword))
    };
    let tests: Vec<&FoundTest> =
        file.tests.iter().filter(runs).filter(|test| !test.marks.is_skipped).collect();
    let (chosen, others): (Vec<&FoundTest>, Vec<&FoundTest>) =
        tests.into_iter().partition(|test| is_chosen(test));
    let without = others.iter().map(|test| test.path.join(".")).collect();
    Ok((!chosen.is_empty()).then(|| Chosen { path: path.to_owned(), without }))
}

/// The file of a name such as `tests.test_a.TestA.test_b`, and what of it is asked for.
pub(super) fn dotted(target: &str, folder: &str, package: &Package) -> (String, String) {
    if target.ends_with(".py") || target.contains('*') {
        return (target.to_owned(), String::new());
    }
    let parts: Vec<&str> = target.split('.').collect();
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let file = (1..=parts.len()).rev().map(|end| (format!("{prefix}{}.py", parts[..end].join("/")), end));
    let found = file.into_iter().find(|(path, _)| package.has(path));
    match found {
        Some((path, end)) => (path, parts[end..].join(".")),
        None => (format!("{prefix}{}", parts.join("/")), String::new()),
    }
}

/// Whether a name is like a pattern with `*`.
pub(super) fn is_like(name: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut last = "";
    for piece in pieces {
        let Some(place) = rest.find(piece) else { return false };
        (rest, last) = (&rest[place + piece.len()..], piece);
    }
    rest.is_empty() || pattern.ends_with('*') || (!last.is_empty() && rest.ends_with(last))
}

/// Whether a test has what pytest's `-k` asks for: words with `and`, `or` and `not`, in the order in which these bind.
fn has_keyword(name: &str, keyword: &str) -> bool {
    let name = name.to_lowercase();
    let has = |word: &str| {
        let word = word.trim();
        match word.strip_prefix("not ") {
            Some(word) => !name.contains(&word.trim().to_lowercase()),
            None => name.contains(&word.to_lowercase()),
        }
    };
    keyword.split(" or ").any(|part| part.split(" and ").all(has))
}

/// What students hand in for some tests.
struct HandIn<'a> {
    package: &'a Package,
    installed: &'a str,
    files: Vec<String>,
    optional: Vec<String>,
    /// Modules of the tests.
    helpers: BTreeSet<String>,
    /// Modules that must be installed.
    installs: BTreeSet<String>,
    /// Modules of which nothing tells where they come from.
    unknown: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl<'a> HandIn<'a> {
    fn of(package: &'a Package, installed: &'a str) -> Self {
        let (files, optional) = (Vec::new(), Vec::new());
        let [helpers, installs, unknown, seen] = [const { BTreeSet::new() }; 4];
        Self { package, installed, files, optional, helpers, installs, unknown, seen }
    }

    /// Follows what a file imports. Modules of the tests are followed too; what only students' files import may be missing.
    fn follow(&mut self, path: &str, is_of_instructor: bool) {
        let mut waiting = vec![(path.to_owned(), is_of_instructor)];
        while let Some((path, is_of_instructor)) = waiting.pop() {
            if !self.seen.insert(path.clone()) {
                continue;
            }
            let modules = imported(self.package, &path);
            for file in modules.files {
                let is_helper = is_of_instructor && is_of_tests(&file);
                let list = match (is_helper, is_of_instructor) {
                    (true, _) => {
                        self.helpers.insert(file.clone());
                        waiting.push((file, true));
                        continue;
                    }
                    (false, true) => &mut self.files,
                    (false, false) => &mut self.optional,
                };
                if !list.contains(&file) {
                    list.push(file.clone());
                }
                waiting.push((file, false));
            }
            for name in modules.unknown.into_iter().filter(|_| is_of_instructor) {
                let requirements =
                    self.package.get("requirements.txt").map(String::from_utf8_lossy).unwrap_or_default();
                let is_installed = has_word(self.installed, &name) || has_word(&requirements, &name);
                if is_installed {
                    self.installs.insert(name);
                } else {
                    self.unknown.insert(name);
                }
            }
        }
    }

    /// The first of the files that are handed in.
    fn entry(&mut self, chosen: &[Chosen]) -> Result<String, String> {
        if self.files.is_empty() {
            self.files =
                std::mem::take(&mut self.unknown).into_iter().map(|name| format!("{name}.py")).collect();
        }
        if self.files.is_empty() {
            let is_asked = |file: &str| !is_foreign(file) && !is_of_tests(file);
            self.files = chosen.iter().flat_map(|one| named_in(self.package, &one.path, is_asked)).collect();
            self.files.dedup();
        }
        if self.files.is_empty() {
            self.files =
                handed_in(self.package).filter(|path| ending(path) == "py").map(str::to_owned).collect();
        }
        self.optional.extend(self.unknown.iter().map(|name| format!("{name}.py")));
        let (files, seen) = (&self.files, &chosen);
        self.optional.retain(|file| !files.contains(file) && !seen.iter().any(|one| one.path == *file));
        // The module of a package is a better entry than the file that makes it one.
        let place = self.files.iter().position(|file| name_of(file) != "__init__.py").unwrap_or(0);
        if place < self.files.len() {
            self.files.swap(0, place);
        }
        self.files
            .first()
            .cloned()
            .ok_or_else(|| "nothing tells what is handed in: the tests import nothing of it".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_and_keywords_choose_as_the_runners_do() {
        assert!(
            is_like("test_a.py", "test*.py")
                && is_like("a_test.py", "*_test.py")
                && !is_like("a.py", "test*.py")
        );
        assert!(has_keyword("test_a.py TestA.test_area", "Area and not volume"));
        assert!(
            has_keyword("test_a.py test_b", "area or test_b")
                && !has_keyword("test_a.py test_b", "not test_b")
        );
    }
}
