//! Sentences of the report, in which text of a program stands between backticks.

use super::markup::Html;

/// A sentence, with what stands in backticks as code.
pub(super) fn sentence(html: &mut Html, sentence: &str) {
    let parts: Vec<&str> = sentence.split('`').collect();
    // A backtick without its twin came from the program: then nobody knows which ones are ours.
    if parts.len().is_multiple_of(2) {
        html.text(sentence);
        return;
    }
    for (index, part) in parts.into_iter().enumerate() {
        if index.is_multiple_of(2) {
            html.text(part);
        } else {
            html.leaf("code", &[], part);
        }
    }
}
