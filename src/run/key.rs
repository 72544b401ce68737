//! What decides what a submission does, as one digest: equal keys, equal traces.
//!
//! Names, points, hints and options of comparison are not in it, nor are paths and times.

use std::collections::BTreeMap;

use super::Fault;
use super::prepare::Taken;
use crate::digest::Digest;
use crate::plan::{Expected, Plan};
use crate::sandbox::Level;
use crate::trace::{Preparation, Record, TRACE_VERSION};

/// How a submission is made ready: its files, what is asked for and supplied, its languages and their versions.
pub(super) fn preparation(plan: &Plan, taken: &Taken) -> Result<Preparation, Fault> {
    let (mut languages, mut tools) = (Vec::new(), BTreeMap::new());
    for language in taken.found.iter().flat_map(|found| found.languages(plan)) {
        tools.extend(language.versions().map_err(|missing| Fault(missing.to_string()))?);
        languages.push(language.name.clone());
    }
    Ok(with_key(plan, taken.files, languages, tools))
}

/// How a submission would be made ready for another plan, with the tools that it was made ready with.
pub(super) fn preparation_again(plan: &Plan, record: &Record) -> Preparation {
    let Preparation { languages, tools, .. } = record.preparation.clone();
    with_key(plan, record.files, languages, tools)
}

fn with_key(
    plan: &Plan,
    files: Digest,
    languages: Vec<String>,
    tools: BTreeMap<String, String>,
) -> Preparation {
    let spec = plan.spec;
    let key = Digest::of_values(&[
        &"preparation",
        &TRACE_VERSION,
        &files,
        &spec.hand_in,
        &spec.supplied.digest(),
        &spec.language.map(|language| &language.name),
        &languages,
        &tools,
    ]);
    Preparation { key, languages, tools }
}

/// What decides what one job of a submission does.
pub(super) fn job(plan: &Plan, preparation: &Preparation, level: Level, expected: &Expected) -> Digest {
    let limits = &plan.spec.limits;
    let key = preparation.key;
    match expected {
        Expected::Run(task, _) => Digest::of_values(&[&"run", &key, &level, limits, &task.args, &task.input]),
        Expected::Session(task, _) => {
            Digest::of_values(&[&"session", &key, &level, limits, &task.module, &task.sources(), &task.stdin])
        }
        // The debug form of a rule names all of it; what it finds is up to this version.
        Expected::Rule(task) => Digest::of_values(&[
            &"rule",
            &key,
            &env!("CARGO_PKG_VERSION"),
            &task.file,
            &format!("{:?}", task.rule),
        ]),
        Expected::Package(_) => Digest::of_values(&[&"package", &key]),
        Expected::Tests(task) => {
            let wrong: Vec<Digest> = task.wrong.iter().map(|wrong| Digest::of(&wrong.file.content)).collect();
            let correct = Digest::of(&task.correct.content);
            Digest::of_values(&[&"tests", &key, &level, limits, &task.file, &task.program, &correct, &wrong])
        }
        Expected::Manual(_) => Digest::of_values(&[&"manual", &key]),
    }
}
