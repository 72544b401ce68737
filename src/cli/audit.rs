//! `yardstick audit`: shows which wrong programs the scenarios of a spec catch.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::isolation::{self, Choice};
use super::planned::{planned, warn_of_silence};
use super::progress::Bar;
use super::workers::workers;
use super::{Error, Status, terminal};
use crate::audit::{
    Audit, DEFAULT_MUTANTS, FixturesError, can_be_changed, changeable_languages, of_mutants, wrongly_graded,
};
use crate::plan::{Expected, Job, Plan, ReferenceRunner};
use crate::report::Visible;
use crate::run::Runner;
use crate::sandbox;
use crate::spec::{ReferenceSource, Spec};
use crate::trace::Store;
use crate::untrusted::Untrusted;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// How the audit is written
    #[arg(long, value_enum, default_value_t = Layout::Table)]
    format: Layout,
    /// With a program of your own as the reference: try this number of its mutants
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MUTANTS)]
    mutants: usize,
    /// Also grade the programs of this folder, and hold them to its `expected.yaml`
    #[arg(long, value_name = "FOLDER")]
    fixtures: Option<PathBuf>,
    #[command(flatten)]
    isolation: isolation::Args,
}

/// The values of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// For a terminal
    Table,
    /// For programs
    Json,
    /// A page for a browser
    Html,
}

/// Carries out the command. The exit code is 1 if the spec does not catch what it says that it catches.
pub(super) fn audit(args: &Args) -> Result<Status, Error> {
    let spec = Spec::load(&args.spec)?;
    let store = Store::empty();
    let audit = match &spec.reference {
        Some(ReferenceSource::BuiltIn(reference)) if reference.bugs().is_empty() => {
            let key = reference.key();
            return Err(Error::Usage(format!("the reference `{key}` has no bugs that could be tried")));
        }
        Some(ReferenceSource::BuiltIn(reference)) => {
            let plan = of_whole(planned(&ReferenceRunner { sandbox: None, store: &store }, &spec, None)?);
            warn_of_silence(&plan);
            Audit::of_bugs(&plan, *reference)
        }
        Some(ReferenceSource::Program { files, entry }) if can_be_changed(entry) => {
            sandbox::stop_on_interrupt()?;
            let sandbox = args.isolation.open(Choice::Auto)?;
            let reference_runner = ReferenceRunner { sandbox: Some(&sandbox), store: &store };
            let plan = of_whole(planned(&reference_runner, &spec, None)?);
            warn_of_silence(&plan);
            of_mutants(&plan, &sandbox, files, entry, args.mutants)?.audit
        }
        Some(ReferenceSource::Program { entry, .. }) => {
            let help = changeable_languages();
            return Err(Error::Usage(format!("the reference `{entry}` cannot be mutated\nhelp: {help}")));
        }
        None => {
            let help = "help: name one (`reference: …`), or there is nothing to make wrong programs of";
            return Err(Error::Usage(format!(
                "the spec of `{}` names no reference\n{help}",
                spec.assignment
            )));
        }
    };
    let mut out = terminal::out();
    match args.format {
        Layout::Html => audit.write_page(&mut out)?,
        Layout::Table => audit.write_table(&mut out)?,
        Layout::Json => {
            serde_json::to_writer_pretty(&mut out, &audit.json()).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    let drift = audit.drift(&spec);
    for one in &drift {
        anstream::eprintln!("{}: {one}", args.spec);
    }
    let wrong = match &args.fixtures {
        Some(folder) => wrong_fixtures(args, &spec, folder)?,
        None => Vec::new(),
    };
    for one in &wrong {
        let _ = writeln!(terminal::err(), "{}: {}", args.spec, Visible::new(one));
    }
    Ok(match (drift.is_empty(), wrong.is_empty()) {
        _ if sandbox::interrupted() => Status::Interrupted,
        (true, true) => Status::Done,
        _ => Status::PointsLost,
    })
}

/// Leaves in a plan what tests the program of the whole hand-in, of which wrong programs are made, and says what is left
/// out.
fn of_whole(plan: Plan) -> Plan {
    let before = runs(&plan);
    let plan = plan.of_whole();
    let left_out = before - runs(&plan);
    if left_out > 0 {
        let (count, are) = match left_out {
            1 => ("1 scenario".to_owned(), "is"),
            more => (format!("{more} scenarios"), "are"),
        };
        anstream::eprintln!(
            "note: {count} of groups with an `entry`, a `build`, a `runtime` or `limits` of their own {are} not tried here"
        );
    }
    plan
}

/// The number of scenarios that run something.
fn runs(plan: &Plan) -> usize {
    let is_run = |job: &&Job| {
        matches!(job.expected, Expected::Run(..) | Expected::Session(..) | Expected::UnitTest(..))
    };
    plan.jobs.iter().filter(is_run).count()
}

/// Complaints about the fixtures of a folder that get other points or verdicts than they should.
fn wrong_fixtures(args: &Args, spec: &Spec, folder: &Path) -> Result<Vec<Untrusted>, Error> {
    sandbox::stop_on_interrupt()?;
    let sandbox = args.isolation.open(Choice::Auto)?;
    let store = Store::empty();
    let plan = planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, spec, None)?;
    let runner = Runner { sandbox: &sandbox, plan: &plan, store: &store, repeat: 1, keeps_sources: false };
    let bar = Bar::new(0, true);
    let wrong = wrongly_graded(&runner, folder, workers(None)?, &bar).map_err(|error| match error {
        FixturesError::Fault(fault) => Error::Fault(fault),
        other => Error::Usage(other.to_string()),
    });
    bar.finish();
    wrong
}
