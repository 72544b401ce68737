//! `yardstick plan`: writes what is to be graded on several machines, and in which shards.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::planned::{planned, warn_of_silence};
use super::{Error, Status, asked, class, history, isolation};
use crate::engine::{self, Losses, Timings, Wish, balanced};
use crate::plan::ReferenceRunner;
use crate::results::{Asked, Manifest, SpecCopy};
use crate::run;
use crate::sandbox;
use crate::spec::Spec;
use crate::trace::Store;

/// The most frequent command lines, for the help.
const EXAMPLES: &str = "Examples:
  yardstick plan greet.yaml submissions/ --shards 64
  yardstick plan greet.yaml submissions/ --target-minutes 8 --slots 16 --timings last-week/
  yardstick grade --plan yardstick-plan --shard auto --out shards/     (in each job of an engine)
  yardstick merge --plan yardstick-plan shards/";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// Folders of submissions (each folder, zip file or file in them is one), or single submissions
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// The folder to leave the work plan in, which must be new
    #[arg(short, long, value_name = "DIR", default_value = "yardstick-plan")]
    out: PathBuf,
    /// The number of shards
    #[arg(long, value_name = "N", required_unless_present = "target_minutes",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shards: Option<u32>,
    /// Make as many shards as it takes so that one worker needs about this long for each
    #[arg(long, value_name = "M", conflicts_with = "shards", requires = "slots",
          value_parser = clap::value_parser!(u32).range(1..))]
    target_minutes: Option<u32>,
    /// The number of shards that are graded at the same time
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    slots: Option<u32>,
    /// How long submissions took the last time: a folder of results, or a file with lines such as
    /// `{"name": "ada", "milliseconds": 1200}`
    #[arg(long, value_name = "OLD")]
    timings: Option<PathBuf>,
    /// Put the files of the submissions into the plan, one archive a shard, for machines that share no folder
    #[arg(long)]
    pack: bool,
    /// Ask for pages for browsers
    #[arg(long)]
    html: bool,
    /// Write nothing, and predict how long the plan would take on so many slots
    #[arg(long, requires = "slots")]
    simulate: bool,
    /// With --simulate: the hours after which a slot is lost, on average; 0 for never
    #[arg(long, value_name = "HOURS", default_value_t = 3, requires = "simulate")]
    lose_every: u32,
    /// With --simulate: the seconds from a free slot to the first submission
    #[arg(long, value_name = "SECONDS", default_value_t = 5, requires = "simulate")]
    start_seconds: u32,
    /// With --simulate: the seconds until a slot that was lost can be used again
    #[arg(long, value_name = "SECONDS", default_value_t = 150, requires = "simulate")]
    again_seconds: u32,
    #[command(flatten)]
    asked: asked::Args,
    #[command(flatten)]
    class: class::Args,
    #[command(flatten)]
    isolation: isolation::Args,
}

impl Args {
    fn wish(&self) -> Wish {
        let slots = self.slots.unwrap_or(1) as usize;
        match (self.shards, self.target_minutes) {
            (None, Some(minutes)) => {
                Wish::Target { target: Duration::from_secs(60 * u64::from(minutes)), slots }
            }
            (shards, _) => Wish::Shards(shards.unwrap_or(1) as usize),
        }
    }
}

pub(super) fn plan(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    if args.class.is_anonymous() {
        let help = "help: plan without it; whoever may not see names gets `yardstick merge` and then `yardstick regrade`";
        return Err(Error::Usage(format!(
            "`--anonymous` keeps no traces, and shards are joined by them\n{help}"
        )));
    }
    if !args.simulate {
        engine::make_room(&args.out)?;
    }
    let mut spec = Spec::load(&args.spec)?;
    let copy = SpecCopy::of(&args.spec, &spec);
    spec.late.heed(args.class.due());
    args.asked.fit(&spec)?;
    let timings = args.timings.as_deref().map(Timings::read).transpose()?.unwrap_or_default();
    let history = history::read(&args.asked.history, &spec, &args.out)?;
    let class = args.class.find(&args.submissions, &spec, &args.out)?;
    let sandbox = args.isolation.open_for(&spec, isolation::Choice::Strict)?;
    let mut store = Store::empty();
    let only = args.asked.only.as_deref();
    let plan = planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, &spec, only)?;
    let milliseconds = timings.of(&class.submissions, plan.jobs.len());
    let shards = args.wish().shards(&milliseconds);
    if args.simulate {
        predict(args, &milliseconds, shards);
        return Ok(Status::Done);
    }
    warn_of_silence(&plan);
    let given = args.asked.marks(&plan, &class.submissions)?.with(class.earlier_marks(&plan));
    keep_reference(&plan, &mut store, &args.out)?;
    let manifest = Manifest::new(Asked {
        spec: copy,
        only: args.asked.only.clone(),
        repeat: args.asked.repeat.into(),
        isolation: sandbox.isolation(),
        shard: None,
        html: args.html,
        hints: args.asked.hints(),
        history,
        due: args.class.due().cloned(),
        latest: class.latest.clone(),
        hand_back: class.hand_back.clone(),
        submissions: &class.submissions,
    });
    let manifest = manifest.with_marks(&given.marks);
    given.tell(&[], None)?;
    class.announce(&spec, &args.out)?;
    let work = engine::plan(
        &args.out,
        engine::Asked {
            submissions: &class.submissions,
            manifest,
            tools: run::tools(&spec)?,
            milliseconds,
            shards,
            // Those of a download are found by nothing but the files of the download together.
            packed: args.pack || !engine::have_paths(&class.submissions),
        },
    )?;
    anstream::println!(
        "{} submissions in {} shards are planned in `{}`; one worker needs about {} for the longest.",
        work.len(),
        work.shards(),
        work.folder().display(),
        in_words(work.seconds() * 1000)
    );
    Ok(Status::Done)
}

/// Keeps what the instructor's reference did, so that not every shard runs it again. A built-in one leaves nothing.
fn keep_reference(plan: &crate::plan::Plan, store: &mut Store, out: &Path) -> Result<(), Error> {
    let folder = out.join("traces");
    store.write_into(&folder)?;
    plan.keep_reference(store)?;
    store.finish()?;
    // Nobody writes there any more.
    let _ = fs::remove_file(folder.join("lock"));
    let _ = fs::remove_dir(&folder);
    Ok(())
}

/// Prints how long a plan would take.
fn predict(args: &Args, milliseconds: &[u64], shards: usize) {
    let slots = args.slots.unwrap_or(1) as usize;
    let mut of_shards = vec![Vec::new(); shards];
    for (place, shard) in balanced(milliseconds, shards).into_iter().enumerate() {
        of_shards[shard].push(milliseconds[place]);
    }
    // A shard grades the longest first.
    of_shards.iter_mut().for_each(|shard| shard.sort_unstable_by_key(|time| std::cmp::Reverse(*time)));
    let start = 1000 * u64::from(args.start_seconds);
    let costs = Losses { start, every: 0, until_again: 1000 * u64::from(args.again_seconds) };
    let smooth = engine::simulate(&of_shards, slots, costs);
    let excess = |all: u64| (100 * all.saturating_sub(smooth.ideal)).checked_div(smooth.ideal).unwrap_or(0);
    anstream::println!("{} submissions in {shards} shards on {slots} slots", milliseconds.len());
    anstream::println!("  without a remainder   {}", in_words(smooth.ideal));
    anstream::println!("  predicted             {} (+{} %)", in_words(smooth.all), excess(smooth.all));
    if args.lose_every > 0 {
        let costs = Losses { every: 3_600_000 * u64::from(args.lose_every), ..costs };
        let lossy = engine::simulate(&of_shards, slots, costs);
        let (time, more, count) = (in_words(lossy.all), excess(lossy.all), lossy.losses);
        anstream::println!("  with losses           {time} (+{more} %), {count} slots are lost on the way");
    }
}

/// Writes a time: `1 h 05 min`, `3 min 07 s`, `12.3 s`.
pub(super) fn in_words(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, _) => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}
