//! An instructor's reference: a program that is run once for each scenario and then remembered.

mod ahead;
mod files;
mod observed;

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::sync::Arc;

use yardstick_reference::Answer;

use self::ahead::Ahead;
pub(super) use self::observed::ReferenceObserved;
use super::occasion::Occasion;
use super::{Error, ReferenceRunner};
use crate::checker::{Checkers, Silent, Watched};
use crate::digest::{Digest, Part};
use crate::language::{self, BuildOptions, Language, Prepared, Program, makefiles};
use crate::sandbox::{Limits, Sandbox};
use crate::session::{Module, Notation};
use crate::spec::{Diagnostic, OutputChecker, RunTask, SessionTask, Spec, Task, UnitTestTask};
use crate::submission::Snapshot;
use crate::trace::{
    JobQuery, Observed, Preparation, Recorded, SessionTrace, TestsTrace, Trace, UnitTestTrace,
};
use crate::untrusted::{Text, Untrusted};

/// What a reference stands for.
#[derive(Clone, Debug)]
pub(super) struct Asked<'a> {
    /// The exercise, by its index; `None` for the whole hand-in.
    pub(super) exercise: Option<usize>,
    /// The program of the hand-in, by its index.
    pub(super) program: usize,
    /// The limits of one run.
    pub(super) limits: &'a Limits,
    /// Who judges what it prints.
    pub(super) checkers: Arc<Checkers>,
}

/// The program, which is built when it has to be run.
pub(super) struct ReferenceProgram<'a> {
    reference_runner: &'a ReferenceRunner<'a>,
    spec: &'a Spec,
    /// The exercise for which it stands, by its index; `None` for the whole hand-in.
    exercise: Option<usize>,
    limits: &'a Limits,
    language: &'static Language,
    /// The name of its first file in the spec.
    name: &'a str,
    files: Snapshot,
    /// By which digest its files are known.
    known: Digest,
    /// The file that is run.
    entry: String,
    /// The instructor's files and the supplied ones, which are checked or built together.
    sources: Vec<String>,
    /// How it is built.
    options: &'a BuildOptions,
    preparation: Preparation,
    checkers: Arc<Checkers>,
    built: OnceCell<Program>,
    /// The same, built as a library that sessions call.
    library: OnceCell<Program>,
    /// What is known before anybody asks for it.
    ahead: Ahead,
    /// The new results by keys, to be stored.
    observed: RefCell<Vec<(Digest, Observed)>>,
}

impl<'a> ReferenceProgram<'a> {
    /// Reads the files, and builds nothing.
    pub(super) fn new(
        reference_runner: &'a ReferenceRunner<'a>,
        spec: &'a Spec,
        (files, name): (&Snapshot, &'a str),
        Asked { exercise, program, limits, checkers }: Asked<'a>,
    ) -> Result<Self, Error> {
        let language = spec.languages.of_file(name).expect("a checked spec names a file of a known language");
        let mut files = files.clone();
        let named = spec.named_after_class(&mut files, name.to_owned());
        let own = files.iter().map(|(path, _)| path);
        let supplied = spec.supplied.iter().map(|(path, _)| path).filter(|path| files.get(path).is_none());
        let sources = own.chain(supplied).map(|path| path.display().to_string()).collect();
        let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        if let Err(problem) = language::convert_notebooks(&mut files, names.iter().map(String::as_str)) {
            return Err(not_usable(spec, name, &problem.sentence()));
        }
        let (mut files, entry) = files::in_the_place_of_a_submission(spec, program, &files, &named);
        language::leave_out_packages(&mut files, &spec.packages());
        let mut tools = match reference_runner.sandbox {
            // Nothing is run, so the versions are those of the earlier run.
            None => {
                let record = reference_runner.store.reference(&language.name);
                record.ok_or(Error::ReferenceNotRun)?.preparation.tools.clone()
            }
            Some(_) => language.versions().map_err(language::Error::Tool)?,
        };
        // A reference in another language is built as usual.
        let named = spec.programs().nth(program).expect("an exercise has a program");
        let options = named.build_in(Some(language));
        if options.make.is_some() && reference_runner.sandbox.is_some() {
            tools.extend(makefiles().versions().map_err(language::Error::Tool)?);
        }
        let languages = vec![language.name.clone()];
        let known = if spec.conceals_references { files::named_only(&files) } else { files.digest() };
        let key = Digest::of_values(&[&"reference", &known, &entry, &languages, &tools]);
        let key = match options.is_usual() {
            true => key,
            false => Digest::of_values(&[&"built", &key, &options.digest()]),
        };
        let key = spec.languages.digest().map_or(key, |own| Digest::of_values(&[&"languages", &key, &own]));
        let preparation = Preparation { key, languages, tools };
        let (built, library, observed, ahead) = Default::default();
        Ok(Self {
            reference_runner,
            spec,
            exercise,
            limits,
            language,
            name,
            files,
            known,
            entry,
            sources,
            options,
            preparation,
            checkers,
            built,
            library,
            ahead,
            observed,
        })
    }

    /// Runs the program.
    pub(super) fn run(&self, task: &RunTask) -> Result<Trace, Error> {
        let is_run = |recorded: &Recorded| matches!(recorded, Recorded::Run(_));
        let (own, files): ([&dyn Part; 3], _) =
            ([&"run", &task.args, &task.input], task.surroundings.digest());
        let answer = task.expectation.answer();
        let checker = task.checker.as_ref().map(|checker| checker.digest(answer.unwrap_or_default()));
        let more = files.iter().chain(&checker).map(|digest| digest as &dyn Part);
        let what: Vec<&dyn Part> = own.into_iter().chain(more).collect();
        let recorded = self.recorded(&what, is_run, |occasion| {
            let program = self.program()?;
            let surroundings = occasion.surroundings(&task.surroundings, self.language, &self.files);
            let watched = Watched {
                program,
                task,
                surroundings: &surroundings,
                limits: self.limits,
                known: &[],
                answer: answer.or(task.has_own_course().then_some(&[])),
                exit: task.expectation.exit,
                by_reference: None,
            };
            let ran = self.checkers.run(&watched);
            Ok(Recorded::Run(ran.map_err(|reason| silent(task.checker.as_deref(), reason))?))
        })?;
        let Recorded::Run(trace) = recorded else { unreachable!("nothing of another kind is taken") };
        Ok(trace)
    }

    /// Returns the module with a name among the files that are handed in or supplied.
    pub(super) fn module(&self, name: &str) -> Module {
        // A session of the spec has its header too.
        let scenarios = self.spec.groups.iter().flat_map(|group| &group.scenarios);
        let mut typed = scenarios.filter_map(|scenario| match &scenario.task {
            Task::Session(session) => Some(&session.module),
            Task::Run(_)
            | Task::Rule(_)
            | Task::Package(_)
            | Task::Tests(_)
            | Task::UnitTest(_)
            | Task::Manual(_) => None,
        });
        if let Some(module) = typed.find(|module| module.name == name || module.file == name) {
            return module.clone();
        }
        let handed_in = self.spec.hand_in.files.iter().chain(&self.spec.hand_in.optional).cloned();
        let supplied = self.spec.supplied.iter().map(|(path, _)| path.display().to_string());
        let mut modules = handed_in.chain(supplied).filter_map(|file| Module::of_file(&file));
        let known = modules.find(|module| module.name == name || module.file == name);
        known.unwrap_or_else(|| Module::python(name))
    }

    /// Returns the trace of a session.
    pub(super) fn session(&self, task: &SessionTask) -> Result<SessionTrace, Error> {
        let sources = task.sources();
        let is_session = |recorded: &Recorded| matches!(recorded, Recorded::Session(_));
        let (module, surroundings) = (task.module.key(), task.surroundings.digest());
        let parts: [&dyn Part; 4] = [&"session", &module, &sources, &task.stdin];
        let answer = task.answer();
        let checker = task.checker.as_ref();
        let checker = checker.map(|checker| checker.digest(answer.as_deref().unwrap_or_default().as_bytes()));
        let more = surroundings.iter().chain(&checker).map(|digest| digest as &dyn Part);
        let what: Vec<&dyn Part> = parts.into_iter().chain(more).collect();
        let recorded = self.recorded(&what, is_session, |_| {
            let program =
                if self.notation(&task.module).is_native() { self.library()? } else { self.program()? };
            let trace = self.answered(&*program.in_place(&task.surroundings)?, task)?;
            let judged = self.checkers.judge_session(program.sandbox(), task, answer.as_deref(), trace);
            Ok(Recorded::Session(judged.map_err(|reason| silent(task.checker.as_deref(), reason))?))
        })?;
        let Recorded::Session(trace) = recorded else { unreachable!("nothing of another kind is taken") };
        Ok(trace)
    }

    /// Returns the language in which the lines of a session are carried out.
    fn notation(&self, module: &Module) -> Notation {
        module.notation.in_place_of(Notation::of_language(&self.language.name))
    }

    /// Returns the trace of a test of the instructor.
    pub(super) fn unit_test(&self, task: &UnitTestTask) -> Result<UnitTestTrace, Error> {
        let digest = task.test.digest();
        let is_test = |recorded: &Recorded| matches!(recorded, Recorded::UnitTest(_));
        let recorded = self.recorded(&[&"unit test", &digest], is_test, |_| {
            Ok(Recorded::UnitTest(self.tested(self.program()?, &task.test, digest)?))
        })?;
        let Recorded::UnitTest(trace) = recorded else { unreachable!("nothing of another kind is taken") };
        Ok(trace)
    }

    /// Returns which mutants are shown by something of the spec: as it was found out before, or else now.
    pub(super) fn mutants_shown(
        &self,
        digest: &Digest,
        find_out: impl Fn() -> Result<Vec<bool>, Error>,
    ) -> Result<Vec<bool>, Error> {
        let found: OnceCell<Vec<bool>> = OnceCell::new();
        let is_tests = |recorded: &Recorded| matches!(recorded, Recorded::Tests(_));
        let recorded = self.recorded(&[&"mutants", digest], is_tests, |_| {
            // Each mutant was run twice.
            let caught = match found.get() {
                Some(found) => found.clone(),
                None => {
                    let new = find_out()?;
                    found.get_or_init(|| new).clone()
                }
            };
            Ok(Recorded::Tests(TestsTrace { is_there: true, complaint: None, caught }))
        })?;
        let Recorded::Tests(trace) = recorded else { unreachable!("nothing of another kind is taken") };
        Ok(trace.caught)
    }

    /// Tells whether a file of the reference is a module with this name.
    pub(super) fn has_module(&self, name: &str) -> bool {
        self.files.get(Path::new(&format!("{name}.py"))).is_some() || self.files.has_folder(Path::new(name))
    }

    fn recorded(
        &self,
        what: &[&dyn Part],
        is_of_kind: impl Fn(&Recorded) -> bool,
        run: impl Fn(Occasion) -> Result<Recorded, Error>,
    ) -> Result<Recorded, Error> {
        let fixed: [&dyn Part; 1] = [&self.preparation.key];
        let key = Digest::of_values(&[&fixed, what].concat());
        let limits = Some(self.limits);
        let query = JobQuery { limits, ..JobQuery::once(&key) };
        let observed = match self.reference_runner.store.observed_as(&query, is_of_kind) {
            Some(observed) => observed,
            None => {
                let mut observed = Observed::from(run(Occasion::First)?).under(limits);
                // A reference that behaves differently in a second run cannot be used.
                observed.add(run(Occasion::Second)?);
                observed
            }
        };
        let recorded = observed.recorded.clone();
        self.observed.borrow_mut().push((key, observed));
        Ok(recorded)
    }

    fn program(&self) -> Result<&Program, Error> {
        if let Some(program) = self.built.get() {
            return Ok(program);
        }
        let sandbox: &Sandbox = self.reference_runner.sandbox.ok_or(Error::ReferenceNotRun)?;
        let files = self.files.clone();
        let prepared =
            language::prepare(sandbox, self.language, files, &self.entry, &self.sources, self.options)?;
        let program = self.ready(prepared)?;
        Ok(self.built.get_or_init(|| program))
    }

    fn library(&self) -> Result<&Program, Error> {
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        let sandbox: &Sandbox = self.reference_runner.sandbox.ok_or(Error::ReferenceNotRun)?;
        let files = self.files.clone();
        let prepared = language::prepare_library(
            sandbox,
            self.language,
            files,
            &self.entry,
            &self.sources,
            self.options,
        )?;
        let library = self.ready(prepared)?;
        Ok(self.library.get_or_init(|| library))
    }

    fn ready(&self, prepared: Prepared) -> Result<Program, Error> {
        match prepared {
            Prepared::Ready(program) => Ok(*program),
            Prepared::Broken(complaint) | Prepared::Stopped(complaint) => {
                Err(not_usable(self.spec, self.name, &complaint))
            }
        }
    }

    /// Returns the result of the last job in another run, if that differed.
    pub(super) fn other(&self) -> Option<Recorded> {
        self.observed.borrow().last().and_then(|(_, observed)| observed.others.first().cloned())
    }
}

/// Returns the complaint about a reference that cannot be run; `why` is what is said about it.
fn not_usable(spec: &Spec, name: &str, why: &Untrusted) -> Error {
    let message = format!("the reference `{name}` does not parse or compile");
    let at = spec.source.text.find(name).unwrap_or_default();
    let diagnostic = Diagnostic::new(at..at + name.len(), message, "this file").help(why.expose());
    spec.defect(diagnostic).into()
}

/// Returns answers of an instructor's own program as expected ones, which are trusted.
pub fn trusted(answers: &[Answer<Untrusted>]) -> Vec<Answer> {
    answers.iter().map(|answer| answer.clone().map_texts(|text| text.expose().to_owned())).collect()
}

/// Returns what a sanitizer found in a run of an instructor's own program, and where.
pub(super) fn misused(trace: &Trace) -> Option<String> {
    let misuse = trace.misuse.as_deref()?;
    let place = misuse.place.as_ref();
    let place = place.map(|place| format!(" in line {} of `{}`", place.line, place.file.expose()));
    Some(format!("{}{}", misuse.message.expose(), place.unwrap_or_default()))
}

/// Returns the error for a checker that says nothing.
fn silent(checker: Option<&OutputChecker>, reason: Silent) -> Error {
    match (reason, checker) {
        (Silent::Failed(error), _) => error.into(),
        (reason @ (Silent::Broken | Silent::Misbehaved(_)), Some(checker)) => {
            Error::Checker(reason.reason(checker))
        }
        (Silent::Broken | Silent::Misbehaved(_), None) => unreachable!("nobody is asked"),
    }
}
