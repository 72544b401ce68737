//! What a session says, which a submission may have forged: the driver's line, and the records in it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|said: &str| {
    let _ = yardstick::python::decode_session(said, 3);
    let line = serde_json::json!({ "records": said, "ended": ["exit", 0] }).to_string();
    let _ = yardstick::python::decode_session(&line, 3);
});
