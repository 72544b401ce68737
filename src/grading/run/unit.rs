//! Runs single jobs, and groups of sessions with one module.

use std::path::Path;

use yardstick_reference::{Answer, Raised};

use super::concurrency::Guest;
use super::end_cause::{EndCause, stops_others_too};
use super::prepare::{Submitted, again};
use super::{Fault, NOTICE, key, not_interrupted, own_tests};
use crate::checker::{Silent, Watched};
use crate::language::{self, CodeCells, Languages, Warning};
use crate::plan::{self, Expected, ExpectedRun, Job, Plan};
use crate::rules::{self, Certainty, Finding, Grammar, Place, Rule};
use crate::sandbox::{Exit, Sandbox};
use crate::session::{self, Module, NOT_COMPILED, Session, UNREADABLE};
use crate::spec::{Hidden, ReferenceSource, RuleTask, RunTask, SessionTask, UnitTestTask};
use crate::submission::Snapshot;
use crate::trace::{
    Import, ImportFailure, Invalid, Observed, Recorded, SessionEnd, SessionTrace, Sources, Trace,
    UnitTestTrace, findings_in_code_cells,
};
use crate::unit_test::{self, UnitTest};
use crate::untrusted::Untrusted;

/// A job, or sessions with the same module or tests, of which either all or none are hidden.
pub(super) enum Unit<'plan> {
    Job(usize),
    /// Sessions with one program and the same surroundings.
    Sessions(&'plan Module, Vec<(usize, &'plan SessionTask)>),
    /// Tests of one framework.
    Tests(Vec<(usize, &'plan UnitTestTask)>),
}

/// The results of jobs, each with its index in the plan.
type Done = Vec<(usize, Result<Recorded, Fault>)>;

/// Groups some jobs of a plan into units.
pub(super) fn units<'plan>(plan: &'plan Plan, jobs: &[usize]) -> Vec<Unit<'plan>> {
    let mut units = Vec::new();
    let mut sessions: Vec<(usize, &SessionTask)> = Vec::new();
    let mut tests: Vec<(usize, &UnitTestTask)> = Vec::new();
    for &index in jobs {
        match &plan.jobs[index].expected {
            Expected::Session(task, _) => sessions.push((index, task)),
            Expected::UnitTest(task, _) => tests.push((index, task)),
            Expected::Run(..)
            | Expected::Rule(_)
            | Expected::Package(_)
            | Expected::Tests(_)
            | Expected::Manual(_) => units.push(Unit::Job(index)),
        }
    }
    // Hidden sessions never share a process with sessions that students can see.
    let is_hidden = |job: usize| plan.jobs[job].scenario.hidden != Hidden::Nothing;
    // Groups with the same program under the same limits share a compiler and a driver, too.
    let exercise = |job: usize| {
        let exercises = &plan.spec.exercises;
        let own = &exercises[plan.spec.groups[plan.jobs[job].group].exercise?];
        exercises.iter().position(|one| {
            let [theirs, ours] = [one, own].map(|one| one.reference.as_ref().map(std::mem::discriminant));
            (one.program, &one.limits, theirs) == (own.program, &own.limits, ours)
        })
    };
    let kind = |(job, task): &(usize, &'plan SessionTask)| {
        let surroundings = task.surroundings.digest();
        (exercise(*job), &task.module, is_hidden(*job), surroundings)
    };
    sessions.sort_by_key(kind);
    for of_a_kind in sessions.chunk_by(|one, other| kind(one) == kind(other)) {
        let module = &of_a_kind[0].1.module;
        let batch = module.notation.batch();
        units.extend(of_a_kind.chunks(batch).map(|batch| Unit::Sessions(module, batch.to_vec())));
    }
    let kind = |(job, task): &(usize, &UnitTestTask)| (exercise(*job), task.test.framework, is_hidden(*job));
    tests.sort_by_key(kind);
    for of_a_kind in tests.chunk_by(|one, other| kind(one) == kind(other)) {
        units.extend(of_a_kind.chunks(unit_test::BATCH).map(|batch| Unit::Tests(batch.to_vec())));
    }
    units
}

impl Unit<'_> {
    /// Returns the indexes of its jobs in the plan.
    pub(super) fn jobs(&self) -> Vec<usize> {
        match self {
            Self::Job(job) => vec![*job],
            Self::Sessions(_, sessions) => sessions.iter().map(|(job, _)| *job).collect(),
            Self::Tests(tests) => tests.iter().map(|(job, _)| *job).collect(),
        }
    }

    /// Runs every job of the unit `runs` times.
    pub(super) fn observe(
        &self,
        plan: &Plan,
        submitted: &Submitted,
        guest: &Guest,
        runs: u32,
    ) -> Vec<(usize, Result<Observed, Fault>)> {
        let first = self.believed(plan, submitted, guest);
        let mut all: Vec<(usize, Result<Observed, Fault>)> = first
            .into_iter()
            .map(|(job, recorded)| {
                (job, recorded.map(|one| observed(plan, job, one.in_code_cells(&submitted.cells))))
            })
            .collect();
        for _ in 1..runs {
            for ((_, observed), (_, recorded)) in all.iter_mut().zip(self.believed(plan, submitted, guest)) {
                match (&mut *observed, recorded) {
                    (Ok(observed), Ok(recorded)) => observed.add(recorded.in_code_cells(&submitted.cells)),
                    (Ok(_), Err(fault)) => *observed = Err(fault),
                    (Err(_), _) => {}
                }
            }
        }
        all
    }

    /// Runs every job of the unit. A signal that may have come from outside is trusted only the second time: whoever
    /// stops a machine or a batch signals all our processes, and those of students end first.
    fn believed(&self, plan: &Plan, submitted: &Submitted, guest: &Guest) -> Done {
        let gravest = |done: &Done| {
            done.iter().map(|(_, done)| EndCause::of_recorded(done)).max().unwrap_or(EndCause::Program)
        };
        let carry_out = || guest.run(|| self.carry_out(plan, submitted, guest), gravest);
        let done = carry_out();
        let is_stopped = |done: &Result<Recorded, Fault>| done.as_ref().is_ok_and(may_be_stopped);
        if guest.is_doubtful() || !done.iter().any(|(_, done)| is_stopped(done)) {
            return done;
        }
        std::thread::sleep(NOTICE);
        match not_interrupted() {
            Ok(()) => carry_out(),
            Err(fault) => done.iter().map(|(job, _)| (*job, Err(fault.clone()))).collect(),
        }
    }

    /// Runs every job of the unit once.
    fn carry_out(&self, plan: &Plan, submitted: &Submitted, guest: &Guest) -> Done {
        match self {
            Self::Job(index) => vec![(*index, job(plan, &plan.jobs[*index], submitted, guest))],
            Self::Tests(tasks) => unit_tests(plan, tasks, submitted),
            Self::Sessions(module, tasks) => {
                let sources: Vec<Vec<String>> = tasks.iter().map(|(_, task)| task.sources()).collect();
                let sessions: Vec<Session> = tasks
                    .iter()
                    .zip(&sources)
                    .map(|((_, task), lines)| Session { lines, stdin: &task.stdin })
                    .collect();
                let first = &plan.jobs[tasks[0].0];
                let (built, limits) = (submitted.built(plan, first), plan.limits(first));
                let own = Module::of_file(built.program.entry()).map(|own| own.notation);
                let is_native = module.notation.in_place_of(own).is_native();
                let program = built.library.as_ref().filter(|_| is_native);
                if let (true, None, Some(not_run)) = (is_native, program, &built.not_run) {
                    let lost =
                        |(index, _): &(usize, _)| (*index, Ok(Recorded::Session(not_compiled(not_run))));
                    return tasks.iter().map(lost).collect();
                }
                let (program, supplied) = (program.unwrap_or(&built.program), &plan.spec.supplied);
                let has_reference = plan.spec.reference_of(first.group).is_some();
                let surroundings = &tasks[0].1.surroundings;
                match again(|| {
                    let program = &*program.in_place(surroundings)?;
                    session::answer(program, &submitted.drivers, module, supplied, &sessions, limits)
                }) {
                    Ok(traces) => {
                        let recorded = |(task, trace): (&(usize, &SessionTask), SessionTrace)| {
                            let fault = unreadable(has_reference, task.1, &trace);
                            let judged = match fault {
                                Some(fault) => Err(fault),
                                None => judged(plan, *task, program.sandbox(), trace),
                            };
                            (task.0, judged.map(Recorded::Session))
                        };
                        tasks.iter().zip(traces).map(recorded).collect()
                    }
                    Err(fault) => tasks.iter().map(|(index, _)| (*index, Err(fault.clone()))).collect(),
                }
            }
        }
    }
}

/// Returns the trace of a session with what its checker says about it.
fn judged(
    plan: &Plan,
    (job, task): (usize, &SessionTask),
    sandbox: &Sandbox,
    trace: SessionTrace,
) -> Result<SessionTrace, Fault> {
    let (Some(checker), Expected::Session(_, accepted)) = (&task.checker, &plan.jobs[job].expected) else {
        return Ok(trace);
    };
    let answer = plan::shown_answer(task, accepted);
    let judged = again(|| match plan.checkers.judge_session(sandbox, task, Some(&answer), trace.clone()) {
        Err(Silent::Failed(error)) => Err(error),
        judged => Ok(judged),
    })?;
    judged.map_err(|silent| Fault(silent.reason(checker).into()))
}

/// Returns the trace of a session with a program that cannot be built.
fn not_compiled(reason: &Invalid) -> SessionTrace {
    let raised = Raised { class: NOT_COMPILED.into(), message: reason.reason() };
    let (answers, raised_at) = Default::default();
    let import = Import::Failed(ImportFailure { raised, place: None });
    SessionTrace { import, answers, raised_at, end: SessionEnd::Code(0), typed_at: None, checked: None }
}

/// Runs tests of the instructor, each once.
fn unit_tests(plan: &Plan, tasks: &[(usize, &UnitTestTask)], submitted: &Submitted) -> Done {
    let first = &plan.jobs[tasks[0].0];
    let (built, limits) = (submitted.built(plan, first), plan.limits(first));
    let is_of_exercise = plan.spec.groups[first.group].exercise.is_some();
    if let Some(not_run) = built.not_run.as_ref().filter(|_| is_of_exercise) {
        let lost =
            |(job, _): &(usize, _)| (*job, Ok(Recorded::UnitTest(unit_test::not_built(not_run.reason()))));
        return tasks.iter().map(lost).collect();
    }
    let program = &built.program;
    // One that counts in several groups is run once.
    let mut tests: Vec<&UnitTest> = Vec::new();
    let places = tasks.iter().map(|(_, task)| match tests.iter().position(|known| **known == task.test) {
        Some(place) => place,
        None => {
            tests.push(&task.test);
            tests.len() - 1
        }
    });
    let places: Vec<usize> = places.collect();
    let is_proven = matches!(plan.spec.reference_of(first.group), Some(ReferenceSource::Program { .. }));
    let has_module = |name: &str| {
        submitted.files.get(Path::new(&format!("{name}.py"))).is_some()
            || submitted.files.has_folder(Path::new(name))
    };
    match again(|| unit_test::run(program, &submitted.drivers, &tests, limits)) {
        Ok(traces) => {
            let recorded = |((job, task), place): (&(usize, &UnitTestTask), usize)| {
                let trace = traces[place].clone();
                let fault = unit_test::fault(&task.test, &trace, is_proven, has_module);
                let fault = fault.map(|fault| Fault(fault.map(|fault| fault.replace("\nhelp: ", "; "))));
                (*job, fault.map_or(Ok(Recorded::UnitTest(trace)), Err))
            };
            tasks.iter().zip(places).map(recorded).collect()
        }
        Err(fault) => tasks.iter().map(|(job, _)| (*job, Err(fault.clone()))).collect(),
    }
}

/// Returns the fault of a spec whose line is none of its language. With a reference, it is known that all lines are.
fn unreadable(has_reference: bool, task: &SessionTask, trace: &SessionTrace) -> Option<Fault> {
    let raised =
        |answer: &Answer<Untrusted>| answer.raised.as_ref().is_some_and(|one| one.class == *UNREADABLE);
    let at = trace.answers.iter().position(raised).filter(|_| !has_reference)?;
    let (line, title) = (&task.lines[at].source, task.module.notation.title());
    let reason = trace.answers[at].raised.as_ref().map(|raised| raised.message.first_line());
    Some(Fault(Untrusted::concat(&[
        &format!("a line of the spec is no {title}: `{line}`: "),
        &reason.unwrap_or_default(),
        &"\nhelp: correct this line",
    ])))
}

/// Returns the result of a job with the limits of the plan.
fn observed(plan: &Plan, job: usize, recorded: Recorded) -> Observed {
    Observed::from(recorded).under(key::limits(plan, &plan.jobs[job]))
}

/// Tells whether the end was a signal that also stops whole batches and machines.
fn may_be_stopped(recorded: &Recorded) -> bool {
    match recorded {
        Recorded::Run(Trace { exit: Exit::Signal(signal), .. }) => stops_others_too(*signal),
        Recorded::Session(SessionTrace { end: SessionEnd::Signal(signal), .. })
        | Recorded::UnitTest(UnitTestTrace { end: SessionEnd::Signal(signal), .. }) => {
            stops_others_too(*signal)
        }
        _ => false,
    }
}

fn job(plan: &Plan, job: &Job, submitted: &Submitted, guest: &Guest) -> Result<Recorded, Fault> {
    let (limits, built) = (plan.limits(job), submitted.built(plan, job));
    match &job.expected {
        Expected::Run(..) if built.not_run.is_some() => {
            let reason = built.not_run.as_ref().map(Invalid::reason);
            Ok(Recorded::NotRun(reason.unwrap_or_default()))
        }
        Expected::Run(task, run) => ran(plan, job, (task, run), submitted),
        Expected::Rule(task) if task.rule == Rule::NoWarnings => {
            let is_built = built.not_run.is_none();
            let found = built
                .warnings(plan)
                .filter(|warning| !warning.is_ours)
                .map(|warning| warned(task, warning, &submitted.files));
            Ok(Recorded::Rule(if is_built { found.collect() } else { vec![not_built()] }))
        }
        Expected::Rule(task) => {
            let file = looked_at(&task.file, submitted);
            Ok(Recorded::Rule(match submitted.files.get(Path::new(&file)) {
                Some(found) => {
                    let sandbox = submitted.whole().program.sandbox();
                    let findings = findings(&task.rule, &file, &found.content, sandbox)?;
                    findings_in_code_cells(&file, findings, &submitted.cells)
                }
                None => vec![not_there()],
            }))
        }
        Expected::Package(_) => Ok(Recorded::Package(submitted.archive.clone())),
        Expected::Tests(task) => own_tests::observe(task, submitted, guest, limits).map(Recorded::Tests),
        Expected::Manual(_) => Ok(Recorded::Manual),
        Expected::Session(..) | Expected::UnitTest(..) => unreachable!("these are carried out together"),
    }
}

/// Returns the file at which a rule looks: the one that it names, or the module that was handed in in the place of that notebook.
fn looked_at(file: &str, submitted: &Submitted) -> String {
    if submitted.files.get(Path::new(file)).is_some() {
        return file.to_owned();
    }
    // The only source of Java is called as its class.
    let is_java = |path: &&Path| path.extension().is_some_and(|ending| ending == "java");
    let mut sources = submitted.files.iter().map(|(path, _)| path).filter(is_java);
    let only = sources.next().filter(|_| is_java(&Path::new(file)) && sources.next().is_none());
    let only = only.map(|path| path.display().to_string());
    language::module_file(file).or(only).unwrap_or_else(|| file.to_owned())
}

/// Runs the program, and has the checker of the task judge it.
fn ran(
    plan: &Plan,
    job: &Job,
    (task, expected): (&RunTask, &ExpectedRun),
    submitted: &Submitted,
) -> Result<Recorded, Fault> {
    let known = submitted.files.iter().chain(task.surroundings.given.iter()).map(|(path, _)| path);
    let has_reference = plan.spec.reference_of(job.group).is_some() && task.expectation.answer().is_none();
    let watched = Watched {
        program: &submitted.built(plan, job).program,
        task,
        surroundings: &task.surroundings,
        limits: plan.limits(job),
        known: &known.collect::<Vec<_>>(),
        answer: Some(expected.answer(task)),
        exit: Some(expected.exit),
        by_reference: has_reference.then(|| expected.usual()),
    };
    let ran = again(|| match plan.checkers.run(&watched) {
        Err(Silent::Failed(language::Error::NoProgram(reason))) => Ok(Ok(Recorded::NotRun(reason.into()))),
        Err(Silent::Failed(error)) => Err(error),
        ran => Ok(ran.map(Recorded::Run)),
    })?;
    ran.map_err(|silent| match &task.checker {
        Some(checker) => Fault(silent.reason(checker).into()),
        None => unreachable!("nobody is asked"),
    })
}

/// Returns the finding for a warning of the compiler.
fn warned(task: &RuleTask, warning: &Warning, files: &Snapshot) -> Finding {
    let sources = Sources::of(files, &task.file, &Languages::default(), &CodeCells::default());
    let line = sources.file(&warning.file).and_then(|source| source.line(warning.line));
    let is_here = warning.file == task.file.as_str();
    let place = line.filter(|_| is_here).map(|source_line| {
        let (line, column) = (warning.line, warning.column.unwrap_or(1));
        Place { file: None, line, column, source_line, marked: 0..0 }
    });
    let message = match place {
        Some(_) => warning.message.clone(),
        None => {
            let number = warning.line.to_string();
            Untrusted::concat(&[&warning.file, &":", &number, &": ", &warning.message])
        }
    };
    Finding { place, certainty: Certainty::Proven, message, note: None }
}

/// Returns the finding for a program of which nobody knows what the compiler would warn of.
fn not_built() -> Finding {
    let message = "the program is not there, or does not compile".into();
    Finding { place: None, certainty: Certainty::Proven, message, note: None }
}

/// Checks a rule about a source.
///
/// The parser of Python was looked through, and `rules/parser.rs` refuses what it cannot bear. The parsers of other
/// languages take gigabytes for some short texts, and then end their process: so they have one of their own.
fn findings(rule: &Rule, file: &str, content: &[u8], sandbox: &Sandbox) -> Result<Vec<Finding>, Fault> {
    if Grammar::of_file(file).is_none_or(|grammar| grammar == Grammar::Python) {
        return Ok(rules::check(rule, file, content));
    }
    let request = rules::request(rule, file, content);
    let fault = |why: String| Fault(format!("a rule about `{file}` cannot be checked: {why}").into());
    let answer = sandbox.compute(&request).map_err(|error| fault(error.to_string()))?;
    let findings = rules::findings(answer.as_deref(), file);
    findings.ok_or_else(|| fault("the answer is not understood".to_owned()))
}

/// Returns the finding for an optional file that was not handed in.
fn not_there() -> Finding {
    let message = rules::NOT_HANDED_IN.into();
    Finding { place: None, certainty: Certainty::Proven, message, note: None }
}
