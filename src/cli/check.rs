//! `yardstick check`: one submission, as its author wants to see it.

use std::path::PathBuf;

use super::formats::{self, Audience, Layout};
use super::grade::width;
use super::isolation::{self, Choice};
use super::progress::Bar;
use super::{Error, Status};
use crate::plan::{Means, Plan};
use crate::report::{Graded, Report, Table};
use crate::run::Runner;
use crate::score::Marks;
use crate::spec::Spec;
use crate::trace::Store;
use crate::{sandbox, submission};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The submission: a folder, a zip file or a file
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Check only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// Run every scenario so many times, and say which do not always do the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    repeat: u8,
    #[command(flatten)]
    formats: formats::Args,
    #[command(flatten)]
    isolation: isolation::Args,
}

pub(super) fn check(args: &Args) -> Result<Status, Error> {
    let formats = args.formats.chosen(Layout::Feedback)?;
    let mut spec = Spec::load(&args.spec)?;
    // Who checks has not handed in yet.
    spec.late.due = None;
    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let store = Store::empty();
    let plan = Plan::new(&Means { sandbox: Some(&sandbox), store: &store }, &spec, args.only.as_deref())?;
    let submission = submission::one(&args.path)?;

    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let bar = Bar::new(plan.jobs.len() as u64, false);
    let runner = Runner { sandbox: &sandbox, plan: &plan, store: &store, repeat: args.repeat.into() };
    let graded = runner.run_all(&[submission], workers, &bar, |submission, attempt| {
        let mut graded = Graded::new(&plan, &Marks::new(), submission, &attempt.outcome);
        if formats.show_dialogues() {
            graded.lay_side_by_side(&plan, &attempt.outcome);
        }
        formats.keep_what_is_shown(&mut graded, submission, &spec.hand_in);
        graded
    });
    bar.finish();
    let report = Report::new(&plan, sandbox.isolation(), graded?);

    formats.write(
        &report,
        Audience::Students,
        &Table { summary_only: false, verbose: true, width: width() },
    )?;
    Ok(match report.submissions.as_slice() {
        _ if sandbox::interrupted() => Status::Interrupted,
        all if all.iter().any(|graded| graded.points.is_none()) => Status::NotGraded,
        all if all.iter().map(Graded::for_student).all(|graded| graded.is_full()) => Status::Done,
        _ => Status::PointsLost,
    })
}
