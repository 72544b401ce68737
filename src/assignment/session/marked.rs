//! Divides standard output among the lines of a session, by the marks that a driver writes there.

use std::path::Path;

use serde_json::{Map, Value as Json};

use super::Notation;
use crate::python::decode_records;
use crate::sandbox::{Execution, Exit};
use crate::trace::{SessionEnd, SessionTrace, read_nested};

/// The most bytes of standard output that one line keeps.
const MOST_BYTES: usize = 4 << 20;

/// Reads the trace of a session that ran in a process of its own. The driver wrote records to descriptor 3, and a mark
/// to standard output before each line, behind each line, and at last; the mark is in the first record.
pub(super) fn trace(execution: &Execution, count: usize, notation: Notation) -> SessionTrace {
    let content_of = notation.content_of();
    let written = String::from_utf8_lossy(&execution.channel);
    let mut records = written.split_inclusive('\n');
    let Some(first) = records.next() else {
        return decode_records(b"", count, end_of(execution), content_of);
    };
    let mark = read(first).and_then(|record| Some(record.get("mark")?.as_str()?.to_owned()));
    let mut printed = Printed { rest: &execution.stdout, mark: mark.unwrap_or_default().into_bytes() };
    printed.next();
    let mut all = first.to_owned();
    for record in records {
        match read(record) {
            Some(mut record) => {
                let said = printed.next();
                let text = said[..said.len().min(MOST_BYTES)].iter().map(|&byte| char::from(byte)).collect();
                record.insert("printed".to_owned(), Json::String(text));
                let place = record.get("stack").and_then(Json::as_str);
                if let Some(place) = place.and_then(|stack| place_in(stack, &execution.folder)) {
                    record.insert("place".to_owned(), place);
                }
                printed.next(); // What was printed while the value was read.
                all.push_str(&Json::Object(record).to_string());
                all.push('\n');
            }
            None => all.push_str(record),
        }
    }
    decode_records(all.as_bytes(), count, end_of(execution), content_of)
}

fn read(record: &str) -> Option<Map<String, Json>> {
    read_nested(record.as_bytes())
}

/// The output that is not divided yet.
struct Printed<'a> {
    rest: &'a [u8],
    mark: Vec<u8>,
}

impl<'a> Printed<'a> {
    /// Returns the output before the next mark.
    fn next(&mut self) -> &'a [u8] {
        let length = self.mark.len();
        let at = (length > 0)
            .then(|| self.rest.windows(length).position(|window| window == self.mark.as_slice()))
            .flatten();
        let (before, rest) = match at {
            Some(at) => (&self.rest[..at], &self.rest[at + length..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        before
    }
}

/// Returns the innermost line of the submission in a list of calls; `None` if the typed line itself came first.
fn place_in(stack: &str, folder: &Path) -> Option<Json> {
    // On Windows a path has a letter and backslashes, and a URL of it a slash before the letter.
    let folder = format!("{}/", folder.display()).replace('\\', "/");
    let of_url = if folder.starts_with('/') { "file://" } else { "file:///" };
    for call in stack.lines().map(str::trim).filter_map(|line| line.strip_prefix("at ")) {
        let place = call.rsplit_once('(').map_or(call, |(_, place)| place.trim_end_matches(')'));
        let place = place.strip_prefix(of_url).unwrap_or(place).replace('\\', "/");
        let mut parts = place.rsplitn(3, ':');
        let (_, line, file) = (parts.next(), parts.next(), parts.next());
        let (Some(line), Some(file)) = (line.and_then(|line| line.parse::<u64>().ok()), file) else {
            continue;
        };
        if file == "session" {
            return None;
        }
        if let Some(file) = file.strip_prefix(&folder).filter(|file| !file.starts_with(".yardstick-")) {
            return Some(Json::from(vec![Json::from(line), Json::from(file), Json::from(file)]));
        }
    }
    None
}

/// Returns the end of a session that had its own process.
pub(super) fn end_of(execution: &Execution) -> SessionEnd {
    match execution.exit {
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::Endless => SessionEnd::Malformed, // Only runs are looked at from inside.
        Exit::Exceeded(resource) => SessionEnd::Exceeded(resource),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_line_of_the_submission_is_the_place() {
        let folder = Path::new("/box");
        let place = |stack: &str| place_in(stack, folder).map(|place| place.to_string());
        let calls = "RangeError: at (x)\n    at f (/box/a.js:3:9)\n    at session:1:1";
        assert_eq!(place(calls).unwrap(), "[3,\"a.js\",\"a.js\"]");
        assert_eq!(place("E\n at file:///box/src/a.mjs:7:1").unwrap(), "[7,\"src/a.mjs\",\"src/a.mjs\"]");
        assert_eq!(place("E\n    at session:1:1\n    at g (/box/a.js:3:9)"), None);
        assert_eq!(place("E\n    at g (/box/.yardstick-driver.cjs:3:9)"), None);
    }

    #[test]
    fn paths_of_windows_are_places_too() {
        let folder = Path::new(r"C:\Temp\run");
        for call in [r"f (C:\Temp\run\src\a.js:3:9)", "file:///C:/Temp/run/src/a.js:3:9"] {
            let place = place_in(&format!("E\n    at {call}"), folder).map(|place| place.to_string());
            assert_eq!(place.unwrap(), "[3,\"src/a.js\",\"src/a.js\"]", "{call}");
        }
    }

    #[test]
    fn output_is_divided_at_the_marks_and_the_rest_belongs_to_the_last_line() {
        let mut printed = Printed { rest: b"a#b##c", mark: b"#".to_vec() };
        let parts: Vec<&[u8]> = (0..5).map(|_| printed.next()).collect();
        assert_eq!(parts, [b"a".as_slice(), b"b", b"", b"c", b""]);
        let mut unmarked = Printed { rest: b"abc", mark: Vec::new() };
        assert_eq!(unmarked.next(), b"abc");
    }
}
