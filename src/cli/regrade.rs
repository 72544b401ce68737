//! `yardstick regrade`: computes results with a changed spec, from the traces of earlier runs.

use std::io::Write;
use std::path::PathBuf;

use super::class::hand_back;
use super::notes::note;
use super::review::warn_of_damaged_lines;
use super::{Error, Status, diff, terminal};
use crate::report::Visible;
use crate::results::{Changes, Recomputed, ResultsFolder, SpecCopy, Standings, recompute};
use crate::spec::Spec;
use crate::trace::Store;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec [default: the one that was graded by, as it is now]
    spec: Option<String>,
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
    /// Show what would change, and change nothing
    #[arg(long)]
    preview: bool,
}

/// Carries out the command: prints what changes, and writes the new results unless `--preview` is given. Runs nothing.
pub(super) fn regrade(args: &Args) -> Result<Status, Error> {
    let folder = ResultsFolder::open(&args.results)?;
    // The store is locked, so that no other command writes into the folder at the same time.
    let store = if args.preview { Store::read(&folder.traces())? } else { Store::open(&folder.traces())? };
    for damage in store.damage() {
        anstream::eprintln!("warning: {damage}; what stood there is not known");
    }
    warn_of_damaged_lines(folder.decided());
    let name = args.spec.clone().unwrap_or_else(|| folder.manifest().spec.name.clone());
    let spec = Spec::load(&name)?;
    let copy = SpecCopy::of(&name, &spec);
    let Recomputed { report, missing, .. } = recompute(&folder, spec, &store)?;

    let after = Standings::of(&report);
    let before = Standings::read(folder.path())?;
    let changes = Changes::between(&before, &after);

    let mut out = terminal::out();
    diff::show(&changes, &mut out)?;
    report.about_times().for_each(|sentence| note(&sentence));
    if !missing.is_empty() {
        writeln!(out, "\nNot known, because it was never run like this:")?;
        for (scenario, count) in &missing {
            let noun = if *count == 1 { "submission" } else { "submissions" };
            writeln!(out, "  {} ({count} {noun})", Visible::new(scenario))?;
        }
        writeln!(out, "`yardstick grade` with this spec runs what is missing, and nothing else.")?;
        out.flush()?;
        return Ok(Status::NotGraded);
    }
    if args.preview {
        writeln!(out, "\nNothing was changed: without `--preview` the results are overwritten.")?;
    } else {
        let folder = folder.by(copy);
        folder.write_manifest()?;
        hand_back::tell(&folder.write_all(&report)?, folder.path())?;
    }
    out.flush()?;
    Ok(Status::Done)
}
