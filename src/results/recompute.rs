//! Computes a report again from what was kept. Nothing is run.

use super::{Error, Manifest};
use crate::plan::{Means, Plan};
use crate::report::{Graded, Report};
use crate::run::{Fault, Outcome, recall};
use crate::spec::Spec;
use crate::trace::Store;

/// A report that follows from what was kept.
#[derive(Debug)]
pub struct Recomputed {
    /// It.
    pub report: Report,
    /// Scenarios of which it is not known what came of them, by name, each with how many submissions would have
    /// to be run.
    pub missing: Vec<(String, usize)>,
}

/// The report of the submissions of a manifest, judged by some spec.
///
/// # Errors
///
/// When the spec has no plan, or its reference would have to be run.
pub fn recompute(manifest: &Manifest, mut spec: Spec, store: &Store) -> Result<Recomputed, Error> {
    if manifest.due.is_some() {
        spec.late.due.clone_from(&manifest.due);
    }
    let plan = Plan::new(&Means { sandbox: None, store }, &spec, manifest.only.as_deref())?;
    let marks = manifest.marks();
    let mut missing = vec![0; plan.jobs.len()];
    let graded = manifest.own().map(|(_, listed)| {
        let record = store.record(Some(&listed.name)).filter(|record| listed.files == Some(record.files));
        let outcome = match record {
            Some(record) => {
                let recalled = recall(&plan, manifest.isolation.level, store, record);
                recalled.missing.into_iter().for_each(|job| missing[job] += 1);
                recalled.outcome
            }
            None => {
                missing.iter_mut().for_each(|count| *count += 1);
                Outcome::Fault(Fault("it was not graded".to_owned()))
            }
        };
        let mut graded = Graded::new(&plan, &marks, &listed.submission(listed.path.clone()), &outcome);
        if manifest.html {
            graded.lay_side_by_side(&plan, &outcome);
        }
        graded
    });
    let report = Report::new(&plan, manifest.isolation, graded.collect());
    let names = plan.jobs.iter().map(|job| plan.full_name(job));
    let missing = names.zip(missing).filter(|(_, count)| *count > 0).collect();
    Ok(Recomputed { report, missing })
}
