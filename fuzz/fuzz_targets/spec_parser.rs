//! Specs, which are copied from anywhere.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::spec_parser(bytes));
