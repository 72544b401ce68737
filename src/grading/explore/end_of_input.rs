//! Cuts the result of a program in a generated scenario at the end of its input. How the program ends after that, and
//! whether it ends at all, does not count.
//!
//! A program that buffers its output shows it later than it prints it, or never if it is stopped. So output that was
//! not shown when the input ended is not missing, and output that is shown then may have been printed before.

use crate::compare;
use crate::plan::{Expected, ExpectedOutput, ExpectedRun};
use crate::sandbox::{Exit, Limits};
use crate::trace::{Recorded, Trace};

/// Returns the part of a program's result that counts: nothing after it asked for input that is not there.
pub fn until_end_of_input(recorded: Recorded, expected: &Expected, limits: &Limits) -> Recorded {
    let (Recorded::Run(trace), Expected::Run(_, accepted)) = (&recorded, expected) else { return recorded };
    let outputs = || {
        accepted.outputs.iter().filter_map(|output| match output {
            ExpectedOutput::Trace { trace, .. } => Some(trace),
            ExpectedOutput::Pattern(_) => None,
        })
    };
    if !outputs().any(|output| asks_beyond_end(output).is_some()) {
        return recorded;
    }
    // If the program could not be watched, it is unknown how much it had shown.
    let shown = if trace.dialogue.is_none() { Some(0) } else { asks_beyond_end(trace) };
    let Some(shown) = shown else { return recorded };
    let ended_so =
        |stdout: &[u8]| Recorded::Run(Trace { exit: Exit::Code(0), ..trace.with_output(stdout.to_vec()) });
    let cut = |end: usize| ended_so(&trace.stdout[..end.min(trace.stdout.len())]);
    let accepts = |expected: &Expected, end: usize| compare::accepts(expected, &cut(end), limits);
    if accepts(expected, shown) || trace.dialogue.is_some() && !keeps_back(trace, shown) {
        return cut(shown);
    }
    let lengths: Vec<usize> = outputs().map(|output| output.stdout.len()).collect();
    let ends = ends(&trace.stdout, shown, &lengths);
    if let Some(end) = ends.into_iter().find(|&end| accepts(expected, end)) {
        return cut(end);
    }
    let all = trace.stdout.len();
    match begun(expected, all, |expected| accepts(expected, all)).filter(|_| is_stopped(trace)) {
        Some(whole) => ended_so(&whole),
        None if trace.dialogue.is_none() => recorded,
        None => cut(lengths.into_iter().max().unwrap_or(shown)),
    }
}

fn asks_beyond_end(trace: &Trace) -> Option<usize> {
    trace.dialogue.as_ref().and_then(|dialogue| dialogue.asked_beyond_end)
}

/// Tells whether a program showed nothing between the last line of its input and the end of it.
fn keeps_back(trace: &Trace, shown: usize) -> bool {
    let last = trace.dialogue.iter().flat_map(|dialogue| &dialogue.typed).last();
    last.map_or(0, |(at, _)| *at) == shown
}

/// Tells whether a program was stopped, so that its buffered output is lost.
fn is_stopped(trace: &Trace) -> bool {
    !matches!(trace.exit, Exit::Code(_))
}

/// Returns the places where an output may be cut that continues after the end of the input: after lines, and after text
/// that may be a prompt. Those come first that lie next to the lengths that are looked for, and only some of them are tried: each
/// is a comparison of its own.
fn ends(stdout: &[u8], from: usize, lengths: &[usize]) -> Vec<usize> {
    let may_end = |&end: &usize| {
        let after = stdout.get(end).copied().unwrap_or(b'\n');
        let is_question = matches!(stdout[end - 1], b' ' | b':' | b'?' | b'>');
        stdout[end - 1] == b'\n' || is_question && (after.is_ascii_alphanumeric() || after == b'\n')
    };
    let all = lengths.iter().copied().filter(|length| *length <= stdout.len());
    let mut ends: Vec<usize> =
        (from.max(1)..=stdout.len()).filter(may_end).chain(all).chain([stdout.len()]).collect();
    ends.sort_by_key(|end| lengths.iter().map(|length| length.abs_diff(*end)).min());
    ends.dedup();
    ends.truncate(MOST_ENDS);
    ends
}

/// The largest number of places that are tried.
const MOST_ENDS: usize = 30;

/// Returns the whole expected output of which some beginning is accepted; `all` is one of the tried lengths, in bytes.
fn begun(expected: &Expected, all: usize, accepts: impl Fn(&Expected) -> bool) -> Option<Vec<u8>> {
    let Expected::Run(task, accepted) = expected else { return None };
    for output in &accepted.outputs {
        let ExpectedOutput::Trace { trace: whole, .. } = output else { continue };
        for end in [0].into_iter().chain(ends(&whole.stdout, 0, &[all])) {
            let beginning = whole.with_output(whole.stdout[..end].to_vec());
            let output = ExpectedOutput::Trace { trace: beginning, reading: None, decisive: Vec::new() };
            let (exit, stderr) = (accepted.exit, accepted.stderr.clone());
            if accepts(&Expected::Run(
                task,
                ExpectedRun { outputs: vec![output], exit, stderr, files: Vec::new() },
            )) {
                return Some(whole.stdout.clone());
            }
        }
    }
    None
}
