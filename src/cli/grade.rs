//! `yardstick grade`: grades a folder of submissions.

use std::io::Write;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::asked;
use super::class;
use super::class::hand_back;
use super::formats::{self, Layout};
use super::isolation::{self, Choice};
use super::notes::note;
use super::planned::{planned, warn_of_silence};
use super::progress::Bar;
use super::review::warn_of_damaged_lines;
use super::shard;
use super::terminal::{err, width};
use super::threshold::Threshold;
use super::workers::workers;
use super::{Error, Status, history};
use crate::digest::Digest;
use crate::language;
use crate::plan::ReferenceRunner;
use crate::points::Points;
use crate::report::{Audience, Detail, Graded, Grading, Report, Table, View, Visible, common_mistakes};
use crate::results::{Asked, Manifest, ResultsFolder, Shard, SpecCopy};
use crate::run::Runner;
use crate::sandbox;
use crate::spec::Spec;
use crate::submission::{Submission, count_of_series};
use crate::trace::Store;

/// The most frequent command lines, for the help.
const EXAMPLES: &str = "Examples:
  yardstick grade byu-connect-four submissions/
  yardstick grade greet.yaml submissions.zip --gradebook grades.csv
  yardstick grade greet.yaml submissions.zip --roster roster.csv --format html";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    #[arg(required_unless_present = "plan")]
    spec: Option<String>,
    /// Folders of submissions (each folder, zip file or file in them is one), or single submissions
    #[arg(required_unless_present = "plan")]
    submissions: Vec<PathBuf>,
    /// Grade a shard of what this work plan says (see `yardstick plan`): `--shard K`, `--shard auto` or `--shard all`
    #[arg(long, value_name = "DIR", requires = "shard", conflicts_with_all = ["spec", "submissions", "asked", "class", "isolation",
          "fail_under", "verbose"])]
    plan: Option<PathBuf>,
    /// With --plan: also grade submissions that were set aside because graders died while they graded them
    #[arg(long, requires = "plan")]
    retry: bool,
    /// How many programs run at the same time [default: YARDSTICK_JOBS in the environment, or the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// The folder to leave results in [default: yardstick-results; yardstick-shards with --plan]
    #[arg(short, long, visible_short_alias = 'r', visible_alias = "results", value_name = "DIR")]
    out: Option<PathBuf>,
    /// Grade only a part of the submissions, to be joined with the others by `yardstick merge`: `0/8` is the first of
    /// eight parts, and `auto/8` the one that the environment of a job array tells
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    #[command(flatten)]
    asked: asked::Args,
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

impl Args {
    /// Whether a later run continues where this one was stopped. It does not if no traces are kept.
    pub(super) fn goes_on(&self) -> bool {
        !self.class.is_anonymous()
    }

    /// Whether a shard of a work plan is graded.
    pub(super) fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    fn shard(&self) -> Result<Option<Shard>, Error> {
        let shard = self.shard.as_deref().map(|text| Shard::read(text, |name| std::env::var(name).ok()));
        shard.transpose().map_err(|error| Error::Usage(error.to_string()))
    }

    fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("yardstick-results"))
    }
}

pub(super) fn grade(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let workers = workers(args.jobs)?;
    if let (Some(plan), Some(shard)) = (&args.plan, &args.shard) {
        let results = args.out.as_deref().unwrap_or(Path::new("yardstick-shards"));
        let (quiet, retry) = (args.quiet, args.retry);
        return shard::grade(&shard::Args { plan, shard, results, workers, quiet, retry });
    }
    let Args { asked, .. } = args;
    let out = args.out();
    let spec_name = args.spec.as_deref().unwrap_or_default();
    let formats = args.formats.chosen(Layout::Table)?;
    let mut spec = Spec::load(spec_name)?;
    let copy = SpecCopy::of(spec_name, &spec);
    // What was decided about earlier results of this folder holds for these too.
    let decided = ResultsFolder::decided_about(out, &spec.assignment)?;
    warn_of_damaged_lines(&decided);
    spec = decided.amended(spec).map_err(crate::results::Error::from)?;
    spec.late.heed(args.class.due());
    asked.fit(&spec)?;
    let shard = args.shard()?;
    let history = history::read(&asked.history, &spec, out)?;
    let class = args.class.find(&args.submissions, &spec, out)?;
    let moment = Timestamp::now();
    spec.reveal(class.latest.as_ref().max(decided.latest()), moment);
    formats.fit(count_of_series(&class.submissions))?;
    let sandbox = args.isolation.open_for(&spec, Choice::Strict)?;
    isolation::try_walls(&sandbox)?;
    let mut store = class.store(out)?;
    warn_of_damage(&store);
    let plan =
        planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, &spec, asked.only.as_deref())?;
    if !args.quiet {
        warn_of_silence(&plan);
    }
    let given = asked.marks(&plan, &class.submissions)?.with(class.earlier_marks(&plan));

    let manifest = Manifest::new(Asked {
        spec: copy,
        only: asked.only.clone(),
        repeat: asked.repeat.into(),
        isolation: sandbox.isolation(),
        shard,
        html: formats.printed() == Layout::Html,
        hints: asked.hints(),
        history: history.clone(),
        due: args.class.due().cloned(),
        latest: class.latest.clone(),
        hand_back: class.hand_back.clone(),
        submissions: &class.submissions,
    });
    // Of anonymous results no decisions are kept.
    let marks = if class.keeps_traces() { ResultsFolder::marks_in(out) } else { given.marks.clone() };
    let manifest = manifest.with_marks(&marks);
    // The folder is made only now, so that nothing is left behind after an error.
    let mut folder = ResultsFolder::create(out, manifest)?.at(moment);
    let mut revised = Vec::new();
    if class.keeps_traces() {
        store.write_into(&folder.traces())?;
        // Before anything is run, so that they are not lost with a run that is stopped.
        (folder, revised) = folder.keep_marks(&given.marks)?;
        plan.keep_reference(&store)?;
        folder.write_manifest()?;
    }
    if !args.quiet {
        class.announce(&spec, out)?;
    }
    given.tell(&revised, class.keeps_traces().then_some(out))?;

    let shown = formats.view(Audience::Instructors, &class.names);
    let pages = Detail::of_pages(folder.manifest().html);
    // The results name the causes, whatever is shown.
    let kept = shown.detail.or(Detail::CAUSES);
    let view = View { detail: kept.or(pages), ..shown };
    let hints = folder.manifest().hints;
    let grading = Grading::begin(&plan, marks, sandbox.isolation(), view)
        .deciding(folder.decided().clone())
        .diagnosing(hints)
        .comparing(history);
    let runner = Runner {
        sandbox: &sandbox,
        plan: &plan,
        store: &store,
        repeat: asked.repeat.into(),
        keeps_sources: !class.names.are_hidden(),
    };
    let own = folder.manifest().own().map(|(place, _)| class.submissions[place].clone());
    let own: Vec<Submission> = own.collect();
    let bar = Bar::new((own.len() * plan.jobs.len()) as u64, args.quiet);
    let head = grading.head();
    let kept = runner.run_all(&own, workers, &bar, |submission, attempt| {
        let graded = grading.keep(submission, &attempt.sources, &attempt.outcome);
        let files = attempt.files.filter(|_| attempt.is_whole());
        // Each page is written at once, so that memory does not grow with the number of submissions; but which of several hand-ins
        // counts is known at the end.
        let graded = if graded.one_of.is_none() {
            folder.write_page(&graded, &head)?;
            graded.down_to(kept.depth)
        } else {
            graded
        };
        Ok(GradedSubmission { graded, files, known: attempt.known })
    });
    bar.finish();
    let kept: Result<Vec<GradedSubmission>, Error> = kept?.into_iter().collect();
    store.note_damage()?;
    store.finish()?;

    let kept = kept?;
    let known = kept.iter().map(|one| one.known).sum();
    let (graded, files) = kept.into_iter().map(|one| (one.graded, one.files)).unzip();
    let report = grading.finish(graded);
    hand_back::tell(&folder.finish(&report, files)?, out)?;
    let table = Table { summary_only: args.quiet, verbose: args.verbose, width: width() };
    formats.write(&report, &view, &table)?;
    if matches!(formats.printed(), Layout::Table | Layout::Html) {
        say_where(args, known, own.len() * plan.jobs.len());
        say_mistakes(&report);
    }
    if !args.quiet {
        language::distrusted().iter().for_each(note);
    }
    if formats.printed() == Layout::Html {
        anstream::println!("  open `{}` in a browser", out.join("report.html").display());
    }
    Ok(status(args, &report))
}

/// The part of a submission that is still needed after its page is written.
struct GradedSubmission {
    graded: Graded,
    /// The digest of its files; `None` if something of ours failed.
    files: Option<Digest>,
    /// The number of its runs that were known from earlier.
    known: usize,
}

/// Warns of damaged traces. Their programs are run again, so nothing is lost.
fn warn_of_damage(store: &Store) {
    for damage in store.damage() {
        let _ = writeln!(err(), "warning: {damage}; what stood there is run again");
    }
}

fn say_where(args: &Args, known: usize, all: usize) {
    anstream::println!("  results and feedback are in `{}`", args.out().display());
    if known > 0 && !args.quiet {
        anstream::println!("  {known} of {all} runs were known from before, and not made again");
    }
}

/// More mistakes of the class than this are in results.json only.
const MOST_MISTAKES: usize = 10;

/// Prints the most common mistakes of the class, if they were looked for.
fn say_mistakes(report: &Report) {
    for (count, sentence) in common_mistakes(report).into_iter().take(MOST_MISTAKES) {
        anstream::println!("  {count} × {}", Visible::new(sentence));
    }
}

fn status(args: &Args, report: &Report) -> Status {
    let max = report.max_points;
    let is_met = |points: Points| args.fail_under.is_none_or(|least| least.is_met(points, max));
    if sandbox::interrupted() {
        Status::Interrupted
    } else if report.all().any(|one| one.points.is_none()) {
        Status::NotGraded
    } else if report.submissions.iter().filter_map(|one| one.points).all(is_met) {
        Status::Done
    } else {
        Status::PointsLost
    }
}
