//! Asks an instructor's checker about the output of a run, and reads what it says.
//!
//! A checker follows the contract of contests: it gets the paths of the input, of the answer and of a folder as arguments and
//! the output on standard input, leaves messages and a score in the folder, and ends with 42 or 43. It is run as every program
//! is, in a cell of its own, and whatever else it does is a fault of the checker: nobody loses points for it.

mod passes;
mod said;
mod sessions;
mod unread;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::digest::Digest;
use crate::language::{self, BuildOptions, Prepared, Program, Question, Surroundings};
use crate::resource::Resource;
use crate::sandbox::{Exit, Input, Limits, Relay, Sandbox};
use crate::spec::{OutputChecker, RunTask};
use crate::submission::{File, Snapshot};
use crate::trace::{Checked, CheckerAnswer, Trace};
use crate::untrusted::Untrusted;

pub use passes::Watched;
use said::{Next, Said, read};

/// The files in the folder of a checker. Their folder keeps them apart from its own files.
const INPUT: &str = "judged/input";
const ANSWER: &str = "judged/answer";
const FEEDBACK: &str = "judged/feedback/";

/// A file that makes the folder of feedback be there.
const KEEPS_FOLDER: &str = "judged/feedback/.yardstick-folder";

/// The checkers of a spec, each built when it is asked for the first time.
#[derive(Debug, Default)]
pub struct Checkers(Mutex<HashMap<Digest, Arc<OnceLock<Built>>>>);

/// A checker that was built, or what the language says about it.
pub type Built = Result<Program, Untrusted>;

/// The reason why a checker said nothing.
#[derive(Debug)]
pub enum Silent {
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
    pub fn reason(&self, checker: &OutputChecker) -> String {
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
struct Output<'a> {
    /// What was typed.
    input: &'a Input,
    /// What the instructor gives as an answer.
    answer: &'a [u8],
    /// What was printed.
    printed: &'a [u8],
    /// What the checker kept of the pass before.
    kept: &'a Snapshot,
}

impl Checkers {
    /// Builds a checker, unless it was built before.
    ///
    /// # Errors
    ///
    /// When something of ours fails. That it does not parse or compile is no error: it is told in the words of the language.
    pub fn build(&self, sandbox: &Sandbox, checker: &OutputChecker) -> Result<Built, language::Error> {
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
    fn ask(&self, sandbox: &Sandbox, checker: &OutputChecker, output: &Output) -> Result<Said, Silent> {
        let program = self.build(sandbox, checker)?.map_err(|_| Silent::Broken)?;
        let (args, surroundings) = asked(checker, output);
        let question = Question { args: &args, surroundings: &surroundings, stdin: output.printed };
        let (execution, folder) = program.ask(&question, &Limits::for_checkers())?;
        let said = read(checker, &execution, &folder);
        match (said, String::from_utf8_lossy(output.printed)) {
            // It may have failed at bytes that are no text, and whoever printed these is to blame.
            (Err(Silent::Misbehaved(_)), Cow::Owned(text)) => {
                self.ask(sandbox, checker, &Output { printed: text.as_bytes(), ..*output })
            }
            (said, _) => said,
        }
    }

    /// Has a program talk with its partner. Returns the trace of the program, with what the partner says about it unless the
    /// program was stopped, and what it wants to go on with. `by_reference` is what the reference says to it, if there is one.
    ///
    /// # Errors
    ///
    /// When the partner says nothing, and the program is not to blame for that.
    fn talk(
        &self,
        partner: &OutputChecker,
        (program, task, limits): (&Program, &RunTask, &Limits),
        (output, relay): (&Output, Relay),
        by_reference: Option<&[u8]>,
    ) -> Result<(Trace, Option<Next>), Silent> {
        let built = self.build(program.sandbox(), partner)?.map_err(|_| Silent::Broken)?;
        let (args, surroundings) = asked(partner, output);
        let question = Question { args: &args, surroundings: &surroundings, stdin: &[] };
        let with = (&built, &question, &Limits::for_checkers(), relay);
        let talked = program.converse(&task.args, &task.surroundings, limits, with)?;
        let said = read(partner, &talked.partner.0, &talked.partner.1);
        let trace = Trace::new(talked.program, &talked.lines);
        let trace = trace.with_left(talked.folder.as_ref(), &task.surroundings.asked, &[]);
        if trace.exit == Exit::Exceeded(Resource::Wall) && talked.program_waited && !talked.partner_waited {
            let deed = "neither answered the program nor waited for it until the time of the program was up";
            return Err(Silent::Misbehaved(deed.to_owned()));
        }
        let ended_well = trace.exit == Exit::Code(0);
        // It accepts the reference, so it may well fail at what the reference would never say.
        let failed_at =
            by_reference.filter(|_| matches!(said, Err(Silent::Misbehaved(_)))).and_then(|reference| {
                unread::at_what(&talked.partner.0, talked.partner_was_first, &trace.stdout, reference)
            });
        let said = match failed_at {
            Some(told) => Ok(Said::wrong(told)),
            None => said,
        };
        match said {
            Ok(Said { checked, next }) => {
                let decides = talked.partner_was_first && checked.answer == CheckerAnswer::Wrong;
                let counts = decides || matches!(trace.exit, Exit::Code(_));
                Ok((trace.with_checked(counts.then_some(Checked { decides, ..checked })), next))
            }
            // It may have failed because the program was gone.
            Err(Silent::Misbehaved(_)) if !talked.partner_was_first && !ended_well => Ok((trace, None)),
            // It may have failed at bytes that are no text, and whoever printed these is to blame.
            Err(Silent::Misbehaved(_)) if relay == Relay::Bytes && !is_text(&trace.stdout) => {
                self.talk(partner, (program, task, limits), (output, Relay::Text), by_reference)
            }
            Err(silent) => Err(silent),
        }
    }
}

fn is_text(printed: &[u8]) -> bool {
    std::str::from_utf8(printed).is_ok()
}

/// Returns the arguments of a checker and the files that they name.
fn asked(checker: &OutputChecker, output: &Output) -> (Vec<String>, Surroundings) {
    let file = |content: &[u8]| File { content: content.to_vec(), executable: false };
    let mut given = Snapshot::default();
    given.insert(INPUT.into(), file(&output.input.all_bytes()));
    given.insert(ANSWER.into(), file(output.answer));
    given.insert(KEEPS_FOLDER.into(), file(b""));
    for (path, kept) in output.kept.iter() {
        given.insert(path.to_path_buf(), kept.clone());
    }
    let first = [INPUT, ANSWER, FEEDBACK].map(str::to_owned);
    let args = first.into_iter().chain(checker.args.iter().cloned()).collect();
    (args, Surroundings { given, ..Surroundings::default() })
}
