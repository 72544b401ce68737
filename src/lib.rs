//! Grades student programs against a reference implementation.

pub mod audit;
pub mod cli;
pub mod compare;
pub mod digest;
pub mod explore;
pub mod gradebook;
pub mod language;
pub mod plan;
pub mod points;
pub mod python;
pub mod report;
pub mod resource;
pub mod results;
pub mod rules;
pub mod run;
pub mod sandbox;
pub mod score;
pub mod spec;
pub mod submission;
pub mod trace;
pub mod untrusted;
