//! Hypotheses: the reference with some of its bugs and with wording slips, as the program that a student wrote.

use yardstick_reference::{Bug, Bugs};

use super::What;
use super::slip::WordingSlip;

/// A program that the submission may be like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hypothesis {
    /// Which of the accepted readings of the handout it follows; 0 is the usual one.
    pub(super) reading: usize,
    /// Its bugs.
    pub(super) bugs: Vec<&'static Bug>,
    /// Its slips, in the order in which they change a text.
    pub(super) slips: Vec<WordingSlip>,
}

impl Hypothesis {
    /// Returns the bugs as a set.
    pub(super) fn set(&self) -> Bugs {
        self.bugs.iter().copied().collect()
    }

    /// Tells whether another hypothesis says the same, whatever the order in which its mistakes were found.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.reading == other.reading && self.set() == other.set() && self.slips == other.slips
    }

    /// Returns the number of mistakes.
    pub(super) fn size(&self) -> usize {
        self.bugs.len() + self.slips.len()
    }

    /// Tells whether it has this bug.
    pub(super) fn has(&self, bug: &Bug) -> bool {
        self.bugs.iter().any(|known| known.id == bug.id)
    }

    /// Returns the hypothesis with one more bug.
    pub(super) fn with_bug(&self, bug: &'static Bug) -> Self {
        let mut more = self.clone();
        more.bugs.push(bug);
        more
    }

    /// Returns the hypothesis with one more slip.
    pub(super) fn with_slip(&self, slip: WordingSlip) -> Self {
        let mut more = self.clone();
        more.slips.push(slip);
        more
    }

    /// Returns the hypothesis without one of its mistakes: the bugs come first, then the slips.
    pub(super) fn without(&self, place: usize) -> Self {
        let mut fewer = self.clone();
        match place.checked_sub(self.bugs.len()) {
            None => drop(fewer.bugs.remove(place)),
            Some(place) => drop(fewer.slips.remove(place)),
        }
        fewer
    }

    /// Returns the hypothesis that is wrong in this one way.
    pub(super) fn only(&self, what: &What) -> Self {
        let (bugs, slips) = match what {
            What::Bug(bug) => (vec![*bug], Vec::new()),
            What::Slip { slip, .. } => (Vec::new(), vec![slip.clone()]),
        };
        Self { reading: self.reading, bugs, slips }
    }

    /// Returns the hypothesis without its slips from this one on.
    pub(super) fn before_slip(&self, place: usize) -> Self {
        Self { slips: self.slips[..place].to_vec(), ..self.clone() }
    }

    /// Returns how common its bugs are among students, all together: of equally good hypotheses the most common one is
    /// believed.
    pub(super) fn common(&self) -> usize {
        self.bugs.iter().map(|bug| usize::from(bug.common)).sum()
    }
}
