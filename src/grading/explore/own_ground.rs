//! An instructor's own program, which is run to learn what is right, on input that is made of the spec's own.
//!
//! Nobody knows what the handout leaves open, so much is left out: what the program does not do twice alike, what makes it
//! fail, and exceptions of a kind that no scenario of the spec brings about.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use yardstick_reference::{Answer, Random, Subject};

use super::end_of_input::until_end_of_input;
use super::ground::Ground;
use super::{Generated, Typed};
use crate::compare;
use crate::plan::{
    Expected, ExpectedAnswer, ExpectedOutput, ExpectedRun, ExpectedSession, Job, Plan, trusted,
};
use crate::run::{Fault, Ready};
use crate::sandbox::Exit;
use crate::session::incomparable;
use crate::spec::{ExpectedExit, ExpectedStderr, Scenario, Spec, Task};
use crate::trace::{Observed, Recorded, SessionEnd, Trace};
use crate::untrusted::Untrusted;

/// How often the program is run on the same input.
const OCCASIONS: u32 = 2;

/// Of this many inputs, one at most has lines of another kind than all of the spec's.
const ONE_UNUSUAL_OF: usize = 4;

/// How often input is drawn for each that is wanted: much is drawn more than once.
const DRAWS: usize = 4;

/// A spec, its subjects and the instructor's program.
pub struct OwnGround<'a> {
    spec: &'a Spec,
    subjects: Vec<Box<dyn Typed>>,
    program: Ready,
    /// For each subject, whether the program reads until its input ends.
    reads_to_end: Vec<bool>,
    /// The classes of exceptions in the spec's own sessions.
    raised: Vec<Untrusted>,
    /// What the program did; `None` where it does not always do the same.
    known: Mutex<HashMap<Generated, Option<Recorded>>>,
}

impl<'a> OwnGround<'a> {
    /// Runs the program on the spec's own input.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn new(spec: &'a Spec, program: Ready, subjects: Vec<Box<dyn Typed>>) -> Result<Self, Fault> {
        let reads_to_end = vec![false; subjects.len()];
        let known = Mutex::default();
        let mut ground = Self { spec, subjects, program, reads_to_end, raised: Vec::new(), known };
        let own = ground.subjects.iter().enumerate();
        let own = own.flat_map(|(subject, typed)| {
            typed.own().into_iter().map(move |tokens| Generated { subject, tokens })
        });
        let own: Vec<Generated> = own.collect();
        for (generated, recorded) in own.iter().zip(ground.results(&own)?) {
            match recorded {
                Some(Recorded::Run(trace)) => {
                    ground.reads_to_end[generated.subject] |=
                        trace.exit == Exit::Code(0) && asks_beyond_end(&trace);
                }
                Some(Recorded::Session(trace)) => {
                    let raised = trace.answers.into_iter().filter_map(|answer| answer.raised);
                    ground.raised.extend(raised.map(|raised| raised.class));
                }
                _ => {}
            }
        }
        Ok(ground)
    }

    /// Draws at most `count` different inputs; the subjects take turns. The spec's own are not among them.
    pub fn draw(&self, seed: u64, count: usize) -> Vec<Generated> {
        let mut random = Random::new(seed);
        let mut seen: HashSet<Generated> = self.known().keys().cloned().collect();
        let (mut all, mut unusual) = (Vec::new(), 0);
        let rounds = (count * DRAWS).div_ceil(self.subjects.len().max(1));
        for round in 0..rounds {
            for (subject, typed) in self.subjects.iter().enumerate() {
                if all.len() < count && !(typed.own().is_empty() && round >= typed.rounds()) {
                    let generated = Generated { subject, tokens: typed.draw(round, &mut random) };
                    let is_unusual = typed.unusual(&generated.tokens).is_some();
                    let is_readable = typed.is_readable(&generated.tokens);
                    let is_one_too_many = is_unusual && unusual >= count.div_ceil(ONE_UNUSUAL_OF);
                    if is_readable && !is_one_too_many && seen.insert(generated.clone()) {
                        unusual += usize::from(is_unusual);
                        all.push(generated);
                    }
                }
            }
        }
        all
    }

    /// Returns the number of inputs that are worth drawing.
    pub fn rounds(&self) -> usize {
        self.subjects.iter().map(|typed| typed.rounds()).sum()
    }

    /// Returns those inputs with which the program comes to its end, so that they can be scenarios of a spec.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn that_end(&self, all: Vec<Generated>) -> Result<Vec<Generated>, Fault> {
        self.results(&all)?;
        Ok(all.into_iter().filter(|generated| self.can_be_scenario(generated)).collect())
    }

    /// Returns those inputs for which the program says what is right.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn that_are_usable(&self, all: Vec<Generated>) -> Result<Vec<Generated>, Fault> {
        let results = self.results(&all)?;
        let usable = all.into_iter().zip(results).filter(|(generated, recorded)| {
            recorded.as_ref().is_some_and(|recorded| self.is_usable(&self.task(generated), recorded))
        });
        Ok(usable.map(|(generated, _)| generated).collect())
    }

    /// Tells with which inputs another program does something else, of those for which it is known what is right.
    ///
    /// # Errors
    ///
    /// When something of ours fails.
    pub fn differs(&self, program: &Ready, all: &[Generated]) -> Result<Vec<bool>, Fault> {
        let tasks: Vec<Task> = all.iter().map(|generated| self.task(generated)).collect();
        let expected = self.expected(all, &tasks)?;
        let known = all.iter().zip(&expected).filter(|(_, expected)| expected.is_some());
        let known: Vec<Generated> = known.map(|(generated, _)| generated.clone()).collect();
        let mut observed = self.observed(program, &known, 1)?.into_iter();
        let differs = |expected: &Option<Expected>| {
            let expected = expected.as_ref()?;
            Some(!compare::accepts(expected, &observed.next()?.recorded, &self.spec.limits))
        };
        Ok(expected.iter().map(differs).map(Option::unwrap_or_default).collect())
    }

    /// Returns what the program does with some inputs; `None` where it does not always do the same.
    fn results(&self, all: &[Generated]) -> Result<Vec<Option<Recorded>>, Fault> {
        let mut new: Vec<Generated> = all.to_vec();
        new.retain({
            let known = self.known();
            move |generated| !known.contains_key(generated)
        });
        new.sort_by_key(|generated| (generated.subject, generated.tokens.clone()));
        new.dedup();
        let is_readable =
            |generated: &Generated| self.subjects[generated.subject].is_readable(&generated.tokens);
        let (new, unreadable): (Vec<Generated>, Vec<Generated>) = new.into_iter().partition(is_readable);
        let observed = self.observed(&self.program, &new, OCCASIONS)?;
        let mut known = self.known();
        known.extend(unreadable.into_iter().map(|generated| (generated, None)));
        for (generated, observed) in new.into_iter().zip(observed) {
            known.insert(generated, observed.others.is_empty().then_some(observed.recorded));
        }
        Ok(all.iter().map(|generated| known.get(generated).cloned().flatten()).collect())
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Generated, Option<Recorded>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a program on some inputs.
    fn observed(&self, program: &Ready, all: &[Generated], runs: u32) -> Result<Vec<Observed>, Fault> {
        let scenarios: Vec<Scenario> = all.iter().map(|generated| self.scenario(generated)).collect();
        let jobs = scenarios.iter().zip(all).map(|(scenario, generated)| {
            let expected = match &scenario.task {
                Task::Session(task) => Expected::Session(task, Vec::new()),
                Task::Run(task) => Expected::Run(task, nothing_expected()),
                Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => {
                    unreachable!("runs and sessions alone are typed")
                }
            };
            Job::new(self.spec, self.subjects[generated.subject].group(), scenario, expected)
        });
        let plan = Plan::of_jobs(self.spec, jobs.collect());
        let every: Vec<usize> = (0..plan.jobs.len()).collect();
        let found: Mutex<Vec<(usize, Result<Observed, Fault>)>> = Mutex::default();
        program.observe_each(&plan, &every, runs, |job, observed| {
            found.lock().unwrap_or_else(PoisonError::into_inner).push((job, observed));
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(job, _)| *job);
        found.into_iter().map(|(_, observed)| observed).collect()
    }

    /// Tells whether what the program did says what is right: it did not fail before its input ended, and raised nothing
    /// that the spec's own sessions do not raise.
    fn is_usable(&self, task: &Task, recorded: &Recorded) -> bool {
        match recorded {
            Recorded::Run(trace) => trace.exit == Exit::Code(0) || asks_beyond_end(trace),
            Recorded::Session(trace) => {
                let raised = trace.answers.iter().filter_map(|answer| answer.raised.as_ref());
                let is_known = |class: &Untrusted| self.raised.contains(class);
                let says_enough = |answer: &Answer<Untrusted>| match (&answer.value, task) {
                    (Some(value), Task::Session(task)) => incomparable(task.module.notation, value).is_none(),
                    _ => true,
                };
                trace.end == SessionEnd::Code(0)
                    && !trace.answers.is_empty()
                    && trace.answers.iter().all(says_enough)
                    && raised.into_iter().all(|raised| is_known(&raised.class))
            }
            _ => false,
        }
    }
}

impl Ground for OwnGround<'_> {
    fn spec(&self) -> &Spec {
        self.spec
    }

    fn subject(&self, subject: usize) -> &dyn Subject {
        &*self.subjects[subject]
    }

    fn group(&self, subject: usize) -> Option<usize> {
        Some(self.subjects[subject].group())
    }

    fn task(&self, generated: &Generated) -> Task {
        self.subjects[generated.subject].task(&generated.tokens)
    }

    fn expected<'t>(&self, all: &[Generated], tasks: &'t [Task]) -> Result<Vec<Option<Expected<'t>>>, Fault> {
        let results = self.results(all)?;
        let expected = |(task, recorded): (&'t Task, Option<Recorded>)| {
            let recorded = recorded.filter(|recorded| self.is_usable(task, recorded))?;
            match (task, recorded) {
                (Task::Run(task), Recorded::Run(trace)) => {
                    let output = ExpectedOutput::Trace { trace, reading: None, decisive: Vec::new() };
                    let (outputs, exit) = (vec![output], ExpectedExit::Code(0));
                    Some(Expected::Run(task, ExpectedRun { outputs, exit, ..nothing_expected() }))
                }
                (Task::Session(task), Recorded::Session(trace)) => {
                    let answers = trusted(&trace.answers).into_iter().map(ExpectedAnswer::Answer).collect();
                    Some(Expected::Session(task, vec![ExpectedSession { answers, reading: None }]))
                }
                _ => None,
            }
        };
        Ok(tasks.iter().zip(results).map(expected).collect())
    }

    fn counted(&self, subject: usize, recorded: Recorded, expected: &Expected) -> Recorded {
        // What a program prints when its input has ended is its answer.
        match self.reads_to_end[subject] {
            true => recorded,
            false => until_end_of_input(recorded, expected, &self.spec.limits),
        }
    }

    fn unusual(&self, generated: &Generated) -> Option<String> {
        self.subjects[generated.subject].unusual(&generated.tokens)
    }

    fn simpler(&self, generated: &Generated) -> Vec<Generated> {
        let simpler = self.subjects[generated.subject].simpler(&generated.tokens).into_iter();
        simpler.map(|tokens| Generated { tokens, ..generated.clone() }).collect()
    }

    fn can_be_scenario(&self, generated: &Generated) -> bool {
        match self.known().get(generated).cloned().flatten() {
            Some(Recorded::Run(trace)) => {
                trace.exit == Exit::Code(0)
                    && (self.reads_to_end[generated.subject] || !asks_beyond_end(&trace))
            }
            Some(recorded) => self.is_usable(&self.task(generated), &recorded),
            None => false,
        }
    }

    fn is_slow(&self, subject: usize) -> bool {
        self.subjects[subject].is_slow()
    }
}

fn asks_beyond_end(trace: &Trace) -> bool {
    trace.dialogue.as_ref().is_some_and(|dialogue| dialogue.asked_beyond_end.is_some())
}

fn nothing_expected() -> ExpectedRun {
    let (exit, stderr) = (ExpectedExit::Any, ExpectedStderr::Ignored);
    ExpectedRun { outputs: Vec::new(), exit, stderr, files: Vec::new() }
}
