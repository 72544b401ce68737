//! Proves an import: the programs of the package get the verdicts that it promises for them.

use std::fs;
use std::path::Path;

use super::isolation::{self, Choice};
use super::planned::planned;
use super::progress::Bar;
use super::shell_word::shell_word;
use super::workers::workers;
use super::{Error, Status};
use crate::compare::Verdict;
use crate::import::{Promise, Promised};
use crate::language;
use crate::plan::ReferenceRunner;
use crate::report::{Depth, Detail, Graded, GradedScenario, Grading, View, Visible};
use crate::resource::Resource;
use crate::run::Runner;
use crate::sandbox;
use crate::score::Marks;
use crate::spec::Spec;
use crate::submission::Submission;
use crate::system;
use crate::trace::Store;

/// Checks these programs with a spec, and says for each what was promised and what came.
pub(super) fn prove(path: &Path, promises: &[Promise], isolation: &isolation::Args) -> Result<Status, Error> {
    const NOTHING: &str =
        "nothing was proved: it brings no programs with known verdicts that can be run here";
    if promises.is_empty() {
        anstream::println!("{NOTHING}");
        return Ok(Status::Done);
    }
    sandbox::stop_on_interrupt()?;
    let spec = Spec::load(&path.display().to_string())?;
    let (known, unknown): (Vec<&Promise>, Vec<&Promise>) =
        promises.iter().partition(|promise| is_asked_for(promise, &spec));
    for promise in unknown {
        let name = Visible::new(&promise.name);
        anstream::println!("- {name}: not tried, because it is in a language that the spec does not ask for");
    }
    if known.is_empty() {
        anstream::println!("{NOTHING}");
        return Ok(Status::Done);
    }
    let sandbox = isolation.open_for(&spec, Choice::Auto)?;
    let store = Store::empty();
    let plan = planned(&ReferenceRunner { sandbox: Some(&sandbox), store: &store }, &spec, None)?;
    let folder = system::private_folder("yardstick-", &system::temporary_folder())
        .map_err(|source| Error::File { path: std::env::temp_dir(), source })?;
    let mut submissions = Vec::new();
    for (place, promise) in known.iter().enumerate() {
        submissions.push(Submission::at(promise.name.clone(), laid_out(folder.path(), place, promise)?));
    }
    let workers = workers(None)?;
    let bar = Bar::new((plan.jobs.len() * submissions.len()) as u64, false);
    let runner = Runner { sandbox: &sandbox, plan: &plan, store: &store, repeat: 1, keeps_sources: false };
    let view = View::of_all(Detail { depth: Depth::Verdicts, places: false });
    let grading = Grading::begin(&plan, Marks::new(), sandbox.isolation(), view);
    let graded = runner.run_all(&submissions, workers, &bar, |submission, attempt| {
        grading.keep(submission, &attempt.sources, &attempt.outcome)
    });
    bar.finish();
    let graded = graded?;
    let mut broken = 0;
    for (promise, graded) in known.iter().zip(&graded) {
        let (came, is_kept) = (came(graded), is_kept(promise.verdict, graded));
        broken += usize::from(!is_kept);
        let (name, promised) = (Visible::new(&promise.name), promise.verdict.words());
        if is_kept {
            anstream::println!("- {name}: {came}, as promised ({promised})");
        } else {
            anstream::println!("- {name}: {came}, and {promised} was promised");
        }
    }
    let all = graded.len();
    Ok(match broken {
        _ if sandbox::interrupted() => Status::Interrupted,
        0 => {
            anstream::println!("proved: {all} of {all} programs got what was promised");
            Status::Done
        }
        broken => {
            anstream::println!(
                "not proved: {broken} of {all} programs got something else; look at each with `yardstick check {}`",
                shell_word(&path.display().to_string())
            );
            Status::PointsLost
        }
    })
}

/// Whether the spec asks for the language of a program.
fn is_asked_for(promise: &Promise, spec: &Spec) -> bool {
    let of = |file: &str| language::of_file(file).map(|language| language.name.clone());
    let hand_in = &spec.hand_in;
    let asked: Vec<_> = hand_in
        .files
        .iter()
        .chain(&hand_in.optional)
        .chain(&hand_in.instead)
        .filter_map(|file| of(file))
        .collect();
    // Where groups have programs of their own, none of them must be there.
    asked.is_empty()
        || promise.files.keys().any(|file| of(file).is_some_and(|language| asked.contains(&language)))
}

/// Lays out the files of a program as it is handed in.
fn laid_out(folder: &Path, place: usize, promise: &Promise) -> Result<std::path::PathBuf, Error> {
    let own = folder.join(place.to_string());
    for (name, content) in &promise.files {
        let path = own.join(name);
        let fail = |source| Error::File { path: path.clone(), source };
        fs::create_dir_all(path.parent().unwrap_or(&own)).map_err(fail)?;
        fs::write(&path, content).map_err(fail)?;
    }
    Ok(match promise.files.keys().next() {
        // A single file may have any name.
        Some(name) if promise.files.len() == 1 => own.join(name),
        _ => own,
    })
}

/// What came of a program, in words.
fn came(graded: &Graded) -> String {
    let lost = graded.scenarios.iter().filter(|scenario| scenario.is_lost());
    let mut verdicts: Vec<&str> = Vec::new();
    for verdict in lost.map(|scenario| scenario.verdict.words()) {
        if !verdicts.contains(&verdict) {
            verdicts.push(verdict);
        }
    }
    if verdicts.is_empty() { "accepted".to_owned() } else { verdicts.join(" and ") }
}

/// Whether a promise is kept.
fn is_kept(promised: Promised, graded: &Graded) -> bool {
    let has = |wanted: &dyn Fn(Verdict) -> bool| {
        graded.scenarios.iter().any(|one| one.is_lost() && wanted(one.verdict))
    };
    let is_accepted = !graded.scenarios.iter().any(GradedScenario::is_lost);
    let earned = graded.points.is_some_and(|points| points > crate::points::Points::ZERO);
    let is_timeout = |verdict: Verdict| {
        matches!(verdict, Verdict::EndlessLoop | Verdict::Exceeded(Resource::Cpu | Resource::Wall))
    };
    match promised {
        Promised::Accepted => is_accepted && graded.points.is_some(),
        Promised::PartlyAccepted => !is_accepted && earned,
        Promised::WrongAnswer => has(&|verdict| verdict == Verdict::WrongAnswer),
        Promised::RunTimeError => has(&|verdict| {
            matches!(verdict, Verdict::RuntimeError | Verdict::Exceeded(_)) && !is_timeout(verdict)
        }),
        Promised::TimeLimitExceeded => has(&is_timeout),
        Promised::CompileError => has(&|verdict| verdict == Verdict::InvalidSubmission),
        Promised::Rejected => !is_accepted,
    }
}
