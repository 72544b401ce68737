//! The desk: the results that lie on it, what was decided about them, and the pen.

mod accept;
mod attempts;
mod class;
mod files;
mod group;
mod lying;
mod marking;
mod publication;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use super::explore::{Explored, explored};
use super::play::{Play, played};
use super::{Error, OpenSandbox, Options, Part};
use crate::decisions::{Entry, Id, What, Writer};
use crate::report::{GradedScenario, Visible};
use crate::results;
use crate::sandbox::Sandbox;
use crate::untrusted::Untrusted;
use attempts::Attempts;

pub(super) use accept::{Accepted, Price};
pub(super) use group::{Group, State};
pub(super) use lying::Lying;
pub(super) use publication::{Obstacle, Publication};

/// Everything that a review is about.
pub(super) struct Desk {
    path: PathBuf,
    /// What belongs to the person who reviews.
    pub(super) part: Option<Part>,
    /// The number of submissions of which one is marked by everybody.
    sample: Option<NonZeroUsize>,
    /// Whether names are shown.
    pub(super) names: bool,
    lying: RwLock<Arc<Lying>>,
    pen: Mutex<Writer>,
    attempts: Attempts,
    /// What opens the sandbox, once somebody plays a program.
    open_sandbox: OpenSandbox,
    sandbox: OnceLock<Sandbox>,
}

/// Why something cannot be decided.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// It makes no sense.
    #[error("{0}")]
    Nonsense(String),
    /// It is about something that is not there.
    #[error("{0}")]
    Absent(String),
    /// Something cannot be read.
    #[error(transparent)]
    Results(#[from] results::Error),
    /// A program cannot be run, through a fault of ours.
    #[error("the program could not be run, through no fault of it: {}", Visible::lines(.0))]
    Fault(Untrusted),
    /// It cannot be written down, so it does not count.
    #[error("this was not decided, because it cannot be written to `{}`: {source}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

impl From<crate::trace::StoreError> for Refusal {
    fn from(error: crate::trace::StoreError) -> Self {
        Self::Results(error.into())
    }
}

/// Makes a refusal of a sentence.
pub(super) fn nonsense(sentence: impl Into<String>) -> Refusal {
    Refusal::Nonsense(sentence.into())
}

/// Makes a refusal of a sentence about something that is not there.
pub(super) fn absent(sentence: impl Into<String>) -> Refusal {
    Refusal::Absent(sentence.into())
}

impl Desk {
    /// Puts a results folder on the desk.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(super) fn open(options: Options) -> Result<Self, Error> {
        let lying = Lying::of(&options.results, None)?;
        let attempts = Attempts::open(&options.earlier, &lying)?;
        let pen = Writer::new(&lying.folder().decisions(), &options.grader)?;
        Ok(Self {
            path: options.results,
            part: options.part,
            names: options.names,
            sample: options.sample,
            attempts,
            lying: RwLock::new(Arc::new(lying)),
            pen: Mutex::new(pen),
            open_sandbox: options.open_sandbox,
            sandbox: OnceLock::new(),
        })
    }

    /// Who decides here.
    pub(super) fn grader(&self) -> String {
        self.pen().by().to_owned()
    }

    /// What lies on the desk now.
    pub(super) fn now(&self) -> Arc<Lying> {
        self.lying.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a group is the work of the person who reviews.
    pub(super) fn is_own_group(&self, number: usize) -> bool {
        self.part.is_none_or(|part| part.has(number))
    }

    /// Whether the marks of a submission are the work of the person who reviews: those of the sample are everybody's.
    pub(super) fn is_own_submission(&self, number: usize) -> bool {
        let is_sample = self.sample.is_some_and(|one_of| number.is_multiple_of(one_of.get()));
        is_sample || self.part.is_none_or(|part| part.has(number))
    }

    /// Runs a program on other input.
    pub(super) fn play(&self, play: &Play) -> Result<GradedScenario, Refusal> {
        played(self.sandbox()?, &self.now(), play)
    }

    /// Tries generated scenarios on a program.
    pub(super) fn explore(&self, place: usize) -> Result<Explored, Refusal> {
        explored(self.sandbox()?, &self.now(), place)
    }

    fn sandbox(&self) -> Result<&Sandbox, Refusal> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(sandbox);
        }
        let opened = (self.open_sandbox)().map_err(nonsense)?;
        Ok(self.sandbox.get_or_init(|| opened))
    }

    fn pen(&self) -> MutexGuard<'_, Writer> {
        self.pen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, lying: Lying) {
        *self.lying.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(lying);
    }

    /// Reads the folder again, if others have written into it. Returns whether it has something that was not known: a result, or a
    /// decision of another person. A folder that is just being written may not be readable: then it is read the next time.
    pub(super) fn refresh(&self) -> bool {
        let before = self.now();
        let own = self.pen().path().map(Path::to_path_buf);
        if !before.is_stale(&self.path, own.as_deref()) {
            return false;
        }
        let Ok(lying) = Lying::of(&self.path, own.as_deref()) else { return false };
        let _pen = self.pen();
        let now = self.now();
        // What was decided here while it was read counts, too.
        let meanwhile: Vec<Entry> =
            now.decided.besides(&[&before.decided, &lying.decided]).cloned().collect();
        let lying = meanwhile.into_iter().fold(lying, |lying, entry| lying.after(entry));
        let known = |lying: &Lying| {
            let count = lying.graded.submissions.iter().filter(|one| one.points.is_some()).count();
            (lying.decided.entries().count(), count, lying.folder().manifest().spec.digest)
        };
        let is_new = known(&now) != known(&lying);
        self.put(lying);
        is_new
    }

    /// Writes a decision down. It stands in the place of those about the same things that are known here.
    pub(super) fn decide(
        &self,
        make: impl FnOnce(&mut Writer) -> Result<What, Refusal>,
    ) -> Result<Id, Refusal> {
        let mut pen = self.pen();
        let what = make(&mut pen)?;
        self.write(&mut pen, what)
    }

    fn write(&self, pen: &mut Writer, what: What) -> Result<Id, Refusal> {
        let now = self.now();
        let instead_of = now.decided.known_about(&what);
        let entry =
            pen.write(what, instead_of).map_err(|(path, source)| Refusal::Unwritten { path, source })?;
        let id = entry.id;
        self.put(now.after(entry));
        Ok(id)
    }
}
