//! Suggests scenarios that catch mutants: the program and its mutants are run for each of them.
//!
//! The only input is the program's source and the spec: input lines are mixed from those of the spec, lines of sessions get
//! other values, and in Python calls are generated for functions that the spec calls by name or does not run at all.

use super::mutants::{MutantAudit, ready};
use super::{Advice, AuditAdvice, Set, smallest_subset};
use crate::explore::{
    Calls, Generated, Ground, OwnGround, Suggestion, Typed, made_for, shrink, shrink_together, typed,
};
use crate::plan::Plan;
use crate::rules::Grammar;
use crate::run::{Fault, Ready};
use crate::sandbox::Sandbox;
use crate::session::Module;
use crate::spec::{Spec, Task};

/// The number of inputs that are tried to shorten one.
const RUNS: usize = 60;

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
    let Some(program) = ready(plan, sandbox, of, None)? else {
        return Err(Fault("the reference cannot be run as a submission".into()));
    };
    let ground = OwnGround::new(plan.spec, program, subjects)?;
    let trying = Trying { ground: &ground };
    // If nothing survives, nothing need be tried.
    let known = match survivors.is_empty() {
        true => Vec::new(),
        false => ground.that_end(ground.draw(seed, ground.rounds()))?,
    };
    let mut candidates: Vec<Generated> = Vec::new();
    let mut mutants: Vec<Option<Ready>> = Vec::new();
    for &survivor in &survivors {
        let mutant = ready(plan, sandbox, of, Some(survivor))?;
        if let Some(mutant) = &mutant
            && let Some(first) = trying.first_caught(mutant, &known)?
        {
            candidates.push(trying.shortest(mutant, first)?);
        }
        mutants.push(mutant);
    }
    let mut caught: Vec<Set> = vec![Set::default(); candidates.len()];
    for (place, mutant) in mutants.iter().enumerate() {
        let differs = mutant.as_ref().map(|mutant| ground.differs(mutant, &candidates)).transpose()?;
        for (candidate, differs) in differs.into_iter().flatten().enumerate() {
            if differs {
                caught[candidate].insert(place);
            }
        }
    }
    let lengths = candidates.iter().map(|candidate| candidate.tokens.len());
    let weighed: Vec<(Set, usize)> = caught.into_iter().zip(lengths).collect();
    let chosen = smallest_subset(&weighed).scenarios;
    let advice = survivors.iter().enumerate().map(|(place, &survivor)| {
        let by = chosen.iter().position(|&candidate| weighed[candidate].0.contains(place));
        let never_run = of.never_run_by(survivor).map(|it| Advice::NeverRun(it.callable.path()));
        (survivor, by.map(Advice::Add).or(never_run).unwrap_or(Advice::NotShown))
    });
    let suggestion = |&candidate: &usize| {
        let generated = &candidates[candidate];
        let caught = weighed[candidate].0.iter().map(|place| &audit.targets[survivors[place]].about);
        Suggestion {
            group: ground.group(generated.subject).unwrap_or_default(),
            trial: ground.subject(generated.subject).trial(&generated.tokens),
            surroundings: ground.task(generated).surroundings(),
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
    ground: &'a OwnGround<'a>,
}

impl Trying<'_> {
    /// Returns the shortest input on which a mutant differs from the program; a usual one rather than an unusual one.
    fn first_caught<'k>(
        &self,
        mutant: &Ready,
        known: &'k [Generated],
    ) -> Result<Option<&'k Generated>, Fault> {
        let differs = self.ground.differs(mutant, known)?;
        let caught = known.iter().zip(differs).filter(|(_, differs)| *differs).map(|(known, _)| known);
        Ok(caught.min_by_key(|known| (self.ground.unusual(known).is_some(), known.tokens.len())))
    }

    /// Shortens the input as long as mutant and program differ on it.
    fn shortest(&self, mutant: &Ready, start: &Generated) -> Result<Generated, Fault> {
        let with = |tokens: Vec<usize>| Generated { tokens, ..start.clone() };
        let tokens = if self.ground.is_slow(start.subject) {
            let shrunk = shrink_together(self.ground, start, |all| self.tells_apart(mutant, all))?;
            shrunk.tokens
        } else {
            let mut fault = None;
            let subject = self.ground.subject(start.subject);
            let shrunk = shrink(subject, &start.tokens, RUNS, |tokens| {
                match self.tells_apart(mutant, &[with(tokens.to_vec())]) {
                    Ok(differs) => differs[0].then_some(tokens.len()),
                    Err(of_ours) => {
                        fault = Some(of_ours);
                        None
                    }
                }
            });
            fault.map_or(Ok(shrunk.tokens), Err)?
        };
        Ok(with(tokens))
    }

    /// Tells with which input the program ends, and the mutant behaves differently.
    fn tells_apart(&self, mutant: &Ready, all: &[Generated]) -> Result<Vec<bool>, Fault> {
        let ending = self.ground.that_end(all.to_vec())?;
        let differs = self.ground.differs(mutant, &ending)?;
        let shown: Vec<&Generated> =
            ending.iter().zip(&differs).filter(|(_, differs)| **differs).map(|(it, _)| it).collect();
        Ok(all.iter().map(|generated| shown.contains(&generated)).collect())
    }
}
