//! The keys of jobs: digests of everything that decides what a submission does. Equal keys mean equal traces, as long
//! as no limit is exceeded.
//!
//! A key does not contain names, points, hints, options of comparison, paths or times.

use std::collections::BTreeMap;

use super::Fault;
use super::prepare::Taken;
use crate::digest::{Digest, Part};
use crate::language::{self, makefiles};
use crate::plan::{self, Expected, Job, Plan};
use crate::sandbox::{Level, Limits};
use crate::session::Notation;
use crate::spec::FurtherProgram;
use crate::trace::{Preparation, Record, TRACE_VERSION};

/// Returns the preparation of a submission: its files, what is asked for and supplied, its languages and their
/// versions.
pub(super) fn preparation(plan: &Plan, taken: &Taken) -> Result<Preparation, Fault> {
    let (mut languages, mut tools) = (Vec::new(), BTreeMap::new());
    for language in taken.found.iter().flat_map(|found| found.languages(plan)) {
        tools.extend(language.versions().map_err(|missing| Fault(missing.to_string().into()))?);
        languages.push(language.name.clone());
    }
    if plan.spec.programs().any(|program| program.build.make.is_some()) {
        let make = makefiles().versions().map_err(|missing| Fault(missing.to_string().into()))?;
        tools.extend(make);
    }
    Ok(with_key(plan, taken.files, languages, tools))
}

/// Returns the preparation of a recorded submission for another plan, with the same versions of tools.
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
    let key = preparation_key(TRACE_VERSION, plan, files, &languages, &tools);
    Preparation { key, languages, tools }
}

fn preparation_key(
    version: u32,
    plan: &Plan,
    files: Digest,
    languages: &[String],
    tools: &BTreeMap<String, String>,
) -> Digest {
    let spec = plan.spec;
    let key = Digest::of_values(&[
        &"preparation",
        &version,
        &files,
        &spec.hand_in,
        &spec.supplied.digest(),
        &spec.language.map(|language| &language.name),
        &languages,
        &tools,
    ]);
    let key = spec.languages.digest().map_or(key, |own| Digest::of_values(&[&"languages", &key, &own]));
    // What is built as a library need not be a whole program.
    let mut all = languages.iter().filter_map(|name| language::find(name));
    let native = all.find(|one| Notation::of_language(&one.name).is_some_and(Notation::is_native));
    let built = |program| {
        let has_library = spec.has_library(program, native);
        [has_library, has_library && spec.has_runs(program)]
    };
    let built: Vec<[bool; 2]> = (0..spec.programs().count()).map(built).collect();
    let key = match built.iter().any(|[is_library, _]| *is_library) {
        true => Digest::of_values(&[&"library", &key, &built]),
        false => key,
    };
    match spec.build.is_usual() {
        true => key,
        false => Digest::of_values(&[&"built", &key, &spec.build.digest()]),
    }
}

/// Returns the limits of a job, if its trace may be used under other limits: see
/// [`Store::observed`](crate::trace::Store::observed).
pub(super) fn limits<'p>(plan: &Plan<'p>, job: &Job) -> Option<&'p Limits> {
    match job.expected {
        Expected::Run(..) | Expected::Session(..) | Expected::UnitTest(..) => Some(plan.limits(job)),
        Expected::Rule(_) | Expected::Package(_) | Expected::Tests(_) | Expected::Manual(_) => None,
    }
}

/// Returns the key of one job of a submission, without those limits.
pub(super) fn job(plan: &Plan, preparation: &Preparation, level: Level, job: &Job) -> Digest {
    let key = match plan.spec.program_of(job.group) {
        0 => preparation.key,
        further => {
            let FurtherProgram { entry, language, build } = &plan.spec.further_programs[further - 1];
            let language = language.map(|language| &language.name);
            let key = Digest::of_values(&[&"program", &preparation.key, entry, &language]);
            match build.is_usual() {
                true => key,
                false => Digest::of_values(&[&"built", &key, &build.digest()]),
            }
        }
    };
    match &job.expected {
        Expected::Run(task, run) => {
            let parts: [&dyn Part; 5] = [&"run", &key, &level, &task.args, &task.input];
            let checker = task.checker.as_ref().map(|checker| checker.digest(run.answer(task)));
            // Whose fault it is that a partner fails depends on what the reference says to it.
            let beside = task.has_own_course().then(|| Digest::of(run.usual()));
            let files = task.surroundings.digest();
            let more = files.iter().chain(&checker).chain(&beside).map(|digest| digest as &dyn Part);
            Digest::of_values(&parts.into_iter().chain(more).collect::<Vec<_>>())
        }
        Expected::Session(task, accepted) => {
            let (module, sources, surroundings) =
                (task.module.key(), task.sources(), task.surroundings.digest());
            let parts: [&dyn Part; 6] = [&"session", &key, &level, &module, &sources, &task.stdin];
            let checker = task.checker.as_ref();
            let checker =
                checker.map(|checker| checker.digest(plan::shown_answer(task, accepted).as_bytes()));
            let more = surroundings.iter().chain(&checker).map(|digest| digest as &dyn Part);
            Digest::of_values(&parts.into_iter().chain(more).collect::<Vec<_>>())
        }
        // The debug form of a rule contains all of it; its findings depend on this version.
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
            let needed = task.needed.iter().next().map(|_| task.needed.digest());
            let limits = plan.limits(job);
            let parts: [&dyn Part; 8] =
                [&"tests", &key, &level, limits, &task.file, &task.program, &correct, &wrong];
            let more = needed.iter().map(|digest| digest as &dyn Part);
            Digest::of_values(&parts.into_iter().chain(more).collect::<Vec<_>>())
        }
        Expected::UnitTest(task, _) => Digest::of_values(&[&"unit test", &key, &level, &task.test.digest()]),
        Expected::Manual(_) => Digest::of_values(&[&"manual", &key]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Spec;
    use crate::trace::{Entry, Invalid, Sources, Store};

    #[test]
    fn results_of_an_older_version_are_not_used() {
        let spec = Spec::load("byu-connect-four").unwrap();
        let plan = Plan::of_jobs(&spec, Vec::new());
        let (files, languages, tools) = (Digest::of(b"a submission"), vec!["python".into()], BTreeMap::new());
        let now = with_key(&plan, files, languages.clone(), tools.clone());
        let key = preparation_key(TRACE_VERSION - 1, &plan, files, &languages, &tools);
        let before = Preparation { key, ..now.clone() };

        let folder = tempfile::tempdir().unwrap();
        let poisoned =
            Invalid::Broken { language: "Python".into(), complaint: "Function not implemented".into() };
        let outcome = Err(&poisoned);
        Store::open(folder.path())
            .unwrap()
            .keep(&Entry {
                submission: Some(&"Ada".into()),
                files,
                preparation: &before,
                sources: &Sources::default(),
                outcome,
            })
            .unwrap();
        let store = Store::read(folder.path()).unwrap();
        assert!(store.invalid(&before.key).is_some(), "it is there");
        assert!(store.invalid(&now.key).is_none(), "and is not found any more");
        let task = crate::spec::PackageTask { archive: "hello.zip".into() };
        let package = Job::new(&spec, 0, &spec.groups[0].scenarios[0], Expected::Package(&task));
        let job = |preparation| job(&plan, preparation, Level::Strict, &package);
        assert_ne!(job(&before), job(&now), "nor is what its jobs did");
    }
}
