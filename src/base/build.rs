//! Compiles the shared objects that are embedded: the native half of warm interpreters, and the library that sets the clock of
//! a program.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The names of the shared objects, and their sources.
const OBJECTS: [(&str, &str); 3] = [
    ("_yardstick", "sandbox/walled/launcher/warm/native/mod.rs"),
    ("_node", "sandbox/walled/launcher/warm/node/mod.rs"),
    ("_clock", "sandbox/set_clock/native.rs"),
];

/// What a build can leave out, to measure what each gains or costs: `YARDSTICK_WITHOUT=fresh` (docs/performance.md).
const WITHOUT: &str = "YARDSTICK_WITHOUT";
const TRICKS: [&str; 4] = ["fresh", "hook", "leave", "prover"];

/// Flags that make a program write files about its own run. An interpreter that is shut in cannot.
const INSTRUMENTS: [&str; 2] = ["-Cinstrument-coverage", "-Cprofile-generate"];

fn main() {
    println!("cargo::rerun-if-changed=sandbox/walled/launcher/warm/native");
    println!("cargo::rerun-if-changed=sandbox/walled/launcher/warm/node");
    println!("cargo::rerun-if-changed=sandbox/walled/launcher/warm/wire.rs");
    println!("cargo::rerun-if-changed=sandbox/inside/ask.rs");
    println!("cargo::rerun-if-changed=sandbox/set_clock/native.rs");
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
    let target = target();
    let mut compiler = compiler();
    compiler
        .args(["--edition=2024", "--crate-type=cdylib", "--crate-name", name, "--check-cfg", tricks])
        .args(flags())
        // Whoever builds with `RUSTFLAGS="--deny warnings"` means the crate: the objects share files of which each needs a part.
        .arg("--cap-lints=warn")
        .args(["-Copt-level=2", "-Cpanic=abort", "-Cstrip=symbols", "-Ctarget-feature=-crt-static"])
        .arg(format!("--target={target}"))
        .arg("-o")
        .arg(&object)
        .arg(source);
    if let Some(linker) = linker(&target) {
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

/// The target of the objects. Programs load them, and those are linked with the GNU library even where yardstick itself is
/// linked with musl, in one static file.
fn target() -> String {
    variable("TARGET").replace("-linux-musl", "-linux-gnu")
}

/// The linker that is set for that target. What cargo tells is the one for yardstick itself, which can be another.
fn linker(target: &str) -> Option<String> {
    if target == variable("TARGET") {
        return env::var("RUSTC_LINKER").ok();
    }
    let name = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    println!("cargo::rerun-if-env-changed={name}");
    env::var(name).ok()
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
    if target() != variable("TARGET") {
        // What is said about linking is meant for the other library.
        flags.retain(|flag| !flag.starts_with("-Clink"));
    }
    flags
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}
