//! The report: verdicts, points and differences, laid out for readers.
//!
//! A [`Report`] holds every number and line already decided. A [`Format`] only arranges them, and shows
//! text of a submission only through [`Visible`].

mod alike;
mod csv;
mod distribution;
mod figures;
mod html;
mod json;
mod judged;
mod student;
mod table;
mod visible;

use std::collections::BTreeMap;
use std::io;

use crate::compare::{Difference, SideBySide, Verdict, side_by_side};
use crate::plan::{Expected, Job, Plan};
use crate::points::Points;
use crate::run::{Fault, Outcome};
use crate::sandbox::Isolation;
use crate::score::{Marks, bonus_points, max_points, score};
use crate::submission::Submission;

use self::judged::{by_hand, judgements};

pub use self::alike::{Alike, Slip};
pub use self::csv::Csv;
pub use self::distribution::Distribution;
pub use self::figures::Figures;
pub use self::html::{ClassPage, StudentPage};
pub use self::json::Json;
pub use self::student::Student;
pub use self::table::Table;
pub use self::visible::Visible;

/// A way to lay a report out.
pub trait Format {
    /// Writes all of it.
    ///
    /// # Errors
    ///
    /// When `out` cannot be written to.
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()>;
}

/// What a folder of submissions is worth, and why.
#[derive(Clone, Debug)]
pub struct Report {
    /// The key of the assignment.
    pub assignment: String,
    /// Its name for people.
    pub title: String,
    /// What can be earned without bonus.
    pub max_points: Points,
    /// What can be earned on top.
    pub bonus_points: Points,
    /// What kept the programs in.
    pub isolation: Isolation,
    /// In the order of their names.
    pub submissions: Vec<Graded>,
    /// What the class as a whole did.
    pub summary: Summary,
    /// How its points are spread.
    pub distribution: Distribution,
    /// What it tells about each scenario, in the order of the spec.
    pub figures: Vec<Figures>,
    /// Submissions that go astray alike.
    pub alike: Vec<Alike>,
}

/// What one submission is worth, and why.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The submission's name.
    pub name: String,
    /// What it earned; `None` if something could not be graded.
    pub points: Option<Points>,
    /// Why there was nothing to run, or why it could not be graded at all. May hold text of the
    /// submission: show it through [`Visible`].
    pub problem: Option<String>,
    /// In the order of the spec.
    pub scenarios: Vec<GradedScenario>,
}

/// What one scenario came to.
#[derive(Clone, Debug)]
pub struct GradedScenario {
    /// The name of its group, if it is in one.
    pub group: Option<String>,
    /// Its own name.
    pub name: String,
    /// In a word.
    pub verdict: Verdict,
    /// What it earned; `None` if it could not be graded.
    pub points: Option<Points>,
    /// What it is worth.
    pub max_points: Points,
    /// Whether that comes on top of the maximum.
    pub bonus: bool,
    /// Why, in sentences. Show them through [`Visible`].
    pub reasons: Vec<String>,
    /// Where the output parts from what was expected.
    pub difference: Option<Difference>,
    /// The dialogue beside the expected one, once it is [laid](Graded::lay_side_by_side).
    pub side_by_side: Option<SideBySide>,
    /// What was typed at the prompt of a session.
    pub session: Vec<String>,
    /// Command line arguments.
    pub args: Vec<String>,
    /// The lines that were typed.
    pub input: Vec<String>,
    /// The instructor's hint.
    pub hint: Option<String>,
}

/// What a class as a whole did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many submissions have points.
    pub graded: usize,
    /// How many have none, through no fault of theirs.
    pub not_graded: usize,
    /// Of those with points.
    pub mean: Option<Points>,
    /// Of those with points.
    pub median: Option<Points>,
    /// The scenarios that most graded submissions lost, the most lost first, with how many lost them.
    pub most_lost: Vec<(String, usize)>,
}

impl Graded {
    /// Lets go of transcripts, inputs and hints, when the page of the submission is written.
    pub fn forget_what_only_pages_show(&mut self) {
        for scenario in &mut self.scenarios {
            scenario.difference.iter_mut().for_each(|difference| difference.rows = Vec::new());
            scenario.side_by_side = None;
            scenario.session = Vec::new();
            scenario.args = Vec::new();
            scenario.input = Vec::new();
            scenario.hint = None;
        }
    }

    /// Judges what came of one submission; `marks` are those that were given by hand.
    pub fn new(plan: &Plan, marks: &Marks, submission: &Submission, outcome: &Outcome) -> Self {
        let judgements = judgements(plan, outcome);
        let score = score(plan, &judgements, &by_hand(plan, &submission.name, marks));
        let problem = match outcome {
            Outcome::Ran(_) => None,
            Outcome::Invalid(invalid) => Some(invalid.to_string()),
            Outcome::Fault(Fault(reason)) => Some(reason.clone()),
        };
        let scenarios = plan
            .jobs
            .iter()
            .zip(judgements)
            .zip(score.scenarios)
            .map(|((job, judgement), points)| {
                let group = &plan.spec.groups[job.group];
                let scenario = job.scenario;
                let (session, args, input) = match &job.expected {
                    Expected::Run(task, _) => (Vec::new(), task.args.clone(), task.input.lines.clone()),
                    Expected::Session(task, _) => (task.sources(), Vec::new(), task.stdin.clone()),
                    Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => {
                        (Vec::new(), Vec::new(), Vec::new())
                    }
                };
                GradedScenario {
                    side_by_side: None,
                    session,
                    args,
                    input,
                    group: group.name.clone(),
                    name: scenario.name.clone(),
                    verdict: judgement.verdict,
                    points,
                    max_points: scenario.points,
                    bonus: group.bonus,
                    reasons: judgement.reasons,
                    difference: judgement.difference,
                    hint: scenario.hint.clone(),
                }
            })
            .collect();
        Self { name: submission.name.clone(), points: score.points, problem, scenarios }
    }

    /// Lays the dialogue of each scenario that differs beside the expected one, for pages that show both.
    pub fn lay_side_by_side(&mut self, plan: &Plan, outcome: &Outcome) {
        let Outcome::Ran(recorded) = outcome else { return };
        for ((graded, job), recorded) in self.scenarios.iter_mut().zip(&plan.jobs).zip(recorded) {
            if let (Some(_), Ok(recorded)) = (&graded.difference, recorded) {
                graded.side_by_side = side_by_side(&job.expected, recorded);
            }
        }
    }

    /// Whether no points were lost, those of a bonus aside.
    pub fn is_full(&self) -> bool {
        self.scenarios.iter().filter(|scenario| !scenario.bonus).all(|scenario| {
            scenario.verdict == Verdict::ToBeMarked || scenario.points == Some(scenario.max_points)
        })
    }

    /// What was earned without, or of, the bonus.
    pub fn earned(&self, bonus: bool) -> Points {
        let counted = self.scenarios.iter().filter(|scenario| scenario.bonus == bonus);
        counted.filter_map(|scenario| scenario.points).sum()
    }
}

/// `group / scenario`, or just the scenario's name outside of groups.
fn full_name(plan: &Plan, job: &Job) -> String {
    let group = plan.spec.groups[job.group].name.as_ref();
    group.map_or_else(|| job.scenario.name.clone(), |group| format!("{group} / {}", job.scenario.name))
}

impl GradedScenario {
    /// `group / scenario`.
    pub fn full_name(&self) -> String {
        self.group.as_ref().map_or_else(|| self.name.clone(), |group| format!("{group} / {}", self.name))
    }

    /// Whether points were lost here, or would have been if it were worth any.
    pub fn is_lost(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::ToBeMarked)
    }
}

impl Report {
    /// Lays out what the submissions of a folder came to.
    pub fn new(plan: &Plan, isolation: Isolation, submissions: Vec<Graded>) -> Self {
        let summary = Summary::new(&submissions);
        Self {
            distribution: Distribution::new(&submissions, max_points(plan)),
            figures: Figures::of_class(&submissions),
            alike: Alike::of_class(&submissions),
            assignment: plan.spec.assignment.clone(),
            title: plan.spec.title.clone(),
            max_points: max_points(plan),
            bonus_points: bonus_points(plan),
            isolation,
            submissions,
            summary,
        }
    }
}

impl Summary {
    fn new(submissions: &[Graded]) -> Self {
        let points: Vec<Points> = submissions.iter().filter_map(|submission| submission.points).collect();
        let mut lost = BTreeMap::<(usize, String), usize>::new();
        for submission in submissions {
            for (index, scenario) in submission.scenarios.iter().enumerate() {
                let counts = scenario.is_lost() && scenario.verdict != Verdict::NotGraded;
                if counts && scenario.verdict != Verdict::InvalidSubmission {
                    *lost.entry((index, scenario.full_name())).or_default() += 1;
                }
            }
        }
        let mut most_lost: Vec<(String, usize)> =
            lost.into_iter().map(|((_, name), count)| (name, count)).collect();
        most_lost.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        most_lost.truncate(3);
        Self {
            graded: points.len(),
            not_graded: submissions.len() - points.len(),
            mean: Points::mean(&points),
            median: Points::median(&points),
            most_lost,
        }
    }
}
