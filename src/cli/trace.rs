//! `yardstick trace`: prints what a submission did in one scenario, from its trace.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{Error, Status, terminal};
use crate::plan::{Expected, Job, Plan, ReferenceRunner};
use crate::report::{Visible, pass_begins};
use crate::results::{self, ResultsFolder};
use crate::rules::Finding;
use crate::run::{Known, Outcome};
use crate::spec::SessionTask;
use crate::trace::{
    Checked, CheckerAnswer, Import, Invalid, Observed, Recorded, SessionEnd, SessionTrace, Store, Then,
    Trace, decode, is_unseen,
};
use crate::untrusted::Untrusted;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name of the submission, as in the report
    submission: String,
    /// A scenario whose `group/scenario` contains this; `*` stands for anything
    scenario: String,
    /// The results folder
    #[arg(
        short,
        long,
        visible_short_alias = 'o',
        visible_alias = "out",
        value_name = "DIR",
        default_value = "yardstick-results"
    )]
    results: PathBuf,
    /// Print the trace as it is kept, as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn trace(args: &Args) -> Result<Status, Error> {
    let folder = ResultsFolder::open(&args.results)?;
    let (manifest, listed) = (folder.manifest(), folder.listed(&args.submission)?);
    let store = Store::read(&folder.traces())?;
    let spec = manifest.spec.spec()?;
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, Some(&args.scenario))?;
    let record = listed.record(&store).ok_or_else(|| results::Error::Incomplete {
        folder: args.results.clone(),
        count: 1,
        all: 1,
        first: listed.name.clone(),
    })?;
    let recalled = Known::of(&plan, &store, record, manifest.isolation.level, manifest.repeat).recall();
    let mut out = terminal::out();
    match recalled.outcome {
        Outcome::Invalid(invalid) => show_invalid(&invalid, args.json, &mut out)?,
        Outcome::Fault(fault) => return Err(fault.into()),
        Outcome::Ran(jobs) => {
            for (number, (job, observed)) in plan.jobs.iter().zip(jobs).enumerate() {
                if number > 0 && !args.json {
                    writeln!(out)?;
                }
                show(&plan, job, &observed?, args.json, &mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(Status::Done)
}

fn show_invalid(invalid: &Invalid, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return write_json(invalid, out);
    }
    writeln!(out, "It was never run: {}", Visible::lines(&invalid.reason()))
}

fn show(plan: &Plan, job: &Job, observed: &Observed, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return write_json(&observed.recorded, out);
    }
    writeln!(out, "{}", Visible::new(&plan.full_name(job)))?;
    for (number, recorded) in std::iter::once(&observed.recorded).chain(&observed.others).enumerate() {
        if number > 0 {
            writeln!(out, "\n  One of {} runs was like this:", observed.runs)?;
        }
        match (recorded, &job.expected) {
            (Recorded::Run(trace), _) => show_run(trace, out)?,
            (Recorded::Session(trace), Expected::Session(task, _)) => show_session(trace, task, out)?,
            (Recorded::Rule(findings), _) => show_findings(findings, out)?,
            (Recorded::NotRun(reason), _) => writeln!(out, "It was never run: {}", Visible::lines(reason))?,
            (Recorded::Manual, _) => writeln!(out, "Nothing was run: somebody marks it by hand.")?,
            (Recorded::Session(_) | Recorded::Package(_) | Recorded::Tests(_) | Recorded::UnitTest(_), _) => {
                write_json(recorded, out)?;
            }
        }
    }
    Ok(())
}

fn show_run(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let mut pass = 1;
    for turn in trace.turns() {
        write!(out, "{}", Visible::lines(&decode(turn.printed)))?;
        match turn.then {
            Then::Typed(line) => writeln!(out, "⟨{}⟩", Visible::new(line))?,
            Then::EndOfInput => writeln!(out, "⟨end of input⟩")?,
            Then::StartedAgain => {
                pass += 1;
                writeln!(out, "\n── {} ──", pass_begins(pass))?;
            }
            Then::Ended => writeln!(out)?,
        }
    }
    if !trace.stderr.is_empty() {
        writeln!(out, "standard error:\n{}", Visible::lines(&decode(&trace.stderr)))?;
    }
    if let Some(checked) = &trace.checked {
        show_checked(checked, out)?;
    }
    let usage = trace.usage;
    let (cpu, wall, memory) = (usage.cpu.as_millis(), usage.wall.as_millis(), usage.memory >> 10);
    write!(out, "{}; {cpu} ms of processor time, {wall} ms on the clock, {memory} KiB", trace.exit)?;
    match trace.isolation {
        Some(isolation) => writeln!(out, "; isolation: {}", isolation.level),
        None => writeln!(out),
    }
}

/// Writes what a checker said, to the instructor too.
fn show_checked(checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
    let who = if checked.talked { "partner" } else { "checker" };
    match checked.answer {
        CheckerAnswer::Right => writeln!(out, "{who}: right")?,
        CheckerAnswer::Wrong => writeln!(out, "{who}: wrong")?,
        CheckerAnswer::Millionths(part) => {
            writeln!(out, "{who}: right, score {}", f64::from(part) / f64::from(CheckerAnswer::WHOLE))?;
        }
    }
    for (whom, message) in [("student", &checked.to_student), ("instructor", &checked.to_instructor)] {
        if !message.is_empty() {
            writeln!(out, "to the {whom}: {}", Visible::lines(message))?;
        }
    }
    Ok(())
}

/// Writes a session as the interpreter would show it.
fn show_session(trace: &SessionTrace, task: &SessionTask, out: &mut dyn Write) -> io::Result<()> {
    if let Import::Failed(failure) = &trace.import {
        let raised = Untrusted::concat(&[&failure.raised.class, &": ", &failure.raised.message]);
        return writeln!(out, "It cannot be imported: {}", Visible::new(&raised));
    }
    for (number, line) in task.lines.iter().enumerate() {
        for (index, source) in line.source.lines().enumerate() {
            writeln!(out, "{} {}", if index == 0 { ">>>" } else { "..." }, Visible::new(source))?;
        }
        match trace.answers.get(number).map(|answer| task.module.notation.under_prompt(answer)) {
            None => {
                writeln!(out, "⟨no answer⟩")?;
                break;
            }
            Some(shown) if shown.is_empty() => {}
            Some(shown) => writeln!(out, "{}", Visible::lines(&shown))?,
        }
    }
    if let Some(checked) = &trace.checked {
        show_checked(checked, out)?;
    }
    match trace.end {
        SessionEnd::Code(0) => Ok(()),
        end => writeln!(out, "The session {}.", ending(end)),
    }
}

fn ending(end: SessionEnd) -> String {
    match end {
        SessionEnd::Code(code) => format!("ended with exit code {code}"),
        SessionEnd::Signal(signal) => format!("was ended by signal {signal}"),
        SessionEnd::Exceeded(resource) => resource.facts().deed.to_owned(),
        SessionEnd::Malformed => "gave answers that cannot be read".to_owned(),
    }
}

fn show_findings(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    if findings.is_empty() {
        writeln!(out, "Nothing was found.")?;
    }
    for finding in findings {
        let line = finding.place.as_ref().map(|place| format!("line {}: ", place.line)).unwrap_or_default();
        writeln!(out, "{line}{}", Visible::new(&finding.message))?;
    }
    Ok(())
}

/// Writes a value as JSON. Characters that could control the terminal are written as JSON escapes.
fn write_json(value: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    let json = serde_json::to_string_pretty(value)?;
    for character in json.chars() {
        if character == '\n' || !is_unseen(character) {
            write!(out, "{character}")?;
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
    }
    writeln!(out)
}
