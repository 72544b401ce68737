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

use std::process::Output;

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

/// Imports a package; how that ended, and the most memory that it has used, in KiB.
fn imported_with_memory(scratch: &Scratch) -> (Output, u64) {
    let script = "import resource, subprocess, sys\n\
        code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode\n\
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n\
        sys.exit(code)\n";
    let output = Scratch::python()
        .args(["-c", script, env!("CARGO_BIN_EXE_yardstick"), "import", "kattis", "package", "--out", "out"])
        .current_dir(scratch.path("."))
        .output()
        .unwrap();
    let memory = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    (output, memory)
}

#[test]
fn aliases_that_stand_for_too_much_are_refused_early() {
    let package = |yaml: &str| {
        let scratch = Scratch::new("").write("package/data/secret/1.in", "1\n");
        scratch.write("package/data/secret/1.ans", "1\n").write("package/problem.yaml", yaml)
    };
    let many = |item: &str, count: usize| vec![item; count].join(", ");
    let keys: Vec<String> = (0..9_000).map(|number| format!("k{number}: 1")).collect();
    let doubled: String = (1..30).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1)).collect();
    let tenfold: String =
        (1..9).map(|n| format!("a{n}: &a{n} [{}]\n", many(&format!("*a{}", n - 1), 9))).collect();
    let (_, small) = imported_with_memory(&package("name: x\n"));
    for bomb in [
        format!("a0: &a0 [x, x]\n{doubled}"),
        format!("a0: &a0 [{}]\n{tenfold}", many("lol", 9)),
        format!("a: &a [{}]\nb: [{}]\n", many("x", 20_000), many("*a", 40)),
        format!("a: &a [{}]\nb: [{}]\n", many("x", 900), many("*a", 999)),
        format!("a: &a {{ {} }}\nb: [{}]\n", keys.join(", "), many("*a", 20)),
        format!("a: &a {{ {} }}\nb: [{}]\n", keys.join(", "), many("{ <<: *a }", 25)),
        (0..60_000).map(|number| format!("k{number}: &a{number} x\n")).collect(),
        format!("a: &a x\nb: [{}]\n", many("*a", 60_000)),
        format!("a: &a '{}'\nb: [{}]\n", "x".repeat(100_000), many("*a", 900)),
    ] {
        let told = &bomb[..bomb.len().min(60)];
        let (refused, memory) = imported_with_memory(&package(&bomb));
        assert!(memory.saturating_sub(small) < 40 << 10, "{memory} KiB for `{told}`");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}: {said}");
        assert!(said.contains("`problem.yaml` cannot be read: "), "{said}");
    }
    let honest = format!("a: &a [{}]\nb: [{}]\n", many("x", 100), many("*a", 90));
    let scratch = package(&honest);
    assert_eq!(scratch.run(&["import", "kattis", "package", "--out", "out"]).code, 0);
}
