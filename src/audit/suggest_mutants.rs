//! Suggests scenarios that catch mutants: the program and its mutants are run for each of them.
//!
//! The only input is the program's source and the spec: input lines are mixed from those of the spec, and calls are
//! generated for functions that the spec calls by name or does not run at all.

use yardstick_reference::Random;

use super::mutants::{MutantAudit, ready};
use super::{Advice, AuditAdvice, Set, smallest_subset};
use crate::compare;
use crate::explore::{Calls, Suggestion, Typed, made_for, shrink, typed};
use crate::plan::{
    Expected, ExpectedAnswer, ExpectedOutput, ExpectedRun, ExpectedSession, Job, Plan, trusted,
};
use crate::rules::Grammar;
use crate::run::{Fault, Ready};
use crate::sandbox::{Exit, Sandbox};
use crate::session::Module;
use crate::spec::{Effect, ExpectedExit, ExpectedStderr, Hidden, Scenario, Spec, Task};
use crate::trace::{Recorded, SessionEnd};

/// The number of inputs that are tried to shorten one.
const RUNS: usize = 60;

/// An input, with the program's result.
struct Known {
    subject: usize,
    tokens: Vec<usize>,
    recorded: Recorded,
}

/// Suggests scenarios for each mutant that survives.
///
/// # Errors
///
/// When something of ours fails.
pub(crate) fn advise_on_mutants(
    of: &MutantAudit,
    plan: &Plan,
    sandbox: &Sandbox,
    seed: u64,
) -> Result<AuditAdvice, Fault> {
    let subjects: Vec<Box<dyn Typed>> =
        typed(plan.spec).into_iter().chain(calls(of, plan.spec, seed)).collect();
    let audit = &of.audit;
    let survivors: Vec<usize> =
        (0..audit.targets.len()).filter(|&target| !audit.caught.contains(target)).collect();
    let trying = Trying { spec: plan.spec, subjects: &subjects };
    let Some(program) = ready(plan, sandbox, of, None)? else {
        return Err(Fault("the reference cannot be run as a submission".into()));
    };
    let known = trying.mixed(&program, seed)?;
    let mut candidates: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut mutants: Vec<Option<Ready>> = Vec::new();
    for &survivor in &survivors {
        let mutant = ready(plan, sandbox, of, Some(survivor))?;
        if let Some(mutant) = &mutant {
            let first = trying.first_caught(mutant, &known)?;
            candidates.extend(first.map(|first| trying.shortest(&program, mutant, first)).transpose()?);
        }
        mutants.push(mutant);
    }
    let mut weighed: Vec<(Set, usize)> = Vec::new();
    for (subject, tokens) in &candidates {
        let mut caught = Set::default();
        for (place, mutant) in mutants.iter().enumerate() {
            if let Some(mutant) = mutant
                && trying.tells_apart(&program, mutant, *subject, tokens)?
            {
                caught.insert(place);
            }
        }
        weighed.push((caught, tokens.len()));
    }
    let chosen = smallest_subset(&weighed).scenarios;
    let advice = survivors.iter().enumerate().map(|(place, &survivor)| {
        let by = chosen.iter().position(|&candidate| weighed[candidate].0.contains(place));
        let never_run = of.never_run_by(survivor).map(|it| Advice::NeverRun(it.callable.path()));
        (survivor, by.map(Advice::Add).or(never_run).unwrap_or(Advice::NotShown))
    });
    let suggestion = |&candidate: &usize| {
        let (subject, tokens) = &candidates[candidate];
        let caught = weighed[candidate].0.iter().map(|place| &audit.targets[survivors[place]].about);
        Suggestion {
            group: subjects[*subject].group(),
            trial: subjects[*subject].trial(tokens),
            comment: caught.map(|about| format!("Catches: {about}")).collect(),
            hint: None,
        }
    };
    Ok(AuditAdvice { suggestions: chosen.iter().map(suggestion).collect(), advice: advice.collect() })
}

/// Returns sessions that call the functions which no scenario runs, or which the spec's sessions call by name.
fn calls(of: &MutantAudit, spec: &Spec, seed: u64) -> Vec<Box<dyn Typed>> {
    let mut all = Vec::new();
    // Calls are made in Python alone.
    for (file, source) in
        of.sources(spec).into_iter().filter(|(_, source)| source.grammar() == Grammar::Python)
    {
        let module = module_of(of, spec, &file);
        let lines = spec.groups.iter().flat_map(|group| &group.scenarios).flat_map(|one| match &one.task {
            Task::Session(task) if task.module == Module::python(module.as_str()) => task.sources(),
            _ => Vec::new(),
        });
        let lines: Vec<String> = lines.collect();
        let calls = Calls::new(&source);
        for callable in source.callables() {
            let is_named = lines.iter().any(|line| line.contains(&format!("{}(", callable.name)));
            let is_run = !of.never_run.iter().any(|it| it.file == file && it.callable == callable);
            let is_called = callable.is_public() || callable.name.starts_with("__");
            if is_called && (is_named || !is_run) {
                all.extend(made_for(spec, &module, &calls.of(&callable, seed)));
            }
        }
    }
    all
}

/// Returns the module name under which sessions import a file of the reference.
fn module_of(of: &MutantAudit, spec: &Spec, file: &str) -> String {
    let asked = if of.is_entry(file) { &spec.hand_in.entry } else { file };
    asked.trim_end_matches(".py").to_owned()
}

struct Trying<'a> {
    spec: &'a Spec,
    subjects: &'a [Box<dyn Typed>],
}

impl Trying<'_> {
    /// Returns mixed input with which the program ends, and the program's results.
    fn mixed(&self, program: &Ready, seed: u64) -> Result<Vec<Known>, Fault> {
        let mut random = Random::new(seed);
        let mut inputs: Vec<(usize, Vec<usize>)> = Vec::new();
        for (number, subject) in self.subjects.iter().enumerate() {
            inputs.extend((0..subject.rounds()).map(|round| (number, subject.draw(round, &mut random))));
        }
        inputs.sort();
        inputs.dedup();
        let recorded = self.run(program, &inputs)?;
        let known = inputs.into_iter().zip(recorded);
        let known = known.filter(|(_, recorded)| comes_to_its_end(recorded));
        Ok(known.map(|((subject, tokens), recorded)| Known { subject, tokens, recorded }).collect())
    }

    /// Returns the shortest input on which a mutant differs from the program.
    fn first_caught<'k>(&self, mutant: &Ready, known: &'k [Known]) -> Result<Option<&'k Known>, Fault> {
        let inputs: Vec<(usize, Vec<usize>)> =
            known.iter().map(|it| (it.subject, it.tokens.clone())).collect();
        let recorded = self.run(mutant, &inputs)?;
        let caught = known.iter().zip(&recorded).filter(|(known, other)| !self.accepts(known, other));
        Ok(caught.map(|(known, _)| known).min_by_key(|known| known.tokens.len()))
    }

    /// Shortens the input as long as mutant and program differ on it.
    fn shortest(&self, program: &Ready, mutant: &Ready, known: &Known) -> Result<(usize, Vec<usize>), Fault> {
        let mut fault = None;
        let shrunk = shrink(&*self.subjects[known.subject], &known.tokens, RUNS, |tokens| {
            match self.tells_apart(program, mutant, known.subject, tokens) {
                Ok(differs) => differs.then_some(tokens.len()),
                Err(of_ours) => {
                    fault = Some(of_ours);
                    None
                }
            }
        });
        fault.map_or(Ok((known.subject, shrunk.tokens)), Err)
    }

    /// Tells whether the program ends with this input, and the mutant behaves differently.
    fn tells_apart(
        &self,
        program: &Ready,
        mutant: &Ready,
        subject: usize,
        tokens: &[usize],
    ) -> Result<bool, Fault> {
        let input = [(subject, tokens.to_vec())];
        let recorded = self.run(program, &input)?.remove(0);
        if !comes_to_its_end(&recorded) {
            return Ok(false);
        }
        let known = Known { subject, tokens: tokens.to_vec(), recorded };
        let other = self.run(mutant, &input)?.remove(0);
        Ok(!self.accepts(&known, &other))
    }

    /// Tells whether a result equals the program's, as the spec compares it.
    fn accepts(&self, known: &Known, other: &Recorded) -> bool {
        let task = self.subjects[known.subject].task(&known.tokens);
        let expected = match (&task, &known.recorded) {
            (Task::Run(task), Recorded::Run(trace)) => {
                let outputs =
                    vec![ExpectedOutput::Trace { trace: trace.clone(), reading: None, decisive: Vec::new() }];
                let exit = ExpectedExit::Code(0);
                Expected::Run(
                    task,
                    ExpectedRun { outputs, exit, stderr: ExpectedStderr::Ignored, files: Vec::new() },
                )
            }
            (Task::Session(task), Recorded::Session(trace)) => {
                let answers = trusted(&trace.answers).into_iter().map(ExpectedAnswer::Answer).collect();
                Expected::Session(task, vec![ExpectedSession { answers, reading: None }])
            }
            _ => return true,
        };
        compare::accepts(&expected, other, &self.spec.limits)
    }

    fn run(&self, ready: &Ready, inputs: &[(usize, Vec<usize>)]) -> Result<Vec<Recorded>, Fault> {
        let scenario = |(subject, tokens): &(usize, Vec<usize>)| Scenario {
            name: "generated".to_owned(),
            task: self.subjects[*subject].task(tokens),
            points: crate::points::Points::ZERO,
            alias: None,
            sixths: None,
            effect: Effect::Points,
            hidden: Hidden::Nothing,
            hint: None,
            place: 0..0,
        };
        let scenarios: Vec<Scenario> = inputs.iter().map(scenario).collect();
        // The expectation is not known yet.
        let jobs = scenarios.iter().filter_map(|scenario| match &scenario.task {
            Task::Run(task) => {
                let (exit, stderr) = (ExpectedExit::Any, ExpectedStderr::Ignored);
                let nothing = ExpectedRun { outputs: Vec::new(), exit, stderr, files: Vec::new() };
                Some(Job::new(self.spec, 0, scenario, Expected::Run(task, nothing)))
            }
            Task::Session(task) => {
                Some(Job::new(self.spec, 0, scenario, Expected::Session(task, Vec::new())))
            }
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => None,
        });
        let plan = Plan::of_jobs(self.spec, jobs.collect());
        ready.observe(&plan).into_iter().map(|observed| Ok(observed?.recorded)).collect()
    }
}

/// Tells whether a program ended normally before its input did, or answered every line of a session without an
/// exception.
fn comes_to_its_end(recorded: &Recorded) -> bool {
    match recorded {
        Recorded::Run(trace) => {
            let asked = trace.dialogue.as_ref().is_some_and(|dialogue| dialogue.asked_beyond_end.is_some());
            trace.exit == Exit::Code(0) && !asked
        }
        Recorded::Session(trace) => {
            let raises = trace.answers.iter().any(|answer| answer.raised.is_some());
            trace.end == SessionEnd::Code(0) && !trace.answers.is_empty() && !raises
        }
        _ => false,
    }
}
