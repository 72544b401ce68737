//! Judges the end of a run: limits, exit code, standard error.

pub(super) mod abort;
pub(super) mod endless;
pub(super) mod heard;
pub(super) mod loop_values;
pub(super) mod misuse;
pub(super) mod source;
pub(super) mod spot;
pub(super) mod told;

use crate::compare::Verdict;
use crate::compare::annotation::last_frame;
use crate::compare::difference::{shortened, shortened_message};
use crate::resource::Resource;
use crate::sandbox::{Exit, Limits};
use crate::spec::{ExpectedExit, ExpectedStderr, Pattern};
use crate::system::signal;
use crate::trace::{Trace, decode};
use crate::untrusted::Untrusted;

/// Returns the judgement of the end of a run, if the end alone decides.
pub(super) fn ended(wanted: ExpectedExit, trace: &Trace, limits: &Limits) -> Option<(Verdict, Untrusted)> {
    let some = |verdict, reason: String| Some((verdict, reason.into()));
    if wanted == ExpectedExit::Waiting {
        let asked = trace.dialogue.as_ref().map(|dialogue| dialogue.asked_beyond_end.is_some());
        let ended = |how: String| {
            let reason = format!("It ended{how}, where it should have asked for another line of input.");
            some(Verdict::WrongAnswer, reason)
        };
        match (asked, trace.exit) {
            (Some(true), _) => return None,
            (Some(false), Exit::Code(0)) => return ended(String::new()),
            (Some(false), Exit::Code(code)) => return ended(format!(" with exit code {code}")),
            // It was stopped before it could ask.
            (Some(false), Exit::Signal(_) | Exit::Endless | Exit::Exceeded(_)) => {}
            // Nothing came after its input had ended: it did not wait for that.
            (None, Exit::Exceeded(Resource::Wall)) => {}
            (None, _) => {
                let reason =
                    "Nobody knows whether it asked for another line of input: it could not be watched.";
                return some(Verdict::NotGraded, reason.to_owned());
            }
        }
    }
    // Whatever the program does with its end: what the language leaves undefined is wrong.
    if let Some(found) = &trace.misuse {
        return Some((Verdict::RuntimeError, misuse::sentence(found)));
    }
    match (trace.exit, wanted) {
        (Exit::Endless, _) => Some((Verdict::EndlessLoop, endless::sentence(trace.endless.as_deref()))),
        (Exit::Exceeded(resource), _) => {
            let (verdict, reason) = exceeded(resource, "It", resource.facts().of_run, limits);
            match &trace.heard {
                // What was heard is more than what is probable.
                Some(heard) => {
                    let happened = reason.split_once(':').map_or(reason.as_str(), |(happened, _)| happened);
                    Some((verdict, heard::sentences(happened, heard)))
                }
                None => some(verdict, reason),
            }
        }
        (Exit::Signal(signal), _) => {
            let text = decode(&trace.stderr);
            let told = abort::of_abort(&text).filter(|_| signal == signal::ABRT);
            let told =
                told.map(|(message, place)| quoted(&message, place.map(|spot| (spot.file, spot.line))));
            let reason = format!("It was ended by {}{}.", signal_name(signal), told.unwrap_or_default());
            some(Verdict::RuntimeError, reason)
        }
        (Exit::Code(code), ExpectedExit::Code(wanted)) if code == wanted => None,
        (Exit::Code(1..), ExpectedExit::NonZero)
        | (Exit::Code(_), ExpectedExit::Any | ExpectedExit::Waiting) => None,
        (Exit::Code(0), ExpectedExit::NonZero) => some(
            Verdict::WrongAnswer,
            "It ended with exit code 0, where it must report a failure.".to_owned(),
        ),
        (Exit::Code(code), ExpectedExit::Code(wanted)) if wanted != 0 => {
            some(Verdict::WrongAnswer, format!("It ended with exit code {code}, where {wanted} is expected."))
        }
        (Exit::Code(code), ExpectedExit::Code(_) | ExpectedExit::NonZero) => some(
            Verdict::RuntimeError,
            format!("It ended with exit code {code}{}.", last_words(&trace.stderr)),
        ),
    }
}

/// Returns the verdict for an exceeded limit, and a sentence that begins with `who`.
pub(super) fn exceeded(resource: Resource, who: &str, deed: &str, limits: &Limits) -> (Verdict, String) {
    let deed = deed.replace("{limit}", &limits.of(resource).to_string());
    (Verdict::Exceeded(resource), format!("{who} {deed}"))
}

/// Returns what the language of a program says about its end, and the line of the program that it names; of what nobody knows,
/// the last line.
fn last_words(stderr: &[u8]) -> String {
    let text = decode(stderr);
    let Some(last) = text.lines().rev().find(|line| !line.trim().is_empty()) else { return String::new() };
    let frame = last_frame(&text);
    let told = told::of_failure(&text).filter(|_| frame.is_none());
    let message = told.map_or(last.trim(), |told| told.message);
    let of_told = || told?.place.map(|spot| (spot.file, spot.line));
    quoted(message, frame.or_else(of_told))
}

/// Returns a message and its place as the end of a sentence.
fn quoted(message: &str, place: Option<(&str, usize)>) -> String {
    let place = place.map(|(file, line)| format!(" (line {line} of `{file}`)"));
    format!(": `{}`{}", shortened_message(message), place.unwrap_or_default())
}

pub(super) fn signal_name(signal: i32) -> String {
    let known = match signal {
        signal::SEGV => "a segmentation fault",
        signal::ABRT => "an abort",
        signal::FPE => "an arithmetic error such as a division by zero",
        signal::ILL => "an illegal instruction",
        signal::BUS => "a bus error",
        signal::XFSZ => "the limit on the size of files",
        _ => return format!("signal {signal}"),
    };
    format!("{known} (signal {signal})")
}

/// Returns what is wrong with standard error, if anything is.
pub(super) fn stderr_complaint(wanted: &ExpectedStderr, stderr: &[u8]) -> Option<String> {
    match wanted {
        ExpectedStderr::Ignored => None,
        ExpectedStderr::Empty if stderr.is_empty() => None,
        ExpectedStderr::Empty => {
            let text = decode(stderr);
            let first = shortened(text.lines().next().unwrap_or_default());
            Some(format!("It printed on standard error, where nothing is expected: `{first}`."))
        }
        ExpectedStderr::Text(text) if decode(stderr) == *text => None,
        ExpectedStderr::Text(text) => {
            let stderr = decode(stderr);
            // A line that is missing is an empty one.
            let [expected, printed] = [text, &stderr].map(|text| text.split('\n').collect::<Vec<_>>());
            // A line that is missing is an empty one.
            let pair =
                |place| [&expected, &printed].map(|lines| lines.get(place).copied().unwrap_or_default());
            let mut pairs = (0..expected.len().max(printed.len())).map(pair);
            let [expected, printed] =
                pairs.find(|[expected, printed]| expected != printed).unwrap_or_default().map(shortened);
            Some(format!("On standard error, expected `{expected}`, printed `{printed}`."))
        }
        ExpectedStderr::Like(pattern) => {
            let stderr = decode(stderr);
            if pattern.matches(&stderr, str::to_owned) {
                return None;
            }
            Some(match pattern {
                Pattern::Contains(texts) | Pattern::Words(texts) => {
                    let place = pattern.missing(&stderr, str::to_owned).unwrap_or_default();
                    format!("Standard error does not contain `{}`.", shortened(&texts[place]))
                }
                Pattern::Whole { .. } | Pattern::Regex(_) => {
                    "Nothing on standard error is of the form that is expected.".to_owned()
                }
            })
        }
    }
}
