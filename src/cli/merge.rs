//! `yardstick merge`: joins several results folders into one.

use std::path::PathBuf;

use super::class::hand_back;
use super::{Error, Status};
use crate::results;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results folders of all parts
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// The folder to leave the joined results in
    #[arg(
        short,
        long,
        visible_short_alias = 'r',
        visible_alias = "results",
        value_name = "DIR",
        default_value = "yardstick-results"
    )]
    out: PathBuf,
}

pub(super) fn merge(args: &Args) -> Result<Status, Error> {
    let (report, handed_back) = results::merge(&args.results, &args.out)?;
    hand_back::tell(&handed_back, &args.out)?;
    let (parts, count) = (args.results.len(), report.submissions.len());
    anstream::println!("{count} submissions of {parts} parts are joined in `{}`.", args.out.display());
    Ok(Status::Done)
}
