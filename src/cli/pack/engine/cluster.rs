//! Engines whose machines share a file system with this one: Slurm, HyperQueue, GNU parallel.

use std::path::{Path, PathBuf};

use super::template::{Quoting, Value, fill};
use super::{Memory, Processors, absolute, shards, write_new};
use crate::cli::shell_word::shell_word;
use crate::cli::{Error, Status};

#[derive(Debug, clap::Args)]
pub(crate) struct Cluster {
    /// The folder that `yardstick plan` has written
    #[arg(long, value_name = "PLAN")]
    pub(super) plan: PathBuf,
    /// The folder in which shards leave their results
    #[arg(long, value_name = "DIR", default_value = "yardstick-shards")]
    results: PathBuf,
    /// The folder for the joined results
    #[arg(long, value_name = "DIR", default_value = "yardstick-results")]
    joined: PathBuf,
    /// The yardstick that the machines run, if not this one
    #[arg(long, value_name = "FILE")]
    executable: Option<PathBuf>,
    #[command(flatten)]
    processors: Processors,
    /// The file or, for Slurm, the folder to write
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Slurm {
    #[command(flatten)]
    cluster: Cluster,
    #[command(flatten)]
    memory: Memory,
    /// How long a job may take, in minutes; what is not done by then is done by the next one
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(3..))]
    minutes: u32,
}

impl Cluster {
    /// What all of these engines are told. Paths begin at the root: jobs start in other folders.
    pub(super) fn values(&self) -> Result<Vec<(&'static str, Value)>, Error> {
        // A plan that cannot be read should be refused here, and not on every machine.
        shards(&self.plan)?;
        let executable = match &self.executable {
            Some(path) => path.clone(),
            None => std::env::current_exe().map_err(|error| {
                Error::Usage(format!(
                    "cannot tell where this yardstick lies: {error}\nhelp: `--executable FILE`"
                ))
            })?,
        };
        Ok(vec![
            ("YARDSTICK", absolute(&executable)?),
            ("PLAN", absolute(&self.plan)?),
            ("RESULTS", absolute(&self.results)?),
            ("JOINED", absolute(&self.joined)?),
            self.processors.value(),
        ])
    }

    pub(super) fn out(&self, default: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from(default))
    }
}

/// The largest array of jobs in a cluster whose configuration says nothing of it (`MaxArraySize`, slurm.conf(5)).
const SLURM_ARRAY: usize = 1000;

pub(crate) fn slurm(args: &Slurm) -> Result<Status, Error> {
    let folder = args.cluster.out("slurm");
    let mut values = args.cluster.values()?;
    values.extend([
        ("HERE", absolute(&folder)?),
        ("MINUTES", Value::Plain(args.minutes.to_string())),
        args.memory.value(),
    ]);
    let of = |template| fill(template, Quoting::Shell, &values);
    let submit = folder.join("submit.sh");
    write_new(&submit, &of(include_str!("slurm/submit.sh")), 0o777)?;
    write_new(&folder.join("grade.sbatch"), &of(include_str!("slurm/grade.sbatch")), 0o777)?;
    let number = shards(&args.cluster.plan)?;
    if number > SLURM_ARRAY {
        anstream::eprintln!(
            "warning: the plan has {number} shards, and many clusters take no array of more than {SLURM_ARRAY} jobs \
             (`scontrol show config | grep MaxArraySize`)\nhelp: make the plan with fewer shards"
        );
    }
    told("bash", &submit);
    Ok(Status::Done)
}

pub(crate) fn parallel(args: &Cluster) -> Result<Status, Error> {
    let file = args.out("grade-parallel.sh");
    write_new(&file, &fill(include_str!("parallel.sh"), Quoting::Shell, &args.values()?), 0o777)?;
    told("bash", &file);
    Ok(Status::Done)
}

pub(crate) fn hyperqueue(args: &Cluster) -> Result<Status, Error> {
    let file = args.out("grade-hyperqueue.py");
    let mut values = args.values()?;
    values.push(("LOGS", absolute(&file.with_extension("logs"))?));
    write_new(&file, &fill(include_str!("hyperqueue.py.in"), Quoting::Json, &values), 0o777)?;
    told("python3", &file);
    Ok(Status::Done)
}

/// Says what was written, and how it is started.
fn told(program: &str, file: &Path) {
    let word = shell_word(&file.display().to_string());
    anstream::println!("wrote `{}`: `{program} {word}` grades what is missing", file.display());
}
