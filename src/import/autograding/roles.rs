//! Whose a file of a repository is: the instructor's tests and data, or what students hand in.

use super::super::Package;

/// Endings of sources.
const SOURCES: [&str; 17] = [
    "py", "c", "cpp", "cc", "cxx", "h", "hpp", "java", "js", "mjs", "ts", "rs", "go", "html", "css", "sql",
    "ipynb",
];

/// Folders in which tests lie, and what they need.
const FOLDERS: [&str; 8] =
    ["test", "tests", "testing", "__tests__", "spec", "grading", "grader", "autograder"];

/// Folders that others fill.
const FOREIGN: [&str; 12] = [
    ".github",
    ".git",
    "node_modules",
    "venv",
    ".venv",
    "env",
    "__pycache__",
    "build",
    "target",
    "dist",
    ".vscode",
    ".idea",
];

/// Words in the names of files that check others.
const CHECKS: [&str; 6] = ["test", "check", "grade", "grading", "catch", "doctest"];

/// Whether a file is no part of the assignment: settings of editors, what was built or installed, texts for people.
pub(super) fn is_foreign(path: &str) -> bool {
    let name = name_of(path).to_ascii_lowercase();
    let is_page = name.starts_with("readme")
        || name.starts_with("license")
        || name == ".gitignore"
        || name == ".ds_store";
    let is_built = ["md", "class", "o", "pyc", "pdf", "png", "svg"].contains(&ending(&name));
    is_page || is_built || path.split('/').any(|part| FOREIGN.contains(&part))
}

/// Whether it is a source.
pub(super) fn is_source(path: &str) -> bool {
    SOURCES.contains(&ending(path))
}

/// Whether a source belongs to the tests, as its name or folder tells.
pub(super) fn is_of_tests(path: &str) -> bool {
    let mut parts: Vec<&str> = path.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let is_below = parts.iter().any(|folder| FOLDERS.contains(&folder.to_ascii_lowercase().as_str()));
    is_below || has_word_of_checks(name) || name == "conftest.py"
}

/// Whether a word in the name says that the file checks others: `test_a.py`, `ATest.java`, `runTests`, not `latest.py`.
fn has_word_of_checks(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let mut words: Vec<String> = vec![String::new()];
    let mut before = ' ';
    let mut characters = stem.chars().peekable();
    while let Some(character) = characters.next() {
        // `ATest` and `runTests` both have two words.
        let is_followed = characters.peek().is_some_and(|next| next.is_lowercase());
        let begins = character.is_uppercase() && (before.is_lowercase() || is_followed);
        if !character.is_alphabetic() || begins {
            words.push(String::new());
        }
        if character.is_alphabetic() {
            words.last_mut().into_iter().for_each(|word| word.extend(character.to_lowercase()));
        }
        before = character;
    }
    let is_check = |word: &String| {
        CHECKS
            .iter()
            .any(|check| word == check || *word == format!("{check}s") || *word == format!("{check}er"))
    };
    words.iter().any(is_check) || name.split('.').rev().skip(1).any(|part| part == "test" || part == "spec")
}

/// The sources that students hand in.
pub(super) fn handed_in(package: &Package) -> impl Iterator<Item = &str> {
    package.paths().filter(|path| is_source(path) && !is_foreign(path) && !is_of_tests(path))
}

/// The instructor's files that are no sources of students: tests, scripts, data.
pub(super) fn instructors(package: &Package) -> impl Iterator<Item = &str> {
    let is_own = |path: &&str| !is_foreign(path) && (!is_source(path) || is_of_tests(path));
    package.paths().filter(is_own)
}

/// The name of a file without its folders.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The folder of a file; empty at the top.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The ending of a name, without its dot; empty if it has none.
pub(super) fn ending(path: &str) -> &str {
    name_of(path).rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Whether a text has this word, with nothing that belongs to a name around it.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    !word.is_empty()
        && text.match_indices(word).any(|(place, _)| {
            !text[..place].ends_with(is_part) && !text[place + word.len()..].starts_with(is_part)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_folders_tell_which_file_belongs_to_the_tests() {
        for path in [
            "test_a.py",
            "a_test.py",
            "ATest.java",
            "TestA.java",
            "tests/helper.py",
            "a.test.js",
            "tester.cpp",
            "check.py",
        ] {
            assert!(is_of_tests(path), "{path}");
        }
        for path in
            ["latest.py", "Contest.java", "src/shapes.py", "protest.c", "attestation.js", "checkers.py"]
        {
            assert!(!is_of_tests(path), "{path}");
        }
        assert!(has_word("from shapes import x", "shapes") && !has_word("myshapes.py", "shapes"));
    }
}
