//! The points of one submission and the reasons for them, decided once for all formats.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use super::causes::Causes;
use super::entry::entries;
use super::judged::{Judged, by_hand, judged, marked, observed, obstacle};
use super::scoring::Scored;
use super::{Depth, Grading, HandIns, NamedMistakes, PARTLY_RIGHT, Report, Role, Undisclosed, Visible};
use crate::compare::{
    Annotation, Difference, LoopValues, Pictures, SideBySide, Verdict, loop_values, pictures, side_by_side,
};
use crate::decisions::Comment;
use crate::digest::Digest;
use crate::guidance::{Failure, Guidance};
use crate::language::GivenFile;
use crate::plan::{Expected, Job};
use crate::points::{Points, Sixths};
use crate::rules::Rule;
use crate::run::{Fault, Outcome};
use crate::score::{Lateness, lateness, ruled, score};
use crate::spec::{Hidden, Scoring};
use crate::submission::{self, Arrival, OneOfSeveral, Submission, Whereabouts};
use crate::trace::{Observed, Source, Sources};
use crate::untrusted::Untrusted;

/// Why a scenario has points that no rule gave.
const LOOKED_AT: &str = "Somebody looked at this mistake, and gave these points for it.";

/// The points of one submission, and the reasons for them.
#[derive(Clone, Debug, Default)]
pub struct Graded {
    /// The submission's name.
    pub name: Untrusted,
    /// The students who handed it in, as far as they are known; several students are a group.
    pub students: Vec<submission::Student>,
    /// Its place among all hand-ins of the same students, if there are several.
    pub one_of: Option<OneOfSeveral>,
    /// When it was handed in, as far as that is known.
    pub arrival: Option<Arrival>,
    /// The hand-ins of its students, if there are several and this one counts.
    pub hand_ins: Option<Box<HandIns>>,
    /// The points that it earned, after the deduction for lateness; `None` if something could not be graded.
    pub points: Option<Points>,
    /// How late it is, for whoever of its students has most time; `None` if there is no due date.
    pub lateness: Option<Lateness>,
    /// The same for each of its students, where it is not the same for all.
    pub members: Vec<Option<Lateness>>,
    /// The reason why there was nothing to run, or why it could not be graded at all.
    pub problem: Option<Untrusted>,
    /// The place in the source that keeps the whole submission from being run, if one is known.
    pub obstacle: Option<Annotation>,
    /// What its author should do if there was nothing to run.
    pub guidance: Guidance,
    /// What the compiler warns of, unless a scenario is about that.
    pub warnings: Vec<Annotation>,
    /// Its sources, if the view shows them.
    pub sources: Sources,
    /// What is not run of its notebooks, in a sentence.
    pub note: Option<Untrusted>,
    /// The place of its files on disk; it is looked up only for formats that need it.
    pub whereabouts: Whereabouts,
    /// The scenarios that are graded, but of which this view shows no result.
    pub undisclosed: Undisclosed,
    /// The result of each scenario, in the order of the spec.
    pub scenarios: Vec<GradedScenario>,
    /// What people wrote about it.
    pub comments: Vec<Comment>,
    /// The mistakes of its program by their names, if they were looked for. Only instructors see them.
    pub mistakes: Option<NamedMistakes>,
    /// For each cause of lost points, what submissions that make the same mistake have in common.
    pub topics: Vec<Untrusted>,
    /// A digest of its sources without comments and empty lines, if they are known and causes are.
    pub bare: Option<Digest>,
    /// What it would earn, bonus included, if each mistake costs points once; `None` if the spec does not ask.
    pub per_cause: Option<Points>,
    /// For each cause of lost points, what would be earned without it, bonus not included, where that is known.
    pub mended: Vec<Option<Points>>,
}

/// The result of one scenario.
#[derive(Clone, Debug)]
pub struct GradedScenario {
    /// The name of its group, if it is in one.
    pub group: Option<Arc<str>>,
    /// Its name within the group.
    pub name: Arc<str>,
    /// Its name for students, if its own name would tell them what is hidden.
    pub alias: Option<Arc<str>>,
    /// Whether a test of the instructor judged it.
    pub by_test: bool,
    /// Whether a part of it was done, and not all.
    pub partly_right: bool,
    /// The result in a word.
    pub verdict: Verdict,
    /// The part that it plays on the page of its submission.
    pub role: Role,
    /// The points that it earned; `None` if it could not be graded.
    pub points: Option<Points>,
    /// The most points that it can earn.
    pub max_points: Points,
    /// The most points before rounding, if that number is a third or a sixth.
    pub sixths: Option<Sixths>,
    /// Whether its points are a bonus: they come on top of the maximum.
    pub bonus: bool,
    /// The part of the result that students must not see.
    pub hidden: Hidden,
    /// The reasons for the verdict, in sentences.
    pub reasons: Vec<Untrusted>,
    /// The number of runs; 0 if it could not be run.
    pub runs: u32,
    /// Whether the runs did different things.
    pub flaky: bool,
    /// The first difference between the output and what was expected.
    pub difference: Option<Difference>,
    /// Remarks about places in the source.
    pub annotations: Vec<Annotation>,
    /// The dialogue beside the expected one, if the view shows it.
    pub side_by_side: Option<SideBySide>,
    /// The values in the loop in which it was stopped, if the view shows them.
    pub loop_values: Option<LoopValues>,
    /// The pictures of a file that is not as expected, if the view shows them.
    pub pictures: Option<Pictures>,
    /// The lines that were typed at the prompt of a session.
    pub session: Vec<String>,
    /// The command line arguments of the run.
    pub args: Vec<String>,
    /// The files that were laid out for the run.
    pub files: Vec<GivenFile>,
    /// Variables of the environment that are set for it: `TZ=UTC`.
    pub env: Vec<String>,
    /// The lines that were typed during the run.
    pub input: Vec<String>,
    /// The number of lines that are typed, in a session too.
    pub length: usize,
    /// The instructor's hint; `None` if the scenario did not run.
    pub hint: Option<String>,
    /// Hints about the mistakes that were found here, each clearer than the one before.
    pub ladder: Vec<String>,
    /// The number of the cause of the loss, from 0, if it is known. Scenarios with the same cause are told together.
    pub cause: Option<usize>,
    /// What its author should do about the loss.
    pub guidance: Guidance,
    /// What a compiler said, whole, if there is no program for this scenario.
    pub said: Option<Untrusted>,
}

impl Graded {
    /// Its name, and the names of the students that are not part of it: `doejane-4321 (Jane Doe)`.
    pub fn shown_name(&self) -> Untrusted {
        let names = self.students.iter().map(|one| &one.name).filter(|name| !self.name.contains(name));
        let names = Untrusted::join(names, " + ");
        if names.is_empty() {
            return self.name.clone();
        }
        Untrusted::concat(&[&self.name, &" (", &names, &")"])
    }

    /// What one of its students earned, and how late it is for her.
    pub fn of_student(&self, place: usize) -> (Option<Points>, Option<&Lateness>) {
        let lateness = self.members.get(place).map_or(self.lateness.as_ref(), Option::as_ref);
        let deducted = |lateness: Option<&Lateness>| lateness.map_or(Points::ZERO, |late| late.deducted);
        let more = deducted(lateness) - deducted(self.lateness.as_ref());
        (self.points.map(|points| points - more), lateness)
    }

    /// The name under which its students are found again, whichever of several hand-ins counts.
    pub fn whose(&self) -> &Untrusted {
        self.one_of.as_ref().map_or(&self.name, |one_of| &one_of.series)
    }

    /// Its students. Where none are known, its name stands for one.
    pub fn known_students(&self) -> Cow<'_, [submission::Student]> {
        submission::known_students(&self.students, || self.whose())
    }

    /// Which of several hand-ins counts and why, in a sentence.
    pub fn about_hand_ins(&self) -> Option<&str> {
        self.hand_ins.as_ref().map(|hand_ins| hand_ins.sentence.as_str())
    }

    /// What is told about lateness, in sentences: one for each of its students, where it is not the same for all.
    pub fn about_lateness(&self) -> Vec<Untrusted> {
        let told = |lateness: &&Lateness| lateness.is_worth_telling();
        if self.members.iter().flatten().filter(told).count() == 0 {
            return self.lateness.iter().filter(told).map(|late| late.to_string().into()).collect();
        }
        let each = self.students.iter().zip(&self.members);
        let each = each.filter_map(|(student, lateness)| Some((&student.name, lateness.as_ref()?)));
        each.map(|(name, lateness)| Untrusted::concat(&[name, &": ", &lateness.to_string()])).collect()
    }

    /// What is left after the deduction for lateness, where something is deducted: points, and why, or whose where that is not the
    /// same for all. Nothing where not all points are shown: what is left of them would tell the others.
    pub fn after_lateness(&self) -> Vec<(Points, Untrusted)> {
        let Some(points) = self.points.filter(|_| self.undisclosed.count == 0) else { return Vec::new() };
        let own = (0..self.members.len()).map(|place| self.of_student(place).0.unwrap_or_default());
        let own: Vec<Points> = own.collect();
        if own.iter().any(|own| *own != points) {
            let whose = self.students.iter().map(|student| Untrusted::concat(&[&" for ", &student.name]));
            return own.into_iter().zip(whose).collect();
        }
        let deducted = self.lateness.as_ref().map_or(Points::ZERO, |lateness| lateness.deducted);
        let why = || format!(": {}, less {deducted} for lateness", points + deducted).into();
        if deducted > Points::ZERO { vec![(points, why())] } else { Vec::new() }
    }

    /// The names of its students, made harmless for text files, for formats that list them separately.
    pub(super) fn shown_students(&self) -> Vec<String> {
        self.students.iter().map(|student| Visible::new(&student.name).to_string()).collect()
    }

    /// Judges everything that one submission did.
    pub(super) fn new(
        grading: &Grading,
        submission: &Submission,
        sources: &Sources,
        outcome: &Outcome,
    ) -> Self {
        let Grading { plan, marks, view, decided, .. } = grading;
        let depth = view.detail.depth;
        let Judged { judgements, roles } = judged(plan, outcome, depth);
        let score = score(plan, &judgements, &by_hand(plan, &submission.name, marks));
        let causes = match depth > Depth::Verdicts || plan.spec.scoring != Scoring::PerScenario {
            true => Causes::new(grading, outcome, &judgements, &score),
            false => Causes::none(plan),
        };
        let is_shut = roles.contains(&Role::FailedGate);
        let scored = Scored::new(plan, outcome, &causes, score, is_shut);
        let mended = causes.mended(plan, &scored.before);
        let silence = OnceCell::new();
        let of_people = decided.of(&submission.name);
        let score = &ruled(plan, &scored.score, &of_people.points);
        let problem = match outcome {
            Outcome::Ran(_) => None,
            Outcome::Invalid(invalid) => Some(invalid.reason()),
            Outcome::Fault(Fault(reason)) => Some(reason.clone()),
        };
        let scenarios = plan
            .jobs
            .iter()
            .zip(judgements)
            .zip(roles)
            .zip(score.scenarios.iter().copied())
            .zip(observed(plan, outcome))
            .zip(causes.of_jobs)
            .enumerate()
            .map(|(index, (((((job, judgement), role), points), observed), cause))| {
                let mut judgement = marked(job, judgement, points);
                judgement.reasons.extend(scored.sentence(plan, index).map(Untrusted::from));
                if points != scored.score.scenarios[index] {
                    judgement.reasons.push(LOOKED_AT.into());
                }
                let group = &plan.spec.groups[job.group];
                let scenario = job.scenario;
                let (session, args, input) = match &job.expected {
                    // The input is the partner's.
                    Expected::Run(task, _) if task.talks() => (Vec::new(), task.args.clone(), Vec::new()),
                    Expected::Run(task, _) => (Vec::new(), task.args.clone(), task.input.lines.clone()),
                    Expected::Session(task, _) => (task.sources(), Vec::new(), task.stdin.clone()),
                    Expected::Rule(_)
                    | Expected::Package(_)
                    | Expected::Tests(_)
                    | Expected::UnitTest(..)
                    | Expected::Manual(_) => (Vec::new(), Vec::new(), Vec::new()),
                };
                let (files, env) = match &job.expected {
                    Expected::Run(task, _) => (task.surroundings.files(), task.surroundings.variables()),
                    Expected::Session(task, _) => (Vec::new(), task.surroundings.variables()),
                    _ => (Vec::new(), Vec::new()),
                };
                // What was inferred is told with the run that it was inferred from.
                let is_told = role == Role::Tested || observed.is_some_and(|one| one.runs == 0);
                let is_slip = cause.is_some_and(|cause| mended.get(cause).is_some_and(Option::is_some));
                let more_lines =
                    cause.and_then(|cause| causes.more_lines.get(cause).copied()).unwrap_or_default();
                let guidance = |observed: &Observed| {
                    let (recorded, silence, judgement) = (&observed.recorded, &silence, &judgement);
                    Guidance::about(&Failure { judgement, recorded, sources, is_slip, more_lines, silence })
                };
                let guidance = observed.filter(|_| depth > Depth::Verdicts).map(guidance).unwrap_or_default();
                let dialogue = || {
                    let observed = observed.filter(|_| judgement.difference.is_some())?;
                    side_by_side(&job.expected, &observed.recorded)
                };
                let values = || {
                    let is_stopped = matches!(judgement.verdict, Verdict::EndlessLoop | Verdict::Exceeded(_));
                    loop_values(&observed.filter(|_| is_stopped && judgement.ran)?.recorded)
                };
                // A name may stand in a picture, where nobody can hide it.
                let shown_pictures = || {
                    let is_wrong = judgement.wrong_file.is_some() && !view.names.are_hidden();
                    pictures(&job.expected, &observed.filter(|_| is_wrong)?.recorded)
                };
                let scenario = GradedScenario {
                    side_by_side: if depth == Depth::Dialogues { dialogue() } else { None },
                    loop_values: if depth == Depth::Dialogues { values() } else { None },
                    pictures: if depth == Depth::Dialogues { shown_pictures() } else { None },
                    length: session.len() + input.len(),
                    session,
                    args,
                    files,
                    env,
                    input,
                    group: job.group_name.clone(),
                    name: job.name.clone(),
                    alias: scenario.alias.as_deref().map(Arc::from),
                    by_test: judgement.by_test,
                    partly_right: judgement
                        .share
                        .is_some_and(|share| share.done > 0 && share.done < share.of),
                    verdict: judgement.verdict,
                    role: if scored.withholds(index) && role == Role::Tested { Role::Withheld } else { role },
                    points,
                    max_points: if scored.counts(index) { scenario.points } else { Points::ZERO },
                    sixths: scenario.sixths.filter(|_| scored.counts(index)),
                    bonus: group.bonus,
                    hidden: scenario.hidden,
                    reasons: judgement.reasons,
                    runs: observed.map_or(0, |observed| observed.runs),
                    flaky: observed.is_some_and(Observed::is_flaky),
                    difference: judgement.difference,
                    annotations: judgement.annotations,
                    hint: scenario.hint.clone().filter(|_| judgement.ran),
                    cause: cause.filter(|_| is_told && view.together),
                    guidance,
                    said: judgement.said,
                    ladder: Vec::new(),
                };
                scenario.down_to(depth)
            })
            .collect();
        let (lateness, members) =
            lateness(plan, submission, &|one| Some(decided.extension(one)?.0), score.points);
        let deducted = lateness.as_ref().map_or(Points::ZERO, |lateness| lateness.deducted);
        let is_pointed_into = view.detail.places && !view.names.are_hidden();
        let decided = Self {
            name: submission.name.clone(),
            students: submission.students.clone(),
            one_of: submission.one_of.clone(),
            arrival: submission.arrival,
            hand_ins: None,
            points: score.points.map(|points| points - deducted),
            lateness,
            members,
            problem,
            obstacle: obstacle(outcome),
            guidance: match outcome {
                Outcome::Invalid(invalid) => Guidance::about_invalid(invalid, sources),
                Outcome::Ran(_) | Outcome::Fault(_) => Guidance::default(),
            },
            warnings: {
                let is_counted = plan.jobs.iter().any(is_about_warnings);
                let told = sources.warnings().iter().filter(|one| one.is_ours || !is_counted);
                told.filter_map(Annotation::of_warning).collect()
            },
            sources: if depth == Depth::Dialogues { sources.clone() } else { Sources::default() },
            note: sources.note(),
            whereabouts: match is_pointed_into {
                true => Whereabouts::of(submission, &plan.spec.hand_in),
                false => Whereabouts::Unknown,
            },
            undisclosed: Undisclosed::default(),
            scenarios,
            comments: of_people.comments,
            mistakes: None,
            topics: causes.topics,
            bare: if depth > Depth::Verdicts { bare(sources) } else { None },
            per_cause: scored.per_cause,
            mended,
        };
        let decided = match (grading.hints, outcome) {
            _ if depth == Depth::Points => decided,
            (Some(hints), Outcome::Ran(_)) => decided.diagnosed(plan, outcome, hints),
            (None, Outcome::Ran(_)) => decided.told_together(plan, outcome),
            (_, Outcome::Invalid(_) | Outcome::Fault(_)) => decided,
        };
        let pseudonym = submission.one_of.as_ref().map_or(&submission.name, |one_of| &one_of.series);
        match view.names.concealed(pseudonym) {
            Some(concealed) => concealed.hidden_in(decided),
            None => decided,
        }
    }

    /// The same submission without the details that only deeper views show.
    #[must_use]
    pub fn down_to(self, depth: Depth) -> Self {
        let shown: Vec<usize> =
            entries(&self).iter().filter_map(|entry| Some(entry.cause()?.shown.0)).collect();
        let scenarios = self.scenarios.into_iter().enumerate().map(|(place, mut scenario)| {
            // Of each cause one transcript stays, which shows it.
            let difference = scenario.difference.clone().filter(|_| shown.contains(&place));
            scenario = scenario.down_to(depth);
            if depth == Depth::Causes && difference.is_some() {
                scenario.difference = difference;
            }
            scenario
        });
        let sources = if depth == Depth::Dialogues { self.sources } else { Sources::default() };
        Self { scenarios: scenarios.collect(), sources, ..self }
    }

    /// The reason for the verdict of one of its scenarios, in one sentence; the verdict itself if no reason is known.
    pub fn reason(&self, scenario: &GradedScenario) -> Untrusted {
        let headline = scenario.guidance.headline.as_ref().or(self.guidance.headline.as_ref()).cloned();
        let problem = || self.problem.as_ref().and_then(|problem| problem.lines().next());
        let reason = headline.or_else(|| scenario.reasons.first().cloned()).or_else(problem);
        reason.unwrap_or_else(|| scenario.verdict.words().into())
    }

    /// Whether no points were lost; points of a bonus do not count here.
    pub fn is_full(&self) -> bool {
        self.scenarios.iter().filter(|scenario| !scenario.bonus).all(|scenario| {
            scenario.verdict == Verdict::ToBeMarked || scenario.points == Some(scenario.max_points)
        })
    }

    /// The most points that its scenarios can earn: of the bonus, or of everything else.
    pub fn max_points(&self, bonus: bool) -> Points {
        let counted = self.scenarios.iter().filter(|scenario| scenario.bonus == bonus);
        counted.map(|scenario| scenario.max_points).sum()
    }

    /// The points that its scenarios earned: of the bonus, or of everything else.
    pub fn earned(&self, bonus: bool) -> Points {
        let counted = self.scenarios.iter().filter(|scenario| scenario.bonus == bonus);
        counted.filter_map(|scenario| scenario.points).sum()
    }
}

impl GradedScenario {
    /// The same scenario without the details that only deeper views show.
    fn down_to(self, depth: Depth) -> Self {
        match depth {
            Depth::Dialogues => self,
            Depth::Transcripts => Self { side_by_side: None, loop_values: None, pictures: None, ..self },
            Depth::Causes => Self {
                difference: self.difference.map(|difference| Difference { rows: Vec::new(), ..difference }),
                side_by_side: None,
                loop_values: None,
                pictures: None,
                session: Vec::new(),
                args: Vec::new(),
                files: Vec::new(),
                env: Vec::new(),
                input: Vec::new(),
                hint: None,
                ladder: Vec::new(),
                said: None,
                ..self
            },
            Depth::Points | Depth::Verdicts => {
                Self { cause: None, guidance: Guidance::default(), ..self.down_to(Depth::Causes) }
            }
        }
    }

    /// The reasons behind the headline.
    pub(super) fn further_reasons(&self) -> &[Untrusted] {
        let is_told = |reason: &Untrusted| {
            self.guidance.headline.as_ref().is_none_or(|headline| reason.contains(headline))
        };
        let told = usize::from(self.reasons.first().is_some_and(is_told));
        &self.reasons[told..]
    }

    /// The hints about mistakes that are worth reading: where it is known what to write instead, none is.
    pub(super) fn questions(&self) -> &[String] {
        let is_answered = self.verdict == Verdict::WrongAnswer && self.guidance.todo.is_some();
        if is_answered { &[] } else { &self.ladder }
    }

    /// The name with the group: `group / scenario`.
    pub fn full_name(&self) -> String {
        self.group.as_ref().map_or_else(|| self.name.to_string(), |group| format!("{group} / {}", self.name))
    }

    /// The most points that it can earn, for people: `3⅓`. Files have `3.34` or `3.33`, so that the scenarios of a
    /// group add up.
    pub fn shown_max(&self) -> String {
        self.sixths.map_or_else(|| self.max_points.to_string(), |sixths| sixths.to_string())
    }

    /// The points that it earned, for people.
    pub fn shown_points(&self) -> Option<String> {
        let points = self.points?;
        Some(if points == self.max_points { self.shown_max() } else { points.to_string() })
    }

    /// What came of it, for people: the verdict, or that a part is right.
    pub(super) fn outcome(&self) -> &'static str {
        match self.verdict {
            Verdict::WrongAnswer if self.partly_right => PARTLY_RIGHT,
            verdict => verdict.words(),
        }
    }

    /// Whether points were lost here, or would have been lost if the scenario had any.
    pub fn is_lost(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::ToBeMarked | Verdict::Marked)
    }
}

/// Tells whether a scenario is lost if the compiler warns.
fn is_about_warnings(job: &Job) -> bool {
    matches!(job.expected, Expected::Rule(task) if task.rule == Rule::NoWarnings)
}

/// A digest of sources without what only people read; `None` if there are none, or hardly any.
fn bare(sources: &Sources) -> Option<Digest> {
    /// So few bytes are equal by chance.
    const FEW: usize = 80;
    let texts: Vec<Vec<u8>> = sources.iter().map(Source::bare).collect();
    let is_long = texts.iter().map(Vec::len).sum::<usize>() > FEW;
    is_long.then(|| Digest::of_parts(texts.iter().map(Vec::as_slice)))
}

/// Every annotation of a report, with its submission and the path of its file. If several scenarios have the same
/// annotation, it is listed once.
pub(super) fn located(report: &Report) -> impl Iterator<Item = (&Graded, Untrusted, &Annotation)> {
    report.submissions.iter().flat_map(|graded| {
        let annotations = graded.scenarios.iter().flat_map(|scenario| &scenario.annotations);
        let mut all: Vec<&Annotation> = Vec::new();
        for annotation in graded.obstacle.iter().chain(annotations).chain(&graded.warnings) {
            if !all.contains(&annotation) {
                all.push(annotation);
            }
        }
        all.into_iter().map(move |one| (graded, graded.whereabouts.path_of(&one.file), one))
    })
}
