//! `yardstick pack`: writes the files that another service needs to grade with a spec.

mod executable;
mod github;
mod gradescope;
mod spec_files;
mod web;

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
    /// Write a page that checks programs in the browser of a student
    Web(web::Args),
}

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    match &args.service {
        Service::Gradescope(args) => gradescope::pack(args),
        Service::Github(args) => github::pack(args),
        Service::Web(args) => web::pack(args),
    }
}
