//! Grades student programs against a reference implementation.
//!
//! This library is not published: it is [`main`], and [`testing`] for its own tests and benches.

mod audit;
mod checker;
mod cli;
mod compare;
mod diagnose;
mod digest;
mod explore;
mod gradebook;
mod guidance;
mod import;
mod language;
mod plan;
mod points;
mod python;
mod report;
mod resource;
mod results;
mod rules;
mod run;
mod sandbox;
mod score;
mod session;
mod spec;
mod submission;
mod system;
pub mod testing;
mod trace;
mod unit_test;
mod untrusted;

pub use cli::main;
