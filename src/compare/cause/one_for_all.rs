//! One answer for all scenarios.
//!
//! Who prints one and the same where different things are expected does not know the answer, whatever else is wrong with its
//! words.

use std::collections::BTreeMap;

use super::decisive::{MendedLine, Wanted, WantedOutput, Worded};
use super::template::Fragments;
use crate::spec::Relaxation;

/// What a program printed in one scenario, beside what is expected there.
struct Said<'a> {
    output: &'a WantedOutput<'a>,
    lines: &'a [MendedLine],
    relaxations: &'a [Relaxation],
}

/// A line as it counts: its text, and its words without what differs from run to run.
struct Line {
    text: String,
    words: Worded,
}

/// When two lines are the same. What is typed in one scenario may be a word of another one, and an answer may be a number,
/// so neither says it all.
#[derive(Clone, Copy)]
enum By {
    Text,
    Words,
}

impl By {
    fn same(self, one: &Line, other: &Line) -> bool {
        match self {
            Self::Text => one.text == other.text,
            Self::Words => one.words == other.words,
        }
    }

    /// Whether a line is the right one with something else added where it was added to what was printed.
    fn is_added_to(self, right: &Line, printed: &Line, line: &Line) -> bool {
        match self {
            Self::Text => {
                let parts = Fragments::of(&right.text, &printed.text);
                !parts.missing.contains(char::is_alphanumeric)
                    && line.text.len() >= parts.before.len() + parts.after.len()
                    && line.text.starts_with(parts.before)
                    && line.text.ends_with(parts.after)
            }
            Self::Words => right.words.hole(&printed.words).is_added_to(&line.words),
        }
    }

    fn all_same(self, all: &[Line], others: &[Line]) -> bool {
        all.len() == others.len() && all.iter().zip(others).all(|(one, other)| self.same(one, other))
    }
}

impl Wanted<'_> {
    /// Tells whether a program prints one and the same, once its mistake is mended, where scenarios expect different
    /// things: in all of its output, or in a line in which the mistake is.
    pub(super) fn is_one_for_all(
        &self,
        mended: &BTreeMap<usize, Vec<MendedLine>>,
        remedied: &[usize],
        relaxations: &[Relaxation],
    ) -> bool {
        let said =
            |(job, lines): (&usize, _)| Some((*job, Said { output: self.of(*job)?, lines, relaxations }));
        let all: Vec<(usize, Said)> = mended.iter().filter_map(|(job, lines)| said((job, lines))).collect();
        let own = all.iter().filter(|(job, _)| remedied.contains(job)).map(|(_, own)| own);
        own.into_iter().any(|own| {
            let others =
                || all.iter().map(|(_, one)| one).filter(|one| one.output.exercise == own.output.exercise);
            [By::Text, By::Words].into_iter().any(|by| {
                own.is_whole_for_all(by, others)
                    || own.lines.iter().any(|line| own.is_line_for_all(line, by, others))
            })
        })
    }
}

impl Said<'_> {
    fn line(&self, line: &str) -> Line {
        let text = self.output.plain(line, self.relaxations);
        Line { words: self.output.worded(&text), text }
    }

    fn with_content<'l>(&self, lines: impl Iterator<Item = &'l str>) -> Vec<Line> {
        lines.map(|line| self.line(line)).filter(|line| !line.text.trim().is_empty()).collect()
    }

    fn expected(&self) -> Vec<Line> {
        self.with_content(self.output.lines.iter().map(|line| line.text.as_str()))
    }

    fn mended(&self) -> Vec<Line> {
        self.with_content(self.lines.iter().filter_map(|line| line.mended.as_deref()))
    }

    fn printed(&self) -> Vec<Line> {
        self.with_content(self.lines.iter().map(|line| line.printed.as_str()))
    }

    fn expects(&self, line: &Line, by: By) -> bool {
        self.output.lines.iter().any(|wanted| by.same(&self.line(&wanted.text), line))
    }

    /// Whether all outputs are the same one, and not all that is expected.
    fn is_whole_for_all<'o, I: Iterator<Item = &'o Said<'o>>>(&self, by: By, others: impl Fn() -> I) -> bool {
        let (expected, mended, printed) = (self.expected(), self.mended(), self.printed());
        // Where an answer has what is typed in another scenario, its words are not the same there.
        let repeats = |typed: &String| self.lines.iter().any(|line| line.printed.contains(typed.as_str()));
        let others = || others().filter(|other| !other.output.typed.iter().any(repeats));
        others().any(|other| !by.all_same(&other.expected(), &expected))
            && others()
                .all(|other| by.all_same(&other.mended(), &mended) || by.all_same(&other.printed(), &printed))
    }

    /// Whether a line with the mistake, or one like it, stands in every output, and is not expected in each.
    fn is_line_for_all<'o, I: Iterator<Item = &'o Said<'o>>>(
        &self,
        line: &MendedLine,
        by: By,
        others: impl Fn() -> I,
    ) -> bool {
        let Some(right) = line.mended.as_deref().filter(|_| line.is_changed()) else { return false };
        let (printed, right) = (self.line(&line.printed), self.line(right));
        let is_alike = |other: &Said, line: &MendedLine| {
            let line = other.line(&line.printed);
            by.same(&line, &printed) || by.is_added_to(&right, &printed, &line) && !other.expects(&line, by)
        };
        (printed.words.has_words() || right.words.has_words())
            && self.expects(&right, by)
            && others().any(|other| !other.expects(&right, by))
            && others().all(|other| other.lines.iter().any(|line| is_alike(other, line)))
    }
}
