//! Checks a spec: makes every written value a usable one, and collects every complaint.

mod comparison;
mod expectation;
mod groups;
mod late;
mod python;
mod rules;
mod session;
mod shown;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use yardstick_reference::Reading;

use super::diagnostic::{Defects, Diagnostic, Source, suggest};
use super::document::{AuditDocument, LimitDocument, ReferenceDocument, Scalar, SpecDocument};
use super::yaml::{self, At};
use super::{
    AuditTerms, Group, Hidden, LatePolicy, ReadFile, ReferenceSource, Scenario, Spec, Task, quantity,
};
use crate::language::{self, Language};
use crate::resource::Resource;
use crate::sandbox::{Limits, Slot};
use crate::submission::{File, HandIn, Snapshot};

use comparison::Comparisons;
use groups::Defaults;

/// Reads and checks a spec.
pub(super) fn check(source: Source, read_file: ReadFile) -> Result<Spec, Box<Defects>> {
    let document = match yaml::read::<SpecDocument>(&source.text) {
        Ok(document) => document,
        Err(diagnostic) => return Err(Box::new(Defects { source, diagnostics: vec![diagnostic] })),
    };
    let mut checker = Checker {
        read_file,
        beside: BTreeMap::new(),
        text: source.text.clone(),
        complaints: Vec::new(),
        final_newline: document.final_newline.unwrap_or(true),
        terminal: document.terminal.unwrap_or(false),
        modules: Vec::new(),
        entry: String::new(),
    };
    let spec = checker.spec(&document, source);
    match checker.complaints {
        none if none.is_empty() => Ok(spec),
        mut diagnostics => {
            diagnostics.sort_by_key(|diagnostic| diagnostic.place.start);
            Err(Box::new(Defects { source: spec.source, diagnostics }))
        }
    }
}

struct Checker<'a> {
    read_file: ReadFile<'a>,
    /// The other files that were read.
    beside: BTreeMap<String, Vec<u8>>,
    text: String,
    complaints: Vec<Diagnostic>,
    final_newline: bool,
    terminal: bool,
    /// The modules that sessions can use.
    modules: Vec<String>,
    /// The file that is run.
    entry: String,
}

impl Checker<'_> {
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push(diagnostic);
    }

    fn spec(&mut self, document: &SpecDocument, source: Source) -> Spec {
        let assignment = self.named(&document.assignment, "the assignment");
        let title = document.title.as_ref().map_or_else(|| assignment.clone(), |title| title.0.clone());
        let (hand_in, supplied) = self.submission(document);
        let language = document.language.as_ref().and_then(|name| self.language(name));
        if language.is_none() && language::of_file(&hand_in.entry).is_none() && !hand_in.entry.is_empty() {
            let place =
                document.submission.entry.as_ref().map_or(document.submission.files.place(), At::place);
            let message = format!("no language is known for `{}`", hand_in.entry);
            self.complain(
                Diagnostic::new(place, message, "unknown ending").help("say it: `language: python`"),
            );
        }
        let reference = document.reference.as_ref().and_then(|reference| self.reference(reference));
        let reference_is_known = reference.is_some() || document.reference.is_none();
        let written_readings = if reference_is_known { document.readings.as_slice() } else { &[] };
        let readings = self.readings(written_readings, reference.as_ref());
        let audit = document.audit.as_ref().map(|audit| self.audit(audit, reference.as_ref()));
        let limits = self.limits(document);
        let late = document.late.as_ref().map_or_else(LatePolicy::default, |late| self.late(late));
        self.entry.clone_from(&hand_in.entry);
        let supplied_names = supplied.iter().map(|(path, _)| path.display().to_string());
        let handed_in = hand_in.files.iter().chain(&hand_in.optional).cloned();
        let python = handed_in.chain(supplied_names);
        self.modules = python.filter_map(|name| name.strip_suffix(".py").map(str::to_owned)).collect();
        let defaults = self.defaults(document, &hand_in);
        let groups = self.groups(document, &defaults);
        self.looks_at_python(&hand_in, &groups);
        if document.reference.is_none() {
            self.needs_no_reference(document, &groups);
            self.can_be_compared(&groups);
        }
        Spec {
            assignment,
            title,
            hand_in,
            supplied,
            language,
            reference,
            readings,
            limits,
            late,
            groups,
            audit,
            source,
            beside: std::mem::take(&mut self.beside),
        }
    }

    /// Returns the default settings of scenarios.
    fn defaults(&mut self, document: &SpecDocument, hand_in: &HandIn) -> Defaults {
        let is_handed_in =
            |entry: &&String| hand_in.files.contains(entry) || hand_in.optional.contains(entry);
        let entry = Some(&hand_in.entry).filter(is_handed_in);
        let usual = entry.or(hand_in.files.first()).map(|name| name.trim_end_matches(".py").to_owned());
        let compare = document.compare.as_ref();
        Defaults {
            comparisons: compare.map_or_else(Comparisons::exact, |compare| self.comparisons(compare)),
            module: document.module.as_ref().map(|module| self.module(module)).or(usual).unwrap_or_default(),
            args: Vec::new(),
            hint: None,
            hidden: Hidden::Nothing,
            in_group: false,
        }
    }

    /// Checks that a name is not empty.
    fn named(&mut self, name: &At<Scalar>, what: &str) -> String {
        if name.value().0.trim().is_empty() {
            self.complain(Diagnostic::new(name.place(), format!("{what} has no name"), "empty"));
        }
        name.value().0.clone()
    }

    fn submission(&mut self, document: &SpecDocument) -> (HandIn, Snapshot) {
        let submission = &document.submission;
        let mut supplied = Snapshot::default();
        for path in &submission.supplied {
            if let Some((name, file)) = self.file_beside(path) {
                supplied.insert(name, file);
            }
        }
        let files: Vec<String> = submission.files.value().iter().map(|name| self.file_name(name)).collect();
        let optional: Vec<String> = submission.optional.iter().map(|name| self.file_name(name)).collect();
        let instead = submission.instead.iter().map(|name| self.file_name(name)).collect();
        let entry = match (&submission.entry, files.as_slice()) {
            (Some(entry), _) => {
                let name = self.file_name(entry);
                let handed_in = files.contains(&name) || optional.contains(&name);
                if !handed_in && supplied.get(Path::new(&name)).is_none() {
                    let message = format!("the entry `{name}` is neither handed in nor supplied");
                    let help = "name it in `files` or in `supplied`";
                    self.complain(Diagnostic::new(entry.place(), message, "not a known file").help(help));
                }
                name
            }
            (None, [only]) => only.clone(),
            (None, []) => {
                let place = submission.files.place();
                self.complain(
                    Diagnostic::new(place, "nothing is handed in", "no files").help("name at least one file"),
                );
                String::new()
            }
            (None, _) => {
                let place = submission.files.place();
                let help = "say which one is run: `entry: main.py`";
                self.complain(
                    Diagnostic::new(place, "several files and no entry", "which one is run?").help(help),
                );
                String::new()
            }
        };
        (HandIn { files, optional, entry, instead }, supplied)
    }

    /// Checks the path of a file in the submission.
    fn file_name(&mut self, name: &At<Scalar>) -> String {
        let plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
        let text = &name.value().0;
        if text.is_empty() || !plain(Path::new(text)) {
            let message = format!("`{text}` is not a path inside a submission");
            self.complain(Diagnostic::new(name.place(), message, "leads outside").help("such as `main.py`"));
        }
        text.clone()
    }

    /// Reads a file next to the spec, and gives it its bare name.
    fn file_beside(&mut self, path: &At<Scalar>) -> Option<(PathBuf, File)> {
        let text = &path.value().0;
        match (self.read_file)(text) {
            Ok(content) => {
                self.beside.insert(text.clone(), content.clone());
                let name = Path::new(text).file_name().unwrap_or_default();
                Some((name.into(), File { content, executable: false }))
            }
            Err(reason) => {
                let message = format!("cannot read `{text}`: {reason}");
                let help = "paths start at the spec's folder";
                self.complain(Diagnostic::new(path.place(), message, "this file").help(help));
                None
            }
        }
    }

    fn language(&mut self, name: &At<Scalar>) -> Option<&'static Language> {
        let found = language::find(&name.value().0);
        if found.is_none() {
            let message = format!("no language `{}`", name.value().0);
            let help =
                suggest(&name.value().0, language::all().iter().map(|language| language.name.as_str()));
            self.complain(Diagnostic::new(name.place(), message, "unknown").help(help));
        }
        found
    }

    fn reference(&mut self, reference: &At<ReferenceDocument>) -> Option<ReferenceSource> {
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
                let files: Vec<(PathBuf, File)> =
                    paths.iter().filter_map(|path| self.file_beside(path)).collect();
                let Some((entry, _)) = files.first() else {
                    if paths.is_empty() {
                        let message = "the reference has no files";
                        self.complain(Diagnostic::new(program.files.place(), message, "empty"));
                    }
                    return None;
                };
                let entry = entry.display().to_string();
                if language::of_file(&entry).is_none() {
                    let message = format!("no language is known for `{entry}`");
                    self.complain(Diagnostic::new(program.files.place(), message, "unknown ending"));
                }
                Some(ReferenceSource::Program { files: files.into_iter().collect(), entry })
            }
        }
    }

    fn readings(&mut self, ids: &[At<Scalar>], reference: Option<&ReferenceSource>) -> Vec<&'static Reading> {
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

    fn audit(&mut self, audit: &AuditDocument, reference: Option<&ReferenceSource>) -> AuditTerms {
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

    fn limits(&mut self, document: &SpecDocument) -> Limits {
        let written = &document.limits.0;
        let mut limits = Limits::default();
        for (resource, written) in written {
            match (limits.slot(*resource), written) {
                (Some(Slot::Time(time)), LimitDocument::Quantity(text)) => {
                    let duration = self.duration(text, quantity::LONGEST_RUN, "`2s` or `500ms`");
                    *time = duration.unwrap_or(*time);
                }
                (Some(Slot::Bytes(bytes)), LimitDocument::Quantity(text)) => {
                    match quantity::bytes(&text.value().0) {
                        Some(size) => *bytes = size,
                        None => self.complain(no_quantity(text, "a size", "`256 MiB`")),
                    }
                }
                (Some(Slot::Count(count)), LimitDocument::Count(number)) => *count = *number.value() as usize,
                (Some(_) | None, _) => unreachable!("each limit is read in the unit in which it is kept"),
            }
        }
        if let Some(LimitDocument::Count(processes)) = written.get(&Resource::Processes)
            && limits.processes == 0
        {
            let message = "no program can run without a process";
            self.complain(Diagnostic::new(processes.place(), message, "expected 1 or more"));
        }
        if !written.contains_key(&Resource::Wall) {
            // A busy machine must not make a program fail.
            limits.wall = limits.wall.max(limits.cpu * 5);
        }
        limits
    }

    /// Reads a duration that must not be longer than `longest`.
    fn duration(&mut self, written: &At<Scalar>, longest: Duration, such_as: &str) -> Option<Duration> {
        let Some(duration) = quantity::duration(&written.value().0) else {
            self.complain(no_quantity(written, "a duration", such_as));
            return None;
        };
        if duration > longest {
            let message = format!("`{}` is too long", written.value().0);
            let most = format!("{}h is the most", longest.as_secs() / 3600);
            self.complain(Diagnostic::new(written.place(), message, most));
            return None;
        }
        Some(duration)
    }

    fn unique<'a>(&mut self, names: impl Iterator<Item = &'a At<Scalar>>, what: &str) {
        let mut seen = HashMap::<&str, Range<usize>>::new();
        for name in names {
            if seen.insert(&name.value().0, name.place()).is_some() {
                let message = format!("there is another {what} called `{}`", name.value().0);
                self.complain(
                    Diagnostic::new(name.place(), message, "a second time").help("give each its own name"),
                );
            }
        }
    }

    /// Checks that every scenario states its own expectation, if there is no reference.
    fn needs_no_reference(&mut self, document: &SpecDocument, groups: &[Group]) {
        let says_it = |scenario: &&Scenario| match &scenario.task {
            Task::Run(run) => run.expectation.stdout.is_some(),
            // An empty place under a prompt means that nothing is shown.
            Task::Session(_) | Task::Rule(_) | Task::Package(_) | Task::Tests(_) | Task::Manual(_) => true,
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

fn no_quantity(written: &At<Scalar>, what: &str, such_as: &str) -> Diagnostic {
    let message = format!("`{}` is not {what}", written.value().0);
    Diagnostic::new(written.place(), message, format!("expected {what} such as {such_as}"))
}
