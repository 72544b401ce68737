//! What lies on the desk at one moment.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::files::Files;
use super::{Group, Refusal, absent, nonsense};
use crate::decisions::{Decided, Entry};
use crate::points::Points;
use crate::report::{Detail, Graded, HandIns, Report, View};
use crate::results::{self, Recomputed, ResultsFolder, Standings, recompute_for, recompute_one};
use crate::spec::Spec;
use crate::submission::Submission;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// What lies on the desk at one moment. It does not change: another decision puts another one there.
pub(in crate::review) struct Lying {
    folder: ResultsFolder,
    store: Arc<Store>,
    /// The files that it was read from.
    files: Files,
    /// The results as they were graded, without what people decided: groups do not vanish when they are answered.
    pub(in crate::review) graded: Arc<Report>,
    /// Submissions that go astray alike.
    pub(in crate::review) groups: Arc<Vec<Group>>,
    /// What was decided.
    pub(in crate::review) decided: Arc<Decided>,
    /// The results with that, once somebody has asked.
    current: OnceLock<Arc<Report>>,
    /// Their points alone, once somebody has asked.
    earned: OnceLock<Arc<Earned>>,
}

/// What everybody earns.
pub(super) struct Earned {
    pub(super) standings: Standings,
    pub(super) mean: Option<Points>,
    /// How many earn each tenth of the points.
    pub(super) tenths: [usize; 11],
}

impl Lying {
    /// Reads a results folder, in which this file of decisions is written here.
    pub(super) fn of(path: &Path, own: Option<&Path>) -> Result<Self, results::Error> {
        // What is written while it is read is read the next time.
        let files = Files::of(path, own);
        let folder = ResultsFolder::open(path)?;
        let store = Store::read(&folder.traces())?;
        let folder = folder.so_far(&store);
        let decided = folder.decided().clone();
        // Marks are no answer to a mistake, so they count here too.
        let without = folder.clone().after(Arc::default());
        // Whoever looks at mistakes and gives marks looks at every hand-in.
        let view = View { each_hand_in: true, ..View::of_all(Detail::CAUSES) };
        let Recomputed { report, .. } =
            recompute_for(view, &without, folder.manifest().spec.spec()?, &store)?;
        let groups = report.astray().into_iter().map(Group::new).collect();
        Ok(Self {
            folder,
            store: Arc::new(store),
            files,
            graded: Arc::new(report),
            groups: Arc::new(groups),
            decided,
            current: OnceLock::new(),
            earned: OnceLock::new(),
        })
    }

    /// The same after one decision more.
    pub(super) fn after(&self, entry: Entry) -> Self {
        let mut decided = (*self.decided).clone();
        decided.push(entry);
        let decided = Arc::new(decided);
        Self {
            folder: self.folder.clone().after(decided.clone()),
            store: self.store.clone(),
            files: self.files.clone(),
            graded: self.graded.clone(),
            groups: self.groups.clone(),
            decided,
            current: OnceLock::new(),
            earned: OnceLock::new(),
        }
    }

    /// Whether others have written into the folder since it was read.
    pub(super) fn is_stale(&self, path: &Path, own: Option<&Path>) -> bool {
        self.files != Files::of(path, own)
    }

    /// The group with this name in addresses.
    pub(in crate::review) fn group(&self, key: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.key == key)
    }

    /// The place of the submission with this name.
    pub(in crate::review) fn place_of(&self, name: &Untrusted) -> Option<usize> {
        self.graded.submissions.iter().position(|one| one.name == *name)
    }

    /// A submission, if its files are what was graded.
    pub(in crate::review) fn handed_in(&self, place: usize) -> Result<Submission, Refusal> {
        self.at(place)?;
        let submission = self.folder.submission(place);
        submission.ok_or_else(|| nonsense("its files are not there any more, or are not what was graded"))
    }

    /// The submission at a place, as it was graded.
    pub(in crate::review) fn at(&self, place: usize) -> Result<&Graded, Refusal> {
        let all = &self.graded.submissions;
        all.get(place).ok_or_else(|| absent(format!("there is no such submission: there are {}", all.len())))
    }

    /// The traces.
    pub(in crate::review) fn store(&self) -> &Store {
        &self.store
    }

    /// The same, or the reason why there is none.
    pub(in crate::review) fn known_group(&self, key: &str) -> Result<&Group, Refusal> {
        self.group(key).ok_or_else(|| absent("there is no such group any more: load the page again"))
    }

    /// The most points that a member of a group can lose in it, bonus included.
    pub(in crate::review) fn most(&self, key: &str) -> Result<Points, Refusal> {
        Ok(self.known_group(key)?.most(&self.graded))
    }

    /// Everything about one submission, with what was decided about it.
    pub(in crate::review) fn submission(&self, place: usize) -> Result<Graded, Refusal> {
        self.at(place)?;
        Ok(recompute_one(&self.folder, &self.store, place)?)
    }

    /// The hand-ins of the students of a submission, with everything that was decided, if they handed in several times.
    pub(in crate::review) fn hand_ins(&self, graded: &Graded) -> Result<Option<HandIns>, Refusal> {
        if graded.one_of.is_none() {
            return Ok(None);
        }
        let report = self.current()?;
        let of_them = report.submissions.iter().find(|one| one.whose() == graded.whose());
        Ok(of_them.and_then(|one| one.hand_ins.as_deref()).cloned())
    }

    /// The results with everything that was decided.
    pub(in crate::review) fn report(&self, detail: Detail) -> Result<Report, Refusal> {
        let spec = self.folder.manifest().spec.spec()?;
        Ok(recompute_for(View::of_all(detail), &self.folder, spec, &self.store)?.report)
    }

    /// The results with everything that was decided, without details. They are computed once.
    pub(in crate::review) fn current(&self) -> Result<Arc<Report>, Refusal> {
        if let Some(known) = self.current.get() {
            return Ok(known.clone());
        }
        let report = Arc::new(self.report(Detail::CAUSES)?);
        Ok(self.current.get_or_init(|| report).clone())
    }

    /// What everybody earns with everything that was decided. It is computed once.
    pub(super) fn earned(&self) -> Result<Arc<Earned>, Refusal> {
        if let Some(known) = self.earned.get() {
            return Ok(known.clone());
        }
        let earned = Arc::new(self.earned_by(self.folder.manifest().spec.spec()?)?);
        Ok(self.earned.get_or_init(|| earned).clone())
    }

    /// What everybody would earn by this spec, with everything that was decided.
    pub(super) fn earned_by(&self, spec: Spec) -> Result<Earned, Refusal> {
        let report = recompute_for(View::of_all(Detail::POINTS), &self.folder, spec, &self.store)?.report;
        Ok(Earned {
            standings: Standings::of(&report),
            mean: report.summary.mean,
            tenths: report.distribution.tenths,
        })
    }

    /// The spec, as it reads after all decisions.
    pub(in crate::review) fn spec(&self) -> Result<Spec, Refusal> {
        let spec = self.folder.manifest().spec.spec()?;
        Ok(self.decided.amended(spec).map_err(results::Error::from)?)
    }

    /// The results folder.
    pub(in crate::review) fn folder(&self) -> &ResultsFolder {
        &self.folder
    }
}
