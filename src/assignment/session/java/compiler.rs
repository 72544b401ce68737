//! The program that compiles sessions.

use crate::java_compiler::{self, Classes, FOLDER, HEAP, OPENED, own_classes};
use crate::language::{Driver, Error, Program};
use crate::sandbox::{Execution, Input};

/// The class that writes values, and what makes a class of a session.
const SOURCES: [(&str, &str); 2] = [
    ("YardstickPrepare.java", include_str!("Prepare.java")),
    ("YardstickValues.java", include_str!("Values.java")),
];

/// How it is started.
const PREPARE: Driver =
    Driver { path: FOLDER, source: "", args: &[OPENED, HEAP, "-cp", FOLDER, "YardstickPrepare"] };

/// Compiles sessions beside the files of a submission. Returns also the class that writes values, which all need.
///
/// # Errors
///
/// When the sandbox fails, or the virtual machine cannot run the program.
pub(super) fn run(program: &Program, input: &Input) -> Result<(Execution, Classes), Error> {
    let own = own_classes(program, &[&SOURCES])?;
    let made = java_compiler::run(program, &own[0], &PREPARE, input)?;
    let values = own[0].iter().filter(|(name, _)| name.starts_with("YardstickValues"));
    Ok((made, values.cloned().collect()))
}
