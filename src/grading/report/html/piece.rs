//! Pieces of pages, for the pages of a review.

use super::markup::Html;
use super::{dialogue, sentence, source, student, verdict};
use crate::compare::Verdict;
use crate::guidance::Guidance;
use crate::report::{Graded, GradedScenario};
use crate::untrusted::Untrusted;

/// What stands on other pages, written into another one.
pub struct Piece;

impl Piece {
    /// Writes the dialogue of a scenario beside the expected one, if there is one.
    pub fn dialogue(html: &mut Html, scenario: &GradedScenario) {
        dialogue::figure(html, scenario);
    }

    /// Writes the lines of the source that matter.
    pub fn lines(html: &mut Html, guidance: &Guidance) {
        source::lines(html, guidance);
    }

    /// Writes the lines of a source: `line` writes one, which has a number. Of a source with very many, those at the beginning and those that
    /// matter are written, and how many are left out.
    pub fn each_line(
        html: &mut Html,
        source: &Untrusted,
        matters: impl Fn(usize) -> bool,
        line: impl FnMut(&mut Html, usize, &Untrusted),
    ) {
        source::each_line(html, source, matters, line);
    }

    /// Writes a sentence, in which what stands between backquotes is code.
    pub fn sentence(html: &mut Html, text: &Untrusted) {
        sentence::sentence(html, text);
    }

    /// Writes the sign and the words of a verdict.
    pub fn verdict(html: &mut Html, verdict: Verdict) {
        verdict::chip(html, verdict);
    }

    /// Writes everything that the page of a submission tells.
    pub fn submission(html: &mut Html, graded: &Graded) {
        student::main(html, graded);
    }
}
