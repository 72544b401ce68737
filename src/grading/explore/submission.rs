//! Tries generated scenarios on one submission, confirms the disagreements with the reference, and shortens them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::disagreement::{Disagreement, Sign, complaint, needed};
use super::ground::Ground;
use super::shrink_together::shrink_together;
use super::{Generated, SHRINKING_RUNS, shrink};
use crate::compare::Judgement;
use crate::plan::{Expected, Job, Plan};
use crate::run::{Fault, Ready};
use crate::spec::{Scenario, Task};
use crate::trace::Recorded;

/// How often a disagreement is tested again alone before it is trusted.
const CONFIRMATIONS: usize = 3;

/// The disagreements of a submission.
#[derive(Debug)]
pub struct Exploration {
    /// The number of scenarios that were tried.
    pub generated: usize,
    /// The number of them that show a disagreement.
    pub disagreeing: usize,
    /// The number of those that may be no fair scenarios.
    pub doubtful: usize,
    /// One disagreement of each sign, those with the most scenarios first.
    pub disagreements: Vec<Disagreement>,
    /// The number of disagreements that were not confirmed: the program does not always behave the same.
    pub unsteady: usize,
    /// The number of signs that were not examined, because there were more than asked for.
    pub left_out: usize,
}

/// Tries generated scenarios on a submission, and examines the first `most` signs.
///
/// # Errors
///
/// When something of ours fails.
pub fn explore(
    ground: &dyn Ground,
    ready: &Ready,
    tested: &[Generated],
    most: usize,
) -> Result<Exploration, Fault> {
    let found = ask(ground, ready, tested)?;
    let mut by_sign = BTreeMap::<Sign, Vec<usize>>::new();
    for (index, disagreement) in found.iter().enumerate() {
        if let Some(disagreement) = disagreement {
            by_sign.entry(disagreement.sign.clone()).or_default().push(index);
        }
    }
    let mut signs: Vec<(Sign, Vec<usize>)> = by_sign.into_iter().collect();
    // What may be no fair scenario is shown only if nothing else shows the same, and last.
    let is_doubtful = |index: usize| ground.unusual(&tested[index]).is_some();
    let all_doubtful = |shown_by: &[usize]| shown_by.iter().all(|&index| is_doubtful(index));
    signs.sort_by_key(|(_, shown_by)| {
        (all_doubtful(shown_by), std::cmp::Reverse(shown_by.len()), shown_by[0])
    });
    let left_out = signs.len().saturating_sub(most);
    signs.truncate(most);
    let disagreeing = found.iter().flatten().count();
    let doubtful = (0..found.len()).filter(|&index| found[index].is_some() && is_doubtful(index)).count();
    let mut exploration = Exploration {
        generated: tested.len(),
        disagreeing,
        doubtful,
        disagreements: Vec::new(),
        unsteady: 0,
        left_out,
    };
    let least = |index: &&usize| (is_doubtful(**index), tested[**index].tokens.len(), **index);
    let looked_into = signs.par_iter().map(|(sign, shown_by)| {
        let shortest = shown_by.iter().min_by_key(least).expect("a sign is shown by something");
        look_into(ground, ready, &tested[*shortest], sign)
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
    ground: &dyn Ground,
    ready: &Ready,
    all: &[Generated],
) -> Result<Vec<Option<ScenarioDisagreement>>, Fault> {
    let tasks: Vec<Task> = all.iter().map(|generated| ground.task(generated)).collect();
    let expected = ground.expected(all, &tasks)?;
    let observed = observe(ground, ready, all)?.into_iter();
    let disagreement =
        |((generated, expected), recorded): ((&Generated, Option<Expected>), Option<Recorded>)| {
            let (expected, recorded) = (expected?, recorded?);
            let recorded = ground.counted(generated.subject, recorded, &expected);
            complaint(ground, &expected, &recorded).map(|judgement| ScenarioDisagreement {
                sign: Sign::of(generated.subject, &judgement, &recorded),
                needed: needed(ground, generated, &expected, &recorded),
                judgement,
            })
        };
    Ok(all.iter().zip(expected).zip(observed).map(disagreement).collect())
}

/// Runs generated scenarios on a submission, and returns what it did in each; `None` where the assignment leaves the
/// behaviour open.
///
/// # Errors
///
/// When something of ours fails.
pub fn observe(
    ground: &dyn Ground,
    ready: &Ready,
    all: &[Generated],
) -> Result<Vec<Option<Recorded>>, Fault> {
    let scenarios: Vec<Scenario> = all.iter().map(|generated| ground.scenario(generated)).collect();
    let tasks: Vec<Task> = all.iter().map(|generated| ground.task(generated)).collect();
    let mut jobs = Vec::new();
    let mut places = Vec::new();
    for (place, expected) in ground.expected(all, &tasks)?.into_iter().enumerate() {
        if let Some(expected) = expected {
            let group = ground.group(all[place].subject).unwrap_or_default();
            jobs.push(Job::new(ground.spec(), group, &scenarios[place], expected));
            places.push(place);
        }
    }
    let plan = Plan::of_jobs(ground.spec(), jobs);
    let mut found: Vec<Option<Recorded>> = all.iter().map(|_| None).collect();
    for (place, observed) in places.into_iter().zip(ready.observe(&plan)) {
        found[place] = Some(observed?.recorded);
    }
    Ok(found)
}

/// Confirms a disagreement and shortens it; `None` if it is not confirmed.
fn look_into(
    ground: &dyn Ground,
    ready: &Ready,
    generated: &Generated,
    sign: &Sign,
) -> Result<Option<(Generated, Judgement)>, Fault> {
    let again: Vec<Option<ScenarioDisagreement>> =
        ask(ground, ready, &vec![generated.clone(); CONFIRMATIONS])?;
    if !again.iter().all(|one| one.as_ref().is_some_and(|one| one.sign == *sign)) {
        return Ok(None);
    }
    let subject = ground.subject(generated.subject);
    let with = |tokens: &[usize]| Generated { tokens: tokens.to_vec(), ..generated.clone() };
    // What is shortened stays as fair as it was.
    let is_fair =
        |shorter: &Generated| ground.unusual(generated).is_some() || ground.unusual(shorter).is_none();
    let tokens = if ground.is_slow(generated.subject) {
        let shrunk = shrink_together(ground, generated, |all| -> Result<Vec<bool>, Fault> {
            let found = ask(ground, ready, all)?.into_iter();
            let shows = found.map(|one| one.is_some_and(|one| one.sign == *sign));
            Ok(shows.zip(all).map(|(shows, shorter)| shows && is_fair(shorter)).collect())
        })?;
        shrunk.tokens
    } else {
        let mut fault = None;
        let shrunk = shrink(subject, &generated.tokens, SHRINKING_RUNS, |tokens| {
            if subject.is_open(tokens) || fault.is_some() || !is_fair(&with(tokens)) {
                return None;
            }
            match ask(ground, ready, &[with(tokens)]) {
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
        shrunk.tokens
    };
    let shortest = with(&tokens);
    let shown = ask(ground, ready, std::slice::from_ref(&shortest))?.remove(0);
    Ok(match shown {
        Some(answer) => Some((shortest, answer.judgement)),
        // The tokens that were cut off were needed.
        None => again.into_iter().flatten().next().map(|answer| (generated.clone(), answer.judgement)),
    })
}
