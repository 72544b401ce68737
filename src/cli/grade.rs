//! `yardstick grade`: a folder of submissions.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;

use super::html::HtmlPages;
use super::isolation::{self, Choice};
use super::marks;
use super::output::ResultsFolder;
use super::progress::Bar;
use super::{Error, Status};
use crate::plan::Plan;
use crate::points::Points;
use crate::report::{Csv, Format, Graded, Json, Report, Student, Table};
use crate::score::Marks;
use crate::spec::Spec;
use crate::{run, sandbox, submission};

#[derive(Debug, clap::Args)]
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
    #[arg(short, long, value_name = "DIR", default_value = "yardstick-results")]
    out: PathBuf,
    /// Grade only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// Points that were given by hand: a CSV file such as grades.csv, with the columns of manual items filled in
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t = Layout::Table)]
    format: Layout,
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
    isolation: isolation::Args,
}

/// What is printed on standard output.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Layout {
    /// One line a submission, and a summary
    Table,
    /// The page of each submission
    Feedback,
    /// What results.json holds
    Json,
    /// What grades.csv holds
    Csv,
    /// The table; report.html and a page for each submission, for browsers, are left in the results folder
    Html,
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

pub(super) fn grade(args: &Args) -> Result<Status, Error> {
    let spec = Spec::load(&args.spec)?;
    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Strict)?;
    isolation::try_walls(&sandbox)?;
    let plan = Plan::new(&sandbox, &spec, args.only.as_deref())?;
    let submissions = submission::find(&args.submissions, &spec.hand_in)?;
    let marks = args.marks.as_deref().map_or_else(|| Ok(Marks::new()), |file| marks::read(file, &plan))?;
    let results = ResultsFolder::create(&args.out)?;

    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let workers = args.jobs.map_or_else(processors, usize::from);
    let bar = Bar::new((submissions.len() * plan.jobs.len()) as u64, args.quiet);
    // Pages are written as they come, so that memory does not grow with the number of submissions.
    let head = Report::new(&plan, sandbox.isolation(), Vec::new());
    let pages = results.pages(&submissions);
    let html = HtmlPages::new(&results, matches!(args.format, Layout::Html));
    let graded = run::run_all(&sandbox, &plan, &submissions, workers, &bar, |submission, outcome| {
        let mut graded = Graded::new(&plan, &marks, submission, &outcome);
        results.write_page(&pages[submission.path.as_path()], &graded, &head)?;
        html.write_page(&pages[submission.path.as_path()], &mut graded, &plan, &outcome, &head)?;
        if !matches!(args.format, Layout::Feedback) {
            graded.forget_what_only_pages_show();
        }
        Ok(graded)
    });
    bar.finish();
    let graded: Result<Vec<Graded>, Error> = graded?.into_iter().collect();
    let report = Report::new(&plan, sandbox.isolation(), graded?);

    results.write(&report, &pages)?;
    let in_order: Vec<&String> = submissions.iter().map(|one| &pages[one.path.as_path()]).collect();
    html.write(&report, &in_order)?;
    print(args, &report)?;
    if matches!(args.format, Layout::Table | Layout::Html) {
        let path = results.path().display();
        anstream::println!("  results and feedback are in `{path}`");
    }
    if matches!(args.format, Layout::Html) {
        anstream::println!("  open `{}` in a browser", results.path().join("report.html").display());
    }
    Ok(status(args, &report))
}

fn print(args: &Args, report: &Report) -> io::Result<()> {
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    let format: &dyn Format = match args.format {
        Layout::Table | Layout::Html => {
            &Table { summary_only: args.quiet, verbose: args.verbose, width: width() }
        }
        Layout::Feedback => &Student,
        Layout::Json => &Json,
        Layout::Csv => &Csv,
    };
    format.write(report, &mut out)?;
    out.flush()
}

/// The columns of the terminal, or what COLUMNS says, or 100.
fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col));
    told.or_else(terminal).filter(|columns| *columns > 0).unwrap_or(100)
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
