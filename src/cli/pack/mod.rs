//! `yardstick pack`: writes the files that another service needs to grade with a spec.

mod executable;
mod github;
mod gradescope;
mod spec_files;

use clap::Subcommand;

use super::{Error, Status};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    service: Service,
}

#[derive(Debug, Subcommand)]
enum Service {
    /// Write the autograder.zip of an assignment on Gradescope
    Gradescope(gradescope::Args),
    /// Write the workflow of an assignment repository on GitHub
    Github(github::Args),
}

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    match &args.service {
        Service::Gradescope(args) => gradescope::pack(args),
        Service::Github(args) => github::pack(args),
    }
}
