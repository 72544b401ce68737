//! One answer for all scenarios.
//!
//! Who prints one and the same where different things are expected does not know the answer, whatever else is wrong with its
//! words.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::decisive::{Wanted, WantedOutput};
use super::output_lines::MendedLine;
use super::template::Fragments;
use super::worded::{Hole, Worded};
use crate::compare::relaxed::normalize;
use crate::spec::Relaxation;

/// What a program printed in one scenario, beside what is expected there.
struct Said<'a> {
    output: &'a WantedOutput<'a>,
    lines: &'a [MendedLine],
    relaxations: Vec<Relaxation>,
    /// The lines that are expected, and those that were printed, once somebody asks.
    plain: OnceCell<[Vec<Plain<'a>>; 2]>,
}

/// A line as it counts.
struct Plain<'l> {
    text: Cow<'l, str>,
    /// The same without what differs from run to run, once somebody asks.
    form: OnceCell<String>,
}

/// When two lines are the same. What is typed in one scenario may be a word of another one, and an answer may be a number,
/// so neither says it all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Text,
    /// By the words without what differs from run to run, or by the text.
    Words,
}

/// Where one output is enough to know whether all are the same, a few are looked at: some answers have what is typed in another
/// scenario.
const MOST_WHOLE: usize = 3;

impl Wanted<'_> {
    /// Tells whether a program prints one and the same, once its mistake is mended, where scenarios expect different
    /// things: in all of its output, or in a line in which the mistake is.
    pub(super) fn is_one_for_all(
        &self,
        mended: &BTreeMap<usize, Vec<MendedLine>>,
        remedied: &[usize],
        relaxations: &[Relaxation],
    ) -> bool {
        let said = mended.iter().map(|(job, lines)| Some((*job, self.said(*job, lines, relaxations)?)));
        let all: Vec<(usize, Said)> = said.flatten().collect();
        let own = || all.iter().filter(|(job, _)| remedied.contains(job)).map(|(_, own)| own);
        let beside = |own: &Said| {
            let exercise = own.output.exercise;
            all.iter()
                .map(|(_, one)| one)
                .filter(move |one| one.output.exercise == exercise)
                .collect::<Vec<_>>()
        };
        let ways = [By::Text, By::Words];
        if own().take(MOST_WHOLE).any(|own| ways.iter().any(|by| own.is_whole_for_all(*by, &beside(own)))) {
            return true;
        }
        let mut known = BTreeSet::new();
        own().any(|own| {
            let changed = own.lines.iter().filter(|line| line.is_changed());
            let pairs: Vec<[&str; 2]> =
                changed.filter_map(|line| Some([line.printed.as_str(), line.mended.as_deref()?])).collect();
            let new: Vec<_> =
                pairs.into_iter().filter(|pair| known.insert((own.output.exercise, *pair))).collect();
            !new.is_empty() && {
                let beside = beside(own);
                new.into_iter().any(|pair| ways.iter().any(|by| own.is_line_for_all(pair, *by, &beside)))
            }
        })
    }

    fn said<'a>(&'a self, job: usize, lines: &'a [MendedLine], more: &[Relaxation]) -> Option<Said<'a>> {
        let output = self.of(job)?;
        let relaxations = [output.relaxations, more].concat();
        Some(Said { output, lines, relaxations, plain: OnceCell::new() })
    }
}

impl<'l> Plain<'l> {
    fn new(line: &'l str, relaxations: &[Relaxation]) -> Self {
        Self { text: normalize(line, relaxations), form: OnceCell::new() }
    }

    /// Whether it is more than blanks.
    fn has_content(&self) -> bool {
        !self.text.trim().is_empty()
    }
}

impl<'a> Said<'a> {
    fn plain<'l>(&self, line: &'l str) -> Plain<'l> {
        Plain::new(line, &self.relaxations)
    }

    /// The lines that are expected, and those that were printed, as they count.
    fn all_plain(&self) -> &[Vec<Plain<'a>>; 2] {
        self.plain.get_or_init(|| {
            let expected = self.output.lines.iter().map(|line| self.plain(&line.text));
            [expected.collect(), self.lines.iter().map(|line| self.plain(&line.printed)).collect()]
        })
    }

    /// A line without what differs from run to run.
    fn form<'l>(&self, line: &'l Plain) -> &'l str {
        line.form.get_or_init(|| self.output.form(&line.text))
    }

    fn expected(&self) -> impl Iterator<Item = &str> {
        self.output.lines.iter().map(|line| line.text.as_str())
    }

    /// What is expected besides questions.
    fn expected_answers(&self) -> impl Iterator<Item = &str> {
        self.output.lines.iter().filter(|line| !line.asks).map(|line| line.text.as_str())
    }

    /// What was printed besides questions, or these.
    fn said(&self, asks: bool) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(move |line| line.asks == asks).map(|line| line.printed.as_str())
    }

    fn mended(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line.mended.as_deref())
    }

    fn printed(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.printed.as_str())
    }

    /// Whether two lines of two outputs are the same, as they count.
    fn is_same(&self, by: By, line: &Plain, other: &Said, others: &Plain) -> bool {
        line.text == others.text || by == By::Words && self.form(line) == other.form(others)
    }

    fn has_same<'l>(
        &self,
        by: By,
        relaxations: for<'s> fn(&'s Said) -> &'s [Relaxation],
        lines: impl Iterator<Item = &'l str>,
        other: &Said,
        others: impl Iterator<Item = &'l str>,
    ) -> bool {
        let mut lines = lines.map(|line| Plain::new(line, relaxations(self))).filter(Plain::has_content);
        let mut others = others.map(|line| Plain::new(line, relaxations(other))).filter(Plain::has_content);
        loop {
            match (lines.next(), others.next()) {
                (None, None) => return true,
                (Some(line), Some(also)) if self.is_same(by, &line, other, &also) => {}
                _ => return false,
            }
        }
    }

    /// Whether all outputs are the same one, and not all that is expected.
    fn is_whole_for_all(&self, by: By, beside: &[&Said]) -> bool {
        // Where an answer has what is typed in another scenario, its words are not the same there.
        let repeats = |typed: &String| self.printed().any(|line| line.contains(typed.as_str()));
        let is_blurred = |other: &Said| other.output.typed.iter().any(repeats);
        let says_the_same = |other: &&Said| {
            self.has_same(by, |said| &said.relaxations, self.mended(), other, other.mended())
                || self.has_same(by, |said| &said.relaxations, self.printed(), other, other.printed())
                || is_blurred(other)
        };
        // What a remedy would forgive may be all that makes one answer another.
        let expects_another = |other: &&Said| {
            !self.has_same(by, |said| said.output.relaxations, self.expected(), other, other.expected())
                && !is_blurred(other)
        };
        let is_one = beside.iter().all(says_the_same) && beside.iter().any(expects_another);
        is_one || self.is_one_besides_questions(by, beside)
    }

    /// The same of all that is no question, where one question is asked again and again.
    fn is_one_besides_questions(&self, by: By, beside: &[&Said]) -> bool {
        let questions: BTreeSet<&str> = beside.iter().flat_map(|other| other.said(true)).collect();
        let says_the_same = |other: &&Said| {
            self.has_same(by, |said| &said.relaxations, self.said(false), other, other.said(false))
        };
        let expects_another = |other: &&Said| {
            let (own, others) = (self.expected_answers(), other.expected_answers());
            !self.has_same(by, |said| said.output.relaxations, own, other, others)
        };
        questions.len() == 1 && beside.iter().all(says_the_same) && beside.iter().any(expects_another)
    }

    /// Whether a line with the mistake, or one like it, stands in every output, and is not expected in each.
    fn is_line_for_all(&self, [printed, right]: [&str; 2], by: By, beside: &[&Said]) -> bool {
        let (printed, right) = (self.plain(printed), self.plain(right));
        let [right_words, printed_words] = self.output.worded_pair(&right.text, &printed.text);
        if !printed_words.has_words() && !right_words.has_words() {
            return false;
        }
        let is_it = |other: &Said, wanted: &Plain| self.is_same(by, &right, other, wanted);
        let expects = |other: &Said| {
            let [expected, _] = other.all_plain();
            expected.iter().any(|wanted| is_it(other, wanted))
        };
        let added = Added::of(by, [&right.text, &printed.text], [&right_words, &printed_words]);
        let is_alike = |other: &Said, line: &MendedLine, text: &Plain| {
            let [expected, _] = other.all_plain();
            line.is_changed() && self.is_same(by, &printed, other, text)
                || added.as_ref().is_some_and(|added| added.is_in(&text.text, other))
                    && !expected.iter().any(|wanted| other.is_same(by, text, other, wanted))
        };
        // Whoever says it also where something else is expected at that time, says it without knowing.
        let is_out_of_turn = |other: &Said, line: &MendedLine, text: &Plain| {
            let [expected, _] = other.all_plain();
            let wanted = || other.output.lines.iter().zip(expected).filter(|(one, _)| one.turn == line.turn);
            !line.asks
                && wanted().any(|(one, _)| !one.asks)
                && !wanted().any(|(_, one)| is_it(other, one))
                && is_alike(other, line, text)
        };
        let any_line = |other: &Said, is_it: &dyn Fn(&Said, &MendedLine, &Plain) -> bool| {
            let [_, printed] = other.all_plain();
            other.lines.iter().zip(printed).any(|(line, text)| is_it(other, line, text))
        };
        let is_said_otherwise = |other: &&Said| !expects(other) || any_line(other, &is_out_of_turn);
        beside.iter().all(|other| any_line(other, &is_alike))
            && expects(self)
            && beside.iter().any(is_said_otherwise)
    }
}

/// The right line, with a place in which something else was added.
enum Added<'a> {
    Text(Fragments<'a>),
    Words(Hole<'a>),
}

impl<'a> Added<'a> {
    fn of(
        by: By,
        [right, printed]: [&'a str; 2],
        [right_words, printed_words]: [&'a Worded; 2],
    ) -> Option<Self> {
        match by {
            By::Text => Some(Fragments::of(right, printed))
                .filter(|parts| !parts.missing.contains(char::is_alphanumeric))
                .map(Self::Text),
            By::Words => Some(right_words.hole(printed_words)).filter(Hole::adds).map(Self::Words),
        }
    }

    fn is_in(&self, line: &str, said: &Said) -> bool {
        match self {
            Self::Text(parts) => {
                line.len() >= parts.before.len() + parts.after.len()
                    && line.starts_with(parts.before)
                    && line.ends_with(parts.after)
            }
            Self::Words(hole) => hole.has_around(line) && hole.is_added_to(&said.output.worded(line)),
        }
    }
}
