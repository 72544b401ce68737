//! What a scenario asks for, where it differs from what is printed in nothing but signs, capitals and blanks.
//!
//! `-1.50` for `1.50`, `2 < 1` for `2 > 1`, and `ada` for `ADA` where that is made of the input, are wrong answers and no slips
//! of wording.

use std::collections::{BTreeMap, BTreeSet};

use super::decisive::{Wanted, WantedOutput};
use super::output_lines::MendedLine;
use super::template::words;
use super::worded::Worded;
use crate::compare::relaxed::normalize;
use crate::compare::relaxed::number::numbers;
use crate::spec::Relaxation;
use crate::written_number::number_places;

/// The sign for what differs from run to run: what a capital letter by itself stands for, which is no punctuation.
const VARIES: &str = "X";

/// The lines that scenarios expect of one program, without what differs from run to run.
struct Forms {
    all: BTreeSet<String>,
    /// How many of them are the same after some relaxations.
    relaxed: BTreeMap<String, usize>,
}

impl Wanted<'_> {
    /// Tells whether a remedy mends what is asked for in one of these jobs. `mended` has the lines of each job, which count after
    /// some relaxations.
    pub(super) fn mends_what_is_asked_for(
        &self,
        mended: &BTreeMap<usize, Vec<MendedLine>>,
        remedied: &[usize],
        relaxations: &[Relaxation],
    ) -> bool {
        let mut forms = BTreeMap::new();
        let mut known = BTreeSet::new();
        remedied.iter().any(|job| {
            let (Some(output), Some(lines)) = (self.of(*job), mended.get(job)) else { return false };
            let forms = forms.entry(output.exercise).or_insert_with(|| self.forms(output, relaxations));
            let mut changed = lines.iter().filter(|line| line.is_changed());
            changed.any(|line| {
                let Some(right) = line.mended.as_deref() else { return false };
                known.insert((*job, right, &line.printed))
                    && (self.is_made_of_input(output, right, &line.printed)
                        || self.is_another_number(output, right, &line.printed)
                        || forms.tell_apart(&output.form(right), &output.form(&line.printed), |form| {
                            output.relaxed(form, relaxations)
                        }))
            })
        })
    }

    fn forms(&self, output: &WantedOutput, relaxations: &[Relaxation]) -> Forms {
        let lines = self.outputs_of(output.exercise).flat_map(|one| &one.lines);
        let all: BTreeSet<String> = lines.map(|line| line.form.clone()).collect();
        let mut relaxed = BTreeMap::new();
        for form in all.iter().filter(|form| has_words(form)) {
            *relaxed.entry(output.relaxed(form, relaxations)).or_default() += 1;
        }
        Forms { all, relaxed }
    }

    /// Whether a line has the letters of the input written in another way, wherever it is expected: where it is expected whatever is typed,
    /// it only happens to have them.
    fn is_made_of_input(&self, output: &WantedOutput, right: &str, printed: &str) -> bool {
        let is_expected = |one: &&WantedOutput| one.lines.iter().any(|line| line.text == right);
        output.is_made_of_input(right, printed)
            && self
                .outputs_of(output.exercise)
                .filter(is_expected)
                .all(|one| one.is_made_of_input(right, printed))
    }

    /// Whether the numbers of a line are not the printed ones, and are no part of a text that every scenario expects.
    fn is_another_number(&self, output: &WantedOutput, right: &str, printed: &str) -> bool {
        let is_expected = |one: &WantedOutput| one.lines.iter().any(|line| line.text == right);
        numbers(right) != numbers(printed) && !self.outputs_of(output.exercise).all(is_expected)
    }
}

impl Forms {
    /// Whether what is printed for a line stands in its place elsewhere, or is told from that by nothing but what is relaxed.
    fn tell_apart(&self, right: &str, printed: &str, relaxed: impl Fn(&str) -> String) -> bool {
        right != printed
            && (self.all.contains(printed)
                || self.relaxed.get(&relaxed(right)).is_some_and(|count| *count > 1))
    }
}

/// Whether a line says more than a row of a board.
fn has_words(line: &str) -> bool {
    Worded::new(line, &[], &BTreeSet::new()).has_words()
}

impl WantedOutput<'_> {
    fn relaxed(&self, line: &str, relaxations: &[Relaxation]) -> String {
        normalize(line, &[self.relaxations, relaxations].concat()).into_owned()
    }

    /// A line without what differs from run to run. In a row of a board, numbers are told from markers.
    pub(super) fn form(&self, line: &str) -> String {
        let number = if has_words(line) { VARIES } else { "0" };
        let part = |text: &str, varies: bool| match varies
            || self.letters.contains(text)
            || self.input.iter().any(|typed| typed == text)
        {
            true => VARIES.to_owned(),
            false => text.to_owned(),
        };
        let parts = |text: &str| -> String {
            words(text, &self.typed).iter().map(|word| part(word.text, word.varies)).collect()
        };
        let mut form = String::new();
        let mut start = 0;
        for place in number_places(line) {
            form.extend([&parts(&line[start..place.start]), number]);
            start = place.end;
        }
        form + &parts(&line[start..])
    }

    /// Whether a line has the letters of the input written in another way, which is not how they are printed.
    fn is_made_of_input(&self, right: &str, printed: &str) -> bool {
        let letters = |text: &str| -> Vec<(usize, char)> {
            let all = text.char_indices().filter(|(_, one)| one.is_alphanumeric());
            all.flat_map(|(at, one)| one.to_lowercase().map(move |one| (at, one))).collect()
        };
        let line = letters(right);
        let is_inside = |at: usize| {
            let [before, behind] = [right[..at].chars().next_back(), right[at..].chars().next()];
            before.is_some_and(char::is_alphanumeric) && behind.is_some_and(char::is_alphanumeric)
        };
        self.input.iter().filter(|typed| typed.contains(char::is_alphabetic)).any(|typed| {
            let wanted: Vec<char> = letters(typed).into_iter().map(|(_, one)| one).collect();
            line.windows(wanted.len()).any(|found| {
                let (Some((start, _)), Some((last, _))) = (found.first(), found.last()) else { return false };
                let end = last + right[*last..].chars().next().map_or(0, char::len_utf8);
                found.iter().map(|(_, one)| one).eq(&wanted)
                    && !is_inside(*start)
                    && !is_inside(end)
                    && right[*start..end] != **typed
                    && !printed.contains(&right[*start..end])
            })
        })
    }
}
