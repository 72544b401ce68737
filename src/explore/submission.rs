//! Generated scenarios on one submission: what it does otherwise than the reference, confirmed and made short.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::disagreement::{Disagreement, Sign, complaint, needed};
use super::end_of_input::until_end_of_input;
use super::{Generated, Ground, OpenInput, SHRINKING_RUNS, generate, shrink};
use crate::compare::Judgement;
use crate::plan::{Job, Plan};
use crate::run::{Fault, Ready};
use crate::spec::Scenario;
use crate::trace::Recorded;

/// So often a disagreement is looked at again, alone, before it is believed.
const CONFIRMATIONS: usize = 3;

/// What generated scenarios have shown of a submission.
#[derive(Debug)]
pub struct Exploration {
    /// How many were generated.
    pub generated: usize,
    /// How many of them show a disagreement.
    pub disagreeing: usize,
    /// One of each sign, those first that the most scenarios show.
    pub disagreements: Vec<Disagreement>,
    /// How many did not show again: the program does not always do the same.
    pub unsteady: usize,
    /// How many signs were not looked into, because there were more than asked for.
    pub left_out: usize,
}

/// Tries `count` generated scenarios on a submission, and looks into the first `most` kinds of disagreement.
///
/// # Errors
///
/// When something of ours fails.
pub fn explore(
    ground: &Ground,
    ready: &Ready,
    seed: u64,
    count: usize,
    most: usize,
) -> Result<Exploration, Fault> {
    let all = generate(ground.reference, seed, count, OpenInput::LeftOut);
    let tested: Vec<Generated> = all.into_iter().filter(|it| ground.is_tested(it.subject)).collect();
    let answers = ask(ground, ready, &tested)?;
    let mut by_sign = BTreeMap::<Sign, Vec<usize>>::new();
    for (index, answer) in answers.iter().enumerate() {
        if let Some(answer) = answer {
            by_sign.entry(answer.sign.clone()).or_default().push(index);
        }
    }
    let mut signs: Vec<(Sign, Vec<usize>)> = by_sign.into_iter().collect();
    signs.sort_by_key(|(_, shown_by)| (std::cmp::Reverse(shown_by.len()), shown_by[0]));
    let left_out = signs.len().saturating_sub(most);
    signs.truncate(most);
    let disagreeing = answers.iter().flatten().count();
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
        look_into(ground, ready, &tested[*shortest], sign)
    });
    let looked_into: Vec<Option<(Generated, Judgement)>> = looked_into.collect::<Result<_, Fault>>()?;
    for ((sign, shown_by), found) in signs.into_iter().zip(looked_into) {
        match found {
            None => exploration.unsteady += 1,
            Some((generated, judgement)) => {
                let known = exploration.disagreements.iter_mut().find(|known| known.generated == generated);
                match known {
                    Some(known) => known.count += shown_by.len(),
                    None => exploration.disagreements.push(Disagreement {
                        generated,
                        judgement,
                        sign,
                        count: shown_by.len(),
                    }),
                }
            }
        }
    }
    Ok(exploration)
}

/// How a submission disagrees in one scenario.
struct Answer {
    sign: Sign,
    judgement: Judgement,
    /// Behind how many tokens.
    needed: usize,
}

/// Puts generated scenarios to a submission; where the assignment leaves open what it does, there is no answer.
fn ask(ground: &Ground, ready: &Ready, all: &[Generated]) -> Result<Vec<Option<Answer>>, Fault> {
    let scenarios: Vec<Scenario> = all.iter().map(|generated| ground.scenario(generated)).collect();
    let mut jobs = Vec::new();
    let mut places = Vec::new();
    for (place, scenario) in scenarios.iter().enumerate() {
        if let Some(expected) = ground.expected(&scenario.task) {
            let group = ground.group(all[place].subject).unwrap_or_default();
            jobs.push(Job::new(ground.spec, group, scenario, expected));
            places.push(place);
        }
    }
    let plan = Plan::of_jobs(ground.spec, jobs);
    let mut answers: Vec<Option<Answer>> = all.iter().map(|_| None).collect();
    for ((place, job), observed) in places.into_iter().zip(&plan.jobs).zip(ready.observe(&plan)) {
        let recorded: Recorded = until_end_of_input(ground, observed?.recorded, &job.expected);
        answers[place] = complaint(ground, &job.expected, &recorded).map(|judgement| Answer {
            sign: Sign::of(all[place].subject, &judgement, &recorded),
            needed: needed(ground, &all[place], &job.expected, &recorded),
            judgement,
        });
    }
    Ok(answers)
}

/// Makes sure of a disagreement, and makes it as short as it can be; `None` if it does not show again.
fn look_into(
    ground: &Ground,
    ready: &Ready,
    generated: &Generated,
    sign: &Sign,
) -> Result<Option<(Generated, Judgement)>, Fault> {
    let again: Vec<Option<Answer>> = ask(ground, ready, &vec![generated.clone(); CONFIRMATIONS])?;
    if !again.iter().all(|answer| answer.as_ref().is_some_and(|answer| answer.sign == *sign)) {
        return Ok(None);
    }
    let subject = ground.reference.subjects()[generated.subject];
    let mut fault = None;
    let shrunk = shrink(subject, &generated.tokens, SHRINKING_RUNS, |tokens| {
        if subject.is_open(tokens) || fault.is_some() {
            return None;
        }
        let shorter = Generated { tokens: tokens.to_vec(), ..generated.clone() };
        match ask(ground, ready, &[shorter]) {
            Ok(mut answers) => answers.remove(0).filter(|it| it.sign == *sign).map(|answer| answer.needed),
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
    let shown = ask(ground, ready, std::slice::from_ref(&shortest))?.remove(0);
    Ok(match shown {
        Some(answer) => Some((shortest, answer.judgement)),
        // What was cut off mattered after all.
        None => again.into_iter().flatten().next().map(|answer| (generated.clone(), answer.judgement)),
    })
}
