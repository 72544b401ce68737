//! Looks for the line of a source that prints a text.

use super::SourceLine;
use crate::trace::Sources;
use crate::untrusted::{Text, Untrusted};

/// If more lines than this hold a text, none of them is the one.
const MOST: usize = 3;

/// The lines in which one of these texts stands in quotes; the first text that stands somewhere counts. No line is
/// returned if there are too many.
pub(super) fn lines_that_print(texts: &[Untrusted], sources: &Sources) -> Vec<SourceLine> {
    let found = texts.iter().map(|text| lines_with(sources, &|line| stands_quoted(text.expose(), line)));
    found.into_iter().find(|lines| !lines.is_empty()).filter(|lines| lines.len() <= MOST).unwrap_or_default()
}

/// The lines that fulfil a condition and are no comments.
pub(super) fn lines_with(sources: &Sources, is_meant: &dyn Fn(&str) -> bool) -> Vec<SourceLine> {
    let mut found = Vec::new();
    for source in sources.iter() {
        for (index, text) in source.text.lines().enumerate() {
            let code = text.expose().trim_start();
            if !code.starts_with('#') && !code.starts_with("//") && is_meant(code) {
                found.push(SourceLine::new(&source.path, index + 1, &text));
            }
        }
    }
    found
}

fn stands_quoted(text: &str, line: &str) -> bool {
    line.match_indices(text).any(|(at, _)| line[..at].contains(['"', '\'', '`']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str, source: &str) -> Vec<usize> {
        let found = lines_that_print(&[text.into()], &Sources::of_one("main.py", source));
        found.iter().map(|line| line.number).collect()
    }

    #[test]
    fn a_text_is_found_in_quotes_only() {
        assert_eq!(numbers("Enter", "# print('Enter')\nEnter = 3\nx = input('Enter: ')\n"), [3]);
        assert!(numbers("Leave", "x = input('Enter: ')\n").is_empty());
    }

    #[test]
    fn a_text_that_stands_everywhere_is_found_nowhere() {
        assert!(numbers("ok", &"print('ok')\n".repeat(4)).is_empty());
        assert_eq!(numbers("ok", &"print('ok')\n".repeat(3)), [1, 2, 3]);
    }
}
