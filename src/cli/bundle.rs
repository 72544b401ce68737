//! `yardstick bundle`: writes one file that proves one mark.

use std::path::PathBuf;

use super::{Error, Status};
use crate::report::Visible;
use crate::results;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name of the submission, as in the report
    submission: String,
    /// The results folder
    #[arg(short, long, value_name = "DIR", default_value = "yardstick-results")]
    results: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "yardstick-bundle.zip")]
    out: PathBuf,
}

pub(super) fn bundle(args: &Args) -> Result<Status, Error> {
    let bundled = results::bundle(&args.results, &args.submission, &args.out)?;
    let name = Visible::new(&args.submission);
    let files = if bundled.with_files { "files, " } else { "" };
    anstream::println!(
        "`{}` holds the {files}spec and traces of {name}, and what follows.",
        args.out.display()
    );
    if !bundled.with_files {
        anstream::println!(
            "The files are not in it: they are no longer what was graded, or no longer there."
        );
    }
    anstream::println!("`yardstick verify {}` computes the mark again.", args.out.display());
    Ok(Status::Done)
}
