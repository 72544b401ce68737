//! Interprets the end of a run: whether the machine or other programs may have caused it.

use crate::language::Prepared;
use crate::sandbox::{Execution, Exit};
use crate::trace::{Import, Recorded, SessionEnd, SessionTrace};

use super::{Fault, not_interrupted};

/// The interpretation of an end, from harmless to serious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// The program caused it.
    Own,
    /// Other programs can cause it, if there are any.
    OthersToo,
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

impl Sign {
    /// Interprets the result of a job.
    pub(super) fn of_recorded(recorded: &Result<Recorded, Fault>) -> Self {
        match recorded {
            Ok(Recorded::Run(trace)) => of_end(trace.exit, &trace.stderr),
            Ok(Recorded::Session(trace)) => of_session(trace),
            // Each run of own tests is interpreted by itself; the other tasks run nothing.
            Ok(
                Recorded::Tests(_)
                | Recorded::Rule(_)
                | Recorded::Package(_)
                | Recorded::Manual
                | Recorded::NotRun(_),
            ) => Self::Own,
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
            Ok(Prepared::Ready(_)) => Self::Own,
            Ok(Prepared::Broken(complaint)) => of_words(complaint.as_bytes()),
            Ok(Prepared::Stopped(_)) => Self::OthersToo,
            Err(_) => of_fault(),
        }
    }
}

/// Interprets a failure of ours. If we were stopped, that says nothing.
fn of_fault() -> Sign {
    if not_interrupted().is_ok() { Sign::Symptom } else { Sign::Own }
}

/// Interprets the end of a process. An endless program ends at its own limit, which no other program can cause.
fn of_end(exit: Exit, stderr: &[u8]) -> Sign {
    match exit {
        Exit::Exceeded(resource) if resource.facts().others_too => Sign::OthersToo,
        Exit::Exceeded(_) => Sign::Own,
        Exit::Signal(signal) if stops_others_too(signal) => Sign::OthersToo,
        // Also if the program went on after the message: it may have lost output that it should have printed.
        Exit::Code(_) | Exit::Signal(_) => of_words(stderr),
    }
}

fn of_session(trace: &SessionTrace) -> Sign {
    let of_end = match trace.end {
        SessionEnd::Exceeded(resource) if resource.facts().others_too => Sign::OthersToo,
        SessionEnd::Signal(signal) if stops_others_too(signal) => Sign::OthersToo,
        SessionEnd::Code(_) | SessionEnd::Signal(_) | SessionEnd::Malformed => Sign::Own,
        // The exceeded limit explains exceptions that were raised before.
        SessionEnd::Exceeded(_) => return Sign::Own,
    };
    let import = match &trace.import {
        Import::Failed(failure) => Some(&failure.raised),
        Import::Done | Import::Unknown => None,
    };
    let raised = trace.answers.iter().filter_map(|answer| answer.raised.as_ref()).chain(import);
    raised.map(|raised| of_words(raised.message.as_bytes())).chain([of_end]).max().unwrap_or(of_end)
}

fn of_words(said: &[u8]) -> Sign {
    let last = &said[said.len().saturating_sub(LAST_WORDS)..];
    let says = |words: &str| last.windows(words.len()).any(|window| window == words.as_bytes());
    if SHORTAGES.into_iter().any(says) { Sign::Symptom } else { Sign::Own }
}

/// Tells whether this is a signal that also stops whole batches and machines.
pub(super) fn stops_others_too(signal: i32) -> bool {
    [libc::SIGTERM, libc::SIGKILL, libc::SIGHUP, libc::SIGINT].contains(&signal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Resource;

    #[test]
    fn an_error_that_a_correct_program_cannot_get_is_a_symptom_unless_a_limit_explains_it() {
        let refused = b"Traceback...\nOSError: [Errno 38] Function not implemented\n";
        assert_eq!(of_end(Exit::Code(1), refused), Sign::Symptom);
        assert_eq!(of_end(Exit::Signal(libc::SIGABRT), refused), Sign::Symptom);
        assert_eq!(of_end(Exit::Code(0), refused), Sign::Symptom);
        assert_eq!(of_end(Exit::Code(0), b""), Sign::Own);
        assert_eq!(of_end(Exit::Exceeded(Resource::Descriptors), b"Too many open files"), Sign::Own);
        assert_eq!(of_end(Exit::Code(1), b"IndexError: list index out of range"), Sign::Own);
        assert_eq!(of_words(&[refused.as_slice(), &[b'x'; LAST_WORDS]].concat()), Sign::Own);
        let broken = Prepared::Broken("fatal error: cannot write: No space left on device".to_owned());
        assert_eq!(Sign::of_prepared(&Ok(broken)), Sign::Symptom);
        assert_eq!(Sign::of_recorded(&Err(Fault("cannot start it".to_owned()))), Sign::Symptom);
    }

    #[test]
    fn others_can_use_up_time_and_send_signals_but_not_exceed_a_programs_own_limits() {
        assert_eq!(of_end(Exit::Exceeded(Resource::Cpu), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Exceeded(Resource::Wall), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Signal(libc::SIGKILL), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Signal(libc::SIGSEGV), b""), Sign::Own);
        assert_eq!(of_end(Exit::Exceeded(Resource::Memory), b""), Sign::Own);
    }
}
