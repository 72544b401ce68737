//! The Python side of sessions and tests: runs programs of ours in the interpreter of a submission, and reads what they
//! say.
//!
//! The sessions of a submission go through few interpreters, which fork for each; a session that takes
//! the interpreter down with it costs only itself. Nothing that a driver says is trusted: it is decoded
//! under limits, and what is not exactly one answer a line is no result.

mod decode;
mod sessions;
mod show;

use crate::language::{Error, Program, Script};
use crate::sandbox::{Execution, Input, Limits};

pub use decode::sessions as decode_sessions;
pub use sessions::{BATCH, Drivers, Session, answer};
pub use show::{repr, told, type_name, under_prompt};

/// The program that runs tests.
const TESTS: Script = Script { name: "yardstick_tests", source: include_str!("tests.py"), channel: false };

/// Runs the tests of a module, as `python3 -m unittest` does.
///
/// # Errors
///
/// When the sandbox fails.
pub fn run_tests(program: &Program, module: &str, limits: &Limits) -> Result<Execution, Error> {
    program.run_script(&TESTS, &[module.to_owned()], &Input::default(), limits)
}
