//! Places in sources, as compilers and interpreters write them in a line.

use crate::compare::annotation::is_inside;

/// A place in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<'t> {
    /// The file.
    pub file: &'t str,
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character, from 1.
    pub column: Option<usize>,
}

/// A place in a line of text, and where it stands there, in bytes.
pub(super) struct Found<'t> {
    pub(super) spot: Spot<'t>,
    pub(super) start: usize,
    end: usize,
}

impl Found<'_> {
    /// Returns what the line says besides the place: what stands behind it, or else what stands before it.
    pub(super) fn beside<'t>(&self, line: &'t str) -> &'t str {
        let behind = line[self.end..].trim_start_matches([':', ')', ' ']).trim_end();
        let before = line[..self.start].trim_end();
        let before = before.strip_suffix(" at").or(before.strip_suffix(" in"));
        match before {
            Some(before) if !before.trim().is_empty() => before.trim(),
            _ => behind,
        }
    }
}

/// Finds the first place in a line: `main.go:3:5`, `main.ts(3,5)`, `main.pl line 3`, `main.sh: line 3`, `main.php on line 3`.
pub(super) fn place_in(line: &str) -> Option<Found<'_>> {
    let mut start = 0;
    for word in line.split_inclusive([' ', '\t', '(', '"', '\'']) {
        let at = start;
        start += word.len();
        let name = word.trim_end_matches([' ', '\t', '(', '"', '\'']);
        let own = name.strip_prefix("./").unwrap_or(name);
        let at = at + (name.len() - own.len());
        let file_end = own.find([':', ',']).unwrap_or(own.len());
        let file = &own[..file_end];
        if !has_ending(file) || !is_inside(file) {
            continue;
        }
        let rest = &line[at + file_end..];
        if let Some((number, column, length)) = numbers(rest) {
            let spot = Spot { file, line: number, column };
            return Some(Found { spot, start: at, end: at + file_end + length });
        }
    }
    None
}

/// Reads the numbers behind the name of a file, and returns how many bytes they take.
fn numbers(rest: &str) -> Option<(usize, Option<usize>, usize)> {
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..digits].parse::<usize>().ok()?, digits))
    };
    for (before, between) in
        [(":", ":"), (":(", ","), ("(", ","), (": line ", ":"), (" line ", ""), (" on line ", "")]
    {
        let Some((first, digits)) = rest.strip_prefix(before).and_then(number) else { continue };
        let end = before.len() + digits;
        let behind = rest[end..].strip_prefix(between).filter(|_| !between.is_empty() && before != ": line ");
        return Some(match behind.and_then(number) {
            Some((column, more)) => (first, Some(column), end + between.len() + more),
            None => (first, None, end),
        });
    }
    None
}

/// Tells whether a name ends as that of a source does.
fn has_ending(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (1..=10).contains(&ending.len())
            && ending.bytes().all(|c| c.is_ascii_alphanumeric())
            && ending.bytes().any(|c| c.is_ascii_alphabetic())
    })
}
