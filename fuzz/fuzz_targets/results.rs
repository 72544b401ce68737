//! Results and bundles, which come from anybody.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::results(bytes));
