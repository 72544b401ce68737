//! Prepares a submission for running.

use std::collections::BTreeSet;
use std::path::Path;

use super::concurrency::Guest;
use super::end_cause::EndCause;
use super::{Fault, NOTICE, interrupted, not_interrupted};
use crate::digest::Digest;
use crate::language::{self, BuildOptions, CodeCells, Language, Prepared, Program, Warning};
use crate::plan::{Expected, Job, Plan};
use crate::rules::Grammar;
use crate::sandbox::{self, Sandbox};
use crate::session::Drivers;
use crate::spec::ProgramName;
use crate::submission::{File, HandedIn, Problem, Snapshot, Submission, TakeError, is_open, is_test_in_java};
use crate::trace::{Invalid, Sources};
use crate::untrusted::Untrusted;

/// A submission whose files were read.
pub(super) struct Taken {
    /// The digest of all its files.
    pub(super) files: Digest,
    /// The source files among them.
    pub(super) sources: Sources,
    /// The files that count, or the reason why there are none.
    pub(super) found: Result<Found, Invalid>,
}

/// The files that count.
pub(super) struct Found {
    /// The files, with those that the grader supplies.
    files: Snapshot,
    /// The file that is run.
    entry: String,
    /// The files that match names with wildcards.
    matching: Vec<String>,
    /// Those of them that are tests, and no part of the program.
    tests: Vec<String>,
    /// The name of the zip file that contained them, if there was one.
    archive: Option<Untrusted>,
    /// The cells of the notebooks among them.
    cells: CodeCells,
}

/// A submission that can be run.
pub(super) struct Submitted {
    /// The programs that the spec names, in its order; at least that of the whole hand-in.
    programs: Vec<Built>,
    /// The drivers that answer its sessions.
    pub(super) drivers: Drivers,
    /// The files as they were handed in, with those that the grader supplies.
    pub(super) files: Snapshot,
    /// The name of the zip file that contained them, if there was one.
    pub(super) archive: Option<Untrusted>,
    /// The cells of the notebooks among them.
    pub(super) cells: CodeCells,
    /// The files that are left out of the program, and why.
    left_out: Vec<(String, &'static str)>,
}

/// A program of a submission.
pub(super) struct Built {
    pub(super) program: Program,
    /// The same, built as a library, if sessions call it as one.
    pub(super) library: Option<Program>,
    /// The reason why the program cannot be run although its modules can be used.
    pub(super) not_run: Option<Invalid>,
}

impl Submitted {
    /// Returns the program of the whole hand-in.
    pub(super) fn whole(&self) -> &Built {
        &self.programs[0]
    }

    /// Returns what the compiler warned of in the files that were handed in, each once.
    pub(super) fn warnings(&self, plan: &Plan) -> Vec<Warning> {
        let mut all: Vec<Warning> = Vec::new();
        for warning in self.programs.iter().flat_map(|built| built.warnings(plan)) {
            if !all.contains(warning) {
                all.push(warning.clone());
            }
        }
        all.extend(self.left_out.iter().map(|(name, why)| Warning {
            file: name.as_str().into(),
            line: 1,
            column: None,
            message: (*why).into(),
            is_ours: true,
        }));
        all
    }

    /// Returns the program that a job tests.
    pub(super) fn built(&self, plan: &Plan, job: &Job) -> &Built {
        &self.programs[plan.spec.program_of(job.group)]
    }
}

impl Built {
    /// Returns what the compiler warned of in the files that were handed in.
    pub(super) fn warnings(&self, plan: &Plan) -> impl Iterator<Item = &Warning> {
        let supplied: Vec<Untrusted> =
            plan.spec.supplied.iter().map(|(path, _)| path.display().to_string().into()).collect();
        let programs = [Some(&self.program).filter(|_| self.not_run.is_none()), self.library.as_ref()];
        let all = programs.into_iter().flatten().flat_map(Program::warnings);
        all.filter(move |warning| !supplied.contains(&warning.file))
    }
}

/// Reads the files of a submission.
pub(super) fn take(plan: &Plan, submission: &Submission) -> Result<Taken, Fault> {
    let snapshot = match Snapshot::take(submission) {
        Ok(snapshot) => snapshot,
        Err(TakeError::Problem(problem)) => {
            let (files, sources) = (problem.digest(), Sources::default());
            return Ok(Taken { files, sources, found: Err(Invalid::Problem(problem)) });
        }
        Err(TakeError::Fault(fault)) => return Err(Fault(fault.message())),
    };
    let digest = snapshot.digest();
    let mut sources = Sources::default();
    let hand_in = &plan.spec.hand_in;
    let found = hand_in.find(&snapshot).and_then(|handed_in| {
        let (tests, matching) = without_tests(plan, &handed_in);
        // Where any file will do, it is the first.
        let entry = match tests.contains(&handed_in.entry) {
            true => matching[0].clone(),
            false => handed_in.entry,
        };
        let mut files = handed_in.files;
        let entry = plan.spec.named_after_class(&mut files, entry);
        let names = hand_in.names().chain(matching.iter().map(String::as_str));
        let cells = language::convert_notebooks(&mut files, names)?;
        sources = Sources::of(&files, &entry, &plan.spec.languages, &cells);
        for (path, file) in plan.spec.supplied.iter() {
            files.supply(path.to_path_buf(), file.clone());
        }
        sources.leave_out(language::leave_out_packages(&mut files, &plan.spec.packages()));
        Ok(Found { files, entry, matching, tests, archive: snapshot.archive_name().cloned(), cells })
    });
    Ok(Taken { files: digest, sources, found: found.map_err(Invalid::Problem) })
}

/// Parts the files that match names with wildcards into tests, which are no part of the program, and all others. Nothing is left out where
/// nothing else matches, or where the spec brings a framework of tests for the program.
fn without_tests(plan: &Plan, handed_in: &HandedIn) -> (Vec<String>, Vec<String>) {
    let is_test = |name: &String| {
        let file = handed_in.files.get(Path::new(name));
        file.is_some_and(|file| is_test_in_java(name, &file.content))
    };
    let (tests, others): (Vec<String>, Vec<String>) = handed_in.matching.iter().cloned().partition(is_test);
    let has_library = |path: &Path| path.extension().is_some_and(|extension| extension == "jar");
    match others.is_empty() || plan.spec.supplied.iter().any(|(path, _)| has_library(path)) {
        true => (Vec::new(), handed_in.matching.clone()),
        false => (tests, others),
    }
}

impl Found {
    /// Returns the languages of the files that may be run.
    pub(super) fn languages(&self, plan: &Plan) -> Vec<&'static Language> {
        let first = plan.spec.hand_in.files.first();
        let whole =
            [Some(&self.entry), first].into_iter().flatten().filter_map(|file| language_of(plan, file));
        let further = plan.spec.programs().skip(1);
        let further = further.filter_map(|one| one.known_language());
        let mut languages: Vec<&Language> = Vec::new();
        for language in whole.chain(further) {
            if !languages.iter().any(|known| known.name == language.name) {
                languages.push(language);
            }
        }
        languages
    }
}

/// Checks and builds the program.
pub(super) fn build(
    sandbox: &Sandbox,
    plan: &Plan,
    guest: &Guest,
    found: Found,
) -> Result<Result<Submitted, Invalid>, Fault> {
    let Found { mut files, entry, matching, tests, archive, cells } = found;
    let sources: Vec<String> = plan.spec.sources().into_iter().chain(matching).collect();
    let compiled = leave_out_compiled(plan, &mut files, &sources);
    let apart = compiled_apart(plan);
    let mut sources: Vec<String> =
        sources.into_iter().filter(|name| !apart.contains(name.as_str())).collect();
    let is_there = |name: &str| files.get(Path::new(name)).is_some();
    if apart.contains(entry.as_str()) {
        // What else was handed in is the program.
        let optional = plan.spec.hand_in.optional.iter();
        sources.extend(optional.filter(|name| is_there(name) && !apart.contains(name.as_str())).cloned());
    }
    let apart: Vec<&str> = apart.into_iter().filter(|name| is_there(name)).collect();
    let beside = (!apart.is_empty()).then(|| without_content(&files, &apart));
    let files_to_build = beside.as_ref().unwrap_or(&files);
    let building = Building { sandbox, plan, guest, files: files_to_build, entry: &entry, sources };
    let whole = match building.whole()? {
        Ok(whole) => whole,
        Err(invalid) => return Ok(Err(invalid.in_code_cells(&cells).without(&compiled))),
    };
    let mut programs = vec![whole];
    for (index, further) in plan.spec.programs().enumerate().skip(1) {
        let built = building.further(&further, index, &programs[0])?;
        programs.push(built);
    }
    let compiled = compiled.into_iter().map(|name| (name, COMPILED));
    let left_out = compiled.chain(tests.into_iter().map(|name| (name, TEST))).collect();
    Ok(Ok(Submitted { programs, drivers: Drivers::default(), files, archive, cells, left_out }))
}

/// The files of own tests that are compiled with the programs under test, and by themselves would not be: they lack these and their
/// libraries.
fn compiled_apart<'p>(plan: &'p Plan) -> BTreeSet<&'p str> {
    let file = |job: &'p Job| match &job.expected {
        Expected::Tests(task) if task.language == Grammar::Java => Some(task.file.as_str()),
        _ => None,
    };
    plan.jobs.iter().filter_map(file).collect()
}

/// The files of a hand-in, with an empty class in the place of such tests: they may be all that there is.
fn without_content(files: &Snapshot, tests: &[&str]) -> Snapshot {
    let mut files = files.clone();
    for name in tests {
        let class = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        let content = format!("class {class} {{}}\n").into_bytes();
        files.insert(name.into(), File { content, executable: false });
    }
    files
}

/// Why a file is left out that was compiled before.
const COMPILED: &str =
    "it was compiled before it was handed in, so it is left out: the Makefile makes it anew";

/// Why a file is left out that is a test.
const TEST: &str =
    "it is a test, or needs what tests need, so it is left out: the program is built without it";

/// Takes away what was compiled before it was handed in, where a Makefile could use it; returns the names. What the assignment
/// names or supplies stays.
fn leave_out_compiled(plan: &Plan, files: &mut Snapshot, named: &[String]) -> Vec<String> {
    if plan.spec.programs().all(|program| program.build.make.is_none()) {
        return Vec::new();
    }
    let is_asked_for = |path: &Path| {
        plan.spec.supplied.get(path).is_some() || named.iter().any(|name| path == Path::new(name))
    };
    let (left_out, kept): (Vec<_>, Vec<_>) = files
        .iter()
        .map(|(path, file)| (path.to_path_buf(), file.clone()))
        .partition(|(path, file)| language::is_compiled(&file.content) && !is_asked_for(path));
    *files = kept.into_iter().collect();
    left_out.into_iter().map(|(path, _)| path.display().to_string()).collect()
}

/// How a program or a library is built.
type Prepare =
    fn(&Sandbox, &Language, Snapshot, &str, &[String], &BuildOptions) -> Result<Prepared, language::Error>;

/// The files of a submission while its program is built.
struct Building<'a> {
    sandbox: &'a Sandbox,
    plan: &'a Plan<'a>,
    guest: &'a Guest<'a>,
    files: &'a Snapshot,
    /// The file that is run, as it was handed in.
    entry: &'a str,
    /// The files that are checked or built together with it, if they are in its language.
    sources: Vec<String>,
}

impl Building<'_> {
    /// Builds the program of the whole hand-in, whose other files must be right as well.
    fn whole(&self) -> Result<Result<Built, Invalid>, Fault> {
        let (hand_in, entry) = (&self.plan.spec.hand_in, self.entry);
        let asked = self.plan.spec.programs().next().expect("a hand-in has a program");
        let named = |entry| asked.as_handed_in(entry, language_of(self.plan, entry));
        let name = named(entry);
        let not_run = match hand_in.optional.iter().any(|optional| optional == entry) {
            // Where students choose the names of the other files, these belong to it.
            true if hand_in.files.iter().any(|file| is_open(file)) => self.alone(&name, &self.sources)?.err(),
            true => self.alone(&name, &[])?.err(),
            false => None,
        };
        // Without its entry, a submission has the language of its first file.
        let is_there = |file: &&String| self.files.get(Path::new(file)).is_some();
        let first = hand_in.files.first().or_else(|| hand_in.programs.iter().find(is_there));
        let name = match first.filter(|_| not_run.is_some()) {
            Some(first) if hand_in.files.is_empty() => named(self.first_that_builds()?.unwrap_or(first)),
            Some(first) if is_open(first) => named(self.first_that_builds()?.map_or(entry, String::as_str)),
            Some(first) => named(first),
            None => name,
        };
        let sources = &self.sources;
        if !self
            .plan
            .spec
            .has_library(0, name.language.or_else(|| self.plan.spec.languages.of_file(name.entry)))
        {
            let built = self.compile(&name, sources)?;
            return Ok(built.map(|program| Built { program, library: None, not_run }));
        }
        let library = match self.compile_library(&name, sources)? {
            Ok(library) => library,
            Err(invalid) => return Ok(Err(invalid)),
        };
        Ok(Ok(self.with_library((0, &name), sources, library, not_run)?))
    }

    /// Returns the first of several programs that is there and can be built: a broken one costs its own groups only.
    fn first_that_builds(&self) -> Result<Option<&String>, Fault> {
        for program in &self.plan.spec.hand_in.programs {
            let name = self.plan.spec.programs().next().expect("a hand-in has a program");
            let name = name.as_handed_in(program, language_of(self.plan, program));
            if self.alone(&name, &[])?.is_ok() {
                return Ok(Some(program));
            }
        }
        Ok(None)
    }

    /// Builds the program beside its library, if it is run. Without it, only its runs are lost.
    fn with_library(
        &self,
        (index, name): (usize, &ProgramName),
        sources: &[String],
        library: Program,
        not_run: Option<Invalid>,
    ) -> Result<Built, Fault> {
        let (program, not_run) = match self.plan.spec.has_runs(index) {
            true => match self.compile(name, sources)? {
                Ok(program) => (program, not_run),
                Err(invalid) => (library.clone(), not_run.or(Some(invalid))),
            },
            false => (library.clone(), not_run),
        };
        Ok(Built { program, library: Some(library), not_run })
    }

    /// Builds the program of an exercise. Without it, only its own scenarios are lost.
    fn further(&self, name: &ProgramName, index: usize, whole: &Built) -> Result<Built, Fault> {
        let spec = self.plan.spec;
        // The file of the whole hand-in may be another one than the spec names, and has others beside it.
        let is_whole = name.entry == spec.hand_in.entry;
        let sources = if is_whole { self.sources.as_slice() } else { &[] };
        let name = &match is_whole && self.entry != name.entry {
            true => name.as_handed_in(self.entry, language_of(self.plan, self.entry)),
            false => *name,
        };
        let language = name.language.or_else(|| self.plan.spec.languages.of_file(name.entry));
        if spec.has_library(index, language) && self.files.get(Path::new(name.entry)).is_some() {
            return match self.compile_library(name, sources)? {
                Ok(library) => self.with_library((index, name), sources, library, None),
                Err(invalid) => {
                    let program = whole.program.clone();
                    Ok(Built { program, library: None, not_run: Some(invalid) })
                }
            };
        }
        Ok(match self.alone(name, sources)? {
            Ok(program) => Built { program, library: None, not_run: None },
            Err(invalid) => {
                let program = whole.program.clone();
                Built { program, library: None, not_run: Some(invalid) }
            }
        })
    }

    /// Builds a program that may be missing.
    fn alone(&self, name: &ProgramName, sources: &[String]) -> Result<Result<Program, Invalid>, Fault> {
        if self.files.get(Path::new(name.entry)).is_none() {
            return Ok(Err(Invalid::Problem(Problem::missing(name.entry, self.files))));
        }
        self.compile(name, sources)
    }

    fn compile(&self, name: &ProgramName, sources: &[String]) -> Result<Result<Program, Invalid>, Fault> {
        self.compile_with(language::prepare, name, sources)
    }

    fn compile_library(
        &self,
        name: &ProgramName,
        sources: &[String],
    ) -> Result<Result<Program, Invalid>, Fault> {
        self.compile_with(language::prepare_library, name, sources)
    }

    fn compile_with(
        &self,
        prepare: Prepare,
        name: &ProgramName,
        sources: &[String],
    ) -> Result<Result<Program, Invalid>, Fault> {
        let entry = name.entry;
        let language = name.known_language();
        let language = language.ok_or_else(|| Fault(format!("no language is known for `{entry}`").into()))?;
        let options = name.build;
        let prepare =
            || again(|| prepare(self.sandbox, language, self.files.clone(), entry, sources, options));
        let prepare = || self.guest.run(prepare, EndCause::of_prepared);
        let prepared = match prepare()? {
            Prepared::Stopped(_) if !self.guest.is_doubtful() => {
                std::thread::sleep(NOTICE);
                prepare()?
            }
            prepared => prepared,
        };
        Ok(match prepared {
            Prepared::Ready(program) => match too_large(self.plan, &program) {
                None => Ok(*program),
                Some(problem) => Err(Invalid::Problem(problem)),
            },
            Prepared::Broken(complaint) | Prepared::Stopped(complaint) => {
                Err(Invalid::of_build(&language.title, options.make.is_some(), complaint))
            }
        })
    }
}

/// Returns the problem of a program whose own files fill its disk limit, without those of the grader.
fn too_large(plan: &Plan, program: &Program) -> Option<Problem> {
    let disk = plan.spec.limits.disk;
    let has_room = program.room() <= disk;
    (!has_room && plan.spec.supplied.room() <= disk / 2)
        .then(|| Problem::TooLarge(format!("the {} KiB that a program may keep in files", disk >> 10)))
}

fn language_of(plan: &Plan, entry: &str) -> Option<&'static Language> {
    let by_name = plan.spec.languages.of_file(entry);
    // A program in another language that replaces the entry has the language of its file name.
    if entry == plan.spec.hand_in.entry { plan.spec.language.or(by_name) } else { by_name }
}

/// Tries again once if the failure was not the submission's fault.
pub(super) fn again<T>(attempt: impl Fn() -> Result<T, language::Error>) -> Result<T, Fault> {
    not_interrupted()?;
    match attempt() {
        Err(language::Error::Sandbox(sandbox::Error::Interrupted)) => Err(interrupted()),
        Err(language::Error::Tool(missing)) => Err(Fault(missing.to_string().into())),
        Err(_) => attempt().map_err(|error| Fault(error.to_string().into())),
        Ok(done) => Ok(done),
    }
}
