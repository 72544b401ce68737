//! `yardstick diagnose`: names the mistakes of one submission.

use std::io::{self, Write};
use std::path::PathBuf;

use super::isolation::{self, Choice};
use super::planned::planned;
use super::{Error, Status, terminal};
use crate::diagnose::{Effort, Examiner, Finding, Sandboxed};
use crate::explore::GenerationContext;
use crate::plan::{Plan, ReferenceRunner};
use crate::report::{NamedMistake, NamedMistakes, Visible};
use crate::run::Ready;
use crate::spec::{ReferenceSource, Spec};
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
    #[command(flatten)]
    isolation: isolation::Args,
}

/// Ends with 1 if something is wrong with the submission.
pub(super) fn diagnose(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let spec = Spec::load(&args.spec)?;
    let Some(ReferenceSource::BuiltIn(reference)) = &spec.reference else {
        return Err(Error::Usage("a diagnosis needs a built-in reference".to_owned()));
    };
    if reference.bugs().is_empty() {
        let key = reference.key();
        return Err(Error::Usage(format!("the reference `{key}` has no bugs that could be supposed")));
    }
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    let store = Store::empty();
    let plan = planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, &spec, None)?;
    let submission = submission::one(&args.submission)?;
    let mut out = terminal::out();
    let ready = match Ready::new(&sandbox, &plan, &submission)? {
        Ok(ready) => ready,
        Err(invalid) => {
            writeln!(out, "{}", Visible::lines(&invalid.reason()))?;
            return Ok(Status::PointsLost);
        }
    };
    let context = GenerationContext::new(&spec, *reference);
    let recorded: Vec<Option<Recorded>> = ready
        .observe(&plan)
        .into_iter()
        .map(|observed| Ok(Some(observed?.recorded)))
        .collect::<Result<_, crate::run::Fault>>()?;
    let oracle = Sandboxed { context: &context, ready: &ready };
    let finding = Examiner::new(&context, &plan).examine(&recorded, &oracle, Effort::THOROUGH)?;
    if sandbox::interrupted() {
        return Ok(Status::Interrupted);
    }
    let status = match finding {
        Finding::Nothing => {
            writeln!(out, "nothing is wrong that scenarios or generated scenarios show")?;
            Status::Done
        }
        Finding::Unsteady => {
            writeln!(out, "the program does not always do the same, so its mistakes cannot be told")?;
            Status::PointsLost
        }
        Finding::Diagnosed(diagnosis) => {
            write(&NamedMistakes::of(&plan, &diagnosis, args.hints.into()), &plan, &mut out)?;
            Status::PointsLost
        }
    };
    out.flush()?;
    Ok(status)
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();

/// If a mistake shows in more scenarios, the others are only counted.
const MOST_NAMES: usize = 6;

fn write(named: &NamedMistakes, _plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
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
