//! Outputs that are compared as text, line by line.

use super::template::Fragments;
use crate::plan::{Expected, ExpectedOutput, Plan};
use crate::spec::{Comparison, Relaxation};
use crate::trace::{Trace, decode};

/// What is expected of a job whose output is compared as text. Of several accepted outputs it is the usual one.
pub(super) struct Compared<'p> {
    pub(super) job: usize,
    /// The program that is run, if the hand-in has several.
    pub(super) exercise: Option<usize>,
    /// The lines that are typed.
    pub(super) input: &'p [String],
    pub(super) relaxations: &'p [Relaxation],
    pub(super) trace: &'p Trace,
}

/// The jobs of a plan whose output is compared as text.
pub(super) fn compared_as_text<'p>(plan: &'p Plan) -> impl Iterator<Item = Compared<'p>> {
    plan.jobs.iter().enumerate().filter_map(|(index, job)| {
        let Expected::Run(task, run) = &job.expected else { return None };
        let (None, Comparison::Text(relaxations)) = (&task.checker, &task.comparison) else { return None };
        let Some(ExpectedOutput::Trace { trace, .. }) = run.outputs.first() else { return None };
        let exercise = plan.spec.groups[job.group].exercise;
        Some(Compared { job: index, exercise, input: &task.input.lines, relaxations, trace })
    })
}

/// A line of an output, up to its end or to what is typed.
#[derive(Clone, Debug)]
pub(super) struct OutputLine {
    pub(super) text: String,
    /// Whether something is typed behind it.
    pub(super) asks: bool,
    /// How many lines were typed before it.
    pub(super) turn: usize,
}

impl OutputLine {
    /// The lines of an output.
    pub(super) fn all(trace: &Trace) -> Vec<Self> {
        let typed = trace.dialogue.iter().flat_map(|one| one.typed.iter().map(|(at, _)| *at));
        let beyond = trace.dialogue.as_ref().and_then(|one| one.asked_beyond_end);
        let mut lines = Vec::new();
        let mut start = 0;
        let ends = typed.chain(beyond).map(|at| (at, true)).chain([(trace.stdout.len(), false)]);
        for (turn, (end, is_typed)) in ends.enumerate() {
            // A trace from a file may name places in any order.
            let end = end.clamp(start, trace.stdout.len());
            for line in trace.stdout[start..end].split_inclusive(|byte| *byte == b'\n') {
                let text = decode(line);
                let (text, asks) = match text.strip_suffix('\n') {
                    Some(text) => (text, false),
                    None => (&*text, is_typed),
                };
                lines.push(Self { text: text.to_owned(), asks, turn });
            }
            start = end;
        }
        lines
    }
}

/// A line of an output as it would be if a slip were mended.
#[derive(Clone, Debug)]
pub(super) struct MendedLine {
    /// The line as it was printed.
    pub(super) printed: String,
    /// The line as it would be; `None` if it would not be there.
    pub(super) mended: Option<String>,
    /// Whether something is typed behind it.
    pub(super) asks: bool,
    /// How many lines were typed before it.
    pub(super) turn: usize,
}

impl MendedLine {
    /// Whether the slip stands in it.
    pub(super) fn is_changed(&self) -> bool {
        self.mended.as_ref() != Some(&self.printed)
    }

    /// The words that are only too much in it.
    pub(super) fn added(&self) -> Option<&str> {
        let parts = Fragments::of(self.mended.as_deref()?, &self.printed);
        (parts.missing.is_empty() && parts.extra.contains(char::is_alphabetic)).then_some(parts.extra)
    }
}
