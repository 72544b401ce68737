//! Whether a shortcut does what the long way does: forks of an interpreter, and builds with the aids of a compiler.
//!
//! No list of versions can know the next release. So the first time that a shortcut is to be taken with an executable, tiny programs go
//! both ways, shut in, and must agree: how they end, what they print, and where they ask. If one does not, this executable goes the long
//! way from then on, which takes longer and changes no mark.

mod aids;
mod forks;
mod known;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Error, Language, warm};
use crate::digest::Digest;
use crate::sandbox::{self, Asks, Execution, Exit, Sandbox};
use crate::submission::{File, Snapshot};

pub(super) use forks::is_distrusted;

/// A way that is shorter than the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shortcut {
    /// Runs that are forks of an interpreter.
    Forks,
    /// Builds with the aids that are words of the command.
    Words,
    /// Builds with the aids that are made once.
    Made,
}

impl Shortcut {
    /// What is told where the ways agree; where they do not; and what follows.
    fn told(self) -> [&'static str; 3] {
        match self {
            Self::Forks => [
                "forks of it do what it does when it starts anew",
                "forks of it do not do what it does when it starts anew",
                "each run starts one anew",
            ],
            Self::Words => [
                "programs that it builds the quicker way do what they do otherwise",
                "programs that it builds the quicker way do not do what they do otherwise",
                "each is built by the longer command",
            ],
            Self::Made => [
                "programs that it builds with what is made once for all do what they do without",
                "programs that it builds with what is made once for all do not do what they do without",
                "each is built without",
            ],
        }
    }
}

/// What was seen of a shortcut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fidelity {
    shortcut: Shortcut,
    /// How many programs were tried.
    tried: usize,
    /// What those show that differ, in words.
    differing: Vec<String>,
}

impl Fidelity {
    /// Whether the shortcut can stand for the long way.
    pub fn holds(&self) -> bool {
        self.differing.is_empty()
    }

    /// Whether it is about forks.
    pub fn is_of_forks(&self) -> bool {
        self.shortcut == Shortcut::Forks
    }

    /// What follows from it.
    pub fn sentence(&self) -> String {
        let Self { shortcut, tried, differing } = self;
        let [agrees, differs, so] = shortcut.told();
        match differing.split_first() {
            None => format!("{agrees}, in {tried} small programs"),
            Some((first, others)) => {
                let more =
                    if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
                format!("{differs} ({first}{more}), so {so}, which takes longer and changes no mark")
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

impl Tiny<'_> {
    /// Returns its file, and the name of it.
    fn files(&self, language: &Language) -> (String, Snapshot) {
        let entry = format!("main.{}", language.extensions.first().map_or("txt", String::as_str));
        let file = File { content: self.source.as_bytes().to_vec(), executable: false };
        let files = Snapshot::from_iter([(PathBuf::from(&entry), file)]);
        (entry, files)
    }
}

/// A shortcut of one executable, at a level of isolation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tool {
    path: PathBuf,
    /// The other executables that it takes for the shortcut.
    others: Vec<PathBuf>,
    level: &'static str,
    shortcut: Shortcut,
}

/// What is known of one shortcut, once somebody has found it out.
type Slot = Arc<Mutex<Option<Fidelity>>>;

/// What is known in this process.
static KNOWN: Mutex<Option<HashMap<Tool, Slot>>> = Mutex::new(None);

/// The shortcuts that are not believed, with what differs.
static DISTRUSTED: Mutex<Vec<(Tool, Fidelity)>> = Mutex::new(Vec::new());

/// A sentence for each shortcut that is not believed.
pub fn distrusted() -> Vec<String> {
    let distrusted = DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner);
    let sentence =
        |(tool, fidelity): &(Tool, Fidelity)| format!("`{}`: {}", tool.path.display(), fidelity.sentence());
    distrusted.iter().map(sentence).collect()
}

impl Language {
    /// Returns what is known of each of its shortcuts.
    ///
    /// # Errors
    ///
    /// When a tool is missing or the sandbox fails.
    pub fn fidelities(&self, sandbox: &Sandbox) -> Result<Vec<Fidelity>, Error> {
        let of_aids = self.fidelities_of_aids(sandbox)?;
        Ok(self.fidelity_of_forks(sandbox)?.into_iter().chain(of_aids).collect())
    }
}

impl Tool {
    fn new(sandbox: &Sandbox, path: PathBuf, shortcut: Shortcut) -> Self {
        Self { path, others: Vec::new(), level: sandbox.isolation().level.name(), shortcut }
    }

    /// Returns what tiny programs show of it, which is found out at most once for each executable of a machine.
    /// So many are tried at once; `differs` tells whether the two ways differ in one, or nothing where that is no question.
    fn fidelity(
        self,
        programs: &str,
        at_once: usize,
        differs: impl Fn(&Tiny) -> Result<Option<bool>, Error> + Sync,
    ) -> Result<Fidelity, Error> {
        let slot = {
            let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
            known.get_or_insert_default().entry(self.clone()).or_default().clone()
        };
        // Others wait until it is known.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*slot {
            return Ok(known.clone());
        }
        let found = known::or_find(&self, &self.circumstances(programs), || {
            self.tried(&tiny_programs(programs), at_once, differs)
        })?;
        if !found.holds() {
            DISTRUSTED.lock().unwrap_or_else(PoisonError::into_inner).push((self, found.clone()));
        }
        *slot = Some(found.clone());
        Ok(found)
    }

    /// What a result depends on besides the executable.
    fn circumstances(&self, programs: &str) -> Digest {
        let own = sandbox::start_files().map(|(_, content)| content);
        let said = [
            env!("CARGO_PKG_VERSION"),
            self.level,
            self.shortcut.told()[0],
            programs,
            super::PROFILES,
            warm::COMPILE,
        ];
        Digest::of_parts(said.map(str::as_bytes).into_iter().chain(own))
    }

    fn tried(
        &self,
        all: &[Tiny],
        at_once: usize,
        differs: impl Fn(&Tiny) -> Result<Option<bool>, Error> + Sync,
    ) -> Result<Fidelity, Error> {
        let one = |tiny: &Tiny| Ok::<_, Error>(differs(tiny)?.map(|differs| (tiny.name.to_owned(), differs)));
        // Whoever grades waits for this, so threads share it. They are none of the pool, which may be waiting.
        let found: Result<Vec<_>, Error> = std::thread::scope(|scope| {
            let shares = all.chunks(all.len().div_ceil(at_once).max(1));
            let shares =
                shares.map(|share| scope.spawn(move || share.iter().map(one).collect::<Result<Vec<_>, _>>()));
            let shares: Vec<_> = shares.collect();
            let joined = shares.into_iter();
            joined.map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let tried: Vec<_> = found?.into_iter().flatten().flatten().collect();
        let differing = tried.iter().filter(|(_, differs)| *differs).map(|(name, _)| name.clone()).collect();
        Ok(Fidelity { shortcut: self.shortcut, tried: tried.len(), differing })
    }
}

/// Tells whether two runs of one program are not the same to anybody who grades them.
fn differs([short, long]: &[Execution; 2]) -> bool {
    let asks = match (&short.asks, &long.asks) {
        (Asks::Known { .. }, Asks::Known { .. }) => short.asks != long.asks,
        (Asks::Unknown, _) | (_, Asks::Unknown) => false,
    };
    // A machine without a moment to spare says nothing.
    let is_busy = |one: &Execution| matches!(one.exit, Exit::Exceeded(_));
    !is_busy(short)
        && !is_busy(long)
        && (short.exit != long.exit || short.stdout != long.stdout || short.stderr != long.stderr || asks)
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
        assert!(!differs(&[one(), one()]));
        for other in [
            Execution { exit: Exit::Code(1), ..one() },
            Execution { exit: Exit::Signal(15), ..one() },
            Execution { stdout: b"a\n".to_vec(), ..one() },
            Execution { stderr: b"x".to_vec(), ..one() },
            Execution { asks: asks(&[0]), ..one() },
            Execution { asks: asks(&[]), ..one() },
        ] {
            let pair = [one(), other];
            assert!(differs(&pair));
            let [one, other] = pair;
            assert!(differs(&[other, one]));
        }
    }

    #[test]
    fn the_programs_are_read_with_what_is_typed() {
        let of_aids = aids::PROGRAMS.map(|(_, programs)| (programs, 2));
        for (text, least) in of_aids.into_iter().chain([(forks::PYTHON, 30), (forks::NODE, 10)]) {
            let all = tiny_programs(text);
            assert!(
                all.len() >= least && all.iter().all(|one| !one.name.is_empty() && !one.source.is_empty())
            );
            assert!(all.iter().any(|one| !one.typed.is_empty()));
        }
    }

    #[test]
    fn every_language_with_aids_has_programs_that_try_them() {
        let with_aids = super::super::all().filter(|language| !language.aids.is_empty());
        let names: Vec<&str> = with_aids.map(|language| language.name.as_str()).collect();
        assert_eq!(names, aids::PROGRAMS.map(|(name, _)| name));
    }
}
