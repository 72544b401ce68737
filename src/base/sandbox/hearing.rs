//! Asks a program whose time is up where it is, before it is killed.
//!
//! Only a program that listens is asked: a Python interpreter with our handler of the signal (`walled/launcher/warm/native/wake.rs`), which
//! answers by a claim on standard error (`sandbox/claim.rs`), a virtual machine of Java, which writes its threads there
//! (`language/thread_dump.rs`), and Node.js, which writes its stack there (`language/interrupted.rs`). That its time is up is decided already, and whatever it does meanwhile changes nothing
//! about it.

use std::fmt::Display;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::inside::ask::ASK;

/// The processor time that a program gets to answer.
pub(super) const CPU: Duration = Duration::from_millis(200);

/// The time on the clock that it gets, without the time in which it waited for a processor: enough for two copies of a Python program that
/// is inside of C (`wake.rs`).
const CLOCK: Duration = Duration::from_millis(600);

/// It is asked so often in this time, as long as it has not answered. A Python program that is inside of C answers by copies, of which every sixth
/// crashes where it takes memory all the time, as in `sum(range(10**11))`.
const TIMES: u32 = 10;

/// A program that was asked.
pub(super) struct Hearing {
    process: Pid,
    /// When it was asked last.
    since: Moment,
    /// How often it was asked.
    asked: u32,
    /// Whether it is asked more than once.
    asks_again: bool,
}

/// The time that a run has used.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) at: Instant,
    /// Its processor time.
    pub(super) cpu: Duration,
    /// How long it has waited for a processor.
    pub(super) delay: Duration,
}

impl Hearing {
    /// Asks the first of these processes that listens; `None` if none does.
    pub(super) fn begin(processes: &[i32], since: Moment) -> Option<Self> {
        let depth = depth();
        let (process, signal) = processes.iter().find_map(|pid| {
            let status = status(*pid);
            let asks = listener(&status, ASK, depth).map(|process| (process, ASK));
            asks.or_else(|| {
                let signal = signal_of(*pid)?;
                listener(&status, signal, depth).map(|process| (process, signal))
            })
        })?;
        ask(process, signal);
        // The others would write all of it again.
        Some(Self { process, since, asked: 1, asks_again: signal == ASK })
    }

    /// Asks again if it is time to. Tells whether the program has had its time to answer: after each question, so that one that is looked
    /// at late on a busy machine is asked as often.
    pub(super) fn is_over(&mut self, now: Moment) -> bool {
        let parts = if self.asks_again { TIMES } else { 1 };
        let cpu = now.cpu.saturating_sub(self.since.cpu);
        let waited = now.delay.saturating_sub(self.since.delay);
        let clock = (now.at - self.since.at).saturating_sub(waited);
        let is_time = cpu > CPU / parts || clock > CLOCK / parts;
        if is_time && self.asked < parts {
            self.asked += 1;
            self.since = now;
            ask(self.process, ASK);
            return false;
        }
        is_time
    }
}

/// Returns the id of a process that has a handler of a signal; for any other one the signal would be the end. The
/// id is that in the namespace at a `depth`: /proc may show an outer one.
fn listener(status: &str, signal: i32, depth: usize) -> Option<Pid> {
    let caught = u64::from_str_radix(field(status, "SigCgt:"), 16).unwrap_or(0);
    let listens = caught & 1 << (signal - 1) != 0;
    ids(status).nth(depth.checked_sub(1)?).filter(|_| listens).and_then(Pid::from_raw)
}

/// Returns the signal at which the interpreter of a process tells where it is.
fn signal_of(pid: i32) -> Option<i32> {
    let program = fs::read_link(format!("/proc/{pid}/exe")).ok()?;
    match program.file_name()?.to_str()? {
        "java" => Some(libc::SIGQUIT),
        "node" => Some(libc::SIGINT),
        _ => None,
    }
}

/// Returns the id, in our own namespace, of a process in /proc.
pub(super) fn id_of(pid: i32) -> Option<Pid> {
    ids(&status(pid)).nth(depth().checked_sub(1)?).and_then(Pid::from_raw)
}

/// Returns how many namespaces there are from that of /proc inwards to our own.
fn depth() -> usize {
    ids(&status("self")).count()
}

/// Returns the ids of a process, from the namespace of /proc inwards.
fn ids(status: &str) -> impl Iterator<Item = i32> {
    field(status, "NSpid:").split_whitespace().filter_map(|id| id.parse().ok())
}

/// Returns what stands in a line of `/proc/PID/status` (proc(5)).
fn field<'a>(status: &'a str, name: &str) -> &'a str {
    status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim()
}

fn status(process: impl Display) -> String {
    let status = fs::read(format!("/proc/{process}/status")).unwrap_or_default();
    String::from_utf8_lossy(&status).into_owned()
}

fn ask(process: Pid, signal: i32) {
    // SAFETY: the call only sends a signal to a process of the run. That has not ended, or nobody waited for it.
    unsafe { libc::kill(process.as_raw_nonzero().get(), signal) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_process_with_a_handler_is_asked_by_its_id_in_our_namespace() {
        let told = |depth, caught: &str| {
            let status =
                format!("Name:\tSigCgt: f\nNSpid:\t4711\t2\nSigIgn:\tffffffffffffffff\nSigCgt:\t{caught}\n");
            listener(&status, ASK, depth).map(|process| process.as_raw_nonzero().get())
        };
        assert_eq!(told(2, "0800000000000000"), Some(2));
        assert_eq!(told(1, "0800000000000000"), Some(4711));
        assert_eq!(
            [told(1, "f7ffffffffffffff"), told(1, "nonsense"), told(3, "0800000000000000")],
            [None; 3]
        );
    }

    #[test]
    fn a_program_that_waits_for_a_processor_keeps_its_time() {
        let at = Instant::now();
        let moment = |clock, delay| Moment {
            at: at + Duration::from_millis(clock),
            cpu: Duration::ZERO,
            delay: Duration::from_millis(delay),
        };
        let is_over = |clock, delay| {
            Hearing { process: Pid::INIT, since: moment(0, 0), asked: 1, asks_again: false }
                .is_over(moment(clock, delay))
        };
        assert_eq!([is_over(599, 0), is_over(601, 0), is_over(9000, 8900)], [false, true, false]);
    }
}
