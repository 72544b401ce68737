//! Compiles the shared objects that are embedded: the native half of warm interpreters, and the library that sets the clock of
//! a program.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The names of the shared objects, and their sources.
const OBJECTS: [(&str, &str); 2] = [
    ("_yardstick", "src/sandbox/walled/launcher/warm/native/mod.rs"),
    ("_clock", "src/sandbox/set_clock/native.rs"),
];

/// What a build can leave out, to measure what each gains or costs: `YARDSTICK_WITHOUT=fresh` (docs/performance.md).
const WITHOUT: &str = "YARDSTICK_WITHOUT";
const TRICKS: [&str; 4] = ["fresh", "hook", "leave", "prover"];

/// Flags that make a program write files about its own run. An interpreter that is shut in cannot.
const INSTRUMENTS: [&str; 2] = ["-Cinstrument-coverage", "-Cprofile-generate"];

fn main() {
    println!("cargo::rerun-if-changed=src/sandbox/walled/launcher/warm/native");
    println!("cargo::rerun-if-changed=src/sandbox/walled/launcher/warm/wire.rs");
    println!("cargo::rerun-if-changed=src/sandbox/set_clock/native.rs");
    println!("cargo::rerun-if-env-changed={WITHOUT}");
    let tricks = format!("cfg(without, values(\"{}\"))", TRICKS.join("\", \""));
    println!("cargo::rustc-check-cfg={tricks}");
    // Elsewhere no program is looked at from inside, and no clock is set.
    if variable("CARGO_CFG_TARGET_OS") != "linux" {
        return;
    }
    for (name, source) in OBJECTS {
        compile(name, source, &tricks);
    }
}

fn compile(name: &str, source: &str, tricks: &str) {
    let object = PathBuf::from(variable("OUT_DIR")).join(name).with_extension("so");
    let mut compiler = compiler();
    compiler
        .args(["--edition=2024", "--crate-type=cdylib", "--crate-name", name, "--check-cfg", tricks])
        .args(flags())
        .args(["-Copt-level=2", "-Cpanic=abort", "-Cstrip=symbols", "-Ctarget-feature=-crt-static"])
        .arg(format!("--target={}", variable("TARGET")))
        .arg("-o")
        .arg(&object)
        .arg(source);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        compiler.arg(format!("-Clinker={linker}"));
    }
    for trick in env::var(WITHOUT).unwrap_or_default().split(',').filter(|trick| !trick.is_empty()) {
        assert!(TRICKS.contains(&trick), "{WITHOUT} names `{trick}`; there are {TRICKS:?}");
        compiler.arg(format!("--cfg=without=\"{trick}\""));
        println!("cargo::rustc-cfg=without=\"{trick}\"");
    }
    let status = compiler.status().expect("the compiler that cargo uses can be started");
    assert!(status.success(), "`{source}` does not compile");
}

/// The compiler as cargo itself starts it: through the wrapper that the environment names, such as sccache.
fn compiler() -> Command {
    match env::var_os("RUSTC_WRAPPER").filter(|wrapper| !wrapper.is_empty()) {
        Some(wrapper) => {
            let mut wrapped = Command::new(wrapper);
            wrapped.arg(variable("RUSTC"));
            wrapped
        }
        None => Command::new(variable("RUSTC")),
    }
}

/// What `RUSTFLAGS` and the configuration of cargo add for the target; flags with a value in one piece.
fn flags() -> Vec<String> {
    let encoded = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = Vec::new();
    for flag in encoded.split('\x1f').filter(|flag| !flag.is_empty()) {
        match flags.last_mut() {
            Some(short) if short == "-C" => short.push_str(flag),
            _ => flags.push(flag.to_owned()),
        }
    }
    flags.retain(|flag| !INSTRUMENTS.iter().any(|instrument| flag.starts_with(instrument)));
    flags
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}
