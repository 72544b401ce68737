//! Submissions that go astray alike, and how far they are decided.

use super::{Desk, Lying, Refusal, nonsense};
use crate::decisions::{Member, Ruling, Settled, What};
use crate::digest::Digest;
use crate::points::Points;
use crate::report::{Astray, GradedScenario, Report, Wayward};

/// Submissions that go astray alike, to be answered at once.
#[derive(Debug)]
pub(in crate::review) struct Group {
    /// Its name in addresses.
    pub(in crate::review) key: String,
    /// What they have in common.
    pub(in crate::review) astray: Astray,
}

/// How far a group is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::review) enum State {
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

impl Lying {
    /// How far a group is decided.
    pub(in crate::review) fn state(&self, group: &Group) -> State {
        let accepted: Vec<&[Member]> = self.decided.answered_by_accepting(&group.astray.topic).collect();
        if accepted.iter().any(|members| members.is_empty()) {
            return State::AlsoRight;
        }
        let answers = group.astray.members.iter().map(|member| {
            let graded = &self.graded.submissions[member.submission];
            let names: Vec<String> =
                member.scenarios.iter().map(|scenario| graded.scenarios[*scenario].full_name()).collect();
            let is_all =
                |of: &Member| names.iter().all(|name| of.scenarios.iter().any(|one| one.name == *name));
            let mut answers = accepted.iter().copied().flatten().filter(|of| of.submission == graded.name);
            if answers.any(is_all) {
                return Some(State::AlsoRight);
            }
            let mut rulings =
                names.iter().map(|name| self.decided.ruling(&graded.name, name).map(|(ruling, _)| ruling));
            let first = rulings.next().flatten().filter(|_| rulings.all(|one| one.is_some()));
            first.map(|ruling| State::Decided(*ruling))
        });
        let answers: Vec<Option<State>> = answers.collect();
        let decided = answers.iter().flatten().count();
        match answers.first() {
            Some(Some(first)) if decided == answers.len() => *first,
            _ if decided == 0 => State::Open,
            _ => State::Partly { decided },
        }
    }

    /// The decision about a group that these members get. Members of whom is taken out stay as they are.
    pub(in crate::review) fn ruling(
        &self,
        key: &str,
        without: &[usize],
        ruling: Ruling,
    ) -> Result<What, Refusal> {
        let group = self.known_group(key)?;
        if let Ruling::Worth { points, of } = ruling
            && (points > of || points < Points::ZERO)
        {
            return Err(nonsense(format!("{points} is not between 0 and {of} points")));
        }
        let members = group.astray.members.iter().filter(|member| !without.contains(&member.submission));
        let member = |member: &Wayward| {
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
}

impl Desk {
    /// The group after this one that is open and belongs to the person who reviews; else this one.
    pub(in crate::review) fn next_open(&self, key: &str) -> String {
        let now = self.now();
        let at = now.groups.iter().position(|group| group.key == key).map_or(0, |at| at + 1);
        let count = now.groups.len();
        let order = (0..count).map(|step| (at + step) % count.max(1));
        let is_open =
            |place: &usize| self.is_own_group(*place) && !now.state(&now.groups[*place]).is_decided();
        order.into_iter().find(is_open).map_or_else(|| key.to_owned(), |place| now.groups[place].key.clone())
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
    pub(in crate::review) fn is_decided(self) -> bool {
        matches!(self, Self::Decided(_) | Self::AlsoRight)
    }
}

impl Group {
    pub(super) fn new(astray: Astray) -> Self {
        let mut key = Digest::of_values(&[&astray.topic]).to_string();
        key.truncate(12);
        Self { key, astray }
    }

    /// The most points that a member can lose in it, bonus included.
    pub(in crate::review) fn most(&self, graded: &Report) -> Points {
        let of = |member: &Wayward| -> Points {
            let scenarios = &graded.submissions[member.submission].scenarios;
            member.scenarios.iter().map(|place| scenarios[*place].max_points).sum()
        };
        self.astray.members.iter().map(of).max().unwrap_or_default()
    }
}
