//! Makes the report of a submission for its author.

use super::args::Args;
use crate::cli::Error;
use crate::cli::formats::Formats;
use crate::cli::terminal::width;
use crate::plan::Plan;
use crate::report::{Audience, Grading, Names, Report, Table, View};
use crate::sandbox::Sandbox;
use crate::score::Marks;

/// Begins a grading whose report only the author sees. Nothing is marked by hand yet.
pub(super) fn begin<'a>(
    plan: &'a Plan<'a>,
    sandbox: &Sandbox,
    formats: &Formats,
    args: &Args,
) -> Grading<'a> {
    let view = View { together: !args.all, ..formats.view(Audience::Students, &Names::Known) };
    Grading::begin(plan, Marks::new(), sandbox.isolation(), view)
}

/// Prints the report of a grading, and writes it to the files that were asked for.
pub(super) fn show(report: &Report, grading: &Grading, formats: &Formats) -> Result<(), Error> {
    let table = Table { summary_only: false, verbose: true, width: width() };
    formats.write(report, &grading.view, &table)
}
