//! What drivers say, which a submission may have forged: the pieces, and the records in them.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| targets::value_decoder(bytes));
