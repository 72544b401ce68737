//! What the end of a run says about the machine and about others that are run on it.

use crate::language::Prepared;
use crate::sandbox::{Execution, Exit};
use crate::trace::{Import, Recorded, SessionEnd, SessionTrace};

use super::{Fault, not_interrupted};

/// What an end says; the gravest is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// Nothing: the program brought it about.
    Own,
    /// Others can bring it about, if there are any.
    OthersToo,
    /// A right program cannot end like this, unless it is refused what every program may have.
    Symptom,
}

/// What the system says, and languages in its place, when it has no more of something.
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

/// How much of the end of what a program says is looked at, in bytes.
const LAST_WORDS: usize = 4 << 10;

impl Sign {
    /// Of what a job did.
    pub(super) fn of_recorded(recorded: &Result<Recorded, Fault>) -> Self {
        match recorded {
            Ok(Recorded::Run(trace)) => of_end(trace.exit, &trace.stderr),
            Ok(Recorded::Session(trace)) => of_session(trace),
            // Of own tests each run is looked at by itself; the rest runs nothing.
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

    /// Of a run of own tests.
    pub(super) fn of_execution(execution: &Result<Execution, Fault>) -> Self {
        match execution {
            Ok(execution) => of_end(execution.exit, &execution.stderr),
            Err(_) => of_fault(),
        }
    }

    /// Of a check or a build.
    pub(super) fn of_prepared(prepared: &Result<Prepared, Fault>) -> Self {
        match prepared {
            Ok(Prepared::Ready(_)) => Self::Own,
            Ok(Prepared::Broken(complaint)) => of_words(complaint.as_bytes()),
            Ok(Prepared::Stopped(_)) => Self::OthersToo,
            Err(_) => of_fault(),
        }
    }
}

/// Of a failure of ours. That we were stopped says nothing.
fn of_fault() -> Sign {
    if not_interrupted().is_ok() { Sign::Symptom } else { Sign::Own }
}

/// What is proved to be endless could be its own at once: nobody else makes a program repeat itself.
fn of_end(exit: Exit, stderr: &[u8]) -> Sign {
    match exit {
        Exit::Exceeded(resource) if resource.facts().others_too => Sign::OthersToo,
        Exit::Exceeded(_) => Sign::Own,
        Exit::Signal(signal) if stops_others_too(signal) => Sign::OthersToo,
        // Also of a program that went on after it: what it lost may be what it should have printed.
        Exit::Code(_) | Exit::Signal(_) => of_words(stderr),
    }
}

fn of_session(trace: &SessionTrace) -> Sign {
    let of_end = match trace.end {
        SessionEnd::Exceeded(resource) if resource.facts().others_too => Sign::OthersToo,
        SessionEnd::Signal(signal) if stops_others_too(signal) => Sign::OthersToo,
        SessionEnd::Code(_) | SessionEnd::Signal(_) | SessionEnd::Malformed => Sign::Own,
        // The limit explains what was raised on the way.
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

/// Whether it is a signal with which batches and machines are stopped.
pub(super) fn stops_others_too(signal: i32) -> bool {
    [libc::SIGTERM, libc::SIGKILL, libc::SIGHUP, libc::SIGINT].contains(&signal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Resource;

    #[test]
    fn an_error_that_a_right_program_cannot_get_is_a_symptom_unless_a_limit_explains_it() {
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
    fn others_can_use_up_time_and_send_signals_but_no_limit_of_its_own() {
        assert_eq!(of_end(Exit::Exceeded(Resource::Cpu), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Exceeded(Resource::Wall), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Signal(libc::SIGKILL), b""), Sign::OthersToo);
        assert_eq!(of_end(Exit::Signal(libc::SIGSEGV), b""), Sign::Own);
        assert_eq!(of_end(Exit::Exceeded(Resource::Memory), b""), Sign::Own);
    }
}
