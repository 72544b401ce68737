//! Reads where a program in JavaScript was when its time was up.
//!
//! Node.js with `--trace-sigint` writes the stack to standard error when it gets SIGINT, also while it computes
//! (node(1)), and ends.

use std::path::Path;

use super::stack::{self, Frame};
use crate::submission::Snapshot;

/// The line before the stack.
const BEGIN: &[u8] = b"KEYBOARD_INTERRUPT: Script execution was interrupted by `SIGINT`\n";

/// Takes the stack off standard error; returns the claim, as JSON, if a function of these files was called. They lie in
/// a `folder`.
pub(super) fn take(stderr: &mut Vec<u8>, files: &Snapshot, folder: &Path) -> Option<Vec<u8>> {
    let found = memchr::memmem::rfind(stderr, BEGIN)?;
    let told = String::from_utf8_lossy(&stderr.split_off(found)).into_owned();
    let frames: Vec<Frame> = told.lines().filter_map(|line| frame(line, folder)).collect();
    let own = frames.into_iter().filter(|frame| files.get(Path::new(&frame.file)).is_some());
    stack::claim(&own.collect::<Vec<_>>(), files)
}

/// Reads a line such as `at Board.find (/folder/board.js:7:12)`, or `at /folder/board.js:20:1` outside of functions.
fn frame(line: &str, folder: &Path) -> Option<Frame> {
    let call = line.trim().strip_prefix("at ")?;
    let (function, place) = match call.strip_suffix(')').and_then(|call| call.rsplit_once(" (")) {
        Some((function, place)) => (Some(function), place),
        None => (None, call),
    };
    let mut parts = place.rsplitn(3, ':');
    let (_column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
    let path = Path::new(path.strip_prefix("file://").unwrap_or(path));
    let file = path.strip_prefix(folder).ok()?.to_str()?.to_owned();
    let name = |function: &str| {
        let name = function.split(" [as ").next().unwrap_or(function);
        name.trim_start_matches("async ").trim_start_matches("Object.").to_owned()
    };
    let function = function.map(name).filter(|name| name != "<anonymous>");
    Some(Frame { file, line: line.parse().ok()?, function })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_of_the_submission_are_read_and_no_others() {
        let frame = |line: &str| {
            frame(line, Path::new("/work")).map(|frame| (frame.file, frame.line, frame.function))
        };
        let found = |file: &str, line, function: Option<&str>| {
            Some((file.to_owned(), line, function.map(str::to_owned)))
        };
        assert_eq!(frame("    at find (/work/a.js:4:3)"), found("a.js", 4, Some("find")));
        assert_eq!(frame("    at file:///work/lib/a b.mjs:13:1"), found("lib/a b.mjs", 13, None));
        assert_eq!(
            frame("    at async Board.drop [as put] (/work/a.js:4:3)"),
            found("a.js", 4, Some("Board.drop"))
        );
        assert_eq!(frame("    at Object.<anonymous> (/work/a.js:4:3)"), found("a.js", 4, None));
        assert_eq!(frame("    at Module._compile (node:internal/modules/cjs/loader:1521:14)"), None);
        assert_eq!(frame("at :::"), None);
    }

    #[test]
    fn the_stack_is_taken_off_and_what_stands_before_it_stays() {
        let begin = String::from_utf8_lossy(BEGIN);
        for before in ["", "a warning\n", "a warning without an end"] {
            let mut stderr = format!("{before}{begin}    at find (/work/a.js:4:3)\n").into_bytes();
            assert_eq!(take(&mut stderr, &Snapshot::default(), Path::new("/work")), None);
            assert_eq!(stderr, before.as_bytes());
        }
    }
}
