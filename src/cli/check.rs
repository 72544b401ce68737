//! `yardstick check`: one submission, as its author wants to see it.

use std::io::{self, Write};
use std::path::PathBuf;

use super::isolation::{self, Choice};
use super::progress::Bar;
use super::{Error, Status};
use crate::plan::Plan;
use crate::report::{Graded, Report, Student};
use crate::score::Marks;
use crate::spec::Spec;
use crate::{run, sandbox, submission};

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
    #[command(flatten)]
    isolation: isolation::Args,
}

pub(super) fn check(args: &Args) -> Result<Status, Error> {
    let mut spec = Spec::load(&args.spec)?;
    // Who checks has not handed in yet.
    spec.late.due = None;
    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let plan = Plan::new(&sandbox, &spec, args.only.as_deref())?;
    let submission = submission::one(&args.path)?;

    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let bar = Bar::new(plan.jobs.len() as u64, false);
    let graded = run::run_all(&sandbox, &plan, &[submission], workers, &bar, |submission, outcome| {
        Graded::new(&plan, &Marks::new(), submission, &outcome)
    });
    bar.finish();
    let report = Report::new(&plan, sandbox.isolation(), graded?);

    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    for graded in &report.submissions {
        Student.page(graded, &report, &mut out)?;
    }
    out.flush()?;
    Ok(match report.submissions.as_slice() {
        _ if sandbox::interrupted() => Status::Interrupted,
        all if all.iter().any(|graded| graded.points.is_none()) => Status::NotGraded,
        all if all.iter().all(Graded::is_full) => Status::Done,
        _ => Status::PointsLost,
    })
}
