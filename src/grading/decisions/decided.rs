//! What holds after all decisions: what was undone, replaced or contradicted is told apart.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::entry::Key;
use super::{DamagedLine, Entry, Id, Member, Place, Ruling, What};
use crate::points::Points;
use crate::spec::{AmendError, Amendment, Spec};
use crate::submission::{Due, Student};
use crate::untrusted::Untrusted;

/// All decisions, and what holds after them.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// In the order of their times.
    entries: Vec<Entry>,
    damaged: Vec<DamagedLine>,
    /// The places of those that are not undone.
    alive: BTreeSet<usize>,
    /// For each thing, the places of those that hold: several if people contradicted each other, the last of which counts.
    holding: BTreeMap<Key, Vec<usize>>,
}

/// What was decided about one submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfSubmission {
    /// The points of scenarios that it lost, by their full names.
    pub points: HashMap<String, Points>,
    /// What its authors are told.
    pub comments: Vec<Comment>,
}

/// A remark of a person for the authors of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The line that it is about, if it is about one.
    pub place: Option<Place>,
    /// What they are told.
    pub text: String,
}

/// Two decisions about the same thing, of which neither knew the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The submission, if it is about one.
    pub submission: Option<Untrusted>,
    /// The scenario, or what else it is about.
    pub about: String,
    /// The decisions, the one that counts last.
    pub entries: Vec<Id>,
}

/// An item of a rubric, as it reads now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricItem {
    /// The item.
    pub item: Id,
    /// The full name of the scenario.
    pub scenario: String,
    /// What one gets for it.
    pub points: Points,
    /// What it says.
    pub sentence: String,
    /// The number of submissions in which it was found.
    pub used: usize,
}

/// What a decision says about a thing.
#[derive(Debug, Default, PartialEq, Eq)]
struct Said<'d> {
    points: Option<Points>,
    is_by_hand: bool,
    sentence: Option<&'d str>,
    until: Option<&'d Due>,
}

impl Comment {
    /// What is said, with the place before it: `main.py, line 23: …`.
    pub fn told(&self) -> Untrusted {
        match &self.place {
            None => self.text.as_str().into(),
            Some(Place { file, line }) => Untrusted::concat(&[file, &format!(", line {line}: "), &self.text]),
        }
    }
}

impl Decided {
    /// Finds out what holds after these decisions, which are in the order of their times.
    pub fn new(entries: Vec<Entry>, damaged: Vec<DamagedLine>) -> Self {
        let alive = alive(&entries);
        let holding = holding(&entries, &alive);
        Self { entries, damaged, alive, holding }
    }

    /// All decisions, each with whether it is undone.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (&Entry, bool)> {
        self.entries.iter().enumerate().map(|(place, entry)| (entry, !self.alive.contains(&place)))
    }

    /// The decisions that are not among these.
    pub fn besides<'d>(&'d self, others: &'d [&Self]) -> impl Iterator<Item = &'d Entry> {
        self.entries.iter().filter(|entry| others.iter().all(|other| !other.entries.contains(entry)))
    }

    /// What holds after these decisions alone.
    pub fn among(&self, ids: &[Id]) -> Self {
        let ids: HashSet<&Id> = ids.iter().collect();
        let entries = self.entries.iter().filter(|entry| ids.contains(&entry.id)).cloned();
        Self::new(entries.collect(), self.damaged.clone())
    }

    /// The lines that cannot be read.
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// The same with one decision more.
    pub fn push(&mut self, entry: Entry) {
        let entries = std::mem::take(&mut self.entries);
        let damaged = std::mem::take(&mut self.damaged);
        *self = Self::new(entries.into_iter().chain([entry]).collect(), damaged);
    }

    /// Those that are not undone.
    fn living(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.alive.iter().map(|place| &self.entries[*place])
    }

    /// The decisions that hold about the same things as this one. It stands in their place, if they were known when it was made.
    pub fn known_about(&self, what: &What) -> Vec<Id> {
        let keys = what.keys();
        let places = keys.iter().filter_map(|key| self.holding.get(key)).flatten().copied();
        places.collect::<BTreeSet<usize>>().into_iter().map(|place| self.entries[place].id).collect()
    }

    /// The ruling that holds about a scenario that a submission lost, and the decision that made it.
    pub fn ruling(&self, submission: &Untrusted, scenario: &str) -> Option<(&Ruling, &Entry)> {
        let places = self.holding.get(&Key::Ruling(submission.clone(), scenario.to_owned()))?;
        let entry = &self.entries[*places.last()?];
        match &entry.what {
            What::Ruling { ruling, .. } => Some((ruling, entry)),
            _ => None,
        }
    }

    /// What was decided about a submission.
    pub fn of(&self, submission: &Untrusted) -> OfSubmission {
        let range = Key::Ruling(submission.clone(), String::new())..;
        let rulings = self.holding.range(range).map_while(|(key, places)| match key {
            Key::Ruling(of, scenario) if of == submission => Some((scenario, places)),
            _ => None,
        });
        let points = rulings.filter_map(|(scenario, places)| {
            let What::Ruling { members, .. } = &self.entries[*places.last()?].what else { return None };
            let member = members.iter().find(|member| member.submission == *submission)?;
            let settled = member.scenarios.iter().find(|one| one.name == *scenario)?;
            Some((scenario.clone(), settled.points?))
        });
        OfSubmission {
            points: points.collect(),
            comments: self.comments(submission).map(|(_, one)| one).collect(),
        }
    }

    /// Until when a student may hand in, if she got more time, and the decision that gave it.
    pub fn extension(&self, student: &Student) -> Option<(&Due, &Entry)> {
        let those = self.holding.range(Key::Extension(Untrusted::default())..);
        let given = those.filter_map(|(key, places)| {
            let entry = &self.entries[*places.last()?];
            let What::Extension { students, until } = &entry.what else { return None };
            let is_it = |one: &&Student| *key == Key::Extension(one.name.clone()) && one.is(student);
            students.iter().find(is_it).map(|_| (until, entry))
        });
        given.max_by_key(|(until, _)| *until)
    }

    /// Until when anybody has time who got more.
    pub fn latest(&self) -> Option<&Due> {
        let until = |entry| match entry {
            &Entry { what: What::Extension { ref until, .. }, .. } => Some(until),
            _ => None,
        };
        self.living().filter_map(until).max()
    }

    /// The comments on a submission, each with its decision.
    pub fn comments(&self, submission: &Untrusted) -> impl Iterator<Item = (Id, Comment)> {
        self.living().filter_map(move |entry| match &entry.what {
            What::Comment { submissions, place, text } if submissions.contains(submission) => {
                Some((entry.id, Comment { place: place.clone(), text: text.clone() }))
            }
            _ => None,
        })
    }

    /// The texts of comments, those that were used last first, each once.
    pub fn bank(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let texts = self.living().rev().filter_map(|entry| match &entry.what {
            What::Comment { text, .. } => Some(text.as_str()),
            _ => None,
        });
        texts.filter(|text| seen.insert(*text)).collect()
    }

    /// The mark that holds for a scenario of a submission, and the decision that gave it.
    pub fn mark(&self, submission: &Untrusted, scenario: &str) -> Option<(Points, &Entry)> {
        let places = self.holding.get(&Key::Mark(submission.clone(), scenario.to_owned()))?;
        let entry = &self.entries[*places.last()?];
        match &entry.what {
            What::Mark { points, .. } => Some((*points, entry)),
            _ => None,
        }
    }

    /// The points that were given by hand, by submission and full name of the scenario.
    pub fn marks(&self) -> impl Iterator<Item = (&Untrusted, &str, Points)> {
        self.holding.values().filter_map(|places| match &self.entries[*places.last()?].what {
            What::Mark { submission, scenario, points, .. } => Some((submission, scenario.as_str(), *points)),
            _ => None,
        })
    }

    /// What the spec is changed by, in the order of the decisions.
    fn amendments(&self) -> impl Iterator<Item = &Amendment> {
        self.living().filter_map(|entry| match &entry.what {
            What::AlsoRight { change, .. } => Some(change),
            _ => None,
        })
    }

    /// Whom it answers that something about this topic is right too, for each time that this was decided: nobody by name if everybody.
    pub fn answered_by_accepting(&self, about: &Untrusted) -> impl Iterator<Item = &[Member]> {
        self.living().filter_map(move |entry| match &entry.what {
            What::AlsoRight { topic, members, .. } if topic == about => Some(members.as_slice()),
            _ => None,
        })
    }

    /// The spec as it reads after all decisions.
    ///
    /// # Errors
    ///
    /// When the spec cannot be changed so, because it is another one than it was when that was decided.
    pub fn amended(&self, spec: Spec) -> Result<Spec, AmendError> {
        self.amendments().try_fold(spec, |spec, change| spec.amended(change))
    }

    /// The items of the rubric that were found in a scenario of a submission.
    pub fn found(&self, submission: &Untrusted, scenario: &str) -> &[Id] {
        match self.mark(submission, scenario).map(|(_, entry)| &entry.what) {
            Some(What::Mark { items, .. }) => items,
            _ => &[],
        }
    }

    /// The rubric, in the order in which its items were made.
    pub fn rubric(&self) -> Vec<RubricItem> {
        let mut used: HashMap<Id, usize> = HashMap::new();
        for places in self.holding.values() {
            if let Some(What::Mark { items, .. }) = places.last().map(|place| &self.entries[*place].what) {
                items.iter().for_each(|item| *used.entry(*item).or_default() += 1);
            }
        }
        let mut order: Vec<Id> = Vec::new();
        for entry in &self.entries {
            if let What::Item { item, .. } = &entry.what
                && !order.contains(item)
            {
                order.push(*item);
            }
        }
        let items = order.into_iter().filter_map(|item| {
            let entry = &self.entries[*self.holding.get(&Key::Item(item))?.last()?];
            let What::Item { scenario, points, sentence, .. } = &entry.what else { return None };
            Some(RubricItem {
                item,
                scenario: scenario.clone(),
                points: *points,
                sentence: sentence.clone(),
                used: used.get(&item).copied().unwrap_or_default(),
            })
        });
        items.collect()
    }

    /// The things about which people contradict each other.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let contested = self.holding.iter().filter(|(_, places)| places.len() > 1);
        let conflict = |(key, places): (&Key, &Vec<usize>)| {
            let says = |place: &usize| self.says(key, *place);
            let first = says(&places[0]);
            if places.iter().all(|place| says(place) == first) {
                return None;
            }
            let (submission, about) = match key {
                Key::Ruling(submission, scenario) | Key::Mark(submission, scenario) => {
                    (Some(submission.clone()), scenario.clone())
                }
                Key::Item(item) => (None, format!("the item {item} of the rubric")),
                Key::Extension(student) => (Some(student.clone()), "the due date".to_owned()),
            };
            let entries = places.iter().map(|place| self.entries[*place].id).collect();
            Some(Conflict { submission, about, entries })
        };
        contested.filter_map(conflict).collect()
    }

    /// What a decision says about a thing: two that say the same do not contradict each other.
    fn says(&self, key: &Key, place: usize) -> Said<'_> {
        match &self.entries[place].what {
            What::Ruling { members, ruling, .. } => {
                let Key::Ruling(submission, scenario) = key else { return Said::default() };
                let settled = members
                    .iter()
                    .filter(|member| member.submission == *submission)
                    .flat_map(|member| &member.scenarios)
                    .find(|one| one.name == *scenario);
                let points = settled.and_then(|one| one.points);
                Said { points, is_by_hand: *ruling == Ruling::ByHand, ..Said::default() }
            }
            What::Mark { points, .. } => Said { points: Some(*points), ..Said::default() },
            What::Item { points, sentence, .. } => {
                Said { points: Some(*points), sentence: Some(sentence), ..Said::default() }
            }
            What::Extension { until, .. } => Said { until: Some(until), ..Said::default() },
            What::Comment { .. }
            | What::AlsoRight { .. }
            | What::Request { .. }
            | What::Published { .. }
            | What::Undo { .. } => Said::default(),
        }
    }

    /// The decisions about one submission alone, or about the hand-ins of one student, for a file in which nobody else is named.
    pub fn only(&self, own: &[Untrusted], students: &[Student]) -> Vec<Entry> {
        let of_it = |entry: &Entry| -> Option<Entry> {
            let what = match &entry.what {
                What::Ruling { headline, ruling, members } => {
                    let members: Vec<_> =
                        members.iter().filter(|one| own.contains(&one.submission)).cloned().collect();
                    (!members.is_empty()).then(|| What::Ruling {
                        headline: headline.clone(),
                        ruling: *ruling,
                        members,
                    })
                }
                What::Comment { submissions, place, text } => {
                    let submissions: Vec<_> =
                        submissions.iter().filter(|one| own.contains(one)).cloned().collect();
                    (!submissions.is_empty()).then(|| What::Comment {
                        submissions,
                        place: place.clone(),
                        text: text.clone(),
                    })
                }
                What::Extension { students: given, until } => {
                    let is_own = |one: &&Student| students.iter().any(|student| one.is(student));
                    let students: Vec<_> = given.iter().filter(is_own).cloned().collect();
                    (!students.is_empty()).then(|| What::Extension { students, until: until.clone() })
                }
                What::Mark { submission, .. } | What::Request { submission, .. } => {
                    own.contains(submission).then(|| entry.what.clone())
                }
                // Its words are those of another submission.
                What::AlsoRight { change, .. } => Some(What::AlsoRight {
                    topic: Untrusted::default(),
                    headline: Untrusted::default(),
                    change: change.clone(),
                    members: Vec::new(),
                }),
                What::Item { .. } | What::Undo { .. } => Some(entry.what.clone()),
                What::Published { .. } => None,
            };
            Some(Entry { what: what?, ..entry.clone() })
        };
        self.entries.iter().filter_map(of_it).collect()
    }
}

/// The places of the decisions that are not undone. An undo can be undone, so they are looked at from the last to the first.
fn alive(entries: &[Entry]) -> BTreeSet<usize> {
    let mut undone = HashSet::new();
    let mut alive = BTreeSet::new();
    for (place, entry) in entries.iter().enumerate().rev() {
        if undone.contains(&entry.id) {
            continue;
        }
        alive.insert(place);
        if let What::Undo { of } = entry.what {
            undone.insert(of);
        }
    }
    alive
}

/// For each thing, the places of the decisions that hold. One in whose place a later one stands holds no more.
fn holding(entries: &[Entry], alive: &BTreeSet<usize>) -> BTreeMap<Key, Vec<usize>> {
    let mut about: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for place in alive {
        for key in entries[*place].what.keys() {
            about.entry(key).or_default().push(*place);
        }
    }
    for places in about.values_mut() {
        let replaced: HashSet<Id> =
            places.iter().flat_map(|place| entries[*place].instead_of.iter().copied()).collect();
        places.retain(|place| !replaced.contains(&entries[*place].id));
    }
    about
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    fn mark(id: u64, by: &str, points: i32, instead_of: &[u64]) -> Entry {
        let what = What::Mark {
            submission: "ada".into(),
            scenario: "style".into(),
            points: Points::whole(points),
            items: Vec::new(),
        };
        entry(id, by, what, instead_of)
    }

    fn undo(id: u64, of: u64) -> Entry {
        entry(id, "ada", What::Undo { of: Id::drawn(of) }, &[])
    }

    fn entry(id: u64, by: &str, what: What, instead_of: &[u64]) -> Entry {
        Entry {
            id: Id::drawn(id),
            time: Timestamp::from_second(i64::try_from(id).unwrap()).unwrap(),
            by: by.to_owned(),
            instead_of: instead_of.iter().map(|id| Id::drawn(*id)).collect(),
            what,
        }
    }

    fn points(entries: Vec<Entry>) -> (Option<i32>, usize) {
        let decided = Decided::new(entries, Vec::new());
        let mark = decided.marks().next().map(|(_, _, points)| points.to_string().parse().unwrap());
        (mark, decided.conflicts().len())
    }

    #[test]
    fn the_decision_that_stands_in_the_place_of_another_holds() {
        assert_eq!(points(vec![mark(1, "ada", 3, &[]), mark(2, "ben", 4, &[1])]), (Some(4), 0));
    }

    #[test]
    fn what_is_undone_lets_hold_what_was_before_it() {
        let (first, second) = (mark(1, "ada", 3, &[]), mark(2, "ben", 4, &[1]));
        assert_eq!(points(vec![first.clone(), second.clone(), undo(3, 2)]), (Some(3), 0));
        assert_eq!(points(vec![first.clone(), second.clone(), undo(3, 2), undo(4, 3)]), (Some(4), 0));
        assert_eq!(points(vec![first, second, undo(3, 2), undo(4, 1)]), (None, 0));
    }

    #[test]
    fn people_who_did_not_know_of_each_other_contradict_each_other_only_if_they_say_different_things() {
        assert_eq!(points(vec![mark(1, "ada", 3, &[]), mark(2, "ben", 4, &[])]), (Some(4), 1));
        assert_eq!(points(vec![mark(1, "ada", 3, &[]), mark(2, "ben", 3, &[])]), (Some(3), 0));
        let settled = vec![mark(1, "ada", 3, &[]), mark(2, "ben", 4, &[]), mark(3, "ada", 3, &[1, 2])];
        assert_eq!(points(settled), (Some(3), 0));
    }

    proptest! {
        #[test]
        fn the_order_in_which_files_are_read_changes_nothing(mut order in Just((1..=6).collect::<Vec<u64>>()).prop_shuffle()) {
            let made = |id: u64| match id {
                1..=3 => mark(id, "ada", i32::try_from(id).unwrap(), &[]),
                4 => undo(4, 3),
                5 => mark(5, "ben", 9, &[1, 2]),
                _ => undo(6, 4),
            };
            let read: Vec<Entry> = order.iter().map(|id| made(*id)).collect();
            order.sort_unstable();
            let sorted: Vec<Entry> = order.iter().map(|id| made(*id)).collect();
            let mut again = read;
            again.sort_by_key(|entry| (entry.time, entry.id));
            prop_assert_eq!(points(again), points(sorted));
        }
    }
}
