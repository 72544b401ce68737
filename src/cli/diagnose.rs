//! `yardstick diagnose`: names the mistakes of one submission.

use std::io::{self, Write};
use std::path::PathBuf;

use yardstick_reference::Reference;

use super::isolation::{self, Choice};
use super::planned::planned;
use super::{Error, Status, terminal};
use crate::audit::{self, DEFAULT_MUTANTS, Like, Target, can_be_changed, changeable_languages};
use crate::compare;
use crate::diagnose::{Effort, Examiner, Finding, Sandboxed};
use crate::explore::GenerationContext;
use crate::plan::{Job, Plan, ReferenceRunner};
use crate::report::{NamedMistake, NamedMistakes, Visible};
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::spec::{ReferenceSource, Spec};
use crate::submission::Snapshot;
use crate::trace::{Recorded, Store};
use crate::{sandbox, submission};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The submission: a folder, a zip file or a file
    submission: PathBuf,
    /// How many hints are shown for each mistake: a question, where to look, and what is wrong there
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=3))]
    hints: u8,
    /// With a program of your own as the reference: suppose this number of its mutants
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MUTANTS)]
    mutants: usize,
    #[command(flatten)]
    isolation: isolation::Args,
}

/// Ends with 1 if something is wrong with the submission.
pub(super) fn diagnose(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let spec = Spec::load(&args.spec)?;
    let reference = supposable(&spec)?;
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    let store = Store::empty();
    let plan = planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, &spec, None)?.of_whole();
    let submission = submission::one(&args.submission)?;
    let mut out = terminal::out();
    let ready = match Ready::new(&sandbox, &plan, &submission)? {
        Ok(ready) => ready,
        Err(invalid) => {
            writeln!(out, "{}", Visible::lines(&invalid.reason()))?;
            return Ok(Status::PointsLost);
        }
    };
    let Known { recorded, failed } = Known::of(&ready, &plan, &sandbox)?;
    let status = match reference {
        Supposable::BuiltIn(reference) => {
            let context = GenerationContext::new(&spec, reference);
            let oracle = Sandboxed { context: &context, ready: &ready };
            let recorded: Vec<_> = recorded.iter().map(Option::as_ref).collect();
            let finding = Examiner::new(&context, &plan).examine(&recorded, &oracle, Effort::THOROUGH)?;
            told(&finding, &plan, args.hints, &mut out)?
        }
        Supposable::Program { files, entry } => {
            let is_right = |(job, recorded): (&Job, &Option<Recorded>)| {
                let known = recorded.as_ref();
                known.is_none_or(|recorded| compare::accepts(&job.expected, recorded, plan.limits(job)))
            };
            if plan.jobs.iter().zip(&recorded).all(is_right) {
                writeln!(out, "nothing is wrong that scenarios show")?;
                Status::Done
            } else {
                let like = audit::like_submission(&plan, &sandbox, (files, entry), args.mutants, &recorded)?;
                told_of_mutants(&like, &mut out)?;
                Status::PointsLost
            }
        }
    };
    if let Some((scenario, Fault(reason))) = failed.first() {
        let (scenario, reason) = (Visible::new(scenario), Visible::new(reason));
        writeln!(
            out,
            "{} left out, where something failed that is no fault of the submission:",
            counted(failed.len(), "scenario is", "scenarios are")
        )?;
        writeln!(out, "  {scenario}: {reason}")?;
    }
    out.flush()?;
    Ok(if sandbox::interrupted() { Status::Interrupted } else { status })
}

/// What is known of a submission. What fails in a job is no reason to know nothing of the others.
struct Known {
    /// What it did in each job, where nothing failed.
    recorded: Vec<Option<Recorded>>,
    /// What failed in the others, with their names.
    failed: Vec<(String, Fault)>,
}

impl Known {
    /// Runs a submission in the jobs of a plan.
    ///
    /// # Errors
    ///
    /// When something failed in all of them, or somebody stops us.
    fn of(ready: &Ready, plan: &Plan, sandbox: &Sandbox) -> Result<Self, Fault> {
        let mut known = Self { recorded: Vec::new(), failed: Vec::new() };
        for (job, observed) in plan.jobs.iter().zip(ready.observe(plan)) {
            match observed {
                Err(fault) if sandbox.is_stopped() => return Err(fault),
                Err(fault) => {
                    known.failed.push((plan.full_name(job), fault));
                    known.recorded.push(None);
                }
                Ok(observed) => known.recorded.push(Some(observed.recorded)),
            }
        }
        if known.recorded.iter().all(Option::is_none)
            && let Some((_, fault)) = known.failed.pop()
        {
            return Err(fault);
        }
        Ok(known)
    }
}

/// A reference whose mistakes a submission may have made.
enum Supposable<'a> {
    /// With named bugs.
    BuiltIn(&'static dyn Reference),
    /// A program of the instructor's, of which mutants are made.
    Program { files: &'a Snapshot, entry: &'a str },
}

fn supposable(spec: &Spec) -> Result<Supposable<'_>, Error> {
    match &spec.reference {
        Some(ReferenceSource::BuiltIn(reference)) if reference.bugs().is_empty() => {
            let key = reference.key();
            Err(Error::Usage(format!("the reference `{key}` has no bugs that could be supposed")))
        }
        Some(ReferenceSource::BuiltIn(reference)) => Ok(Supposable::BuiltIn(*reference)),
        Some(ReferenceSource::Program { files, entry }) if can_be_changed(entry) => {
            Ok(Supposable::Program { files, entry })
        }
        Some(ReferenceSource::Program { entry, .. }) => {
            let help = changeable_languages();
            Err(Error::Usage(format!("the reference `{entry}` cannot be mutated\nhelp: {help}")))
        }
        None => {
            let help = "help: name one (`reference: …`), or nothing can be supposed";
            Err(Error::Usage(format!("the spec of `{}` names no reference\n{help}", spec.assignment)))
        }
    }
}

/// Tells what was found, and whether something is wrong.
fn told(finding: &Finding, plan: &Plan, hints: u8, out: &mut dyn Write) -> io::Result<Status> {
    match finding {
        Finding::Nothing => {
            writeln!(out, "nothing is wrong that scenarios or generated scenarios show")?;
            return Ok(Status::Done);
        }
        Finding::Unsteady => {
            writeln!(out, "the program does not always do the same, so its mistakes cannot be told")?;
        }
        Finding::Diagnosed(diagnosis) => {
            write(&NamedMistakes::of(plan, diagnosis, hints.into()), out)?;
        }
    }
    Ok(Status::PointsLost)
}

/// The most mutants that are told.
const MOST_MUTANTS: usize = 3;

/// Tells which mutants of an instructor's program do the same. Mutants are small changes, and students seldom make small
/// changes to a right program: so it is only likely.
fn told_of_mutants(like: &Like, out: &mut dyn Write) -> io::Result<()> {
    told_of_like(&like.all, out)?;
    if let Some(Fault(reason)) = like.untried.first() {
        let several = "changes could not be tried everywhere: something failed that is no fault of theirs";
        let one = "change could not be tried everywhere: something failed that is no fault of its own";
        writeln!(out, "{}\n  {}", counted(like.untried.len(), one, several), Visible::new(reason))?;
    }
    Ok(())
}

/// Writes a number with what is said of one, or of several.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

fn told_of_like(like: &[Target], out: &mut dyn Write) -> io::Result<()> {
    if like.is_empty() {
        return writeln!(out, "no small change of the reference explains what it does");
    }
    writeln!(
        out,
        "{BOLD}It does what the reference would do with one small change.{BOLD:#} {DIM}(likely){DIM:#}"
    )?;
    for target in like.iter().take(MOST_MUTANTS) {
        writeln!(out, "  {}", Visible::new(&target.about))?;
    }
    if like.len() > MOST_MUTANTS {
        writeln!(out, "  {} other changes do the same.", like.len() - MOST_MUTANTS)?;
    }
    Ok(())
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();

/// If a mistake shows in more scenarios, the others are only counted.
const MOST_NAMES: usize = 6;

fn write(named: &NamedMistakes, out: &mut dyn Write) -> io::Result<()> {
    for mistake in &named.mistakes {
        let word = named.confidence.word();
        writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({word}){DIM:#}", Visible::new(&mistake.sentence))?;
        write_details(mistake, out)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", Visible::new(&named.reach()))?;
    if let Some(input) = &named.unknown {
        writeln!(out, "The shortest input that shows what is not known: {}", shown(input))?;
    }
    Ok(())
}

fn write_details(mistake: &NamedMistake, out: &mut dyn Write) -> io::Result<()> {
    let names = mistake.scenarios.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join("; ");
    let more = match mistake.scenarios.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    if mistake.scenarios.is_empty() {
        writeln!(out, "  No scenario of the spec was lost for it.")?;
    } else {
        writeln!(out, "  {DIM}Scenarios:{DIM:#} {}{more}", Visible::new(&names))?;
    }
    for (number, hint) in mistake.hints.iter().enumerate() {
        writeln!(out, "  {DIM}Hint {}:{DIM:#} {}", number + 1, Visible::new(hint))?;
    }
    if let Some(input) = &mistake.shortest {
        writeln!(out, "  {DIM}Shortest input:{DIM:#} {}", shown(input))?;
    }
    Ok(())
}

/// The lines of an input in one line, made harmless.
fn shown(lines: &[String]) -> String {
    if lines.is_empty() {
        return "none".to_owned();
    }
    let shown =
        |line: &String| if line.is_empty() { "⏎".to_owned() } else { Visible::new(line).to_string() };
    lines.iter().map(shown).collect::<Vec<_>>().join(" ")
}
