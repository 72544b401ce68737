//! What would be accepted if only one mistake were mended.

use super::cause::{Template, first_pair, is_variable, printed, words};
use super::difference::Kind;
use super::{Judgement, accepts, accepts_output, ending};
use crate::plan::Expected;
use crate::sandbox::Limits;
use crate::spec::{Comparison, Relaxation};
use crate::trace::{Recorded, Trace, decode};

/// What undoes one mistake wherever a program makes it.
#[derive(Clone, Debug)]
pub(crate) enum Remedy {
    /// These relaxations forgive it.
    Relaxed(Vec<Relaxation>),
    /// One line is printed in the place of another one.
    Rewritten(Slip),
}

/// A line that must be another one, or must not be there.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// The printed lines that are meant.
    wrong: Template,
    /// The line that is expected instead; `None` if there must be none.
    right: Option<String>,
    /// Whether what is typed must stand on the same line.
    joined: bool,
}

impl Remedy {
    /// The remedy for what went wrong first, if it is a matter of one line.
    pub(crate) fn of(judgement: &Judgement) -> Option<Self> {
        let difference = judgement.difference.as_ref()?;
        if !difference.forgiven_by.is_empty() {
            return Some(Self::Relaxed(difference.forgiven_by.clone()));
        }
        let [right, wrong] = first_pair(&difference.rows);
        let wrong = wrong?;
        let line = printed(wrong);
        let right = match difference.kind {
            Kind::Extra if !wrong.pieces.iter().any(|piece| piece.typed) => None,
            Kind::Whitespace | Kind::Case | Kind::Punctuation | Kind::Wording => Some(right?),
            Kind::Number | Kind::BoardCell | Kind::Order | Kind::Extra | Kind::Missing => return None,
        };
        let is_typed_on = |row: &super::Row| row.pieces.iter().any(|piece| piece.typed);
        let joined = right.is_some_and(|right| is_typed_on(right) && !is_typed_on(wrong));
        let right = right.map(printed);
        let keeps_variables = right.as_ref().is_none_or(|right| variables(right) == variables(&line));
        (Template::new(&line).has_words() && keeps_variables)
            .then(|| Self::Rewritten(Slip { wrong: Template::new(&line), right, joined }))
    }

    /// Tells whether what a job left would be accepted with this remedy. Only runs whose output is compared as text can
    /// become so.
    pub(crate) fn accepts(&self, expected: &Expected, recorded: &Recorded, limits: &Limits) -> bool {
        let (Expected::Run(task, run), Recorded::Run(trace)) = (expected, recorded) else { return false };
        let Comparison::Text(given) = &task.comparison else { return false };
        match self {
            Self::Relaxed(more) => {
                let relaxed = Comparison::Text([given.as_slice(), more].concat());
                ending::ended(run.exit, trace, limits).is_none()
                    && ending::stderr_complaint(&run.stderr, &trace.stderr).is_none()
                    && run.outputs.iter().any(|output| accepts_output(output, &relaxed, trace))
            }
            Self::Rewritten(slip) => accepts(expected, &Recorded::Run(slip.mended(trace)), limits),
        }
    }
}

impl Slip {
    /// The trace as it would be if the right line stood wherever the wrong one was printed.
    fn mended(&self, trace: &Trace) -> Trace {
        let mut mended = Trace { stdout: Vec::with_capacity(trace.stdout.len()), ..trace.clone() };
        let mut ends: Vec<usize> =
            trace.dialogue.iter().flat_map(|one| one.typed.iter().map(|(at, _)| *at)).collect();
        ends.extend(trace.dialogue.as_ref().and_then(|one| one.asked_beyond_end));
        let mut moved = Vec::with_capacity(ends.len());
        let mut start = 0;
        for end in ends.iter().copied().chain([trace.stdout.len()]) {
            // A trace from a file may name places in any order.
            let end = end.clamp(start, trace.stdout.len());
            for line in trace.stdout[start..end].split_inclusive(|byte| *byte == b'\n') {
                self.write(line, &mut mended.stdout);
            }
            moved.push(mended.stdout.len());
            start = end;
        }
        if let Some(dialogue) = &mut mended.dialogue {
            let mut moved = moved.into_iter();
            for (at, _) in &mut dialogue.typed {
                *at = moved.next().unwrap_or_default();
            }
            dialogue.asked_beyond_end = dialogue.asked_beyond_end.and_then(|_| moved.next());
        }
        mended
    }

    fn write(&self, line: &[u8], out: &mut Vec<u8>) {
        let text = decode(line);
        let (text, newline) = text.strip_suffix('\n').map_or((&*text, ""), |text| (text, "\n"));
        if Template::new(text) != self.wrong {
            return out.extend_from_slice(line);
        }
        if let Some(right) = &self.right {
            out.extend_from_slice(with_variables(right, &variables(text)).as_bytes());
            out.extend_from_slice(if self.joined { b"" } else { newline.as_bytes() });
        }
    }
}

/// The numbers and single letters of a line.
fn variables(line: &str) -> Vec<&str> {
    words(line).filter(|word| is_variable(word)).collect()
}

/// The line with other numbers and letters.
fn with_variables(line: &str, variables: &[&str]) -> String {
    let mut variables = variables.iter().copied();
    words(line).map(|word| if is_variable(word) { variables.next().unwrap_or(word) } else { word }).collect()
}
