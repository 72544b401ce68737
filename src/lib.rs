//! Grades student programs against a reference implementation.
//!
//! This library is not published: it is [`main`], and [`testing`] for its own tests and benches.

// A module of a page has one use for all this, to check a submission.
#![cfg_attr(target_family = "wasm", expect(dead_code, unused_imports, unreachable_pub))]

#[cfg(not(target_family = "wasm"))]
mod audit;
mod bytes;
mod checker;
#[cfg(not(target_family = "wasm"))]
mod cli;
mod compare;
mod decisions;
mod diagnose;
mod digest;
#[cfg(not(target_family = "wasm"))]
mod engine;
mod explore;
#[cfg(not(target_family = "wasm"))]
mod gradebook;
mod guidance;
mod hints;
#[cfg(not(target_family = "wasm"))]
mod import;
mod language;
mod plan;
mod points;
mod python;
mod report;
mod resource;
#[cfg(not(target_family = "wasm"))]
mod results;
#[cfg(not(target_family = "wasm"))]
mod review;
mod rules;
mod run;
mod sandbox;
mod score;
mod session;
mod spec;
mod submission;
mod system;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
mod trace;
mod unit_test;
mod untrusted;
#[cfg(target_family = "wasm")]
mod web;

#[cfg(not(target_family = "wasm"))]
pub use cli::main;
#[cfg(target_family = "wasm")]
pub use web::main;
