//! Asks an instructor's checker about the output of a run, and reads what it says.
//!
//! A checker follows the contract of contests: it gets the paths of the input, of the answer and of a folder as arguments and
//! the output on standard input, leaves messages and a score in the folder, and ends with 42 or 43. It is run as every program
//! is, in a cell of its own, and whatever else it does is a fault of the checker: nobody loses points for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::digest::Digest;
use crate::language::{self, BuildOptions, Prepared, Program, Question, Surroundings};
use crate::resource::Resource;
use crate::sandbox::{Execution, Exit, Input, KeptFolder, Limits, Sandbox};
use crate::spec::{OutputChecker, RunTask};
use crate::submission::{File, Snapshot};
use crate::trace::{Checked, CheckerAnswer, Left, Trace, left};
use crate::untrusted::Untrusted;

/// The exit codes of a checker.
const RIGHT: i32 = 42;
const WRONG: i32 = 43;

/// The files in the folder of a checker. Their folder keeps them apart from its own files.
const INPUT: &str = "judged/input";
const ANSWER: &str = "judged/answer";
const FEEDBACK: &str = "judged/feedback/";

/// A file that makes the folder of feedback be there.
const KEEPS_FOLDER: &str = "judged/feedback/.yardstick-folder";

/// What a checker may leave. The last is what newer packages write instead of the score.
const LEFT: [&str; 4] = [
    "judged/feedback/teammessage.txt",
    "judged/feedback/judgemessage.txt",
    "judged/feedback/score.txt",
    "judged/feedback/score_multiplier.txt",
];

/// The most characters and lines of a message.
const LONGEST_MESSAGE: usize = 2000;
const MOST_LINES: usize = 20;

/// The checkers of a spec, each built when it is asked for the first time.
#[derive(Debug, Default)]
pub(crate) struct Checkers(Mutex<HashMap<Digest, Arc<OnceLock<Built>>>>);

/// A checker that was built, or what the language says about it.
pub(crate) type Built = Result<Program, Untrusted>;

/// The reason why a checker said nothing.
#[derive(Debug)]
pub(crate) enum Silent {
    /// It does not parse or compile.
    Broken,
    /// It did something that no checker may do: `ended with exit code 1`.
    Misbehaved(String),
    /// Something of ours failed.
    Failed(language::Error),
}

impl From<language::Error> for Silent {
    fn from(error: language::Error) -> Self {
        Self::Failed(error)
    }
}

impl Silent {
    /// Returns the reason in words that name the checker. What the checker printed is no part of it: a student reads them.
    pub(crate) fn reason(&self, checker: &OutputChecker) -> String {
        let title = checker.title();
        match self {
            Self::Broken => format!("{title} does not parse or compile"),
            Self::Misbehaved(deed) => format!("{title} {deed}"),
            Self::Failed(error) => format!("{title} cannot be run: {error}"),
        }
    }
}

/// What a checker is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    /// What was typed.
    pub input: &'a Input,
    /// What the instructor gives as an answer.
    pub answer: &'a [u8],
    /// What was printed.
    pub printed: &'a [u8],
}

impl Checkers {
    /// Builds a checker, unless it was built before.
    ///
    /// # Errors
    ///
    /// When something of ours fails. That it does not parse or compile is no error: it is told in the words of the language.
    pub(crate) fn build(&self, sandbox: &Sandbox, checker: &OutputChecker) -> Result<Built, language::Error> {
        let place = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.entry(checker.program_digest()).or_default().clone()
        };
        if let Some(built) = place.get() {
            return Ok(built.clone());
        }
        let (files, entry) = (checker.files.clone(), &checker.entry);
        let prepared = language::prepare(
            sandbox,
            checker.language(),
            files,
            entry,
            &checker.sources(),
            BuildOptions::usual(),
        )?;
        let built = match prepared {
            Prepared::Ready(program) => Ok(*program),
            Prepared::Broken(complaint) => Err(complaint),
            // The cause may be outside, so it is tried again the next time.
            Prepared::Stopped(complaint) => return Ok(Err(complaint)),
        };
        Ok(place.get_or_init(|| built).clone())
    }

    /// Asks a checker about an output.
    ///
    /// # Errors
    ///
    /// When it says nothing: nobody loses points for that.
    pub(crate) fn ask(
        &self,
        sandbox: &Sandbox,
        checker: &OutputChecker,
        output: &Output,
    ) -> Result<Checked, Silent> {
        let program = self.build(sandbox, checker)?.map_err(|_| Silent::Broken)?;
        let (args, surroundings) = asked(checker, output.input, output.answer);
        let question = Question { args: &args, surroundings: &surroundings, stdin: output.printed };
        let (execution, folder) = program.ask(&question, &Limits::for_checkers())?;
        read(checker, &execution, &folder)
    }

    /// Has a program talk with its partner. Returns the trace of the program, with what the partner says about it unless the
    /// program was stopped.
    ///
    /// # Errors
    ///
    /// When the partner says nothing, and the program is not to blame for that.
    pub(crate) fn talk(
        &self,
        partner: &OutputChecker,
        program: &Program,
        task: &RunTask,
        limits: &Limits,
    ) -> Result<Trace, Silent> {
        let built = self.build(program.sandbox(), partner)?.map_err(|_| Silent::Broken)?;
        let (args, surroundings) = asked(partner, &task.input, task.expectation.answer().unwrap_or_default());
        let question = Question { args: &args, surroundings: &surroundings, stdin: &[] };
        let with = (&built, &question, &Limits::for_checkers());
        let talked = program.converse(&task.args, &task.surroundings, limits, with)?;
        let said = read(partner, &talked.partner.0, &talked.partner.1);
        let trace = Trace::new(talked.program, &talked.lines);
        let trace = trace.with_left(talked.folder.as_ref(), &task.surroundings.asked, &[]);
        if trace.exit == Exit::Exceeded(Resource::Wall) && talked.program_waited && !talked.partner_waited {
            let deed = "neither answered the program nor waited for it until the time of the program was up";
            return Err(Silent::Misbehaved(deed.to_owned()));
        }
        let ended_well = trace.exit == Exit::Code(0);
        match said {
            Ok(checked) => {
                let decides = talked.partner_was_first && checked.answer == CheckerAnswer::Wrong;
                let counts = decides || matches!(trace.exit, Exit::Code(_));
                Ok(trace.with_checked(counts.then_some(Checked { decides, ..checked })))
            }
            // It may have failed because the program was gone.
            Err(Silent::Misbehaved(_)) if !talked.partner_was_first && !ended_well => Ok(trace),
            Err(silent) => Err(silent),
        }
    }
}

/// Returns the arguments of a checker and the files that they name.
fn asked(checker: &OutputChecker, input: &Input, answer: &[u8]) -> (Vec<String>, Surroundings) {
    let file = |content: &[u8]| File { content: content.to_vec(), executable: false };
    let mut given = Snapshot::default();
    given.insert(INPUT.into(), file(&input.all_bytes()));
    given.insert(ANSWER.into(), file(answer));
    given.insert(KEEPS_FOLDER.into(), file(b""));
    let first = [INPUT, ANSWER, FEEDBACK].map(str::to_owned);
    let args = first.into_iter().chain(checker.args.iter().cloned()).collect();
    (args, Surroundings { given, ..Surroundings::default() })
}

/// Reads what a checker said.
fn read(checker: &OutputChecker, execution: &Execution, folder: &KeptFolder) -> Result<Checked, Silent> {
    let misbehaved = |deed: String| Err(Silent::Misbehaved(deed));
    let is_right = match execution.exit {
        Exit::Code(RIGHT) => true,
        Exit::Code(WRONG) => false,
        Exit::Code(code) => {
            return misbehaved(format!(
                "ended with exit code {code}, where {RIGHT} says that an output is right, and {WRONG} that it is wrong"
            ));
        }
        Exit::Signal(signal) => return misbehaved(format!("was ended by signal {signal}")),
        Exit::Endless => return misbehaved("never ends".to_owned()),
        Exit::Exceeded(resource) => return misbehaved(resource.facts().deed.to_owned()),
    };
    let mut left = left(folder, &LEFT.map(str::to_owned), &[]);
    let mut content = |path: &str| match left.remove(path) {
        Some(Left::Content(content)) => Some(content),
        Some(Left::Nothing | Left::Misnamed(_) | Left::TooLong(_) | Left::NoFile | Left::Closed) | None => {
            None
        }
    };
    let [to_student, to_instructor] = [LEFT[0], LEFT[1]].map(|path| message(content(path)));
    let score = content(LEFT[2]).or_else(|| content(LEFT[3]));
    let answer = match (is_right, checker.scores) {
        (false, _) => CheckerAnswer::Wrong,
        (true, false) => CheckerAnswer::Right,
        (true, true) => match score.as_deref().map(millionths) {
            Some(Some(part)) => CheckerAnswer::Millionths(part),
            Some(None) => {
                return misbehaved("wrote a score that is no number from 0 to 1 into `score.txt`".to_owned());
            }
            None => return misbehaved("wrote no score into `score.txt`".to_owned()),
        },
    };
    Ok(Checked { answer, talked: checker.talks, decides: false, to_student, to_instructor })
}

/// Returns a score in millionths; `None` if it is no number from 0 to 1.
fn millionths(text: &[u8]) -> Option<u32> {
    let number: f64 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
    (0.0..=1.0).contains(&number).then(|| (number * f64::from(CheckerAnswer::WHOLE)).round() as u32)
}

/// Returns a message of bounded length.
fn message(content: Option<Vec<u8>>) -> Untrusted {
    let content = content.unwrap_or_default();
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&content[..content.len().min(4 * LONGEST_MESSAGE)]).into_owned();
    let text: String = text.trim_end().chars().take(LONGEST_MESSAGE).collect();
    text.lines().take(MOST_LINES).collect::<Vec<_>>().join("\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_a_number_from_0_to_1() {
        for (text, score) in [
            ("0", Some(0)),
            ("1\n", Some(1_000_000)),
            (" 0.5 ", Some(500_000)),
            ("3.333e-1", Some(333_300)),
            ("1.0000001", None),
            ("-0.1", None),
            ("NaN", None),
            ("inf", None),
            ("50%", None),
            ("", None),
        ] {
            assert_eq!(millionths(text.as_bytes()), score, "{text}");
        }
        assert_eq!(millionths(b"\xff"), None);
    }

    #[test]
    fn a_message_has_a_bounded_length() {
        assert_eq!(message(Some(b"line 1\nline 2\n\n".to_vec())), "line 1\nline 2");
        assert_eq!(message(Some("é".repeat(5000).into_bytes())).length(), LONGEST_MESSAGE);
        assert_eq!(message(Some(b"x\n".repeat(500))).lines().count(), MOST_LINES);
        assert!(message(None).is_empty());
    }
}
