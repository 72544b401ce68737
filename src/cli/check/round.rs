//! One check of a submission that is watched. Scenarios that were lost the last time run first.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::args::Args;
use super::grading;
use crate::cli::Error;
use crate::cli::formats::{Formats, Layout};

use crate::cli::terminal::{self, columns};
use crate::compare::Verdict;
use crate::hints::with_hints;
use crate::plan::Plan;
use crate::report::{Graded, GradedScenario, Report, Student};
use crate::run::{Fault, Outcome, Ready};
use crate::sandbox::Sandbox;
use crate::spec::Effect;
use crate::submission::{self, Submission};
use crate::trace::{Observed, Sources};

/// The full names of scenarios that were lost in their last run.
pub(super) type Lost = HashSet<String>;

/// Everything that is needed to check the submission once.
pub(super) struct Round<'a> {
    pub(super) args: &'a Args,
    /// The sandbox, which stops runs when a file changes.
    pub(super) sandbox: &'a Sandbox,
    pub(super) plan: &'a Plan<'a>,
}

impl Round<'_> {
    /// Runs the submission as it is now and shows the results: each scenario of `lost` as soon as it is known, then the
    /// others. After a stop nothing more is shown. Updates `lost`.
    pub(super) fn check(&self, lost: &mut Lost) -> Result<(), Error> {
        let formats = self.args.formats()?;
        let submission = submission::one(&self.args.path)?;
        let (sources, ready) = match Ready::with_sources(self.sandbox, self.plan, &submission) {
            Ok((sources, ready)) => (sources, Ok(ready)),
            Err(fault) => (Sources::default(), Err(fault)),
        };
        let (outcome, shown, ready) = match ready {
            Ok(Ok(ready)) => {
                let (outcome, shown) = self.run(&ready, (&submission, &sources), &formats, lost)?;
                (outcome, shown, Some(ready))
            }
            Ok(Err(invalid)) => (Outcome::Invalid(invalid), None, None),
            Err(fault) => (Outcome::Fault(fault), None, None),
        };
        let grading = grading::begin(self.plan, self.sandbox, &formats, self.args);
        let graded = grading.keep(&submission, &sources, &outcome);
        remember(&graded, lost);
        if self.sandbox.is_stopped() {
            return Ok(());
        }
        let graded = with_hints(graded, self.args.hints, self.plan, &outcome, || ready);
        if self.sandbox.is_stopped() {
            return Ok(());
        }
        let report = grading.finish(vec![graded]);
        match shown {
            Some(shown) => shown.show_others(&report),
            None => grading::show(&report, &grading, &formats),
        }
    }

    /// Runs all jobs, and returns what they did and what is already shown of it.
    fn run(
        &self,
        ready: &Ready,
        (submission, sources): (&Submission, &Sources),
        formats: &Formats,
        lost: &Lost,
    ) -> Result<(Outcome, Option<Shown>), Error> {
        let repeat = self.args.repeat.into();
        let known = Mutex::new(self.nothing());
        let observe = |jobs: &[usize]| {
            ready.observe_each(self.plan, jobs, repeat, |job, observed| locked(&known)[job] = observed);
        };
        let is_gate = |job: &usize| self.plan.jobs[*job].scenario.effect == Effect::Gate;
        let is_lost = |job: &usize| lost.contains(&self.plan.full_name(&self.plan.jobs[*job]));
        let (gates, others): (Vec<usize>, Vec<usize>) = (0..self.plan.jobs.len()).partition(is_gate);
        let (first, last): (Vec<usize>, Vec<usize>) = others.into_iter().partition(is_lost);

        observe(&gates);
        let outcome = Outcome::Ran(locked(&known).clone());
        let grading = grading::begin(self.plan, self.sandbox, formats, self.args);
        let known_yet = grading.keep(submission, sources, &outcome);
        let is_shut = known_yet.scenarios.iter().any(|one| one.verdict == Verdict::InvalidSubmission);
        let shows = formats.printed() == Layout::Feedback && !first.is_empty() && !is_shut;
        let shown = if shows { Some(Mutex::new(Shown::begin(self.plan, submission)?)) } else { None };
        ready.observe_each(self.plan, &first, repeat, |job, observed| {
            if let (Some(shown), Ok(_)) = (&shown, &observed) {
                let mut alone = self.nothing();
                alone[job] = observed.clone();
                let graded = grading.keep(submission, sources, &Outcome::Ran(alone));
                locked(shown).show(&graded, job);
            }
            locked(&known)[job] = observed;
        });
        let shown = shown.map(|shown| shown.into_inner().unwrap_or_else(PoisonError::into_inner));
        observe(&last);
        let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((Outcome::Ran(known), shown))
    }

    /// For each job, that its result is not known yet.
    fn nothing(&self) -> Vec<Result<Observed, Fault>> {
        vec![Err(Fault("it was not run yet".into())); self.plan.jobs.len()]
    }
}

/// Updates the lost scenarios with the results of those that were run.
fn remember(graded: &Graded, lost: &mut Lost) {
    for scenario in &graded.scenarios {
        match scenario.verdict {
            Verdict::NotGraded | Verdict::InvalidSubmission => {}
            _ if scenario.is_lost() => drop(lost.insert(scenario.full_name())),
            _ => drop(lost.remove(&scenario.full_name())),
        }
    }
}

/// The part of the page that is already shown, before everything is known.
struct Shown {
    page: Student,
    /// The full names of the scenarios that are shown.
    names: HashSet<String>,
    /// Whether the last scenario that is shown has only one line.
    ends_with_line: bool,
    /// Whether everything could be printed.
    printed: io::Result<()>,
}

impl Shown {
    /// Begins the page.
    fn begin(plan: &Plan, submission: &Submission) -> Result<Self, Error> {
        let page = Student { columns: columns() };
        let mut out = terminal::out();
        page.head(&plan.spec.title, &submission.name, &mut out)?;
        Ok(Self { page, names: HashSet::new(), ends_with_line: false, printed: Ok(out.flush()?) })
    }

    /// Shows the scenario of a job, as the author may see it.
    fn show(&mut self, graded: &Graded, job: usize) {
        let name = graded.scenarios[job].full_name();
        let graded = graded.for_student();
        if let (Some(scenario), Ok(())) =
            (graded.scenarios.iter().find(|one| one.full_name() == name), &self.printed)
        {
            self.printed = self.print(scenario);
        }
        self.names.insert(name);
    }

    fn print(&mut self, scenario: &GradedScenario) -> io::Result<()> {
        let mut out = terminal::out();
        if self.ends_with_line && scenario.is_lost() {
            writeln!(out)?;
        }
        self.ends_with_line = !scenario.is_lost();
        self.page.scenario(scenario, &mut out)?;
        out.flush()
    }

    /// Shows the rest of the page.
    fn show_others(self, report: &Report) -> Result<(), Error> {
        self.printed?;
        let mut out = terminal::out();
        if self.ends_with_line {
            writeln!(out)?;
        }
        for graded in &report.submissions {
            self.page.others(
                &graded.for_student(),
                &|one| self.names.contains(&one.full_name()),
                &mut out,
            )?;
        }
        Ok(out.flush()?)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
