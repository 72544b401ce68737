//! `yardstick verify`: checks whether results follow from their traces.

use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};

use super::{Error, Status, terminal};
use crate::report::Visible;
use crate::results;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A results folder, or a file that `yardstick bundle` wrote [default: yardstick-results]
    results: Option<PathBuf>,
    /// The same, as other commands take it
    #[arg(
        short = 'r',
        long = "results",
        visible_short_alias = 'o',
        visible_alias = "out",
        value_name = "DIR",
        conflicts_with = "results"
    )]
    folder: Option<PathBuf>,
}

const GREEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const RED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const YELLOW: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// Carries out the command. The exit code is 1 if anything was changed.
pub(super) fn verify(args: &Args) -> Result<Status, Error> {
    let usual = || PathBuf::from("yardstick-results");
    let folder = args.results.clone().or_else(|| args.folder.clone()).unwrap_or_else(usual);
    let findings = results::verify(&folder)?;
    let mut out = terminal::out();
    for finding in &findings {
        let (mark, style) = match finding.holds {
            Some(true) => ("✓", GREEN),
            Some(false) => ("✗", RED),
            None => ("?", YELLOW),
        };
        writeln!(out, "{style}{mark}{style:#} {:<11}  {}", finding.what, Visible::new(&finding.said))?;
    }
    out.flush()?;
    let fails = findings.iter().any(|finding| finding.holds == Some(false));
    Ok(if fails { Status::PointsLost } else { Status::Done })
}
