//! Reads what a compiler warns of about a program that it builds all the same.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::untrusted::Untrusted;

/// The most warnings that are kept; more would not help anybody.
const MOST: usize = 100;

/// The largest length of a message, in bytes.
const LONGEST: usize = 400;

/// A warning of a compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The file, by its path in the folder of the program.
    pub file: Untrusted,
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The message, without the name of the flag that asks for it.
    pub message: Untrusted,
    /// Whether the grader says it, and no compiler: no rule counts it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_ours: bool,
}

/// Returns the warnings of gcc, javac or rustc about files for which `is_asked` holds, in their order.
pub(super) fn all(said: &str, is_asked: impl Fn(&Path) -> bool) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    let mut before = None;
    for line in said.lines() {
        // rustc writes the message, then ` --> file:line:column`; the others write everything in one line.
        let warning = match (line.trim_start().strip_prefix("--> "), before.take()) {
            (Some(place), Some(message)) => place_of(place).map(|place| (place, message)),
            _ => {
                line.split_once(": warning: ").and_then(|(place, message)| Some((place_of(place)?, message)))
            }
        };
        before = line.strip_prefix("warning: ");
        let Some(((file, number, column), message)) =
            warning.filter(|((file, ..), _)| is_asked(Path::new(file)))
        else {
            continue;
        };
        let message = without_option(message);
        let message = message[..message.floor_char_boundary(LONGEST)].into();
        let warning = Warning { file: file.into(), line: number, column, message, is_ours: false };
        // A header is read once for each source that names it.
        if !found.contains(&warning) && found.len() < MOST {
            found.push(warning);
        }
    }
    found
}

/// Returns the file, the line and the column of `file:line:column`, with a linker's words before it.
fn place_of(place: &str) -> Option<(&str, usize, Option<usize>)> {
    let mut parts = place.trim().split(':');
    let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
    let column = parts.next().map(str::parse).transpose().ok()?;
    parts.next().is_none().then_some((file, line, column))
}

/// Returns a message of gcc without the flag at its end.
fn without_option(message: &str) -> &str {
    match message.rsplit_once(" [-W") {
        Some((message, option)) if option.ends_with(']') => message,
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warnings_of_each_compiler_are_read() {
        let said = "f.c: In function ‘main’:\nf.c:3:7: warning: unused variable ‘x’ [-Wunused-variable]\n    3 | int x;\n\
                    /usr/include/stdio.h:9:1: warning: no matter\n\
                    A.java:4: warning: [rawtypes] found raw type: List\n    List l;\n\
                    warning: unused variable: `y`\n --> f.rs:2:9\n  |\n\
                    f.c:9:1: error: no\n/usr/bin/ld: /tmp/c.o: in function `main':\n\
                    f.c:7: warning: the `gets' function is dangerous and should not be used.\n";
        let found = all(said, Path::is_relative);
        let found: Vec<_> =
            found.iter().map(|one| (one.file.clone(), one.line, one.column, one.message.clone())).collect();
        assert_eq!(
            found,
            [
                ("f.c".into(), 3, Some(7), "unused variable ‘x’".into()),
                ("A.java".into(), 4, None, "[rawtypes] found raw type: List".into()),
                ("f.rs".into(), 2, Some(9), "unused variable: `y`".into()),
                ("f.c".into(), 7, None, "the `gets' function is dangerous and should not be used.".into()),
            ]
        );
    }

    #[test]
    fn the_same_warning_counts_once_and_a_flood_has_an_end() {
        let one = "a.h:1:1: warning: old\n";
        assert_eq!(all(&one.repeat(3), |_| true).len(), 1);
        let flood: String =
            (1..2000).map(|line| format!("a.c:{line}:1: warning: {}\n", "é".repeat(900))).collect();
        let found = all(&flood, |_| true);
        assert!(found.len() == MOST && found[0].message.length() <= LONGEST);
    }
}
