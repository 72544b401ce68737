//! From a spec and what was handed in to verdicts, points, sentences and pages.

#![forbid(unsafe_code)]

use yardstick_assignment::{python, session, spec, unit_test};
use yardstick_base::{digest, points, resource, sandbox, system, untrusted, written_number};
use yardstick_sources::{language, rules, submission};
use yardstick_traces::trace;

pub mod checker;
pub mod compare;
pub mod decisions;
pub mod diagnose;
pub mod explore;
pub mod guidance;
pub mod hints;
pub mod plan;
pub mod report;
pub mod run;
pub mod score;
