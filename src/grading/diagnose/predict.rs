//! Predictions: what a program does in a task if a hypothesis is right.

use yardstick_reference::{Answer, Deviations, Readings, Reference, Stop, Turn};

use super::hypothesis::Hypothesis;
use super::slip::{rewritten, rewritten_lines};
use crate::compare::{WHOLE, agreement};
use crate::explore::until_end_of_input;
use crate::plan::{Expected, ExpectedAnswer, ExpectedOutput, ExpectedRun, ExpectedSession};
use crate::resource::Resource;
use crate::sandbox::Exit;
use crate::spec::{ExpectedExit, ExpectedStderr, SessionTask, Spec, Task};
use crate::trace::{Import, Played, Recorded, SessionEnd, SessionTrace, acted, decode};
use crate::untrusted::Untrusted;

/// What predicts: a reference, under the readings that a spec accepts.
pub(super) struct Predictor<'a> {
    pub(super) spec: &'a Spec,
    pub(super) reference: &'static dyn Reference,
    readings: Vec<Readings>,
}

/// What a program does in a task, as far as a hypothesis tells.
pub(super) struct Prediction<'t> {
    pub(super) expected: Expected<'t>,
    end: End,
}

/// How a predicted run or session ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// As a program should.
    Done,
    /// It asks for a line that is not there.
    Asking,
    /// With an exception of this class.
    Crashed(String),
    /// It prints the same for ever.
    Endless,
    /// After so many answers it is not known what it does.
    Unknown(usize),
}

/// The most of a prediction that is believed to agree if the end of it differs.
const ALL_BUT_THE_END: f64 = 0.99;

impl<'a> Predictor<'a> {
    /// Prepares to predict.
    pub(super) fn new(spec: &'a Spec, reference: &'static dyn Reference) -> Self {
        let each = spec.readings.iter().map(|reading| Readings::from_iter([*reading]));
        let all = (spec.readings.len() > 1).then(|| spec.readings.iter().copied().collect());
        let readings = [Readings::default()].into_iter().chain(each).chain(all).collect();
        Self { spec, reference, readings }
    }

    /// Returns the number of readings.
    pub(super) fn readings(&self) -> usize {
        self.readings.len()
    }

    fn deviations(&self, hypothesis: &Hypothesis) -> Deviations {
        Deviations { readings: self.readings[hypothesis.reading].clone(), bugs: hypothesis.set() }
    }

    /// Returns the events of a run, with the slips; `None` if the task runs no program.
    pub(super) fn turns(
        &self,
        hypothesis: &Hypothesis,
        task: &Task,
    ) -> Option<(Vec<Turn>, Result<(), Stop>)> {
        let Task::Run(task) = task else { return None };
        let (turns, stopped) =
            acted(self.reference, &task.args, &task.input.lines, &self.deviations(hypothesis));
        Some((rewritten(turns, &hypothesis.slips), stopped))
    }

    /// Returns the texts that a program prints one after the other: those of its events, or what each line of a session
    /// prints.
    pub(super) fn texts(&self, hypothesis: &Hypothesis, task: &Task) -> Vec<String> {
        if let Some((turns, _)) = self.turns(hypothesis, task) {
            return turns.into_iter().flat_map(|turn| turn.printed).map(|printed| printed.text).collect();
        }
        let Some(Prediction { expected: Expected::Session(_, accepted), .. }) =
            self.predict(hypothesis, task)
        else {
            return Vec::new();
        };
        let printed = accepted[0].answers.iter().filter_map(|answer| match answer {
            ExpectedAnswer::Answer(answer) => Some(answer.printed.lines()),
            ExpectedAnswer::Shown(_) => None,
        });
        printed.flatten().map(str::to_owned).collect()
    }

    /// Returns the kinds and the texts of all events that a program prints one after the other. In a session, what a line
    /// prints is one text, and its kind is the function that it calls.
    pub(super) fn uttered(&self, hypothesis: &Hypothesis, task: &Task) -> Vec<(String, String)> {
        if let Some((turns, _)) = self.turns(hypothesis, task) {
            let printed = turns.into_iter().flat_map(|turn| turn.printed);
            return printed.map(|printed| (printed.event.to_owned(), printed.text)).collect();
        }
        let (Some(Prediction { expected: Expected::Session(_, accepted), .. }), Task::Session(session)) =
            (self.predict(hypothesis, task), task)
        else {
            return Vec::new();
        };
        let lines = session.sources().into_iter().zip(&accepted[0].answers);
        let printed = lines.filter_map(|(source, answer)| match answer {
            ExpectedAnswer::Answer(answer) => Some((called(&source).to_owned(), answer.printed.clone())),
            ExpectedAnswer::Shown(_) => None,
        });
        printed.collect()
    }

    /// Returns what a program does in a task; `None` if the reference does not know.
    pub(super) fn predict<'t>(&self, hypothesis: &Hypothesis, task: &'t Task) -> Option<Prediction<'t>> {
        match task {
            Task::Run(run) => {
                let (turns, stopped) = self.turns(hypothesis, task)?;
                let (exit, end) = match &stopped {
                    Ok(()) => (ExpectedExit::Code(0), End::Done),
                    Err(Stop::EndOfInput) => (ExpectedExit::Any, End::Asking),
                    Err(Stop::Crashed(raised)) => (ExpectedExit::NonZero, End::Crashed(raised.class.clone())),
                    Err(Stop::Endless) => (ExpectedExit::Any, End::Endless),
                    Err(Stop::Usage(_)) => return None,
                };
                let Played { trace, decisive, .. } = Played::of(&turns, stopped);
                let outputs = vec![ExpectedOutput::Trace { trace, reading: None, decisive }];
                let expected =
                    ExpectedRun { outputs, exit, stderr: ExpectedStderr::Ignored, files: Vec::new() };
                Some(Prediction { expected: Expected::Run(run, expected), end })
            }
            Task::Session(session) => Some(self.answers(hypothesis, session)),
            Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::UnitTest(_) | Task::Manual(_) => None,
        }
    }

    fn answers<'t>(&self, hypothesis: &Hypothesis, task: &'t SessionTask) -> Prediction<'t> {
        let (sources, deviations) = (task.sources(), self.deviations(hypothesis));
        let ask =
            |lines: &[String]| self.reference.session(&task.module.name, lines, &task.stdin, &deviations);
        let (answers, end) = match ask(&sources) {
            Ok(answers) => (answers, End::Done),
            Err(error) => {
                let until = ask(&sources[..error.line.min(sources.len())]).unwrap_or_default();
                let end = if error.is_endless { End::Endless } else { End::Unknown(until.len()) };
                (until, end)
            }
        };
        let reworded = |(answer, source): (Answer, &String)| {
            let printed = rewritten_lines(&answer.printed, called(source), &hypothesis.slips);
            ExpectedAnswer::Answer(Answer { printed, ..answer })
        };
        let answers = answers.into_iter().zip(&sources).map(reworded).collect();
        Prediction {
            expected: Expected::Session(task, vec![ExpectedSession { answers, reading: None }]),
            end,
        }
    }

    /// Returns the share of a result that agrees with a prediction before the first difference.
    pub(super) fn agreement(&self, prediction: &Prediction, recorded: &Recorded) -> f64 {
        let limits = &self.spec.limits;
        if prediction.end != End::Endless && floods_beside(prediction, recorded) {
            return 0.0;
        }
        let agreed = |recorded: &Recorded| agreement(&prediction.expected, recorded, limits);
        match (&prediction.end, recorded) {
            (End::Done, Recorded::Run(trace))
                if printed(&prediction.expected) == Some(&*trace.stdout) && trace.exit == Exit::Code(0) =>
            {
                WHOLE
            }
            (End::Done, _) => agreed(recorded),
            (End::Asking, _) => agreed(&until_end_of_input(recorded.clone(), &prediction.expected, limits)),
            (End::Crashed(class), Recorded::Run(trace)) => {
                let is_other = raised(&trace.stderr).is_some_and(|raised| raised != *class);
                agreed(recorded).min(if is_other { ALL_BUT_THE_END } else { WHOLE })
            }
            (End::Endless, Recorded::Run(trace)) => {
                let is_stopped = matches!(trace.exit, Exit::Exceeded(_) | Exit::Endless);
                // What is predicted is only the beginning. A program that prints nothing more was stopped for something else.
                let floods = trace.exit == Exit::Exceeded(Resource::Output);
                let begins = |shown: &[u8]| {
                    (floods || trace.stdout.len() > shown.len()) && trace.stdout.starts_with(shown)
                };
                if is_stopped && printed(&prediction.expected).is_some_and(begins) {
                    return WHOLE;
                }
                agreed(recorded).min(ALL_BUT_THE_END)
            }
            (End::Endless, Recorded::Session(trace)) => {
                let [known, answered] = [lines(&prediction.expected), trace.answers.len()];
                let is_stopped = matches!(trace.end, SessionEnd::Exceeded(_)) && known == answered;
                agreed(recorded).min(if is_stopped { WHOLE } else { ALL_BUT_THE_END })
            }
            (End::Unknown(known), Recorded::Session(trace)) => {
                let all = trace.answers.len().max(known + 1);
                agreed(recorded).min(*known as f64 / all as f64)
            }
            (End::Crashed(_) | End::Endless | End::Unknown(_), _) => 0.0,
        }
    }
}

impl Prediction<'_> {
    /// Tells whether another prediction of the same task is the same.
    pub(super) fn is_same(&self, other: &Prediction) -> bool {
        self.end == other.end
            && match (&self.expected, &other.expected) {
                (Expected::Run(_, one), Expected::Run(_, other)) => {
                    match (&one.outputs[0], &other.outputs[0]) {
                        (
                            ExpectedOutput::Trace { trace: one, .. },
                            ExpectedOutput::Trace { trace: other, .. },
                        ) => one.stdout == other.stdout && one.dialogue == other.dialogue,
                        _ => false,
                    }
                }
                (Expected::Session(_, one), Expected::Session(_, other)) => {
                    one[0].answers == other[0].answers
                }
                _ => false,
            }
    }

    /// Returns the prediction as if it were what a program did.
    pub(super) fn recorded(&self) -> Recorded {
        match &self.expected {
            Expected::Run(_, run) => match &run.outputs[0] {
                ExpectedOutput::Trace { trace, .. } => Recorded::Run(trace.clone()),
                ExpectedOutput::Pattern(_) => unreachable!("a reference prints a text"),
            },
            Expected::Session(_, accepted) => {
                let answer = |answer: &ExpectedAnswer| match answer {
                    ExpectedAnswer::Answer(answer) => answer.clone().map_texts(Untrusted::from),
                    ExpectedAnswer::Shown(_) => unreachable!("a reference answers with values"),
                };
                let answers = accepted[0].answers.iter().map(answer).collect();
                let end = match self.end {
                    End::Unknown(_) => SessionEnd::Malformed,
                    End::Endless => SessionEnd::Exceeded(Resource::Output),
                    End::Done | End::Asking | End::Crashed(_) => SessionEnd::Code(0),
                };
                Recorded::Session(SessionTrace {
                    import: Import::Done,
                    answers,
                    raised_at: Vec::new(),
                    end,
                    typed_at: None,
                    checked: None,
                })
            }
            Expected::Rule(_)
            | Expected::Package(_)
            | Expected::Tests(_)
            | Expected::UnitTest(..)
            | Expected::Manual(_) => {
                unreachable!("only runs and sessions are predicted")
            }
        }
    }
}

/// Tells whether a program printed far more than is predicted: then nothing has to be compared, which would take long.
fn floods_beside(prediction: &Prediction, recorded: &Recorded) -> bool {
    const FLOOD: usize = 1 << 16;
    match (printed(&prediction.expected), recorded) {
        (Some(shown), Recorded::Run(trace)) => trace.stdout.len() > 4 * shown.len() + FLOOD,
        _ => false,
    }
}

/// Returns the number of lines of a session whose answers are predicted.
fn lines(expected: &Expected) -> usize {
    match expected {
        Expected::Session(_, accepted) => accepted[0].answers.len(),
        _ => 0,
    }
}

/// Returns the bytes that a prediction prints.
fn printed<'p>(expected: &'p Expected) -> Option<&'p [u8]> {
    match expected {
        Expected::Run(_, run) => match &run.outputs[0] {
            ExpectedOutput::Trace { trace, .. } => Some(&trace.stdout),
            ExpectedOutput::Pattern(_) => None,
        },
        _ => None,
    }
}

/// Returns the class of the exception with which a program ended, if its last words name one.
fn raised(stderr: &[u8]) -> Option<String> {
    let text = decode(stderr);
    let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
    let class = last.split(':').next()?.trim();
    let is_class = class.ends_with("Error") || class.ends_with("Exception");
    is_class.then(|| class.to_owned())
}

/// Returns the function that a line of a session calls: `print_board` in `print_board(board)`.
pub(super) fn called(source: &str) -> &str {
    let head = source.split('(').next().unwrap_or_default();
    head.rsplit([' ', '=']).next().unwrap_or_default()
}
