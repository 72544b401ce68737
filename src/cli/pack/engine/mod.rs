//! `yardstick pack slurm` and the like: writes the script or manifest with which an engine grades a plan.
//!
//! Each engine has templates beside this file. What they do is in them, and nothing of it here.

mod ci;
mod cluster;
mod condor;
mod kubernetes;
mod template;

use std::path::Path;

pub(super) use self::ci::{Gitlab, gitlab, workflow};
pub(super) use self::cluster::{Cluster, Slurm, hyperqueue, parallel, slurm};
pub(super) use self::condor::{Condor, condor};
pub(super) use self::kubernetes::{Kubernetes, kubernetes};
use self::template::Value;
use crate::cli::Error;
use crate::engine::WorkPlan;
use crate::results::put_whole;

/// How many shards a plan has.
fn shards(plan: &Path) -> Result<usize, Error> {
    Ok(WorkPlan::read(plan)?.shards())
}

/// How many processors a shard gets.
#[derive(Debug, clap::Args)]
struct Processors {
    /// How many processors each shard gets: so many programs run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    cpus: u16,
}

/// How much memory a shard gets, where the engine gives it out.
#[derive(Debug, clap::Args)]
struct Memory {
    /// How much memory each shard gets, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(64..))]
    memory: u32,
}

impl Processors {
    fn value(&self) -> (&'static str, Value) {
        ("CPUS", Value::Plain(self.cpus.to_string()))
    }
}

impl Memory {
    fn value(&self) -> (&'static str, Value) {
        ("MEMORY", Value::Plain(self.memory.to_string()))
    }
}

/// A path as a text that can be written into scripts and manifests.
fn text(path: &Path) -> Result<String, Error> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c.is_control()));
    text.map(str::to_owned).ok_or_else(|| {
        Error::Usage(format!(
            "the path `{}` cannot be written into a script: it is not valid UTF-8, or has a control character in it\n\
             help: rename the folder, or name it by a symbolic link",
            path.display()
        ))
    })
}

/// A path that is the same on every machine: from the root.
fn absolute(path: &Path) -> Result<Value, Error> {
    let fail = |source| Error::File { path: path.to_owned(), source };
    text(&std::path::absolute(path).map_err(fail)?).map(Value::Text)
}

/// Writes a file that somebody may have changed since it was written the last time: an existing one is not replaced.
fn write_new(path: &Path, content: &str, mode: u32) -> Result<(), Error> {
    let fail = |source| Error::File { path: path.to_owned(), source };
    if path.exists() {
        return Err(fail(std::io::ErrorKind::AlreadyExists.into()));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    put_whole(path, content.as_bytes(), mode).map_err(fail)
}
