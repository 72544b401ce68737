//! Damaged files of traces: nothing is lost but what cannot be read, and nothing is invented.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::sync::OnceLock;

use base64::Engine;
use proptest::prelude::*;
use yardstick::testing::digest::Digest;
use yardstick::testing::trace::{Damage, JobQuery, Store};

use super::store::{class, digest, files, keep, kept_class, known};

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

/// A file of traces, cut at bytes that are as far from each other as this and around the ends of lines.
fn a_cut_file_keeps_all_that_is_whole(step: usize) {
    let (folder, file) = kept_class();
    let text = fs::read(&file).unwrap();
    let ends: Vec<usize> = lines(&text).iter().map(|line| line.end).collect();
    let lines = ends.len();
    let kept: Vec<BTreeSet<String>> =
        (0..=lines).map(|whole| untouched(&text, |line| line >= whole)).collect();
    let is_near_an_end = |cut: usize| ends.iter().any(|end| cut.abs_diff(*end) < 3);
    for cut in (0..=text.len()).filter(|cut| cut % step == 0 || is_near_an_end(*cut)) {
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
fn a_cut_file_keeps_all_that_is_whole_and_tells_of_the_rest() {
    a_cut_file_keeps_all_that_is_whole(7);
}

#[test]
#[ignore = "the same at every byte"]
fn a_file_cut_at_any_byte_keeps_all_that_is_whole_and_tells_of_the_rest() {
    a_cut_file_keeps_all_that_is_whole(1);
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
    fn a_flipped_bit_is_reported_and_costs_only_its_line(place in any::<prop::sample::Index>(), bit in 0..8) {
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
    fn a_file_of_arbitrary_bytes_is_one_damage_and_holds_no_results(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("0001-x.traces"), &bytes).unwrap();
        let store = Store::read(folder.path()).unwrap();
        prop_assert_eq!(store.damage().len(), 1);
        prop_assert!(known(&store).is_empty());
    }
}

#[test]
fn damage_is_reported_until_it_is_noted_and_its_results_are_stored_again() {
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
fn a_forged_behaviour_that_is_nested_too_deep_does_not_count() {
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
    keys.filter(|key| store.observed(&JobQuery::once(key)).is_some()).collect()
}
