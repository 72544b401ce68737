//! Diagnosis: the smallest set of a reference's bugs and of wording slips that predicts all that a submission did.
//!
//! A hypothesis is found in the scenarios of the spec, and then tested like any other claim: it predicts generated
//! scenarios, and so do its rivals, and what the submission really does there decides. What is not certain is never told
//! as a fact. Only a reference knows what its bugs do; this module knows no assignment.

mod cells;
mod conclude;
mod evidence;
mod examine;
mod explained;
mod hypothesis;
mod induce;
mod one_bug;
mod oracle;
mod predict;
mod rivals;
mod search;
mod slip;
mod told;

use yardstick_reference::{Bug, Trial};

use crate::explore::GenerationContext;
use crate::plan::Plan;
use crate::spec::ReferenceSource;
use crate::trace::{Observed, Recorded};
use crate::untrusted::Untrusted;

use hypothesis::Hypothesis;
use oracle::Silent;

pub use examine::{Effort, Examiner};
pub use explained::explained;
pub use one_bug::lost_for_one_bug;
pub use oracle::Oracle;
pub use oracle::Sandboxed;
pub use slip::WordingSlip;

/// What is known about why a submission does what it does.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    hypothesis: Hypothesis,
    /// How well the mistakes are founded.
    pub confidence: Confidence,
    /// The mistakes, those that explain most scenarios first.
    pub mistakes: Vec<Mistake>,
    /// The lost scenarios of the spec that were looked into, by the indexes of their jobs.
    pub lost: Vec<usize>,
    /// Those of them that the mistakes do not explain.
    pub unexplained: Vec<usize>,
    /// The number of generated scenarios that were predicted, and were not used to find the mistakes.
    pub predicted: usize,
    /// The number of generated scenarios that were run.
    pub runs: usize,
    /// The shortest generated scenario that shows something unexplained.
    pub unknown: Option<Trial>,
}

/// Returns the diagnosis of a submission from what it did in the jobs of a plan, without running anything. It is never
/// sure. `None` if nothing can be told: the reference knows no bugs, or nothing was lost.
pub fn from_traces(plan: &Plan, observed: &[Option<&Observed>]) -> Option<Diagnosis> {
    let Some(ReferenceSource::BuiltIn(reference)) = &plan.spec.reference else { return None };
    let recorded = taken(observed).filter(|_| !reference.bugs().is_empty())?;
    let context = GenerationContext::new(plan.spec, *reference);
    match Examiner::new(&context, plan).examine(&recorded, &Silent, Effort::NO_RUNS) {
        Ok(Finding::Diagnosed(diagnosis)) => Some(*diagnosis),
        Ok(Finding::Unsteady | Finding::Nothing) | Err(_) => None,
    }
}

/// What was observed, if the submission always did the same.
fn taken<'o>(observed: &[Option<&'o Observed>]) -> Option<Vec<Option<&'o Recorded>>> {
    let is_flaky = observed.iter().flatten().any(|observed| observed.is_flaky());
    let recorded = || observed.iter().map(|one| one.map(|observed| &observed.recorded)).collect();
    (!is_flaky).then(recorded)
}

/// How well a diagnosis is founded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing is explained.
    Unknown,
    /// Some scenarios are predicted, and something else is not explained.
    LooksLike,
    /// Everything that is known is predicted.
    Likely,
    /// Everything that is known is predicted, with many generated scenarios, and nothing else predicts it as well.
    Sure,
}

impl Confidence {
    /// Returns the word for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::LooksLike => "looks like",
            Self::Likely => "likely",
            Self::Sure => "sure",
        }
    }
}

/// One mistake of a submission.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub what: What,
    /// The lost scenarios in which it shows, by the indexes of their jobs.
    pub explains: Vec<usize>,
    /// The shortest generated scenario that shows it, if one was looked for.
    pub shortest: Option<Trial>,
}

/// What is wrong in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A bug of the reference.
    Bug(&'static Bug),
    /// A wording slip.
    Slip {
        /// The slip.
        slip: WordingSlip,
        /// A text that is expected.
        right: Untrusted,
        /// The text that is printed instead; empty if there is none.
        wrong: Untrusted,
    },
}

/// The result of an examination.
#[derive(Clone, Debug)]
pub enum Finding {
    /// There is a diagnosis.
    Diagnosed(Box<Diagnosis>),
    /// The submission does not always do the same, so nothing can be predicted.
    Unsteady,
    /// Nothing that can be looked into was lost, and no generated scenario differs.
    Nothing,
}
