//! Zip files, as students hand them in.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::zip_reader(bytes));
