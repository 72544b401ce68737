//! Grades student programs against a reference implementation.

pub mod language;
pub mod points;
pub mod sandbox;
pub mod spec;
pub mod submission;
pub mod trace;
