//! `yardstick recut`: cuts again what is missing of a work plan, into smaller shards.

use std::path::PathBuf;

use super::{Error, Status};
use crate::engine::{self, Seen, WorkPlan};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the work plan
    #[arg(long, value_name = "DIR")]
    plan: PathBuf,
    /// The folder into which shards are graded, and go on to be graded
    #[arg(short, long, value_name = "DIR")]
    results: PathBuf,
    /// The number of new shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shards: u32,
    /// The folder to leave the new work plan in, which must be new
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn recut(args: &Args) -> Result<Status, Error> {
    let work = WorkPlan::read(&args.plan)?;
    let seen = Seen::read(&args.results, &work)?;
    match engine::recut(&work, &seen, args.shards as usize, &args.out)? {
        None => anstream::println!("Nothing is missing, so there is nothing to cut."),
        Some((recut, count)) => anstream::println!(
            "{count} submissions that are missing are in {} new shards in `{}`; grade them into `{}`, as the others.",
            recut.shards(),
            args.out.display(),
            args.results.display()
        ),
    }
    Ok(Status::Done)
}
