//! What was handed in, and in which language.

#![forbid(unsafe_code)]
// A module of a page neither packs nor searches.
#![cfg_attr(target_family = "wasm", expect(dead_code, unused_imports, unreachable_pub))]

use yardstick_base::{bytes, digest, points, resource, sandbox, system, untrusted};

#[cfg(not(target_family = "wasm"))]
pub mod gradebook;
pub mod language;
pub mod rules;
pub mod submission;
