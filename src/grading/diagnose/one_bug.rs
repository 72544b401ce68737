//! Whether one bug of a reference predicts all that a submission did. Nothing is run for it, and it takes little time.

use std::cell::LazyCell;

use super::evidence::Evidence;
use super::{Examiner, Hypothesis, taken};
use crate::explore::GenerationContext;
use crate::plan::Plan;
use crate::spec::ReferenceSource;
use crate::trace::Observed;

/// Returns the scenarios that were lost, by the indexes of their jobs, if one bug predicts all that the submission did in
/// the jobs of a plan. Another bug may do the same there, so this says that there is one mistake, and not which.
pub fn lost_for_one_bug(plan: &Plan, observed: &[Option<&Observed>]) -> Option<Vec<usize>> {
    let Some(ReferenceSource::BuiltIn(reference)) = &plan.spec.reference else { return None };
    let recorded = taken(observed)?;
    let context = GenerationContext::new(plan.spec, *reference);
    let examiner = Examiner::new(&context, plan);
    let lost = examiner.lost(&recorded);
    let is_lost = |job: usize| lost.contains(&job);
    let evidence = |wanted: &dyn Fn(usize) -> bool| {
        let jobs = recorded.iter().copied().enumerate();
        examiner.evidence(&Vec::from_iter(jobs.map(|(job, recorded)| recorded.filter(|_| wanted(job)))))
    };
    // Where points were lost, most bugs predict something else, and that is seen in a short scenario too.
    let mut first = evidence(&is_lost);
    first.sort_by_key(Evidence::length);
    let others = LazyCell::new(|| evidence(&|job| !is_lost(job)));
    let search = examiner.search();
    let plain = |reading| Hypothesis { reading, ..Hypothesis::default() };
    let fits = |reading: usize| {
        let mut supposed = search.bugs.iter().map(|bug| plain(reading).with_bug(bug));
        supposed.any(|one| search.explains(&one, &first) && search.explains(&one, &others))
    };
    // Another reading is supposed only of a program that follows it where it makes a difference.
    let explains = |reading, one: &Evidence| search.explains(&plain(reading), std::slice::from_ref(one));
    let follows = |reading: &usize| others.iter().any(|one| !explains(0, one) && explains(*reading, one));
    (fits(0) || (1..search.predictor.readings()).filter(follows).any(fits)).then_some(lost)
}
