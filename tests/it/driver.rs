//! The driver's own tests, in the language that it is written in.

use std::path::Path;
use std::process::Command;

#[test]
fn the_driver_passes_its_own_tests() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/test_driver.py");
    let output = Command::new("python3").args(["-B", "-W", "error"]).arg(tests).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
