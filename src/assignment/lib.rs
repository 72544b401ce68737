//! What the instructor wrote: the spec, and the sessions and tests that it asks for.

#![forbid(unsafe_code)]

use yardstick_base::{digest, points, resource, sandbox, system, untrusted, written_number};
use yardstick_sources::{language, rules, submission};
use yardstick_traces::trace;

pub mod java_compiler;
pub mod python;
pub mod session;
pub mod spec;
pub mod unit_test;
