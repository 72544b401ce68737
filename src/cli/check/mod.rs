//! `yardstick check`: checks one submission for its author.

mod args;
mod eyes;
mod grading;
mod round;
mod watch;

use super::isolation::Choice;
use super::planned::planned;
use super::progress::Bar;
use super::workers::workers;
use super::{Error, Status};
use crate::hints::with_hints;
use crate::plan::ReferenceRunner;
use crate::report::Graded;
use crate::run::{Ready, Runner};
use crate::sandbox::{self, Sandbox};
use crate::spec::Spec;
use crate::submission;
use crate::trace::Store;

use watch::watch;

pub(super) use args::Args;

pub(super) fn check(args: &Args) -> Result<Status, Error> {
    if args.watches() && args.write_files() {
        return Err(Error::Usage(
            "`--watch` only prints\nhelp: leave `=FILE` away, or check without `--watch`".to_owned(),
        ));
    }
    args.formats()?;
    sandbox::stop_on_interrupt()?;
    let spec = args.spec()?;
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    if args.watches() { watch(args, &sandbox) } else { once(args, &sandbox, &spec) }
}

/// Runs the submission as it is now, and shows the results.
fn once(args: &Args, sandbox: &Sandbox, spec: &Spec) -> Result<Status, Error> {
    let formats = args.formats()?;
    let store = Store::empty();
    let plan =
        planned(&ReferenceRunner { sandbox: Some(sandbox), store: &store }, spec, args.only.as_deref())?;
    let submission = submission::one(&args.path)?;
    let workers = workers(None)?;
    let bar = Bar::new(plan.jobs.len() as u64, false);
    let runner =
        Runner { sandbox, plan: &plan, store: &store, repeat: args.repeat.into(), keeps_sources: true };
    let grading = grading::begin(&plan, sandbox, &formats, args);
    let kept = runner.run_all(&[submission], workers, &bar, |submission, attempt| {
        let graded = grading.keep(submission, &attempt.sources, &attempt.outcome);
        let ready = || Ready::new(sandbox, &plan, submission).ok()?.ok();
        with_hints(graded, args.hints, &plan, &attempt.outcome, ready)
    });
    bar.finish();
    let report = grading.finish(kept?);
    grading::show(&report, &grading, &formats)?;
    Ok(match report.submissions.as_slice() {
        _ if sandbox::interrupted() => Status::Interrupted,
        all if all.iter().any(|graded| graded.points.is_none()) => Status::NotGraded,
        all if all.iter().map(Graded::for_student).all(|graded| graded.is_full()) => Status::Done,
        _ => Status::PointsLost,
    })
}
