//! `yardstick status`: how far a work plan is. It reads files and nothing else, so it works with any engine.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::work_plan::in_words;
use super::{Error, Status as Ended, terminal};
use crate::engine::{Seen, Status, WorkPlan, ranges};
use crate::report::Visible;
use crate::sandbox;
use crate::untrusted::Untrusted;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the work plan
    #[arg(long, value_name = "DIR")]
    plan: PathBuf,
    /// The folder into which shards are graded
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    results: PathBuf,
    /// Print only the numbers of the shards that are not done, as engines take them: `2,6-8`
    #[arg(long, conflicts_with_all = ["watch", "json"])]
    missing: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "watch")]
    json: bool,
    /// Go on until everything is done, with a bar
    #[arg(short, long)]
    watch: bool,
}

/// How often files are read again, while somebody watches.
const AGAIN: Duration = Duration::from_secs(2);

pub(super) fn status(args: &Args) -> Result<Ended, Error> {
    let work = WorkPlan::read(&args.plan)?;
    if args.watch {
        sandbox::stop_on_interrupt()?;
        watch(args, &work)?;
    }
    let status = Status::new(&work, &Seen::read(&args.results, &work)?);
    let mut out = terminal::out();
    if args.missing {
        writeln!(out, "{}", ranges(&status.missing))?;
    } else if args.json {
        writeln!(out, "{}", json(&work, &status))?;
    } else {
        show(&status, &mut out)?;
    }
    out.flush()?;
    match (status.is_complete(), status.left) {
        (true, _) => Ok(Ended::Done),
        (false, 0) => Ok(Ended::Refused),
        (false, _) => Ok(Ended::NotGraded),
    }
}

fn show(status: &Status, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "{} of {} submissions are graded", status.done, status.all)?;
    if status.twice > 0 {
        writeln!(out, "  {} of them more than once, which does no harm", status.twice)?;
    }
    if status.left > 0 {
        let time = in_words(status.milliseconds);
        writeln!(out, "  {} are missing, for which one worker needs about {time}", status.left)?;
        writeln!(out, "  shards that are not done: {}", ranges(&status.missing))?;
    }
    for (shard, host) in &status.running {
        let shard = shard.map_or_else(|| "all shards".to_owned(), |shard| format!("shard {shard}"));
        writeln!(out, "  {shard} is being graded on {}", Visible::new(host))?;
    }
    if status.lost > 0 {
        writeln!(
            out,
            "  {} attempts ended without a word; {} said why they ended",
            status.lost, status.over
        )?;
    }
    names("are set aside: graders died while they graded them", &status.set_aside, out)?;
    names("changed after the plan was made", &status.changed, out)?;
    if status.foreign > 0 {
        writeln!(out, "  {} attempts are of other plans", status.foreign)?;
    }
    Ok(())
}

fn names(what: &str, names: &[Untrusted], out: &mut impl Write) -> Result<(), Error> {
    if !names.is_empty() {
        writeln!(out, "  {} {what}:", names.len())?;
        for name in names {
            writeln!(out, "    {}", Visible::new(name))?;
        }
    }
    Ok(())
}

fn json(work: &WorkPlan, status: &Status) -> serde_json::Value {
    serde_json::json!({
        "plan": work.id(),
        "shards": work.shards(),
        "submissions": status.all,
        "done": status.done,
        "twice": status.twice,
        "left": status.left,
        "milliseconds_left": status.milliseconds,
        "missing_shards": status.missing,
        "running": status.running.iter().map(|(shard, host)| serde_json::json!({"shard": shard, "host": host})).collect::<Vec<_>>(),
        "lost_attempts": status.lost,
        "set_aside": status.set_aside,
        "changed": status.changed,
        "foreign_attempts": status.foreign,
    })
}

/// Shows a bar until nothing more can be graded, or a signal asks to stop.
fn watch(args: &Args, work: &WorkPlan) -> Result<(), Error> {
    let bar = ProgressBar::new(work.len() as u64);
    let template = "{bar:30} {pos}/{len} submissions, {eta} left; {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("a constant that is tested"));
    loop {
        let status = Status::new(work, &Seen::read(&args.results, work)?);
        bar.set_position(status.done as u64);
        bar.set_message(format!("{} attempts go on, {} were lost", status.running.len(), status.lost));
        if status.left == 0 || sandbox::interrupted_within(AGAIN) {
            bar.finish_and_clear();
            return Ok(());
        }
    }
}
