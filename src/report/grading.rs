//! A grading: what came of submissions becomes a report.

use super::{Graded, Report, View};
use crate::plan::Plan;
use crate::run::Outcome;
use crate::sandbox::Isolation;
use crate::score::Marks;
use crate::submission::Submission;

/// What submissions are judged by, and how what comes of that is looked at. It runs nothing and writes nothing: whoever
/// runs programs, or reads what they did, hands it over here.
#[derive(Debug)]
pub struct Grading<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) marks: Marks,
    isolation: Isolation,
    /// How it is looked at.
    pub view: View<'a>,
}

impl<'a> Grading<'a> {
    /// Begins a grading. `marks` are those that were given by hand, `isolation` is what kept the programs in.
    pub fn begin(plan: &'a Plan<'a>, marks: Marks, isolation: Isolation, view: View<'a>) -> Self {
        Self { plan, marks, isolation, view }
    }

    /// What one submission is worth, with all that its view shows.
    pub fn keep(&self, submission: &Submission, outcome: &Outcome) -> Graded {
        Graded::new(self, submission, outcome)
    }

    /// What stands above the page of each submission, before the report is known.
    pub fn head(&self) -> Report {
        self.finish(Vec::new())
    }

    /// The report of the submissions that were kept.
    pub fn finish(&self, kept: Vec<Graded>) -> Report {
        Report { anonymous: self.view.names.are_hidden(), ..Report::new(self.plan, self.isolation, kept) }
    }
}
