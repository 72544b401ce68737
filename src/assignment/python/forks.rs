//! Runs the driver, which has a fork carry out each of many requests, or carries out one alone.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::decode;
use crate::language::{Error, Program, Script};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::trace::SessionEnd;

/// The script that answers sessions and runs tests.
const DRIVER: Script = Script { name: "yardstick_driver", source: include_str!("driver.py"), channel: true };

/// After this many drivers that did not finish, each request of the submission gets its own driver.
const MOST_LOST: u32 = 2;

/// The drivers of one submission, with the number of those that did not finish.
#[derive(Debug, Default)]
pub struct Drivers {
    lost: AtomicU32,
    /// The functions of which other things are declared than it defines, each with the reason.
    clashes: OnceLock<Vec<(String, String)>>,
    /// Whether the sessions are answered once more, to find what depends on chance.
    is_once_more: bool,
}

impl Drivers {
    /// Creates drivers that answer sessions once more, with other contents of memory that was never set.
    pub fn once_more() -> Self {
        Self { is_once_more: true, ..Self::default() }
    }

    /// Returns the byte with which memory is filled that nobody has set.
    pub fn filling(&self) -> u8 {
        if self.is_once_more { 0x5B } else { 0xA5 }
    }

    /// Returns the functions of which other things are declared than it defines; they are looked for once.
    ///
    /// # Errors
    ///
    /// When they cannot be looked for.
    pub fn clashes(
        &self,
        find: impl FnOnce() -> Result<Vec<(String, String)>, Error>,
    ) -> Result<&[(String, String)], Error> {
        if let Some(known) = self.clashes.get() {
            return Ok(known);
        }
        let found = find()?;
        Ok(self.clashes.get_or_init(|| found))
    }

    fn lose_one(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    fn are_often_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed) >= MOST_LOST
    }
}

/// What a driver is asked.
pub struct Requests<'a, T> {
    /// What holds for all of them, as a JSON object: what the driver adds to it is its own matter.
    pub head: Json,
    /// The requests, each a JSON object.
    pub each: Vec<Json>,
    /// Makes a result of what the fork for a request wrote, and of how it ended.
    pub read: &'a dyn Fn(usize, &[u8], SessionEnd) -> T,
    /// Whether the requests behind one with this result may be carried out too; if not, all of them have the same result.
    pub goes_on: &'a dyn Fn(&T) -> bool,
}

/// Carries out requests with a program, each in a process of its own.
///
/// One request does not affect another: if a driver does not finish one, that one gets a driver of its own, under its own
/// limits. After two such drivers, every request does.
///
/// # Errors
///
/// When the sandbox fails, or the interpreter cannot run the driver.
pub fn carry_out<T: Clone>(
    program: &Program,
    drivers: &Drivers,
    requests: &Requests<T>,
    limits: &Limits,
) -> Result<Vec<T>, Error> {
    let Requests { each, goes_on, .. } = requests;
    let mut results: Vec<T> = Vec::with_capacity(each.len());
    while results.len() < each.len() {
        let (first, rest) = (results.len(), &each[results.len()..]);
        // A clock that is set begins anew for each.
        let are_apart = drivers.are_often_lost() || program.has_own_time() || !program.sandbox().has_forks();
        let mut is_under_way = rest.len() == 1 || are_apart;
        if !is_under_way {
            let (exit, done) = together(program, requests, first, limits)?;
            let is_cut_short = done.len() < rest.len() && done.iter().all(goes_on);
            results.extend(done);
            if is_cut_short {
                drivers.lose_one();
            }
            is_under_way = is_cut_short && exit != Exit::Code(0);
        }
        if is_under_way {
            results.push(alone(program, requests, results.len(), limits)?);
        }
        if let Some(failed) = results.last().filter(|last| !goes_on(last)).cloned() {
            results.resize(each.len(), failed);
        }
    }
    Ok(results)
}

/// Has one driver carry out the requests from one on; returns fewer results than requests if it does not finish.
fn together<T>(
    program: &Program,
    requests: &Requests<T>,
    first: usize,
    limits: &Limits,
) -> Result<(Exit, Vec<T>), Error> {
    let rest = &requests.each[first..];
    let count = rest.len() as u32;
    // The driver enforces the limits of each request; these are for all together. A driver in which nothing happens is
    // not worth waiting for: the remaining requests get their own time later.
    let limits_of_all = Limits {
        cpu: (limits.cpu + Duration::from_secs(2)) * (count + 1),
        wall: (limits.wall + Duration::from_secs(1)) * 2,
        processes: limits.processes + 1, // The driver itself.
        ..limits.clone()
    };
    let execution = run(program, &requests.head, rest, limits, &limits_of_all)?;
    let ended = decode::requests(&execution.channel).take(rest.len()).enumerate();
    let results = ended.map(|(index, (written, end))| (requests.read)(first + index, &written, end));
    Ok((execution.exit, results.collect()))
}

/// Has a driver of its own carry out a request.
fn alone<T>(program: &Program, requests: &Requests<T>, index: usize, limits: &Limits) -> Result<T, Error> {
    // The interpreter must start, too, and enforces the processor time of the request itself.
    let own = Limits {
        cpu: limits.cpu + Duration::from_secs(1),
        wall: limits.wall + Duration::from_secs(1),
        ..limits.clone()
    };
    let execution = run(program, &requests.head, &requests.each[index..=index], limits, &own)?;
    Ok((requests.read)(index, &execution.channel, end_of(&execution)))
}

/// Runs the driver; a single request is carried out in the driver's own process.
fn run(
    program: &Program,
    head: &Json,
    requests: &[Json],
    limits: &Limits,
    limits_of_driver: &Limits,
) -> Result<Execution, Error> {
    let mut head = head.clone();
    head["cpu"] = json!(limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0));
    head["wall"] = json!(limits.wall.as_secs_f64());
    head["alone"] = json!(requests.len() == 1);
    head["sessions"] = json!(requests.len());
    let lines = std::iter::once(&head).chain(requests).map(behind_its_length).collect();
    let input = Input { lines, final_newline: true, terminal: false };
    // The output on standard output does not count here.
    let limits = Limits { output: u64::MAX >> 1, ..limits_of_driver.clone() };
    program.run_script(&DRIVER, &[], &input, &limits)
}

/// Returns a JSON object with its length in bytes before it, newline included.
fn behind_its_length(object: &Json) -> String {
    let text = object.to_string();
    format!("{:08}{text}", text.len() + 1)
}

/// Returns the end of a request that had its own driver.
fn end_of(execution: &Execution) -> SessionEnd {
    match execution.exit {
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::Endless => SessionEnd::Malformed, // Only runs are looked at from inside.
        Exit::Exceeded(resource) => SessionEnd::Exceeded(resource),
    }
}
