//! What a beginner needs first when something went wrong: one sentence, the lines of the source, and what to do.
//!
//! Everything here is read off a judgement and the sources. Nothing of it costs or earns a point.

mod ending;
mod error;
mod input;
mod linking;
mod missing;
mod misuse;
mod output;
mod search;
mod silence;
mod syntax;

use std::cell::OnceCell;

use crate::compare::{Annotation, Judgement, Origin, Verdict};
use crate::sandbox::Exit;
use crate::submission::Problem;
use crate::trace::{Dialogue, Invalid, Recorded, Sources, Trace};
use crate::untrusted::Untrusted;

/// What is told first about something that went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guidance {
    /// What is wrong, in a sentence; `None` if the first reason of the verdict says it best.
    pub headline: Option<Untrusted>,
    /// The lines of the source that matter, at most a few.
    pub lines: Vec<SourceLine>,
    /// What to do, in a sentence; `None` if nothing is known that would be more than a guess.
    pub todo: Option<Untrusted>,
}

/// The most characters of a line that are shown.
const LONGEST: usize = 240;

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, by its path from the submission's folder.
    pub file: Untrusted,
    /// The number of the line, from 1.
    pub number: usize,
    /// Its text.
    pub text: Untrusted,
}

/// What may be said about how a program failed.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    /// The judgement of a scenario that shows it.
    pub judgement: &'a Judgement,
    /// What the program did in it.
    pub recorded: &'a Recorded,
    /// The sources of the submission; none if they are not known.
    pub sources: &'a Sources,
    /// Whether it was computed that mending one line that is printed mends everything else.
    pub is_slip: bool,
    /// Whether other lines differ in the same way, and it takes them all.
    pub more_lines: MoreLines,
    /// What is said where its program does nothing, once that was looked for: it follows from the sources alone.
    pub silence: &'a OnceCell<Option<Guidance>>,
}

/// Whether more lines than the one that is told would have to be mended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoreLines {
    /// No.
    #[default]
    No,
    /// It is more than this line, if others are shown that differ.
    Perhaps,
    /// Others were mended with it.
    Yes,
}

impl Guidance {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The guidance about a scenario that was lost.
    pub fn about(failure: &Failure) -> Self {
        let Failure { judgement, sources, recorded, .. } = failure;
        if let Recorded::NotRun(reason) = recorded {
            let broken = Invalid::broken_by(reason);
            return broken.map(|broken| Self::about_invalid(&broken, sources)).unwrap_or_default();
        }
        if !judgement.ran {
            return Self::default();
        }
        let guidance = match (judgement.verdict, recorded) {
            (Verdict::RuntimeError, Recorded::Run(Trace { misuse: Some(found), .. })) => {
                misuse::guidance(found)
            }
            (Verdict::RuntimeError, recorded) => match (traceback(judgement), recorded) {
                (place, Recorded::Run(trace)) => ending::of_waiting(trace, sources).or_else(|| match place {
                    Some(place) => error::guidance(place, sources),
                    None => ending::guidance(trace, sources),
                }),
                (Some(place), _) => error::guidance(place, sources),
                (None, _) => None,
            },
            (Verdict::EndlessLoop, Recorded::Run(trace)) => ending::of_loop(trace),
            (Verdict::WrongAnswer, Recorded::Run(trace)) if did_nothing(trace) => {
                // Where a file is wrong, the output is right: that it is empty is only told if that is a mistake in the source.
                let is_told = |one: &Self| judgement.wrong_file.is_none() || one.todo.is_some();
                failure.silence.get_or_init(|| silence::guidance(sources)).clone().filter(is_told)
            }
            (Verdict::WrongAnswer, Recorded::Run(_)) => {
                input::guidance(failure).or_else(|| output::guidance(failure))
            }
            _ => None,
        };
        let guidance = guidance.unwrap_or_default();
        let lines = if guidance.lines.is_empty() { places(judgement, sources) } else { guidance.lines };
        let told = || ending::without_line(judgement.reasons.first()?, lines.first()?);
        let headline = guidance.headline.or_else(told);
        Self { headline, lines, ..guidance }
    }

    /// The guidance about a submission that cannot be run.
    pub fn about_invalid(invalid: &Invalid, sources: &Sources) -> Self {
        let guidance = match invalid {
            Invalid::Problem(Problem::Missing { wanted, similar: Some(similar), .. }) => {
                Some(missing::guidance(wanted, similar))
            }
            Invalid::Problem(_) => None,
            Invalid::Broken { language, complaint } => syntax::guidance(language, complaint, sources),
        };
        guidance.unwrap_or_default()
    }
}

impl SourceLine {
    /// The line with this number, if the file is known.
    fn of(sources: &Sources, file: &Untrusted, number: usize) -> Option<Self> {
        let text = sources.file(file)?.line(number)?;
        Some(Self::new(file, number, &text))
    }

    /// A line with this text, of which only the beginning is kept if nobody wrote so much by hand.
    fn new(file: &Untrusted, number: usize, text: &Untrusted) -> Self {
        let text = match text.length() > LONGEST {
            true => Untrusted::concat(&[&text.part(0..LONGEST), &"…"]),
            false => text.clone(),
        };
        Self { file: file.clone(), number, text }
    }
}

/// Whether a program printed nothing, asked for nothing and ended well.
fn did_nothing(trace: &Trace) -> bool {
    let asked = |one: &Dialogue| !one.typed.is_empty() || one.asked_beyond_end.is_some();
    trace.exit == Exit::Code(0) && trace.stdout.is_empty() && !trace.dialogue.as_ref().is_some_and(asked)
}

/// The place where a program ended with an error.
fn traceback(judgement: &Judgement) -> Option<&Annotation> {
    judgement.annotations.iter().find(|one| one.origin == Origin::Traceback)
}

/// The lines at which the remarks of a judgement point, where these are about an error, a loop or the end of its time.
fn places(judgement: &Judgement, sources: &Sources) -> Vec<SourceLine> {
    let is_place = |one: &&Annotation| {
        matches!(one.origin, Origin::Traceback | Origin::Loop | Origin::TimeUp | Origin::Sanitizer)
    };
    // That a program asked for more than there is follows from something else.
    let own =
        judgement.annotations.iter().filter(is_place).filter(|_| judgement.verdict != Verdict::WrongAnswer);
    own.filter_map(|one| SourceLine::of(sources, &one.file, one.line?)).collect()
}

/// Line numbers in a sentence: `line 3 of `, `lines 3 and 9 of `, with the name of the file behind it.
fn numbered(lines: &[SourceLine]) -> Option<Untrusted> {
    let file = &lines.first()?.file;
    let numbers: Vec<String> = lines.iter().map(|line| line.number.to_string()).collect();
    let words = match numbers.as_slice() {
        [] => return None,
        [one] => format!("line {one}"),
        [most @ .., last] => format!("lines {} and {last}", most.join(", ")),
    };
    Some(Untrusted::concat(&[&words, &" of `", file, &"`"]))
}
