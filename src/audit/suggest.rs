//! Suggests the smallest number of short scenarios that catch what the spec does not catch yet.

use yardstick_reference::{Bugs, Random, Reference};

use super::{Audit, Set, smallest_subset, with_bugs};
use crate::compare;
use crate::explore::{Generated, GenerationContext, OpenInput, Suggestion, generate, shrink};
use crate::plan::Plan;
use crate::spec::Task;

/// The advice for one survivor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// Add the suggestion with this number, which catches it.
    Add(usize),
    /// It differs on generated input, but the comparison of the spec accepts the difference.
    Forgiven,
    /// It differs only on input for which the handout does not define the behaviour.
    OnlyOnOpenInput,
    /// It never differed: it probably does the same as the reference.
    NeverDiffers,
    /// No scenario runs the function with this name, which it changes; and no generated call of the function showed a
    /// difference.
    NeverRun(String),
    /// No input that was mixed from the spec's own input showed a difference; this proves little.
    NotShown,
}

/// The advice about the survivors of an audit.
#[derive(Debug)]
pub(crate) struct AuditAdvice {
    /// The smallest number of scenarios that catch every catchable survivor.
    pub suggestions: Vec<Suggestion>,
    /// The advice for each survivor, by its number among the targets.
    pub advice: Vec<(usize, Advice)>,
}

/// The number of scenarios that are generated for each survivor.
const SEARCHED: usize = 3000;

/// The number of catching scenarios that are shortened.
const STARTS: usize = 3;

/// The number of catching scenarios from which the shortest are chosen.
const MOST_STARTS: usize = 12;

/// The number of inputs that are tried to shorten one; they run no process.
const RUNS: usize = 800;

/// The number of tried ways to make a run end.
const ENDINGS: usize = 20;

/// Suggests scenarios for each survivor of an audit of a built-in reference.
pub(crate) fn advise(
    audit: &Audit,
    plan: &Plan,
    reference: &'static dyn Reference,
    seed: u64,
) -> AuditAdvice {
    let context = GenerationContext::new(plan.spec, reference);
    let bugs = reference.noticeable();
    let tested = |generated: Vec<Generated>| {
        generated.into_iter().filter(|it| context.is_tested(it.subject)).collect::<Vec<_>>()
    };
    let fair = tested(generate(reference, seed, SEARCHED, OpenInput::LeftOut));
    let any = tested(generate(reference, seed, SEARCHED, OpenInput::Generated));
    let search = Search { context: &context };
    let survivors: Vec<usize> =
        (0..audit.targets.len()).filter(|&target| !audit.caught.contains(target)).collect();
    let mut candidates: Vec<(usize, Generated)> = Vec::new();
    let mut advice = Vec::new();
    for &target in &survivors {
        let bug = Bugs::NONE.with(bugs[target]);
        let found = search.candidates(bug, &fair);
        let verdict = if !found.is_empty() {
            Advice::Add(0)
        } else if any.iter().any(|it| search.catches(bug, it)) {
            Advice::OnlyOnOpenInput
        } else if fair.iter().any(|it| search.differs(bug, it)) {
            Advice::Forgiven
        } else {
            Advice::NeverDiffers
        };
        candidates.extend(found.into_iter().map(|generated| (target, generated)));
        advice.push((target, verdict));
    }
    // The catches of each candidate, by indexes of the survivors.
    let weighed: Vec<(Set, usize)> = candidates
        .iter()
        .map(|(_, generated)| {
            let is_caught = |&target: &usize| search.catches(Bugs::NONE.with(bugs[target]), generated);
            let places = (0..survivors.len()).filter(|&place| is_caught(&survivors[place]));
            (places.collect(), generated.tokens.len())
        })
        .collect();
    let chosen = smallest_subset(&weighed).scenarios;
    for (place, (_, advice)) in advice.iter_mut().enumerate() {
        if let Some(number) = chosen.iter().position(|&candidate| weighed[candidate].0.contains(place)) {
            *advice = Advice::Add(number);
        }
    }
    let suggestion = |&candidate: &usize| {
        let generated = &candidates[candidate].1;
        let caught: Vec<usize> = weighed[candidate].0.iter().map(|place| survivors[place]).collect();
        Suggestion {
            group: context.group(generated.subject).unwrap_or_default(),
            trial: generated.trial(reference),
            surroundings: context.task(generated).surroundings(),
            comment: caught
                .iter()
                .map(|&it| format!("Catches {}: {}", audit.targets[it].id, audit.targets[it].about))
                .collect(),
            hint: caught.first().map(|&it| bugs[it].hints[0].to_owned()),
        }
    };
    AuditAdvice { suggestions: chosen.iter().map(suggestion).collect(), advice }
}

struct Search<'a> {
    context: &'a GenerationContext<'a>,
}

impl Search<'_> {
    /// Returns short scenarios in which the program ends and which catch these bugs.
    fn candidates(&self, bugs: Bugs, generated: &[Generated]) -> Vec<Generated> {
        let catching = generated.iter().filter(|it| self.catches(bugs, it));
        let mut starts: Vec<&Generated> = catching.take(MOST_STARTS).collect();
        starts.sort_by_key(|it| it.tokens.len());
        let mut candidates: Vec<Generated> =
            starts.into_iter().take(STARTS).filter_map(|start| self.shortest(bugs, start)).collect();
        candidates.sort_by_key(|it| (it.tokens.len(), it.tokens.clone()));
        candidates.dedup();
        candidates
    }

    /// Shortens a scenario as far as possible, and adds input that makes the program end.
    fn shortest(&self, bugs: Bugs, start: &Generated) -> Option<Generated> {
        let subject = self.context.reference.subjects()[start.subject];
        let of = |tokens: Vec<usize>| Generated { tokens, ..start.clone() };
        let shrunk = shrink(subject, &start.tokens, RUNS, |tokens| {
            let shows = !subject.is_open(tokens) && self.catches(bugs, &of(tokens.to_vec()));
            shows.then_some(tokens.len())
        });
        let mut random = Random::new(1);
        let ended = (0..ENDINGS).map(|_| {
            let ending = subject.ending(&shrunk.tokens, &mut random);
            of([shrunk.tokens.as_slice(), &ending].concat())
        });
        let fit = ended.filter(|it| self.comes_to_its_end(it) && self.catches(bugs, it));
        fit.min_by_key(|it| it.tokens.len())
            .or_else(|| Some(start.clone()).filter(|it| self.comes_to_its_end(it)))
    }

    /// Tells whether the reference ends before the input does: only then it can be a scenario of a spec.
    fn comes_to_its_end(&self, generated: &Generated) -> bool {
        match self.context.task(generated) {
            Task::Run(task) => {
                let (args, lines) = (&task.args, &task.input.lines);
                let played = crate::trace::played(self.context.reference, args, lines, &Bugs::NONE.into());
                played.stopped.is_ok()
            }
            _ => true,
        }
    }

    /// Tells whether a scenario catches these bugs.
    fn catches(&self, bugs: Bugs, generated: &Generated) -> bool {
        let task = self.context.task(generated);
        let Some(expected) = self.context.expected(&task) else { return false };
        with_bugs(self.context.reference, bugs, &expected)
            .is_some_and(|recorded| !compare::accepts(&expected, &recorded, &self.context.spec.limits))
    }

    /// Tells whether these bugs change the behaviour in a scenario.
    fn differs(&self, bugs: Bugs, generated: &Generated) -> bool {
        let task = self.context.task(generated);
        let Some(expected) = self.context.expected(&task) else { return false };
        let plain = with_bugs(self.context.reference, Bugs::NONE, &expected);
        with_bugs(self.context.reference, bugs, &expected) != plain
    }
}
