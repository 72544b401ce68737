//! Names with wildcards of files that are to be handed in, such as `*.java` or `src/**/*.c`, and which of the files is run.

use std::path::Path;

use regex::bytes::Regex;

use super::{PathPattern, Problem, Snapshot, is_test_in_java, some};
use crate::untrusted::Untrusted;

/// Tells whether a name has wildcards, so that students choose the names of their files.
pub fn is_open(name: &str) -> bool {
    name.contains('*')
}

/// Returns the files that match a name with wildcards.
pub(super) fn matches<'s>(files: &'s Snapshot, name: &str) -> impl Iterator<Item = String> + use<'s> {
    let pattern = PathPattern::new(name);
    let paths = files.iter().filter_map(|(path, _)| path.to_str());
    paths.filter(move |path| is_matched(pattern.as_ref(), path)).map(str::to_owned)
}

/// Tells whether a file in a folder of this machine, not in one below it, matches a name with wildcards.
pub(super) fn matching_in(folder: &Path, name: &str) -> bool {
    let pattern = PathPattern::new(name);
    let entries = folder.read_dir().into_iter().flatten().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files
        .into_iter()
        .any(|entry| entry.file_name().to_str().is_some_and(|name| is_matched(pattern.as_ref(), name)))
}

fn is_matched(pattern: Option<&PathPattern>, path: &str) -> bool {
    pattern.is_some_and(|pattern| pattern.matched(path).is_some())
}

/// Finds the file that is run among those that match a name with wildcards: the only one, or the only one in which `main` is
/// found, outside comments and texts.
///
/// # Errors
///
/// When none of several files is the program, or more than one.
pub(super) fn main_of(files: &Snapshot, name: &str, main: Option<&str>) -> Result<String, Problem> {
    let mut all: Vec<String> = matches(files, name).collect();
    if all.len() == 1 {
        return Ok(all.remove(0));
    }
    let told = |files: &[String]| some(files.iter().map(|file| Untrusted::from(file.clone())));
    let wanted = name.to_owned();
    let Some(main) = main.map(|main| Regex::new(main).expect("a profile has a regular expression")) else {
        return Err(Problem::Several { wanted, found: told(&all) });
    };
    let is_program = |file: &&String| {
        let content = &files.get(Path::new(file)).expect("it was found").content;
        main.is_match(&without_comments(content))
    };
    let mut programs: Vec<String> = all.iter().filter(is_program).cloned().collect();
    // A test may be started by itself, too.
    let is_test =
        |file: &String| is_test_in_java(file, &files.get(Path::new(file)).expect("it was found").content);
    if !programs.iter().all(is_test) {
        programs.retain(|file| !is_test(file));
    }
    match programs.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Problem::NoMain { wanted, found: told(&all) }),
        several => Err(Problem::Mains { found: told(several) }),
    }
}

/// Returns a source with blanks in the place of comments (`//`, `/* */`) and of texts in quotes.
pub(super) fn without_comments(source: &[u8]) -> Vec<u8> {
    let mut bare = source.to_vec();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let length = match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => {
                rest[2..].windows(2).position(|two| two == b"*/").map_or(rest.len(), |at| at + 4)
            }
            // A quote as a character is no text.
            [b'\'', b'"', b'\'', ..] => 3,
            [b'\'', b'\\', b'"', b'\'', ..] => 4,
            [b'"', ..] => text_length(rest),
            _ => {
                at += 1;
                continue;
            }
        };
        bare[at..at + length].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at += length;
    }
    bare
}

/// Returns the length of a text in quotes at the beginning of a source; it ends in its line at the latest.
fn text_length(source: &[u8]) -> usize {
    let mut at = 1;
    while at < source.len() && source[at] != b'\n' {
        match source[at] {
            b'\\' if source.get(at + 1).is_some_and(|next| *next != b'\n') => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::File;
    use super::*;
    use crate::untrusted::Text;

    const MAIN: &str = r"\bvoid\s+main\s*\(";

    fn files(all: &[(&str, &str)]) -> Snapshot {
        let file = |text: &str| File { content: text.into(), executable: false };
        all.iter().map(|(path, text)| ((*path).into(), file(text))).collect()
    }

    #[test]
    fn the_program_is_the_only_file_or_the_one_with_a_main() {
        let run = "class A { public static void main(String[] args) { } }";
        let hidden =
            "/* void main() */ class B { String s = \"void main(\"; char c = '\"'; // void main(\n }";
        let found = |all: &[(&str, &str)], name: &str| main_of(&files(all), name, Some(MAIN));
        assert_eq!(found(&[("B.java", hidden)], "*.java").unwrap(), "B.java");
        assert_eq!(found(&[("A.java", run), ("B.java", hidden)], "*.java").unwrap(), "A.java");
        assert_eq!(found(&[("a/A.java", run), ("B.java", hidden)], "**/*.java").unwrap(), "a/A.java");
        assert_eq!(found(&[("a/A.java", run), ("B.java", hidden)], "*.java").unwrap(), "B.java");
        let none = found(&[("C.java", ""), ("B.java", hidden)], "*.java").unwrap_err();
        assert!(none.sentence().expose().contains("`B.java`, `C.java`"));
        let two = found(&[("C.java", run), ("A.java", run)], "*.java").unwrap_err();
        assert!(two.sentence().expose().contains("`A.java`, `C.java`"));
        assert!(matches!(
            main_of(&files(&[("a.js", ""), ("b.js", "")]), "*.js", None),
            Err(Problem::Several { .. })
        ));
    }

    #[test]
    fn a_long_line_of_short_texts_is_read_to_its_end() {
        let line = "\"\"".repeat(4 << 20);
        assert!(without_comments(line.as_bytes()).iter().all(|byte| *byte == b' '));
    }

    #[test]
    fn comments_and_texts_without_an_end_end_with_the_source() {
        for source in ["/*", "/* a", "\"a", "\"a\\", "'\"", "//", "/", "\"", "\\"] {
            assert_eq!(without_comments(source.as_bytes()).len(), source.len(), "{source}");
        }
    }
}
