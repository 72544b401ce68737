//! Jobs of GitHub and GitLab. They share nothing but artifacts: the plan is committed.

use std::path::{Path, PathBuf};

use super::template::{Quoting, Value, fill};
use super::{shards, text, write_new};
use crate::cli::{Error, Status};

#[derive(Debug, clap::Args)]
pub(crate) struct Gitlab {
    /// The folder that `yardstick plan` has written, by its path in the repository
    #[arg(long, value_name = "PLAN")]
    plan: PathBuf,
    /// An image of a container with yardstick, and with what the plan was made with
    #[arg(long, value_name = "IMAGE")]
    image: String,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = ".gitlab-ci.yml")]
    out: PathBuf,
}

/// The most jobs that one key `parallel` can ask for (<https://docs.gitlab.com/ci/yaml/#parallel>).
const GITLAB_JOBS: usize = 200;
/// The most jobs of a matrix (<https://docs.github.com/en/actions/reference/limits>).
const GITHUB_JOBS: usize = 256;
/// How long a job of GitHub may take at most, in minutes.
const GITHUB_MINUTES: u16 = 360;

pub(crate) fn gitlab(args: &Gitlab) -> Result<Status, Error> {
    let values = [
        ("SHARDS", Value::Plain(jobs(&args.plan, GITLAB_JOBS, "GitLab")?.to_string())),
        ("IMAGE", Value::Text(args.image.clone())),
        ("PLAN", Value::Text(text(&args.plan)?)),
    ];
    write_new(&args.out, &fill(include_str!("gitlab.yml"), Quoting::Json, &values), 0o666)?;
    anstream::println!("wrote `{}`: commit it with the plan", args.out.display());
    Ok(Status::Done)
}

/// The workflow of GitHub that grades a plan. `install` is the piece of a step that brings yardstick.
pub(crate) fn workflow(plan: &Path, install: &str) -> Result<String, Error> {
    let number = jobs(plan, GITHUB_JOBS, "GitHub")?;
    let numbers: Vec<String> = (0..number).map(|number| number.to_string()).collect();
    let values = [
        ("NUMBERS", Value::Plain(format!("[{}]", numbers.join(", ")))),
        ("PLAN", Value::Text(text(plan)?)),
        ("INSTALL", Value::Plain(install.trim_end().to_owned())),
        ("MINUTES", Value::Plain(GITHUB_MINUTES.to_string())),
    ];
    Ok(fill(include_str!("github.yml"), Quoting::Workflow, &values))
}

/// The number of shards, each of which is a job.
fn jobs(plan: &Path, most: usize, service: &str) -> Result<usize, Error> {
    let number = shards(plan)?;
    match number <= most {
        true => Ok(number),
        false => Err(Error::Usage(format!(
            "the plan `{}` has {number} shards, and {service} starts {most} jobs at most\nhelp: make the plan with \
             `--shards {most}` or less",
            plan.display()
        ))),
    }
}
