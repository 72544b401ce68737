//! Checks whether a folder contains everything that its results follow from.

use std::fmt;

use super::folder::RESULTS;
use super::{Changes, Error, Recomputed, ResultsFolder, Standings, recompute};
use crate::plan;
use crate::report::{Format, Json, Report, Visible};
use crate::system;
use crate::trace::{Damage, Store};
use crate::untrusted::Untrusted;

/// Something that is missing in a results folder, or wrong, so that its marks do not follow from its traces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// These submissions are not graded yet.
    NotGraded(Vec<Untrusted>),
    /// The spec is not the one that was used for grading.
    Spec,
    /// The traces of the reference are missing.
    Reference(Vec<Damage>),
    /// Some traces of these submissions are missing.
    Traces(Vec<Untrusted>, Vec<Damage>),
    /// The points or verdicts of these submissions in `results.json` do not follow from the traces.
    Results(Vec<Untrusted>),
    /// `results.json` cannot be read, or its bytes differ although every submission has the right points and verdicts.
    File(Untrusted),
}

/// The lack in one line, without the name of the folder.
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

/// One indented line for each.
pub(super) fn lines<T: fmt::Display>(each: &[T]) -> String {
    each.iter().map(|one| format!("  {one}")).collect::<Vec<_>>().join("\n")
}

fn list(names: &[Untrusted]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", Visible::new(name))).collect();
    names.join(", ")
}

fn because(damage: &[Damage]) -> String {
    let damage: Vec<String> = damage.iter().map(ToString::to_string).collect();
    if damage.is_empty() { String::new() } else { format!("; {}", damage.join("; ")) }
}

/// Everything because of which the results of a folder do not follow from its traces. `results.json` is compared too: if a
/// newer trace was lost, an older one may still be there, and only the comparison shows that.
///
/// # Errors
///
/// When something cannot be read.
pub(super) fn lacks(folder: &ResultsFolder, store: &Store) -> Result<Vec<Lack>, Error> {
    let folder = &folder.clone().when_written();
    let manifest = folder.manifest();
    if !manifest.spec.is_intact() {
        return Ok(vec![Lack::Spec]);
    }
    let not_graded = manifest.own().filter(|(_, listed)| listed.files.is_none());
    let not_graded: Vec<Untrusted> = not_graded.map(|(_, listed)| listed.name.clone()).collect();
    let Recomputed { report, lost, .. } = match recompute(folder, manifest.spec.spec()?, store) {
        Err(Error::Plan(plan::Error::ReferenceNotRun)) => {
            let gone = manifest.own().filter(|(_, one)| one.files.is_some() && one.record(store).is_none());
            let gone: Vec<Untrusted> = gone.map(|(_, listed)| listed.name.clone()).collect();
            let mut lacks = vec![Lack::Reference(store.damage().to_vec())];
            lacks.extend((!gone.is_empty()).then(|| Lack::Traces(gone, Vec::new())));
            return Ok(lacks);
        }
        recomputed => recomputed?,
    };
    let lost: Vec<Untrusted> = lost.into_iter().filter(|name| !not_graded.contains(name)).collect();
    let mut lacks = Vec::new();
    if !lost.is_empty() {
        lacks.push(Lack::Traces(lost.clone(), store.damage().to_vec()));
    }
    let all_known = lost.is_empty() && not_graded.is_empty();
    // Another version of yardstick may describe the same results in other words.
    let same_words = manifest.yardstick == env!("CARGO_PKG_VERSION");
    match compared(folder, &report) {
        Err(lack) => lacks.push(lack),
        Ok((_, mut names)) if !names.is_empty() => {
            names.retain(|name| !lost.contains(name) && !not_graded.contains(name));
            lacks.extend((!names.is_empty()).then_some(Lack::Results(names)));
        }
        Ok((is_same, _)) => {
            let reason = "is not what follows from the traces".into();
            lacks.extend((!is_same && all_known && same_words).then_some(Lack::File(reason)));
        }
    }
    if !not_graded.is_empty() {
        lacks.push(Lack::NotGraded(not_graded));
    }
    Ok(lacks)
}

/// Whether `results.json` has exactly the bytes of a report, and the names of the submissions that differ.
pub(super) fn compared(folder: &ResultsFolder, report: &Report) -> Result<(bool, Vec<Untrusted>), Lack> {
    let unreadable = |reason: String| Lack::File(format!("cannot be read: {reason}").into());
    let said = system::read(&folder.path().join(RESULTS)).map_err(|error| unreadable(error.to_string()))?;
    let mut follows = Vec::new();
    Json.write(report, &mut follows).expect("memory takes every write");
    if said == follows {
        return Ok((true, Vec::new()));
    }
    let standings = |text: &[u8]| Standings::parse(text).map_err(|error| unreadable(error.to_string()));
    let changes = Changes::between(&standings(&said)?, &standings(&follows)?);
    Ok((false, changes.changed.into_iter().map(|change| change.name).collect()))
}
