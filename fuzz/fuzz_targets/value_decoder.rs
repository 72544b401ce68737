//! What a session says, which a submission may have forged.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::value_decoder(bytes));
