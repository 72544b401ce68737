//! `yardstick grade`: a folder of submissions.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::class;
use super::formats::{self, Layout};
use super::isolation::{self, Choice};
use super::marks;
use super::planned::{planned, warn_of_silence};
use super::progress::Bar;
use super::terminal::{err, width};
use super::{Error, Status, hand_back};
use crate::plan::Means;
use crate::points::Points;
use crate::report::{Audience, Detail, Grading, Report, Table, View};
use crate::results::{Listed, Manifest, Pages, ResultsFolder, Shard, SpecCopy};
use crate::run::Runner;
use crate::sandbox;
use crate::score::Marks;
use crate::spec::Spec;
use crate::submission::Submission;
use crate::trace::Store;

/// What a class needs most often.
const EXAMPLES: &str = "Examples:
  yardstick grade byu-connect-four submissions/
  yardstick grade greet.yaml submissions.zip --gradebook grades.csv
  yardstick grade greet.yaml submissions.zip --roster roster.csv --format html";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// Folders of submissions (each folder, zip file or file in them is one), or single submissions
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// How many programs run at the same time [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// The folder to leave results in
    #[arg(
        short,
        long,
        visible_short_alias = 'r',
        visible_alias = "results",
        value_name = "DIR",
        default_value = "yardstick-results"
    )]
    out: PathBuf,
    /// Grade only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// Run every scenario so many times, and say which do not always do the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    repeat: u8,
    /// Grade only a part of the submissions, to be joined with the others by `yardstick merge`: `0/8` is the first of
    /// eight parts, and `auto/8` the one that the environment of a job array tells
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Points that were given by hand: a CSV file such as grades.csv, with the columns of manual items filled in
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,
    #[command(flatten)]
    formats: formats::Args,
    /// End with exit code 1 if a submission earns less than this: points, or a share such as `60%`
    #[arg(long, value_name = "POINTS|%")]
    fail_under: Option<Threshold>,
    /// Print only the summary, and no progress bar
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print why each scenario was lost
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    class: class::Args,
    #[command(flatten)]
    isolation: isolation::Args,
}

/// The least that a submission must earn.
#[derive(Clone, Copy, Debug)]
enum Threshold {
    Points(Points),
    Percent(f64),
}

impl std::str::FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(percent) = text.strip_suffix('%') else {
            return text
                .parse()
                .map(Self::Points)
                .map_err(|error: crate::points::PointsError| error.to_string());
        };
        let percent = percent.trim().parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        percent
            .map(Self::Percent)
            .ok_or_else(|| "a share is a number from 0 to 100, such as `60%`".to_owned())
    }
}

impl Threshold {
    fn is_met(self, points: Points, max: Points) -> bool {
        match self {
            Self::Points(least) => points >= least,
            Self::Percent(least) => points.percent_of(max) >= least,
        }
    }
}

impl Args {
    /// Whether what is stopped goes on later: not where nothing is kept.
    pub(super) fn goes_on(&self) -> bool {
        !self.class.is_anonymous()
    }
}

pub(super) fn grade(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let formats = args.formats.chosen(Layout::Table)?;
    let mut spec = Spec::load(&args.spec)?;
    args.class.set_due(&mut spec);
    let shard = args.shard.as_deref().map(|text| Shard::read(text, |name| std::env::var(name).ok()));
    let shard = shard.transpose().map_err(|error| Error::Usage(error.to_string()))?;
    let class = args.class.find(&args.submissions, &spec, &args.out)?;
    formats.fit(class.submissions.len())?;
    let sandbox = args.isolation.open_for(&spec, Choice::Strict)?;
    isolation::try_walls(&sandbox)?;
    let mut store = class.store(&args.out)?;
    warn_of_damage(&store);
    let plan = planned(&Means { sandbox: Some(&sandbox), store: &store }, &spec, args.only.as_deref())?;
    if !args.quiet {
        warn_of_silence(&plan);
    }
    let marks = args.marks.as_deref().map_or_else(|| Ok(Marks::new()), |file| marks::read(file, &plan))?;

    // Nothing is left behind where nothing is graded.
    let results = ResultsFolder::create(&args.out)?;
    let mut manifest = Manifest::new(SpecCopy::of(&args.spec, &spec), sandbox.isolation());
    manifest.only.clone_from(&args.only);
    manifest.repeat = args.repeat.into();
    manifest.shard = shard;
    manifest.html = formats.printed() == Layout::Html;
    manifest.due.clone_from(&spec.late.due);
    manifest.submissions = class.submissions.iter().map(Listed::not_graded).collect();
    manifest.hand_back = Some(class.hand_back.clone());
    manifest.set_marks(&marks);
    if class.keeps_traces() {
        store.write_into(&results.traces())?;
        plan.keep_reference(&store)?;
        results.write_manifest(&manifest)?;
    }
    let pages = Pages::new(&manifest);
    let (places, submissions): (Vec<usize>, Vec<Submission>) =
        manifest.own().map(|(place, _)| (place, class.submissions[place].clone())).unzip();
    if !args.quiet {
        class.announce(&spec, &args.out)?;
    }

    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let workers = args.jobs.map_or_else(processors, usize::from);
    let bar = Bar::new((submissions.len() * plan.jobs.len()) as u64, args.quiet);
    // Pages are written as they come, so that memory does not grow with the number of submissions.
    let shown = formats.detail();
    let view = View {
        audience: Audience::Instructors,
        detail: shown.or(Detail::of_pages(manifest.html)),
        names: &class.names,
    };
    let grading = Grading::begin(&plan, marks, sandbox.isolation(), view);
    let head = grading.head();
    let runner = Runner { sandbox: &sandbox, plan: &plan, store: &store, repeat: args.repeat.into() };
    let graded = runner.run_all(&submissions, workers, &bar, |submission, attempt| {
        let graded = grading.keep(submission, &attempt.outcome);
        results.write_page(&pages, &graded, &head)?;
        Ok((graded.down_to(shown.depth), attempt.files.filter(|_| attempt.is_whole()), attempt.known))
    });
    bar.finish();
    let graded: Result<Vec<_>, Error> = graded?.into_iter().collect();
    store.note_damage()?;
    store.finish()?;

    let mut known = 0;
    let mut report = Vec::new();
    for (place, (graded, files, of_it_known)) in places.into_iter().zip(graded?) {
        manifest.submissions[place].files = files;
        known += of_it_known;
        report.push(graded);
    }
    let report = grading.finish(report);
    results.write_report(&report, &pages)?;
    if class.keeps_traces() {
        results.write_manifest(&manifest)?;
    }
    hand_back::tell(&results.hand_back(&manifest, &report, &pages)?, &args.out)?;
    let table = Table { summary_only: args.quiet, verbose: args.verbose, width: width() };
    formats.write(&report, &view, &table)?;
    if matches!(formats.printed(), Layout::Table | Layout::Html) {
        let known = if args.quiet { 0 } else { known };
        say_where(&results, known, report.submissions.len() * plan.jobs.len());
    }
    if manifest.html {
        anstream::println!("  open `{}` in a browser", results.path().join("report.html").display());
    }
    Ok(status(args, &report))
}

/// What cannot be read is run again: worth a word, and nobody's loss.
fn warn_of_damage(store: &Store) {
    for damage in store.damage() {
        let _ = writeln!(err(), "warning: {damage}; what stood there is run again");
    }
}

fn say_where(results: &ResultsFolder, known: usize, all: usize) {
    anstream::println!("  results and feedback are in `{}`", results.path().display());
    if known > 0 {
        anstream::println!("  {known} of {all} runs were known from before, and not made again");
    }
}

fn status(args: &Args, report: &Report) -> Status {
    let max = report.max_points;
    let is_met = |points: Points| args.fail_under.is_none_or(|least| least.is_met(points, max));
    if sandbox::interrupted() {
        Status::Interrupted
    } else if report.summary.not_graded > 0 {
        Status::NotGraded
    } else if report.submissions.iter().filter_map(|one| one.points).all(is_met) {
        Status::Done
    } else {
        Status::PointsLost
    }
}
