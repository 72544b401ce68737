//! Computes a report again from the manifest and the traces. Nothing is run.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::manifest::Listed;
use super::{Error, ResultsFolder};
use crate::compare::is_right_but_for_output;
use crate::plan::{Expected, Plan, ReferenceRunner};
use crate::report::{Detail, Graded, Grading, Report, View};
use crate::run::{Fault, Known, Outcome, Recalled};
use crate::spec::Spec;
use crate::submission::{Arrival, WhichCounts, have_order};
use crate::trace::{Recorded, Sources, Store};
use crate::untrusted::Untrusted;

/// A report that follows from the manifest and the traces.
#[derive(Debug)]
pub struct Recomputed {
    /// The report.
    pub report: Report,
    /// The names of scenarios for which traces are missing, each with the number of submissions that would have to be
    /// run.
    pub missing: Vec<(String, usize)>,
    /// The names of submissions for which traces are missing.
    pub lost: Vec<Untrusted>,
}

/// Computes the report of the submissions of a folder, judged by a spec, with what people decided about them.
///
/// # Errors
///
/// When the spec has no plan, or its reference would have to be run.
pub fn recompute(folder: &ResultsFolder, spec: Spec, store: &Store) -> Result<Recomputed, Error> {
    recompute_for(View::of_all(Detail::of_pages(folder.manifest().html)), folder, spec, store)
}

/// Computes the results of one submission, in every detail.
///
/// # Errors
///
/// As those of [`recompute`], and when there is no such submission.
pub(crate) fn recompute_one(folder: &ResultsFolder, store: &Store, place: usize) -> Result<Graded, Error> {
    let manifest = folder.manifest();
    let spec = as_decided(folder, manifest.spec.spec()?)?;
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store }, &spec, manifest.only.as_deref())?;
    let grading =
        Grading::begin(&plan, manifest.marks(), manifest.isolation, View::of_all(Detail::of_pages(true)))
            .deciding(folder.decided().clone())
            .diagnosing(manifest.hints);
    let (_, listed) = manifest.own().nth(place).ok_or_else(|| Error::NoSubmission {
        folder: folder.path().to_path_buf(),
        name: format!("number {}", place + 1),
        meant: None,
    })?;
    Ok(recalled(&grading, &plan, folder, store, listed).0)
}

/// Returns what submissions printed: for each place and some of its scenarios, the standard output in each of these; nothing where
/// more than the output was wrong, as nobody gains by accepting that.
///
/// # Errors
///
/// As those of [`recompute`].
pub(crate) fn outputs_of(
    folder: &ResultsFolder,
    store: &Store,
    asked: &[(usize, &[usize])],
) -> Result<Vec<Vec<Option<Vec<u8>>>>, Error> {
    let manifest = folder.manifest();
    let spec = as_decided(folder, manifest.spec.spec()?)?;
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store }, &spec, manifest.only.as_deref())?;
    let listed: Vec<&Listed> = manifest.own().map(|(_, listed)| listed).collect();
    let of = |(place, scenarios): &(usize, &[usize])| {
        let known = known(&plan, folder, store, listed[*place]);
        let of_job = |scenario: &usize| {
            let job = plan.jobs.get(*scenario)?;
            let recorded = known.as_ref()?.observed(job)?.recorded;
            let (Expected::Run(_, expected), Recorded::Run(trace)) = (&job.expected, recorded) else {
                return None;
            };
            is_right_but_for_output(expected, &trace, plan.limits(job)).then_some(trace.stdout)
        };
        scenarios.iter().map(of_job).collect()
    };
    Ok(asked.par_iter().map(of).collect())
}

/// The spec, with what people decided about it.
fn as_decided(folder: &ResultsFolder, spec: Spec) -> Result<Spec, Error> {
    let mut spec = folder.decided().amended(spec)?;
    let manifest = folder.manifest();
    spec.late.heed(manifest.due.as_ref());
    spec.reveal(manifest.latest.as_ref().max(folder.decided().latest()), folder.moment());
    Ok(spec)
}

/// Makes sure that the folder tells which hand-in counts by a rule.
fn can_choose(folder: &ResultsFolder, rule: WhichCounts) -> Result<(), Error> {
    let manifest = folder.manifest();
    let mut series = BTreeMap::<&Untrusted, Vec<Option<Arrival>>>::new();
    for listed in &manifest.submissions {
        if let Some(one_of) = &listed.one_of {
            series.entry(&one_of.series).or_default().push(listed.arrival);
        }
    }
    if rule.needs_all() && series.is_empty() && !manifest.spec.spec()?.which_counts.needs_all() {
        return Err(Error::OnlyLatest { folder: folder.path().to_path_buf(), rule });
    }
    match series.into_iter().find(|(_, arrivals)| rule.needs_times() && !have_order(arrivals)) {
        Some((series, _)) => Err(Error::NoOrder { series: series.clone(), rule }),
        None => Ok(()),
    }
}

/// What is known of a submission, if it was graded.
fn known<'a>(
    plan: &'a Plan<'a>,
    folder: &ResultsFolder,
    store: &'a Store,
    listed: &Listed,
) -> Option<Known<'a>> {
    let manifest = folder.manifest();
    Some(Known::of(plan, store, listed.record(store)?, manifest.isolation.level, manifest.repeat))
}

/// Judges what is known of a submission. The second value are the jobs of which nothing is known.
fn recalled(
    grading: &Grading,
    plan: &Plan,
    folder: &ResultsFolder,
    store: &Store,
    listed: &Listed,
) -> (Graded, Vec<usize>) {
    let not_graded = || Recalled {
        outcome: Outcome::Fault(Fault("it was not graded".into())),
        sources: Sources::default(),
        missing: (0..plan.jobs.len()).collect(),
    };
    let recalled = known(plan, folder, store, listed).map_or_else(not_graded, |known| known.recall());
    let submission = listed.submission(listed.path.clone());
    (grading.keep(&submission, &recalled.sources, &recalled.outcome), recalled.missing)
}

/// Computes the same for another view.
///
/// # Errors
///
/// As those of [`recompute`].
pub(crate) fn recompute_for(
    view: View,
    folder: &ResultsFolder,
    spec: Spec,
    store: &Store,
) -> Result<Recomputed, Error> {
    let (manifest, spec) = (folder.manifest(), as_decided(folder, spec)?);
    can_choose(folder, spec.which_counts)?;
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store }, &spec, manifest.only.as_deref())?;
    let grading = Grading::begin(&plan, manifest.marks(), manifest.isolation, view)
        .deciding(folder.decided().clone())
        .diagnosing(manifest.hints)
        .comparing(manifest.history.clone());
    let own: Vec<&Listed> = manifest.own().map(|(_, listed)| listed).collect();
    let recalled: Vec<(Graded, Vec<usize>)> =
        own.par_iter().map(|listed| recalled(&grading, &plan, folder, store, listed)).collect();
    let mut missing = vec![0; plan.jobs.len()];
    recalled.iter().flat_map(|(_, jobs)| jobs).for_each(|job| missing[*job] += 1);
    let is_lost = |(graded, jobs): &(Graded, Vec<usize>)| (!jobs.is_empty()).then(|| graded.name.clone());
    let lost = recalled.iter().filter_map(is_lost).collect();
    let report = grading.finish(recalled.into_iter().map(|(graded, _)| graded).collect());
    let names = plan.jobs.iter().map(|job| plan.full_name(job));
    let missing = names.zip(missing).filter(|(_, count)| *count > 0).collect();
    Ok(Recomputed { report, missing, lost })
}
