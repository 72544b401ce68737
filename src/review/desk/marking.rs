//! Marks by hand: what one person has to mark, and what is marked.

use super::{Desk, Lying};
use crate::compare::Verdict;
use crate::points::Points;

/// The submissions that one person marks in a scenario.
pub(in crate::review) struct Marking {
    /// The places of those that can be marked.
    pub(in crate::review) places: Vec<usize>,
    /// The places of those that have no mark yet.
    open: Vec<usize>,
    /// The number of those of which there is nothing to mark, as their programs could not be run.
    pub(in crate::review) not_run: usize,
}

impl Marking {
    /// The number of those that have a mark.
    pub(in crate::review) fn done(&self) -> usize {
        self.places.len() - self.open.len()
    }

    /// The first that has no mark yet, beginning with this place and going round once.
    pub(in crate::review) fn open_from(&self, place: usize) -> Option<usize> {
        self.open.iter().find(|open| **open >= place).or(self.open.first()).copied()
    }
}

impl Desk {
    /// What the person who reviews has to mark in a scenario.
    pub(in crate::review) fn marking(&self, lying: &Lying, scenario: usize) -> Marking {
        let own = (0..lying.graded.submissions.len()).filter(|place| self.is_own_submission(*place));
        let (places, not_run): (Vec<usize>, Vec<usize>) =
            own.partition(|place| lying.is_by_hand(*place, scenario));
        let open = places.iter().copied().filter(|place| lying.mark(*place, scenario).is_none()).collect();
        Marking { places, open, not_run: not_run.len() }
    }
}

impl Lying {
    /// The places of the scenarios that are marked by hand.
    pub(in crate::review) fn scenarios_by_hand(&self) -> Vec<usize> {
        let submissions = &self.graded.submissions;
        let count = submissions.first().map_or(0, |one| one.scenarios.len());
        let is_by_hand =
            |scenario: &usize| (0..submissions.len()).any(|place| self.is_by_hand(place, *scenario));
        (0..count).filter(is_by_hand).collect()
    }

    /// Whether people mark this: a program that could not be run has no points in a scenario, whoever looks at it.
    pub(in crate::review) fn is_by_hand(&self, place: usize, scenario: usize) -> bool {
        let verdict = self.graded.submissions[place].scenarios[scenario].verdict;
        matches!(verdict, Verdict::ToBeMarked | Verdict::Marked)
    }

    /// The points that were given.
    pub(in crate::review) fn mark(&self, place: usize, scenario: usize) -> Option<Points> {
        let graded = &self.graded.submissions[place];
        let name = graded.scenarios[scenario].full_name();
        let given = self.decided.mark(&graded.name, &name);
        given.map(|(points, _)| points).or(graded.scenarios[scenario].points)
    }
}
