//! Files of tests for `pytest` or `unittest`, also as an autograder for Gradescope has them: they stay what they are, and a spec is put
//! around them.

pub(super) mod standard;

use std::collections::BTreeSet;

use super::draft::Tests;
use super::package::some_of;
use super::{Draft, Error, Package};
use crate::rules::{FoundTest, TestFile};

/// What runs the tests of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pytest,
    /// An autograder with `gradescope_utils`.
    Gradescope,
}

/// Folders whose programs are solutions, or what students begin with. The first holds what is right.
const SOLUTIONS: [&str; 6] = ["solution", "solutions", "reference", "sample_solution", "src", "starter"];

/// Files that prepare a machine or start the tests. Nothing of it is needed here, but for what they install.
const SETUP: [&str; 7] = [
    "setup.sh",
    "run_autograder",
    "requirements.txt",
    "run_tests.py",
    "run_autograder.sh",
    "Dockerfile",
    "setup.py",
];

/// Settings of pytest.
const SETTINGS: [&str; 6] =
    ["conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini"];

/// A file with tests.
struct Written<'a> {
    path: &'a str,
    file: TestFile,
}

/// Reads a package with tests, or one file.
pub(super) fn read(kind: Kind, package: &Package) -> Result<Draft, Error> {
    let origin = match kind {
        Kind::Pytest => "tests for pytest",
        Kind::Gradescope => "an autograder for Gradescope",
    };
    let mut draft = Draft::new(&package.name, origin);
    let tests = test_files(kind, package)?;
    let modules = examined(package, &tests)?;
    let beside: Vec<&str> = tests
        .iter()
        .map(|one| one.path)
        .chain(package.paths().filter(|path| is_beside(path, &tests)))
        .collect();
    let is_marked = |test: &FoundTest| test.marks.weight.is_some() || test.marks.partial_credit.is_some();
    let has_points = tests.iter().any(|one| one.file.tests.iter().any(is_marked));
    if !has_points {
        draft.differs("nothing in the files says what the tests are worth: they share 100 points evenly");
    }
    let skipped: Vec<String> = tests
        .iter()
        .flat_map(|one| one.file.tests.iter().filter(|test| test.marks.is_skipped))
        .map(|test| test.path.join("."))
        .collect();
    if !skipped.is_empty() {
        draft.leave_out(format!("tests that are always skipped: {}", some_of(&skipped)));
    }
    let setup: Vec<String> = package
        .paths()
        .filter(|path| SETUP.contains(&path.rsplit('/').next().unwrap_or_default()))
        .map(str::to_owned)
        .collect();
    if !setup.is_empty() {
        draft.leave_out(format!("{}: install on the machine that grades what they install", some_of(&setup)));
    }
    let mut files: Vec<String> = Vec::new();
    for path in beside {
        if let (Some(content), false) = (package.get(path), files.iter().any(|known| known == path)) {
            files.push(path.to_owned());
            draft.beside.insert(path.to_owned(), content.to_vec());
        }
    }
    if let [module] = modules.as_slice() {
        draft.solution = solution(package, module, &tests);
    }
    if let Some(path) = draft.solution.clone() {
        let content = package.get(&path).unwrap_or_default().to_vec();
        draft.beside.insert(path.clone(), content);
        files.retain(|known| *known != path);
        draft.differs(format!("`{path}` is taken for a right solution: every test must pass with it"));
    }
    draft.files = modules;
    let runner = match kind {
        Kind::Pytest => "pytest",
        Kind::Gradescope => "unittest",
    };
    let points = (!has_points).then(|| "100".to_owned());
    draft.tests.push(Tests { runner, files, points, ..Tests::default() });
    Ok(draft)
}

/// Finds the files with tests that the runner finds.
fn test_files(kind: Kind, package: &Package) -> Result<Vec<Written<'_>>, Error> {
    let mut found = Vec::new();
    for path in package.paths().filter(|path| path.ends_with(".py")) {
        let content = package.get(path).unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_setup = SETUP.contains(&name) || SETTINGS.contains(&name);
        let has_name = name.starts_with("test_") || name.ends_with("_test.py") || kind == Kind::Gradescope;
        if is_setup || !has_name || !TestFile::is_utf_8(content) {
            continue;
        }
        let Ok(file) = TestFile::parse(path, content) else { continue };
        let runs = |test: &FoundTest| kind == Kind::Pytest || test.is_method_of_case;
        if file.tests.iter().any(runs) {
            found.push(Written { path, file });
        }
    }
    if found.is_empty() {
        let (what, help) = match kind {
            Kind::Pytest => (
                "there is no file with tests for pytest",
                "they are called `test_*.py` or `*_test.py`, and have functions whose names begin with `test`",
            ),
            Kind::Gradescope => (
                "there is no file with tests for `unittest`",
                "name the folder of the autograder, in which tests are methods of classes derived from `unittest.TestCase`",
            ),
        };
        return Err(Error::new(what, help));
    }
    Ok(found)
}

/// Returns the files that students hand in: those that tests import, and that neither belong to the tests nor are installed.
fn examined(package: &Package, tests: &[Written]) -> Result<Vec<String>, Error> {
    let beside: BTreeSet<&str> = package
        .paths()
        .filter(|path| {
            folder_of(path).is_some_and(|folder| tests.iter().any(|one| folder_of(one.path) == Some(folder)))
        })
        .filter_map(|path| path.rsplit('/').next()?.strip_suffix(".py"))
        .collect();
    let has_solution = |name: &str| solution(package, &format!("{name}.py"), tests).is_some();
    let mut modules: Vec<String> = Vec::new();
    for name in tests.iter().flat_map(|one| &one.file.imports) {
        let is_known =
            standard::is_installed(name) || (beside.contains(name.as_str()) && !has_solution(name));
        let file = format!("{name}.py");
        if !is_known && !modules.contains(&file) {
            modules.push(file);
        }
    }
    if modules.is_empty() {
        return Err(Error::new(
            "it is not clear what students hand in: the tests import nothing of theirs",
            "write a spec with `submission: {files: […]}` and `tests: {runner: pytest, files: […]}`",
        ));
    }
    Ok(modules)
}

/// Finds a program of the package that stands for what is handed in.
fn solution(package: &Package, file: &str, tests: &[Written]) -> Option<String> {
    let in_folders = SOLUTIONS.iter().take(4).map(|folder| format!("{folder}/{file}"));
    let found = in_folders.into_iter().find(|path| package.has(path));
    let at_top =
        || Some(file.to_owned()).filter(|path| package.has(path) && tests.iter().all(|one| one.path != path));
    found.or_else(at_top)
}

/// Tells whether a file belongs to the tests: settings of pytest, and what lies in their folder.
fn is_beside(path: &str, tests: &[Written]) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    if SETTINGS.contains(&name) {
        return true;
    }
    let is_of_others = SETUP.contains(&name) || name.to_ascii_lowercase().starts_with("readme");
    let folder = folder_of(path);
    !is_of_others && folder.is_some() && tests.iter().any(|one| folder_of(one.path) == folder)
}

/// Returns the folder of a file; `None` at the top, where anything may lie.
fn folder_of(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}
