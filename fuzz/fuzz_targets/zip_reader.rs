//! Zip files, as students hand them in.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|content: &[u8]| {
    let _ = yardstick::submission::Snapshot::of_archive(content);
});
