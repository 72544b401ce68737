//! The desk: the results that lie on it, what was decided about them, and the pen.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use super::play::{Play, played};
use super::{Error, OpenSandbox, Options, Part};
use crate::decisions::{Decided, Entry, Id, Member, Ruling, Settled, What, Writer};
use crate::digest::Digest;
use crate::points::Points;
use crate::report::{Astray, Detail, Graded, GradedScenario, Report, View, Visible};
use crate::results::{self, Changes, Recomputed, ResultsFolder, Standings, recompute_for, recompute_one};
use crate::sandbox::Sandbox;
use crate::spec::{AmendedList, Amendment, ReferenceSource, Spec};
use crate::submission::Submission;
use crate::trace::Store;
use crate::untrusted::Untrusted;

/// Everything that a review is about.
pub(super) struct Desk {
    path: PathBuf,
    /// What belongs to the person who reviews.
    pub(super) part: Option<Part>,
    /// Whether names are shown.
    pub(super) names: bool,
    lying: RwLock<Arc<Lying>>,
    pen: Mutex<Writer>,
    /// What opens the sandbox, once somebody plays a program.
    open_sandbox: OpenSandbox,
    sandbox: OnceLock<Sandbox>,
}

/// What lies on the desk at one moment. It does not change: another decision puts another one there.
pub(super) struct Lying {
    folder: ResultsFolder,
    store: Arc<Store>,
    /// The results as they were graded, without what people decided: groups do not vanish when they are answered.
    pub(super) graded: Arc<Report>,
    /// Submissions that go astray alike.
    pub(super) groups: Arc<Vec<Group>>,
    /// What was decided.
    pub(super) decided: Arc<Decided>,
    /// The results with that, once somebody has asked.
    current: OnceLock<Arc<Current>>,
}

/// The results with everything that was decided, without details.
pub(super) struct Current {
    pub(super) report: Report,
    standings: Standings,
}

/// Submissions that go astray alike, to be answered at once.
#[derive(Debug)]
pub(super) struct Group {
    /// Its name in addresses.
    pub(super) key: String,
    /// What they have in common.
    pub(super) astray: Astray,
}

/// How far a group is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nobody decided anything.
    Open,
    /// About some of its members nobody decided anything.
    Partly {
        /// The number of members that are decided.
        decided: usize,
    },
    /// Every member is decided.
    Decided(Ruling),
    /// What they do is accepted from now on.
    AlsoRight,
}

/// What stands in the way of publishing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Obstacle {
    /// What it is, in a sentence.
    pub(super) sentence: Untrusted,
    /// Whether a person may confirm it and go on.
    pub(super) can_be_confirmed: bool,
}

/// What would be written.
pub(super) struct Publication {
    /// What stands in the way.
    pub(super) obstacles: Vec<Obstacle>,
    /// What changes since the results were written the last time.
    pub(super) changes: Changes,
    report: Report,
    folder: ResultsFolder,
}

/// A way in which what a group does can be right.
pub(super) struct WayToAccept {
    /// What would be accepted, in words.
    pub(super) accepted: String,
    /// What the spec would say.
    pub(super) change: Amendment,
}

/// What it costs to accept more.
pub(super) struct Price {
    /// Who gains and who loses, beside what was decided so far.
    pub(super) changes: Changes,
    /// The mean before and after.
    pub(super) mean: [Option<Points>; 2],
    /// How many earn each tenth of the points, before and after.
    pub(super) tenths: [[usize; 11]; 2],
    /// The differences that would not count any more, as they follow `only`.
    pub(super) differs: String,
    /// The change of the spec, as a unified diff.
    pub(super) diff: String,
    /// The file of the spec, if it is there and as it was when it was graded.
    pub(super) file: Option<PathBuf>,
    text: String,
}

/// Why something cannot be decided.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// It makes no sense.
    #[error("{0}")]
    Nonsense(String),
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

impl Desk {
    /// Puts a results folder on the desk.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(super) fn open(options: Options) -> Result<Self, Error> {
        let lying = Lying::of(&options.results)?;
        let pen = Writer::new(&lying.folder.decisions(), &options.grader)?;
        Ok(Self {
            path: options.results,
            part: options.part,
            names: options.names,
            lying: RwLock::new(Arc::new(lying)),
            pen: Mutex::new(pen),
            open_sandbox: options.open_sandbox,
            sandbox: OnceLock::new(),
        })
    }

    /// The results folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Who decides here.
    pub(super) fn grader(&self) -> String {
        self.pen().by().to_owned()
    }

    /// What lies on the desk now.
    pub(super) fn now(&self) -> Arc<Lying> {
        self.lying.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs a program on other input.
    pub(super) fn play(&self, play: &Play) -> Result<GradedScenario, Refusal> {
        let sandbox = match self.sandbox.get() {
            Some(sandbox) => sandbox,
            None => {
                let opened = (self.open_sandbox)().map_err(nonsense)?;
                self.sandbox.get_or_init(|| opened)
            }
        };
        played(sandbox, &self.now(), play)
    }

    fn pen(&self) -> MutexGuard<'_, Writer> {
        self.pen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, lying: Lying) {
        *self.lying.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(lying);
    }

    /// Reads the folder again. Returns whether it has something that was not known: a result, or a decision of another person.
    pub(super) fn reload(&self) -> bool {
        // Nobody decides while it is read, so that no decision is forgotten.
        let _pen = self.pen();
        let Ok(lying) = Lying::of(&self.path) else { return false };
        let now = self.now();
        let known = |lying: &Lying| {
            let count = lying.graded.submissions.iter().filter(|one| one.points.is_some()).count();
            (lying.decided.entries().count(), count, lying.folder.manifest().spec.digest)
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

    /// Accepts more from now on, and changes the file of the spec too, if that is wanted.
    pub(super) fn accept(&self, key: &str, way: usize, write: bool) -> Result<(), Refusal> {
        let now = self.now();
        let group = now.known_group(key)?;
        let ways = now.ways(group)?;
        let way =
            ways.get(way).ok_or_else(|| nonsense("there is no such way any more: load the page again"))?;
        let price = now.price(way)?;
        let Astray { topic, headline, .. } = group.astray.clone();
        self.decide(|_| Ok(What::AlsoRight { topic, headline, change: way.change.clone() }))?;
        if let Some(path) = price.file.filter(|_| write) {
            let target = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            results::put_whole(&target, price.text.as_bytes(), 0o666)
                .map_err(|source| results::Error::Write { path, source })?;
        }
        Ok(())
    }

    /// Writes marks and pages, if nothing stands in the way that was not confirmed.
    pub(super) fn publish(&self, confirmed: &[String]) -> Result<results::HandedBack, Refusal> {
        // Nobody decides until everything is written, and no other command writes into the folder. It may have been graded again
        // since it was looked at.
        let mut pen = self.pen();
        let _locked = Store::open(&ResultsFolder::open(&self.path)?.traces())?;
        self.put(Lying::of(&self.path)?);
        let Publication { obstacles, changes, report, folder } = self.now().publication()?;
        let open = obstacles.iter().find(|obstacle| {
            let is_confirmed = confirmed.iter().any(|sentence| obstacle.sentence == sentence.as_str());
            !(obstacle.can_be_confirmed && is_confirmed)
        });
        if open.is_some() {
            return Err(nonsense(
                "something stands in the way that nobody confirmed: look at the list again",
            ));
        }
        let what = What::Published { changed: changes.changed.len(), confirmed: confirmed.to_vec() };
        self.write(&mut pen, what)?;
        let folder = folder.after(self.now().decided.clone());
        folder.write_manifest()?;
        Ok(folder.write_all(&report)?)
    }
}

impl Lying {
    fn of(path: &Path) -> Result<Self, results::Error> {
        let folder = ResultsFolder::open(path)?;
        let store = Store::read(&folder.traces())?;
        let folder = folder.so_far(&store);
        let decided = folder.decided().clone();
        // Marks are no answer to a mistake, so they count here too.
        let without = folder.clone().after(Arc::default());
        let Recomputed { report, .. } =
            recompute_for(View::of_all(Detail::CAUSES), &without, folder.manifest().spec.spec()?, &store)?;
        let groups = report.astray().into_iter().map(Group::new).collect();
        Ok(Self {
            folder,
            store: Arc::new(store),
            graded: Arc::new(report),
            groups: Arc::new(groups),
            decided,
            current: OnceLock::new(),
        })
    }

    /// The same after one decision more.
    fn after(&self, entry: Entry) -> Self {
        let mut decided = (*self.decided).clone();
        decided.push(entry);
        let decided = Arc::new(decided);
        Self {
            folder: self.folder.clone().after(decided.clone()),
            store: self.store.clone(),
            graded: self.graded.clone(),
            groups: self.groups.clone(),
            decided,
            current: OnceLock::new(),
        }
    }

    /// The group with this name in addresses.
    pub(super) fn group(&self, key: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.key == key)
    }

    /// A submission, if its files are what was graded.
    pub(super) fn handed_in(&self, place: usize) -> Result<Submission, Refusal> {
        let submission = self.folder.submission(place);
        submission.ok_or_else(|| nonsense("its files are not there any more, or are not what was graded"))
    }

    /// The traces.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    fn known_group(&self, key: &str) -> Result<&Group, Refusal> {
        self.group(key).ok_or_else(|| nonsense("there is no such group any more: load the page again"))
    }

    /// The most points that a member of a group can lose in it, bonus included.
    pub(super) fn most(&self, key: &str) -> Result<Points, Refusal> {
        Ok(self.known_group(key)?.most(&self.graded))
    }

    /// Everything about one submission, with what was decided about it.
    pub(super) fn submission(&self, place: usize) -> Result<Graded, Refusal> {
        Ok(recompute_one(&self.folder, &self.store, place)?)
    }

    /// The results with everything that was decided.
    pub(super) fn report(&self, detail: Detail) -> Result<Report, Refusal> {
        let spec = self.folder.manifest().spec.spec()?;
        Ok(recompute_for(View::of_all(detail), &self.folder, spec, &self.store)?.report)
    }

    /// The results with everything that was decided, without details. They are computed once.
    pub(super) fn current(&self) -> Result<Arc<Current>, Refusal> {
        if let Some(known) = self.current.get() {
            return Ok(known.clone());
        }
        let report = self.report(Detail::CAUSES)?;
        let current = Arc::new(Current { standings: Standings::of(&report), report });
        Ok(self.current.get_or_init(|| current).clone())
    }

    /// The ways in which what a group does can be right: differences that would not count, and second readings of the handout.
    pub(super) fn ways(&self, group: &Group) -> Result<Vec<WayToAccept>, Refusal> {
        let mut ways: Vec<WayToAccept> = Vec::new();
        for member in &group.astray.members {
            let scenarios = &self.graded.submissions[member.submission].scenarios;
            let differences =
                member.scenarios.iter().filter_map(|place| scenarios[*place].difference.as_ref());
            for difference in differences.filter(|one| !one.forgiven_by.is_empty()) {
                let words = difference.forgiven_by.iter().map(|one| one.word().to_owned()).collect();
                let titles: Vec<&str> = difference.forgiven_by.iter().map(|one| one.title()).collect();
                let change = Amendment { list: AmendedList::Compare, words };
                if ways.iter().all(|way| way.change != change) {
                    ways.push(WayToAccept { accepted: titles.join(" and "), change });
                }
            }
        }
        let spec = self.spec()?;
        if let Some(ReferenceSource::BuiltIn(reference)) = &spec.reference {
            let more = reference
                .readings()
                .iter()
                .filter(|one| spec.readings.iter().all(|known| known.id != one.id));
            ways.extend(more.map(|reading| WayToAccept {
                accepted: reading.about.to_owned(),
                change: Amendment { list: AmendedList::Readings, words: vec![reading.id.to_owned()] },
            }));
        }
        Ok(ways)
    }

    /// The spec, as it reads after all decisions.
    pub(super) fn spec(&self) -> Result<Spec, Refusal> {
        let spec = self.folder.manifest().spec.spec()?;
        Ok(self.decided.amended(spec).map_err(results::Error::from)?)
    }

    /// What it costs to accept more.
    pub(super) fn price(&self, way: &WayToAccept) -> Result<Price, Refusal> {
        let (before, spec) = (self.current()?, self.spec()?);
        let amended = spec.amended(&way.change).map_err(|error| nonsense(error.to_string()))?;
        let text = amended.source.text.clone();
        let diff = similar::TextDiff::from_lines(&spec.source.text, &text);
        let diff = diff.unified_diff().context_radius(1).to_string();
        let after = recompute_for(View::of_all(Detail::VERDICTS), &self.folder, amended, &self.store)?.report;
        let name = PathBuf::from(&self.folder.manifest().spec.name);
        let is_unchanged = std::fs::read_to_string(&name).is_ok_and(|text| text == spec.source.text);
        let is_reading = way.change.list == AmendedList::Readings;
        Ok(Price {
            changes: Changes::between(&before.standings, &Standings::of(&after)),
            mean: [before.report.summary.mean, after.summary.mean],
            tenths: [before.report.distribution.tenths, after.distribution.tenths],
            differs: if is_reading {
                format!("what differs is that {}", way.accepted)
            } else {
                format!("{} differ", way.accepted)
            },
            diff,
            file: is_unchanged.then_some(name),
            text,
        })
    }

    /// How far a group is decided.
    pub(super) fn state(&self, group: &Group) -> State {
        if self.decided.amendments().any(|(_, topic, _)| *topic == group.astray.topic) {
            return State::AlsoRight;
        }
        let rulings: Vec<Option<&Ruling>> = group
            .astray
            .members
            .iter()
            .map(|member| {
                let graded = &self.graded.submissions[member.submission];
                let mut rulings = member.scenarios.iter().map(|scenario| {
                    let name = graded.scenarios[*scenario].full_name();
                    self.decided.ruling(&graded.name, &name).map(|(ruling, _)| ruling)
                });
                rulings.next().flatten().filter(|_| rulings.all(|one| one.is_some()))
            })
            .collect();
        let decided = rulings.iter().flatten().count();
        match rulings.first() {
            Some(Some(first)) if decided == rulings.len() => State::Decided(**first),
            _ if decided == 0 => State::Open,
            _ => State::Partly { decided },
        }
    }

    /// The decision about a group that these members get. Members of whom is taken out stay as they are.
    pub(super) fn ruling(&self, key: &str, without: &[usize], ruling: Ruling) -> Result<What, Refusal> {
        let group = self
            .group(key)
            .ok_or_else(|| nonsense("there is no such group any more: load the page again"))?;
        if let Ruling::Worth { points, of } = ruling
            && (points > of || points < Points::ZERO)
        {
            return Err(nonsense(format!("{points} is not between 0 and {of} points")));
        }
        let members = group.astray.members.iter().filter(|member| !without.contains(&member.submission));
        let member = |member: &crate::report::Wayward| {
            let graded = &self.graded.submissions[member.submission];
            let lost: Vec<&GradedScenario> =
                member.scenarios.iter().map(|scenario| &graded.scenarios[*scenario]).collect();
            let points = given(ruling, &lost);
            let settled =
                lost.iter().zip(points).map(|(one, points)| Settled { name: one.full_name(), points });
            Member { submission: graded.name.clone(), scenarios: settled.collect() }
        };
        let members: Vec<Member> = members.map(member).collect();
        if members.is_empty() {
            return Err(nonsense("nobody is left in the group"));
        }
        Ok(What::Ruling { headline: group.astray.headline.clone(), ruling, members })
    }

    /// What would be written, and what stands in the way.
    pub(super) fn publication(&self) -> Result<Publication, Refusal> {
        let folder = self.folder.clone();
        let report = self.report(Detail::of_pages(folder.manifest().html))?;
        let changes = Changes::between(&Standings::read(folder.path())?, &Standings::of(&report));
        let obstacles = super::pages::obstacles(self, &report);
        Ok(Publication { obstacles, changes, report, folder })
    }

    /// The results folder.
    pub(super) fn folder(&self) -> &ResultsFolder {
        &self.folder
    }
}

/// The points of each scenario that a member lost. A member that lost only some of the group's scenarios gets the same part of them.
fn given(ruling: Ruling, lost: &[&GradedScenario]) -> Vec<Option<Points>> {
    let Ruling::Worth { points, of } = ruling else { return vec![None; lost.len()] };
    let weights: Vec<u32> = lost.iter().map(|one| one.max_points.weight()).collect();
    let most: Points = lost.iter().map(|one| one.max_points).sum();
    points.scaled(of, most).shares(&weights).into_iter().map(Some).collect()
}

impl State {
    /// Whether nothing is left to decide.
    pub(super) fn is_decided(self) -> bool {
        matches!(self, Self::Decided(_) | Self::AlsoRight)
    }
}

impl Group {
    fn new(astray: Astray) -> Self {
        let mut key = Digest::of_values(&[&astray.topic]).to_string();
        key.truncate(12);
        Self { key, astray }
    }

    /// The most points that a member can lose in it, bonus included.
    pub(super) fn most(&self, graded: &Report) -> Points {
        let of = |member: &crate::report::Wayward| -> Points {
            let scenarios = &graded.submissions[member.submission].scenarios;
            member.scenarios.iter().map(|place| scenarios[*place].max_points).sum()
        };
        self.astray.members.iter().map(of).max().unwrap_or_default()
    }
}
