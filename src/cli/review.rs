//! `yardstick review`: opens a local page on which people decide about results, or prints what they decided.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

use super::isolation::{self, Choice};
use super::{Error, Status, terminal};
use crate::decisions::{Decided, Ruling, What};
use crate::report::Visible;
use crate::results::ResultsFolder;
use crate::review::{Options, Part, serve};
use crate::untrusted::Untrusted;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results folder; it may still be growing
    #[arg(default_value = "yardstick-results")]
    results: PathBuf,
    /// Your name in the log of decisions
    #[arg(long, value_name = "NAME", default_value = "grader", value_parser = NonEmptyStringValueParser::new())]
    grader: String,
    /// Your part of the groups and submissions, when several people share them: 1/3 is the first of three
    #[arg(long, value_name = "N/M")]
    part: Option<Part>,
    /// Let everybody mark every Kth submission by hand besides, to see how far you agree
    #[arg(long, value_name = "K", requires = "part", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// The results of an earlier attempt, beside which submissions can be shown; may be repeated
    #[arg(long, value_name = "RESULTS")]
    earlier: Vec<PathBuf>,
    /// Show the names of students; otherwise they have numbers
    #[arg(long)]
    names: bool,
    /// The port of the page [default: any that is free]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    #[command(flatten)]
    isolation: isolation::Args,
    /// Print what was decided, and end
    #[arg(long)]
    log: bool,
}

pub(super) fn review(args: Args) -> Result<Status, Error> {
    if args.log {
        return log(&args);
    }
    let options = Options {
        results: args.results,
        grader: args.grader,
        part: args.part,
        sample: args.sample.and_then(|every| NonZeroUsize::new(every as usize)),
        earlier: args.earlier,
        names: args.names,
        port: args.port,
        open_sandbox: Box::new(move || {
            let sandbox = args.isolation.open(Choice::Strict).map_err(|error| error.to_string())?;
            isolation::try_walls(&sandbox).map_err(|error| error.to_string())?;
            Ok(sandbox)
        }),
    };
    serve(options, |address| {
        anstream::println!("Open this address in a browser of this machine. Whoever has it can decide:");
        anstream::println!("  {address}");
        anstream::println!("Ctrl-C ends the review. Every decision is kept as soon as the page says so.");
    })?;
    Ok(Status::Done)
}

/// Warns of lines of decisions that cannot be read.
pub(super) fn warn_of_damaged_lines(decided: &Decided) {
    for line in decided.damaged() {
        anstream::eprintln!(
            "warning: line {} of `{}` is damaged, and counts as nothing",
            line.line,
            line.path.display()
        );
    }
}

/// Prints every decision, the first one first.
fn log(args: &Args) -> Result<Status, Error> {
    let folder = ResultsFolder::open(&args.results)?;
    let decided = folder.decided();
    let mut out = terminal::out();
    warn_of_damaged_lines(decided);
    for (entry, is_undone) in decided.entries() {
        let mark = if is_undone { "✗" } else { "✓" };
        writeln!(
            out,
            "{mark} {} {} {}",
            entry.time.strftime("%Y-%m-%d %H:%M:%SZ"),
            Visible::new(&entry.by),
            said(&entry.what)
        )?;
    }
    for conflict in decided.conflicts() {
        let whose = conflict
            .submission
            .map(|submission| format!("{}: ", Visible::new(&submission)))
            .unwrap_or_default();
        writeln!(
            out,
            "≠ {whose}{}: decided in {} ways, of which the last counts",
            Visible::new(&conflict.about),
            conflict.entries.len()
        )?;
    }
    out.flush()?;
    Ok(Status::Done)
}

/// A decision, on one line.
fn said(what: &What) -> String {
    match what {
        What::Ruling { headline, ruling, members } => {
            let ruling = match ruling {
                Ruling::AsGraded => "as graded".to_owned(),
                Ruling::Worth { points, of } => format!("worth {points} of {of}"),
                Ruling::ByHand => "to look at by hand".to_owned(),
            };
            format!("{}: {ruling}, {} submissions", Visible::new(headline), members.len())
        }
        What::Comment { submissions, place, text } => {
            let line = place.as_ref().map(|place| format!(", line {}", place.line)).unwrap_or_default();
            format!("comment for {} submissions{line}: {}", submissions.len(), Visible::new(text))
        }
        What::Mark { submission, scenario, points, .. } => {
            format!("{}, {}: {}", Visible::new(submission), Visible::new(scenario), points.counted())
        }
        What::Item { sentence, points, .. } => {
            format!("rubric: {} ({})", Visible::new(sentence), points.counted())
        }
        What::AlsoRight { headline, change, .. } => {
            format!("{}: also right, {}", Visible::new(headline), Visible::new(&change.to_string()))
        }
        What::Extension { students, until } => {
            let names = Untrusted::join(students.iter().map(|student| student.name.clone()), ", ");
            format!("more time for {}, until {until}", Visible::new(&names))
        }
        What::Request { submission, answer, .. } => {
            format!("asked by {}, answered: {}", Visible::new(submission), Visible::new(answer))
        }
        What::Published { changed, .. } => format!("published, {changed} submissions with other points"),
        What::Undo { of } => format!("undone: {of}"),
    }
}
