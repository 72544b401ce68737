//! Accepting more from now on: the ways to do so, what they cost, and the decision.

use std::fs;
use std::path::PathBuf;

use super::{Desk, Group, Lying, Refusal, absent, nonsense};
use crate::compare::Verdict;
use crate::decisions::{Member, Settled, What};
use crate::points::Points;
use crate::report::{Astray, GradedScenario, Wayward};
use crate::results::{self, Changes, outputs_of};
use crate::spec::{AlsoOutput, AmendedList, Amendment, ReferenceSource};
use crate::system;

/// The most outputs that are offered, the most scenarios in which one is added, and the most bytes of all together: what is longer is
/// no line of a spec that a person reads.
const MOST_OFFERED: usize = 3;
const MOST_SCENARIOS: usize = 30;
const MOST_BYTES: usize = 16 * 1024;

/// A way in which what a group does can be right.
pub(in crate::review) struct WayToAccept {
    /// What would be accepted.
    pub(in crate::review) accepted: Accepted,
    /// What the spec would say.
    pub(in crate::review) change: Amendment,
    /// Whom it answers, if that is not the whole group.
    members: Vec<Member>,
}

/// What would be accepted besides.
pub(in crate::review) enum Accepted {
    /// These differences do not count.
    Differences(String),
    /// A second reading of the handout.
    Reading(&'static str),
    /// What some members printed, and nothing else.
    Outputs {
        /// The place of the first of them.
        first: usize,
        /// The number of the others.
        others: usize,
        /// The full names of the scenarios in which they did.
        scenarios: Vec<String>,
    },
}

/// What it costs to accept more.
pub(in crate::review) struct Price {
    /// Who gains and who loses, beside what was decided so far.
    pub(in crate::review) changes: Changes,
    /// The mean before and after.
    pub(in crate::review) mean: [Option<Points>; 2],
    /// How many earn each tenth of the points, before and after.
    pub(in crate::review) tenths: [[usize; 11]; 2],
    /// The change of the spec, as a unified diff.
    pub(in crate::review) diff: String,
    /// The file of the spec, if it is there and as it was when it was graded.
    pub(in crate::review) file: Option<PathBuf>,
    text: String,
}

impl Lying {
    /// The ways in which what a group does can be right: differences that would not count, second readings of the handout, and just
    /// what its members printed.
    pub(in crate::review) fn ways(&self, group: &Group) -> Result<Vec<WayToAccept>, Refusal> {
        let mut ways: Vec<WayToAccept> = Vec::new();
        for member in &group.astray.members {
            let differences = self.lost(member).filter_map(|(_, scenario)| scenario.difference.as_ref());
            for difference in differences.filter(|one| !one.forgiven_by.is_empty()) {
                let words = difference.forgiven_by.iter().map(|one| one.word().to_owned()).collect();
                let titles: Vec<&str> =
                    difference.forgiven_by.iter().map(crate::spec::Relaxation::title).collect();
                let change = Amendment::Words { list: AmendedList::Compare, words };
                if ways.iter().all(|way| way.change != change) {
                    let accepted = Accepted::Differences(titles.join(" and "));
                    ways.push(WayToAccept { accepted, change, members: Vec::new() });
                }
            }
        }
        let spec = self.spec()?;
        if let Some(ReferenceSource::BuiltIn(reference)) = &spec.reference {
            let is_new =
                |one: &&yardstick_reference::Reading| spec.readings.iter().all(|known| known.id != one.id);
            ways.extend(reference.readings().iter().filter(is_new).map(|reading| WayToAccept {
                accepted: Accepted::Reading(reading.about),
                change: Amendment::Words { list: AmendedList::Readings, words: vec![reading.id.to_owned()] },
                members: Vec::new(),
            }));
        }
        let outputs = self.printed(group)?;
        ways.extend(outputs.into_iter().filter(|way| spec.amended(&way.change).is_ok()).take(MOST_OFFERED));
        Ok(ways)
    }

    /// What members of a group printed where they lost something for it, the most frequent first.
    fn printed(&self, group: &Group) -> Result<Vec<WayToAccept>, Refusal> {
        let members = &group.astray.members;
        let wrong_of = |member: &Wayward| -> Vec<usize> {
            let wrong = self.lost(member).filter(|(_, one)| one.verdict == Verdict::WrongAnswer);
            wrong.map(|(scenario, _)| scenario).take(MOST_SCENARIOS + 1).collect()
        };
        let wrong: Vec<Vec<usize>> = members.iter().map(wrong_of).collect();
        let asked = members.iter().zip(&wrong).filter(|(_, wrong)| wrong.len() <= MOST_SCENARIOS);
        let (members, asked): (Vec<&Wayward>, Vec<(usize, &[usize])>) =
            asked.map(|(member, wrong)| (member, (member.submission, wrong.as_slice()))).unzip();
        let printed = outputs_of(self.folder(), self.store(), &asked)?;
        let mut alike: Vec<(Vec<AlsoOutput>, Vec<&Wayward>)> = Vec::new();
        for ((member, (place, wrong)), printed) in members.into_iter().zip(asked).zip(printed) {
            let scenarios = &self.graded.submissions[place].scenarios;
            let outputs = wrong.iter().zip(printed).filter_map(|(scenario, printed)| {
                let text = String::from_utf8(printed?).ok()?;
                Some(AlsoOutput { scenario: scenarios[*scenario].full_name(), text })
            });
            let outputs: Vec<AlsoOutput> = outputs.collect();
            let bytes: usize = outputs.iter().map(|output| output.text.len()).sum();
            if outputs.is_empty() || bytes > MOST_BYTES {
                continue;
            }
            match alike.iter_mut().find(|(known, _)| *known == outputs) {
                Some((_, those)) => those.push(member),
                None => alike.push((outputs, vec![member])),
            }
        }
        alike.sort_by_key(|(_, those)| std::cmp::Reverse(those.len()));
        let way = |(outputs, those): (Vec<AlsoOutput>, Vec<&Wayward>)| {
            let settled = |output: &AlsoOutput| Settled { name: output.scenario.clone(), points: None };
            let answered = those.iter().map(|member| Member {
                submission: self.graded.submissions[member.submission].name.clone(),
                scenarios: outputs.iter().map(settled).collect(),
            });
            WayToAccept {
                accepted: Accepted::Outputs {
                    first: those[0].submission,
                    others: those.len() - 1,
                    scenarios: outputs.iter().map(|output| output.scenario.clone()).collect(),
                },
                members: answered.collect(),
                change: Amendment::Outputs { outputs },
            }
        };
        Ok(alike.into_iter().map(way).collect())
    }

    /// The scenarios that a member lost for what its group has in common, with their places.
    fn lost(&self, member: &Wayward) -> impl Iterator<Item = (usize, &GradedScenario)> {
        let scenarios = &self.graded.submissions[member.submission].scenarios;
        member.scenarios.iter().map(|place| (*place, &scenarios[*place]))
    }

    /// What it costs to accept more.
    pub(in crate::review) fn price(&self, way: &WayToAccept) -> Result<Price, Refusal> {
        let spec = self.spec()?;
        let amended = spec.amended(&way.change).map_err(|error| nonsense(error.to_string()))?;
        let text = amended.source.text.clone();
        let diff = similar::TextDiff::from_lines(&spec.source.text, &text);
        let diff = diff.unified_diff().context_radius(1).to_string();
        let (before, after) = (self.earned()?, self.earned_by(amended)?);
        let name = PathBuf::from(&self.folder().manifest().spec.name);
        let is_unchanged = system::read_text(&name).is_ok_and(|text| text == spec.source.text);
        Ok(Price {
            changes: Changes::between(&before.standings, &after.standings),
            mean: [before.mean, after.mean],
            tenths: [before.tenths, after.tenths],
            diff,
            file: is_unchanged.then_some(name),
            text,
        })
    }
}

impl Desk {
    /// Accepts more from now on, and changes the file of the spec too, if that is wanted.
    pub(in crate::review) fn accept(&self, key: &str, way: usize, write: bool) -> Result<(), Refusal> {
        let now = self.now();
        let group = now.known_group(key)?;
        let ways = now.ways(group)?;
        let way =
            ways.get(way).ok_or_else(|| absent("there is no such way any more: load the page again"))?;
        let price = now.price(way)?;
        let Astray { topic, headline, .. } = group.astray.clone();
        let (change, members) = (way.change.clone(), way.members.clone());
        self.decide(|_| Ok(What::AlsoRight { topic, headline, change, members }))?;
        if let Some(path) = price.file.filter(|_| write) {
            let target = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            results::put_whole(&target, price.text.as_bytes(), 0o666)
                .map_err(|source| results::Error::Write { path, source })?;
        }
        Ok(())
    }
}
