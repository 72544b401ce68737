//! `yardstick audit`: which wrong programs the scenarios of a spec catch.

use std::io::{self, Write};

use clap::ValueEnum;

use super::{Error, Status};
use crate::audit::Audit;
use crate::plan::{Means, Plan};
use crate::spec::{ReferenceSource, Spec};
use crate::trace::Store;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// How the audit is written
    #[arg(long, value_enum, default_value_t = Layout::Table)]
    format: Layout,
}

/// How an audit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// For a terminal
    Table,
    /// For programs
    Json,
    /// A page for a browser
    Html,
}

/// Ends with 1 if the spec does not catch what it says it catches.
pub(super) fn audit(args: &Args) -> Result<Status, Error> {
    let spec = Spec::load(&args.spec)?;
    let store = Store::empty();
    let plan = Plan::new(&Means { sandbox: None, store: &store }, &spec, None)?;
    let Some(ReferenceSource::BuiltIn(reference)) = &spec.reference else {
        return Err(Error::Usage("only specs with a built-in reference can be audited".to_owned()));
    };
    let audit = Audit::of_bugs(&plan, *reference);
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
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
    Ok(if drift.is_empty() { Status::Done } else { Status::PointsLost })
}
