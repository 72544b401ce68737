//! `yardstick grade --plan`: grades a shard of a work plan, for an engine that runs this command on many machines.

use std::path::Path;

use super::isolation;
use super::planned::planned;
use super::progress::Bar;
use super::{Error, Status};
use crate::engine::{self, Grader, Seen, Which, WorkPlan};
use crate::plan::ReferenceRunner;
use crate::report::Visible;
use crate::run::Runner;

/// The options of the command.
pub(super) struct Args<'a> {
    /// The folder of the work plan.
    pub(super) plan: &'a Path,
    /// Which shard: `auto`, a number or `all`.
    pub(super) shard: &'a str,
    /// The folder of the results of all shards.
    pub(super) results: &'a Path,
    /// How many programs run at the same time.
    pub(super) workers: usize,
    /// Whether only errors are printed.
    pub(super) quiet: bool,
    /// Whether submissions that were set aside are tried again.
    pub(super) retry: bool,
}

pub(super) fn grade(args: &Args) -> Result<Status, Error> {
    let work = WorkPlan::read(args.plan)?;
    let which = Which::read(args.shard, work.shards(), |name| std::env::var(name).ok())?;
    let mut spec = work.asked().spec.spec()?;
    spec.late.heed(work.asked().due.as_ref());
    engine::same_tools(&work, &spec)?;
    let seen = Seen::read(args.results, &work)?;
    let mut store = engine::known(&work, &seen, which)?;

    let sandbox = isolation::open_at(work.asked().isolation.level, &spec)?;
    isolation::try_walls(&sandbox)?;
    let reference_runner = ReferenceRunner { sandbox: Some(&sandbox), store: &store };
    let plan = planned(&reference_runner, &spec, work.asked().only.as_deref())?;

    let attempt = engine::begin(&work, which, args.results, &mut store)?;
    let repeat = work.asked().repeat;
    let runner = Runner { sandbox: &sandbox, plan: &plan, store: &store, repeat, keeps_sources: true };
    let grader = Grader { work: &work, which, seen: &seen, workers: args.workers, retries: args.retry };
    let bar = Bar::new((work.count(which) * plan.jobs.len()) as u64, args.quiet);
    let graded = grader.grade(&attempt, &runner, &bar);
    bar.finish();
    let graded = graded?;

    if !args.quiet {
        let known = match graded.known {
            0 => String::new(),
            known => format!(", {known} of them before"),
        };
        anstream::println!(
            "{} of {} submissions of the shard are graded{known}.",
            graded.done,
            work.count(which)
        );
    }
    if let (Some(name), Some(fault)) = (graded.failed.first(), &graded.fault) {
        let more = match graded.failed.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let (name, why) = (Visible::new(name), Visible::lines(&fault.0));
        anstream::eprintln!("`{name}`{more} could not be graded here: {why}");
        return Ok(Status::NotGraded);
    }
    graded.refusal().map_or(Ok(Status::Done), |refusal| Err(refusal.into()))
}
