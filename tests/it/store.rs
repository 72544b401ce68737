//! The store: what is kept is found again, once and by its key.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::prelude::*;
use tempfile::TempDir;
use yardstick::testing::digest::Digest;
use yardstick::testing::sandbox::{Exit, Isolation, Usage};
use yardstick::testing::trace::{
    Dialogue, Entry, Invalid, JobQuery, Observed, Preparation, Recorded, Sources, Store, StoreError,
    StoredOutcome, Trace,
};

pub(crate) type Jobs = Vec<(Digest, Observed)>;

pub(crate) fn digest(text: impl AsRef<[u8]>) -> Digest {
    Digest::of(text.as_ref())
}

pub(crate) fn run_of(stdout: impl Into<Vec<u8>>, milliseconds: u64) -> Observed {
    let dialogue = Dialogue { typed: vec![(3, "Ada".to_owned())], asked_beyond_end: None };
    let usage = Usage { cpu: Duration::from_millis(milliseconds), ..Usage::default() };
    let trace = Trace { exit: Exit::Code(0), dialogue: Some(dialogue), ..Trace::of_output(stdout.into()) };
    Recorded::Run(Trace { usage, isolation: Some(Isolation::NONE), ..trace }).into()
}

pub(crate) fn preparation(name: &str) -> Preparation {
    let tools = BTreeMap::from([("python3".to_owned(), "Python 3".to_owned())]);
    Preparation { key: digest(name), languages: vec!["python".to_owned()], tools }
}

pub(crate) fn keep(store: &Store, name: &str, outcome: Result<&Jobs, &Invalid>) -> Result<(), StoreError> {
    let jobs: Vec<(Digest, &Observed)> =
        outcome.iter().flat_map(|jobs| jobs.iter().map(|(key, one)| (*key, one))).collect();
    let outcome = outcome.map(|_| jobs.as_slice());
    let sources = &Sources::default();
    store.keep(&Entry {
        sources,
        submission: Some(&name.into()),
        files: digest(name),
        preparation: &preparation(name),
        outcome,
    })
}

/// Five submissions with two jobs each; the second job does the same for all, and one is flaky.
pub(crate) fn class() -> Vec<(String, Jobs)> {
    let jobs = |number: u64| {
        let mut first = run_of(format!("Hi \u{1b}[1m{number}\nand bye\n"), number);
        if number == 3 {
            first.add(run_of(b"Hi \xff\n".to_vec(), 1).recorded);
        }
        vec![(digest(format!("a{number}")), first), (digest(format!("b{number}")), run_of("the same\n", 7))]
    };
    (0..5).map(|number| (format!("student {number}"), jobs(number))).collect()
}

/// A folder with one file of traces, in which the class is kept.
pub(crate) fn kept_class() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for (name, jobs) in class() {
        keep(&store, &name, Ok(&jobs)).unwrap();
    }
    store.finish().unwrap();
    let file = files(folder.path()).remove(0);
    (folder, file)
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "traces")).collect();
    files.sort();
    files
}

/// Every submission of the class that is known must have done what it did; those that are.
pub(crate) fn known(store: &Store) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (name, jobs) in class() {
        let found: Vec<Option<Observed>> = jobs
            .iter()
            .map(|(key, one)| store.observed(&JobQuery { runs: one.runs, ..JobQuery::once(key) }))
            .collect();
        for (found, (_, kept)) in found.iter().zip(&jobs) {
            assert!(found.as_ref().is_none_or(|found| found.recorded == kept.recorded), "{name}: {found:?}");
            assert!(found.as_ref().is_none_or(|found| found.others.len() == kept.others.len()), "{name}");
        }
        if store.record(Some(&name.as_str().into())).is_some() && found.iter().all(Option::is_some) {
            known.insert(name);
        }
    }
    known
}

#[test]
fn a_stored_result_is_found_by_its_key() {
    let (folder, _) = kept_class();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(known(&store).len(), class().len());
    assert_eq!(store.damage(), []);
    assert!(
        store.observed(&JobQuery { runs: 2, ..JobQuery::once(&digest("a0")) }).is_none(),
        "it was run once"
    );
    assert!(store.observed(&JobQuery::once(&digest("never"))).is_none());
    let flaky = store.observed(&JobQuery { runs: 2, ..JobQuery::once(&digest("a3")) }).unwrap();
    assert!(flaky.is_flaky() && flaky.runs == 2);
}

#[test]
fn equal_outputs_are_stored_once() {
    let (folder, file) = kept_class();
    let count = |kind: &str| {
        let text = fs::read_to_string(&file).unwrap();
        text.lines().filter(|line| line.split(' ').nth(1) == Some(kind)).count()
    };
    assert_eq!((count("submission"), count("behaviour")), (5, 5 + 1 + 1));
    let store = Store::open(folder.path()).unwrap();
    let jobs = vec![(digest("new"), run_of("the same\n", 9))];
    keep(&store, "late", Ok(&jobs)).unwrap();
    store.finish().unwrap();
    let second = fs::read_to_string(&files(folder.path())[1]).unwrap();
    assert!(!second.contains(" behaviour "), "{second}");
}

#[test]
fn the_last_record_counts_and_the_ten_thousandth_file_is_later_than_the_second() {
    let (folder, file) = kept_class();
    let with = |name: &str, jobs: Jobs| {
        let store = Store::open(folder.path()).unwrap();
        keep(&store, "student 0", Ok(&jobs)).unwrap();
        store.finish().unwrap();
        drop(store);
        let newest = files(folder.path()).into_iter().find(|path| *path != file).unwrap();
        fs::rename(newest, folder.path().join(name)).unwrap();
    };
    with("9999-x.traces", vec![(digest("one"), run_of("1\n", 1))]);
    fs::rename(folder.path().join("9999-x.traces"), folder.path().join("9999-x.away")).unwrap();
    with("10000-x.traces", vec![(digest("other"), run_of("2\n", 1))]);
    fs::rename(folder.path().join("9999-x.away"), folder.path().join("9999-x.traces")).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let Some(StoredOutcome::Jobs(jobs)) =
        store.record(Some(&"student 0".into())).map(|record| &record.outcome)
    else {
        panic!()
    };
    assert_eq!(jobs[0].key, digest("other"));
    keep(&store, "late", Ok(&vec![])).unwrap();
    store.finish().unwrap();
    assert!(
        files(folder.path())
            .iter()
            .any(|path| { path.file_name().unwrap().to_string_lossy().starts_with("10001-") })
    );
}

#[test]
fn a_known_result_is_not_written_again_even_if_its_usage_differs() {
    let (folder, _) = kept_class();
    let store = Store::open(folder.path()).unwrap();
    for (name, mut jobs) in class() {
        for (_, observed) in &mut jobs {
            if let Recorded::Run(trace) = &mut observed.recorded {
                trace.usage.cpu += Duration::from_millis(5);
            }
        }
        keep(&store, &name, Ok(&jobs)).unwrap();
    }
    store.finish().unwrap();
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn a_submission_that_was_changed_back_is_known_and_its_record_is_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let version = |text: &str| vec![(digest(text), run_of(text, 1))];
    for text in ["one", "other", "one"] {
        let store = Store::open(folder.path()).unwrap();
        keep(&store, "Ada", Ok(&version(text))).unwrap();
        store.finish().unwrap();
    }
    let store = Store::read(folder.path()).unwrap();
    let StoredOutcome::Jobs(jobs) = &store.record(Some(&"Ada".into())).unwrap().outcome else { panic!() };
    assert_eq!(jobs[0].key, digest("one"));
    // Adopting everything twice leaves the last one the last.
    let joined = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let into = Store::open(joined.path()).unwrap();
        into.adopt(&store, Some(&"Ada".into())).unwrap();
        into.finish().unwrap();
        drop(into);
        let joined = Store::read(joined.path()).unwrap();
        assert_eq!(joined.record(Some(&"Ada".into())), store.record(Some(&"Ada".into())));
    }
}

#[test]
fn an_invalid_submission_is_known_by_how_it_was_prepared() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let broken = Invalid::Broken { language: "Python".to_owned(), complaint: "line 1\n\u{1b}[2J".into() };
    keep(&store, "Ada", Err(&broken)).unwrap();
    store.finish().unwrap();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(store.invalid(&digest("Ada")), Some(&broken));
    assert_eq!(store.invalid(&digest("Bob")), None);
}

#[test]
fn a_session_that_gives_nan_is_not_flaky_for_that() {
    use yardstick::testing::trace::{Import, SessionEnd, SessionTrace};
    let nan = yardstick_reference::Value::Float(f64::NAN);
    let answers = vec![yardstick_reference::Answer { value: Some(nan), ..Default::default() }];
    let session = SessionTrace {
        import: Import::Done,
        answers,
        raised_at: vec![None],
        end: SessionEnd::Code(0),
        typed_at: None,
        checked: None,
    };
    let mut observed = Observed::from(Recorded::Session(session));
    observed.add(observed.recorded.clone());
    assert!(!observed.is_flaky());
}

#[test]
fn values_as_deep_as_the_driver_sends_them_are_kept() {
    use yardstick::testing::trace::{Import, SessionEnd, SessionTrace};
    use yardstick_reference::{Answer, Value};
    let deep = (0..80).fold(Value::None, |inner, _| Value::Dict(vec![(inner, Value::None)]));
    let answers = vec![Answer { value: Some(deep), ..Answer::default() }];
    let session = SessionTrace {
        import: Import::Done,
        answers,
        raised_at: vec![None],
        end: SessionEnd::Code(0),
        typed_at: None,
        checked: None,
    };
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let jobs = vec![(digest("deep"), Recorded::Session(session).into())];
    keep(&store, "Ada", Ok(&jobs)).unwrap();
    store.finish().unwrap();
    let found = Store::read(folder.path()).unwrap().observed(&JobQuery::once(&digest("deep")));
    assert_eq!(found, Some(jobs[0].1.clone()));
}

#[test]
fn a_store_that_is_not_there_is_empty_and_looking_at_it_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("traces");
    let store = Store::read(&path).unwrap();
    assert!(store.record(None).is_none());
    assert!(!path.exists());
}

#[test]
fn a_second_writer_is_refused_until_the_first_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results/traces");
    let first = Store::open(&path).unwrap();
    let refusal = Store::open(&path).unwrap_err().to_string();
    let process = format!("(process {} on ", std::process::id());
    assert!(refusal.contains("another yardstick is grading into") && refusal.contains(&process), "{refusal}");
    Store::read(&path).unwrap();
    drop(first);
    Store::open(&path).unwrap();
}

proptest! {
    #[test]
    fn any_output_is_kept_byte_for_byte(
        stdout in prop::collection::vec(any::<u8>(), 0..300),
        stderr in prop::collection::vec(any::<u8>(), 0..300),
        name in ".{0,20}",
        code in 0..256,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let trace = Trace { stderr, exit: Exit::Code(code), ..Trace::of_output(stdout) };
        let jobs = vec![(digest("key"), Recorded::Run(trace).into())];
        keep(&store, &name, Ok(&jobs)).unwrap();
        store.finish().unwrap();
        let found = Store::read(folder.path()).unwrap();
        prop_assert_eq!(found.observed(&JobQuery::once(&digest("key"))), Some(jobs[0].1.clone()));
        prop_assert!(found.record(Some(&name.as_str().into())).is_some());
    }
}
