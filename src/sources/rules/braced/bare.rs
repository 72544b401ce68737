//! Removes comments and empty lines from a source in braces.

use std::ops::Range;

use super::super::source::{Node, Source};

/// Returns the text without comments and empty lines; every other word stays as it is.
pub(in super::super) fn bare(source: &Source) -> String {
    let (mut text, mut from) = (String::with_capacity(source.text().len()), 0);
    for comment in source.nodes().filter(|node| node.is_comment()) {
        text.push_str(&source.text()[from..comment.start()]);
        // A comment of several lines ends a statement of JavaScript as a newline does.
        text.push_str(if comment.text().contains('\n') { "\n" } else { " " });
        from = comment.end();
    }
    text.push_str(&source.text()[from..]);
    text
}

/// Returns the text without empty lines, but for those inside of texts of several lines.
pub(in super::super) fn without_empty_lines(source: &Source) -> String {
    let kinds = ["string_literal", "raw_string_literal", "template_string"];
    let is_long = |node: &Node| kinds.iter().any(|kind| node.is(kind)) && node.text().contains('\n');
    let long: Vec<Range<usize>> =
        source.nodes().filter(is_long).map(|node| node.start()..node.end()).collect();
    let is_in_a_text = |byte: usize| long.iter().any(|text| text.start < byte && byte < text.end);
    let (mut text, mut start) = (String::with_capacity(source.text().len()), 0);
    for line in source.text().split_inclusive('\n') {
        let end = start + line.len();
        match (is_in_a_text(start), is_in_a_text(end)) {
            (_, true) => text.push_str(line),
            (true, false) => {
                text.push_str(line.trim_end());
                text.push('\n');
            }
            (false, false) if line.trim().is_empty() => {}
            (false, false) => {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        start = end;
    }
    text
}

/// Tells whether two sources have the same words, however they are arranged.
pub(in super::super) fn have_the_same_words(one: &Source, other: &Source) -> bool {
    fn words(source: &Source) -> impl Iterator<Item = &str> {
        source.nodes().filter(|node| !node.is_comment() && node.is_leaf()).map(Node::text)
    }
    words(one).eq(words(other))
}
