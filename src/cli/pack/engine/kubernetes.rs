//! Kubernetes.

use std::path::PathBuf;

use super::template::{Quoting, Value, fill};
use super::{Memory, Processors, shards, text, write_new};
use crate::cli::{Error, Status};

#[derive(Debug, clap::Args)]
pub(crate) struct Kubernetes {
    /// The folder that `yardstick plan` has written
    #[arg(long, value_name = "PLAN")]
    plan: PathBuf,
    /// An image of a container with yardstick, and with what the plan was made with
    #[arg(long, value_name = "IMAGE")]
    image: String,
    /// The claim of a volume to which many nodes may write
    #[arg(long, value_name = "NAME", default_value = "course")]
    claim: String,
    /// The place of the plan in the volume
    #[arg(long, value_name = "PATH", default_value = "plan")]
    plan_in_volume: PathBuf,
    #[command(flatten)]
    processors: Processors,
    #[command(flatten)]
    memory: Memory,
    /// How many shards are graded at the same time, at most
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    parallelism: u32,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "grade-kubernetes.yaml")]
    out: PathBuf,
}

/// Where the volume is mounted.
const VOLUME: &str = "/course";

pub(crate) fn kubernetes(args: &Kubernetes) -> Result<Status, Error> {
    let in_volume = |path: &str| Value::Text(format!("{VOLUME}/{path}"));
    let values = [
        ("SHARDS", Value::Plain(shards(&args.plan)?.to_string())),
        ("PARALLELISM", Value::Plain(args.parallelism.to_string())),
        ("IMAGE", Value::Text(args.image.clone())),
        ("CLAIM", Value::Text(args.claim.clone())),
        ("PLAN", in_volume(&text(&args.plan_in_volume)?)),
        ("RESULTS", in_volume("yardstick-shards")),
        ("JOINED", in_volume("yardstick-results")),
        args.processors.value(),
        args.memory.value(),
    ];
    write_new(&args.out, &fill(include_str!("kubernetes.yaml"), Quoting::Json, &values), 0o666)?;
    anstream::println!("wrote `{0}`: `kubectl apply --filename {0}` grades the plan", args.out.display());
    Ok(Status::Done)
}
