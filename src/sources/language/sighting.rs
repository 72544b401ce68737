//! Says in which lines of its source a compiled program was seen when its time was up.
//!
//! The lines are in the debugging information of the executable, and a student's source decides what stands there. So
//! `addr2line`, which comes with the linker, reads it in the sandbox. What it says is the program's claim about itself, and is
//! written in the form in which a Python program makes one (`sandbox/inside/heard.py`).

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::tools;
use crate::sandbox::{Command, Exit, Files, Input, Limits, Sandbox, Seen};
use crate::submission::Snapshot;

/// The tool that knows the lines of addresses.
const TOOL: &str = "addr2line";

/// Where the entry point stands in an executable of 64 bits (elf(5), `e_entry`).
const ENTRY: std::ops::Range<usize> = 24..32;

/// The most lines, and the length of the longest one in characters, as in `heard.py`.
const MOST_LINES: usize = 16;
const LONGEST_LINE: usize = 120;

/// An executable with the sources that it was made of.
pub(super) struct Built<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) files: &'a Snapshot,
    pub(super) image: &'a Arc<Files>,
    /// The path of the executable.
    pub(super) program: &'a Path,
    pub(super) env: &'a [(OsString, OsString)],
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: String,
    line: usize,
    function: Option<String>,
}

impl Built<'_> {
    /// Returns the claim, as JSON; `None` if nothing is known of the lines.
    pub(super) fn claim(&self, seen: &Seen) -> Option<Vec<u8>> {
        let content = &self.files.get(self.program)?.content;
        let entry = u64::from_le_bytes(content.get(ENTRY)?.try_into().ok()?);
        let all = [&[seen.at], seen.around.as_slice()].concat();
        let addresses = all.iter().map(|relative| format!("{:#x}", entry.wrapping_add_signed(*relative)));
        let mut stacks = self.ask(addresses)?;
        stacks.iter_mut().for_each(|stack| stack.retain(|place| self.has(&place.file)));
        let depth = depth_of_loop(stacks.get(1..)?);
        let mut places = stacks.iter().map(|stack| stack.get(depth).or(stack.last()).cloned());
        let at = places.next()?;
        let around: Vec<Place> = places.flatten().collect();
        let first = at.as_ref().or(around.first())?;
        let claim = json!({
            "stack": [{ "file": first.file, "line": first.line, "function": first.function }],
            "text": self.text(&first.file, first.line),
            "depth": 1,
            "called": Value::Null,
            "around": self.around(&around),
        });
        serde_json::to_vec(&claim).ok()
    }

    /// Returns what went round: the lines of the outermost function, from the first to the last.
    fn around(&self, places: &[Place]) -> Value {
        let Some(one) = places.first() else { return Value::Null };
        let same = |place: &&Place| (&place.file, &place.function) == (&one.file, &one.function);
        let lines = || places.iter().filter(same).map(|place| place.line);
        let (first, last) = (lines().min().unwrap_or(one.line), lines().max().unwrap_or(one.line));
        let texts = (first..=last).take(MOST_LINES).map(|line| json!([line, self.text(&one.file, line)]));
        json!({
            "file": one.file,
            "function": one.function,
            "lines": texts.collect::<Vec<_>>(),
            "last": last,
            "values": [],
        })
    }

    /// Has the tool say where addresses lie.
    fn ask(&self, addresses: impl Iterator<Item = String>) -> Option<Vec<Vec<Place>>> {
        let tool = tools::at_once(TOOL)?;
        let mut args: Vec<OsString> = ["-a", "-i", "-s", "-f", "-C", "-e"].map(OsString::from).into();
        args.push(self.program.into());
        args.extend(addresses.map(OsString::from));
        let command = Command {
            program: tool.program,
            args,
            env: self.env.to_vec(),
            files: self.image.clone(),
            tools: tool.folders,
            channel: false,
            reserves: false,
            prove: false,
            warm: None,
        };
        let execution = self.sandbox.run(&command, &Input::default(), &Limits::for_tools()).ok()?;
        let said = String::from_utf8_lossy(&execution.stdout).into_owned();
        (execution.exit == Exit::Code(0)).then(|| places(&said))
    }

    /// Tells whether it is a source, and no header of the system.
    fn has(&self, file: &str) -> bool {
        self.files.get(Path::new(file)).is_some()
    }

    fn text(&self, file: &str, line: usize) -> String {
        let content = self.files.get(Path::new(file)).map(|file| String::from_utf8_lossy(&file.content));
        let text = content.as_deref().and_then(|text| text.lines().nth(line.checked_sub(1)?));
        text.unwrap_or_default().chars().take(LONGEST_LINE).collect()
    }
}

/// Returns how deep in inlined functions the loop lies: deeper than one call that all addresses share.
fn depth_of_loop(stacks: &[Vec<Place>]) -> usize {
    let Some(first) = stacks.iter().find(|stack| !stack.is_empty()) else { return 0 };
    let shares = |depth: usize| {
        let mut known = stacks.iter().filter(|stack| !stack.is_empty());
        known.all(|stack| stack.len() > depth + 1 && stack[depth] == first[depth])
    };
    (0..).find(|depth| !shares(*depth)).unwrap_or(0)
}

/// Reads what stands there of each address: the address, then two lines for each function, the inlined ones first; the
/// function, and the file with the line. Returns for each address its functions, the one that was not inlined first.
fn places(said: &str) -> Vec<Vec<Place>> {
    let lines: Vec<&str> = said.lines().collect();
    let of_addresses = lines.split(|line| line.starts_with("0x")).skip(1);
    of_addresses
        .map(|lines| lines.rchunks_exact(2).filter_map(|pair| place(pair[0], pair[1])).collect())
        .collect()
}

fn place(function: &str, line: &str) -> Option<Place> {
    let (file, rest) = line.rsplit_once(':')?;
    let line = rest.split_whitespace().next()?.parse().ok().filter(|line| *line > 0)?;
    // Of C++ the parameters stand behind the name.
    let name = function.split('(').next().unwrap_or_default();
    let function = (!name.is_empty() && name != "??").then(|| name.to_owned());
    Some(Place { file: file.to_owned(), line, function })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: usize, function: Option<&str>) -> Place {
        Place { file: file.to_owned(), line, function: function.map(str::to_owned) }
    }

    #[test]
    fn the_tool_names_a_function_and_a_line_for_each_address() {
        let said = "0x1\nstd::vector<int>::size()\nstl_vector.h:993\nfind(std::vector<int>&)\na.cpp:7 (discriminator 3)\n\
                    0x2\n??\n??:0\n0x3\nmain\nb.c:?\n0x4\n??\nc.c:2\n0x5\n";
        let size = at("stl_vector.h", 993, Some("std::vector<int>::size"));
        let of_first = vec![at("a.cpp", 7, Some("find")), size];
        assert_eq!(places(said), [of_first, vec![], vec![], vec![at("c.c", 2, None)], vec![]]);
    }

    #[test]
    fn a_loop_in_a_function_that_was_inlined_lies_there_and_not_in_the_call() {
        let stack = |call, line| vec![at("a.rs", call, Some("main")), at("a.rs", line, Some("find"))];
        let call = vec![at("a.rs", 9, Some("main"))];
        assert_eq!(depth_of_loop(&[stack(9, 3), stack(9, 4), vec![]]), 1);
        assert_eq!(depth_of_loop(&[stack(9, 3), stack(8, 4)]), 0);
        assert_eq!(depth_of_loop(&[stack(9, 3), call]), 0);
        assert_eq!([depth_of_loop(&[]), depth_of_loop(&[vec![]])], [0, 0]);
    }
}
