//! Lines that may stand in the place of one another: then what tells them apart decides.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::decisive::{Wanted, WantedLine, WantedOutput};
use super::output_lines::MendedLine;
use super::worded::{Hole, Worded};

/// The lines that may stand in the place of a right one with something else where a printed one differs, by the two.
pub(super) type Rivals<'w> = BTreeMap<(Option<usize>, Reading, Worded, Worded), Vec<&'w WantedLine>>;

/// How the words of lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// What is typed in a scenario differs from run to run there.
    Repeated,
    /// What is typed in one scenario may be said in others, too, whatever is typed: then it is a word as any other.
    Said,
}

/// In which order two lines stand that always come together. Lines of a fixed order never stand in the place of each other; labels do
/// not in any, but where the order is the answer, whole lines do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Fixed,
    Varies,
}

impl Reading {
    /// The words of a line that is expected.
    fn of<'w>(self, line: &'w WantedLine, letters: &BTreeSet<String>) -> Cow<'w, Worded> {
        match self {
            Self::Repeated => Cow::Borrowed(&line.words),
            Self::Said => Cow::Owned(Worded::new(&line.text, &[], letters)),
        }
    }
}

impl Wanted<'_> {
    /// Tells whether something that decides stands in the place of a slip.
    pub(super) fn decides<'w>(
        &'w self,
        output: &WantedOutput,
        lines: &[MendedLine],
        rivals: &mut Rivals<'w>,
    ) -> bool {
        let mut known = BTreeSet::new();
        let mut changed = lines.iter().filter(|line| line.is_changed());
        changed.any(|line| {
            let Some(right) = line.mended.as_deref().filter(|_| known.insert(&line.printed)) else {
                return false;
            };
            let words = output.worded_pair(right, &line.printed);
            // The signs of a row of a board decide nothing; a line that says nothing in the place of words does.
            if words.iter().all(|words| !words.has_words()) && words[1].has_letters_of(&words[0]) {
                return false;
            }
            let said = output.typed.iter().any(|typed| right.contains(typed.as_str()));
            let said =
                said.then(|| [right, &line.printed].map(|line| Worded::new(line, &[], &output.letters)));
            let readings = [(Reading::Repeated, Some(words)), (Reading::Said, said)];
            readings.into_iter().any(|(reading, words)| {
                let Some([right, printed]) = words else { return false };
                let key = (output.exercise, reading, right, printed);
                let found = match rivals.get(&key) {
                    Some(found) => found,
                    None => {
                        let found = self.rivals(output, reading, &key.2, &key.2.hole(&key.3));
                        rivals.entry(key.clone()).or_insert(found)
                    }
                };
                self.is_decisive(output, reading, &key.2, found)
            })
        })
    }

    /// The lines that may stand in the place of one, with something else in the hole. None decides anything where every
    /// scenario expects that line.
    fn rivals(
        &self,
        output: &WantedOutput,
        reading: Reading,
        right: &Worded,
        hole: &Hole,
    ) -> Vec<&WantedLine> {
        let (exercise, letters) = (output.exercise, &output.letters);
        let count = |output: &WantedOutput| {
            output.lines.iter().filter(|line| *reading.of(line, letters) == *right).count()
        };
        let mut counts = self.outputs_of(exercise).map(count);
        let own = counts.next().unwrap_or_default();
        if own > 0 && counts.all(|other| other == own) {
            return Vec::new();
        }
        let lines = self.outputs_of(exercise).flat_map(|output| &output.lines);
        let mut together = BTreeMap::new();
        let mut is_another_line = |words: Cow<Worded>| {
            let known = together.get(&*words).copied();
            known.unwrap_or_else(|| {
                let is_right = |line: &WantedLine| *reading.of(line, letters) == *right;
                let is_it = |line: &WantedLine| reading.of(line, letters) == words;
                let found = self.together(exercise, &is_right, &is_it) == Some(Order::Fixed)
                    || hole.labels(&words).is_some_and(|[own, other]| {
                        let begins = |line: &WantedLine, with: &[String]| {
                            reading.of(line, letters).0.starts_with(with)
                        };
                        let own = |line: &WantedLine| begins(line, &own);
                        self.together(exercise, &own, &|line| begins(line, &other)).is_some()
                    });
                together.insert(words.into_owned(), found);
                found
            })
        };
        let mut is_rival = |line: &&WantedLine| {
            let words = reading.of(line, letters);
            hole.may_be(&words) && !is_another_line(words)
        };
        lines.filter(|line| is_rival(line)).collect()
    }

    /// In which order two kinds of lines stand, if neither ever stands without the other one.
    fn together(
        &self,
        exercise: Option<usize>,
        is_one: &dyn Fn(&WantedLine) -> bool,
        is_other: &dyn Fn(&WantedLine) -> bool,
    ) -> Option<Order> {
        let mut orders = BTreeSet::new();
        let is_paired = |output: &WantedOutput| {
            let lines = output.lines.iter().map(|line| (is_one(line), is_other(line)));
            let lines: Vec<_> = lines.filter(|(one, other)| *one || *other).collect();
            orders.extend(lines.chunks(2).map(<[_]>::to_vec));
            orders.iter().all(|order| {
                matches!(order[..], [(true, false), (false, true)] | [(false, true), (true, false)])
            })
        };
        let are_paired = self.outputs_of(exercise).all(is_paired);
        let order = if orders.len() == 1 { Order::Fixed } else { Order::Varies };
        (are_paired && !orders.is_empty()).then_some(order)
    }

    fn is_decisive(
        &self,
        output: &WantedOutput,
        reading: Reading,
        right: &Worded,
        rivals: &[&WantedLine],
    ) -> bool {
        let is_behind = |line: &WantedLine, previous: &Option<Worded>| line.previous == *previous;
        let is_common = |previous: &Option<Worded>| {
            let has = |other: &&WantedOutput| other.lines.iter().any(|line| is_behind(line, previous));
            self.outputs_of(output.exercise).filter(has).nth(1).is_some()
        };
        let is_right = |line: &&WantedLine| *reading.of(line, &output.letters) == *right;
        let mut places: Vec<&WantedLine> = output.lines.iter().filter(is_right).collect();
        places.dedup_by(|one, other| one.asks == other.asks && one.previous == other.previous);
        places.into_iter().any(|place| {
            let mut rivals = rivals.iter().filter(|line| line.asks == place.asks).peekable();
            if !place.asks || rivals.peek().is_none() {
                return rivals.peek().is_some();
            }
            // Which question is asked is known from the line before it. Behind a line that no other scenario expects, it
            // may be any that is asked there.
            match is_common(&place.previous) {
                true => rivals.any(|line| is_behind(line, &place.previous)),
                false => rivals.any(|line| !is_common(&line.previous)),
            }
        })
    }
}
