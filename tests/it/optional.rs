//! What a machine may lack: tests that need it are skipped, which is told, and are failures where CI is set.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use super::night;

/// Where a tool is, if this machine has it; otherwise the test is [`skipped`].
pub(crate) fn found(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|program| program.is_file());
    if found.is_none() {
        skipped(tool);
    }
    found
}

/// Tools that take long to install and to run: they are used at night, where `.ci/nightly` has brought them.
const LARGE: [&str; 5] = ["ghc", "go", "kotlinc", "mcs", "tsc"];

/// Whether a tool is tried here. Without it the test tries other languages only; a large one is tried at night alone.
pub(crate) fn is_at_hand(tool: &str) -> bool {
    let is_large = LARGE.contains(&tool);
    (!is_large || night::is_night()) && found(tool).is_some()
}

/// Says once, where it is seen although tests pass, that this is missing here and tests that need it are skipped.
pub(crate) fn skipped(missing: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    assert!(std::env::var_os("CI").is_none(), "CI is to have it: {missing}");
    if TOLD.lock().unwrap().insert(missing.to_owned()) {
        // Past the capture of what tests print.
        std::io::stderr().write_all(format!("skipped for want of {missing}\n").as_bytes()).unwrap();
    }
}
