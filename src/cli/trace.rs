//! `yardstick trace`: what a submission did in one scenario, as it was kept.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{Error, Status};
use crate::plan::{Means, Plan};
use crate::report::Visible;
use crate::results::{self, ResultsFolder};
use crate::run::{Outcome, recall};
use crate::trace::{Invalid, Observed, Recorded, Store, Then, Trace, decode};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name of the submission, as in the report
    submission: String,
    /// A scenario whose `group/scenario` contains this; `*` stands for anything
    scenario: String,
    /// The results folder
    #[arg(short, long, value_name = "DIR", default_value = "yardstick-results")]
    results: PathBuf,
    /// Print the trace as it is kept, as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn trace(args: &Args) -> Result<Status, Error> {
    let (folder, manifest) = ResultsFolder::open(&args.results)?;
    let listed = folder.listed(&manifest, &args.submission)?;
    let store = Store::read(&folder.traces())?;
    let spec = manifest.spec.spec()?;
    let plan = Plan::new(&Means { sandbox: None, store: &store }, &spec, Some(&args.scenario))?;
    let record = store.record(Some(&listed.name)).ok_or_else(|| results::Error::Incomplete {
        folder: args.results.clone(),
        count: 1,
        all: 1,
        first: listed.name.clone(),
    })?;
    let recalled = recall(&plan, manifest.isolation.level, &store, record);
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    match recalled.outcome {
        Outcome::Invalid(invalid) => show_invalid(&invalid, args.json, &mut out)?,
        Outcome::Fault(fault) => return Err(fault.into()),
        Outcome::Ran(jobs) => {
            for (job, observed) in plan.jobs.iter().zip(jobs) {
                show(&plan.full_name(job), &observed?, args.json, &mut out)?;
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
    writeln!(out, "It was never run: {}", Visible::lines(&invalid.to_string()))
}

fn show(name: &str, observed: &Observed, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return write_json(&observed.recorded, out);
    }
    writeln!(out, "{}", Visible::new(name))?;
    for (number, recorded) in std::iter::once(&observed.recorded).chain(&observed.others).enumerate() {
        if number > 0 {
            writeln!(out, "\n  One of {} runs was like this:", observed.runs)?;
        }
        match recorded {
            Recorded::Run(trace) => show_run(trace, out)?,
            other => write_json(other, out)?,
        }
    }
    Ok(())
}

fn show_run(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    for turn in trace.turns() {
        write!(out, "{}", Visible::lines(&decode(turn.printed)))?;
        match turn.then {
            Then::Typed(line) => writeln!(out, "⟨{}⟩", Visible::new(line))?,
            Then::EndOfInput => writeln!(out, "⟨end of input⟩")?,
            Then::Ended => writeln!(out)?,
        }
    }
    if !trace.stderr.is_empty() {
        writeln!(out, "standard error:\n{}", Visible::lines(&decode(&trace.stderr)))?;
    }
    let usage = trace.usage;
    let (cpu, wall, memory) = (usage.cpu.as_millis(), usage.wall.as_millis(), usage.memory >> 10);
    write!(out, "{}; {cpu} ms of processor time, {wall} ms on the clock, {memory} KiB", trace.exit)?;
    match trace.isolation {
        Some(isolation) => writeln!(out, "; isolation: {}", isolation.level),
        None => writeln!(out),
    }
}

fn write_json(value: &impl serde::Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
