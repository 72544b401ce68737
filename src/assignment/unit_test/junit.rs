//! Runs tests for JUnit: all are compiled together, each alone with its file, and then each has a virtual machine of its own.

use std::path::Path;

use yardstick_reference::Raised;

use super::{UnitTest, decode};
use crate::language::{Driver, Error, Program};
use crate::sandbox::{Execution, Exit, Input, Limits};
use crate::submission::File;
use crate::trace::{CaseOutcome, SessionEnd, TestCase, UnitTestTrace};
use crate::untrusted::{Text, Untrusted};

/// Lets a program use a descriptor by its number.
const OPENED: &str = "--add-opens=java.base/java.io=ALL-UNNAMED";

/// What decides what comes of a test.
pub(super) const SOURCES: &str = concat!(include_str!("YardstickJunit.java"), include_str!("Compile.java"));

/// The program that compiles tests. Nothing of the submission runs in its virtual machine.
pub(super) const COMPILE: Driver = Driver {
    path: ".yardstick-compile-tests.java",
    source: include_str!("Compile.java"),
    args: &[OPENED, "-Xmx256m", "-cp", "/nonexistent", ".yardstick-compile-tests.java"],
};

/// Where classes are looked for: what JUnit is stands before what is handed in.
pub(super) const CLASSES: &str = if cfg!(windows) { ".yardstick-junit/*;." } else { ".yardstick-junit/*:." };

/// The class that runs one test. It has a module of its own: what lets it use a descriptor by its number lets nobody else.
pub(super) const RUN: Driver = Driver {
    path: "YardstickJunit.java",
    source: include_str!("YardstickJunit.java"),
    args: &[
        "--add-opens=java.base/java.io=yardstick",
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

/// The class that listens to JUnit 4. It can be compiled only with the libraries of JUnit 4.
const LISTENER: &str = include_str!("YardstickListener.java");

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

/// Why a source does not compile: its name, the line, and what the compiler says.
pub(super) type Complaint = (String, usize, String);

/// What came of a group of sources.
pub(super) struct Compiled {
    /// Class files by their paths, or why there are none.
    pub(super) classes: Result<Vec<(String, File)>, Complaint>,
    /// The classes of the submission that hide what the sources mean.
    hides: Vec<Hidden>,
    /// The methods that have nothing to do with the submission.
    apart: String,
    /// The options of the virtual machine.
    options: String,
}

/// A class of the submission that has the name of one that a test uses.
struct Hidden {
    name: String,
    /// What is hidden: `java.lang.Math`.
    meant: String,
    /// The file of the submission.
    file: String,
    /// Whether it is a container of `java.util`, such as students are often asked to write.
    is_container: bool,
}

impl Hidden {
    fn read(line: &str) -> Option<Self> {
        let [name, meant, file, is_container] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let [name, meant, file] = [name, meant, file].map(str::to_owned);
        Some(Self { name, meant, file, is_container: is_container == "true" })
    }

    /// Tells whether the assignment asks for a class of this name. What a reference does not have is not asked for.
    fn is_asked_for(&self, test: &UnitTest) -> bool {
        test.asked.classes.contains(&self.name) || self.is_container && !test.asked.is_whole
    }
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
    let mut lines = vec!["2".to_owned(), "module-info.java".to_owned(), escaped(MODULE_INFO)];
    lines.extend([RUN.path.to_owned(), escaped(RUN.source)]);
    lines.extend(["1".to_owned(), "YardstickListener.java".to_owned(), escaped(LISTENER)]);
    for test in tests {
        let sources: Vec<(&Path, &File)> = test.files.iter().filter(|(path, _)| is_java(path)).collect();
        lines.push(sources.len().to_string());
        for (path, file) in sources {
            lines.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
            lines.push(escaped(&String::from_utf8_lossy(&file.content)));
        }
    }
    let libraries = |test: &UnitTest| -> Vec<(String, File)> {
        let jars =
            test.files.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "jar"));
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        jars.map(|(path, file)| (format!("{LIBRARIES}/{}", name(path)), file.clone())).collect()
    };
    let input = Input { lines, final_newline: true, terminal: false };
    let all: Vec<(String, File)> = tests.iter().flat_map(|test| libraries(test)).collect();
    let compiler = program.with_files(all.iter())?.with_driver(&COMPILE)?;
    let made = compiler.run_driver(&COMPILE, &input, &Limits::for_tools())?;
    let compiled = groups(&made.channel).filter(|groups| groups.len() == tests.len() + 3);
    let Some([Compiled { classes: Ok(ours), .. }, listener, compiled @ .., last]) = compiled.as_deref()
    else {
        return Ok(vec![UnitTestTrace::silent(end_of(&made, true)); tests.len()]);
    };
    let options = File { content: last.options.clone().into_bytes(), executable: false };
    let in_module = |(name, file): &(String, File)| (format!("{MODULE}/{name}"), file.clone());
    let ours: Vec<(String, File)> = ours
        .iter()
        .chain([&("options".to_owned(), options)])
        .map(in_module)
        .chain(listener.classes.clone().unwrap_or_default())
        .collect();
    let is_handed_in = |path: &&str| program.files().get(Path::new(path)).is_some();
    let empty = |path: &str| (path.to_owned(), File { content: Vec::new(), executable: false });
    let emptied: Vec<(String, File)> = SETTINGS.iter().copied().filter(is_handed_in).map(empty).collect();
    let traces =
        tests.iter().zip(compiled).zip(keys).map(|((test, compiled), key)| match &compiled.classes {
            Err(complaint) => Ok(not_compiled(test, complaint)),
            Ok(classes) => {
                if let Some(hidden) = compiled.hides.iter().find(|hidden| !hidden.is_asked_for(test)) {
                    return Ok(hides(hidden));
                }
                let beside = test.files.iter().filter(|(path, _)| !is_java(path));
                let beside: Vec<(String, File)> =
                    beside.map(|(path, file)| (path.to_string_lossy().into_owned(), file.clone())).collect();
                let libraries = libraries(test);
                let all = emptied.iter().chain(&ours).chain(classes).chain(&libraries).chain(&beside);
                let program = program.with_files(all)?;
                let (class, method) = names(test);
                let lines = vec![key.clone(), class, method, names_of(classes), compiled.apart.clone()];
                let input = Input { lines, final_newline: true, terminal: false };
                let execution = program.run_driver(&RUN, &input, limits)?;
                let trace = decode::record(&execution.channel, key, end_of(&execution, false));
                Ok(with_lines(test, trace))
            }
        });
    traces.collect()
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
fn names_of(classes: &[(String, File)]) -> String {
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

/// Makes the trace of a test that would not mean what it says.
fn hides(hidden: &Hidden) -> UnitTestTrace {
    let Hidden { name, meant, file, .. } = hidden;
    let reason = format!("`{name}` in `{file}` hides `{meant}`, which the test uses: give it another name");
    let case = TestCase { outcome: CaseOutcome::Failed, reason: reason.into(), ..TestCase::default() };
    UnitTestTrace { cases: vec![case], ..UnitTestTrace::silent(SessionEnd::Code(0)) }
}

/// Reads the class files of each group.
pub(super) fn groups(written: &[u8]) -> Option<Vec<Compiled>> {
    let (mut groups, mut classes, mut rest) = (Vec::new(), Vec::new(), written);
    let (mut complaint, mut hides, mut apart, mut options) = (None, Vec::new(), String::new(), String::new());
    while let Some(length) = rest.iter().position(|byte| *byte == b'\n') {
        let head = std::str::from_utf8(&rest[..length]).ok()?;
        rest = &rest[length + 1..];
        if head == "end" {
            let classes = std::mem::take(&mut classes);
            let classes = complaint.take().map_or(Ok(classes), Err);
            let (apart, options) = (std::mem::take(&mut apart), std::mem::take(&mut options));
            groups.push(Compiled { classes, hides: std::mem::take(&mut hides), apart, options });
            continue;
        }
        let (name, size) = head.rsplit_once(' ')?;
        let (content, after) = rest.split_at_checked(size.parse().ok()?)?;
        rest = after;
        let text = String::from_utf8_lossy(content);
        match name {
            "error" => {
                let (line, said) = text.split_once(' ')?;
                let (file, said) = said.split_once('/')?;
                complaint = Some((file.to_owned(), line.parse().unwrap_or(1), said.to_owned()));
            }
            "hides" => hides = text.lines().map(Hidden::read).collect::<Option<_>>()?,
            "apart" => apart = text.into_owned(),
            "options" => options = text.into_owned(),
            _ => {
                let is_plain =
                    name.ends_with(".class") && !name.split('/').any(|part| matches!(part, "" | "." | ".."));
                classes.push((
                    Some(name).filter(|_| is_plain)?.to_owned(),
                    File { content: content.to_vec(), executable: false },
                ));
            }
        }
    }
    Some(groups)
}

/// Returns how a process ended; a compiler that ends by itself and tells nothing is no result.
fn end_of(execution: &Execution, is_compiler: bool) -> SessionEnd {
    match execution.exit {
        Exit::Code(_) if is_compiler => SessionEnd::Malformed,
        Exit::Code(code) => SessionEnd::Code(code),
        Exit::Signal(signal) => SessionEnd::Signal(signal),
        Exit::Endless => SessionEnd::Malformed,
        Exit::Exceeded(resource) => SessionEnd::Exceeded(resource),
    }
}

/// Returns a text on one line.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_files_and_complaints_are_read_in_groups() {
        let read = groups(b"a/B$C.class 3\nabcend\nerror 13\n7 A.java/nope\nend\n".as_slice());
        assert!(read.is_none(), "a complaint is as long as it says");
        let read = groups(b"a/B$C.class 3\nabcend\nerror 13\n7 A.java/nopeend\nend\n").unwrap();
        assert_eq!(read[0].classes.as_ref().unwrap()[0].0, "a/B$C.class");
        let complaint = ("A.java".to_owned(), 7, "nope".to_owned());
        assert_eq!(read[1].classes.as_ref().unwrap_err(), &complaint);
        assert!(read[2].classes.as_ref().unwrap().is_empty());
        for broken in [&b"../A.class 0\nend\n"[..], b"/A.class 0\n", b"A.java 0\n", b"A.class 9\nx\n", b"x\n"]
        {
            assert!(groups(broken).is_none());
        }
    }
}
