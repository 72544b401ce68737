//! Checks a spec: makes every written value a usable one, and collects every complaint.

mod best_of;
mod build;
mod checker;
mod clock;
mod comparison;
mod doctests;
mod environment;
mod exercise;
mod expectation;
mod files;
mod from_files;
mod groups;
mod hand_in;
mod header;
mod idle;
mod interface;
mod language;
mod late;
mod limits;
mod make;
mod own_mutants;
mod own_tests;
mod passing;
mod python;
mod reference;
mod rules;
mod session;
mod shown;
mod table;
mod typed;
mod unit_tests;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use super::diagnostic::{Defects, Diagnostic, Source};
use super::document::{HandInsDocument, Scalar, ScoringDocument, SpecDocument};
use super::valueless::valueless;
use super::yaml::{self, At};
use super::{Beside, Group, Hidden, LatePolicy, ReferenceSource, Scoring, Spec, Task};
use crate::language::{BuildOptions, Language, Languages, Others};
use crate::sandbox::Limits;
use crate::session::Module;
use crate::submission::{HandIn, WhichCounts, is_open};
use crate::system::STACK;
use crate::unit_test::Asked;

use comparison::Comparisons;
use exercise::Exercises;
use groups::Defaults;
use interface::Neutral;
use unit_tests::asked;

/// The advice for a file of which no language is known.
const SAY_THE_LANGUAGE: &str = "say it, `language: python`, or describe it: `language: {name: lua, extensions: [lua], run: [lua, \"{entry}\"]}`";

/// Reads and checks a spec.
pub(super) fn check(source: Source, files: &dyn Beside) -> Result<Spec, Box<Defects>> {
    // To read it twice takes a few percent of the time of `check`: a system with threads does it at the same time.
    let (document, without_values) = thread::scope(|scope| {
        let find = || valueless(&source.text);
        let beside = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, find);
        let document = yaml::read::<SpecDocument>(&source.text);
        let found = beside.map(|beside| beside.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (document, found.unwrap_or_else(|_| find()))
    });
    let document = match document {
        Ok(document) => document,
        Err(diagnostic) => return Err(Box::new(Defects { source, diagnostics: vec![diagnostic] })),
    };
    let mut checker = Checker {
        files,
        beside: BTreeMap::new(),
        text: source.text.clone(),
        complaints: Vec::new(),
        final_newline: document.final_newline.unwrap_or(true),
        terminal: document.terminal.unwrap_or(false),
        modules: Vec::new(),
        neutral: Neutral::default(),
        headers: Vec::new(),
        only_unit: None,
        entry: String::new(),
        handed_in: Vec::new(),
        language: None,
        languages: Languages::default(),
        has_program: false,
        asked: Asked::default(),
        exercises: Exercises::default(),
        has_built_in: false,
    };
    checker.complaints.extend(without_values);
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
    files: &'a dyn Beside,
    /// The other files that were read.
    beside: BTreeMap<String, Vec<u8>>,
    text: String,
    complaints: Vec<Diagnostic>,
    final_newline: bool,
    terminal: bool,
    /// The modules that sessions can use.
    modules: Vec<Module>,
    /// What neutral sessions call.
    neutral: Neutral,
    /// The headers with which sessions can be compiled.
    headers: Vec<String>,
    /// The one source in C or C++ that is handed in, if there are no others: it can take the place of a header.
    only_unit: Option<String>,
    /// The files that are handed in, needed or not.
    handed_in: Vec<String>,
    /// The file that is run.
    entry: String,
    /// Its language.
    language: Option<&'static Language>,
    /// All languages of the spec.
    languages: Languages,
    /// Whether the reference is a program, which can leave files.
    has_program: bool,
    /// The classes in Java that students are asked to write.
    asked: Asked,
    exercises: Exercises,
    /// Whether the reference is a built-in one.
    has_built_in: bool,
}

impl Checker<'_> {
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push(diagnostic);
    }

    fn spec(&mut self, document: &SpecDocument, source: Source) -> Spec {
        let assignment = self.named(&document.assignment, "the assignment");
        let title = document.title.as_ref().map_or_else(|| assignment.clone(), |title| self.title(title));
        let (mut hand_in, supplied) = self.submission(document);
        self.handed_in =
            hand_in.files.iter().chain(&hand_in.optional).chain(&hand_in.instead).cloned().collect();
        let language = document.language.as_ref().and_then(|written| self.language(written));
        let language = language.or_else(|| self.languages.own_of_file(&hand_in.entry));
        let unknown = language.is_none() && self.languages.of_file(&hand_in.entry).is_none();
        // A language that is wrong has its own complaint.
        if unknown && document.language.is_none() && !hand_in.entry.is_empty() {
            let place =
                document.submission.entry.as_ref().map_or(document.submission.files.place(), At::place);
            let message = format!("no language is known for `{}`", hand_in.entry);
            self.complain(Diagnostic::new(place, message, "unknown ending").help(SAY_THE_LANGUAGE));
        }
        for written in &document.submission.instead {
            let name = &written.value().0;
            if !self.languages.knows(name) {
                let message = format!("no language is known for `{name}`");
                let help =
                    "a program that is handed in instead goes by its ending: docs/languages.md lists them";
                self.complain(Diagnostic::new(written.place(), message, "unknown ending").help(help));
            }
        }
        let reference = document.reference.as_ref().and_then(|reference| self.reference(reference));
        let reference_is_known = reference.is_some() || document.reference.is_none();
        let written_readings = if reference_is_known { document.readings.as_slice() } else { &[] };
        let readings = self.readings(written_readings, reference.as_ref());
        let audit = document.audit.as_ref().map(|audit| self.audit(audit, reference.as_ref()));
        let limits = self.limits(&document.limits, &Limits::default());
        let late = document.late.as_ref().map_or_else(LatePolicy::default, |late| self.late(late));
        self.entry.clone_from(&hand_in.entry);
        self.language = language.or_else(|| self.languages.of_file(&hand_in.entry));
        hand_in.main = self.language.filter(|_| is_open(&hand_in.entry)).and_then(|one| one.main.clone());
        self.can_be_seeded(self.language, document.seed.as_ref());
        self.can_have_clock(self.language, document.clock.as_ref());
        self.has_program = matches!(reference, Some(ReferenceSource::Program { .. }));
        self.has_built_in = matches!(reference, Some(ReferenceSource::BuiltIn(_)));
        self.asked = asked(&self.handed_in, &supplied, reference.as_ref());
        let supplied_names = supplied.iter().map(|(path, _)| path.display().to_string());
        let handed_in = hand_in.files.iter().chain(&hand_in.optional).cloned();
        self.modules =
            handed_in.chain(supplied_names).filter_map(|name| self.module_of(&name, language)).collect();
        self.find_headers(&hand_in, &supplied);
        self.neutral = self.neutral(document.interface.as_ref(), &hand_in);
        let defaults = self.defaults(document, &hand_in);
        let written = build::Written { build: document.build.as_ref(), runtime: document.runtime.as_ref() };
        let mut build = self.build_options(written, self.language, &BuildOptions::default());
        build::ask_for(&mut build, reference.as_ref());
        self.exercises = Exercises::of_whole(&hand_in, &supplied, language, reference, limits);
        self.exercises.build = build;
        let mut groups = self.groups(document, &defaults);
        self.prices_warnings(document, &mut groups);
        self.sanitizes_no_session(&groups);
        self.makes_no_session(&groups);
        self.mutants_can_be_told(&groups);
        self.uses_header(document, &groups);
        self.uses_interface(document.interface.as_ref(), &groups);
        self.names_its_files(&groups);
        self.looks_at_python(&hand_in, &groups);
        hand_in.is_never_run = self.is_never_run(&hand_in, &groups);
        let without = self.without_reference(document, &groups);
        self.needs_no_reference(document, &without);
        self.can_be_compared(&without);
        self.answers_sessions(&hand_in, &groups);
        if matches!(document.scoring, Some(ScoringDocument::PerCause)) {
            self.keeps_secrets_by_cause(&groups);
        }
        let Exercises { reference, limits, build, further_programs, all: exercises, .. } =
            std::mem::take(&mut self.exercises);
        Spec {
            assignment,
            title,
            hand_in,
            supplied,
            language,
            build,
            languages: std::mem::take(&mut self.languages),
            reference,
            readings,
            limits,
            scoring: document.scoring.map_or_else(Scoring::default, |scoring| match scoring {
                ScoringDocument::PerScenario => Scoring::PerScenario,
                ScoringDocument::PerCause => Scoring::PerCause,
                ScoringDocument::Both => Scoring::Both,
            }),
            late,
            which_counts: document.hand_ins.map_or_else(WhichCounts::default, HandInsDocument::which_counts),
            further_programs,
            exercises,
            groups,
            audit,
            source,
            beside: std::mem::take(&mut self.beside),
            conceals_references: false,
        }
    }

    /// Tells whether no scenario runs the program, in a language in which it makes no difference by which of its sources it is known.
    fn is_never_run(&self, hand_in: &HandIn, groups: &[Group]) -> bool {
        let others = self.language.and_then(|language| language.others);
        let mut tasks = groups.iter().flat_map(|group| &group.scenarios).map(|scenario| &scenario.task);
        is_open(&hand_in.entry)
            && matches!(others, Some(Others::Class | Others::Include))
            && !tasks.any(|task| matches!(task, Task::Run(_)))
    }

    /// Returns the default settings of scenarios.
    fn defaults(&mut self, document: &SpecDocument, hand_in: &HandIn) -> Defaults {
        let is_handed_in =
            |entry: &&String| hand_in.files.contains(entry) || hand_in.optional.contains(entry);
        let entry = Some(&hand_in.entry).filter(is_handed_in);
        let usual = entry.or(hand_in.files.first()).map(|name| {
            let known = self.modules.iter().find(|module| module.file == *name);
            // What is none has its own complaint.
            known.cloned().unwrap_or_else(|| Module::python(name.trim_end_matches(".py")))
        });
        let compare = document.compare.as_ref();
        Defaults {
            comparisons: compare.map_or_else(Comparisons::exact, |compare| self.comparisons(compare)),
            module: document
                .module
                .as_ref()
                .map(|module| self.module(module))
                .or(usual)
                .unwrap_or_else(|| Module::python("")),
            header: document.header.as_ref().map(|header| self.header(header)),
            args: Vec::new(),
            env: self.environment(&BTreeMap::new(), &document.env, document.timezone.as_ref()),
            seed: self.seed(None, document.seed.as_ref()),
            clock: self.clock(None, document.clock.as_ref()),
            hint: None,
            hidden: Hidden::Nothing,
            in_group: false,
        }
    }

    /// Checks that a name is not empty.
    fn title(&mut self, title: &At<Scalar>) -> String {
        let text = title.value().0.clone();
        if text.trim().is_empty() {
            let help = "write a name for people, or leave the key out: then the assignment's key is shown";
            self.complain(Diagnostic::new(title.place(), "the title is empty", "empty").help(help));
        }
        text
    }

    fn named(&mut self, name: &At<Scalar>, what: &str) -> String {
        if name.value().0.trim().is_empty() {
            let help = "write a few words that tell it apart from others";
            self.complain(Diagnostic::new(name.place(), format!("{what} has no name"), "empty").help(help));
        } else if name.value().0.contains(['\n', '\r', '\0']) {
            let message = format!("{what} has a name of several lines");
            let help = "write it in one line";
            self.complain(Diagnostic::new(name.place(), message, "not one line").help(help));
        }
        name.value().0.clone()
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
}
