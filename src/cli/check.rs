//! `yardstick check`: one submission, as its author wants to see it.

use std::path::PathBuf;

use super::formats::{self, Layout};
use super::isolation::{self, Choice};
use super::planned::planned;
use super::progress::Bar;
use super::terminal::width;
use super::watch::watch;
use super::{Error, Status};
use crate::plan::Means;
use crate::report::{Audience, Graded, Grading, Names, Table};
use crate::run::Runner;
use crate::sandbox::{self, Sandbox};
use crate::score::Marks;
use crate::spec::Spec;
use crate::submission;
use crate::trace::Store;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    pub(super) spec: String,
    /// The submission: a folder, a zip file or a file
    #[arg(default_value = ".")]
    pub(super) path: PathBuf,
    /// Check only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    pub(super) only: Option<String>,
    /// Run every scenario so many times, and say which do not always do the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) repeat: u8,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(short, long)]
    watch: bool,
    #[command(flatten)]
    pub(super) formats: formats::Args,
    #[command(flatten)]
    isolation: isolation::Args,
}

pub(super) fn check(args: &Args) -> Result<Status, Error> {
    if args.watch && args.formats.write_files() {
        return Err(Error::Usage(
            "`--watch` only prints\nhelp: leave `=FILE` away, or check without `--watch`".to_owned(),
        ));
    }
    args.formats.chosen(Layout::Feedback)?;
    sandbox::stop_on_interrupt()?;
    let spec = prepared(args)?;
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    if args.watch { watch(args, &sandbox) } else { once(args, &sandbox, &spec) }
}

impl Args {
    /// Whether it checks until it is stopped.
    pub(super) fn watches(&self) -> bool {
        self.watch
    }
}

/// The spec, for somebody who has not handed in yet.
pub(super) fn prepared(args: &Args) -> Result<Spec, Error> {
    let mut spec = Spec::load(&args.spec)?;
    spec.late.due = None;
    Ok(spec)
}

/// Runs the submission as it is now, and shows what came of it.
fn once(args: &Args, sandbox: &Sandbox, spec: &Spec) -> Result<Status, Error> {
    let formats = args.formats.chosen(Layout::Feedback)?;
    let store = Store::empty();
    let plan = planned(&Means { sandbox: Some(sandbox), store: &store }, spec, args.only.as_deref())?;
    let submission = submission::one(&args.path)?;
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let bar = Bar::new(plan.jobs.len() as u64, false);
    let runner = Runner { sandbox, plan: &plan, store: &store, repeat: args.repeat.into() };
    let view = formats.view(Audience::Students, &Names::Known);
    let grading = Grading::begin(&plan, Marks::new(), sandbox.isolation(), view);
    let kept = runner.run_all(&[submission], workers, &bar, |submission, attempt| {
        grading.keep(submission, &attempt.outcome)
    });
    bar.finish();
    let report = grading.finish(kept?);

    let table = Table { summary_only: false, verbose: true, width: width() };
    formats.write(&report, &view, &table)?;
    Ok(match report.submissions.as_slice() {
        _ if sandbox::interrupted() => Status::Interrupted,
        all if all.iter().any(|graded| graded.points.is_none()) => Status::NotGraded,
        all if all.iter().map(Graded::for_student).all(|graded| graded.is_full()) => Status::Done,
        _ => Status::PointsLost,
    })
}
