//! The command line. There is one file for each command, and no other module prints, colours or exits.

mod asked;
mod audit;
mod bundle;
mod check;
mod class;
mod completions;
mod diagnose;
mod diff;
mod doctor;
mod explain;
mod explore;
mod file;
mod formats;
mod front_door;
mod grade;
mod harmless;
mod history;
mod import;
mod isolation;
mod merge;
mod new;
mod node;
mod notes;
mod pack;
mod planned;
mod play;
mod progress;
mod prove;
mod record;
mod recut;
mod regrade;
mod review;
mod rewrite;
mod shard;
mod shell_word;
mod specs;
mod status;
mod suggest;
mod terminal;
mod threshold;
mod trace;
mod verify;
mod work_plan;
mod workers;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::plan;
use crate::report::Visible;
use crate::results;
use crate::rules;
use crate::run::Fault;
use crate::sandbox;
use crate::spec::LoadError;
use crate::submission;
use crate::system;
use crate::trace::StoreError;

/// Grades student programs against a reference implementation.
#[derive(Debug, Parser)]
#[command(name = "yardstick", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done; 1 points were lost (check) or are below --fail-under; \
    2 wrong usage or a wrong spec; 3 something could not be graded. Commands about a plan, for engines: 0 done; 65 something is \
    wrong and stays so; 75 try again, perhaps on another machine.")]
struct Cli {
    #[command(flatten)]
    color: colorchoice_clap::Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Grade a folder of submissions, or the download of an LMS
    Grade(Box<grade::Args>),
    /// Check one submission, and show what is wrong with it and why
    Check(check::Args),
    /// Compute results again from the kept traces, by a changed spec
    Regrade(regrade::Args),
    /// Open a page on which people decide about results
    Review(review::Args),
    /// Show what changed between two results folders
    Diff(diff::Args),
    /// Make sure that results follow from their traces
    Verify(verify::Args),
    /// Write one file that proves the mark of one submission
    Bundle(bundle::Args),
    /// Join results that were graded apart with --shard
    Merge(merge::Args),
    /// Plan the grading of a class on several machines
    Plan(Box<work_plan::Args>),
    /// Show how far a plan is
    Status(status::Args),
    /// Cut what is missing of a plan into smaller shards
    Recut(recut::Args),
    /// Show what a submission did in one scenario
    Trace(trace::Args),
    /// Find out which wrong programs the scenarios of a spec catch
    Audit(audit::Args),
    /// Suggest scenarios that catch what the spec does not catch yet
    Suggest(suggest::Args),
    /// Try generated scenarios on one submission
    Explore(explore::Args),
    /// Name the mistakes of one submission, as far as they are known
    Diagnose(diagnose::Args),
    /// Start a spec from your solution
    New(new::Args),
    /// Write a spec for an assignment that was made for another grader
    Import(import::Args),
    /// Play the reference in the terminal
    Play(play::Args),
    /// Play a scenario, and add it to a spec
    Record(record::Args),
    /// Write what another service needs to grade with a spec
    Pack(pack::Args),
    /// List the specs that are part of yardstick, or print one
    Specs(specs::Args),
    /// Print the JSON Schema of a spec, or of results.json
    Schema(specs::SchemaArgs),
    /// Say what a verdict means, what usually causes it and what to do
    Explain(explain::Args),
    /// Print what a shell needs to complete commands
    Completions(completions::Args),
    /// Print the manual page, or write those of all commands
    Man(completions::ManArgs),
    /// Show what this machine has: isolation, interpreters and compilers
    Doctor(doctor::Args),
}

/// The way in which a command ended, if nothing of ours failed. The numbers are exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Done = 0,
    PointsLost = 1,
    NotGraded = 3,
    /// Nothing more can be graded before a person does something.
    Refused = 65,
    Interrupted = 130,
}

/// The reasons why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Spec(#[from] LoadError),
    #[error(transparent)]
    Plan(#[from] plan::Error),
    #[error("{}", Visible::lines(&.0.message()))]
    Submissions(submission::Error),
    #[error(transparent)]
    Results(#[from] results::Error),
    #[error(transparent)]
    Merge(#[from] results::MergeError),
    #[error(transparent)]
    Engine(#[from] crate::engine::Error),
    #[error(transparent)]
    Review(#[from] crate::review::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "cannot write to `{}`: {source}\nhelp: name another file",
        path.display()
    )]
    File { path: PathBuf, source: std::io::Error },
    #[error("cannot write the key `{}`: {source}", path.display())]
    Key { path: PathBuf, source: std::io::Error },
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
    #[error("{}", Visible::lines(&.0.0))]
    Fault(Fault),
    #[error(transparent)]
    Sandbox(#[from] sandbox::OpenError),
    #[error("{0}")]
    Run(#[from] sandbox::Error),
    #[error(
        "the walls of isolation level `{level}` do not hold here: a program can {escaped}\n\
         help: `yardstick doctor` tells what this machine has; nothing was graded"
    )]
    WallsDoNotHold { level: sandbox::Level, escaped: String },
    #[error("{0}")]
    Usage(String),
}

impl From<submission::Error> for Error {
    fn from(error: submission::Error) -> Self {
        Self::Submissions(error)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Error {
    /// The exit code: 2 if the caller can correct the error, 3 if something kept us from grading.
    fn exit_code(&self) -> u8 {
        match self {
            Self::Spec(_) | Self::Submissions(_) | Self::File { .. } | Self::Key { .. } | Self::Usage(_) => 2,
            Self::Plan(error) => of_plan(error),
            Self::Results(error) => of_results(error),
            Self::Merge(error) => of_merge(error),
            Self::Engine(error) => {
                if error.is_worth_another_try() {
                    3
                } else {
                    2
                }
            }
            Self::Review(crate::review::Error::Results(error)) => of_results(error),
            Self::Review(crate::review::Error::Listen { .. }) => 2,
            Self::Review(crate::review::Error::System(_)) => 3,
            Self::Store(_)
            | Self::Fault(_)
            | Self::Sandbox(_)
            | Self::Run(_)
            | Self::Print(_)
            | Self::WallsDoNotHold { .. } => 3,
        }
    }
}

fn of_results(error: &results::Error) -> u8 {
    match error {
        results::Error::Incomplete { .. } | results::Error::Lacking { .. } | results::Error::Store(_) => 3,
        results::Error::Plan(error) => of_plan(error),
        _ => 2,
    }
}

fn of_merge(error: &results::MergeError) -> u8 {
    match error {
        results::MergeError::Results(error) => of_results(error),
        results::MergeError::Lacking { .. } => 3,
        results::MergeError::Several(errors) => errors.iter().map(of_merge).max().unwrap_or(2),
        _ => 2,
    }
}

fn of_plan(error: &plan::Error) -> u8 {
    match error {
        plan::Error::Defects(_) | plan::Error::NothingSelected { .. } | plan::Error::Checker(_) => 2,
        plan::Error::Reference(_) | plan::Error::ReferenceNotRun => 3,
    }
}

/// Carries out the command line of this process.
pub fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    sandbox::become_launcher_if_asked();
    sandbox::compute_if_asked(rules::answer);
    let mut command = Cli::command();
    if front_door::may_be_shown() {
        command = front_door::grouped(command);
    }
    let matches = command.get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    choose_color(&cli.color);
    // Where that fails, they have less room.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(system::STACK).build_global();
    let when_stopped = when_stopped(&cli.command);
    let exit = if is_for_engines(&cli.command) { for_engines } else { std::convert::identity };
    let result = match cli.command {
        Command::Grade(args) => grade::grade(&args),
        Command::Check(args) => check::check(&args),
        Command::Regrade(args) => regrade::regrade(&args),
        Command::Review(args) => review::review(args),
        Command::Diff(args) => diff::diff(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Bundle(args) => bundle::bundle(&args),
        Command::Merge(args) => merge::merge(&args),
        Command::Plan(args) => work_plan::plan(&args),
        Command::Status(args) => status::status(&args),
        Command::Recut(args) => recut::recut(&args),
        Command::Trace(args) => trace::trace(&args),
        Command::Audit(args) => audit::audit(&args),
        Command::Suggest(args) => suggest::suggest(&args),
        Command::Explore(args) => explore::explore(&args),
        Command::Diagnose(args) => diagnose::diagnose(&args),
        Command::New(args) => new::new(&args),
        Command::Import(args) => import::import(&args),
        Command::Play(args) => play::play(&args),
        Command::Record(args) => record::record(&args),
        Command::Pack(args) => pack::pack(&args),
        Command::Specs(args) => specs::specs(&args),
        Command::Schema(args) => specs::schema(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Completions(args) => completions::completions(&args),
        Command::Man(args) => completions::man(&args),
        Command::Doctor(args) => doctor::doctor(&args),
    };
    if is_stopped(&result) {
        if let Some(words) = when_stopped {
            notes::note(words);
        }
        return ExitCode::from(exit(Status::Interrupted as u8));
    }
    match result {
        Ok(status) => ExitCode::from(exit(status as u8)),
        // The reader of our output has closed it.
        Err(Error::Print(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(141),
        Err(error) => {
            complain(&error);
            ExitCode::from(exit(error.exit_code()))
        }
    }
}

/// Whether a command is about a work plan, so that an engine may have started it.
fn is_for_engines(command: &Command) -> bool {
    match command {
        Command::Grade(args) => args.has_plan(),
        Command::Merge(args) => args.has_plan(),
        Command::Doctor(args) => args.is_for_engines(),
        Command::Plan(_) | Command::Status(_) | Command::Recut(_) => true,
        _ => false,
    }
}

/// The exit code as sysexits.h has it, which tells an engine whether another try is worth it: 65 (EX_DATAERR) and 75
/// (EX_TEMPFAIL).
fn for_engines(code: u8) -> u8 {
    match code {
        2 => 65,
        3 | 130 => 75,
        other => other,
    }
}

/// If something of ours failed, this much time is enough to know whether the reason is a signal that stops us.
const NOTICE: Duration = Duration::from_millis(250);

/// Whether a signal stopped the command. The programs that it runs may get the same signal first, and their end is not an
/// error of ours then.
fn is_stopped(result: &Result<Status, Error>) -> bool {
    match result {
        Ok(Status::Interrupted) => true,
        Ok(Status::NotGraded) => sandbox::interrupted_within(NOTICE),
        Ok(Status::Done | Status::PointsLost | Status::Refused) => sandbox::interrupted(),
        Err(error) if error.exit_code() == Status::NotGraded as u8 => sandbox::interrupted_within(NOTICE),
        Err(_) => sandbox::interrupted(),
    }
}

/// The note when a signal stops a command; `None` if a signal is the normal way to end it.
fn when_stopped(command: &Command) -> Option<&'static str> {
    match command {
        Command::Grade(args) if args.goes_on() => {
            Some("stopped: the same command goes on where this one stopped")
        }
        Command::Check(args) if args.watches() => None,
        _ => Some("stopped before it was done"),
    }
}

/// Decides about colours: first the flag decides, then `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`, and then whether
/// the output is a terminal.
fn choose_color(color: &colorchoice_clap::Color) {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if color.as_choice() == anstream::ColorChoice::Auto && is_set("FORCE_COLOR") && !is_set("NO_COLOR") {
        anstream::ColorChoice::Always.write_global();
    } else {
        color.write_global();
    }
}

fn complain(error: &Error) {
    match error {
        // The defects of a spec have their own headings.
        Error::Spec(LoadError::Defects(defects)) | Error::Plan(plan::Error::Defects(defects)) => {
            let _ = writeln!(terminal::err(), "{}", defects.styled());
        }
        other => {
            let bold_red = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::BrightRed.into()));
            let _ = writeln!(terminal::err(), "{bold_red}error{bold_red:#}: {other}");
        }
    }
}
