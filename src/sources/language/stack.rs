//! Where a program was when its time was up, as the machinery of its language told it.
//!
//! The program can write the same text, so it is the program's claim about itself; it is written in the form in which a
//! Python program makes one (`sandbox/inside/heard.py`).

use std::path::Path;

use serde_json::{Value, json};

use crate::submission::Snapshot;

/// The most calls that are told, as in `heard.py`.
const MOST_FRAMES: usize = 8;

/// A call of a function of the submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The path of the source in the submission.
    pub(super) file: String,
    /// The line in it, from 1.
    pub(super) line: usize,
    /// `None` for what stands outside of functions.
    pub(super) function: Option<String>,
}

/// Returns the claim that the program was there, as JSON; the innermost call comes first. `None` if there is none.
pub(super) fn claim(frames: &[Frame], files: &Snapshot) -> Option<Vec<u8>> {
    let first = frames.first()?;
    let content = files.get(Path::new(&first.file)).map(|file| String::from_utf8_lossy(&file.content));
    let text = content.as_deref().and_then(|text| text.lines().nth(first.line.checked_sub(1)?));
    let stack = frames
        .iter()
        .take(MOST_FRAMES)
        .map(|frame| json!({ "file": frame.file, "line": frame.line, "function": frame.function }));
    let claim = json!({
        "stack": stack.collect::<Vec<_>>(),
        "text": text.unwrap_or_default(),
        "depth": frames.len(),
        "called": Value::Null,
        "around": Value::Null,
    });
    serde_json::to_vec(&claim).ok()
}
