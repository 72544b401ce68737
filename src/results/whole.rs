//! Is everything there that the results of a folder rest on?

use std::fmt;
use std::fs;

use super::folder::RESULTS;
use super::{Changes, Error, Recomputed, ResultsFolder, Standings, recompute};
use crate::plan;
use crate::report::{Format, Json, Report, Visible};
use crate::trace::{Damage, Store};

/// Something without which a mark does not follow from what a results folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// These submissions are not graded yet.
    NotGraded(Vec<String>),
    /// The spec is not the one by which was graded.
    Spec,
    /// What the reference did is not in the traces.
    Reference(Vec<Damage>),
    /// What these submissions did is not in the traces, or not all of it.
    Traces(Vec<String>, Vec<Damage>),
    /// These submissions have other points or verdicts in `results.json` than follow from the traces.
    Results(Vec<String>),
    /// `results.json` cannot be read, or says the same of every submission and is another file all the same.
    File(String),
}

/// One line, without the name of the folder.
impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotGraded(names) => write!(f, "not graded yet: {}", list(names)),
            Self::Spec => f.write_str("the spec was changed after grading"),
            Self::Reference(damage) => {
                write!(f, "what the reference did is damaged or missing in the traces{}", because(damage))
            }
            Self::Traces(names, damage) => {
                let names = list(names);
                write!(f, "what these did is damaged or missing in the traces: {names}{}", because(damage))
            }
            Self::Results(names) => {
                write!(f, "`{RESULTS}` does not say what follows from the traces of {}", list(names))
            }
            Self::File(reason) => write!(f, "`{RESULTS}` {}", Visible::new(reason)),
        }
    }
}

/// Indented, a line for each.
pub(super) fn lines<T: fmt::Display>(each: &[T]) -> String {
    each.iter().map(|one| format!("  {one}")).collect::<Vec<_>>().join("\n")
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", Visible::new(name))).collect();
    names.join(", ")
}

fn because(damage: &[Damage]) -> String {
    let damage: Vec<String> = damage.iter().map(ToString::to_string).collect();
    if damage.is_empty() { String::new() } else { format!("; {}", damage.join("; ")) }
}

/// All that keeps the results of a folder from following from its traces. That `results.json` says the same is part of
/// it: an older trace may still be there where a newer one was lost.
///
/// # Errors
///
/// When something cannot be read.
pub(super) fn lacks(folder: &ResultsFolder, store: &Store) -> Result<Vec<Lack>, Error> {
    let manifest = folder.manifest();
    if !manifest.spec.is_intact() {
        return Ok(vec![Lack::Spec]);
    }
    let not_graded = manifest.own().filter(|(_, listed)| listed.files.is_none());
    let not_graded: Vec<String> = not_graded.map(|(_, listed)| listed.name.clone()).collect();
    let Recomputed { report, lost, .. } = match recompute(manifest, manifest.spec.spec()?, store) {
        Err(Error::Plan(plan::Error::ReferenceNotRun)) => {
            let gone = manifest.own().filter(|(_, one)| one.files.is_some() && one.record(store).is_none());
            let gone: Vec<String> = gone.map(|(_, listed)| listed.name.clone()).collect();
            let mut lacks = vec![Lack::Reference(store.damage().to_vec())];
            lacks.extend((!gone.is_empty()).then(|| Lack::Traces(gone, Vec::new())));
            return Ok(lacks);
        }
        recomputed => recomputed?,
    };
    let lost: Vec<String> = lost.into_iter().filter(|name| !not_graded.contains(name)).collect();
    let mut lacks = Vec::new();
    if !lost.is_empty() {
        lacks.push(Lack::Traces(lost.clone(), store.damage().to_vec()));
    }
    let all_known = lost.is_empty() && not_graded.is_empty();
    // Another version may use other words for the same.
    let same_words = manifest.yardstick == env!("CARGO_PKG_VERSION");
    match compared(folder, &report) {
        Err(lack) => lacks.push(lack),
        Ok((_, mut names)) if !names.is_empty() => {
            names.retain(|name| !lost.contains(name) && !not_graded.contains(name));
            lacks.extend((!names.is_empty()).then_some(Lack::Results(names)));
        }
        Ok((is_same, _)) => {
            let reason = "is not what follows from the traces".to_owned();
            lacks.extend((!is_same && all_known && same_words).then_some(Lack::File(reason)));
        }
    }
    if !not_graded.is_empty() {
        lacks.push(Lack::NotGraded(not_graded));
    }
    Ok(lacks)
}

/// Whether `results.json` is what a report says, and of which submissions it says something else.
pub(super) fn compared(folder: &ResultsFolder, report: &Report) -> Result<(bool, Vec<String>), Lack> {
    let unreadable = |reason: String| Lack::File(format!("cannot be read: {reason}"));
    let said = fs::read(folder.path().join(RESULTS)).map_err(|error| unreadable(error.to_string()))?;
    let mut follows = Vec::new();
    Json.write(report, &mut follows).expect("memory takes every write");
    if said == follows {
        return Ok((true, Vec::new()));
    }
    let standings = |text: &[u8]| Standings::parse(text).map_err(|error| unreadable(error.to_string()));
    let changes = Changes::between(&standings(&said)?, &standings(&follows)?);
    Ok((false, changes.changed.into_iter().map(|change| change.name).collect()))
}
