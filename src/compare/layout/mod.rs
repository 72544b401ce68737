//! Lays out what was expected and what was printed beside each other, row by row.

pub(crate) mod board;
pub(crate) mod emphasis;
pub(crate) mod laid_out;
pub(crate) mod rows;
pub(crate) mod side_by_side;
pub(crate) mod transcript;
