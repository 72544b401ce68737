//! Specs, which are copied from anywhere.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(defects) = yardstick::spec::Spec::parse("spec.yaml", text.to_owned(), &|_| Ok(Vec::new())) {
        let _ = defects.to_string();
    }
});
