//! `yardstick suggest`: finds scenarios that catch wrong programs that the spec does not catch yet.

use std::io::{self, Write};
use std::path::Path;

use super::isolation::{self, Choice};
use super::planned::planned;
use super::rewrite::put_spec;
use super::{Error, Status, terminal};
use crate::audit::{
    Advice, Audit, AuditAdvice, DEFAULT_MUTANTS, advise, advise_on_mutants, can_be_changed,
    changeable_languages, of_mutants,
};
use crate::explore::{self, DEFAULT_SEED, add, typed};
use crate::plan::ReferenceRunner;
use crate::report::Visible;
use crate::sandbox;
use crate::spec::{ReferenceSource, Spec, Worth};
use crate::trace::Store;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// Put the suggestions into the spec file; they are worth nothing without `--weight`
    #[arg(long)]
    write: bool,
    /// The weight of each suggestion; a scenario without a weight has 1
    #[arg(long, value_name = "N", default_value_t = 0)]
    weight: u32,
    /// The seed of the generated scenarios
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// With a program of your own as the reference: try this number of its mutants
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MUTANTS)]
    mutants: usize,
    #[command(flatten)]
    isolation: isolation::Args,
}

pub(super) fn suggest(args: &Args) -> Result<Status, Error> {
    let spec = Spec::load(&args.spec)?;
    let store = Store::empty();
    let (audit, audit_advice) = match &spec.reference {
        Some(ReferenceSource::BuiltIn(reference)) => {
            let plan = planned(&ReferenceRunner { sandbox: None, store: &store }, &spec, None)?.of_whole();
            let audit = Audit::of_bugs(&plan, *reference);
            let audit_advice = advise(&audit, &plan, *reference, args.seed);
            (audit, audit_advice)
        }
        Some(ReferenceSource::Program { files, entry }) if can_be_changed(entry) => {
            if typed(&spec).is_empty() && !entry.ends_with(".py") {
                return Err(Error::Usage(explore::nothing_to_vary(&spec)));
            }
            sandbox::stop_on_interrupt()?;
            let sandbox = args.isolation.open(Choice::Auto)?;
            let reference_runner = ReferenceRunner { sandbox: Some(&sandbox), store: &store };
            let plan = planned(&reference_runner, &spec, None)?.of_whole();
            let of_mutants = of_mutants(&plan, &sandbox, files, entry, args.mutants)?;
            let audit_advice = advise_on_mutants(&of_mutants, &plan, &sandbox, args.seed)?;
            (of_mutants.audit, audit_advice)
        }
        Some(ReferenceSource::Program { .. }) | None => {
            let help = format!(
                "help: name a built-in reference, or a program of your own: {}",
                changeable_languages()
            );
            return Err(Error::Usage(format!(
                "nothing is known that could go wrong in `{}`\n{help}",
                spec.assignment
            )));
        }
    };
    if sandbox::interrupted() {
        return Ok(Status::Interrupted);
    }
    let worth = if args.weight == 0 { Worth::Nothing } else { Worth::Weight(args.weight) };
    let more =
        add(&spec, &audit_advice.suggestions, worth).map_err(|error| Error::Usage(error.to_string()))?;
    let mut out = terminal::out();
    show(&audit, &audit_advice, &spec, &more, &mut out)?;
    if !audit.unjudged.is_empty() {
        let mutants = if audit.unjudged.len() == 1 { "mutant" } else { "mutants" };
        let told = "could not be judged everywhere, and what no other scenario catches of them is left out";
        writeln!(out, "{} {mutants} {told}: `yardstick audit` says what failed", audit.unjudged.len())?;
    }
    if let Some(why) = explore::not_varied(&spec) {
        writeln!(out, "{why}")?;
    }
    if args.write && !audit_advice.suggestions.is_empty() {
        if !Path::new(&args.spec).is_file() {
            let help = "help: `yardstick specs --export KEY` writes it to a file first";
            return Err(Error::Usage(format!("`{}` cannot be written: it is not a file\n{help}", args.spec)));
        }
        put_spec(Path::new(&args.spec), &more)?;
        writeln!(out, "\nWritten to `{}`.", args.spec)?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn show(
    audit: &Audit,
    audit_advice: &AuditAdvice,
    spec: &Spec,
    more: &Spec,
    out: &mut dyn Write,
) -> io::Result<()> {
    if audit_advice.advice.is_empty() {
        return writeln!(
            out,
            "The scenarios of `{}` catch everything: there is nothing to add.",
            audit.assignment
        );
    }
    let before: Vec<&str> = spec.source.text.lines().collect();
    let after: Vec<&str> = more.source.text.lines().collect();
    for op in similar::TextDiff::from_slices(&before, &after).ops() {
        if op.tag() != similar::DiffTag::Equal {
            op.new_range().for_each(|line| drop(writeln!(out, "{}", after[line])));
            writeln!(out)?;
        }
    }
    for (target, advice) in &audit_advice.advice {
        let target = &audit.targets[*target];
        let why = match advice {
            Advice::Add(_) => continue,
            Advice::Forgiven => "shows, but the comparison of the spec forgives it".to_owned(),
            Advice::OnlyOnOpenInput => "shows only on input that the handout leaves open".to_owned(),
            Advice::NeverRun(function) => format!("is never run: no scenario comes to `{function}`"),
            Advice::NotShown => "was not shown by any input that was tried".to_owned(),
            Advice::NeverDiffers => "never did anything else: probably it is equivalent".to_owned(),
        };
        writeln!(out, "{} {why}: {}", target.id, Visible::new(&target.about))?;
    }
    let caught = audit_advice.advice.iter().filter(|(_, advice)| matches!(advice, Advice::Add(_))).count();
    writeln!(
        out,
        "{} → {} of {} with {} more",
        audit.caught.len(),
        audit.caught.len() + caught,
        audit.targets.len(),
        audit_advice.suggestions.len()
    )
}
