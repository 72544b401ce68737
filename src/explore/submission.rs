//! Tries generated scenarios on one submission, confirms the disagreements with the reference, and shortens them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::disagreement::{Disagreement, Sign, complaint, needed};
use super::end_of_input::until_end_of_input;
use super::{Generated, GenerationContext, OpenInput, SHRINKING_RUNS, generate, shrink};
use crate::compare::Judgement;
use crate::plan::{Job, Plan};
use crate::run::{Fault, Ready};
use crate::spec::Scenario;
use crate::trace::Recorded;

/// How often a disagreement is tested again alone before it is trusted.
const CONFIRMATIONS: usize = 3;

/// The disagreements of a submission.
#[derive(Debug)]
pub(crate) struct Exploration {
    /// The number of generated scenarios.
    pub generated: usize,
    /// The number of them that show a disagreement.
    pub disagreeing: usize,
    /// One disagreement of each sign, those with the most scenarios first.
    pub disagreements: Vec<Disagreement>,
    /// The number of disagreements that were not confirmed: the program does not always behave the same.
    pub unsteady: usize,
    /// The number of signs that were not examined, because there were more than asked for.
    pub left_out: usize,
}

/// Tries `count` generated scenarios on a submission, and examines the first `most` signs.
///
/// # Errors
///
/// When something of ours fails.
pub(crate) fn explore(
    context: &GenerationContext,
    ready: &Ready,
    seed: u64,
    count: usize,
    most: usize,
) -> Result<Exploration, Fault> {
    let all = generate(context.reference, seed, count, OpenInput::LeftOut);
    let tested: Vec<Generated> = all.into_iter().filter(|it| context.is_tested(it.subject)).collect();
    let found = ask(context, ready, &tested)?;
    let mut by_sign = BTreeMap::<Sign, Vec<usize>>::new();
    for (index, disagreement) in found.iter().enumerate() {
        if let Some(disagreement) = disagreement {
            by_sign.entry(disagreement.sign.clone()).or_default().push(index);
        }
    }
    let mut signs: Vec<(Sign, Vec<usize>)> = by_sign.into_iter().collect();
    signs.sort_by_key(|(_, shown_by)| (std::cmp::Reverse(shown_by.len()), shown_by[0]));
    let left_out = signs.len().saturating_sub(most);
    signs.truncate(most);
    let disagreeing = found.iter().flatten().count();
    let mut exploration = Exploration {
        generated: tested.len(),
        disagreeing,
        disagreements: Vec::new(),
        unsteady: 0,
        left_out,
    };
    let least = |index: &&usize| (tested[**index].tokens.len(), **index);
    let looked_into = signs.par_iter().map(|(sign, shown_by)| {
        let shortest = shown_by.iter().min_by_key(least).expect("a sign is shown by something");
        look_into(context, ready, &tested[*shortest], sign)
    });
    let looked_into: Vec<Option<(Generated, Judgement)>> = looked_into.collect::<Result<_, Fault>>()?;
    for ((_, shown_by), found) in signs.into_iter().zip(looked_into) {
        match found {
            None => exploration.unsteady += 1,
            Some((generated, judgement)) => {
                let known = exploration.disagreements.iter_mut().find(|known| known.generated == generated);
                match known {
                    Some(known) => known.count += shown_by.len(),
                    None => exploration.disagreements.push(Disagreement {
                        generated,
                        judgement,
                        count: shown_by.len(),
                    }),
                }
            }
        }
    }
    Ok(exploration)
}

/// The disagreement of a submission in one scenario.
struct ScenarioDisagreement {
    sign: Sign,
    judgement: Judgement,
    /// The number of tokens after which it shows.
    needed: usize,
}

/// Runs generated scenarios on a submission, and returns the disagreement in each. There is none in a scenario in which
/// the assignment leaves the behaviour open.
fn ask(
    context: &GenerationContext,
    ready: &Ready,
    all: &[Generated],
) -> Result<Vec<Option<ScenarioDisagreement>>, Fault> {
    let observed = observe(context, ready, all)?.into_iter();
    let disagreement = |(generated, recorded): (&Generated, Option<Recorded>)| {
        let task = context.task(generated);
        let expected = context.expected(&task)?;
        let recorded = until_end_of_input(recorded?, &expected, &context.spec.limits);
        complaint(context, &expected, &recorded).map(|judgement| ScenarioDisagreement {
            sign: Sign::of(generated.subject, &judgement, &recorded),
            needed: needed(context, generated, &expected, &recorded),
            judgement,
        })
    };
    Ok(all.iter().zip(observed).map(disagreement).collect())
}

/// Runs generated scenarios on a submission, and returns what it did in each; `None` where the assignment leaves the
/// behaviour open.
///
/// # Errors
///
/// When something of ours fails.
pub(crate) fn observe(
    context: &GenerationContext,
    ready: &Ready,
    all: &[Generated],
) -> Result<Vec<Option<Recorded>>, Fault> {
    let scenarios: Vec<Scenario> = all.iter().map(|generated| context.scenario(generated)).collect();
    let mut jobs = Vec::new();
    let mut places = Vec::new();
    for (place, scenario) in scenarios.iter().enumerate() {
        if let Some(expected) = context.expected(&scenario.task) {
            let group = context.group(all[place].subject).unwrap_or_default();
            jobs.push(Job::new(context.spec, group, scenario, expected));
            places.push(place);
        }
    }
    let plan = Plan::of_jobs(context.spec, jobs);
    let mut found: Vec<Option<Recorded>> = all.iter().map(|_| None).collect();
    for (place, observed) in places.into_iter().zip(ready.observe(&plan)) {
        found[place] = Some(observed?.recorded);
    }
    Ok(found)
}

/// Confirms a disagreement and shortens it; `None` if it is not confirmed.
fn look_into(
    context: &GenerationContext,
    ready: &Ready,
    generated: &Generated,
    sign: &Sign,
) -> Result<Option<(Generated, Judgement)>, Fault> {
    let again: Vec<Option<ScenarioDisagreement>> =
        ask(context, ready, &vec![generated.clone(); CONFIRMATIONS])?;
    if !again.iter().all(|one| one.as_ref().is_some_and(|one| one.sign == *sign)) {
        return Ok(None);
    }
    let subject = context.reference.subjects()[generated.subject];
    let mut fault = None;
    let shrunk = shrink(subject, &generated.tokens, SHRINKING_RUNS, |tokens| {
        if subject.is_open(tokens) || fault.is_some() {
            return None;
        }
        let shorter = Generated { tokens: tokens.to_vec(), ..generated.clone() };
        match ask(context, ready, &[shorter]) {
            Ok(mut found) => found.remove(0).filter(|one| one.sign == *sign).map(|one| one.needed),
            Err(of_ours) => {
                fault = Some(of_ours);
                None
            }
        }
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    let shortest = Generated { tokens: shrunk.tokens, ..generated.clone() };
    let shown = ask(context, ready, std::slice::from_ref(&shortest))?.remove(0);
    Ok(match shown {
        Some(answer) => Some((shortest, answer.judgement)),
        // The tokens that were cut off were needed.
        None => again.into_iter().flatten().next().map(|answer| (generated.clone(), answer.judgement)),
    })
}
