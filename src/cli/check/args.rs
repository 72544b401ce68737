//! The arguments of `yardstick check`.

use std::path::PathBuf;

use crate::cli::Error;
use crate::cli::formats::{self, Formats, Layout};
use crate::cli::isolation;
use crate::spec::Spec;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    pub(super) spec: String,
    /// The submission: a folder, a zip file or a file
    #[arg(default_value = ".")]
    pub(super) path: PathBuf,
    /// Check only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    pub(super) only: Option<String>,
    /// Run every scenario this number of times, and say which do not always do the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) repeat: u8,
    /// Show every lost scenario by itself, also those that were lost for the same cause
    #[arg(long)]
    pub(super) all: bool,
    /// Say everything in whole sentences, for screen readers: short for `--format plain`
    #[arg(long)]
    plain: bool,
    /// Give this number of hints about each mistake that is known: a question, where to look, and what is wrong there
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub(super) hints: u8,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(short, long)]
    watch: bool,
    #[command(flatten)]
    formats: formats::Args,
    #[command(flatten)]
    pub(super) isolation: isolation::Args,
}

impl Args {
    /// Whether to check again after each change, until Ctrl-C.
    pub(in crate::cli) fn watches(&self) -> bool {
        self.watch
    }

    /// Whether at least one format goes to a file.
    pub(super) fn write_files(&self) -> bool {
        self.formats.write_files()
    }

    /// The formats that were chosen; the page of the submission is printed if none was.
    pub(super) fn formats(&self) -> Result<Formats, Error> {
        self.formats.chosen(if self.plain { Layout::Plain } else { Layout::Feedback })
    }

    /// The spec without its due date: the student has not handed in yet.
    pub(super) fn spec(&self) -> Result<Spec, Error> {
        let mut spec = Spec::load(&self.spec)?;
        spec.late.due = None;
        Ok(spec)
    }
}
