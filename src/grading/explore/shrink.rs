//! Shortens an input that shows a difference, as long as it still shows the same one.
//!
//! Cheap passes come first: cut after the first difference, ask the subject for shorter ways to the same end, delete
//! pieces, delete tokens that the subject says belong together, delete two at a time, then make the rest more readable.
//! Only the subject knows what the tokens mean.

use std::collections::HashMap;

use yardstick_reference::{Random, Subject};

/// A shortened input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The tokens.
    pub tokens: Vec<usize>,
    /// The number of inputs that were tried.
    pub runs: usize,
}

/// Pairs of tokens are deleted only from inputs shorter than this, because there are too many pairs.
const LONG: usize = 34;

/// The search ends when this share of the allowed runs, in percent, has brought no progress.
const MOST_IN_VAIN: usize = 40;

/// The number of proposals of the subject that are tried before it is asked again.
const PROPOSALS: usize = 24;

/// Shortens tokens, in at most `most_runs` runs.
///
/// `shows` tells whether an input still shows the same difference, and after how many of its tokens.
pub fn shrink(
    subject: &dyn Subject,
    tokens: &[usize],
    most_runs: usize,
    shows: impl FnMut(&[usize]) -> Option<usize>,
) -> Shrunk {
    let mut shrinking = Shrinking {
        subject,
        best: tokens.to_vec(),
        shows,
        known: HashMap::new(),
        runs: 0,
        most_runs,
        last_kept: 0,
        random: Random::new(tokens.len() as u64),
    };
    shrinking.run();
    Shrunk { tokens: shrinking.best, runs: shrinking.runs }
}

struct Shrinking<'a, F> {
    subject: &'a dyn Subject,
    best: Vec<usize>,
    shows: F,
    /// The inputs that were tried, and whether they showed the same difference.
    known: HashMap<Vec<usize>, Option<usize>>,
    runs: usize,
    most_runs: usize,
    /// The number of runs when the input was shortened last.
    last_kept: usize,
    random: Random,
}

impl<F: FnMut(&[usize]) -> Option<usize>> Shrinking<'_, F> {
    fn run(&mut self) {
        let start = self.best.clone();
        if !self.nothing_at_all() {
            self.keep_if_same(&start);
            self.propose();
            loop {
                let before = self.best.clone();
                self.delete_pieces();
                self.delete_together();
                if self.best.len() < LONG {
                    self.delete_pairs();
                }
                if self.best == before || self.is_spent() {
                    // Failed attempts to shorten the input say nothing about making it more readable.
                    self.last_kept = self.runs;
                    self.rewrite();
                }
                if self.best == before || self.is_spent() {
                    return;
                }
            }
        }
    }

    /// Tries no tokens at all: some differences show before anything is typed.
    fn nothing_at_all(&mut self) -> bool {
        self.accepts(&[])
    }

    /// Keeps the tokens up to the difference, if they show it.
    fn keep_if_same(&mut self, tokens: &[usize]) {
        if let Some(needed) = self.test(tokens) {
            self.best = tokens[..needed.min(tokens.len())].to_vec();
        }
    }

    /// Tries shorter ways to the same end, until none shows the same difference.
    fn propose(&mut self) {
        loop {
            let shorter = self.subject.shorter(&self.best, &mut self.random);
            let is_shorter = shorter.iter().take(PROPOSALS).any(|proposal| self.accepts(proposal));
            if !is_shorter || self.is_spent() {
                return;
            }
        }
    }

    /// Deletes pieces: halves, quarters, …, single tokens, from the end.
    fn delete_pieces(&mut self) {
        let mut length = self.best.len().div_ceil(2);
        while length > 0 {
            let mut end = self.best.len();
            while end > 0 && !self.is_spent() {
                let start = end.saturating_sub(length);
                let rest = without(&self.best, start..end);
                self.accepts(&rest);
                end = start.min(self.best.len());
            }
            length /= 2;
        }
    }

    /// Deletes tokens that the subject says belong together, as long as the input shows the same difference.
    fn delete_together(&mut self) {
        for sort in 0.. {
            let Some(mut ways) = self.subject.thinned(sort, &self.best) else { return };
            while !self.is_spent() && ways.iter().any(|way| self.accepts(way)) {
                ways = self.subject.thinned(sort, &self.best).unwrap_or_default();
            }
        }
    }

    /// Deletes two tokens that are not adjacent.
    fn delete_pairs(&mut self) {
        let reach = if self.best.len() > 24 { 8 } else { usize::MAX };
        let mut first = self.best.len();
        while first > 0 && !self.is_spent() {
            first -= 1;
            let mut second = first + 1;
            while second < self.best.len() && second - first <= reach {
                let rest = without(&without(&self.best, second..second + 1), first..first + 1);
                if !self.accepts(&rest) {
                    second += 1;
                }
            }
        }
    }

    /// Replaces tokens by similar or more readable ones, swaps neighbours, and deletes one token while changing
    /// another.
    fn rewrite(&mut self) {
        for relabelled in self.subject.relabelled(&self.best) {
            self.accepts(&relabelled);
        }
        for place in 0..self.best.len() {
            for lower in 0..self.best.get(place).copied().unwrap_or_default().min(12) {
                let mut lowered = self.best.clone();
                lowered[place] = lower;
                if self.accepts(&lowered) {
                    break;
                }
            }
        }
        for place in 1..self.best.len() {
            let mut swapped = self.best.clone();
            if place < swapped.len() {
                swapped.swap(place - 1, place);
                self.accepts(&swapped);
            }
        }
        self.retarget();
    }

    /// Deletes a token and replaces a later one by one of the most readable, which may repair what the deletion moved.
    fn retarget(&mut self) {
        const MOST_TOKENS: usize = 14;
        let mut place = 0;
        while place < self.best.len() && self.best.len() <= MOST_TOKENS && !self.is_spent() {
            let rest = without(&self.best, place..place + 1);
            let readable = 0..self.subject.tokens().min(8);
            let other =
                (place..rest.len()).flat_map(|later| readable.clone().map(move |token| (later, token)));
            let is_shorter = other.into_iter().any(|(later, token)| {
                let mut changed = rest.clone();
                changed[later] = token;
                self.accepts(&changed)
            });
            place = if is_shorter { 0 } else { place + 1 };
        }
    }

    /// Keeps tokens that are simpler than the best so far and show the same difference.
    fn accepts(&mut self, tokens: &[usize]) -> bool {
        if (tokens.len(), tokens) >= (self.best.len(), self.best.as_slice()) && !self.best.is_empty() {
            return false;
        }
        let Some(needed) = self.test(tokens) else { return false };
        self.best = tokens[..needed.min(tokens.len())].to_vec();
        self.last_kept = self.runs;
        true
    }

    fn test(&mut self, tokens: &[usize]) -> Option<usize> {
        if let Some(known) = self.known.get(tokens) {
            return *known;
        }
        if self.is_spent() {
            return None;
        }
        self.runs += 1;
        let shown = (self.shows)(tokens);
        self.known.insert(tokens.to_vec(), shown);
        shown
    }

    fn is_spent(&self) -> bool {
        let in_vain = self.runs - self.last_kept;
        self.runs >= self.most_runs || in_vain >= self.most_runs * MOST_IN_VAIN / 100
    }
}

pub(super) fn without(tokens: &[usize], gap: std::ops::Range<usize>) -> Vec<usize> {
    [&tokens[..gap.start], &tokens[gap.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yardstick_reference::Trial;

    /// Tokens without any rules.
    struct Plain;

    impl Subject for Plain {
        fn name(&self) -> String {
            "plain".to_owned()
        }

        fn tokens(&self) -> usize {
            10
        }

        fn draw(&self, _: usize, random: &mut Random) -> Vec<usize> {
            (0..30).map(|_| random.below(10)).collect()
        }

        fn trial(&self, tokens: &[usize]) -> Trial {
            Trial::Run { args: Vec::new(), lines: tokens.iter().map(ToString::to_string).collect() }
        }
    }

    #[test]
    fn the_result_is_the_shortest_and_most_readable_input() {
        let mut random = Random::new(3);
        for round in 0..20 {
            let start = [Plain.draw(round, &mut random), vec![7, 9, 7]].concat();
            // Two sevens with something larger in between.
            let shows = |tokens: &[usize]| {
                let mut sevens = (0..tokens.len()).filter(|&place| tokens[place] == 7);
                let (first, last) = (sevens.next()?, sevens.next_back()?);
                tokens[first..last].iter().position(|&token| token > 7).map(|_| last + 1)
            };
            assert_eq!(shrink(&Plain, &start, 4000, shows).tokens, [7, 8, 7]);
        }
    }

    #[test]
    fn no_more_runs_are_made_than_are_allowed() {
        let start: Vec<usize> = (0..30).map(|it| it % 10).collect();
        let mut runs = 0;
        let shrunk = shrink(&Plain, &start, 12, |tokens| {
            runs += 1;
            (tokens.len() > 5).then_some(tokens.len())
        });
        assert_eq!((runs, shrunk.runs), (12, 12));
    }
}
