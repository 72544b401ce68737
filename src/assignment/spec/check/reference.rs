//! Checks the reference of a spec, and the keys that depend on it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use yardstick_reference::Reading;

use super::super::diagnostic::{Diagnostic, suggest};
use super::super::document::Scalar;
use super::super::document::{AuditDocument, ReferenceDocument, SpecDocument};
use super::super::yaml::At;
use super::super::{AuditTerms, Group, ReferenceSource, Scenario, Task};
use super::{Checker, SAY_THE_LANGUAGE};
use crate::submission::File;

impl Checker<'_> {
    pub(super) fn reference(&mut self, reference: &At<ReferenceDocument>) -> Option<ReferenceSource> {
        match reference.value() {
            ReferenceDocument::BuiltIn(key) => {
                let found = yardstick_reference::find(key);
                if found.is_none() {
                    let keys: Vec<&str> = yardstick_reference::all().iter().map(|one| one.key()).collect();
                    let message = format!("no reference implementation of `{key}`");
                    let known = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                    let nearest = suggest(key, keys.iter().copied());
                    let help = if Path::new(key).extension().is_some() {
                        format!("a program is named so: `reference: {{files: [{key}]}}`")
                    } else if nearest.starts_with("did") {
                        format!("{nearest} known references: {known}")
                    } else {
                        format!(
                            "known references: {known}; or name a program: `reference: {{files: [solution.py]}}`"
                        )
                    };
                    self.complain(
                        Diagnostic::new(reference.place(), message, "unknown reference").help(help),
                    );
                }
                found.map(ReferenceSource::BuiltIn)
            }
            ReferenceDocument::Program(program) => {
                let paths = program.files.value();
                self.are_named_once(paths.iter());
                let files: Vec<(PathBuf, File)> =
                    paths.iter().filter_map(|path| self.file_beside(path)).collect();
                let Some((entry, _)) = files.first() else {
                    if paths.is_empty() {
                        let message = "the reference has no files";
                        let help = "name its file: `reference: {files: [solution.py]}`";
                        self.complain(Diagnostic::new(program.files.place(), message, "empty").help(help));
                    }
                    return None;
                };
                let entry = entry.display().to_string();
                if self.languages.of_file(&entry).is_none() {
                    let message = format!("no language is known for `{entry}`");
                    let place = program.files.place();
                    self.complain(Diagnostic::new(place, message, "unknown ending").help(SAY_THE_LANGUAGE));
                }
                Some(ReferenceSource::Program { files: files.into_iter().collect(), entry })
            }
        }
    }

    pub(super) fn readings(
        &mut self,
        ids: &[At<Scalar>],
        reference: Option<&ReferenceSource>,
    ) -> Vec<&'static Reading> {
        let known = match reference {
            Some(ReferenceSource::BuiltIn(reference)) => reference.readings(),
            Some(ReferenceSource::Program { .. }) | None => &[],
        };
        let mut readings = Vec::new();
        for id in ids {
            match known.iter().find(|reading| reading.id == id.value().0) {
                Some(reading) => readings.push(reading),
                None => {
                    let message = format!("the reference has no reading `{}`", id.value().0);
                    let help = if known.is_empty() {
                        "this reference reads the handout in one way only; remove it".to_owned()
                    } else {
                        suggest(&id.value().0, known.iter().map(|reading| reading.id))
                    };
                    self.complain(Diagnostic::new(id.place(), message, "unknown reading").help(help));
                }
            }
        }
        readings
    }

    pub(super) fn audit(&mut self, audit: &AuditDocument, reference: Option<&ReferenceSource>) -> AuditTerms {
        if let Some(ReferenceSource::BuiltIn(reference)) = reference {
            let is_known = |id: &String| reference.bugs().iter().any(|bug| bug.id == id);
            let named = audit.survives.iter().chain(&audit.uncharged);
            for (id, why) in named.filter(|(id, _)| !is_known(id)) {
                let message = format!("the reference has no bug `{id}`");
                let help = suggest(id, reference.bugs().iter().map(|bug| bug.id));
                self.complain(Diagnostic::new(why.place(), message, "about an unknown bug").help(help));
            }
        }
        let reasons = |named: &BTreeMap<String, At<Scalar>>| {
            named.iter().map(|(id, why)| (id.clone(), why.value().0.clone())).collect()
        };
        AuditTerms { survives: reasons(&audit.survives), uncharged: reasons(&audit.uncharged) }
    }

    /// Returns the groups for which there is no reference, not even a wrong one.
    pub(super) fn without_reference<'g>(
        &self,
        document: &SpecDocument,
        groups: &'g [Group],
    ) -> Vec<&'g Group> {
        let written = document.groups.iter().map(|group| group.value().reference.is_some());
        let written = written.chain(std::iter::repeat(false));
        let is_without = |(group, is_written): &(&Group, bool)| match group.exercise {
            None => document.reference.is_none(),
            Some(exercise) => !is_written && self.exercises.all[exercise].reference.is_none(),
        };
        groups.iter().zip(written).filter(is_without).map(|(group, _)| group).collect()
    }

    /// Checks that every scenario of groups without a reference states its own expectation.
    pub(super) fn needs_no_reference(&mut self, document: &SpecDocument, groups: &[&Group]) {
        let says_it = |scenario: &&Scenario| match &scenario.task {
            Task::Run(run) => run.expectation.stdout.is_some() || run.checker.is_some(),
            // An empty place under a prompt means that nothing is shown.
            Task::Session(_)
            | Task::Rule(_)
            | Task::Package(_)
            | Task::Tests(_)
            | Task::UnitTest(_)
            | Task::Manual(_) => true,
        };
        let lacking = groups.iter().flat_map(|group| &group.scenarios).find(|scenario| !says_it(scenario));
        if let Some(scenario) = lacking {
            let message = format!("nothing says what `{}` must print", scenario.name);
            let own = document.assignment.value().0.as_str();
            let known = yardstick_reference::find(own).is_some();
            let example = if known { own } else { "{files: [solution.py]}" };
            let help = format!(
                "name a reference (`reference: {example}`), or give the scenario `expect: {{stdout: …}}`"
            );
            let label = "no reference, no `expect`";
            self.complain(Diagnostic::new(scenario.place.clone(), message, label).help(help));
        }
    }
}
