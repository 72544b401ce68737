//! The options that say what is asked of submissions, which `grade` and `plan` share.

use std::path::PathBuf;

use super::Error;
use super::class::marks::{self, Given};
use crate::plan::Plan;
use crate::spec::Spec;
use crate::submission::Submission;

#[derive(Debug, clap::Args)]
#[group(id = "asked", multiple = true)]
pub(super) struct Args {
    /// Grade only scenarios whose `group/scenario` contains this; `*` stands for anything
    #[arg(long, value_name = "PATTERN")]
    pub(super) only: Option<String>,
    /// Run every scenario this number of times, and say which do not always do the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) repeat: u8,
    /// Points that were given by hand: a CSV file such as grades.csv, with the columns of manual items filled in
    #[arg(long, value_name = "FILE")]
    marks: Option<PathBuf>,
    /// Also name the mistakes of each submission, as far as its results tell them; instructors see them in results.json
    #[arg(long)]
    diagnose: bool,
    /// With --diagnose: give students this number of hints about each mistake
    #[arg(long, value_name = "N", default_value_t = 1, requires = "diagnose",
          value_parser = clap::value_parser!(u8).range(0..=3))]
    hints: u8,
    /// Also compare the class with the results in this folder, of an earlier year or attempt; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(super) history: Vec<PathBuf>,
}

impl Args {
    /// Makes sure that what is asked can be done with a spec.
    pub(super) fn fit(&self, spec: &Spec) -> Result<(), Error> {
        if self.diagnose && !spec.has_named_bugs() {
            let help =
                "help: grade without `--diagnose`; `yardstick diagnose` tries mutants of a Python reference";
            return Err(Error::Usage(format!(
                "`--diagnose` needs a built-in reference with named bugs\n{help}"
            )));
        }
        Ok(())
    }

    /// Reads the points that were given by hand to the submissions of a class.
    pub(super) fn marks(&self, plan: &Plan, class: &[Submission]) -> Result<Given, Error> {
        self.marks.as_deref().map_or_else(|| Ok(Given::default()), |file| marks::read(file, plan, class))
    }

    /// The number of hints about each mistake, if submissions are to be diagnosed.
    pub(super) fn hints(&self) -> Option<u8> {
        self.diagnose.then_some(self.hints)
    }
}
