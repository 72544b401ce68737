//! Sentences of the report. They quote text of a program between backticks.

use super::markup::Html;
use crate::untrusted::Untrusted;

/// Writes a sentence, with the text between backticks as code.
pub(super) fn sentence(html: &mut Html, sentence: &Untrusted) {
    let parts: Vec<Untrusted> = sentence.split(&['`']).collect();
    // An odd number of backticks: one is from the program, and nobody can know which ones are ours.
    if parts.len().is_multiple_of(2) {
        html.text(sentence);
        return;
    }
    for (index, part) in parts.iter().enumerate() {
        if index.is_multiple_of(2) {
            html.text(part);
        } else {
            html.leaf("code", &[], part);
        }
    }
}
