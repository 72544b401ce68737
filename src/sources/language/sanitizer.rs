//! Reads what sanitizers and the watcher (`watcher.c`) wrote about a run: the first thing that went wrong.
//!
//! Addresses differ from run to run, so none of them is kept. The program can write the same text, so it is the program's claim about
//! itself, and is written as one.

use std::path::Path;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Value, json};

use crate::submission::Snapshot;

/// The longest message that is kept, in bytes.
const LONGEST: usize = 300;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is one")
}

static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s+#\d+ 0x[0-9a-f]+ in (.+?) (\S+?):(\d+)(?::\d+)?\s*$"));
static ACCESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^(READ|WRITE) of size (\d+)"));
static REGION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"is located (\d+) bytes (to the right of|to the left of|inside of|after|before) (\d+)-byte region",
    )
});
static VARIABLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s+\[(\d+), (\d+)\) '([^']+)'.* <== Memory access at offset (\d+) "));
static BESIDE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^\s+\[(\d+), (\d+)\) '([^']+)'"));
static GLOBAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"is located (\d+) bytes (to the right of|to the left of|inside of|after|before) global variable '([^']+)'.* of size (\d+)",
    )
});
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\s?0x[0-9a-f]+"));

/// Behind this, a message tells where the memory lies, which helps nobody.
static BEFORE_ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r" on (unknown )?address 0x| \(pc "));

/// Memory that was never set is filled with this byte by the allocator of the sanitizers.
const NEVER_SET: &str = "0xbebebebebebebebe";

/// Returns the claim, as JSON; `None` if nothing went wrong.
pub(super) fn claim(report: &[u8], files: &Snapshot) -> Option<Vec<u8>> {
    let report = String::from_utf8_lossy(report);
    let first = report.lines().find_map(|line| {
        Some(match line {
            _ if line.starts_with("undefined ") => undefined(&report[offset(&report, line)..], files),
            _ if line.contains("ERROR: AddressSanitizer: ") => {
                address(&report[offset(&report, line)..], files)
            }
            _ if line.starts_with("leak ") => leaks(&report, files),
            _ => return None,
        })
    })?;
    serde_json::to_vec(&first?).ok()
}

/// The word with which the watcher says that a program comes to its end.
const ENDED: &[u8] = b"ended\n";

/// Returns the claim about a program that ended well, as JSON; `None` if the watcher saw it end.
pub(super) fn unseen(report: &[u8]) -> Option<Vec<u8>> {
    let is_seen = report.split_inclusive(|byte| *byte == b'\n').any(|line| line == ENDED);
    let message = "nobody sees whether memory was freed";
    let claim = json!({ "kind": "unseen-end", "place": null, "message": message });
    if is_seen { None } else { serde_json::to_vec(&claim).ok() }
}

/// Returns standard error without the line that the address sanitizer writes before it knows more.
pub(super) fn without_signal(stderr: &[u8]) -> Vec<u8> {
    const LINE: &[u8] = b"AddressSanitizer:DEADLYSIGNAL\n";
    match memchr::memmem::rfind(stderr, LINE) {
        None => stderr.to_vec(),
        Some(at) => [&stderr[..at], &stderr[at + LINE.len()..]].concat(),
    }
}

fn offset(whole: &str, line: &str) -> usize {
    line.as_ptr() as usize - whole.as_ptr() as usize
}

/// Reads what the undefined-behaviour sanitizer found: its kind, the place and the message, a line each.
fn undefined(report: &str, files: &Snapshot) -> Option<Value> {
    let mut lines = report.lines();
    let (kind, place, message) = (lines.next()?.split_once(' ')?.1, lines.next()?, lines.next()?);
    let (file, line) = place.rsplit_once(':')?;
    let place = known(file, line, None, files);
    let kind = match kind {
        "null-pointer-use"
        | "null-pointer-use-with-nullability"
        | "invalid-null-argument"
        | "nullptr-with-offset"
        | "nullptr-with-nonzero-offset"
        | "invalid-null-return" => "null",
        "misaligned-pointer-use" if message.contains(NEVER_SET) => "never-set",
        "misaligned-pointer-use" => "nowhere",
        "signed-integer-overflow" | "negation-overflow" | "float-cast-overflow" => "overflow",
        "integer-divide-by-zero" | "float-divide-by-zero" => "division-by-zero",
        "out-of-bounds-index" => "index",
        "invalid-shift-exponent" | "invalid-shift-base" => "shift",
        "missing-return" => "missing-return",
        "invalid-bool-load" | "invalid-enum-load" => "never-set-value",
        _ => "other",
    };
    Some(json!({ "kind": kind, "place": place, "message": cleaned(message) }))
}

/// Reads what the address sanitizer found.
fn address(report: &str, files: &Snapshot) -> Option<Value> {
    let head = report.lines().next()?.split_once("ERROR: AddressSanitizer: ")?.1;
    let word = head.split(' ').next()?;
    let sections: Vec<&str> = report.split("\n\n").collect();
    let place = sections.iter().find_map(|section| frame(section, files));
    let below = |words: &str| {
        let at = report.find(words)?;
        frame(report[at..].split("\n\n").next()?, files)
    };
    let allocated = below("allocated by thread");
    let freed = below("freed by thread");
    let access = ACCESS.captures(report);
    let writes = match access.as_ref().map(|access| &access[1] == "WRITE") {
        None if report.contains("caused by a WRITE") => Some(true),
        None if report.contains("caused by a READ") => Some(false),
        known => known,
    };
    // A function of the library is told with all that it copies, and not with what of it lies outside.
    let first = report.lines().find(|line| line.trim_start().starts_with("#0 "));
    let copies = first.is_some_and(|line| line.contains("libsanitizer") || line.contains("__interceptor_"));
    let bytes = access.filter(|_| !copies).and_then(|access| access[2].parse::<u64>().ok());
    let kind = match word {
        "heap-buffer-overflow"
        | "stack-buffer-overflow"
        | "stack-buffer-underflow"
        | "global-buffer-overflow"
        | "dynamic-stack-buffer-overflow"
        | "container-overflow" => "out-of-bounds",
        "heap-use-after-free" => "after-free",
        "stack-use-after-return" | "stack-use-after-scope" => "after-return",
        "attempting" if head.starts_with("attempting double-free") => "freed-twice",
        "attempting" | "bad-free" | "alloc-dealloc-mismatch" | "new-delete-type-mismatch" => "freed-wrongly",
        "stack-overflow" => "stack-overflow",
        "SEGV" if report.contains(NEVER_SET) => "never-set",
        "SEGV" if report.contains("zero page") => "null",
        "SEGV" | "BUS" | "unknown-crash" | "wild-access" => "nowhere",
        "FPE" => "division-by-zero",
        _ => "other",
    };
    Some(json!({
        "kind": kind,
        "place": place,
        "writes": writes,
        "bytes": bytes,
        "object": object(report),
        "allocated": allocated,
        "freed": freed,
        "message": cleaned(BEFORE_ADDRESS.find(head).map_or(head, |found| &head[..found.start()])),
    }))
}

/// Returns what an access missed: its name if it is a variable, its size, and how far behind its beginning the access was, in bytes.
fn object(report: &str) -> Option<Value> {
    let number = |text: &str| text.parse::<i64>().ok();
    let offset = |words: &str, distance: i64, size: i64| match words {
        "to the right of" | "after" => size.saturating_add(distance),
        "to the left of" | "before" => -distance,
        _ => distance,
    };
    if let Some(found) = REGION.captures(report) {
        let (distance, size) = (number(&found[1])?, number(&found[3])?);
        return Some(json!({ "name": null, "size": size, "offset": offset(&found[2], distance, size) }));
    }
    if let Some(found) = GLOBAL.captures(report) {
        let (distance, size) = (number(&found[1])?, number(&found[4])?);
        return Some(json!({ "name": &found[3], "size": size, "offset": offset(&found[2], distance, size) }));
    }
    let found = VARIABLE.captures(report)?;
    let at = number(&found[4])?;
    let variable = |found: &Captures| Some((number(&found[1])?, number(&found[2])?, found[3].to_owned()));
    let told = variable(&found)?;
    // What a function copies reaches into the next variable, and the report then tells of that: the nearer one was meant.
    let before = BESIDE.captures_iter(report).filter_map(|found| variable(&found)).filter(|one| one.1 <= at);
    let nearest = before.max_by_key(|one| one.1).filter(|one| at - one.1 < told.0 - at);
    let (begin, end, name) = nearest.unwrap_or(told);
    Some(json!({ "name": name, "size": end - begin, "offset": at - begin }))
}

/// Reads the blocks that were never freed, by where they were asked for.
fn leaks(report: &str, files: &Snapshot) -> Option<Value> {
    let (mut blocks, mut bytes) = (0_u64, 0_u64);
    let mut largest: Option<(u64, Value)> = None;
    for section in report.split("leak ").skip(1) {
        let mut numbers = section.lines().next()?.split(' ').map(str::parse::<u64>);
        let (count, size) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        (blocks, bytes) = (blocks.saturating_add(count), bytes.saturating_add(size));
        let place = frame(section, files).unwrap_or(Value::Null);
        // Of several places with as much, the first one in the text of the program is told.
        let rank = |place: &Value| (place["file"].to_string(), place["line"].as_u64());
        let is_first = largest.as_ref().is_none_or(|(known, known_place)| {
            size > *known || (size == *known && rank(&place) < rank(known_place))
        });
        if is_first {
            largest = Some((size, place));
        }
    }
    let (_, place) = largest?;
    Some(
        json!({ "kind": "leak", "place": place, "blocks": blocks, "bytes": bytes, "message": "memory is never freed" }),
    )
}

/// Returns the innermost call in a file of the submission.
fn frame(section: &str, files: &Snapshot) -> Option<Value> {
    section.lines().find_map(|line| {
        let found = FRAME.captures(line)?;
        known(&found[2], &found[3], Some(&found[1]), files)
    })
}

/// Returns a place, if the file is one of the program.
fn known(file: &str, line: &str, function: Option<&str>, files: &Snapshot) -> Option<Value> {
    let line = line.parse::<usize>().ok().filter(|line| *line > 0)?;
    let is_it = |path: &&Path| Path::new(file).ends_with(path);
    let path =
        files.iter().map(|(path, _)| path).filter(is_it).max_by_key(|path| path.components().count())?;
    // In C++ the parameters stand behind a name.
    let function = function.map(|function| function.split('(').next().unwrap_or(function));
    Some(json!({ "file": path.display().to_string(), "line": line, "function": function }))
}

/// Returns a message without addresses.
fn cleaned(message: &str) -> String {
    let message = ADDRESS.replace_all(message, "");
    message[..message.floor_char_boundary(LONGEST)].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::File;

    fn read(report: &str) -> Value {
        let file = File { content: Vec::new(), executable: false };
        let files: Snapshot = [("a.c".into(), file)].into_iter().collect();
        claim(report.as_bytes(), &files).map_or(Value::Null, |claim| serde_json::from_slice(&claim).unwrap())
    }

    #[test]
    fn the_place_and_the_block_of_a_wrong_access_are_read() {
        let report = "=====\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000001c at pc 0x5\n\
                      WRITE of size 4 at 0x60200000001c thread T0\n    #0 0x55 in fill(int) /box/a.c:6\n    #1 0x55 in main /box/a.c:9\n\n\
                      0x60200000001c is located 0 bytes to the right of 12-byte region [0x6,0x7)\nallocated by thread T0 here:\n\
                      \x20   #0 0x7f in __interceptor_malloc ../src/m.cpp:69\n    #1 0x55 in main /box/a.c:5:3\n\nSUMMARY: x\n";
        let read = read(report);
        assert_eq!(read["kind"], "out-of-bounds");
        assert_eq!(read["place"], json!({ "file": "a.c", "line": 6, "function": "fill" }));
        assert_eq!((&read["writes"], &read["bytes"]), (&json!(true), &json!(4)));
        assert_eq!(read["object"], json!({ "name": null, "size": 12, "offset": 12 }));
        assert_eq!(read["allocated"]["line"], 5);
        assert_eq!(read["message"], "heap-buffer-overflow");
        assert!(!read.to_string().contains("0x"), "{read}");
    }

    #[test]
    fn of_what_a_function_of_the_library_copies_only_the_place_is_told() {
        let report = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\nWRITE of size 4 at 0x6 thread T0\n\
                      \x20   #0 0x7f in __interceptor_strcpy ../src/libsanitizer/x.cpp:1\n    #1 0x55 in main /box/a.c:6\n\n";
        let read = read(report);
        assert_eq!((&read["bytes"], &read["place"]["line"]), (&Value::Null, &json!(6)));
    }

    #[test]
    fn the_variable_of_a_wrong_access_is_named() {
        let report = "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f\nREAD of size 4 at 0x7f thread T0\n\
                      \x20   #0 0x55 in main /box/a.c:13\n\nAddress 0x7f is located in stack of thread T0 at offset 112 in frame\n\
                      \x20   #0 0x55 in main /box/a.c:4\n\n  This frame has 2 object(s):\n    [32, 36) 'i' (line 13)\n\
                      \x20   [96, 112) 'a' (line 13) <== Memory access at offset 112 overflows this variable\n";
        assert_eq!(read(report)["object"], json!({ "name": "a", "size": 16, "offset": 16 }));
        // `strcpy` into `name`, whose copy reaches `word`.
        let report = "==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f\nWRITE of size 30 at 0x7f thread T0\n\n  This frame has 2 object(s):\n\
                      \x20   [48, 58) 'name' (line 3)\n    [80, 90) 'word' (line 3) <== Memory access at offset 58 partially underflows this variable\n";
        assert_eq!(read(report)["object"], json!({ "name": "name", "size": 10, "offset": 10 }));
        let report = "==1==ERROR: AddressSanitizer: global-buffer-overflow on address 0x5\nREAD of size 4 at 0x5 thread T0\n\n\
                      0x5 is located 8 bytes before global variable 'votes' defined in 'a.c:3:5' (0x5) of size 12\n";
        assert_eq!(read(report)["object"], json!({ "name": "votes", "size": 12, "offset": -8 }));
    }

    #[test]
    fn undefined_behaviour_and_leaks_are_read() {
        let overflow = read(
            "undefined signed-integer-overflow\na.c:9\nSigned integer overflow: 1 + 2147483647 cannot\n",
        );
        assert_eq!((&overflow["kind"], &overflow["place"]["line"]), (&json!("overflow"), &json!(9)));
        let wild = "undefined misaligned-pointer-use\na.c:9\nMember access within misaligned address 0xbebebebebebebebe for type\n";
        assert_eq!(read(wild)["kind"], "never-set");
        let leaks = "leak 1 12\n    #0 0x0 in main /box/a.c:9\nleak 3 48\n    #0 0x0 in malloc ../x.cpp:1\n    #0 0x0 in push /box/a.c:7\n";
        let leaks = read(leaks);
        assert_eq!(
            (&leaks["blocks"], &leaks["bytes"], &leaks["place"]["line"]),
            (&json!(4), &json!(60), &json!(7))
        );
        for nothing in ["", "leak", "leak x y\n", "undefined\n", "some text of a program\n"] {
            assert_eq!(read(nothing), Value::Null, "{nothing}");
        }
    }
}
