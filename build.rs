//! Compiles the native half of warm interpreters (`src/sandbox/launcher/warm/native/`), which is embedded.

use std::env;
use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "src/sandbox/launcher/warm/native/mod.rs";

fn main() {
    println!("cargo::rerun-if-changed=src/sandbox/launcher/warm/native");
    println!("cargo::rerun-if-changed=src/sandbox/launcher/warm/wire.rs");
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"));
    let object = PathBuf::from(variable("OUT_DIR")).join("_yardstick.so");
    let mut compiler = Command::new(variable("RUSTC"));
    compiler
        .args(["--edition=2024", "--crate-name=_yardstick", "--crate-type=cdylib"])
        .args(["-Copt-level=2", "-Cpanic=abort", "-Cstrip=symbols", "-Ctarget-feature=-crt-static"])
        .arg(format!("--target={}", variable("TARGET")))
        .arg("-o")
        .arg(&object)
        .arg(SOURCE);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        compiler.arg(format!("-Clinker={linker}"));
    }
    let status = compiler.status().expect("the compiler that cargo uses can be started");
    assert!(status.success(), "`{SOURCE}` does not compile");
}
