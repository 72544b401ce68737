//! The Python side of sessions and tests: runs our scripts in the interpreter of a submission, and reads their output.
//!
//! The sessions of a submission share few interpreters, which fork for each session. A session that ends its
//! interpreter affects no other session. The output of a driver is not trusted: it is decoded under limits, and only
//! exactly one answer for each line counts.

mod decode;
mod forks;
mod numpy;
mod sessions;
mod show;
mod values;

use crate::language::{Error, Program, Script};
use crate::sandbox::{Execution, Input, Limits};

pub use decode::records as decode_records;
pub use decode::sessions as decode_sessions;
pub use forks::{Drivers, Requests, carry_out};
pub use numpy::without_types;
pub use sessions::{BATCH, Session, answer};
pub use show::{own_under_prompt, repr, result_under_prompt, told, type_name, under_prompt};
pub use values::{Content, ContentOf, Name, content_of_python};

/// The version of what the driver says of values. Another one makes what was recorded with it unknown.
pub const VERSION: u32 = 4;

/// The script that runs tests.
const TESTS: Script = Script { name: "yardstick_tests", source: include_str!("tests.py"), channel: false };

/// Runs the tests of a module, as `python3 -m unittest` does.
///
/// # Errors
///
/// When the sandbox fails.
pub fn run_tests(program: &Program, module: &str, limits: &Limits) -> Result<Execution, Error> {
    program.run_script(&TESTS, &[module.to_owned()], &Input::default(), limits)
}
