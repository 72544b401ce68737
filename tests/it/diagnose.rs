//! `yardstick diagnose`: the mistakes of a submission by their names, and how often they are the right ones.
//!
//! The reference with bugs stands for a submission where many are needed: it does what a program with these mistakes does.

use rayon::prelude::*;
use yardstick::testing::audit::with_bugs;
use yardstick::testing::compare;
use yardstick::testing::diagnose::{Confidence, Diagnosis, Effort, Examiner, Finding, Oracle, What};
use yardstick::testing::explore::{Generated, GenerationContext, OpenInput, generate};
use yardstick::testing::plan::{Plan, ReferenceRunner};
use yardstick::testing::run::Fault;
use yardstick::testing::spec::{Spec, Task};
use yardstick::testing::trace::{Recorded, Store};
use yardstick_reference::{Bug, Bugs, Random, Reference};

use super::night;
use super::scratch::Scratch;

/// Scenarios of this seed are drawn for no diagnosis.
const UNSEEN: u64 = 77;

/// The reference with bugs, and perhaps with other words, in the place of a submission.
struct Imitation<'a> {
    context: &'a GenerationContext<'a>,
    bugs: Bugs,
    reword: Option<&'a (dyn Fn(&str) -> String + Sync)>,
}

impl Imitation<'_> {
    fn recorded(&self, task: &Task) -> Option<Recorded> {
        let expected = self.context.expected(task)?;
        let recorded = with_bugs(self.context.reference, self.bugs, &expected)?;
        Some(match (&self.reword, recorded) {
            (Some(reword), recorded) => reworded(recorded, reword),
            (None, recorded) => recorded,
        })
    }
}

impl Oracle for Imitation<'_> {
    fn observe(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        Ok(all.iter().map(|generated| self.recorded(&self.context.task(generated))).collect())
    }
}

/// A run in which the output of each turn is another one.
fn reworded(recorded: Recorded, reword: &dyn Fn(&str) -> String) -> Recorded {
    let Recorded::Run(mut trace) = recorded else { return recorded };
    let mut stdout = String::new();
    let mut ends = Vec::new();
    for turn in trace.turns() {
        stdout.push_str(&reword(std::str::from_utf8(turn.printed).unwrap()));
        ends.push(stdout.len());
    }
    let dialogue = trace.dialogue.as_mut().unwrap();
    for ((at, _), end) in dialogue.typed.iter_mut().zip(&ends) {
        *at = *end;
    }
    if let Some(at) = &mut dialogue.asked_beyond_end {
        *at = ends[dialogue.typed.len()];
    }
    trace.stdout = stdout.into_bytes();
    Recorded::Run(trace)
}

/// Examines an imitation.
fn examined(examiner: &Examiner, plan: &Plan, imitation: &Imitation) -> Finding {
    let recorded: Vec<Option<Recorded>> =
        plan.jobs.iter().map(|job| imitation.recorded(&job.scenario.task)).collect();
    let effort = Effort { shortens: false, ..Effort::THOROUGH };
    examiner.examine(&recorded, imitation, effort).unwrap()
}

/// What a test needs of an assignment.
fn with_assignment(key: &str, test: impl FnOnce(&'static dyn Reference, &GenerationContext, &Plan)) {
    let spec = Spec::load(key).unwrap();
    let reference = yardstick_reference::find(key).unwrap();
    let store = Store::empty();
    let plan = Plan::new(&ReferenceRunner { sandbox: None, store: &store }, &spec, None).unwrap();
    test(reference, &GenerationContext::new(&spec, reference), &plan);
}

/// Whether a diagnosis predicts what an imitation does in scenarios that nobody has seen.
fn is_right(examiner: &Examiner, diagnosis: &Diagnosis, imitation: &Imitation, unseen: &[Generated]) -> bool {
    imitation.observe(unseen).unwrap().iter().zip(unseen).all(|(recorded, generated)| {
        recorded.as_ref().is_none_or(|recorded| examiner.predicts(diagnosis, generated, recorded))
    })
}

/// Whether some set of bugs shows at all: in a scenario of the spec, or in a generated one.
fn shows(imitation: &Imitation, unseen: &[Generated]) -> bool {
    let context = imitation.context;
    unseen.iter().any(|generated| {
        let task = context.task(generated);
        let (Some(expected), Some(recorded)) = (context.expected(&task), imitation.recorded(&task)) else {
            return false;
        };
        !compare::accepts(&expected, &recorded, &context.spec.limits)
    })
}

/// The share of sets of so many bugs whose diagnosis is right in so many scenarios that nobody has seen, in percent.
fn right(key: &str, sets: &[Vec<&'static Bug>], unseen: usize) -> usize {
    let mut percent = 0;
    with_assignment(key, |reference, context, plan| {
        let mut unseen = generate(reference, UNSEEN, unseen, OpenInput::LeftOut);
        unseen.retain(|generated| context.is_tested(generated.subject));
        let examiner = Examiner::new(context, plan);
        let results: Vec<(bool, bool, bool)> = sets
            .par_iter()
            .filter_map(|bugs| {
                let imitation = Imitation { context, bugs: bugs.iter().copied().collect(), reword: None };
                let ids: Vec<&str> = bugs.iter().map(|bug| bug.id).collect();
                let Finding::Diagnosed(diagnosis) = examined(&examiner, plan, &imitation) else {
                    let shows = shows(&imitation, &unseen);
                    if shows {
                        println!("  {key}: nothing was found of {ids:?}");
                    }
                    return shows.then_some((false, false, false));
                };
                let is_right = is_right(&examiner, &diagnosis, &imitation, &unseen);
                let mut named: Vec<&str> = diagnosis
                    .mistakes
                    .iter()
                    .map(|one| match &one.what {
                        What::Bug(bug) => bug.id,
                        What::Slip { .. } => "a slip",
                    })
                    .collect();
                let mut wanted = ids.clone();
                named.sort_unstable();
                wanted.sort_unstable();
                let is_sure = diagnosis.confidence == Confidence::Sure;
                if !is_right {
                    println!("  {key}: {} {named:?} instead of {wanted:?}", diagnosis.confidence.word());
                }
                Some((is_right, named == wanted, is_sure))
            })
            .collect();
        let count = |of: fn(&(bool, bool, bool)) -> bool| results.iter().filter(|one| of(one)).count();
        let (is_right, named, sure) = (count(|one| one.0), count(|one| one.1), count(|one| one.2));
        let all = results.len();
        percent = is_right * 100 / all.max(1);
        println!(
            "{key}: right in unseen scenarios {is_right} of {all} ({percent} %), named exactly {named}, sure {sure}"
        );
    });
    percent
}

/// Sets of so many different bugs.
fn sets(key: &str, size: usize, count: usize) -> Vec<Vec<&'static Bug>> {
    let bugs = yardstick_reference::find(key).unwrap().noticeable();
    let mut random = Random::new(size as u64);
    let mut all = Vec::new();
    while all.len() < count {
        let mut set: Vec<&'static Bug> = Vec::new();
        while set.len() < size {
            let bug = random.pick(&bugs).unwrap();
            if !set.iter().any(|known| known.id == bug.id) {
                set.push(bug);
            }
        }
        all.push(set);
    }
    all
}

const ASSIGNMENTS: [&str; 5] =
    ["byu-connect-four", "umass-connect4", "uq-connect4ish", "carleton-connect4", "michigan-connect-n"];

#[test]
fn every_single_bug_is_found_and_predicts_scenarios_that_nobody_has_seen() {
    for key in night::some(&ASSIGNMENTS, 1) {
        let bugs = yardstick_reference::find(key).unwrap().noticeable();
        let singles: Vec<Vec<&'static Bug>> = bugs.into_iter().map(|bug| vec![bug]).collect();
        assert_eq!(right(key, night::some(&singles, 12), 150), 100, "{key}");
    }
}
