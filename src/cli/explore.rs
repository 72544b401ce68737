//! `yardstick explore`: tries generated scenarios on one submission.

use std::io::Write;
use std::path::PathBuf;

use yardstick_reference::Random;

use super::isolation::{self, Choice};
use super::rewrite::put_spec;
use super::{Error, Status, terminal};
use crate::explore::{self, DEFAULT_COUNT, DEFAULT_SEED, Disagreement, GenerationContext, Suggestion, add};
use crate::guidance::Guidance;
use crate::plan::Plan;
use crate::points::Points;
use crate::report::{GradedScenario, Role, Student, Visible};
use crate::run::Ready;
use crate::spec::{Hidden, ReferenceSource, Spec, Task, Worth};
use crate::{sandbox, submission};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The submission: a folder, a zip file or a file
    submission: PathBuf,
    /// How many scenarios are generated
    #[arg(long, value_name = "N", default_value_t = DEFAULT_COUNT)]
    count: usize,
    /// The seed of the generated scenarios; submissions that are compared need the same
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Look into this number of different disagreements
    #[arg(long, value_name = "N", default_value_t = 6)]
    most: usize,
    /// Write the spec with a scenario for each disagreement to this file, worth nothing
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    isolation: isolation::Args,
}

/// Ends with 1 if there is a disagreement.
pub(super) fn explore(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let spec = Spec::load(&args.spec)?;
    let Some(ReferenceSource::BuiltIn(reference)) = &spec.reference else {
        let help = "help: of a program of your own, `yardstick audit` and `yardstick suggest` tell what scenarios miss";
        let what = "exploring needs a built-in reference, which knows what is worth trying";
        return Err(Error::Usage(format!("{what}\n{help}")));
    };
    if reference.subjects().is_empty() {
        let key = reference.key();
        return Err(Error::Usage(format!("the reference `{key}` does not tell what is worth trying")));
    }
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    let submission = submission::one(&args.submission)?;
    let context = GenerationContext::new(&spec, *reference);
    let mut out = terminal::out();
    let ready = match Ready::new(&sandbox, &Plan::of_jobs(&spec, Vec::new()), &submission)? {
        Ok(ready) => ready,
        Err(invalid) => {
            writeln!(out, "{}", Visible::lines(&invalid.reason()))?;
            return Ok(Status::PointsLost);
        }
    };
    let exploration = explore::explore(&context, &ready, args.seed, args.count, args.most)?;
    if sandbox::interrupted() {
        // The remaining scenarios were not tried, so nothing is known about them.
        return Ok(Status::Interrupted);
    }
    for disagreement in &exploration.disagreements {
        Student::default().scenario(&shown(&context, disagreement, exploration.generated), &mut out)?;
    }
    let explore::Exploration { generated, disagreeing, disagreements, unsteady, left_out } = &exploration;
    let differ = match (disagreeing, disagreements.len()) {
        (0, _) => "none differs".to_owned(),
        (1, _) => "one differs".to_owned(),
        _ if *left_out > 0 => format!("{disagreeing} differ"),
        (_, 1) => format!("{disagreeing} differ, all in the same way"),
        (_, ways) => format!("{disagreeing} differ, in {ways} ways"),
    };
    writeln!(out, "{generated} generated scenarios, seed {}: {differ}", args.seed)?;
    if *unsteady > 0 {
        writeln!(out, "{unsteady} did not show again: the program does not always do the same")?;
    }
    if *left_out > 0 {
        writeln!(out, "{left_out} more were not looked into (--most)")?;
    }
    if let Some(file) = &args.save {
        let suggestions: Vec<Suggestion> =
            disagreements.iter().filter_map(|it| saved(&context, it)).collect();
        let more =
            add(&spec, &suggestions, Worth::Nothing).map_err(|error| Error::Usage(error.to_string()))?;
        put_spec(file, &more)?;
        let scenarios = if suggestions.len() == 1 { "scenario" } else { "scenarios" };
        writeln!(out, "{} {scenarios} written to `{}`", suggestions.len(), file.display())?;
    }
    out.flush()?;
    Ok(if disagreements.is_empty() && *unsteady == 0 { Status::Done } else { Status::PointsLost })
}

/// A disagreement as a scenario that was lost.
fn shown(context: &GenerationContext, disagreement: &Disagreement, generated: usize) -> GradedScenario {
    let (args, input, session) = match context.task(&disagreement.generated) {
        Task::Run(task) => (task.args, task.input.lines, Vec::new()),
        Task::Session(task) => (Vec::new(), task.stdin.clone(), task.sources()),
        Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => {
            Default::default()
        }
    };
    let subject = context.reference.subjects()[disagreement.generated.subject].name();
    GradedScenario {
        group: None,
        name: format!("{subject}: differs in {} of {generated}", disagreement.count).into(),
        alias: None,
        by_test: false,
        verdict: disagreement.judgement.verdict,
        points: None,
        max_points: Points::ZERO,
        sixths: None,
        bonus: false,
        hidden: Hidden::Nothing,
        runs: 1,
        flaky: false,
        annotations: Vec::new(),
        side_by_side: None,
        loop_values: None,
        pictures: None,
        reasons: disagreement.judgement.reasons.clone(),
        difference: disagreement.judgement.difference.clone(),
        length: session.len() + input.len(),
        session,
        files: Vec::new(),
        env: Vec::new(),
        args,
        input,
        role: Role::Tested,
        hint: None,
        ladder: Vec::new(),
        cause: None,
        guidance: Guidance::default(),
    }
}

/// A disagreement as a scenario of the spec, with more input so that the program ends; `None` if that is not possible.
fn saved(context: &GenerationContext, disagreement: &Disagreement) -> Option<Suggestion> {
    let generated = &disagreement.generated;
    let subject = context.reference.subjects()[generated.subject];
    let ending = subject.ending(&generated.tokens, &mut Random::new(1));
    let tokens = [generated.tokens.as_slice(), &ending].concat();
    Some(Suggestion {
        group: context.group(generated.subject)?,
        trial: subject.trial(&tokens),
        comment: vec!["Found by playing: a submission differs here.".to_owned()],
        hint: None,
    })
}
