//! `yardstick explore`: tries generated scenarios on one submission.

use std::io::Write;
use std::path::PathBuf;

use yardstick_reference::Random;

use super::isolation::{self, Choice};
use super::rewrite::put_spec;
use super::{Error, Status, terminal};
use crate::explore::{self, DEFAULT_SEED, Disagreement, Generated, Ground, NoGround, Suggestion, add};
use crate::plan::Plan;
use crate::report::{GradedScenario, Student, Visible};
use crate::run::Ready;
use crate::sandbox::{self, Sandbox};
use crate::spec::{Spec, Worth};
use crate::submission;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A spec file, or the key of a shipped spec (see `yardstick specs`)
    spec: String,
    /// The submission: a folder, a zip file or a file
    submission: PathBuf,
    /// How many scenarios are generated [default: 500; 120 of sessions in other languages than Python]
    #[arg(long, value_name = "N")]
    count: Option<usize>,
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

/// Ends with 1 if there is a disagreement in what is certainly a fair scenario.
pub(super) fn explore(args: &Args) -> Result<Status, Error> {
    sandbox::stop_on_interrupt()?;
    let spec = Spec::load(&args.spec)?;
    let sandbox = args.isolation.open_for(&spec, Choice::Auto)?;
    let (ground, tested) = explore::ground(&spec, &sandbox, args.seed, args.count)?;
    explore_on(args, &sandbox, &*ground, &tested)
}

impl From<NoGround> for Error {
    fn from(none: NoGround) -> Self {
        match none {
            NoGround::Nothing(why) => Self::Usage(why),
            NoGround::Reference { entry, why } => {
                Self::Usage(format!("the reference `{entry}` cannot be handed in: {}", Visible::lines(&why)))
            }
            NoGround::Fault(fault) => fault.into(),
        }
    }
}

/// Tries generated scenarios on the submission, and tells what came of it.
fn explore_on(
    args: &Args,
    sandbox: &Sandbox,
    ground: &dyn Ground,
    tested: &[Generated],
) -> Result<Status, Error> {
    let spec = ground.spec();
    let submission = submission::one(&args.submission)?;
    let mut out = terminal::out();
    let ready = match Ready::new(sandbox, &Plan::of_jobs(spec, Vec::new()), &submission)? {
        Ok(ready) => ready,
        Err(invalid) => {
            writeln!(out, "{}", Visible::lines(&invalid.reason()))?;
            return Ok(Status::PointsLost);
        }
    };
    let exploration = explore::explore(ground, &ready, tested, args.most)?;
    if sandbox::interrupted() {
        // The remaining scenarios were not tried, so nothing is known about them.
        return Ok(Status::Interrupted);
    }
    for disagreement in &exploration.disagreements {
        let shown = GradedScenario::explored(ground, disagreement, exploration.generated);
        Student::default().scenario(&shown, &mut out)?;
        if let Some(unusual) = ground.unusual(&disagreement.generated) {
            writeln!(out, "  {}\n", Visible::new(&not_certain(&unusual)))?;
        }
    }
    let explore::Exploration { generated, disagreeing, doubtful, disagreements, unsteady, left_out } =
        &exploration;
    let differ = match (disagreeing, disagreements.len()) {
        (0, _) => "none differs".to_owned(),
        (1, _) => "one differs".to_owned(),
        _ if *left_out > 0 => format!("{disagreeing} differ"),
        (_, 1) => format!("{disagreeing} differ, all in the same way"),
        (_, ways) => format!("{disagreeing} differ, in {ways} ways"),
    };
    writeln!(out, "{generated} generated scenarios, seed {}: {differ}", args.seed)?;
    if *doubtful > 0 {
        let how_many = if doubtful == disagreeing { "all".to_owned() } else { doubtful.to_string() };
        writeln!(out, "{how_many} of them on lines of a kind that no scenario of the spec types")?;
    }
    if *unsteady > 0 {
        writeln!(out, "{unsteady} did not show again: the program does not always do the same")?;
    }
    if *left_out > 0 {
        writeln!(out, "{left_out} more were not looked into (--most)")?;
    }
    if let Some(why) = explore::not_varied(spec) {
        writeln!(out, "{why}")?;
    }
    if let Some(file) = &args.save {
        let suggestions: Vec<Suggestion> = disagreements.iter().filter_map(|it| saved(ground, it)).collect();
        let more =
            add(spec, &suggestions, Worth::Nothing).map_err(|error| Error::Usage(error.to_string()))?;
        put_spec(file, &more)?;
        let scenarios = if suggestions.len() == 1 { "scenario" } else { "scenarios" };
        writeln!(out, "{} {scenarios} written to `{}`", suggestions.len(), file.display())?;
    }
    out.flush()?;
    Ok(if disagreeing == doubtful && *unsteady == 0 { Status::Done } else { Status::PointsLost })
}

/// Says why a difference may be none that anybody should lose points for.
fn not_certain(unusual: &str) -> String {
    format!("Not certain: {unusual}, so the handout may leave open what then happens.")
}

/// A disagreement as a scenario of the spec, with more input so that the program ends; `None` if that is not possible.
fn saved(ground: &dyn Ground, disagreement: &Disagreement) -> Option<Suggestion> {
    let generated = &disagreement.generated;
    let subject = ground.subject(generated.subject);
    let ending = subject.ending(&generated.tokens, &mut Random::new(1));
    let tokens = [generated.tokens.as_slice(), &ending].concat();
    let doubt = ground.unusual(generated).map(|unusual| not_certain(&unusual));
    let found = "Found by playing: a submission differs here.".to_owned();
    ground.can_be_scenario(generated).then(|| Suggestion {
        group: ground.group(generated.subject).unwrap_or_default(),
        trial: subject.trial(&tokens),
        surroundings: ground.task(generated).surroundings(),
        comment: std::iter::once(found).chain(doubt).collect(),
        hint: None,
    })
}
