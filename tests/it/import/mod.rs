//! Assignments that were made for other graders become specs that grade as they did.

mod autograding;
mod autograding_runners;
mod check50;
mod coderunner;
mod in_out;
mod kattis;
mod nbgrader;
mod ok;
mod tested;
mod unit_tests;

use super::scratch::{Ended, Scratch};

/// Imports what lies in `package` into `out`, which must succeed; what was printed.
fn imported(scratch: &Scratch, format: &str) -> String {
    let imported = scratch.run(&["import", format, "package", "--out", "out"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    imported.stdout
}

/// Asserts that the import is refused with these words, with advice, and leaves nothing behind.
fn refuses(scratch: &Scratch, format: &str, path: &str, told: &str) {
    let refused = scratch.run(&["import", format, path, "--out", "out"]);
    assert_eq!(refused.code, 2, "{told}: {}", refused.stdout);
    assert!(refused.stderr.contains(told) && refused.stderr.contains("help: "), "{told}: {}", refused.stderr);
    assert!(!scratch.path("out").exists(), "{told}");
}

/// Checks a program with the imported spec.
fn checked(scratch: &Scratch, program: &str) -> Ended {
    scratch.run(&["check", "out/spec.yaml", program])
}
