//! Interprets the end of a run: whether the machine or other programs may have caused it.

use crate::language::Prepared;
use crate::sandbox::{Execution, Exit};
use crate::system::signal;
use crate::trace::{Import, Recorded, SessionEnd, SessionTrace, UnitTestTrace};
use crate::untrusted::Text;

use super::{Fault, not_interrupted};

/// The interpretation of an end, from harmless to serious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EndCause {
    /// The program caused it.
    Program,
    /// Other programs can cause it, if there are any.
    MaybeOthers,
    /// A correct program cannot end like this, unless the machine refuses it what every program may have.
    Symptom,
}

/// The messages of the system and of languages when a resource is used up.
const SHORTAGES: [&str; 14] = [
    "Function not implemented",
    "Too many open files",
    "Too many references",
    "Too many users",
    "Resource temporarily unavailable",
    "No space left on device",
    "Disk quota exceeded",
    "can't start new thread",
    "unable to create native thread",
    "ENOSYS",
    "EMFILE",
    "ENFILE",
    "EAGAIN",
    "ENOSPC",
];

/// The number of bytes at the end of standard error that are searched.
const LAST_WORDS: usize = 4 << 10;

impl EndCause {
    /// Interprets the result of a job.
    pub(super) fn of_recorded(recorded: &Result<Recorded, Fault>) -> Self {
        match recorded {
            Ok(Recorded::Run(trace)) => of_end(trace.exit, &trace.stderr),
            Ok(Recorded::Session(trace)) => of_session(trace),
            Ok(Recorded::UnitTest(trace)) => of_unit_test(trace),
            // Each run of own tests is interpreted by itself; the other tasks run nothing.
            Ok(
                Recorded::Tests(_)
                | Recorded::Rule(_)
                | Recorded::Package(_)
                | Recorded::Manual
                | Recorded::NotRun(_),
            ) => Self::Program,
            Err(_) => of_fault(),
        }
    }

    /// Interprets a run of own tests.
    pub(super) fn of_execution(execution: &Result<Execution, Fault>) -> Self {
        match execution {
            Ok(execution) => of_end(execution.exit, &execution.stderr),
            Err(_) => of_fault(),
        }
    }

    /// Interprets a check or a build.
    pub(super) fn of_prepared(prepared: &Result<Prepared, Fault>) -> Self {
        match prepared {
            Ok(Prepared::Ready(_)) => Self::Program,
            Ok(Prepared::Broken(complaint)) => of_words(complaint.expose().as_bytes()),
            Ok(Prepared::Stopped(_)) => Self::MaybeOthers,
            Err(_) => of_fault(),
        }
    }
}

/// Interprets a failure of ours. If we were stopped, that says nothing.
fn of_fault() -> EndCause {
    if not_interrupted().is_ok() { EndCause::Symptom } else { EndCause::Program }
}

/// Interprets the end of a process. An endless program that exceeds such a limit could be blamed at once, because no
/// other program makes it repeat itself; here it counts like any other.
fn of_end(exit: Exit, stderr: &[u8]) -> EndCause {
    match exit {
        Exit::Exceeded(resource) if resource.facts().others_too => EndCause::MaybeOthers,
        // Others can make a program slower, but not repeat itself.
        Exit::Endless | Exit::Exceeded(_) => EndCause::Program,
        Exit::Signal(signal) if stops_others_too(signal) => EndCause::MaybeOthers,
        // Also if the program went on after the message: it may have lost output that it should have printed.
        Exit::Code(_) | Exit::Signal(_) => of_words(stderr),
    }
}

/// Interprets the end of a process of a driver; `None` if a limit that the program exceeded explains exceptions that were raised
/// before.
fn of_session_end(end: SessionEnd) -> Option<EndCause> {
    match end {
        SessionEnd::Exceeded(resource) if resource.facts().others_too => Some(EndCause::MaybeOthers),
        SessionEnd::Signal(signal) if stops_others_too(signal) => Some(EndCause::MaybeOthers),
        SessionEnd::Code(_) | SessionEnd::Signal(_) | SessionEnd::Malformed => Some(EndCause::Program),
        SessionEnd::Exceeded(_) => None,
    }
}

fn of_unit_test(trace: &UnitTestTrace) -> EndCause {
    let Some(of_end) = of_session_end(trace.end) else { return EndCause::Program };
    let raised = trace.cases.iter().filter_map(|case| case.raised.as_ref());
    raised.map(|raised| of_words(raised.message.expose().as_bytes())).chain([of_end]).max().unwrap_or(of_end)
}

fn of_session(trace: &SessionTrace) -> EndCause {
    let Some(of_end) = of_session_end(trace.end) else { return EndCause::Program };
    let import = match &trace.import {
        Import::Failed(failure) => Some(&failure.raised),
        Import::Done | Import::Unknown => None,
    };
    let raised = trace.answers.iter().filter_map(|answer| answer.raised.as_ref()).chain(import);
    raised.map(|raised| of_words(raised.message.expose().as_bytes())).chain([of_end]).max().unwrap_or(of_end)
}

fn of_words(said: &[u8]) -> EndCause {
    let last = &said[said.len().saturating_sub(LAST_WORDS)..];
    let says = |words: &str| last.windows(words.len()).any(|window| window == words.as_bytes());
    if SHORTAGES.into_iter().any(says) { EndCause::Symptom } else { EndCause::Program }
}

/// Tells whether this is a signal that also stops whole batches and machines.
pub(super) fn stops_others_too(signal: i32) -> bool {
    [signal::TERM, signal::KILL, signal::HUP, signal::INT].contains(&signal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Resource;

    #[test]
    fn an_error_that_a_correct_program_cannot_get_is_a_symptom_unless_a_limit_explains_it() {
        let refused = b"Traceback...\nOSError: [Errno 38] Function not implemented\n";
        assert_eq!(of_end(Exit::Code(1), refused), EndCause::Symptom);
        assert_eq!(of_end(Exit::Signal(signal::ABRT), refused), EndCause::Symptom);
        assert_eq!(of_end(Exit::Code(0), refused), EndCause::Symptom);
        assert_eq!(of_end(Exit::Code(0), b""), EndCause::Program);
        assert_eq!(of_end(Exit::Exceeded(Resource::Descriptors), b"Too many open files"), EndCause::Program);
        assert_eq!(of_end(Exit::Code(1), b"IndexError: list index out of range"), EndCause::Program);
        assert_eq!(of_words(&[refused.as_slice(), &[b'x'; LAST_WORDS]].concat()), EndCause::Program);
        let broken = Prepared::Broken("fatal error: cannot write: No space left on device".into());
        assert_eq!(EndCause::of_prepared(&Ok(broken)), EndCause::Symptom);
        assert_eq!(EndCause::of_recorded(&Err(Fault("cannot start it".into()))), EndCause::Symptom);
    }

    #[test]
    fn others_can_use_up_time_and_send_signals_but_not_exceed_a_programs_own_limits() {
        assert_eq!(of_end(Exit::Exceeded(Resource::Cpu), b""), EndCause::MaybeOthers);
        assert_eq!(of_end(Exit::Exceeded(Resource::Wall), b""), EndCause::MaybeOthers);
        assert_eq!(of_end(Exit::Signal(signal::KILL), b""), EndCause::MaybeOthers);
        assert_eq!(of_end(Exit::Signal(signal::SEGV), b""), EndCause::Program);
        assert_eq!(of_end(Exit::Exceeded(Resource::Memory), b""), EndCause::Program);
    }
}
