//! What one submission is worth, and why: decided once, for all formats.

use std::sync::Arc;

use super::judged::{Judged, by_hand, judged, marked, observed, obstacle};
use super::{Depth, Grading, Report, Role, Undisclosed, Visible};
use crate::compare::{Annotation, Difference, SideBySide, Verdict, side_by_side};
use crate::plan::Expected;
use crate::points::{Points, Sixths};
use crate::run::{Fault, Outcome};
use crate::score::{Lateness, lateness, score};
use crate::spec::Hidden;
use crate::submission::{self, Submission, Whereabouts};
use crate::trace::Observed;

/// What one submission is worth, and why.
#[derive(Clone, Debug, Default)]
pub struct Graded {
    /// The submission's name.
    pub name: String,
    /// Who handed it in, as far as anybody tells; several are a group. Show their names through [`Visible`].
    pub students: Vec<submission::Student>,
    /// What it earned, less what lateness costs; `None` if something could not be graded.
    pub points: Option<Points>,
    /// How late it is; `None` where nobody asks.
    pub lateness: Option<Lateness>,
    /// Why there was nothing to run, or why it could not be graded at all. May hold text of the
    /// submission: show it through [`Visible`].
    pub problem: Option<String>,
    /// The place in the source that keeps all of it from being run, where one is known.
    pub obstacle: Option<Annotation>,
    /// Where its files lie; unknown unless a format asks for it.
    pub whereabouts: Whereabouts,
    /// Scenarios that are graded and of which this view shows no result.
    pub undisclosed: Undisclosed,
    /// In the order of the spec.
    pub scenarios: Vec<GradedScenario>,
}

/// What one scenario came to.
#[derive(Clone, Debug)]
pub struct GradedScenario {
    /// The name of its group, if it is in one.
    pub group: Option<Arc<str>>,
    /// Its own name.
    pub name: Arc<str>,
    /// In a word.
    pub verdict: Verdict,
    /// What it is on the page of its submission.
    pub role: Role,
    /// What it earned; `None` if it could not be graded.
    pub points: Option<Points>,
    /// What it is worth.
    pub max_points: Points,
    /// The same before it was rounded, where that is a third or a sixth.
    pub sixths: Option<Sixths>,
    /// Whether that comes on top of the maximum.
    pub bonus: bool,
    /// What of it students are not to see.
    pub hidden: Hidden,
    /// Why, in sentences. Show them through [`Visible`].
    pub reasons: Vec<String>,
    /// How many times it was run; 0 if it could not be.
    pub runs: u32,
    /// Whether those did not all do the same.
    pub flaky: bool,
    /// Where the output parts from what was expected.
    pub difference: Option<Difference>,
    /// What is said about places of the source.
    pub annotations: Vec<Annotation>,
    /// The dialogue beside the expected one, where a view shows it.
    pub side_by_side: Option<SideBySide>,
    /// What was typed at the prompt of a session.
    pub session: Vec<String>,
    /// Command line arguments.
    pub args: Vec<String>,
    /// The lines that were typed.
    pub input: Vec<String>,
    /// The instructor's hint; none for what did not run.
    pub hint: Option<String>,
}

impl Graded {
    /// Its name, and whose it is where that is known and the name does not tell: `doejane-4321 (Jane Doe)`. Show it
    /// through [`Visible`].
    pub fn shown_name(&self) -> String {
        let untold =
            self.students.iter().map(|one| one.name.as_str()).filter(|name| !self.name.contains(name));
        match untold.collect::<Vec<_>>().join(" + ") {
            names if names.is_empty() => self.name.clone(),
            names => format!("{} ({names})", self.name),
        }
    }

    /// The names of its students, made visible, for formats that list them apart.
    pub(super) fn shown_students(&self) -> Vec<String> {
        self.students.iter().map(|student| Visible::new(&student.name).to_string()).collect()
    }

    /// Judges what came of one submission.
    pub(super) fn new(grading: &Grading, submission: &Submission, outcome: &Outcome) -> Self {
        let Grading { plan, marks, view, .. } = grading;
        let depth = view.detail.depth;
        let Judged { judgements, roles } = judged(plan, outcome);
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
            .zip(roles)
            .zip(score.scenarios)
            .zip(observed(plan, outcome))
            .map(|((((job, judgement), role), points), observed)| {
                let judgement = marked(job, judgement, points);
                let group = &plan.spec.groups[job.group];
                let scenario = job.scenario;
                let (session, args, input) = match &job.expected {
                    Expected::Run(task, _) => (Vec::new(), task.args.clone(), task.input.lines.clone()),
                    Expected::Session(task, _) => (task.sources(), Vec::new(), task.stdin.clone()),
                    Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => {
                        (Vec::new(), Vec::new(), Vec::new())
                    }
                };
                let dialogue = || {
                    let observed = observed.filter(|_| judgement.difference.is_some())?;
                    side_by_side(&job.expected, &observed.recorded)
                };
                let scenario = GradedScenario {
                    side_by_side: if depth == Depth::Dialogues { dialogue() } else { None },
                    session,
                    args,
                    input,
                    group: job.group_name.clone(),
                    name: job.name.clone(),
                    verdict: judgement.verdict,
                    role,
                    points,
                    max_points: scenario.points,
                    sixths: scenario.sixths,
                    bonus: group.bonus,
                    hidden: scenario.hidden,
                    reasons: judgement.reasons,
                    runs: observed.map_or(0, |observed| observed.runs),
                    flaky: observed.is_some_and(Observed::is_flaky),
                    difference: judgement.difference,
                    annotations: judgement.annotations,
                    hint: scenario.hint.clone().filter(|_| judgement.ran),
                };
                scenario.down_to(depth)
            })
            .collect();
        let lateness = lateness(plan, submission, score.points);
        let deducted = lateness.as_ref().map_or(Points::ZERO, |lateness| lateness.deducted);
        let is_pointed_into = view.detail.places && !view.names.are_hidden();
        let decided = Self {
            name: submission.name.clone(),
            students: submission.students.clone(),
            points: score.points.map(|points| points - deducted),
            lateness,
            problem,
            obstacle: obstacle(outcome),
            whereabouts: match is_pointed_into {
                true => Whereabouts::of(submission, &plan.spec.hand_in),
                false => Whereabouts::Unknown,
            },
            undisclosed: Undisclosed::default(),
            scenarios,
        };
        match view.names.concealed(&submission.name) {
            Some(concealed) => concealed.hidden_in(decided),
            None => decided,
        }
    }

    /// The same without what only deeper views show.
    #[must_use]
    pub fn down_to(self, depth: Depth) -> Self {
        let scenarios = self.scenarios.into_iter().map(|scenario| scenario.down_to(depth));
        Self { scenarios: scenarios.collect(), ..self }
    }

    /// Why one of its scenarios has its verdict, in one sentence; the verdict itself where nothing more is known.
    /// Show it through [`Visible`].
    pub fn reason<'a>(&'a self, scenario: &'a GradedScenario) -> &'a str {
        let problem = self.problem.as_ref().and_then(|problem| problem.lines().next());
        scenario.reasons.first().map(String::as_str).or(problem).unwrap_or(scenario.verdict.words())
    }

    /// Whether no points were lost, those of a bonus aside.
    pub fn is_full(&self) -> bool {
        self.scenarios.iter().filter(|scenario| !scenario.bonus).all(|scenario| {
            scenario.verdict == Verdict::ToBeMarked || scenario.points == Some(scenario.max_points)
        })
    }

    /// What its scenarios are worth without the bonus, or what the bonus is worth.
    pub fn max_points(&self, bonus: bool) -> Points {
        let counted = self.scenarios.iter().filter(|scenario| scenario.bonus == bonus);
        counted.map(|scenario| scenario.max_points).sum()
    }

    /// What was earned without, or of, the bonus.
    pub fn earned(&self, bonus: bool) -> Points {
        let counted = self.scenarios.iter().filter(|scenario| scenario.bonus == bonus);
        counted.filter_map(|scenario| scenario.points).sum()
    }
}

impl GradedScenario {
    /// The same without what only deeper views show.
    fn down_to(self, depth: Depth) -> Self {
        match depth {
            Depth::Dialogues => self,
            Depth::Transcripts => Self { side_by_side: None, ..self },
            Depth::Verdicts => Self {
                difference: self.difference.map(|difference| Difference { rows: Vec::new(), ..difference }),
                side_by_side: None,
                session: Vec::new(),
                args: Vec::new(),
                input: Vec::new(),
                hint: None,
                ..self
            },
        }
    }

    /// `group / scenario`.
    pub fn full_name(&self) -> String {
        self.group.as_ref().map_or_else(|| self.name.to_string(), |group| format!("{group} / {}", self.name))
    }

    /// What it is worth, for people: `3⅓`, where files say `3.34` or `3.33`, so that all of them add up.
    pub fn shown_max(&self) -> String {
        self.sixths.map_or_else(|| self.max_points.to_string(), |sixths| sixths.to_string())
    }

    /// What it earned, for people.
    pub fn shown_points(&self) -> Option<String> {
        let points = self.points?;
        Some(if points == self.max_points { self.shown_max() } else { points.to_string() })
    }

    /// Whether points were lost here, or would have been if it were worth any.
    pub fn is_lost(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::ToBeMarked | Verdict::Marked)
    }
}

/// Every annotation of a report: its submission, and the path of its file. What several scenarios say of one place in
/// the same words is there once.
pub(super) fn located(report: &Report) -> impl Iterator<Item = (&Graded, String, &Annotation)> {
    report.submissions.iter().flat_map(|graded| {
        let annotations = graded.scenarios.iter().flat_map(|scenario| &scenario.annotations);
        let mut all: Vec<&Annotation> = Vec::new();
        for annotation in graded.obstacle.iter().chain(annotations) {
            if !all.contains(&annotation) {
                all.push(annotation);
            }
        }
        all.into_iter().map(move |one| (graded, graded.whereabouts.path_of(&one.file), one))
    })
}
