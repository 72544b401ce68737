//! Whether forks of an interpreter do what it does when it starts anew.
//!
//! No list of versions can know the next release. So the first time that an executable is to be forked, tiny programs run
//! forked and started anew, shut in, and must agree: how they end, what they print, and where they ask. If one does not, this interpreter starts
//! anew for every run, which takes longer and changes no mark.

mod known;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::program::{prepare_believing, settings};
use super::{BuildOptions, Error, Language, Prepared, Program, Surroundings, warm};
use crate::digest::Digest;
use crate::sandbox::{self, Asks, Execution, Exit, Input, Limits, Sandbox};
use crate::submission::{File, Snapshot};

/// The programs for an interpreter.
const PYTHON: &str = include_str!("python.txt");
const NODE: &str = include_str!("node.txt");

/// From which run on Node is forked.
const RUNS_BEFORE_FORKS: usize = 3;

/// What forks of an interpreter were seen to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fidelity {
    /// How many programs were tried.
    pub(crate) tried: usize,
    /// What those show that differ, in words.
    pub(crate) differing: Vec<String>,
}

impl Fidelity {
    /// Whether forks can stand for runs that start anew.
    pub(crate) fn holds(&self) -> bool {
        self.differing.is_empty()
    }

    /// What follows from it.
    pub(crate) fn sentence(&self) -> String {
        let Self { tried, differing } = self;
        match differing.split_first() {
            None => format!("forks of it do what it does when it starts anew, in {tried} small programs"),
            Some((first, others)) => {
                let more =
                    if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
                format!(
                    "forks of it do not do what it does when it starts anew ({first}{more}), so each run starts one anew, which takes longer \
                     and changes no mark"
                )
            }
        }
    }
}

/// A tiny program.
struct Tiny<'t> {
    /// What it shows.
    name: &'t str,
    typed: Vec<String>,
    source: &'t str,
}

/// An interpreter, as a level of isolation shows it to programs.
type Interpreter = (PathBuf, &'static str);

/// What is known of one interpreter, once somebody has found it out.
type Slot = Arc<Mutex<Option<Fidelity>>>;

/// What is known in this process.
static KNOWN: Mutex<Option<HashMap<Interpreter, Slot>>> = Mutex::new(None);

/// The interpreters that are not believed, with what differs.
static DISTRUSTED: Mutex<Vec<(Interpreter, Fidelity)>> = Mutex::new(Vec::new());

/// Tells whether it was seen that forks of an interpreter do something else.
pub(super) fn is_distrusted(sandbox: &Sandbox, interpreter: &Path) -> bool {
    let level = sandbox.isolation().level.name();
    let distrusted = DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner);
    distrusted.iter().any(|((path, of), _)| path == interpreter && *of == level)
}

/// A sentence for each interpreter whose forks are not believed.
pub(crate) fn distrusted() -> Vec<String> {
    let distrusted = DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner);
    let sentence = |((path, _), fidelity): &(Interpreter, Fidelity)| {
        format!("`{}`: {}", path.display(), fidelity.sentence())
    };
    distrusted.iter().map(sentence).collect()
}

impl Language {
    /// Returns what forks of the interpreter of this language do; `None` where programs are never forks. They are tried at most once for each
    /// executable of a machine.
    ///
    /// # Errors
    ///
    /// When the interpreter is missing or the sandbox fails.
    pub(crate) fn fidelity(&self, sandbox: &Sandbox) -> Result<Option<Fidelity>, Error> {
        let Some(kind) = self.warm.filter(|_| sandbox.is_warm()) else { return Ok(None) };
        let Some(interpreter) = settings(sandbox, self, BuildOptions::usual())?.interpreter_to_fork() else {
            return Ok(None);
        };
        let key = (interpreter.clone(), sandbox.isolation().level.name());
        let slot = {
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_default().entry(key.clone()).or_default().clone()
        };
        // Others wait until it is known.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*slot {
            return Ok(Some(known.clone()));
        }
        let programs = match kind {
            warm::Kind::Python => PYTHON,
            warm::Kind::Node => NODE,
        };
        let found = known::or_find(&interpreter, &self.circumstances(sandbox, programs), || {
            self.examined(sandbox, programs)
        })?;
        if !found.holds() {
            DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner).push((key, found.clone()));
        }
        *slot = Some(found.clone());
        Ok(Some(found))
    }

    /// What a result depends on besides the interpreter.
    fn circumstances(&self, sandbox: &Sandbox, programs: &str) -> Digest {
        let level = sandbox.isolation().level.name();
        let own = sandbox::start_files().map(|(_, content)| content);
        let said = [
            env!("CARGO_PKG_VERSION").as_bytes(),
            level.as_bytes(),
            programs.as_bytes(),
            warm::COMPILE.as_bytes(),
        ];
        Digest::of_parts(said.into_iter().chain(own))
    }

    fn examined(&self, sandbox: &Sandbox, programs: &str) -> Result<Fidelity, Error> {
        let all = tiny_programs(programs);
        let tried = all.len();
        if self.warm == Some(warm::Kind::Node) {
            for _ in 0..RUNS_BEFORE_FORKS {
                self.forked_and_anew(sandbox, &all[0])?;
            }
        }
        let one = |tiny: &Tiny| {
            let [forked, anew] = self.forked_and_anew(sandbox, tiny)?;
            Ok::<_, Error>(differs(&forked, &anew).then(|| tiny.name.to_owned()))
        };
        // Whoever grades waits for this, so two threads share it. They are none of the pool, which may be waiting.
        let (first, second) = all.split_at(tried / 2);
        let found = std::thread::scope(|scope| {
            let halves = [first, second]
                .map(|half| scope.spawn(|| half.iter().map(one).collect::<Result<Vec<_>, _>>()));
            halves.map(|half| half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let [first, second] = found;
        let differing = first?.into_iter().chain(second?).flatten().collect();
        Ok(Fidelity { tried, differing })
    }

    /// Runs a program as a fork, and in an interpreter that starts anew and knows nothing of us.
    fn forked_and_anew(&self, sandbox: &Sandbox, tiny: &Tiny) -> Result<[Execution; 2], Error> {
        let entry = format!("main.{}", self.extensions.first().map_or("txt", String::as_str));
        let file = File { content: tiny.source.as_bytes().to_vec(), executable: false };
        let files = Snapshot::from_iter([(PathBuf::from(&entry), file)]);
        let prepared = prepare_believing(sandbox, self, files, &entry, &[], BuildOptions::usual())?;
        let Prepared::Ready(program) = prepared else {
            return Err(Error::NotMade(format!("the program that tries {} is not accepted", tiny.name)));
        };
        let input = Input { lines: tiny.typed.clone(), final_newline: true, terminal: false };
        let run = |program: &Program| {
            let ran = program.run(&[], &input, &Surroundings::default(), &Limits::default())?;
            Ok::<_, Error>(ran.0)
        };
        Ok([run(&program)?, run(&program.started_anew())?])
    }
}

/// Tells whether two runs of one program are not the same to anybody who grades them.
fn differs(forked: &Execution, anew: &Execution) -> bool {
    let asks = match (&forked.asks, &anew.asks) {
        (Asks::Known { .. }, Asks::Known { .. }) => forked.asks != anew.asks,
        (Asks::Unknown, _) | (_, Asks::Unknown) => false,
    };
    // A machine without a moment to spare says nothing.
    let is_busy = |one: &Execution| matches!(one.exit, Exit::Exceeded(_));
    !is_busy(forked)
        && !is_busy(anew)
        && (forked.exit != anew.exit || forked.stdout != anew.stdout || forked.stderr != anew.stderr || asks)
}

fn tiny_programs(text: &str) -> Vec<Tiny<'_>> {
    let pieces = text.strip_prefix("=== ").into_iter().flat_map(|text| text.split("\n=== "));
    let program = |piece| {
        let (head, source) = str::split_once(piece, '\n')?;
        let mut words = head.split(" | ");
        Some(Tiny { name: words.next()?, typed: words.map(str::to_owned).collect(), source })
    };
    pieces.filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Isolation, Usage};

    fn execution() -> Execution {
        Execution {
            exit: Exit::Code(0),
            stdout: b"a".to_vec(),
            stderr: Vec::new(),
            channel: Vec::new(),
            claim: None,
            seen: None,
            asks: Asks::Known { at: vec![1], beyond_end: None },
            usage: Usage::default(),
            folder: PathBuf::new(),
            isolation: Isolation::PLAIN,
        }
    }

    #[test]
    fn whatever_a_grader_sees_of_a_run_is_compared() {
        let asks = |at: &[usize]| Asks::Known { at: at.to_vec(), beyond_end: None };
        let one = execution;
        assert!(!differs(&one(), &one()));
        for other in [
            Execution { exit: Exit::Code(1), ..one() },
            Execution { exit: Exit::Signal(15), ..one() },
            Execution { stdout: b"a\n".to_vec(), ..one() },
            Execution { stderr: b"x".to_vec(), ..one() },
            Execution { asks: asks(&[0]), ..one() },
            Execution { asks: asks(&[]), ..one() },
        ] {
            assert!(differs(&one(), &other) && differs(&other, &one()));
        }
    }

    #[test]
    fn the_programs_are_read_with_what_is_typed() {
        for (text, least) in [(PYTHON, 30), (NODE, 10)] {
            let all = tiny_programs(text);
            assert!(
                all.len() >= least && all.iter().all(|one| !one.name.is_empty() && !one.source.is_empty())
            );
            assert!(all.iter().any(|one| one.typed == ["one", "two"]));
        }
    }
}
