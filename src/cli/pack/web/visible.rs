//! The part of a spec that anybody may see, and that can be checked in a page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::super::spec_files::SpecFiles;
use crate::cli::Error;
use crate::cli::planned::planned;
use crate::plan::ReferenceRunner;
use crate::rules::Grammar;
use crate::sandbox::Sandbox;
use crate::spec::{Hidden, ReferenceSource, Scenario, Spec, Task};
use crate::submission::Snapshot;
use crate::system;
use crate::trace::Store;

/// The folder beside the spec in which lies what references did (`src/web.rs`).
const TRACES: &str = "traces";

const EMPTY_NOTEBOOK: &[u8] = br#"{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"#;

/// The language that a page runs.
const LANGUAGE: &str = "python";

/// A spec without what is hidden, and without what a page cannot do.
pub(super) struct Visible {
    pub(super) spec: Spec,
    /// The name of its file.
    pub(super) name: String,
    /// All files by their paths, its own among them.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// How many scenarios are left out because a page cannot do what they need, by what that is.
    impossible: BTreeMap<&'static str, usize>,
    has_hidden: bool,
}

impl Visible {
    pub(super) fn of(whole: &SpecFiles) -> Result<Self, Error> {
        let spec = &whole.spec;
        can_be_checked(spec)?;
        let scenarios = || spec.groups.iter().flat_map(|group| &group.scenarios);
        let mut impossible = BTreeMap::new();
        for scenario in scenarios().filter(|scenario| scenario.hidden == Hidden::Nothing) {
            if let Some(what) = lacking(scenario) {
                *impossible.entry(what).or_default() += 1;
            }
        }
        let leaves_out =
            |scenario: &Scenario| scenario.hidden != Hidden::Nothing || lacking(scenario).is_some();
        let has_hidden = scenarios().any(|scenario| scenario.hidden != Hidden::Nothing);
        let text = spec.text_without(leaves_out);
        let left = Spec::parse_beside(&whole.name, text.clone(), &whole.files);
        let unsuitable = |why: String| {
            Error::Usage(format!(
                "what students may see of this spec is no spec: {why}\nhelp: let the scenarios that are shown stand alone: a page has \
                 neither hidden ones nor those that it cannot run"
            ))
        };
        let left = left.map_err(|defects| unsuitable(defects.to_string()))?;
        let shown = left.groups.iter().flat_map(|group| &group.scenarios);
        if let Some(scenario) = shown.clone().find(|scenario| leaves_out(scenario)) {
            return Err(unsuitable(format!("`{}` is still in it", scenario.name)));
        }
        let left = Spec { conceals_references: true, ..left };
        // Only what this part of the spec names: data of hidden scenarios is not among it.
        let mut files = left.beside.clone();
        files.extend(supplied_of_shipped(whole, &left));
        files.extend(references(&left));
        files.insert(whole.name.clone(), text.into_bytes());
        Ok(Self { spec: left, name: whole.name.clone(), files, impossible, has_hidden })
    }

    /// Runs the instructor's references, and adds what they did.
    pub(super) fn add_references(&mut self, sandbox: &Sandbox) -> Result<(), Error> {
        if references(&self.spec).next().is_none() {
            return Ok(());
        }
        let folder = system::private_folder("yardstick-", &system::temporary_folder())?;
        let store = Store::open(folder.path())?;
        let plan = planned(&ReferenceRunner { sandbox: Some(sandbox), store: &store }, &self.spec, None)?;
        plan.keep_reference(&store)?;
        store.finish()?;
        for entry in fs::read_dir(folder.path())? {
            let entry = entry?;
            let name = format!("{TRACES}/{}", entry.file_name().to_string_lossy());
            self.files.insert(name, system::read(&entry.path())?);
        }
        Ok(())
    }

    /// Returns the number of scenarios.
    pub(super) fn count(&self) -> usize {
        self.spec.groups.iter().map(|group| group.scenarios.len()).sum()
    }

    /// Returns what is left out.
    pub(super) fn left_out(&self) -> Vec<String> {
        let told = self.impossible.iter().map(|(what, count)| match count {
            1 => format!("a scenario with {what}"),
            count => format!("{count} scenarios with {what}"),
        });
        told.chain(self.has_hidden.then(|| "what is hidden".to_owned())).collect()
    }
}

/// Refuses a spec whose programs no page can run.
fn can_be_checked(spec: &Spec) -> Result<(), Error> {
    let entry = &spec.hand_in.entry;
    let language = spec.language.or_else(|| spec.languages.of_file(entry));
    if language.is_none_or(|language| language.name != LANGUAGE) {
        let title = language.map_or("this language", |language| language.title.as_str());
        return Err(Error::Usage(format!(
            "{title} cannot be checked in a page: it runs only Python\nhelp: students can check `{entry}` on their computers: \
             `yardstick check`"
        )));
    }
    Ok(())
}

/// Returns the files of references, each with what lies in its place: nobody is to read a solution in the folder.
fn references(spec: &Spec) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let all = spec.reference.iter().chain(spec.exercises.iter().filter_map(|one| one.reference.as_ref()));
    let files = all.filter_map(|reference| match reference {
        ReferenceSource::Program { files, .. } => Some(files),
        ReferenceSource::BuiltIn(_) => None,
    });
    files.flat_map(Snapshot::iter).map(|(path, _)| {
        let is_notebook = path.extension().is_some_and(|ending| ending == "ipynb");
        (path.display().to_string(), if is_notebook { EMPTY_NOTEBOOK.to_vec() } else { Vec::new() })
    })
}

/// Returns what a scenario needs that no page has.
fn lacking(scenario: &Scenario) -> Option<&'static str> {
    match &scenario.task {
        Task::Run(task) if task.checker.is_some() => {
            Some("a checker or a partner, which would lie in the folder")
        }
        Task::Run(task) if task.input.terminal => Some("a terminal"),
        Task::Run(task) if task.surroundings.clock.is_some() => Some("a clock that is set"),
        Task::Session(task) if task.surroundings.clock.is_some() => Some("a clock that is set"),
        Task::Tests(_) => Some("wrong programs, which would lie in the folder"),
        Task::UnitTest(_) => Some("tests of the instructor"),
        Task::Manual(_) => Some("a mark by hand"),
        Task::Rule(task)
            if Grammar::of_file(&task.file).is_some_and(|grammar| grammar != Grammar::Python) =>
        {
            Some("a rule about a file in another language")
        }
        Task::Run(_) | Task::Session(_) | Task::Rule(_) | Task::Package(_) => None,
    }
}

/// The files that are supplied by a shipped spec, which reads them from this program.
fn supplied_of_shipped(whole: &SpecFiles, left: &Spec) -> Vec<(String, Vec<u8>)> {
    let is_supplied = |path: &String| left.supplied.get(Path::new(path)).is_some();
    let found = whole.files.iter().filter(|(path, _)| left.beside.contains_key(*path) || is_supplied(path));
    found.map(|(path, content)| (path.clone(), content.clone())).collect()
}
