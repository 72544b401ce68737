//! `yardstick pack`: writes the files that another service needs to grade with a spec.

mod engine;
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
    /// Write the workflow of an assignment repository on GitHub; with `--plan`, one whose jobs grade a plan
    Github(github::Args),
    /// Write a page that checks programs in the browser of a student
    Web(web::Args),
    /// Write the scripts that grade a plan with Slurm
    Slurm(engine::Slurm),
    /// Write the script that grades a plan with HyperQueue
    Hyperqueue(engine::Cluster),
    /// Write the script that grades a plan with GNU parallel, on machines that are reached by ssh
    Parallel(engine::Cluster),
    /// Write the description of jobs of HTCondor that grade a plan
    Condor(engine::Condor),
    /// Write the manifest of jobs of Kubernetes that grade a plan
    Kubernetes(engine::Kubernetes),
    /// Write the pipeline of GitLab whose jobs grade a plan
    Gitlab(engine::Gitlab),
}

pub(super) fn pack(args: &Args) -> Result<Status, Error> {
    match &args.service {
        Service::Gradescope(args) => gradescope::pack(args),
        Service::Github(args) => github::pack(args),
        Service::Web(args) => web::pack(args),
        Service::Slurm(args) => engine::slurm(args),
        Service::Hyperqueue(args) => engine::hyperqueue(args),
        Service::Parallel(args) => engine::parallel(args),
        Service::Condor(args) => engine::condor(args),
        Service::Kubernetes(args) => engine::kubernetes(args),
        Service::Gitlab(args) => engine::gitlab(args),
    }
}
