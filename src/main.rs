//! The `yardstick` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    yardstick::main()
}
