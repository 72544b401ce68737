//! The courses: assignments of many kinds, each with a reference and submissions (`fixtures/courses/`).
//!
//! They are tried as an instructor tries a spec: the real program grades each, and audits those whose reference is a program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

use yardstick::testing::language;

use super::{night, optional};

/// What a submission must get; what is not listed under `loses` must be accepted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[expect(dead_code, reason = "it is for readers")]
    about: String,
    points: String,
    /// Verdicts by group and scenario.
    #[serde(default)]
    loses: BTreeMap<String, BTreeMap<String, String>>,
}

/// One of so many courses is tried for every change.
const STEP: usize = 17;

/// How many mutants of a reference are tried.
const MUTANTS: &str = "3";

#[test]
fn each_submission_of_a_course_gets_what_it_deserves() {
    // The first is in Java and takes as long as all others that are tried for every change.
    for course in night::share(courses(), 3, STEP - 3).into_iter().filter(|course| can_be_tried(course)) {
        hold_to_expectations(&course, Way::Walls);
    }
}

#[test]
fn each_submission_of_a_course_gets_the_same_without_walls() {
    for course in night::share(courses(), 1, STEP).into_iter().filter(|course| can_be_tried(course)) {
        hold_to_expectations(&course, Way::Plain);
    }
}

#[test]
fn each_submission_of_a_course_gets_the_same_as_windows_runs_it() {
    let can_be_tried = |course: &PathBuf| can_be_tried(course) && !is_typed_in_c(course);
    for course in night::share(courses(), 2, STEP).into_iter().filter(can_be_tried) {
        hold_to_expectations(&course, Way::AsOnWindows);
    }
}

#[test]
fn sessions_in_c_that_cannot_be_answered_without_forks_cost_nobody_a_point() {
    let course = courses().into_iter().find(|folder| folder.ends_with("tally")).unwrap();
    let room = tempfile::tempdir().unwrap();
    let told = Way::AsOnWindows
        .of(yardstick().arg("grade"))
        .arg(course.join("spec.yaml"))
        .arg(course.join("submissions/right-in-cpp"))
        .args(["--format", "json", "--out"])
        .arg(room.path())
        .output()
        .unwrap();
    let results: Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(results["submissions"][0]["points"], Value::Null, "{results}");
    assert!(results.to_string().contains("sessions in C++ are answered on Linux only"), "{results}");
}

/// How programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Shut in.
    Walls,
    /// By the plain runner of this system.
    Plain,
    /// By the plain runner without forks, and with side files (`src/base/sandbox/plain/channel.rs`).
    AsOnWindows,
}

impl Way {
    fn of(self, command: &mut Command) -> &mut Command {
        match self {
            Self::Walls => command,
            Self::Plain => command.args(["--runner", "plain"]),
            Self::AsOnWindows => command.env("YARDSTICK_SIDE_FILES", "1").args(["--runner", "plain"]),
        }
    }
}

/// Grades the submissions of a course, and holds them to what is expected.
fn hold_to_expectations(course: &Path, way: Way) {
    let name = course.file_name().unwrap().to_string_lossy();
    let expected = std::fs::read_to_string(course.join("expected.yaml")).unwrap();
    let mut expected: BTreeMap<String, Expected> = serde_yaml::from_str(&expected).unwrap();
    let mut tried = submissions(course);
    if way == Way::AsOnWindows {
        let is_in_c = |folder: &PathBuf| !references(folder, "hpp").is_empty();
        tried.retain(|folder| !(course.ends_with("tally") && is_in_c(folder)));
    }
    // What other runners do differently is the same for most submissions of a course.
    if way != Way::Walls {
        tried = night::spread(tried, 4);
    }
    expected.retain(|name, _| tried.iter().any(|folder| folder.ends_with(name)));
    let results = grade(course, &tried, way);
    let submissions = results["submissions"].as_array().unwrap();
    assert!(submissions.iter().map(|one| one["name"].as_str().unwrap()).eq(expected.keys()), "{name}");
    for (submission, expected) in submissions.iter().zip(expected.values()) {
        let points = submission["points"].as_str().unwrap();
        let loses = lost(submission);
        assert_eq!(
            (points, &loses),
            (expected.points.as_str(), &expected.loses),
            "{name}, {}, {way:?}",
            submission["name"]
        );
    }
}

/// Whether sessions are typed at the functions of a reference in C.
fn is_typed_in_c(course: &Path) -> bool {
    course.ends_with("list-functions-in-c")
}

#[test]
fn an_audit_of_a_course_tells_how_many_mutants_are_caught() {
    // Java takes so long to compile that `tests/it/audit.rs` has a smaller program.
    let programs = ["py", "c", "js"];
    let has_one = |course: &PathBuf| {
        let folders = [course.clone(), course.join("solution")].into_iter().filter(|folder| folder.is_dir());
        folders
            .into_iter()
            .any(|folder| programs.iter().any(|ending| !references(&folder, ending).is_empty()))
    };
    let audited = courses().into_iter().filter(has_one).collect();
    for course in night::spread(audited, STEP).into_iter().filter(|course| can_be_tried(course)) {
        let results = yardstick().arg("audit").arg(course.join("spec.yaml")).args(AUDIT).output().unwrap();
        let audit: Value = serde_json::from_slice(&results.stdout)
            .unwrap_or_else(|_| panic!("{}: {}", course.display(), String::from_utf8_lossy(&results.stderr)));
        let (caught, of) = (audit["caught"].as_u64().unwrap(), audit["of"].as_u64().unwrap());
        let not_built = audit["not_built"].as_u64().unwrap();
        assert_eq!((of + not_built).to_string(), MUTANTS, "{}", course.display());
        assert!(caught > 0, "{}", course.display());
        assert_eq!(audit["reference_refused"].as_array().unwrap().len(), 0, "{}", course.display());
    }
}

const AUDIT: [&str; 4] = ["--mutants", MUTANTS, "--format", "json"];

/// What the page of a submission of a course says first.
const SAID: [(&str, &str, &str); 9] = [
    (
        "measurements",
        "forgets-the-last-line",
        "✗ A number differs: expected `2 stations`, printed `1 stations`.",
    ),
    (
        "text-statistics",
        "counts-capital-letters-apart",
        "✗ In the file `statistics.txt`, a number differs: expected `different words: 5`, written `different words: 7`.",
    ),
    (
        "text-statistics",
        "ignores-the-arguments",
        "Do this: Look at the name: only the files that are handed in",
    ),
    (
        "fractal",
        "never-ends",
        "Do this: This function calls itself again and again: say first when it does not.",
    ),
    (
        "list-functions-in-c",
        "calls-it-Reverse",
        "! `reverse(NULL)`: nothing defines `reverse`; there is `Reverse`.",
    ),
    ("bank-account", "prints-instead-of-raising", "  + Error: the amount must be positive"),
    (
        "data-cleaning",
        "a-colon-is-missing",
        "Python cannot read `cleaning.ipynb, cell 3`: a colon is missing at the end of line 7.",
    ),
    ("library-loans", "without-those-nobody-borrowed", "✗ The line `Clouds|0` is missing."),
    (
        "text-adventure",
        "fails-at-an-unknown-way",
        "Do this: Ask with `in` whether the key is there before you use it.",
    ),
];

#[test]
fn a_page_says_what_is_wrong_where_nothing_is_typed_and_where_files_are_written() {
    for (course, submission, said) in night::spread(SAID.to_vec(), SAID.len()) {
        let course = courses().into_iter().find(|folder| folder.ends_with(course)).unwrap();
        let output = yardstick()
            .arg("check")
            .args([course.join("spec.yaml"), course.join("submissions").join(submission)])
            .output()
            .unwrap();
        let page = String::from_utf8_lossy(&output.stdout);
        assert!(page.contains(said), "{submission}: {page}");
    }
}

#[test]
fn words_that_are_right_in_another_scenario_are_not_to_be_written_in_another_way() {
    let course = courses().into_iter().find(|folder| folder.ends_with("two-exercises")).unwrap();
    let output = yardstick()
        .arg("check")
        .args([course.join("spec.yaml"), course.join("submissions/off-by-one")])
        .args(["--only", "Exercise 1*"])
        .output()
        .unwrap();
    let page = String::from_utf8_lossy(&output.stdout);
    assert!(page.contains("expected `1900 is no leap year`, printed `1900 is a leap year`"), "{page}");
    assert!(!page.contains("Write") && !page.contains("If only this were mended"), "{page}");
}

#[test]
fn a_course_has_a_right_submission_and_two_wrong_ones() {
    for course in courses() {
        let expected = std::fs::read_to_string(course.join("expected.yaml")).unwrap();
        let expected: BTreeMap<String, Expected> = serde_yaml::from_str(&expected).unwrap();
        let right = expected.values().filter(|one| one.loses.is_empty()).count();
        assert!(right >= 1 && expected.len() - right >= 2, "{}", course.display());
        let mut submissions: Vec<String> = std::fs::read_dir(course.join("submissions"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        submissions.sort();
        assert!(expected.keys().eq(&submissions), "{}", course.display());
    }
}

/// The folders of all courses, in order.
fn courses() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/courses");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut courses: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    courses.sort();
    courses
}

/// The files of a folder that end so.
fn references(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|found| found == ending)).collect()
}

/// Whether this machine has what the programs of a course need.
fn can_be_tried(course: &Path) -> bool {
    let tools = [("java", "javac"), ("js", "node"), ("c", "gcc"), ("sql", "sqlite3")];
    let folders = [course.to_path_buf(), course.join("solution")];
    let is_there =
        |ending: &str| folders.iter().any(|folder| folder.is_dir() && !references(folder, ending).is_empty());
    let mut needed = tools.iter().filter(|(ending, _)| is_there(ending));
    needed.all(|(_, tool)| optional::found(tool).is_some())
}

/// The folders of the submissions whose languages this machine has.
fn submissions(course: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(course.join("submissions")).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|folder| is_at_hand(folder)).collect();
    folders.sort();
    folders
}

/// Whether the tools of the languages in a folder are there.
fn is_at_hand(folder: &Path) -> bool {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let endings: Vec<String> =
        paths.filter_map(|path| Some(path.extension()?.to_string_lossy().into_owned())).collect();
    let languages = language::all().filter(|one| endings.iter().any(|ending| one.owns(ending)));
    languages.flat_map(language::Language::tools).all(|(tool, _)| optional::is_at_hand(tool))
}

fn grade(course: &Path, submissions: &[PathBuf], way: Way) -> Value {
    let room = tempfile::tempdir().unwrap();
    let output = way
        .of(yardstick().arg("grade"))
        .arg(course.join("spec.yaml"))
        .args(submissions)
        .args(["--jobs", "1", "--format", "json", "--out"])
        .arg(room.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}: {}", course.display(), String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The verdicts of the scenarios that a submission lost, by group and scenario.
fn lost(submission: &Value) -> BTreeMap<String, BTreeMap<String, String>> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut lost = BTreeMap::<String, BTreeMap<String, String>>::new();
    for scenario in submission["scenarios"].as_array().unwrap() {
        if scenario["verdict"] != "accepted" {
            let group = lost.entry(text(&scenario["group"])).or_default();
            group.insert(text(&scenario["name"]), text(&scenario["verdict"]));
        }
    }
    lost
}

/// The program, with the system's own interpreter first, which starts faster than one with a version manager's additions.
fn yardstick() -> Command {
    let path = format!("/usr/bin:/bin:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::cargo_bin("yardstick").unwrap();
    command.env("PATH", path);
    command
}
