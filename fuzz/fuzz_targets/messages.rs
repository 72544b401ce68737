//! What launchers and warm interpreters say, and what is said to them.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::messages(bytes));
