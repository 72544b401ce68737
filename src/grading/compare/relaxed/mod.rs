//! Compares texts where some differences do not count.
//!
//! Relaxations are applied in one order, whatever order they are written in: other texts of lines, characters, blanks,
//! blank lines, the order of lines, the ends, and numbers last. One more relaxation never makes an accepted text wrong.
//! Where two get into each other's way, the text is tried in both ways: without line ends there is no order of lines.

mod any_order;
pub(super) mod look_alikes;
mod normalize;
pub(super) mod number;
mod same;

pub(super) use normalize::{form, letters, normalize, normalize_line, same_bytes, same_letters};
pub(super) use same::{same, same_line};

use crate::spec::Relaxation;

/// The relaxations that can explain a difference, in the order in which they are tried.
pub(super) const LADDER: [Relaxation; 7] = [
    Relaxation::FinalNewline,
    Relaxation::TrailingBlanks,
    Relaxation::BlankLines,
    Relaxation::RunsOfBlanks,
    Relaxation::LookAlikes,
    Relaxation::Case,
    Relaxation::Punctuation,
];
