//! What a reference does before anybody asks: a compiler or a driver that is started for one session or test takes about as long
//! for all of them, and for both runs.

use std::cell::RefCell;
use std::collections::HashMap;

use super::ReferenceProgram;
use crate::digest::Digest;
use crate::language::Program;
use crate::plan::Error;
use crate::session::{self, Drivers, Notation, Session};
use crate::spec::{SessionTask, Task};
use crate::trace::{SessionTrace, UnitTestTrace};
use crate::unit_test::{self, UnitTest};

/// What nobody has asked for yet; of each the next one is the last.
#[derive(Default)]
pub(super) struct Ahead {
    /// The answers to sessions, by module and session.
    sessions: RefCell<HashMap<(String, Digest), Vec<SessionTrace>>>,
    /// The results of tests, by the digest of the test.
    tests: RefCell<HashMap<Digest, Vec<UnitTestTrace>>>,
}

impl ReferenceProgram<'_> {
    /// Answers a session. Those that are compiled are compiled with all others of the spec that it could be compiled with, and
    /// answered for both runs: that takes about as long as one.
    pub(super) fn answered(&self, program: &Program, task: &SessionTask) -> Result<SessionTrace, Error> {
        let key = |task: &SessionTask| {
            let own = Digest::of_values(&[&task.sources(), &task.stdin]);
            let surroundings = task.surroundings.digest();
            surroundings.map_or(own, |surroundings| Digest::of_values(&[&own, &surroundings]))
        };
        let is_beside = |other: &SessionTask| {
            other.module == task.module && other.surroundings == task.surroundings && key(other) != key(task)
        };
        let mut ahead = self.ahead.sessions.borrow_mut();
        if let Some(trace) = ahead.get_mut(&(task.module.key(), key(task))).and_then(Vec::pop) {
            return Ok(trace);
        }
        let mut tasks = vec![task];
        if self.notation(&task.module).is_compiled() {
            let scenarios = self.spec.groups.iter().flat_map(|group| &group.scenarios);
            tasks.extend(scenarios.filter_map(|scenario| match &scenario.task {
                Task::Session(other) if is_beside(other) => Some(other),
                _ => None,
            }));
        }
        let sources: Vec<Vec<String>> = tasks.iter().map(|task| task.sources()).collect();
        let sessions = tasks.iter().zip(&sources);
        let sessions: Vec<Session> =
            sessions.map(|(task, lines)| Session { lines, stdin: &task.stdin }).collect();
        let supplied = &self.spec.supplied;
        let answer = |drivers: &Drivers, sessions: &[Session]| {
            session::answer(program, drivers, &task.module, supplied, sessions, self.limits)
        };
        let notation = self.notation(&task.module);
        // One start of the compiler of Java is enough for both runs of a few sessions.
        let is_together = notation == Notation::Java && sessions.len() <= notation.batch();
        let (mut traces, second) = if is_together {
            let both = sessions.iter().chain(&sessions).copied().collect::<Vec<_>>();
            let mut first = answer(&Drivers::default(), &both)?;
            let second = first.split_off(sessions.len());
            (first, Some(second))
        } else {
            (answer(&Drivers::default(), &sessions)?, None)
        };
        if tasks.len() > 1 || notation.is_native() || is_together {
            let second = match second {
                Some(second) => second,
                None => answer(&Drivers::once_more(), &sessions)?,
            };
            for ((task, first), second) in tasks.iter().zip(&traces).zip(second) {
                ahead.insert((task.module.key(), key(task)), vec![second, first.clone()]);
            }
            ahead.get_mut(&(task.module.key(), key(task))).and_then(Vec::pop);
        }
        Ok(traces.remove(0))
    }

    /// Runs a test, and all others of its framework for both runs: a driver starts about as fast for all of them.
    pub(super) fn tested(
        &self,
        program: &Program,
        test: &UnitTest,
        digest: Digest,
    ) -> Result<UnitTestTrace, Error> {
        let mut ahead = self.ahead.tests.borrow_mut();
        if let Some(trace) = ahead.get_mut(&digest).and_then(Vec::pop) {
            return Ok(trace);
        }
        let groups = self.spec.groups.iter().filter(|group| group.exercise == self.exercise);
        let scenarios = groups.flat_map(|group| &group.scenarios);
        let tests = scenarios.filter_map(|scenario| match &scenario.task {
            Task::UnitTest(task) if task.test.framework == test.framework => Some(&task.test),
            _ => None,
        });
        let tests: Vec<&UnitTest> = tests.flat_map(|test| [test; 2]).collect();
        let drivers = Drivers::default();
        for batch in tests.chunks(unit_test::BATCH) {
            for (test, trace) in batch.iter().zip(unit_test::run(program, &drivers, batch, self.limits)?) {
                ahead.entry(test.digest()).or_default().push(trace);
            }
        }
        Ok(ahead.get_mut(&digest).and_then(Vec::pop).expect("the test is one of them"))
    }
}
