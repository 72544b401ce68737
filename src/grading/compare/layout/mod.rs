//! Lays out what was expected and what was printed beside each other, row by row.

pub(super) mod board;
pub(super) mod emphasis;
pub(super) mod laid_out;
pub(super) mod rows;
pub(super) mod side_by_side;
pub(super) mod transcript;
