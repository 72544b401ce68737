//! What a rule could not look at, because the tree is a guess there or letters are hidden.

use super::super::finding::Finding;
use super::super::grammar::Grammar;
use super::super::source::{Node, Source};

/// Returns a finding, which costs nothing, about the first part of a source that is not understood.
pub(in super::super) fn not_understood(source: &Source) -> Option<Finding> {
    if source.grammar() == Grammar::Python {
        return None;
    }
    hidden_letters(source).or_else(|| guess(source))
}

fn guess(source: &Source) -> Option<Finding> {
    if !source.is_broken() {
        return None;
    }
    let error = source.nodes().find(|node| node.is("ERROR") || node.is_missing());
    let why =
        if source.grammar().has_preprocessor() { "a macro, or a syntax error" } else { "a syntax error" };
    let message = format!("this is not understood ({why}), so the rule may have missed something here");
    Some(Finding::new(error.map(Node::place), message).suspected_if(true))
}

/// Returns the finding for a letter of Java that is written by its number: `\u0069mport` is `import`, and `\u000a` in a
/// comment ends it.
fn hidden_letters(source: &Source) -> Option<Finding> {
    if source.grammar() != Grammar::Java {
        return None;
    }
    let is_plain = |at: &usize| {
        let digits = source.text()[at + 1..].trim_start_matches('u').get(..4);
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).is_some_and(|code| code < 0x80)
    };
    let (at, _) = source.text().match_indices("\\u").find(|(at, _)| is_plain(at))?;
    let message = "a letter is written by its number here, which can hide what the program does";
    Some(Finding::new(Some(source.line_place(source.line_of(at))), message).suspected_if(true))
}
