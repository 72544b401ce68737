//! What two reports of the same class differ in.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;

use super::Error;
use crate::points::Points;

/// The file that says how a class stands.
const RESULTS: &str = "results.json";

/// What a `results.json` says, as far as it is compared.
#[derive(Debug, Deserialize)]
pub struct Standings {
    submissions: Vec<Submission>,
}

#[derive(Debug, Deserialize)]
struct Submission {
    name: String,
    points: Option<String>,
    problem: Option<String>,
    scenarios: Vec<Scenario>,
}

#[derive(Debug, Deserialize)]
struct Scenario {
    group: Option<String>,
    name: String,
    verdict: String,
    points: Option<String>,
    max_points: String,
    reasons: Vec<String>,
}

/// What two reports differ in.
#[derive(Debug, Default)]
pub struct Changes {
    /// How many submissions have the same points and verdicts.
    pub unchanged: usize,
    /// The others, in the order of their names.
    pub changed: Vec<Change>,
}

/// What changed for one submission.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// What it earned before; nothing if it was not there or not graded.
    pub before: Option<Points>,
    /// What it earns now.
    pub after: Option<Points>,
    /// Scenarios with other verdicts or points, each with what happened, in a sentence. They may hold text of the
    /// submission: show them through [`crate::report::Visible`].
    pub why: Vec<(String, String)>,
}

/// Which way a submission's points went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// More than before.
    Up,
    /// Fewer.
    Down,
    /// As many, by other verdicts.
    Sideways,
    /// There is no telling: it has no points now, or had none.
    Unknown,
}

impl Standings {
    /// Reads the `results.json` of a results folder.
    ///
    /// # Errors
    ///
    /// When there is none, or something else.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(RESULTS);
        let fail = |reason: String| Error::Read { path: path.clone(), reason };
        let text = std::fs::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                Error::NoResults { folder: folder.to_path_buf(), missing: RESULTS }
            }
            _ => fail(error.to_string()),
        })?;
        Self::parse(&text).map_err(|error| fail(error.to_string()))
    }

    /// Reads the text of one.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text)
    }
}

impl Change {
    /// Which way the points went.
    pub fn way(&self) -> Way {
        match (self.before, self.after) {
            (Some(before), Some(after)) if after > before => Way::Up,
            (Some(before), Some(after)) if after < before => Way::Down,
            (Some(_), Some(_)) => Way::Sideways,
            _ => Way::Unknown,
        }
    }
}

impl Changes {
    /// What became of the submissions of one report in another.
    pub fn between(before: &Standings, after: &Standings) -> Self {
        let names = |standings: &'_ Standings| -> BTreeMap<String, usize> {
            let submissions = standings.submissions.iter().enumerate();
            submissions.map(|(index, submission)| (submission.name.clone(), index)).collect()
        };
        let (old, new) = (names(before), names(after));
        let mut all: Vec<&String> = old.keys().chain(new.keys()).collect();
        all.sort();
        all.dedup();
        let mut changes = Self::default();
        for name in all {
            let one = old.get(name).map(|index| &before.submissions[*index]);
            let other = new.get(name).map(|index| &after.submissions[*index]);
            let points = |one: Option<&Submission>| one?.points.as_ref()?.parse().ok();
            let change = Change {
                name: name.clone(),
                before: points(one),
                after: points(other),
                why: why(one, other),
            };
            if change.why.is_empty() && change.before == change.after {
                changes.unchanged += 1;
            } else {
                changes.changed.push(change);
            }
        }
        changes
    }

    /// How many submissions went this way.
    pub fn count(&self, way: Way) -> usize {
        self.changed.iter().filter(|change| change.way() == way).count()
    }
}

fn why(before: Option<&Submission>, after: Option<&Submission>) -> Vec<(String, String)> {
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (None, Some(_)) => return vec![(String::new(), "it was not there before".to_owned())],
        (_, None) => return vec![(String::new(), "it is no longer there".to_owned())],
    };
    if before.problem != after.problem {
        let problem =
            |submission: &Submission| submission.problem.clone().unwrap_or("nothing was wrong".into());
        return vec![(String::new(), format!("{} → {}", problem(before), problem(after)))];
    }
    let old: BTreeMap<String, &Scenario> =
        before.scenarios.iter().map(|scenario| (scenario.full_name(), scenario)).collect();
    let mut why = Vec::new();
    for scenario in &after.scenarios {
        let name = scenario.full_name();
        match old.get(&name) {
            None => why.push((name, format!("is new: {}", scenario.worth()))),
            Some(known) if known.verdict == scenario.verdict && known.worth() == scenario.worth() => {}
            Some(known) => {
                let reason = scenario.reasons.first().map(|reason| format!(": {reason}")).unwrap_or_default();
                why.push((name, format!("{} → {}{reason}", known.worth(), scenario.worth())));
            }
        }
    }
    let kept: Vec<String> = after.scenarios.iter().map(Scenario::full_name).collect();
    let gone = old.iter().filter(|(name, _)| !kept.contains(name));
    why.extend(gone.map(|(name, known)| (name.clone(), format!("is gone: it was {}", known.worth()))));
    why
}

impl Scenario {
    fn full_name(&self) -> String {
        self.group.as_ref().map_or_else(|| self.name.clone(), |group| format!("{group} / {}", self.name))
    }

    fn worth(&self) -> String {
        let points = self.points.as_deref().unwrap_or("–");
        format!("{} ({points}/{})", self.verdict, self.max_points)
    }
}
