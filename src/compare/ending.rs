//! What the end of a run says about it: limits, exit code, standard error.

use std::time::Duration;

use super::Verdict;
use super::annotation::last_frame;
use super::difference::{shortened, shortened_message};
use crate::sandbox::{self, Exit, Limits};
use crate::spec::{ExpectedExit, ExpectedStderr};
use crate::trace::{Trace, decode};

/// The verdict on how a run ended, if that alone decides.
pub(super) fn ended(wanted: ExpectedExit, trace: &Trace, limits: &Limits) -> Option<(Verdict, String)> {
    let seconds = |duration: Duration| format!("{} s", duration.as_secs_f64());
    let some = |verdict, reason: String| Some((verdict, reason));
    match (trace.exit, wanted) {
        (Exit::MemoryExceeded, _) => {
            some(Verdict::MemoryLimit, format!("It used more than {} of memory.", size(limits.memory)))
        }
        (Exit::OutputExceeded, _) => some(
            Verdict::OutputLimit,
            format!(
                "It printed more than {} and was stopped: probably a loop that never ends.",
                size(limits.output as u64)
            ),
        ),
        (Exit::ProcessesExceeded, _) => some(
            Verdict::ProcessLimit,
            format!("It started more than {} processes and was stopped.", limits.processes),
        ),
        (Exit::DiskExceeded, _) => {
            some(Verdict::DiskLimit, format!("It wrote more than {} into files.", size(limits.disk)))
        }
        (Exit::FileSizeExceeded, _) => some(
            Verdict::FileSizeLimit,
            format!("It wrote more than {} into one file.", size(sandbox::FILE_SIZE)),
        ),
        (Exit::FilesExceeded, _) => {
            some(Verdict::FileLimit, format!("It made more than {} files and folders.", sandbox::NAMES))
        }
        (Exit::DescriptorsExceeded, _) => some(
            Verdict::DescriptorLimit,
            format!(
                "It had {} files open at a time, and may have no more: does it close them?",
                sandbox::DESCRIPTORS
            ),
        ),
        (Exit::CpuExceeded, _) => some(
            Verdict::TimeLimit,
            format!(
                "It used more than {} of processor time and was stopped: probably a loop that never ends.",
                seconds(limits.cpu)
            ),
        ),
        (Exit::WallExceeded, _) => some(
            Verdict::IdleLimit,
            format!(
                "It was still there after {} and was stopped: probably it sleeps or waits for something.",
                seconds(limits.wall)
            ),
        ),
        (Exit::Signal(signal), _) => {
            some(Verdict::RuntimeError, format!("It was ended by {}.", signal_name(signal)))
        }
        (Exit::Code(code), ExpectedExit::Code(wanted)) if code == wanted => None,
        (Exit::Code(1..), ExpectedExit::NonZero) | (Exit::Code(_), ExpectedExit::Any) => None,
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

/// A number of bytes as people write it.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes >= 1 << 10 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

/// What a program said of its own end: the last line of a traceback, and the line of the program.
fn last_words(stderr: &[u8]) -> String {
    let text = decode(stderr);
    let Some(last) = text.lines().rev().find(|line| !line.trim().is_empty()) else { return String::new() };
    let place = last_frame(&text).map(|(file, line)| format!(" (line {line} of `{file}`)"));
    format!(": `{}`{}", shortened_message(last.trim()), place.unwrap_or_default())
}

pub(super) fn signal_name(signal: i32) -> String {
    let known = match signal {
        libc::SIGSEGV => "a segmentation fault",
        libc::SIGABRT => "an abort",
        libc::SIGFPE => "an arithmetic error such as a division by zero",
        libc::SIGILL => "an illegal instruction",
        libc::SIGBUS => "a bus error",
        libc::SIGXFSZ => "the limit on the size of files",
        _ => return format!("signal {signal}"),
    };
    format!("{known} (signal {signal})")
}

/// What is wrong with standard error, if anything is.
pub(super) fn stderr_complaint(wanted: &ExpectedStderr, stderr: &[u8]) -> Option<String> {
    match wanted {
        ExpectedStderr::Ignored => None,
        ExpectedStderr::Empty if stderr.is_empty() => None,
        ExpectedStderr::Empty => {
            let text = decode(stderr);
            let first = shortened(text.lines().next().unwrap_or_default());
            Some(format!("It printed on standard error, where nothing is expected: `{first}`."))
        }
        ExpectedStderr::Contains(text) if decode(stderr).contains(text) => None,
        ExpectedStderr::Contains(text) => Some(format!("Standard error does not contain `{text}`.")),
    }
}
