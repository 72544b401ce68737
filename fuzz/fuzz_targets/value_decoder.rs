//! What a session says, which a submission may have forged.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|said: &str| {
    let _ = yardstick::python::decode_session(said, 3);
});
