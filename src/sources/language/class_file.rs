//! Names a source of Java after its class, where it is the only one: `javac` wants a public class in a file of its name, and students hand
//! in what the assignment or a platform calls otherwise.

use std::path::{Path, PathBuf};

use crate::submission::Snapshot;

/// A class, interface, record or enumeration at the top of a source.
#[derive(Debug, PartialEq, Eq)]
struct TopLevel {
    name: String,
    is_public: bool,
    has_main: bool,
}

/// Gives the entry, if it is the only source of Java, the name of its public class, or else that of the class with `main` if none is
/// called as the file. Returns the new name.
pub fn name_after_class(files: &mut Snapshot, entry: &str) -> Option<String> {
    let is_java = |path: &Path| path.extension().is_some_and(|ending| ending == "java");
    let path = PathBuf::from(entry);
    if !is_java(&path) || files.iter().filter(|(path, _)| is_java(path)).count() != 1 {
        return None;
    }
    let stem = path.file_stem()?.to_str()?;
    let all = top_level(&String::from_utf8_lossy(&files.get(&path)?.content));
    let class = match all.iter().find(|one| one.is_public) {
        Some(public) => public,
        None if all.iter().any(|one| one.name == stem) => return None,
        None => all.iter().find(|one| one.has_main)?,
    };
    if class.name == stem {
        return None;
    }
    let named = path.with_file_name(format!("{}.java", class.name));
    files.rename(&path, named.clone());
    Some(named.display().to_string())
}

/// Finds what a source declares at its top.
fn top_level(text: &str) -> Vec<TopLevel> {
    let (mut found, mut depth, mut is_public): (Vec<TopLevel>, usize, bool) = (Vec::new(), 0, false);
    let mut words = Words(text).peekable();
    let mut before = "";
    while let Some(word) = words.next() {
        match (word, depth) {
            ("{", _) => depth += 1,
            ("}", _) => {
                depth = depth.saturating_sub(1);
                is_public = false;
            }
            (";", 0) => is_public = false,
            ("public", 0) => is_public = true,
            ("class" | "interface" | "enum" | "record", 0) => {
                let is_name =
                    |next: &&str| next.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
                if let Some(name) = words.peek().copied().filter(is_name) {
                    found.push(TopLevel { name: name.to_owned(), is_public, has_main: false });
                }
            }
            ("main", 1) if before == "void" && words.peek() == Some(&"(") => {
                found.iter_mut().next_back().into_iter().for_each(|class| class.has_main = true);
            }
            _ => {}
        }
        before = word;
    }
    found
}

/// The words and signs of a source, without comments and texts.
struct Words<'t>(&'t str);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.0 = self.0.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let text = self.0;
            let length = |end: Option<usize>, more: usize| end.map_or(text.len(), |end| end + more);
            let skipped = match text {
                _ if text.starts_with("//") => length(text.find('\n'), 0),
                _ if text.starts_with("/*") => length(text[2..].find("*/"), 4),
                _ if text.starts_with("\"\"\"") => length(text[3..].find("\"\"\""), 6),
                _ if text.starts_with(['"', '\'']) => quoted(text),
                _ => 0,
            };
            if skipped > 0 {
                self.0 = &text[skipped.min(text.len())..];
                continue;
            }
            let first = text.chars().next()?;
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            let end = match is_part(first) {
                true => text.find(|c| !is_part(c)).unwrap_or(text.len()),
                false => first.len_utf8(),
            };
            let (word, rest) = text.split_at(end);
            self.0 = rest;
            return Some(word);
        }
    }
}

/// Returns the length of a text or character in quotes, with them. One that is not closed ends with its line.
fn quoted(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::File;

    fn named(entry: &str, text: &str) -> Option<String> {
        let file = File { content: text.as_bytes().to_vec(), executable: false };
        let mut files: Snapshot = [(PathBuf::from(entry), file)].into_iter().collect();
        let name = name_after_class(&mut files, entry);
        assert!(files.get(Path::new(name.as_deref().unwrap_or(entry))).is_some());
        name
    }

    #[test]
    fn the_public_class_names_the_file_or_else_the_one_with_main() {
        for (entry, text, name) in [
            ("guess.java", "// public class No {}\npublic class Guess { }", Some("Guess.java")),
            ("a/guess.java", "public final class Guess<T> { class public { } }", Some("a/Guess.java")),
            (
                "test-hello.java",
                "class Other { } class Hello { static void main(String[] a) { } }",
                Some("Hello.java"),
            ),
            (
                "Sq.java",
                "class Helper { String s = \"public class No {\"; char c = '{'; } public record Point(int x) { }",
                Some("Point.java"),
            ),
            ("Sq.java", "/* } */ class Sq { } class Main { void main() { } }", None),
            ("Sq.java", "public class Sq { public class Inner { } }", None),
            ("Sq.java", "void main() { IO.println(\"public class A {}\"); }", None),
            ("Sq.java", "class A { void run() { main(); } }", None),
            (
                "Sq.java",
                "String s = \"\"\"\npublic class No { \"\"\"; public @interface Mark { }",
                Some("Mark.java"),
            ),
            ("Sq.java", "public class", None),
            ("Sq.java", "\"", None),
        ] {
            assert_eq!(named(entry, text).as_deref(), name, "{entry}: {text}");
        }
    }

    #[test]
    fn a_file_is_not_renamed_beside_another_source() {
        let file = |text: &str| File { content: text.as_bytes().to_vec(), executable: false };
        let both = [("a.java", "public class B { }"), ("C.java", "class C { }")];
        let mut files: Snapshot =
            both.into_iter().map(|(name, text)| (PathBuf::from(name), file(text))).collect();
        assert_eq!(name_after_class(&mut files, "a.java"), None);
        assert_eq!(name_after_class(&mut files, "b.py"), None);
    }
}
