//! `yardstick merge`: joins several results folders into one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::class::hand_back;
use super::notes::note;
use super::{Error, Status};
use crate::engine::{self, Tolerance, WorkPlan, ranges};
use crate::plan::{Plan, ReferenceRunner};
use crate::results::{self, Lack, Recomputed, ResultsFolder, recompute};
use crate::trace::Store;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results folders of all parts; with --plan, the folders into which shards were graded
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// The folder to leave the joined results in
    #[arg(
        short,
        long,
        visible_short_alias = 'r',
        visible_alias = "results",
        value_name = "DIR",
        default_value = "yardstick-results"
    )]
    out: PathBuf,
    /// Join the shards of this work plan (see `yardstick plan`)
    #[arg(long, value_name = "DIR")]
    plan: Option<PathBuf>,
    /// With --plan: also if submissions are missing, which are then shown as not graded
    #[arg(long, requires = "plan")]
    partial: bool,
    /// With --plan: where a program did not always do the same, take what the file whose name comes last says, and name each
    #[arg(long, requires = "plan")]
    take_last: bool,
    /// With --plan: join the traces, and leave the results to `yardstick regrade`
    #[arg(long, requires = "plan")]
    traces_only: bool,
}

impl Args {
    /// Whether shards of a work plan are joined.
    pub(super) fn has_plan(&self) -> bool {
        self.plan.is_some()
    }
}

pub(super) fn merge(args: &Args) -> Result<Status, Error> {
    if let Some(plan) = &args.plan {
        return merge_shards(args, plan);
    }
    let (report, handed_back) = results::merge(&args.results, &args.out)?;
    hand_back::tell(&handed_back, &args.out)?;
    let (parts, count) = (args.results.len(), report.submissions.len());
    anstream::println!("{count} submissions of {parts} parts are joined in `{}`.", args.out.display());
    Ok(Status::Done)
}

/// Joins the shards of a work plan.
fn merge_shards(args: &Args, plan: &Path) -> Result<Status, Error> {
    let work = WorkPlan::read(plan)?;
    let out = args.out.canonicalize().ok();
    if out.is_some() && args.results.iter().any(|folder| folder.canonicalize().ok() == out) {
        let help = "help: name another folder with `--out`";
        return Err(Error::Usage(format!(
            "`{}` has what shards left, and results would be mixed with it\n{help}",
            args.out.display()
        )));
    }
    let jobs = {
        let spec = work.asked().spec.spec()?;
        let store = Store::read(&work.traces())?;
        Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, work.asked().only.as_deref())?
            .jobs
            .len()
    };
    let traces = ResultsFolder::traces_in(&args.out);
    let tolerance = Tolerance { partial: args.partial, take_last: args.take_last };
    let merged = match engine::merge(&work, &args.results, &traces, jobs, tolerance) {
        Err(error) => {
            if let engine::Error::Missing { shards, .. } = &error {
                say_missing(shards);
            }
            return Err(error.into());
        }
        Ok(merged) => merged,
    };
    merged.notes.iter().for_each(note);
    let mut manifest = work.manifest();
    merged.missing.iter().for_each(|number| manifest.submissions[*number].files = None);
    let folder = ResultsFolder::create(&args.out, manifest)?;
    folder.write_manifest()?;
    if !args.traces_only {
        let store = Store::read(&folder.traces())?;
        let Recomputed { report, lost, .. } = recompute(&folder, folder.manifest().spec.spec()?, &store)?;
        if lost.len() > merged.missing.len() {
            // Everything was there when the files were looked through.
            let lacks = vec![Lack::Traces(lost, store.damage().to_vec())];
            return Err(results::Error::Lacking { folder: args.out.clone(), lacks }.into());
        }
        hand_back::tell(&folder.write_all(&report)?, &args.out)?;
    }
    let twice = match merged.twice {
        0 => String::new(),
        count => format!(", {count} of them from several attempts that agree"),
    };
    let (count, out) = (work.len() - merged.missing.len(), args.out.display());
    anstream::println!("{count} submissions of {} attempts are joined in `{out}`{twice}.", merged.files);
    if merged.missing.is_empty() {
        return Ok(Status::Done);
    }
    say_missing(&work.shards_of(&merged.missing));
    Ok(Status::NotGraded)
}

/// Prints the shards that are not done, as engines take them.
fn say_missing(shards: &BTreeSet<usize>) {
    anstream::println!("missing shards: {}", ranges(shards));
}
