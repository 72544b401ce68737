//! `yardstick specs` and `yardstick schema`: what is part of the program.

use std::io::{self, Write};

use super::{Error, Status};
use crate::points::Points;
use crate::spec::{self, Spec};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print this spec instead, to start one's own from
    #[arg(long, value_name = "KEY")]
    show: Option<String>,
}

pub(super) fn specs(args: &Args) -> Result<Status, Error> {
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    if let Some(key) = &args.show {
        let known = || spec::shipped().iter().map(|one| one.key).collect::<Vec<_>>().join("`, `");
        let shipped = spec::shipped().iter().find(|shipped| shipped.key == key);
        let shipped = shipped
            .ok_or_else(|| Error::Usage(format!("no shipped spec `{key}`\nhelp: there are `{}`", known())))?;
        out.write_all(shipped.text.as_bytes())?;
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
            (points, Points::ZERO) => format!("{points} points"),
            (Points::ZERO, bonus) => format!("{bonus} bonus points"),
            (points, bonus) => format!("{points} points and {bonus} bonus points"),
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

pub(super) fn schema() -> Result<Status, Error> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &spec::schema()).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(Status::Done)
}
