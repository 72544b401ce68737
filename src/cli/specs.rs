//! `yardstick specs` and `yardstick schema`: print the specs and the schemas that are part of the program.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::{Error, Status, terminal};
use crate::audit;
use crate::points::Points;
use crate::report;
use crate::spec::{self, Shipped, Spec};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print this spec instead, to start one's own from
    #[arg(long, value_name = "KEY")]
    show: Option<String>,
    /// Write this spec and the files that it names to the current folder, to change them
    #[arg(long, value_name = "KEY", conflicts_with = "show")]
    export: Option<String>,
}

pub(super) fn specs(args: &Args) -> Result<Status, Error> {
    let mut out = terminal::out();
    if let Some(key) = &args.export {
        return export(find(key)?);
    }
    if let Some(key) = &args.show {
        out.write_all(find(key)?.text.as_bytes())?;
        out.flush()?;
        return Ok(Status::Done);
    }
    let bold = anstyle::Style::new().bold();
    let width = spec::shipped().iter().map(|shipped| shipped.key.len()).max().unwrap_or_default();
    for shipped in spec::shipped() {
        let spec = Spec::load(shipped.key)?;
        let scenarios: usize = spec.groups.iter().map(|group| group.scenarios.len()).sum();
        let worth = |bonus| {
            spec.groups.iter().filter(|one| one.bonus == bonus).map(spec::Group::points).sum::<Points>()
        };
        let points = match (worth(false), worth(true)) {
            (Points::ZERO, Points::ZERO) => "ungraded".to_owned(),
            (points, Points::ZERO) => points.counted(),
            (Points::ZERO, bonus) => bonus.counted_as("bonus point"),
            (points, bonus) => format!("{} and {}", points.counted(), bonus.counted_as("bonus point")),
        };
        writeln!(
            out,
            "{bold}{:width$}{bold:#}  {} ({scenarios} scenarios, {points})",
            shipped.key, spec.title
        )?;
    }
    out.flush()?;
    Ok(Status::Done)
}

fn find(key: &str) -> Result<&'static Shipped, Error> {
    let known = || spec::shipped().iter().map(|one| one.key).collect::<Vec<_>>().join("`, `");
    let shipped = spec::shipped().iter().find(|shipped| shipped.key == key);
    shipped.ok_or_else(|| Error::Usage(format!("no shipped spec `{key}`\nhelp: there are `{}`", known())))
}

/// Writes a spec and its files. Nothing is overwritten.
fn export(shipped: &Shipped) -> Result<Status, Error> {
    let spec = format!("{}.yaml", shipped.key);
    let files = std::iter::once((spec.as_str(), shipped.text)).chain(shipped.files.iter().copied());
    for (path, content) in files {
        let path = Path::new(path);
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            File::create_new(path)?.write_all(content.as_bytes())
        };
        write().map_err(|error| Error::Usage(format!("cannot write `{}`: {error}", path.display())))?;
        anstream::println!("wrote `{}`", path.display());
    }
    Ok(Status::Done)
}

#[derive(Debug, clap::Args)]
pub(super) struct SchemaArgs {
    /// The document that the schema describes
    #[arg(value_enum, default_value_t = Described::Spec)]
    of: Described,
}

/// The documents that have a schema.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Described {
    /// A spec
    Spec,
    /// What results.json holds
    Results,
    /// What `audit --format json` writes
    Audit,
}

pub(super) fn schema(args: &SchemaArgs) -> Result<Status, Error> {
    let mut out = io::stdout().lock();
    match args.of {
        Described::Spec => {
            serde_json::to_writer_pretty(&mut out, &spec::schema()).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Described::Audit => out.write_all(audit::AUDIT_SCHEMA.as_bytes())?,
        Described::Results => out.write_all(report::RESULTS_SCHEMA.as_bytes())?,
    }
    Ok(Status::Done)
}
