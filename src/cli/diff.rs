//! `yardstick diff`: prints what changed between two results folders.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};

use super::{Error, Status, terminal};
use crate::points::Points;
use crate::report::Visible;
use crate::results::{Changes, Standings, Way};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A results folder
    before: PathBuf,
    /// Another
    after: PathBuf,
}

/// Carries out the command. The exit code is 1 if anything changed, as for diff(1).
pub(super) fn diff(args: &Args) -> Result<Status, Error> {
    let changes = Changes::between(&Standings::read(&args.before)?, &Standings::read(&args.after)?);
    let mut out = terminal::out();
    show(&changes, &mut out)?;
    out.flush()?;
    Ok(if changes.changed.is_empty() { Status::Done } else { Status::PointsLost })
}

const GREEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const RED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const DIM: Style = Style::new().dimmed();

/// Writes one line of totals, and then for each submission what changed and why.
pub(super) fn show(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let (up, down) = (changes.count(Way::Up), changes.count(Way::Down));
    write!(out, "{} unchanged, {GREEN}{up} up{GREEN:#}, {RED}{down} down{RED:#}", changes.unchanged)?;
    for (way, words) in [(Way::Sideways, "with the same points"), (Way::Unknown, "that cannot be compared")] {
        match changes.count(way) {
            0 => {}
            count => write!(out, ", {count} {words}")?,
        }
    }
    writeln!(out)?;
    for change in &changes.changed {
        let (mark, style) = match change.way() {
            Way::Up => ("↑", GREEN),
            Way::Down => ("↓", RED),
            Way::Sideways => ("=", Style::new()),
            Way::Unknown => ("?", Style::new()),
        };
        let (before, after) = (points(change.before), points(change.after));
        let name = Visible::new(&change.name);
        writeln!(out, "\n{style}{mark}{style:#} {name}  {before} → {style}{after}{style:#}")?;
        for (scenario, why) in &change.why {
            let why = Visible::new(why);
            if scenario.is_empty() {
                writeln!(out, "    {why}")?;
            } else {
                writeln!(out, "    {} {DIM}{why}{DIM:#}", Visible::new(scenario))?;
            }
        }
    }
    Ok(())
}

fn points(points: Option<Points>) -> String {
    points.map_or_else(|| "–".to_owned(), |points| points.to_string())
}
