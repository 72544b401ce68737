//! Grades student programs against a reference implementation.
//!
//! This library is not published: it is [`main`], and [`testing`] for its own tests and benches.

#![forbid(unsafe_code)]
// A module of a page only checks a submission.
#![cfg_attr(target_family = "wasm", expect(unused_imports))]

use yardstick_assignment::{python, session, spec, unit_test};
use yardstick_base::{bytes, digest, points, resource, sandbox, system, untrusted};
use yardstick_grading::{compare, decisions, diagnose, explore, guidance, hints, plan, report, run, score};
#[cfg(not(target_family = "wasm"))]
use yardstick_sources::gradebook;
use yardstick_sources::{language, rules, submission};
use yardstick_traces::trace;

#[cfg(not(target_family = "wasm"))]
mod audit;
#[cfg(not(target_family = "wasm"))]
mod cli;
#[cfg(not(target_family = "wasm"))]
mod engine;
#[cfg(not(target_family = "wasm"))]
mod import;
#[cfg(not(target_family = "wasm"))]
mod results;
#[cfg(not(target_family = "wasm"))]
mod review;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
#[cfg(target_family = "wasm")]
mod web;

#[cfg(not(target_family = "wasm"))]
pub use cli::main;
#[cfg(target_family = "wasm")]
pub use web::main;
