//! What a machine may lack: tests that need it are skipped, which is told, and are failures where CI is set.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

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

/// Says once, where it is seen although tests pass, that this is missing here and tests that need it are skipped.
pub(crate) fn skipped(missing: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    assert!(std::env::var_os("CI").is_none(), "CI is to have it: {missing}");
    if TOLD.lock().unwrap().insert(missing.to_owned()) {
        // Past the capture of what tests print.
        std::io::stderr().write_all(format!("skipped for want of {missing}\n").as_bytes()).unwrap();
    }
}
