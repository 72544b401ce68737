//! Runs tests for JUnit: all are compiled together, each alone with its file, and then each has a virtual machine of its own.

use std::path::Path;

use yardstick_reference::Raised;

use super::{UnitTest, decode};
use crate::java_compiler::{self, COMPILER, Classes, Complaint, Hidden, Sources, own_classes};
use crate::language::{self, Driver, Error, Program};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::submission::File;
use crate::trace::{CaseOutcome, SessionEnd, TestCase, UnitTestTrace};
use crate::untrusted::{Text, Untrusted};

/// What decides what comes of a test.
pub(super) const SOURCES: &str = concat!(
    include_str!("YardstickJunit.java"),
    include_str!("MultipleFailureException.java"),
    include_str!("../Compile.java")
);

/// Where classes are looked for: what is ours, and what JUnit is, stands before what is handed in.
pub(super) const CLASSES: &str = if cfg!(windows) {
    ".yardstick-first;.yardstick-junit/*;."
} else {
    ".yardstick-first:.yardstick-junit/*:."
};

/// The folder of the classes of ours that stand before those of JUnit.
const FIRST: &str = ".yardstick-first";

/// The class that runs one test. It has a module of its own: what lets it use a descriptor by its number lets nobody else.
const RUN: Driver = Driver {
    path: "YardstickJunit.java",
    source: include_str!("YardstickJunit.java"),
    args: &[
        "--add-opens=java.base/java.io=yardstick",
        // What an exception is, the virtual machine knows.
        "--add-opens=java.base/java.lang=yardstick",
        // The classes of the submission find the modules that they find without ours.
        "--add-modules=ALL-DEFAULT",
        // Those by which a program reaches into its virtual machine are left out.
        "@.yardstick-runner/options",
        "-XX:+DisableAttachMechanism",
        "-p",
        MODULE,
        "-cp",
        CLASSES,
        "-m",
        "yardstick/yardstick.YardstickJunit",
    ],
};

/// The folder of the module with the class that runs a test.
const MODULE: &str = ".yardstick-runner";

/// What is compiled with that class.
const MODULE_INFO: &str = include_str!("module-info.java");

/// The class that listens to JUnit 4, and what stands in the place of one of its own. They can be compiled only with the libraries of JUnit 4.
const OF_JUNIT_4: [(&str, &str); 2] = [
    ("YardstickListener.java", include_str!("YardstickListener.java")),
    ("MultipleFailureException.java", include_str!("MultipleFailureException.java")),
];

/// Files by which a submission would change how JUnit behaves. Only the instructor can have them; others are emptied.
const SETTINGS: [&str; 9] = [
    "junit-platform.properties",
    "META-INF/services/org.junit.jupiter.api.extension.Extension",
    "META-INF/services/org.junit.platform.engine.TestEngine",
    "META-INF/services/org.junit.platform.launcher.LauncherDiscoveryListener",
    "META-INF/services/org.junit.platform.launcher.LauncherInterceptor",
    "META-INF/services/org.junit.platform.launcher.LauncherSessionListener",
    "META-INF/services/org.junit.platform.launcher.PostDiscoveryFilter",
    "META-INF/services/org.junit.platform.launcher.TestExecutionListener",
    "META-INF/services/java.lang.System$LoggerFinder",
];

/// The folder of the libraries that the tests need.
pub(super) const LIBRARIES: &str = ".yardstick-junit";

/// The class name of what keeps a test from being compiled with the submission.
pub const NOT_COMPILED: &str = "does not compile";

/// Tells whether the assignment asks for a class. What a reference does not have is not asked for.
fn is_asked_for(hidden: &Hidden, test: &UnitTest) -> bool {
    test.asked.classes.contains(&hidden.name) || hidden.is_container && !test.asked.is_whole
}

/// Runs tests, each with a key that only its record repeats.
///
/// # Errors
///
/// When the sandbox fails.
pub(super) fn run(
    program: &Program,
    tests: &[&UnitTest],
    keys: &[String],
    limits: &Limits,
) -> Result<Vec<UnitTestTrace>, Error> {
    let runner = [("module-info.java", MODULE_INFO), (RUN.path, RUN.source)];
    let own = own_classes(program, &[&[COMPILER], &runner])?;
    let mut groups: Vec<Sources> =
        vec![OF_JUNIT_4.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect()];
    groups.extend(tests.iter().map(|test| {
        let sources = test.files.iter().filter(|(path, _)| is_java(path));
        sources.map(|(path, file)| (name_of(path).into(), String::from_utf8_lossy(&file.content))).collect()
    }));
    let libraries = |test: &UnitTest| -> Classes {
        let jars =
            test.files.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "jar"));
        jars.map(|(path, file)| (format!("{LIBRARIES}/{}", name_of(path)), file.clone())).collect()
    };
    let all: Classes = tests.iter().flat_map(|test| libraries(test)).collect();
    let (compiled, made) = java_compiler::compile(&program.with_files(all.iter())?, &own[0], &groups)?;
    let Some([of_junit_4, compiled @ .., last]) = compiled.as_deref() else {
        let said = String::from_utf8_lossy(&made.stderr);
        // Nothing of the submission runs in the compiler.
        return match made.exit {
            Exit::Code(_) => Err(Error::NotMade(format!("the compiler of Java stopped\n{}", said.trim()))),
            _ => Ok(vec![UnitTestTrace::silent(end_of(&made)); tests.len()]),
        };
    };
    let options = File { content: last.options.clone().into_bytes(), executable: false };
    let options = ("options".to_owned(), options);
    let below = |folder: &'static str| {
        move |(name, file): &(String, File)| (format!("{folder}/{name}"), file.clone())
    };
    let first = of_junit_4.classes().cloned().unwrap_or_default();
    let ours = own[1].iter().chain([&options]).map(below(MODULE));
    let ours: Classes = ours.chain(first.iter().map(below(FIRST))).collect();
    let is_handed_in = |path: &&str| program.files().get(Path::new(path)).is_some();
    let empty = |path: &str| (path.to_owned(), File { content: Vec::new(), executable: false });
    let emptied: Classes = SETTINGS.iter().copied().filter(is_handed_in).map(empty).collect();
    let traces =
        tests.iter().zip(compiled).zip(keys).map(|((test, compiled), key)| match compiled.classes() {
            Err(complaint) => {
                Ok(outside(program, test, complaint).unwrap_or_else(|| not_compiled(test, complaint)))
            }
            Ok(classes) => {
                if let Some(hidden) = compiled.hides.iter().find(|hidden| !is_asked_for(hidden, test)) {
                    return Ok(hides(hidden));
                }
                let beside = test.files.iter().filter(|(path, _)| !is_java(path));
                let beside: Classes =
                    beside.map(|(path, file)| (path.to_string_lossy().into_owned(), file.clone())).collect();
                let libraries = libraries(test);
                let all = emptied.iter().chain(&ours).chain(classes).chain(&libraries).chain(&beside);
                let program = program.with_files(all)?;
                let (class, method) = names(test);
                let lines = vec![key.clone(), class, method, names_of(classes), compiled.apart.clone()];
                let input = Input { lines, final_newline: true, terminal: false };
                let execution = program.run_driver(&RUN, &input, limits)?;
                let trace = decode::record(&execution.channel, key, end_of(&execution));
                Ok(with_lines(test, trace))
            }
        });
    traces.collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// Returns the class of a test as the virtual machine calls it, and its method.
fn names(test: &UnitTest) -> (String, String) {
    let (method, classes) = test.path.split_last().expect("a test has a name");
    let class = classes.join("$");
    let class = if test.package.is_empty() { class } else { format!("{}.{class}", test.package) };
    (class, method.clone())
}

/// Returns the names of classes.
fn names_of(classes: &Classes) -> String {
    let names = classes.iter().filter_map(|(path, _)| path.strip_suffix(".class"));
    names.map(|name| name.replace('/', ".")).collect::<Vec<_>>().join(",")
}

fn source(test: &UnitTest, file: &str) -> String {
    let content = test.files.get(Path::new(file)).map(|file| file.content.as_slice());
    String::from_utf8_lossy(content.unwrap_or_default()).into_owned()
}

/// Shows the lines of the test, which the virtual machine only counts.
fn with_lines(test: &UnitTest, mut trace: UnitTestTrace) -> UnitTestTrace {
    for case in trace.cases.iter_mut() {
        let Some((number, text)) = case.at.as_mut() else { continue };
        let file = case.at_in.take().map(|name| file_of(test, name.expose()));
        case.at_in = file.filter(|file| *file != test.file).map(Untrusted::from);
        let source = source(test, case.at_in.as_ref().map_or(&test.file, |file| file.expose()));
        let line = source.lines().nth(number.saturating_sub(1)).unwrap_or_default();
        *text = line.trim().trim_end_matches(';').into();
    }
    for case in trace.cases.iter_mut().filter(|case| !is_assumed(test, case)) {
        case.outcome = CaseOutcome::Error;
    }
    trace
}

/// Returns the path of the file that the virtual machine or the compiler calls by its name alone.
fn file_of(test: &UnitTest, name: &str) -> String {
    let is_it = |path: &Path| path.file_name().is_some_and(|own| own == name);
    let near = [Some(&test.file), test.origin.as_ref()].into_iter().flatten();
    let near = near.filter(|path| is_it(Path::new(path))).cloned();
    let all = test.files.iter().map(|(path, _)| path).filter(|path| is_it(path));
    let mut all = near.chain(all.map(|path| path.to_string_lossy().into_owned()));
    all.next().unwrap_or_else(|| test.file.clone())
}

/// Tells whether the instructor's files say that a case does not apply, if an exception says so: in its line, or somewhere if that is in
/// another file.
fn is_assumed(test: &UnitTest, case: &TestCase) -> bool {
    let says =
        |text: &str| ["assume", "assumption", "abort"].iter().any(|word| text.to_lowercase().contains(word));
    match (&case.raised, &case.at) {
        _ if case.outcome != CaseOutcome::Skipped => true,
        (None, _) => true,
        (Some(_), Some((_, line))) => says(line.expose()),
        (Some(_), None) => test.files.iter().any(|(_, file)| says(&String::from_utf8_lossy(&file.content))),
    }
}

/// Makes the trace of a test that cannot be compiled with the submission.
fn not_compiled(test: &UnitTest, (file, line, complaint): &Complaint) -> UnitTestTrace {
    let raised = Raised { class: NOT_COMPILED.into(), message: complaint.as_str().into() };
    let case = TestCase {
        outcome: CaseOutcome::Error,
        raised: Some(raised),
        at: Some((*line, "".into())),
        at_in: Some(file.as_str().into()),
        ..TestCase::default()
    };
    with_lines(test, UnitTestTrace { cases: vec![case], ..UnitTestTrace::silent(SessionEnd::Code(0)) })
}

/// Makes the trace of a test that is not compiled because a file of the submission does not say that it belongs to a package.
fn outside(program: &Program, test: &UnitTest, (_, _, complaint): &Complaint) -> Option<UnitTestTrace> {
    if !["cannot find symbol", "does not exist"].iter().any(|said| complaint.contains(said)) {
        return None;
    }
    let sources = test.files.iter().filter(|(path, _)| is_java(path));
    let sources: Vec<_> = sources.map(|(_, file)| String::from_utf8_lossy(&file.content)).collect();
    let is_word = |one: char| one.is_alphanumeric() || one == '_';
    let mut all = program.files().iter().filter(|(path, _)| is_java(path));
    let (file, package) = all.find_map(|(path, file)| {
        let class = path.file_stem()?.to_str()?;
        let imported = sources.iter().flat_map(|source| source.lines()).find_map(|line| {
            let name = line.trim().strip_prefix("import ")?.trim().strip_suffix(';')?;
            name.trim().strip_suffix(class)?.strip_suffix('.')
        });
        let imported = imported.filter(|package| complaint.contains(&format!("package {package}")));
        let is_missing = complaint.split(|one| !is_word(one)).any(|word| word == class);
        let beside = Some(test.package.as_str()).filter(|package| is_missing && !package.is_empty());
        let package = imported.or(beside)?;
        language::package_of(path, &file.content).is_none().then(|| (path.display().to_string(), package))
    })?;
    Some(failed(format!(
        "`{file}` does not say that it belongs to the package `{package}`, in which the test looks for it: write \
         `package {package};` before everything else in it"
    )))
}

/// Makes the trace of a test that would not mean what it says.
fn hides(hidden: &Hidden) -> UnitTestTrace {
    let Hidden { name, meant, file, .. } = hidden;
    failed(format!("`{name}` in `{file}` hides `{meant}`, which the test uses: give it another name"))
}

/// Makes the trace of a test that is not run.
fn failed(reason: String) -> UnitTestTrace {
    let case = TestCase { outcome: CaseOutcome::Failed, reason: reason.into(), ..TestCase::default() };
    UnitTestTrace { cases: vec![case], ..UnitTestTrace::silent(SessionEnd::Code(0)) }
}

fn end_of(execution: &Execution) -> SessionEnd {
    match execution.exit {
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::Endless => SessionEnd::Malformed,
        Exit::Exceeded(resource) => SessionEnd::Exceeded(resource),
    }
}
