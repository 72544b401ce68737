//! The libraries that tests in Java need: those of the repository, or JUnit as this machine has it.

use std::path::Path;

use super::super::Package;
use super::roles::{ending, name_of};

use crate::system;

/// The folder beside the spec in which libraries lie.
pub(super) const FOLDER: &str = "lib";

/// Where systems keep the libraries of Java.
const SYSTEM: &str = "/usr/share/java";

/// A library: what its packages begin with, its file, and what it needs besides.
struct Library {
    package: &'static str,
    files: &'static [&'static str],
}

/// The libraries that are looked for on this machine. Each has a version that brings what it needs, or names that.
const LIBRARIES: [Library; 3] = [
    Library { package: "org.junit.jupiter", files: &["junit-platform-console-standalone.jar"] },
    Library { package: "org.junit", files: &["junit4.jar", "hamcrest.jar"] },
    Library { package: "org.hamcrest", files: &["hamcrest.jar"] },
];

/// Packages of libraries that tests use besides, and the word in the names of their files.
const FURTHER: [(&str, &str); 4] = [
    ("org.mockito", "mockito"),
    ("org.assertj", "assertj"),
    ("com.google.common", "guava"),
    ("org.springframework", "spring"),
];

/// The libraries of some tests, by their paths from the spec's folder.
///
/// # Errors
///
/// When one is neither in the repository nor on this machine: which one, and where to put it.
pub(super) fn of(package: &Package, tests: &[&str]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let placed = |name: &str, content: Vec<u8>| (format!("{FOLDER}/{name}"), content);
    let is_own = |path: &&str| ending(path) == "jar" && !name_of(path).contains("wrapper");
    let mut libraries: Vec<(String, Vec<u8>)> = package
        .paths()
        .filter(is_own)
        .filter_map(|path| Some(placed(name_of(path), package.get(path)?.to_vec())))
        .collect();
    let has = |libraries: &[(String, Vec<u8>)], word: &str| {
        libraries.iter().any(|(path, _)| name_of(path).contains(word))
    };
    let imports = |package: &str| {
        let begins = |line: &str| {
            let rest =
                line.trim().strip_prefix("import ").map(|rest| rest.trim_start_matches("static ").trim());
            let below = rest.and_then(|rest| rest.strip_prefix(package));
            // `org.junit.jupiter` is no part of JUnit 4.
            below.is_some_and(|rest| {
                rest.starts_with('.') && !(package == "org.junit" && rest.starts_with(".jupiter"))
            })
        };
        tests.iter().any(|text| text.lines().any(begins))
    };
    let lacks = |name: &str| {
        format!(
            "its tests need `{name}`, which is neither in the repository nor on this machine: put it into the repository's folder `{FOLDER}`"
        )
    };
    for (package, word) in FURTHER {
        if imports(package) && !has(&libraries, word) {
            return Err(lacks(&format!("{word}.jar")));
        }
    }
    for library in LIBRARIES.iter().filter(|library| imports(library.package)) {
        for file in library.files {
            let word = file.trim_end_matches(".jar").trim_end_matches('4');
            if has(&libraries, word) {
                continue;
            }
            let content = system::read(&Path::new(SYSTEM).join(file)).map_err(|_| lacks(file))?;
            libraries.push(placed(file, content));
        }
    }
    Ok(libraries)
}
