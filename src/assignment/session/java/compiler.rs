//! The program that compiles sessions. It is compiled itself once, and not once for each submission; so is the class that
//! writes the values of sessions.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::escaped;
use crate::language::{Driver, Error, Program, ToolError};
use crate::sandbox::{Execution, Input, Limits};
use crate::submission::File;

/// Lets a program use a descriptor by its number.
pub(super) const OPENED: &str = "--add-opens=java.base/java.io=ALL-UNNAMED";

/// The most memory of the virtual machine that compiles.
const HEAP: &str = "-Xmx256m";

/// The program as its source, which makes an archive of itself.
const SOURCE: Driver = Driver {
    path: ".yardstick-prepare.java",
    source: include_str!("Prepare.java"),
    args: &[OPENED, HEAP, "-cp", "/nonexistent", ".yardstick-prepare.java", "archive"],
};

/// The class that writes values, as its source.
const VALUES: &str = include_str!("Values.java");

/// The path of the archive. A submission has no file of this name.
const ARCHIVE: &str = ".yardstick-prepare.jar";

/// The program from its archive. The class path of the virtual machine leads nowhere else, so that nothing of the submission
/// runs in it.
const PREPARE: Driver =
    Driver { path: ARCHIVE, source: "", args: &[OPENED, HEAP, "-cp", ARCHIVE, "YardstickPrepare"] };

/// The archives that were made, by the virtual machine.
static ARCHIVES: Mutex<Option<HashMap<PathBuf, Arc<File>>>> = Mutex::new(None);

/// Compiles sessions beside the files of a submission.
///
/// # Errors
///
/// When the sandbox fails, or the virtual machine cannot run the program.
pub(super) fn run(program: &Program, input: &Input) -> Result<Execution, Error> {
    let archive = archive(program)?;
    program.with_file(Path::new(ARCHIVE), File::clone(&archive))?.run_driver(
        &PREPARE,
        input,
        &Limits::for_tools(),
    )
}

/// Makes the archive, unless it is known. No file of the submission is there meanwhile.
fn archive(program: &Program) -> Result<Arc<File>, Error> {
    let mut known = ARCHIVES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    if let Some(archive) = known.get(program.interpreter()) {
        return Ok(archive.clone());
    }
    let input =
        Input { lines: vec![escaped(SOURCE.source), escaped(VALUES)], final_newline: true, terminal: false };
    let made =
        program.without_files().with_driver(&SOURCE)?.run_driver(&SOURCE, &input, &Limits::for_tools())?;
    if made.channel.is_empty() {
        let said = String::from_utf8_lossy(&made.stderr).into_owned();
        let reason = format!("it cannot compile the program that reads sessions: {}", said.trim());
        return Err(ToolError::Broken { tool: "java".to_owned(), reason }.into());
    }
    let archive = Arc::new(File { content: made.channel, executable: false });
    known.insert(program.interpreter().to_path_buf(), archive.clone());
    Ok(archive)
}
