//! A grading makes a report from the outcomes of submissions.

use std::sync::{Arc, OnceLock};

use super::hand_ins::separated;
use super::{Earlier, Graded, History, Report, View};
use crate::compare::{Common, CommonByProgram, Wanted};
use crate::decisions::Decided;
use crate::plan::Plan;
use crate::run::Outcome;
use crate::sandbox::Isolation;
use crate::score::Marks;
use crate::submission::Submission;
use crate::trace::Sources;

/// Everything that is needed to judge submissions and to make a report for a view. A grading runs nothing and writes
/// nothing: the caller runs programs, or reads their traces, and passes the outcomes to it.
#[derive(Debug)]
pub struct Grading<'a> {
    pub(super) plan: &'a Plan<'a>,
    wanted: OnceLock<Wanted<'a>>,
    common: OnceLock<CommonByProgram>,
    pub(super) marks: Marks,
    /// What people decided about the submissions.
    pub(super) decided: Arc<Decided>,
    isolation: Isolation,
    /// The number of hints about each mistake, if submissions are diagnosed.
    pub(super) hints: Option<u8>,
    /// The earlier gradings that the class is compared with.
    earlier: Vec<Earlier>,
    /// The view that the report is made for.
    pub view: View<'a>,
}

impl<'a> Grading<'a> {
    /// Begins a grading. `marks` were given by hand; `isolation` is the isolation under which the programs ran.
    pub fn begin(plan: &'a Plan<'a>, marks: Marks, isolation: Isolation, view: View<'a>) -> Self {
        let (wanted, common, decided) = (OnceLock::new(), OnceLock::new(), Arc::default());
        Self { plan, wanted, common, marks, decided, isolation, hints: None, earlier: Vec::new(), view }
    }

    /// What the scenarios expect, for finding the causes of lost points.
    pub(super) fn wanted(&self) -> &Wanted<'a> {
        self.wanted.get_or_init(|| Wanted::new(self.plan, self.common_by_program()))
    }

    /// What every scenario expects of the program of a job.
    pub(super) fn common(&self, job: usize) -> &Common {
        let group = self.plan.jobs[job].group;
        self.common_by_program().of(self.plan.spec.groups[group].exercise)
    }

    fn common_by_program(&self) -> &CommonByProgram {
        self.common.get_or_init(|| CommonByProgram::new(self.plan))
    }

    /// Also heeds what people decided. Marks that they gave take the place of others.
    #[must_use]
    pub fn deciding(mut self, decided: Arc<Decided>) -> Self {
        let marks = decided.marks();
        self.marks.extend(
            marks.map(|(submission, scenario, points)| ((submission.clone(), scenario.to_owned()), points)),
        );
        Self { decided, ..self }
    }

    /// Also diagnoses submissions, if a number of hints for students is given.
    #[must_use]
    pub fn diagnosing(self, hints: Option<u8>) -> Self {
        Self { hints, ..self }
    }

    /// Also compares the class with earlier gradings.
    #[must_use]
    pub fn comparing(self, earlier: Vec<Earlier>) -> Self {
        Self { earlier, ..self }
    }

    /// Judges one submission, with the details that the view shows. Lines of its sources are shown as far as these are
    /// known.
    pub fn keep(&self, submission: &Submission, sources: &Sources, outcome: &Outcome) -> Graded {
        Graded::new(self, submission, sources, outcome)
    }

    /// A report without submissions: the page of each submission shows its head before the whole report is known.
    pub fn head(&self) -> Report {
        self.finish(Vec::new())
    }

    /// Makes the report of these submissions. Of several hand-ins of a student one counts.
    pub fn finish(&self, kept: Vec<Graded>) -> Report {
        let (submissions, other_hand_ins) = match self.view.each_hand_in {
            true => (kept, Vec::new()),
            false => separated(self.plan.spec.which_counts, kept),
        };
        let report = Report::new(self.plan, self.isolation, submissions);
        let history = History::of(&report, &self.earlier);
        Report { anonymous: self.view.names.are_hidden(), history, other_hand_ins, ..report }
    }
}
