//! What one run did, and the store that keeps it.

#![forbid(unsafe_code)]

use yardstick_base::{bytes, digest, resource, sandbox, system, untrusted};
use yardstick_sources::{language, rules, submission};

pub mod trace;
