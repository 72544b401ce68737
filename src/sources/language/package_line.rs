//! Packages of Java that belong to somebody's own project and not to the assignment.
//!
//! Editors begin each file with the package of the project: `package hw1;`. Where the assignment asks for `Main.java` and not for
//! `hw1/Main.java`, no class of such a file is found by its name. The declaration is replaced by blanks, so that every other
//! line and column stays as it is.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::submission::{File, Snapshot};

/// The length from which on a text is no name of a package, in bytes. Nobody would read it on a page.
const LONGEST_NAME: usize = 500;

/// A line that was left out of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutLine {
    /// The path of the source.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// What stood there, in the words of a report.
    pub text: String,
}

/// The packages that stay where they are declared.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    /// Those that files of the assignment name.
    pub named: BTreeSet<String>,
    /// Whether those stay that are the folders of their files.
    pub of_folders: bool,
}

/// Returns the package that a source of Java declares.
pub fn package_of(path: &Path, content: &[u8]) -> Option<String> {
    is_java(path).then(|| declaration(content)).flatten().map(|(_, name)| name)
}

/// Returns the packages that a source of Java declares, and from which it imports classes or what they hold.
pub fn packages_in(path: &Path, content: &[u8]) -> Vec<String> {
    let imported = IMPORT.captures_iter(content).filter(|_| is_java(path)).filter_map(|found| {
        let name = String::from_utf8_lossy(&found[1]).into_owned();
        match name.trim_start().strip_prefix("static") {
            Some(class) => class.rsplit_once('.').map(|(package, _)| name_of(package.as_bytes())),
            None => Some(name_of(name.as_bytes())),
        }
    });
    package_of(path, content).into_iter().chain(imported).collect()
}

/// Returns the name of the class in a source of Java, as the virtual machine calls it: `bank.Account`. Without a declaration of a
/// package it is the name of the file.
pub fn class_of(path: &Path, content: &[u8]) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    package_of(path, content).map_or_else(|| stem.to_string(), |package| format!("{package}.{stem}"))
}

/// Takes out of the sources of Java the packages that do not stay, and the imports from them.
pub fn leave_out_packages(files: &mut Snapshot, kept: &Packages) -> Vec<LeftOutLine> {
    let mut left_out = Vec::new();
    let mut names = BTreeSet::new();
    let sources: Vec<(&Path, &File)> = files.iter().filter(|(path, _)| is_java(path)).collect();
    for (path, file) in &sources {
        let Some((place, name)) = declaration(&file.content) else { continue };
        let is_of_folder = || path.parent().is_some_and(|folder| folder.ends_with(name.replace('.', "/")));
        if kept.named.contains(&name) || kept.of_folders && is_of_folder() {
            continue;
        }
        let line = 1 + file.content[..place.start].iter().filter(|byte| **byte == b'\n').count();
        let text = format!("`package {name};`");
        left_out.push(LeftOutLine { file: path.display().to_string(), line, text });
        names.insert(name);
    }
    if left_out.is_empty() {
        return left_out;
    }
    let changed: Vec<_> = sources
        .iter()
        .map(|(path, file)| {
            let mut content = file.content.clone();
            let package = declaration(&content).filter(|(_, name)| names.contains(name));
            let is_left_out = left_out.iter().any(|line| Path::new(&line.file) == *path);
            let package = package.filter(|_| is_left_out).map(|(place, _)| place);
            let imports = imports_from(&names, &content);
            package.into_iter().chain(imports).for_each(|place| blank(&mut content[place]));
            (path.to_path_buf(), File { content, executable: file.executable })
        })
        .collect();
    changed.into_iter().for_each(|(path, file)| files.insert(path, file));
    left_out
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// Replaces a text by blanks; its lines stay.
fn blank(text: &mut [u8]) {
    text.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
}

/// An import of a class, or of all classes of a package: `import hw1.Card;`, `import hw1.*;`. The package without a name has no static
/// imports, so they stay, and the compiler complains.
static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*import\s+([\w\s.]+?)\s*\.\s*(?:\w+|\*)\s*;").expect("it is a regular expression")
});

/// Finds the imports from packages with these names.
fn imports_from(packages: &BTreeSet<String>, content: &[u8]) -> Vec<Range<usize>> {
    let found = IMPORT.captures_iter(content);
    let of_them =
        found.filter(|one| one.get(1).is_some_and(|name| packages.contains(&name_of(name.as_bytes()))));
    of_them.map(|one| one.get_match().range()).collect()
}

/// Returns a name without the blanks that may stand around its points.
fn name_of(written: &[u8]) -> String {
    String::from_utf8_lossy(written).split_whitespace().collect()
}

/// Finds the declaration of a package, which stands before everything else but comments, and its name.
fn declaration(content: &[u8]) -> Option<(Range<usize>, String)> {
    let start = start_of_code(content);
    let rest = content[start..].strip_prefix(b"package")?;
    let end = rest.iter().position(|byte| *byte == b';')?;
    let name = name_of(&rest[..end.min(LONGEST_NAME)]);
    let is_name = |part: &str| {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        !part.is_empty() && part.chars().all(is_letter)
    };
    let is_declaration = end < LONGEST_NAME && rest[0].is_ascii_whitespace() && name.split('.').all(is_name);
    is_declaration.then(|| (start..start + b"package".len() + end + 1, name))
}

/// Returns the place where the first word of a source of Java begins: behind blanks and comments.
fn start_of_code(content: &[u8]) -> usize {
    let mut at = if content.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    loop {
        let rest = &content[at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let comment = match &rest[blanks..] {
            [b'/', b'/', comment @ ..] => comment.iter().position(|byte| *byte == b'\n').map(|end| end + 2),
            [b'/', b'*', comment @ ..] => comment.windows(2).position(|two| two == b"*/").map(|end| end + 4),
            _ => return at + blanks,
        };
        match comment {
            Some(length) => at += blanks + length,
            // The comment has no end.
            None => return content.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn java(sources: &[(&str, &str)]) -> Snapshot {
        let file = |text: &str| File { content: text.into(), executable: false };
        sources.iter().map(|(path, text)| ((*path).into(), file(text))).collect()
    }

    fn text(files: &Snapshot, path: &str) -> String {
        String::from_utf8(files.get(Path::new(path)).unwrap().content.clone()).unwrap()
    }

    #[test]
    fn a_package_is_found_behind_comments_only() {
        for (source, expected) in [
            ("package hw1;", Some("hw1")),
            ("\u{feff}// hw\n/* package no; */\n\n  package\ta . b ;\nclass A {}", Some("a.b")),
            ("/** package no; */ class A {}", None),
            ("import java.util.*;\npackage hw1;", None),
            ("packages a;", None),
            ("package a-b;", None),
            ("package a..b;", None),
            ("package ;", None),
            ("package hw1", None),
            (&format!("package {};", "a".repeat(1 << 20)), None),
            ("/* package hw1;", None),
            ("// package hw1;", None),
            ("", None),
        ] {
            assert_eq!(package_of(Path::new("A.java"), source.as_bytes()).as_deref(), expected, "{source}");
        }
        assert_eq!(package_of(Path::new("a.kt"), b"package hw1;"), None);
    }

    #[test]
    fn lines_and_columns_stay_where_a_package_and_its_imports_are_left_out() {
        let mut files = java(&[
            (
                "Main.java",
                "// mine\npackage hw1; import java.util.List;\nimport hw1.cards.Card;\nimport  hw1 . * ;\nclass Main {}\n",
            ),
            ("Card.java", "package hw1.cards;\r\n\r\nimport static hw1.Main.x;\r\npublic class Card {}\r\n"),
        ]);
        let left_out = leave_out_packages(&mut files, &Packages::default());
        let told: Vec<_> =
            left_out.iter().map(|one| (one.file.as_str(), one.line, one.text.as_str())).collect();
        assert_eq!(told, [("Card.java", 1, "`package hw1.cards;`"), ("Main.java", 2, "`package hw1;`")]);
        assert_eq!(
            text(&files, "Main.java"),
            format!("// mine\n{:12} import java.util.List;\n{:22}\n{:17}\nclass Main {{}}\n", "", "", "")
        );
        assert_eq!(
            text(&files, "Card.java"),
            format!("{:18}\r\n\r\nimport static hw1.Main.x;\r\npublic class Card {{}}\r\n", "")
        );
    }

    #[test]
    fn imports_name_packages() {
        let source = "package a.b;\nimport c.D;\nimport static e . f.G.*;\nimport h.*;\nclass I {}\n";
        assert_eq!(packages_in(Path::new("I.java"), source.as_bytes()), ["a.b", "c", "e.f", "h"]);
        assert_eq!(packages_in(Path::new("I.kt"), source.as_bytes()), [""; 0]);
    }

    #[test]
    fn a_package_of_the_assignment_stays() {
        let sources = [
            ("bank/Account.java", "package bank;\nclass Account {}"),
            ("src/shop/Cart.java", "package shop;\nclass Cart {}"),
            ("Main.java", "package hw1;\nimport bank.Account;\nclass Main {}"),
        ];
        let mut files = java(&sources);
        let kept = Packages { named: BTreeSet::from(["hw1".to_owned()]), of_folders: true };
        assert_eq!(leave_out_packages(&mut files, &kept), []);
        assert_eq!(files.digest(), java(&sources).digest());
        assert_eq!(leave_out_packages(&mut files, &Packages { of_folders: false, ..kept }).len(), 2);
        assert_eq!(text(&files, "Main.java"), format!("package hw1;\n{:20}\nclass Main {{}}", ""));
        assert_eq!(class_of(Path::new("bank/Account.java"), b"package bank;"), "bank.Account");
        assert_eq!(class_of(Path::new("bank/Account.java"), b""), "Account");
    }
}
