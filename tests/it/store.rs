//! The files of traces: whatever becomes of them, nothing is lost but what cannot be read, and nothing is invented.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use base64::Engine;
use proptest::prelude::*;
use tempfile::TempDir;
use yardstick::digest::Digest;
use yardstick::sandbox::{Exit, Isolation, Usage};
use yardstick::trace::{
    Damage, Dialogue, Entry, Invalid, Kept, Observed, Preparation, Recorded, Store, StoreError, Trace,
};

type Jobs = Vec<(Digest, Observed)>;

fn digest(text: impl AsRef<[u8]>) -> Digest {
    Digest::of(text.as_ref())
}

fn run_of(stdout: impl Into<Vec<u8>>, milliseconds: u64) -> Observed {
    let dialogue = Dialogue { typed: vec![(3, "Ada".to_owned())], asked_beyond_end: None };
    let usage = Usage { cpu: Duration::from_millis(milliseconds), ..Usage::default() };
    let trace = Trace { exit: Exit::Code(0), dialogue: Some(dialogue), ..Trace::of_output(stdout.into()) };
    Recorded::Run(Trace { usage, isolation: Some(Isolation::NONE), ..trace }).into()
}

fn preparation(name: &str) -> Preparation {
    let tools = BTreeMap::from([("python3".to_owned(), "Python 3".to_owned())]);
    Preparation { key: digest(name), languages: vec!["python".to_owned()], tools }
}

fn keep(store: &Store, name: &str, outcome: Result<&Jobs, &Invalid>) -> Result<(), StoreError> {
    let jobs: Vec<(Digest, &Observed)> =
        outcome.iter().flat_map(|jobs| jobs.iter().map(|(key, one)| (*key, one))).collect();
    let outcome = outcome.map(|_| jobs.as_slice());
    store.keep(&Entry {
        submission: Some(name),
        files: digest(name),
        preparation: &preparation(name),
        outcome,
    })
}

/// Five submissions with two jobs each; the second job does the same for all, and one is flaky.
fn class() -> Vec<(String, Jobs)> {
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
fn kept_class() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for (name, jobs) in class() {
        keep(&store, &name, Ok(&jobs)).unwrap();
    }
    store.finish().unwrap();
    let file = files(folder.path()).remove(0);
    (folder, file)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "traces")).collect();
    files.sort();
    files
}

/// The places of the lines of a file, newlines included.
fn lines(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut start = 0;
    let ends = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
        start += line.len();
        start - line.len()..start
    });
    ends.collect()
}

/// The submissions of which everything stands in lines that are not among some.
fn untouched(text: &[u8], lost: impl Fn(usize) -> bool) -> BTreeSet<String> {
    let lines = lines(text);
    let line = |number: usize| std::str::from_utf8(&text[lines[number].clone()]).unwrap();
    let is_whole = |record: &str| {
        (0..lines.len()).all(|number| match line(number).split(' ').collect::<Vec<_>>()[..] {
            [_, "behaviour", digest, _] => !record.contains(digest) || !lost(number),
            _ => true,
        })
    };
    class()
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| {
            let named = format!("\"submission\":\"{name}\"");
            let number = (0..lines.len()).find(|number| line(*number).contains(&named)).unwrap();
            !lost(number) && is_whole(line(number))
        })
        .collect()
}

/// Every submission of the class that is known must have done what it did; those that are.
fn known(store: &Store) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (name, jobs) in class() {
        let found: Vec<Option<Observed>> =
            jobs.iter().map(|(key, one)| store.observed(key, one.runs)).collect();
        for (found, (_, kept)) in found.iter().zip(&jobs) {
            assert!(found.as_ref().is_none_or(|found| found.recorded == kept.recorded), "{name}: {found:?}");
            assert!(found.as_ref().is_none_or(|found| found.others.len() == kept.others.len()), "{name}");
        }
        if store.record(Some(&name)).is_some() && found.iter().all(Option::is_some) {
            known.insert(name);
        }
    }
    known
}

#[test]
fn what_is_kept_is_found_again_by_its_key() {
    let (folder, _) = kept_class();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(known(&store).len(), class().len());
    assert_eq!(store.damage(), []);
    assert!(store.observed(&digest("a0"), 2).is_none(), "it was run once");
    assert!(store.observed(&digest("never"), 1).is_none());
    let flaky = store.observed(&digest("a3"), 2).unwrap();
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
fn a_file_cut_at_any_byte_keeps_all_that_is_whole_and_tells_of_the_rest() {
    let (folder, file) = kept_class();
    let text = fs::read(&file).unwrap();
    let ends: Vec<usize> = lines(&text).iter().map(|line| line.end).collect();
    let lines = ends.len();
    let kept: Vec<BTreeSet<String>> =
        (0..=lines).map(|whole| untouched(&text, |line| line >= whole)).collect();
    for cut in 0..=text.len() {
        fs::write(&file, &text[..cut]).unwrap();
        let store = Store::read(folder.path()).unwrap();
        let whole = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(known(&store), kept[whole], "cut at {cut}");
        let damage = Damage::CutShort { path: file.clone(), line: whole + 1 };
        let expected = if cut == 0 || ends.contains(&cut) { vec![] } else { vec![damage] };
        assert_eq!(store.damage(), expected, "cut at {cut}");
    }
}

#[test]
fn after_a_cut_at_any_line_grading_goes_on_in_a_new_file() {
    let (folder, file) = kept_class();
    let text = fs::read(&file).unwrap();
    for line in lines(&text) {
        fs::write(&file, &text[..line.end - 1]).unwrap();
        let store = Store::open(folder.path()).unwrap();
        for (name, jobs) in class() {
            keep(&store, &name, Ok(&jobs)).unwrap();
        }
        store.finish().unwrap();
        drop(store);
        assert_eq!(known(&Store::read(folder.path()).unwrap()).len(), class().len());
        assert_eq!(fs::read(&file).unwrap(), text[..line.end - 1], "a file is never changed");
        files(folder.path())
            .iter()
            .filter(|other| **other != file)
            .for_each(|other| fs::remove_file(other).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_bit_that_flipped_is_told_and_costs_only_its_line(place in any::<prop::sample::Index>(), bit in 0..8) {
        static TEXT: OnceLock<Vec<u8>> = OnceLock::new();
        let text = TEXT.get_or_init(|| {
            let (_folder, file) = kept_class();
            fs::read(file).unwrap()
        });
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("0001-x.traces");
        let place = place.index(text.len());
        let mut damaged = text.clone();
        damaged[place] ^= 1_u8 << bit;
        fs::write(&file, &damaged).unwrap();
        let store = Store::read(folder.path()).unwrap();
        prop_assert!(!store.damage().is_empty());
        let hit = lines(text).iter().position(|line| line.contains(&place)).unwrap();
        // Without its newline a line runs into the next.
        let next = if text[place] == b'\n' { hit + 1 } else { hit };
        let expected = match (hit, next) {
            (0, _) => BTreeSet::new(),
            (hit, next) => untouched(text, |number| number == hit || number == next),
        };
        prop_assert_eq!(known(&store), expected);
    }

    #[test]
    fn bytes_that_anybody_wrote_are_no_traces(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("0001-x.traces"), &bytes).unwrap();
        let store = Store::read(folder.path()).unwrap();
        prop_assert_eq!(store.damage().len(), 1);
        prop_assert!(known(&store).is_empty());
    }

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
        prop_assert_eq!(found.observed(&digest("key"), 1), Some(jobs[0].1.clone()));
        prop_assert!(found.record(Some(&name)).is_some());
    }
}

#[test]
fn what_is_damaged_is_told_until_it_is_noted_and_is_kept_anew() {
    let (folder, file) = kept_class();
    let text = fs::read(&file).unwrap();
    for hit in 1..lines(&text).len() {
        let mut damaged = text.clone();
        damaged[lines(&text)[hit].start + 20] ^= 1;
        fs::write(&file, &damaged).unwrap();
        let store = Store::open(folder.path()).unwrap();
        let damage = Damage::Line { path: file.clone(), line: hit + 1 };
        assert_eq!(store.damage(), [damage]);
        class().iter().for_each(|(name, jobs)| keep(&store, name, Ok(jobs)).unwrap());
        store.note_damage().unwrap();
        store.finish().unwrap();
        drop(store);
        let mended = Store::read(folder.path()).unwrap();
        assert_eq!(mended.damage(), []);
        assert_eq!(known(&mended).len(), class().len());
        fs::remove_file(&files(folder.path())[1]).unwrap();
    }
}

#[test]
fn a_file_of_another_version_is_told_and_left_alone() {
    let (folder, file) = kept_class();
    let payload = "yardstick-traces 999";
    let other = format!("{} {payload}\nwhatever follows\n", &digest(payload).to_string()[..16]);
    let path = folder.path().join("0002-x.traces");
    fs::write(&path, &other).unwrap();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(store.damage(), [Damage::Unknown(path.clone())]);
    assert_eq!(known(&store).len(), class().len());
    assert_eq!(fs::read_to_string(path).unwrap(), other);
    assert_eq!(files(folder.path())[0], file);
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
    let Some(Kept::Jobs(jobs)) = store.record(Some("student 0")).map(|record| &record.outcome) else {
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
fn what_is_known_is_not_written_again_whatever_it_used() {
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
    let Kept::Jobs(jobs) = &store.record(Some("Ada")).unwrap().outcome else { panic!() };
    assert_eq!(jobs[0].key, digest("one"));
    // Adopting everything twice leaves the last one the last.
    let joined = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let into = Store::open(joined.path()).unwrap();
        into.adopt(&store, Some("Ada")).unwrap();
        into.finish().unwrap();
        drop(into);
        let joined = Store::read(joined.path()).unwrap();
        assert_eq!(joined.record(Some("Ada")), store.record(Some("Ada")));
    }
}

#[test]
fn an_invalid_submission_is_known_by_how_it_was_prepared() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let broken = Invalid::Broken { language: "Python".to_owned(), complaint: "line 1\n\u{1b}[2J".to_owned() };
    keep(&store, "Ada", Err(&broken)).unwrap();
    store.finish().unwrap();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(store.invalid(&digest("Ada")), Some(&broken));
    assert_eq!(store.invalid(&digest("Bob")), None);
}

#[test]
fn a_session_that_gives_nan_is_not_flaky_for_that() {
    use yardstick::trace::{Import, SessionEnd, SessionTrace};
    let nan = yardstick_reference::Value::Float(f64::NAN);
    let answers = vec![yardstick_reference::Answer { value: Some(nan), ..Default::default() }];
    let session =
        SessionTrace { import: Import::Done, answers, raised_at: vec![None], end: SessionEnd::Code(0) };
    let mut observed = Observed::from(Recorded::Session(session));
    observed.add(observed.recorded.clone());
    assert!(!observed.is_flaky());
}

#[test]
fn values_as_deep_as_the_driver_sends_them_are_kept() {
    use yardstick::trace::{Import, SessionEnd, SessionTrace};
    use yardstick_reference::{Answer, Value};
    let deep = (0..80).fold(Value::None, |inner, _| Value::Dict(vec![(inner, Value::None)]));
    let answers = vec![Answer { value: Some(deep), ..Answer::default() }];
    let session = SessionTrace { import: Import::Done, answers, end: SessionEnd::Code(0) };
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let jobs = vec![(digest("deep"), Recorded::Session(session).into())];
    keep(&store, "Ada", Ok(&jobs)).unwrap();
    store.finish().unwrap();
    let found = Store::read(folder.path()).unwrap().observed(&digest("deep"), 1);
    assert_eq!(found, Some(jobs[0].1.clone()));
}

#[test]
fn a_forged_behaviour_that_is_nested_too_deep_is_none() {
    let json = format!("{{\"rule\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let mut deflated = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    deflated.write_all(json.as_bytes()).unwrap();
    let packed = base64::prelude::BASE64_STANDARD_NO_PAD.encode(deflated.finish().unwrap());
    let (folder, file) = kept_class();
    let text = fs::read_to_string(&file).unwrap();
    let known = text
        .lines()
        .find_map(|line| line.split_once("\"behaviour\":\"").map(|found| &found.1[..64]))
        .unwrap();
    let with_checksum = |payload: String| format!("{} {payload}\n", &digest(&payload).to_string()[..16]);
    let forged: String = text
        .lines()
        .map(|line| &line[17..])
        .filter(|payload| !payload.starts_with("behaviour"))
        .map(|payload| with_checksum(payload.replace(known, &digest(&json).to_string())))
        .collect();
    let forged = forged + &with_checksum(format!("behaviour {} {packed}", digest(&json)));
    fs::write(&file, forged).unwrap();
    let store = Store::read(folder.path()).unwrap();
    assert_eq!(store.damage(), []);
    assert!(known_jobs(&store).is_empty());
}

/// The keys of the class's jobs that the store can tell of.
fn known_jobs(store: &Store) -> Vec<Digest> {
    let keys = class().into_iter().flat_map(|(_, jobs)| jobs).map(|(key, _)| key);
    keys.filter(|key| store.observed(key, 1).is_some()).collect()
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
